//! Hashes of files and rules.

/// Hashes several parts together. Their lengths are included, so that moving text from one part to the next changes the
/// hash.
pub fn hash<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    format!("b3:{}", hasher.finalize().to_hex())
}

/// Hashes the files of a pack, which must be sorted by name. `grognard pack` prints the hash of all the files of a pack
/// together; a lock contains the hash of only those that were read.
pub fn content_hash<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> String {
    hash(files.into_iter().flat_map(|(name, text)| [name.as_bytes(), text]))
}
