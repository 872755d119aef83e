//! Writes files completely or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file through a temporary file beside it, creating its folder. A file with the same bytes is left alone.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".part-");
    // A temporary file is private; this one gets ordinary permissions.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut beside = builder.tempfile_in(folder)?;
    beside.write_all(bytes)?;
    beside.as_file().sync_data()?;
    beside.persist(path).map(drop).map_err(|error| error.error)
}
