//! The packs built into the program. They are unpacked into the data folder, because rules are read, watched and copied
//! as files.

use crate::data_folder;
use crate::failure::Failure;
use grognard_packs::managed_mark;
use std::fs;
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, OnceLock};
use zip::ZipArchive;

/// The zip archive of the built-in packs.
static ARCHIVE: OnceLock<&[u8]> = OnceLock::new();

/// The environment variable that hides the built-in packs if its value is `off`.
const SWITCH: &str = "GROGNARD_BUILT_IN";

/// Number of hexadecimal digits of the hash in the name of the folder.
const HASH_DIGITS: usize = 16;

/// Sets the zip archive of the built-in packs. Only the first call has an effect; until then, there are no built-in
/// packs.
pub fn set(archive: &'static [u8]) {
    let _ = ARCHIVE.set(archive);
}

fn archive() -> &'static [u8] {
    ARCHIVE.get().copied().unwrap_or_default()
}

/// Returns the folder into which the built-in packs are unpacked.
pub fn folder() -> PathBuf {
    static NAME: LazyLock<String> = LazyLock::new(|| blake3::hash(archive()).to_hex()[..HASH_DIGITS].to_owned());
    data_folder::folder().join("built-in").join(&*NAME)
}

/// Returns whether the built-in packs are to be used.
pub fn is_on() -> bool {
    ARCHIVE.get().is_some() && std::env::var_os(SWITCH).is_none_or(|value| value != "off")
}

/// Unpacks the built-in packs unless that has already been done, and returns their folder.
pub fn unpack() -> Result<PathBuf, Failure> {
    let folder = folder();
    if !folder.is_dir() {
        unpack_into(&folder).map_err(Failure::file(&folder))?;
    }
    Ok(folder)
}

/// Unpacks into a working folder first, so that `folder` is always either complete or absent.
fn unpack_into(folder: &Path) -> io::Result<()> {
    let parent = folder.parent().unwrap_or(folder);
    fs::create_dir_all(parent)?;
    let part = tempfile::Builder::new().prefix(".part-").tempdir_in(parent)?;
    // The working folder is private; the packs get ordinary permissions.
    let unpacked = part.path().join("packs");
    fs::create_dir(&unpacked)?;
    ZipArchive::new(Cursor::new(archive()))?.extract(&unpacked)?;
    fs::write(managed_mark(folder), "")?;
    match fs::rename(&unpacked, folder) {
        // Another process has unpacked the packs in the meantime.
        Err(_) if folder.is_dir() => Ok(()),
        result => result,
    }
}
