//! `grognard stubs`: writes type definitions of the scripting API, for use in editors.

use crate::battle_args::BattleArgs;
use crate::failure::Failure;
use crate::screen::Screen;
use grognard_play::atomic_file;
use std::fs;
use std::path::PathBuf;

/// Write type definitions of the scripting API, for use in editors.
#[derive(clap::Args)]
pub struct Args {
    /// Include the unit properties of this scenario; by default, units may have any property.
    scenario: Option<String>,
    #[command(flatten)]
    battle: BattleArgs,
    /// Write the files to this folder.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

impl Args {
    /// Writes the types.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let text = match &self.scenario {
            Some(scenario) => {
                let content = self.battle.load_and_tell(roots, scenario)?.content;
                grognard_script::stubs(Some(&content.properties), content.has_only_numbers())
            }
            None => grognard_script::stubs(None, false),
        };
        fs::create_dir_all(&self.output).map_err(Failure::file(&self.output))?;
        let path = self.output.join("grognard.d.luau");
        atomic_file::write(&path, text).map_err(Failure::file(&path))?;
        screen.say(&path.display().to_string())
    }
}
