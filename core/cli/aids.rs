//! `grognard aids`: player aids, as pages to read and print.

use crate::battle_args::BattleArgs;
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::picture;
use crate::screen::Screen;
use grognard_aids::BattleContent;
use grognard_play::atomic_file;
use std::fs;
use std::path::PathBuf;

/// Create printable player aids for a scenario: charts, terrain, turn track, set-up and sequence of play.
#[derive(clap::Args)]
pub struct Args {
    /// Scenario to create aids for (see `grognard list`).
    scenario: String,
    /// Write the pages to this folder.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Also write every picture as PNG.
    #[arg(long)]
    png: bool,
    #[command(flatten)]
    battle: BattleArgs,
}

impl Args {
    /// Writes the files and prints their names.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        if self.png {
            picture::expect_png()?;
        }
        let book = BattleContent::load(self.battle.load_and_tell(roots, &self.scenario)?.request)?;
        let catalogue = language.catalogue(roots, book.battle());
        let book = book.read_in(catalogue);
        fs::create_dir_all(&self.output).map_err(Failure::file(&self.output))?;
        for file in grognard_aids::make(&book) {
            let path = self.output.join(&file.name);
            atomic_file::write(&path, &file.text).map_err(Failure::file(&path))?;
            screen.say(&path.display().to_string())?;
            if self.png && file.name.ends_with(".svg") {
                let path = path.with_extension("png");
                picture::write(&path, &file.text, None)?;
                screen.say(&path.display().to_string())?;
            }
        }
        Ok(())
    }
}
