//! `grognard mods verify`: compares installed packs with the records made when they were installed.

use super::id_of;
use crate::failure::Failure;
use crate::screen::{self, Screen};
use grognard_packs::installed::{Installed, PackChange};
use grognard_packs::source::Folder;
use grognard_packs::{Diagnostic, Pack, Severity};
use serde::Serialize;
use std::path::PathBuf;

/// Check whether the files of installed packs have changed since they were installed.
#[derive(clap::Args)]
pub struct Args {
    /// Packs to check, by id or name (the part of the id after the dot); all by default.
    names: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The result for one pack.
#[derive(Serialize)]
struct VerifiedPack {
    id: String,
    /// The version; `None` if neither the manifest nor the record can be read.
    version: Option<String>,
    /// Whether the pack's manifest can be read. If not, the pack is not used.
    is_readable: bool,
    /// Whether the pack has a record to compare with.
    recorded: bool,
    changes: Vec<PackChange>,
}

impl Args {
    /// Compares the packs; fails if there are differences.
    pub fn run(&self, installed: &Installed, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let ids =
            self.names.iter().map(|name| id_of(installed, name, roots)).collect::<Result<Vec<String>, Failure>>()?;
        let library = installed.library();
        let is_wanted = |id: &String| ids.is_empty() || ids.contains(id);
        let packs: Vec<VerifiedPack> = installed
            .ids(&library)
            .into_iter()
            .filter(is_wanted)
            .map(|id| VerifiedPack::new(library.get(&id), id, installed))
            .collect();
        screen.report(self.json, &packs, |_| match &packs[..] {
            [] => "Nothing is installed.".to_owned(),
            packs => packs.iter().map(VerifiedPack::describe).collect(),
        })?;
        let problems = packs.iter().filter_map(VerifiedPack::problem);
        let (errors, warnings): (Vec<_>, Vec<_>) = problems.partition(|problem| problem.severity == Severity::Error);
        screen::complain(|colour| grognard_packs::render(&warnings, colour));
        if errors.is_empty() { Ok(()) } else { Err(Failure::Wrong(errors)) }
    }
}

impl VerifiedPack {
    /// Compares a pack with its record. `pack` is `None` if its manifest cannot be read.
    fn new(pack: Option<&Pack>, id: String, installed: &Installed) -> VerifiedPack {
        let origin = installed.origin(&id);
        let places = installed.places_of(&id);
        let folder = places.first().and_then(|(_, path)| Folder::open(path).ok());
        let changes = origin.as_ref().zip(folder).map(|(origin, folder)| origin.changes(&folder));
        VerifiedPack {
            id,
            version: pack.map(|pack| pack.version.to_string()).or(origin.map(|origin| origin.version)),
            is_readable: pack.is_some(),
            recorded: changes.is_some(),
            changes: changes.unwrap_or_default(),
        }
    }

    fn describe(&self) -> String {
        let state = match (self.is_readable, self.recorded, self.changes.len()) {
            (false, ..) => "unreadable",
            (true, false, _) => "not recorded",
            (true, true, 0) => "unchanged",
            (true, true, _) => "changed",
        };
        let change = |change: &PackChange| match change {
            PackChange::Changed(file) => format!("    changed  {file}\n"),
            PackChange::Missing(file) => format!("    missing  {file}\n"),
            PackChange::Added(file) => format!("    added    {file}\n"),
        };
        let changes: String = self.changes.iter().map(change).collect();
        format!("{} {}  {state}\n{changes}", self.id, self.version.as_deref().unwrap_or("?"))
    }

    fn problem(&self) -> Option<Diagnostic> {
        if !self.is_readable {
            let message = format!("the manifest of `{}` cannot be read, so the pack is not used", self.id);
            let help = format!("install it again, or remove it with `grognard mods remove {}`", self.id);
            return Some(Diagnostic::general("E737", message).help(help));
        }
        if !self.recorded {
            let message = format!("there is no record of the files of `{}`", self.id);
            return Some(Diagnostic::general("W738", message).warning().help("install it again to record them"));
        }
        let message = format!("the files of `{}` have changed since it was installed", self.id);
        let help = "install it again to restore them; to modify a pack, copy it with `grognard packs eject`";
        (!self.changes.is_empty()).then(|| Diagnostic::general("E737", message).help(help))
    }
}
