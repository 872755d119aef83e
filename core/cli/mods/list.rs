//! `grognard mods list`: lists the installed packs.

use super::missing;
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::screen::Screen;
use grognard_packs::installed::Installed;
use grognard_packs::{Diagnostic, Kind, Library, Pack};
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// List installed packs.
#[derive(clap::Args)]
pub struct Args {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct InstalledPack {
    id: String,
    kind: Kind,
    version: String,
    name: String,
    /// Whether games use the pack; always true for systems and scenarios.
    enabled: bool,
    /// Required packs that are not installed.
    missing: Vec<String>,
}

/// The whole list.
#[derive(Serialize)]
struct InstalledList {
    packs: Vec<InstalledPack>,
    /// Errors in manifests that cannot be read.
    problems: Vec<Diagnostic>,
}

impl Args {
    pub fn run(
        &self,
        installed: &Installed,
        roots: &[PathBuf],
        language: &LanguageArg,
        screen: &mut Screen,
    ) -> Result<(), Failure> {
        let (own, disabled, all) = (installed.library(), installed.disabled(), Library::open(roots));
        let packs = own.packs().iter().map(|pack| InstalledPack::new(pack, &disabled, &all)).collect();
        let listing = InstalledList { packs, problems: own.diagnostics.clone() };
        if self.json {
            return screen.json(&listing);
        }
        let shown = |pack: &InstalledPack| {
            let name = own.get(&pack.id).map(|own| language.of_pack(&all, own).name(&pack.name).to_owned());
            pack.describe(name.as_deref().unwrap_or(&pack.name), screen)
        };
        let text: String = listing.packs.iter().map(shown).collect();
        screen.say(if text.is_empty() { "Nothing is installed." } else { &text })?;
        if !listing.problems.is_empty() {
            crate::screen::complain(|colour| grognard_packs::render(&listing.problems, colour));
        }
        Ok(())
    }
}

impl InstalledPack {
    fn new(pack: &Pack, disabled: &BTreeSet<String>, all: &Library) -> InstalledPack {
        InstalledPack {
            id: pack.id().to_owned(),
            kind: pack.manifest.kind,
            version: pack.version.to_string(),
            name: pack.manifest.name.clone(),
            enabled: !disabled.contains(pack.id()),
            missing: missing(pack, all),
        }
    }

    fn describe(&self, name: &str, screen: &Screen) -> String {
        let state = match (self.kind, self.enabled) {
            (Kind::Mod | Kind::Cosmetic, true) => "enabled".to_owned(),
            (Kind::Mod | Kind::Cosmetic, false) => screen.warn("disabled"),
            _ => self.kind.word().to_owned(),
        };
        let mut text = format!("{} {}  {state}\n    {}\n", screen.bold(&self.id), screen.dim(&self.version), name);
        if !self.missing.is_empty() {
            text += &format!("    {}\n", screen.warn(&format!("requires {} (missing)", self.missing.join(" and "))));
        }
        text
    }
}
