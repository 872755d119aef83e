//! Where an installed pack came from, and the hashes of its files. Both are recorded in a hidden file in the pack's
//! folder, so that they are installed, replaced and removed together with the pack. Hidden files are not part of a
//! pack.

use super::stage::Files;
use super::{InstallError, InstallLock, InstallResult, Installed, StagedPack, file};
use crate::content_hash;
use crate::library::Pack;
use crate::source::{Folder, is_leftover};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::Path;

/// The file in an installed pack's folder that contains its record.
const FILE: &str = ".origin.json";

/// Where a pack came from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OriginSource {
    /// The name of the registry, if the pack came from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub registry: Option<String>,
    /// The address of the archive or repository, if the pack was installed from an address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The BLAKE3 hash of the archive, if the pack was fetched as an archive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blake3: Option<String>,
}

/// The record of an installed pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Where the pack came from.
    #[serde(flatten)]
    pub source: OriginSource,
    /// The version that was installed.
    pub version: String,
    /// The hash of all files, as `grognard pack` prints it.
    pub content: String,
    /// The BLAKE3 hash of each file.
    pub files: BTreeMap<String, String>,
}

/// A difference between an installed pack and its record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "change", content = "file", rename_all = "lowercase")]
pub enum PackChange {
    /// The file's contents have changed.
    Changed(String),
    /// The file is gone, or cannot be read.
    Missing(String),
    /// The file is not in the record.
    Added(String),
}

impl StagedPack {
    /// Writes the record of a pack, with its source and the hashes of its files, to its working folder.
    pub fn record(&self, source: OriginSource) -> InstallResult<Origin> {
        let files = files_of(&self.pack)?;
        let origin = Origin {
            source,
            version: self.pack.version.to_string(),
            content: content_hash(files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))),
            files: files.iter().map(|(name, bytes)| (name.clone(), file_hash(bytes))).collect(),
        };
        let path = self.pack.folder.path().join(FILE);
        let text = serde_json::to_string_pretty(&origin).unwrap_or_default() + "\n";
        let mut beside = tempfile::NamedTempFile::new_in(self.pack.folder.path()).map_err(file(&path))?;
        beside.write_all(text.as_bytes()).map_err(file(&path))?;
        beside.persist(&path).map_err(|error| InstallError::File(path, error.error))?;
        Ok(origin)
    }
}

impl InstallLock<'_> {
    /// Returns the installed packs to which the lock applies.
    pub fn installed(&self) -> &Installed {
        self.installed
    }
}

impl Installed {
    /// Returns the record of an installed pack. Packs installed by early versions of the program have none.
    pub fn origin(&self, id: &str) -> Option<Origin> {
        let (_, path) = self.places_of(id).into_iter().next()?;
        read(&path)
    }
}

impl Origin {
    /// Compares the files of an installed pack with this record.
    pub fn changes(&self, folder: &Folder) -> Vec<PackChange> {
        let all = folder.files("").unwrap_or_default();
        let names: BTreeSet<&String> = all.iter().filter(|name| !is_leftover(name)).chain(self.files.keys()).collect();
        names.into_iter().filter_map(|name| self.change(folder, name)).collect()
    }

    fn change(&self, folder: &Folder, name: &str) -> Option<PackChange> {
        let Some(hash) = self.files.get(name) else { return Some(PackChange::Added(name.to_owned())) };
        match folder.read_bytes(name) {
            Ok(bytes) if file_hash(&bytes) == *hash => None,
            Ok(_) => Some(PackChange::Changed(name.to_owned())),
            Err(_) => Some(PackChange::Missing(name.to_owned())),
        }
    }
}

fn read(folder: &Path) -> Option<Origin> {
    serde_json::from_slice(&fs::read(folder.join(FILE)).ok()?).ok()
}

fn file_hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

fn files_of(pack: &Pack) -> InstallResult<Files> {
    let wrong = |name: &str, error: crate::source::ReadError| {
        let shown = pack.folder.show(name);
        InstallError::Wrong(vec![error.diagnostic(&shown, pack.place(&[]))])
    };
    let names = pack.folder.files("").map_err(|error| wrong("", error))?;
    let read = |name: String| match pack.folder.read_bytes(&name) {
        Ok(bytes) => Ok((name, bytes)),
        Err(error) => Err(wrong(&name, error)),
    };
    names.into_iter().map(read).collect()
}
