//! Command-line arguments that choose a battle: a scenario with mods and options.

use crate::failure::Failure;
use crate::pack_name::PackNames;
use crate::screen::complain;
use grognard_lab::Change;
use grognard_packs::{Diagnostic, Kind, Library};
use grognard_play::{Battle, BattleRequest};
use std::path::PathBuf;

/// The mods and options of a battle, as given on the command line.
#[derive(clap::Args)]
pub struct BattleArgs {
    /// Use this mod; may be repeated.
    #[arg(long = "mod", value_name = "MOD")]
    mods: Vec<String>,
    /// Do not use installed mods.
    #[arg(long)]
    no_mods: bool,
    /// Set a rule option (see `grognard list`); may be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = pair)]
    options: Vec<(String, String)>,
}

impl BattleArgs {
    /// Returns the mods named on the command line.
    pub fn mods(&self) -> &[String] {
        &self.mods
    }

    /// Returns the mods and options named on the command line, as changes to the plain battle: `mod:frozen-rivers`,
    /// `option:stubborn=false`. Mod paths become ids.
    pub fn as_changes(&self, battle: &Battle) -> Vec<String> {
        let mods = battle.request.mods.iter().take(self.mods.len()).cloned().map(Change::Mod);
        mods.chain(self.choices()).map(|change| change.to_string()).collect()
    }

    fn choices(&self) -> impl Iterator<Item = Change> {
        self.options.iter().map(|(name, value)| Change::Option(name.clone(), value.clone()))
    }

    /// Loads the battle like `load`, and reports on standard error which installed mods were added.
    pub fn load_and_tell(&self, roots: &[PathBuf], scenario: &str) -> Result<Battle, Failure> {
        let battle = self.load(roots, scenario)?;
        let used = self.unnamed_mods(&battle).join(", ");
        if !used.is_empty() {
            complain(|_| {
                format!("{}, with the installed mods {used} (use `--no-mods` to play without them)", battle.content.id)
            });
        }
        Ok(battle)
    }

    /// Loads the battle with the mods named on the command line and the installed mods made for it.
    pub fn load(&self, roots: &[PathBuf], scenario: &str) -> Result<Battle, Failure> {
        self.check()?;
        let bare = self.bare(roots, scenario)?;
        let own = self.own(&bare);
        Battle::load(with_mods(&bare, &own)).map_err(|mut errors| {
            if !own.is_empty() && Battle::load(bare).is_ok() {
                let message = format!("the battle cannot be played with the installed mods {}", own.join(", "));
                let error = Diagnostic::general("E544", message);
                errors.push(
                    error.help(
                        "disable one with `grognard mods disable`, or all of them for this game with `--no-mods`",
                    ),
                );
            }
            errors.into()
        })
    }

    /// Returns the request for the battle with the named and the installed mods.
    pub fn battle_request(&self, roots: &[PathBuf], scenario: &str) -> Result<BattleRequest, Failure> {
        let bare = self.bare(roots, scenario)?;
        Ok(with_mods(&bare, &self.own(&bare)))
    }

    /// Returns the request for the battle with the named mods only.
    fn bare(&self, roots: &[PathBuf], scenario: &str) -> Result<BattleRequest, Failure> {
        let mut names = PackNames::new(roots);
        let (scenario, mods) = (names.name(scenario)?, names.names(&self.mods)?);
        Ok(BattleRequest {
            roots: names.roots().to_vec(),
            scenario,
            mods,
            options: self.options.clone(),
            ..BattleRequest::default()
        })
    }

    /// Returns an error if an option is given two values.
    pub fn check(&self) -> Result<(), Failure> {
        Change::check(&self.choices().collect::<Vec<_>>()).map_err(Failure::usage)
    }

    /// Returns the installed mods to add: those made for the scenario and not named on the command line.
    fn own(&self, bare: &BattleRequest) -> Vec<String> {
        let library = Library::open(&bare.roots);
        let is_named =
            |id: &String| bare.mods.iter().any(|name| library.find(Kind::Mod, name).is_ok_and(|pack| pack.id() == id));
        self.installed(&library, &bare.scenario).into_iter().filter(|id| !is_named(id)).collect()
    }

    /// Returns the mods of a loaded battle that are not named on the command line.
    pub fn unnamed_mods<'a>(&self, battle: &'a Battle) -> &'a [String] {
        battle.request.mods.get(self.mods.len()..).unwrap_or_default()
    }

    /// Returns the installed and enabled mods made for a scenario.
    fn installed(&self, library: &Library, scenario: &str) -> Vec<String> {
        let (Ok(scenario), false) = (library.find(Kind::Scenario, scenario), self.no_mods) else { return Vec::new() };
        let installed = crate::data_folder::installed_packs();
        let (own, disabled) = (installed.library(), installed.disabled());
        let used =
            own.mods().filter(|pack| !disabled.contains(pack.id()) && grognard_packs::belongs(pack, scenario, library));
        used.map(|pack| pack.id().to_owned()).collect()
    }
}

/// Returns the request for a battle with additional mods.
fn with_mods(battle: &BattleRequest, more: &[String]) -> BattleRequest {
    BattleRequest { mods: battle.mods.iter().chain(more).cloned().collect(), ..battle.clone() }
}

/// Parses `name=value`.
pub fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected two values joined by `=`")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
