//! `grognard mods install`: installs a pack from a folder or an archive.

use super::missing;
use crate::check;
use crate::failure::Failure;
use crate::pack_name::PackNames;
use crate::screen::Screen;
use grognard_packs::installed::{InstallLock, Installed, StagedPack};
use grognard_packs::source::display_path;
use grognard_packs::{Diagnostic, Library, Severity};
use std::path::{Path, PathBuf};

/// Install a pack from a folder or a zip archive, or update an installed one.
#[derive(clap::Args)]
pub struct Args {
    /// Pack to install: its name, or the path of its folder or archive.
    #[arg(value_name = "PACK|PATH")]
    source: String,
}

impl Args {
    /// Installs the pack, unless `check` finds an error.
    pub fn run(&self, installed: &Installed, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let source = source(&self.source, roots)?;
        let turn = installed.turn()?;
        let staged = stage(&turn, &source, roots)?;
        let name = format!("{} {}", staged.pack.id(), staged.pack.version);
        let newer = installed
            .library()
            .get(staged.pack.id())
            .map(|there| there.version.clone())
            .filter(|there| *there > staged.pack.version);
        let replaced = turn.put(staged)?;
        let note = newer.map(|newer| format!(", replacing the newer version {newer}")).unwrap_or_default();
        screen.say(&format!("{} {name}{note}", if replaced && note.is_empty() { "updated" } else { "installed" }))
    }
}

/// Returns the archive or folder that `text` names.
pub fn source(text: &str, roots: &[PathBuf]) -> Result<PathBuf, Failure> {
    let path = Path::new(text);
    if path.extension().is_some_and(|end| end == "zip") {
        path.metadata().map_err(Failure::file(path))?;
        return Ok(path.to_owned());
    }
    PackNames::new(roots).folder(text).map(|folder| crate::roots::relative(&folder))
}

/// Unpacks and checks a pack in a temporary folder next to the installed packs. Problems are reported with the file
/// names that the user gave.
pub fn stage(turn: &InstallLock, source: &Path, roots: &[PathBuf]) -> Result<StagedPack, Failure> {
    let staged = turn.stage(source)?;
    let folder = staged.pack.folder.path();
    let mut all = vec![staged.root.path().to_owned()];
    all.extend(roots.iter().cloned());
    let lacking = missing(&staged.pack, &Library::open(&all));
    if !lacking.is_empty() {
        let message = format!("`{}` requires {}, which is not installed", staged.pack.id(), lacking.join(" and "));
        return Err(Failure::wrong(Diagnostic::file("E542", display_path(source), message).help("install it first")));
    }
    let real = folder.canonicalize().map_err(Failure::file(folder))?;
    let found = check::look_but_types(&all, std::slice::from_ref(&real)).diagnostics;
    let errors = found.into_iter().filter(|problem| problem.severity == Severity::Error);
    let errors: Vec<Diagnostic> =
        errors.map(|problem| problem.with_folder(&display_path(folder), &display_path(source))).collect();
    if errors.is_empty() { Ok(staged) } else { Err(Failure::Wrong(errors)) }
}
