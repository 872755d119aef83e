//! The scenario argument of commands about a path or a rule.

use crate::battle_args::BattleArgs;
use crate::failure::Failure;
use crate::pack_name::PackNames;
use grognard_packs::{Diagnostic, Kind, Library};
use grognard_play::Battle;
use std::path::PathBuf;

/// A scenario, optional if there is no ambiguity.
#[derive(clap::Args)]
pub struct ScenarioArg {
    /// Scenario to use; defaults to the only scenario, or to the one that the mods require.
    #[arg(short, long)]
    scenario: Option<String>,
    #[command(flatten)]
    battle: BattleArgs,
}

impl ScenarioArg {
    /// Loads the battle.
    pub fn load(&self, roots: &[PathBuf]) -> Result<Battle, Failure> {
        let scenario = match &self.scenario {
            Some(scenario) => scenario.clone(),
            None => {
                let mut names = PackNames::new(roots);
                let mods = names.names(self.battle.mods())?;
                only(&names.library(), &mods)?
            }
        };
        self.battle.load_and_tell(roots, &scenario)
    }
}

/// Returns the only scenario that fits these mods.
pub fn only(library: &Library, mods: &[String]) -> Result<String, Failure> {
    let mods = mods.iter().filter_map(|name| library.find(Kind::Mod, name).ok());
    let required: Vec<&String> = mods.flat_map(|pack| pack.manifest.requires.keys()).collect();
    let all: Vec<&str> = library.scenarios().map(|pack| pack.id()).collect();
    let named: Vec<&str> = all.iter().copied().filter(|id| required.iter().any(|needed| needed == id)).collect();
    match (&named[..], &all[..]) {
        ([one], _) | ([], [one]) => Ok((*one).to_owned()),
        ([], []) => Err(Failure::usage(
            Diagnostic::general("E123", "no scenarios found").help("use --packs to name a folder of packs"),
        )),
        _ => {
            let names: Vec<&str> = library.scenarios().map(|pack| pack.short()).collect();
            let error = Diagnostic::general("E530", "the scenario is ambiguous");
            Err(Failure::usage(error.help(format!("add --scenario with one of: {}", names.join(", ")))))
        }
    }
}
