//! The folders that are searched for packs.

use crate::built_in;
use crate::config;
use crate::failure::Failure;
use grognard_packs::{Diagnostic, Kind};
use std::path::{Path, PathBuf};

/// Returns the folders to search for packs: the current folder, the folders given with `--packs`, those in
/// `GROGNARD_PACKS` or the configuration file, the folder of installed packs, and that of built-in packs.
pub fn find(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut roots = Vec::new();
    add(&mut roots, Path::new("."));
    for folder in named {
        if !holds_packs(folder) {
            return Err(Failure::usage(no_packs(folder)));
        }
        add(&mut roots, folder);
    }
    listed().iter().for_each(|folder| add(&mut roots, folder));
    let installed = crate::data_folder::installed_packs();
    installed.recover();
    add(&mut roots, installed.root());
    if built_in::is_on() {
        add(&mut roots, &built_in::unpack()?);
    }
    Ok(roots)
}

/// Returns the roots with the folder of installed packs, which may still be empty. It comes before the built-in packs.
pub fn with_installed(roots: &[PathBuf]) -> Vec<PathBuf> {
    let installed = crate::data_folder::installed_packs().root().to_owned();
    let mut roots = roots.to_vec();
    if !holds_packs(&installed) {
        let at = roots.iter().position(|root| *root == built_in::folder()).unwrap_or(roots.len());
        roots.insert(at, installed);
    }
    roots
}

/// Returns the folders in the environment variable `GROGNARD_PACKS`, or else those in the configuration file.
pub fn listed() -> Vec<PathBuf> {
    match std::env::var_os("GROGNARD_PACKS") {
        Some(listed) => std::env::split_paths(&listed).filter(|folder| !folder.as_os_str().is_empty()).collect(),
        None => config::get().packs.clone().unwrap_or_default(),
    }
}

/// Returns the roots without the built-in packs, or with them if there are no other roots. Commands that process every
/// pack they find use these roots, so that they cover an author's packs and not the program's.
pub fn without_built_in(roots: &[PathBuf]) -> Vec<PathBuf> {
    let others: Vec<PathBuf> = roots.iter().filter(|root| **root != built_in::folder()).cloned().collect();
    if others.is_empty() { roots.to_vec() } else { others }
}

/// Returns a path relative to the current folder, for shorter messages.
pub fn relative(folder: &Path) -> PathBuf {
    let here = std::env::current_dir().and_then(dunce::canonicalize);
    let below = here.ok().and_then(|here| folder.strip_prefix(here).ok().map(Path::to_owned));
    match below {
        Some(below) if below.as_os_str().is_empty() => PathBuf::from("."),
        Some(below) => below,
        None => folder.to_owned(),
    }
}

/// Creates the error shown if no folder contains packs.
pub fn nothing_here(roots: &[PathBuf]) -> Diagnostic {
    let installed = crate::data_folder::installed_packs().root().to_owned();
    let built_in = built_in::is_on().then(built_in::folder);
    let mut looked_at = vec![PathBuf::from(".")];
    for folder in roots.iter().cloned().chain(listed()).chain([installed]).chain(built_in) {
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
    Kind::FOLDERS.iter().any(|kind_folder| folder.join(kind_folder).is_dir())
}

/// Adds a folder of packs, unless it is already listed.
pub fn add(roots: &mut Vec<PathBuf>, folder: &Path) {
    let real = |folder: &Path| dunce::canonicalize(folder).ok();
    if holds_packs(folder) && roots.iter().all(|known| real(known) != real(folder)) {
        roots.push(folder.to_owned());
    }
}
