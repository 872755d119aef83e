//! Folders for tests.

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

/// Writes the manifest of a pack.
#[allow(dead_code, reason = "not every test makes packs")]
pub fn pack(root: &Path, folder: &str, id: &str, kind: &str, extra: &str) {
    let folder = root.join(folder);
    fs::create_dir_all(&folder).unwrap();
    let text = format!("format = 1\nid = \"{id}\"\nversion = \"1.0.0\"\nkind = \"{kind}\"\nname = \"A pack\"\napi = \"*\"\n{extra}\n");
    fs::write(folder.join("pack.toml"), text).unwrap();
}
