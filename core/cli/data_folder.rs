//! The folder for what a player keeps: saves, and the packs that were installed.

use grognard_packs::installed::Installed;
use grognard_packs::store::Store;
use std::path::{Path, PathBuf};

/// Where the desktop's conventions put a program's data, unless `GROGNARD_DATA` names another folder.
pub fn folder() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let absolute = |name: &str| named(name).filter(|path| path.is_absolute());
    let home = || absolute("HOME").map(|home| home.join(".local/share"));
    named("GROGNARD_DATA").or_else(|| absolute("XDG_DATA_HOME").or_else(home).map(|data| data.join("grognard")))
}

/// The packs the player has installed.
pub fn installed_packs() -> Option<Installed> {
    folder().map(|data| Installed::new(data.join("packs")))
}

/// The packs that games were begun under.
pub fn store() -> Option<Store> {
    store_folder().map(Store::new)
}

/// The folder they are kept in.
pub fn store_folder() -> Option<PathBuf> {
    folder().map(|data| data.join("store"))
}

/// The folder for saves.
pub fn saves() -> PathBuf {
    folder().map_or_else(|| PathBuf::from("grognard-saves"), |data| data.join("saves"))
}

/// The saves in a folder, by name; of a file, the file itself.
pub fn saves_in(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let files = std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut saves: Vec<PathBuf> = files.filter(|file| file.extension().is_some_and(|end| end == "jsonl") && file.is_file()).collect();
    saves.sort();
    saves
}
