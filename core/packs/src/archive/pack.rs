//! Creates archives. The same files always produce the same bytes.

use super::entry_name;
use crate::diagnostic::Diagnostic;
use crate::hash;
use crate::source::{Folder, is_leftover};
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// An archive, ready to be written.
#[derive(Debug)]
pub struct PackArchive {
    /// The bytes of the zip file.
    pub bytes: Vec<u8>,
    /// Hash of the names and contents of the packed files, regardless of compression.
    pub hash: String,
    /// The names of the packed files.
    pub files: Vec<String>,
    /// Files in the folder that are not part of the pack.
    pub left_out: Vec<String>,
}

/// Creates an archive of a folder.
pub fn pack(folder: &Folder) -> Result<PackArchive, Vec<Diagnostic>> {
    if let Some(error) = folder.over_limits() {
        return Err(vec![error]);
    }
    let all = folder.files("").map_err(|error| vec![folder.unreadable("", &error)])?;
    let (left_out, files): (Vec<_>, Vec<_>) = all.into_iter().partition(|name| is_leftover(name));
    let mut errors = Vec::new();
    let mut contents = Vec::new();
    for name in &files {
        if let Some(problem) = entry_name::problem(name) {
            let message = format!("the file `{}` cannot be packed: {problem}", name.escape_debug());
            errors.push(Diagnostic::file("E702", folder.show(name), message));
        }
        match folder.read_bytes(name) {
            Ok(bytes) => contents.push(bytes),
            Err(error) => errors.push(folder.unreadable(name, &error)),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let hash = hash(files.iter().zip(&contents).flat_map(|(name, bytes)| [name.as_bytes(), bytes]));
    let bytes = write(files.iter().map(String::as_str).zip(contents.iter().map(Vec::as_slice))).map_err(|error| {
        vec![Diagnostic::file("E701", folder.show(""), format!("cannot create the archive: {error}"))]
    })?;
    Ok(PackArchive { bytes, hash, files, left_out })
}

/// Writes an archive with these files and returns its bytes.
pub(crate) fn write<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> zip::result::ZipResult<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(6))
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(name, options)?;
        archive.write_all(bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}
