//! Atomic writes: if the disk is full or the program crashes, the previous file stays intact.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes to a temporary file in the same folder and renames it. If the path is a symbolic link, its target is
/// replaced; devices and pipes are written directly.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let path = &place(path);
    let old = fs::metadata(path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return fs::write(path, bytes);
    }
    if old.is_some() {
        // Renaming would replace a write-protected file.
        OpenOptions::new().append(true).open(path)?;
    }
    let beside = beside(path);
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(bytes.as_ref())?;
        old.map_or(Ok(()), |old| file.set_permissions(old.permissions()))?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&beside, path)).inspect_err(|_| drop(fs::remove_file(&beside)))
}

/// Returns the absolute path of a file, which need not exist, following symbolic links.
pub fn place(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| {
        let led = path.parent().zip(fs::read_link(path).ok()).map(|(folder, link)| folder.join(link));
        let named = led.unwrap_or_else(|| path.to_owned());
        std::path::absolute(&named).unwrap_or(named)
    })
}

/// Returns the path of the temporary file. It is hidden, so that it is never mistaken for a pack file.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.part", std::process::id()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("map.svg");
        write(&path, "one").unwrap();
        write(&path, "two").unwrap();
        assert_eq!(
            (fs::read_to_string(&path).unwrap().as_str(), names(folder.path())),
            ("two", vec!["map.svg".to_owned()])
        );
    }

    #[test]
    fn a_file_that_cannot_be_written_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("sub")).unwrap();
        assert!(write(&folder.path().join("sub"), "text").is_err());
        assert!(write(&folder.path().join("no/such/map.svg"), "text").is_err());
        assert_eq!(names(folder.path()), ["sub"]);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        fs::write(&target, "old").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink("target", &link).unwrap();
        write(&link, "new").unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&target).unwrap(), "new");
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
