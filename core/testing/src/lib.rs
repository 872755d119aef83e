//! Folders for the tests of every crate.

use std::fs;
use std::path::{Path, PathBuf};

/// The top of the workspace.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Copies a folder over another; links stay links.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_symlink() {
            let _ = fs::remove_file(&target);
            #[cfg(unix)]
            std::os::unix::fs::symlink(fs::read_link(&path).unwrap(), target).unwrap();
        } else if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, target).unwrap();
        }
    }
}

/// A copy of the shipped packs that tests may spoil.
pub fn shipped() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for shelf in ["scripts", "scenarios", "mods"] {
        copy(&workspace().join(shelf), &root.path().join(shelf));
    }
    root
}

/// The TOML files in and below a folder, but for templates: those of a system are no packs yet, `new` reads them.
pub fn toml_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "template") {
            toml_files(&path, found);
        } else if path.extension().is_some_and(|end| end == "toml") {
            found.push(path);
        }
    }
    found.sort();
}

/// Writes the manifest of a pack.
pub fn pack(root: &Path, folder: &str, id: &str, kind: &str, extra: &str) {
    let folder = root.join(folder);
    fs::create_dir_all(&folder).unwrap();
    let text = format!("format = 1\nid = \"{id}\"\nversion = \"1.0.0\"\nkind = \"{kind}\"\nname = \"A pack\"\napi = \"*\"\n{extra}\n");
    fs::write(folder.join("pack.toml"), text).unwrap();
}
