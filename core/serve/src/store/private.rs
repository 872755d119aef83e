//! Files and folders that only the user can read, because they contain hidden information and reveal future dice rolls.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Creates a folder and its parents, accessible only to the user. Existing folders are left unchanged.
pub fn create_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Creates an empty file that only the user can access, unless the file exists. SQLite gives the same permissions to
/// the files it creates next to its database.
pub fn create_file(file: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(file) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Makes a database created by an earlier version, and the files next to it, accessible only to the user.
pub fn close_to_others(file: &Path) {
    let beside = |end: &str| {
        let mut name = file.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    };
    for file in [file.to_owned(), beside("-wal"), beside("-shm")] {
        // On file systems without file permissions, the folder's permissions apply.
        let _ = close(&file);
    }
}

#[cfg(unix)]
fn close(file: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut rights = fs::metadata(file)?.permissions();
    if rights.mode() & 0o077 == 0 {
        return Ok(());
    }
    rights.set_mode(0o600);
    fs::set_permissions(file, rights)
}

#[cfg(not(unix))]
fn close(file: &Path) -> io::Result<()> {
    fs::metadata(file).map(drop)
}

#[cfg(all(test, unix))]
mod tests {
    use crate::store::Store;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    fn rights(file: &std::path::Path) -> u32 {
        fs::metadata(file).expect("a file").permissions().mode() & 0o777
    }

    #[test]
    fn games_are_for_the_user_alone() {
        let root = tempfile::tempdir().expect("a folder");
        let folder = root.path().join("new/deep");
        let file = folder.join("games.sqlite");
        let store = Store::open(&file).expect("a store");
        assert_eq!([folder.parent().expect("a folder"), &folder].map(rights), [0o700; 2]);
        assert_eq!(
            ["games.sqlite", "games.sqlite-wal", "games.sqlite-shm"].map(|name| rights(&folder.join(name))),
            [0o600; 3]
        );
        drop(store);
        // An existing file is restricted to the user; an existing folder is left unchanged.
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).expect("rights");
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("rights");
        let _store = Store::open(&file).expect("a store");
        assert_eq!([&file, &folder].map(|path| rights(path)), [0o600, 0o755]);
        assert_eq!(["games.sqlite-wal", "games.sqlite-shm"].map(|name| rights(&folder.join(name))), [0o600; 2]);
    }
}
