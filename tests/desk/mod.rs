//! A copy of the packs of Battle for Moscow, to be edited.

use std::fs;
use std::path::Path;

/// The copy.
pub fn packs() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for pack in ["scripts/std", "scripts/battle-for-moscow", "scenarios/battle-for-moscow", "mods/battle-for-moscow-1986"] {
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(pack), &folder.path().join(pack));
    }
    folder
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}
