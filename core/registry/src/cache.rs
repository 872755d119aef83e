//! Copies of fetched files, so that the same file is not fetched twice. The name of a copy is the hash of its contents,
//! which is checked at every use, so a damaged copy is never used.

use crate::canonical::{digest, is_digest};
use crate::whole_file;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::PathBuf;

/// The folder that contains all cached files.
#[derive(Clone, Debug)]
pub struct Cache {
    root: PathBuf,
}

/// The cached files of one registry.
#[derive(Clone, Debug)]
pub struct RegistryCache {
    root: PathBuf,
}

/// A folder of files named after their hashes.
#[derive(Clone, Debug)]
pub struct HashedFiles {
    folder: PathBuf,
    extension: &'static str,
}

/// The last signed list accepted from a registry.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CachedHead {
    /// The text of the list, exactly as fetched.
    pub registry: String,
    /// Its signature.
    pub signature: String,
    /// Its serial, which is the highest seen so far.
    pub serial: u64,
}

impl Cache {
    /// Opens the cache in a folder, which need not exist.
    pub fn new(root: impl Into<PathBuf>) -> Cache {
        Cache { root: root.into() }
    }

    /// Returns the cached files of a registry.
    pub(crate) fn registry(&self, name: &str) -> RegistryCache {
        RegistryCache { root: self.root.join("registry").join(name) }
    }

    /// Returns the cached archives, which all registries share.
    pub(crate) fn archives(&self) -> HashedFiles {
        HashedFiles { folder: self.root.join("archives"), extension: "zip" }
    }

    /// Forgets everything about a registry, including its serial.
    pub fn forget(&self, name: &str) -> io::Result<()> {
        match fs::remove_dir_all(self.registry(name).root) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => removed,
        }
    }
}

impl RegistryCache {
    /// Returns the last signed list.
    pub fn head(&self) -> Option<CachedHead> {
        serde_json::from_slice(&fs::read(self.root.join("head.json")).ok()?).ok()
    }

    /// Stores a signed list, and removes all other cached files of the registry except those in `named`.
    pub fn keep_head(&self, head: &CachedHead, named: &BTreeSet<&str>) -> io::Result<()> {
        whole_file::write(&self.root.join("head.json"), &serde_json::to_vec(head).unwrap_or_default())?;
        self.files().keep_only(named);
        Ok(())
    }

    /// Returns the cached index files and search files.
    pub fn files(&self) -> HashedFiles {
        HashedFiles { folder: self.root.join("files"), extension: "json" }
    }
}

impl HashedFiles {
    fn path(&self, hash: &str) -> Option<PathBuf> {
        is_digest(hash).then(|| self.folder.join(format!("{hash}.{}", self.extension)))
    }

    /// Returns the file with this hash if there is an undamaged copy.
    pub fn get(&self, hash: &str) -> Option<Vec<u8>> {
        fs::read(self.path(hash)?).ok().filter(|bytes| digest(bytes) == hash)
    }

    /// Stores a file whose hash was verified. Errors are ignored, because the program also works without a cache.
    pub fn put(&self, hash: &str, bytes: &[u8]) {
        if let Some(path) = self.path(hash) {
            let _ = whole_file::write(&path, bytes);
        }
    }

    fn keep_only(&self, named: &BTreeSet<&str>) {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let is_named =
            |path: &PathBuf| path.file_stem().and_then(|stem| stem.to_str()).is_some_and(|s| named.contains(s));
        files.filter(|path| !is_named(path)).for_each(|path| drop(fs::remove_file(path)));
    }
}
