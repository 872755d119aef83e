//! The folders that are searched for packs.

use crate::failure::Failure;
use grognard_packs::{Diagnostic, Library};
use std::path::{Path, PathBuf};

/// The folders of a root that contain packs.
pub const KIND_FOLDERS: [&str; 3] = ["scripts", "scenarios", "mods"];

/// The project's folder.
const OWN: &str = env!("CARGO_MANIFEST_DIR");

/// Returns the folders to search for packs: the current folder, the folders given with `--packs`, those in
/// `GROGNARD_PACKS`, and the folder of installed packs. If `GROGNARD_PACKS` is not set, the project's folder takes its
/// place.
pub fn find(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut roots = Vec::new();
    add(&mut roots, Path::new("."));
    for folder in named {
        if !holds_packs(folder) {
            return Err(Failure::usage(no_packs(folder)));
        }
        add(&mut roots, folder);
    }
    match std::env::var_os("GROGNARD_PACKS") {
        Some(listed) => {
            let listed = std::env::split_paths(&listed).filter(|folder| !folder.as_os_str().is_empty());
            listed.for_each(|folder| add(&mut roots, &folder));
        }
        None => add_own(&mut roots, Path::new(OWN)),
    }
    let installed = crate::data_folder::installed_packs();
    installed.recover();
    add(&mut roots, installed.root());
    Ok(roots)
}

/// Returns a path relative to the current folder, for shorter messages.
pub fn relative(folder: &Path) -> PathBuf {
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    let below = here.ok().and_then(|here| folder.strip_prefix(here).ok().map(Path::to_owned));
    match below {
        Some(below) if below.as_os_str().is_empty() => PathBuf::from("."),
        Some(below) => below,
        None => folder.to_owned(),
    }
}

/// Creates the error shown if no folder contains packs.
pub fn nothing_here(roots: &[PathBuf]) -> Diagnostic {
    let listed = std::env::var_os("GROGNARD_PACKS");
    let listed: Vec<PathBuf> =
        listed.map_or_else(|| vec![PathBuf::from(OWN)], |listed| std::env::split_paths(&listed).collect());
    let installed = crate::data_folder::installed_packs().root().to_owned();
    let mut looked_at = vec![PathBuf::from(".")];
    for folder in roots.iter().cloned().chain(listed).chain([installed]).filter(|folder| !folder.as_os_str().is_empty())
    {
        if !looked_at.contains(&folder) {
            looked_at.push(folder);
        }
    }
    let names: Vec<String> = looked_at.iter().map(|folder| folder.display().to_string()).collect();
    let error = Diagnostic::general("E502", format!("no packs found; searched folders: {}", names.join(", ")));
    error.help("use --packs or GROGNARD_PACKS to name a folder that contains scripts/, scenarios/ or mods/")
}

fn no_packs(folder: &Path) -> Diagnostic {
    let message = format!("there are no packs in {}", folder.display());
    Diagnostic::general("E502", message).help("a folder of packs contains scripts/, scenarios/ or mods/")
}

/// Returns whether a folder contains kind folders (`scripts`, `scenarios`, `mods`).
pub fn holds_packs(folder: &Path) -> bool {
    KIND_FOLDERS.iter().any(|kind_folder| folder.join(kind_folder).is_dir())
}

/// Adds a folder of packs, unless it is already listed.
pub fn add(roots: &mut Vec<PathBuf>, folder: &Path) {
    let real = |folder: &Path| folder.canonicalize().ok();
    if holds_packs(folder) && roots.iter().all(|known| real(known) != real(folder)) {
        roots.push(folder.to_owned());
    }
}

/// Adds the project's folder, unless one of its packs is found elsewhere: that is a copy of the project, and two packs
/// with the same id would conflict.
fn add_own(roots: &mut Vec<PathBuf>, own: &Path) {
    let others = Library::open(roots);
    let packs = Library::open(&[own.to_owned()]);
    if !packs.packs().iter().any(|pack| others.get(pack.id()).is_some()) {
        add(roots, own);
    }
}
