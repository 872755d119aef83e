//! The folder in which a registry is built.

use super::entry::PublishedPack;
use crate::canonical::{digest, json};
use crate::format::{FORMAT, PackIndex, PackVersion, REGISTRY_FILE, RegistryFile, index_path};
use crate::whole_file;
use grognard_packs::archive::MAX_ARCHIVE;
use grognard_packs::{Diagnostic, is_id};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A registry in a folder.
#[derive(Clone, Debug)]
pub struct RegistryFolder {
    pub(super) root: PathBuf,
    pub(super) packs: BTreeMap<String, PackIndex>,
    pub(super) old: Option<RegistryFile>,
}

/// Creates an error about a file that prevents a registry from being built.
pub(super) fn wrong(path: &Path, message: impl Into<String>) -> Diagnostic {
    Diagnostic::file("E734", grognard_packs::source::display_path(path), message)
}

pub(super) fn unwritable(path: &Path) -> impl FnOnce(std::io::Error) -> Diagnostic {
    let path = path.to_owned();
    move |error| wrong(&path, format!("cannot write this file: {error}"))
}

impl RegistryFolder {
    /// Reads the lists of a registry in a folder, which need not exist.
    pub fn open(root: impl Into<PathBuf>) -> Result<RegistryFolder, Diagnostic> {
        let root = root.into();
        let old = read_json::<RegistryFile>(&root.join(REGISTRY_FILE))?;
        let mut packs = BTreeMap::new();
        for path in below(&root.join("index")).iter().flat_map(|letters| below(letters)) {
            let index = read_json::<PackIndex>(&path)?.unwrap_or_else(|| PackIndex::new(""));
            let expected = root.join(index_path(&index.id));
            if index.format != FORMAT || !is_id(&index.id) || expected != path {
                return Err(wrong(&path, format!("expected an index of format {FORMAT}, named after its pack")));
            }
            packs.insert(index.id.clone(), index);
        }
        Ok(RegistryFolder { root, packs, old })
    }

    /// Returns the folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the signed list as last read or written; `None` if there is none yet.
    pub fn old(&self) -> Option<&RegistryFile> {
        self.old.as_ref()
    }

    /// Returns the indexes of all packs, sorted by id.
    pub fn packs(&self) -> impl Iterator<Item = &PackIndex> {
        self.packs.values()
    }

    /// Returns the indexes that differ from those in the signed list, because they were changed after the list was
    /// written.
    pub fn unlisted(&self) -> impl Iterator<Item = &PackIndex> {
        let listed = self.old.as_ref().map(|old| &old.packs);
        let is_listed = move |index: &PackIndex| {
            listed.and_then(|packs| packs.get(&index.id)).is_some_and(|hash| *hash == digest(json(index).as_bytes()))
        };
        self.packs.values().filter(move |index| !is_listed(index))
    }

    /// Adds a version of a pack and writes its archive; returns whether the version was new. Fails if the version is
    /// already published with other files.
    pub fn add(&mut self, pack: PublishedPack) -> Result<bool, Diagnostic> {
        let PublishedPack { id, entry, archive, screenshots } = pack;
        let index = self.packs.entry(id.clone()).or_insert_with(|| PackIndex::new(&id));
        if let Some(known) = index.get(&entry.version) {
            return if known.content == entry.content { Ok(false) } else { Err(published(&id, &entry)) };
        }
        self.write(&entry.archive_path(), &archive)?;
        screenshots.iter().try_for_each(|(path, bytes)| self.write(path, bytes))?;
        let index = self.packs.entry(id.clone()).or_insert_with(|| PackIndex::new(&id));
        index.versions.push(entry);
        index.versions.sort_by(|one, other| one.version.cmp(&other.version));
        let text = json(index);
        self.write(&index_path(&id), text.as_bytes())?;
        Ok(true)
    }

    /// Reads the archive of a version. Fails if it is not the one that was published.
    pub fn archive(&self, entry: &PackVersion) -> Result<Vec<u8>, Diagnostic> {
        let path = self.root.join(entry.archive_path());
        let is_whole = path.metadata().is_ok_and(|meta| meta.len() == entry.size && entry.size <= MAX_ARCHIVE);
        let bytes = is_whole.then(|| fs::read(&path).ok()).flatten().filter(|bytes| digest(bytes) == entry.blake3);
        bytes.ok_or_else(|| {
            let help = "restore the archive, or delete the version from the index";
            wrong(&path, "the archive is missing or differs from the published one").help(help)
        })
    }

    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        let path = self.root.join(name);
        whole_file::write(&path, bytes).map_err(unwritable(&path))
    }
}

fn published(id: &str, entry: &PackVersion) -> Diagnostic {
    let message = format!("`{id}` {} is already published with different files", entry.version);
    Diagnostic::general("E733", message).help("increase the version in `pack.toml`: a published version never changes")
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, Diagnostic> {
    match fs::read(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(wrong(path, format!("cannot read this file: {error}"))),
        Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|error| wrong(path, error.to_string())),
    }
}

fn below(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    paths.retain(|path| path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with('.')));
    paths.sort();
    paths
}
