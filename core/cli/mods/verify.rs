//! `grognard mods verify`: compares installed packs with the records made when they were installed.

use super::id_of;
use crate::failure::Failure;
use crate::screen::{self, Screen};
use grognard_packs::installed::{Installed, PackChange};
use grognard_packs::{Diagnostic, Pack, Severity};
use serde::Serialize;
use std::path::PathBuf;

/// Check whether the files of installed packs have changed since they were installed.
#[derive(clap::Args)]
pub struct Args {
    /// Packs to check, by id or the part after the dot; all by default.
    names: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The result for one pack.
#[derive(Serialize)]
struct VerifiedPack {
    id: String,
    version: String,
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
        let is_wanted = |pack: &&Pack| ids.is_empty() || ids.iter().any(|id| id == pack.id());
        let packs: Vec<VerifiedPack> =
            library.packs().iter().filter(is_wanted).map(|pack| VerifiedPack::new(pack, installed)).collect();
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
    fn new(pack: &Pack, installed: &Installed) -> VerifiedPack {
        let origin = installed.origin(pack.id());
        VerifiedPack {
            id: pack.id().to_owned(),
            version: pack.version.to_string(),
            recorded: origin.is_some(),
            changes: origin.map(|origin| origin.changes(pack)).unwrap_or_default(),
        }
    }

    fn describe(&self) -> String {
        let state = match (self.recorded, self.changes.len()) {
            (false, _) => "not recorded",
            (true, 0) => "unchanged",
            (true, _) => "changed",
        };
        let change = |change: &PackChange| match change {
            PackChange::Changed(file) => format!("    changed  {file}\n"),
            PackChange::Missing(file) => format!("    missing  {file}\n"),
            PackChange::Added(file) => format!("    added    {file}\n"),
        };
        let changes: String = self.changes.iter().map(change).collect();
        format!("{} {}  {state}\n{changes}", self.id, self.version)
    }

    fn problem(&self) -> Option<Diagnostic> {
        if !self.recorded {
            let message = format!("there is no record of the files of `{}`", self.id);
            return Some(Diagnostic::general("W738", message).warning().help("install it again to record them"));
        }
        let message = format!("the files of `{}` have changed since it was installed", self.id);
        let help = "install it again to restore them; to modify a pack, copy it with `grognard packs eject`";
        (!self.changes.is_empty()).then(|| Diagnostic::general("E737", message).help(help))
    }
}
