//! Limits on the folders that are watched.

/// Limits on how much of a folder is read. A pack beyond these limits cannot be loaded, so its files need not be read
/// either.
#[derive(Clone, Copy, Debug)]
pub struct WatchLimits {
    /// Maximum size of a file, in bytes.
    pub file: u64,
    /// Maximum total size of the files in a folder, in bytes.
    pub total: u64,
    /// Maximum number of files in a folder.
    pub files: usize,
    /// Maximum nesting of folders.
    pub depth: usize,
}
