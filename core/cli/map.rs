//! `grognard map`: draws the map.

use crate::battle_args::BattleArgs;
use crate::failure::Failure;
use crate::lab::run::may_write;
use crate::language::LanguageArg;
use crate::picture;
use crate::saves::SavedGame;
use crate::screen::Screen;
use grognard_engine::view::View;
use std::path::{Path, PathBuf};

/// Draw the map of a scenario with the units in their starting positions, or the board of a save, as SVG or PNG.
#[derive(clap::Args)]
pub struct Args {
    /// Scenario to draw (see `grognard list`).
    #[arg(required_unless_present = "load")]
    scenario: Option<String>,
    /// Draw the board at the end of this save; scenario, mods and options are taken from the save.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "mods", "options", "bare"])]
    load: Option<PathBuf>,
    /// With `--load`, draw only what this side can see; by default, only what all sides can see.
    #[arg(long, requires = "load", conflicts_with = "scenario")]
    side: Option<String>,
    /// Write the image to this file, as PNG if its name ends in `.png`; by default, print it as SVG.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Width of the PNG in pixels.
    #[arg(long, value_name = "PIXELS", requires = "output", value_parser = clap::value_parser!(u32).range(16..=16_000))]
    width: Option<u32>,
    /// Leave out the units.
    #[arg(long)]
    bare: bool,
    #[command(flatten)]
    battle: BattleArgs,
}

impl Args {
    /// Draws the map or the board.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        if self.output.as_deref().is_some_and(picture::is_png) {
            picture::expect_png()?;
        }
        may_write(self.load.as_slice(), None, &[self.output.as_deref()])?;
        let svg = match (&self.load, &self.scenario) {
            (Some(file), _) => self.board_of_save(file, roots, language)?,
            (None, scenario) => {
                let battle = self.battle.load_and_tell(roots, scenario.as_deref().unwrap_or_default())?;
                picture::map(&battle, self.bare, &language.catalogue(roots, &battle))
            }
        };
        let Some(path) = &self.output else { return screen.say(&svg) };
        picture::write(path, &svg, self.width)?;
        screen.say(&path.display().to_string())
    }

    /// Draws the board of a save, as a side sees it.
    fn board_of_save(&self, file: &Path, roots: &[PathBuf], language: &LanguageArg) -> Result<String, Failure> {
        let saved = SavedGame::read(file)?;
        let session = saved.open(saved.battle(roots)?, false)?;
        let side = self.side.as_deref().map(|name| crate::player_arg::find_seat(&session.battle, name)).transpose()?;
        let catalogue = language.catalogue(roots, &session.battle);
        Ok(picture::svg(&session.battle, Some(&View::new(&session.game.table, side)), &catalogue))
    }
}
