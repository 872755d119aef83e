//! `grognard map`: the map as a picture.

use crate::battle_args::BattleArgs;
use crate::failure::Failure;
use crate::screen::Screen;
use std::path::PathBuf;

/// Draw the map of a scenario, with the units where they begin, as an SVG picture.
#[derive(clap::Args)]
pub struct Args {
    /// The scenario.
    scenario: String,
    /// The file to write; without it the picture is printed.
    #[arg(short, long, value_name = "FILE.svg")]
    output: Option<PathBuf>,
    /// Leave the units out.
    #[arg(long)]
    bare: bool,
    #[command(flatten)]
    battle: BattleArgs,
}

impl Args {
    /// Draws it.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let battle = self.battle.load(roots, &self.scenario)?;
        let svg = crate::picture::svg(&battle, self.bare);
        let Some(path) = &self.output else { return screen.say(&svg) };
        std::fs::write(path, svg).map_err(Failure::file(path))?;
        screen.say(&path.display().to_string())
    }
}
