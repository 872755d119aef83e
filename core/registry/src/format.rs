//! The files of a registry. Clients ignore unknown keys; an incompatible change increases `format`.

use grognard_packs::{Conflict, Kind};
use semver::Version;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the format that this program reads and writes.
pub const FORMAT: u32 = 1;

/// The path of the signed list, relative to the registry.
pub const REGISTRY_FILE: &str = "registry.json";

/// The path of the list's signature.
pub const SIGNATURE_FILE: &str = "registry.json.minisig";

/// The path of the search file.
pub const SEARCH_FILE: &str = "search.json";

/// The signed list: `registry.json`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegistryFile {
    /// The format: 1.
    pub format: u32,
    /// The name of the registry.
    pub name: String,
    /// A number that increases with every change. Clients refuse a list whose serial is lower than one they have seen.
    pub serial: u64,
    /// The BLAKE3 hash of each pack's index file, by the pack's id.
    pub packs: BTreeMap<String, String>,
    /// The BLAKE3 hash of `search.json`.
    pub search: String,
    /// The public key that will replace the current one, if the registry has announced a change.
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
    /// The packs that are loaded before this one if they are in use, with the ranges of versions that this version
    /// supports.
    #[serde(default)]
    pub optional: BTreeMap<String, String>,
    /// The packs that cannot be used together with this version.
    #[serde(default)]
    pub conflicts: BTreeMap<String, Conflict>,
    /// The languages of the pack's strings, English first.
    #[serde(default)]
    pub languages: Vec<String>,
    /// The authors.
    #[serde(default)]
    pub authors: Vec<String>,
    /// The SPDX identifier of the licence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// Links to web pages, by purpose.
    #[serde(default)]
    pub links: BTreeMap<String, String>,
    /// The paths of the screenshots, relative to the registry.
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

/// A pack as listed in the search file.
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

    /// Returns the entry of a version.
    pub fn get(&self, version: &Version) -> Option<&PackVersion> {
        self.versions.iter().find(|entry| entry.version == *version)
    }

    /// Returns the newest version that is not a pre-release; if there is none, the newest pre-release.
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

/// Returns the path of a pack's index file, relative to the registry. The file's folder is named after the first two
/// letters following the dot in the id.
pub fn index_path(id: &str) -> String {
    let name = grognard_packs::short_id(id);
    let letters: String = name.chars().take(2).collect();
    format!("index/{letters}/{id}.json")
}
