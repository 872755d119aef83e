//! `grognard mods remove`, `enable` and `disable`.

use super::id_of;
use crate::failure::Failure;
use crate::screen::Screen;
use grognard_packs::installed::Installed;
use grognard_packs::{Diagnostic, Pack};
use std::path::PathBuf;

/// Remove a pack and all its files.
#[derive(clap::Args)]
pub struct Remove {
    /// Pack to remove: its id, its name (the part of the id after the dot), or its path.
    name: String,
}

/// Enable a disabled mod again.
#[derive(clap::Args)]
pub struct Enable {
    /// Mod to enable: its id, its name (the part of the id after the dot), or its path.
    name: String,
}

/// Disable a mod without removing it.
#[derive(clap::Args)]
pub struct Disable {
    /// Mod to disable: its id, its name (the part of the id after the dot), or its path.
    name: String,
}

impl Remove {
    pub fn run(&self, installed: &Installed, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let turn = installed.turn()?;
        let id = id_of(installed, &self.name, roots)?;
        turn.remove(&id)?;
        let library = installed.library();
        let needs =
            |pack: &&Pack| pack.manifest.requires.contains_key(&id) || pack.manifest.system.as_ref() == Some(&id);
        let left: Vec<&str> = library.packs().iter().filter(needs).map(Pack::id).collect();
        let note = if left.is_empty() { String::new() } else { format!("; still needed by {}", left.join(", ")) };
        screen.say(&format!("removed {id}{note}"))
    }
}

impl Enable {
    pub fn run(&self, installed: &Installed, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let id = switch(installed, &self.name, roots, true)?;
        screen.say(&format!("{id} is enabled"))
    }
}

impl Disable {
    pub fn run(&self, installed: &Installed, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let id = switch(installed, &self.name, roots, false)?;
        screen.say(&format!("{id} is disabled"))
    }
}

/// Switches a mod on or off, and returns its id.
fn switch(installed: &Installed, name: &str, roots: &[PathBuf], used: bool) -> Result<String, Failure> {
    let turn = installed.turn()?;
    let id = id_of(installed, name, roots)?;
    let kind = installed.library().get(&id).map(|pack| pack.manifest.kind);
    if let Some(kind) = kind.filter(|kind| !kind.is_mod()) {
        let error =
            Diagnostic::general("E543", format!("`{id}` is a {}; only mods can be enabled or disabled", kind.word()));
        return Err(Failure::usage(error.help("remove it with `grognard mods remove`")));
    }
    turn.enable(&id, used)?;
    Ok(id)
}
