//! Which battle: a scenario with mods and options.

use crate::failure::Failure;
use grognard_lab::{Battle, Request};
use std::path::PathBuf;

/// Mods and options of a battle.
#[derive(clap::Args)]
pub struct BattleArgs {
    /// Play with this mod; may be repeated.
    #[arg(long = "mod", value_name = "MOD")]
    mods: Vec<String>,
    /// Set an option of the rules, as listed by `grognard list`; may be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = pair)]
    options: Vec<(String, String)>,
}

impl BattleArgs {
    /// Loads the battle.
    pub fn load(&self, roots: &[PathBuf], scenario: &str) -> Result<Battle, Failure> {
        let request =
            Request { roots: roots.to_vec(), scenario: scenario.to_owned(), mods: self.mods.clone(), options: self.options.clone() };
        Ok(Battle::load(request)?)
    }
}

/// Reads `name=value`.
pub fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected two words joined by `=`")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
