//! The folder for what a player keeps: saves, and the packs that were installed.

use grognard_packs::installed::Installed;
use std::path::PathBuf;

/// Where the desktop's conventions put a program's data, unless `GROGNARD_DATA` names another folder.
pub fn folder() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let absolute = |name: &str| named(name).filter(|path| path.is_absolute());
    let home = || absolute("HOME").map(|home| home.join(".local/share"));
    named("GROGNARD_DATA").or_else(|| absolute("XDG_DATA_HOME").or_else(home).map(|data| data.join("grognard")))
}

/// The packs the player has installed.
pub fn installed() -> Option<Installed> {
    folder().map(|data| Installed::new(data.join("packs")))
}
