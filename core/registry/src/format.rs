//! The files of a registry. Clients ignore keys that they do not know; an incompatible change gets another `format`.

use grognard_packs::{Conflict, Kind};
use semver::Version;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the format that this program reads and writes.
pub const FORMAT: u32 = 1;

/// The signed list, relative to the registry.
pub const REGISTRY_FILE: &str = "registry.json";

/// The signature of the list.
pub const SIGNATURE_FILE: &str = "registry.json.minisig";

/// The file for searching.
pub const SEARCH_FILE: &str = "search.json";

/// The signed list: `registry.json`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegistryFile {
    /// The format: 1.
    pub format: u32,
    /// The name of the registry.
    pub name: String,
    /// A number that grows with every change. Clients refuse a number below the highest they have seen.
    pub serial: u64,
    /// The BLAKE3 hash of each pack's index file, by the pack's id.
    pub packs: BTreeMap<String, String>,
    /// The BLAKE3 hash of `search.json`.
    pub search: String,
    /// The key that will sign the registry in future, if it is about to change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_key: Option<String>,
}

/// All versions of a pack: `index/<first letters>/<id>.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackIndex {
    /// The format: 1.
    pub format: u32,
    /// The id of the pack.
    pub id: String,
    /// The versions in ascending order.
    pub versions: Vec<PackVersion>,
}

/// A published version of a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackVersion {
    /// The version.
    pub version: Version,
    /// The kind of pack.
    pub kind: Kind,
    /// The name shown to players.
    pub name: String,
    /// A description in one sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// The versions of the scripting API that it is written for.
    pub api: String,
    /// For a scenario: the id of its game system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// The required packs, with the ranges of their versions.
    #[serde(default)]
    pub requires: BTreeMap<String, String>,
    /// The packs that come first if they are in use, with the ranges that this version works with.
    #[serde(default)]
    pub optional: BTreeMap<String, String>,
    /// The packs that cannot be used together with this version.
    #[serde(default)]
    pub conflicts: BTreeMap<String, Conflict>,
    /// The languages of its texts, English first.
    #[serde(default)]
    pub languages: Vec<String>,
    /// The authors.
    #[serde(default)]
    pub authors: Vec<String>,
    /// The SPDX identifier of the licence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// Addresses of web pages, by what they are.
    #[serde(default)]
    pub links: BTreeMap<String, String>,
    /// Pictures, relative to the registry.
    #[serde(default)]
    pub screenshots: Vec<String>,
    /// The size of the archive in bytes.
    pub size: u64,
    /// The BLAKE3 hash of the archive, which is `archives/<blake3>.zip`.
    pub blake3: String,
    /// The hash of the names and contents of all files, as `grognard pack` prints it.
    pub content: String,
    /// The hash of the files that a battle reads, as in the lock of a save.
    pub lock: String,
}

/// The newest version of every pack: `search.json`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchFile {
    /// The format: 1.
    pub format: u32,
    /// The packs, sorted by id.
    pub packs: Vec<SearchEntry>,
}

/// A pack that can be found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchEntry {
    /// The id of the pack.
    pub id: String,
    /// Its newest version.
    pub version: Version,
    /// The kind of pack.
    pub kind: Kind,
    /// The game system it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// The name shown to players.
    pub name: String,
    /// A description in one sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
}

impl PackIndex {
    /// Creates an index without versions.
    pub fn new(id: &str) -> PackIndex {
        PackIndex { format: FORMAT, id: id.to_owned(), versions: Vec::new() }
    }

    /// Returns an entry by its version.
    pub fn get(&self, version: &Version) -> Option<&PackVersion> {
        self.versions.iter().find(|entry| entry.version == *version)
    }

    /// Returns the newest version that is not a pre-release, or else the newest.
    pub fn newest(&self) -> Option<&PackVersion> {
        self.versions.iter().rev().find(|entry| entry.version.pre.is_empty()).or(self.versions.last())
    }
}

impl PackVersion {
    /// Returns the path of the archive, relative to the registry.
    pub fn archive_path(&self) -> String {
        format!("archives/{}.zip", self.blake3)
    }
}

/// Returns the path of a pack's index file, relative to the registry. Its folder is the first two letters of the part
/// of the id after the dot.
pub fn index_path(id: &str) -> String {
    let name = id.split_once('.').map_or(id, |(_, name)| name);
    let letters: String = name.chars().take(2).collect();
    format!("index/{letters}/{id}.json")
}
