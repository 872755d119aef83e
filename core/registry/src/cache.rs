//! Copies of what was fetched, so that the network is not needed twice. Files are kept by their hash and compared with
//! it whenever they are used, so a damaged copy is never used.

use crate::canonical::{digest, is_digest};
use crate::whole_file;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::PathBuf;

/// The folder of all copies.
#[derive(Clone, Debug)]
pub struct Cache {
    root: PathBuf,
}

/// The copies of one registry.
#[derive(Clone, Debug)]
pub struct RegistryCache {
    root: PathBuf,
}

/// Files by their hashes.
#[derive(Clone, Debug)]
pub struct HashedFiles {
    folder: PathBuf,
    extension: &'static str,
}

/// The last signed list of a registry.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CachedHead {
    /// The signed list as it was fetched.
    pub registry: String,
    /// Its signature.
    pub signature: String,
    /// Its serial, the highest that was seen.
    pub serial: u64,
}

impl Cache {
    /// Opens the cache in a folder, which need not exist.
    pub fn new(root: impl Into<PathBuf>) -> Cache {
        Cache { root: root.into() }
    }

    /// Returns the copies of the registry with a name.
    pub(crate) fn registry(&self, name: &str) -> RegistryCache {
        RegistryCache { root: self.root.join("registry").join(name) }
    }

    /// Returns the archives of all registries.
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

    /// Keeps a signed list, and only those of the other files that it names.
    pub fn keep_head(&self, head: &CachedHead, named: &BTreeSet<&str>) -> io::Result<()> {
        whole_file::write(&self.root.join("head.json"), &serde_json::to_vec(head).unwrap_or_default())?;
        self.files().keep_only(named);
        Ok(())
    }

    /// Returns the index files and the file for searching.
    pub fn files(&self) -> HashedFiles {
        HashedFiles { folder: self.root.join("files"), extension: "json" }
    }
}

impl HashedFiles {
    fn path(&self, hash: &str) -> Option<PathBuf> {
        is_digest(hash).then(|| self.folder.join(format!("{hash}.{}", self.extension)))
    }

    /// Returns a file if there is an undamaged copy.
    pub fn get(&self, hash: &str) -> Option<Vec<u8>> {
        fs::read(self.path(hash)?).ok().filter(|bytes| digest(bytes) == hash)
    }

    /// Keeps a file whose hash was verified. A full disk makes the cache useless, but nothing else.
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
