//! Hashes of files and rules.

/// A hash of parts; their lengths count, so that text cannot wander from one into the next.
pub fn hash<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    format!("b3:{}", hasher.finalize().to_hex())
}

/// The hash of the files of a pack, which are in ascending order of their names.
pub(crate) fn content_hash<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> String {
    hash(files.into_iter().flat_map(|(name, text)| [name.as_bytes(), text]))
}
