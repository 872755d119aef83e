//! The folder for a player's data: saves and installed packs.

use crate::config;
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use grognard_packs::installed::Installed;
use grognard_packs::store::Store;
use std::path::{Path, PathBuf};

/// Returns the folder named by `GROGNARD_DATA` or in the configuration file, or else a folder in the system's user data
/// folder. If there is no home directory, returns `grognard-data`, which is relative to the current folder.
pub fn folder() -> PathBuf {
    let named = std::env::var_os("GROGNARD_DATA").filter(|path| !path.is_empty()).map(PathBuf::from);
    match named.or_else(|| config::get().data.clone()) {
        Some(path) => path,
        None => choose_native_strategy()
            .map_or_else(|_| "grognard-data".into(), |system| system.data_dir().join("grognard")),
    }
}

/// Puts temporary files into the data folder if the system has no folder for them, as in a minimal container.
pub fn ensure_temporary_folder() {
    if !std::env::temp_dir().is_dir() {
        let folder = std::path::absolute(folder()).unwrap_or_default().join("temporary");
        if std::fs::create_dir_all(&folder).is_ok() {
            // This fails only if it was done before.
            let _ = tempfile::env::override_temp_dir(&folder);
        }
    }
}

/// Returns the installed packs.
pub fn installed_packs() -> Installed {
    Installed::new(folder().join("packs"))
}

/// Returns the store: the packs that games were started with.
pub fn store() -> Store {
    Store::new(store_folder())
}

/// Returns the folder of the store.
pub fn store_folder() -> PathBuf {
    folder().join("store")
}

/// Returns the folder of the saves.
pub fn saves() -> PathBuf {
    folder().join("saves")
}

/// Returns the saves in a folder, sorted by name; for a file, the file itself.
pub fn saves_in(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let files = std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut saves: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|end| end == "jsonl") && file.is_file()).collect();
    saves.sort();
    saves
}
