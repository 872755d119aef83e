//! The lists of a registry, and their signature.

use super::folder::{RegistryFolder, wrong};
use crate::canonical::{digest, json};
use crate::format::{
    FORMAT, PackIndex, PackVersion, REGISTRY_FILE, RegistryFile, SEARCH_FILE, SIGNATURE_FILE, SearchEntry, SearchFile,
    index_path,
};
use crate::registry::MAX_INDEX;
use crate::signature::{SigningKey, check_key, is_made_with, verify};
use grognard_packs::{Diagnostic, Kind};
use std::collections::BTreeMap;
use std::fs;

/// The settings of a registry that are written to its lists.
#[derive(Clone, Copy, Debug, Default)]
pub struct ListSettings<'a> {
    /// The name of the registry; `None` keeps the current name.
    pub name: Option<&'a str>,
    /// The public key to announce as the next one; `None` keeps the current announcement, if there is one.
    pub next_key: Option<&'a str>,
    /// The public key that belongs to the signing key. If it was announced as the next key, the announcement is
    /// removed.
    pub signer: Option<&'a str>,
}

/// The result of writing the lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildOutcome {
    /// The serial of the registry.
    pub serial: u64,
    /// Whether anything has changed.
    pub is_changed: bool,
}

impl RegistryFolder {
    /// Checks every archive and writes the lists. The serial is raised if anything has changed.
    pub fn write_lists(&mut self, settings: ListSettings) -> Result<BuildOutcome, Diagnostic> {
        settings.next_key.map_or(Ok(()), check_key)?;
        self.packs().flat_map(|index| &index.versions).try_for_each(|entry| self.archive(entry).map(drop))?;
        let file = self.lists(settings)?;
        let is_changed = self.old.as_ref() != Some(&file);
        let serial = self.old.as_ref().map_or(0, |old| old.serial) + u64::from(is_changed);
        let file = RegistryFile { serial, ..file };
        let text = json(&file);
        if text.len() as u64 > MAX_INDEX {
            return Err(wrong(
                &self.root.join(REGISTRY_FILE),
                format!("it is larger than the limit of {MAX_INDEX} bytes"),
            ));
        }
        self.write(REGISTRY_FILE, text.as_bytes())?;
        self.old = Some(file);
        Ok(BuildOutcome { serial, is_changed })
    }

    /// Writes the index files and the search file; returns the list to be signed, still with its old serial.
    fn lists(&self, settings: ListSettings) -> Result<RegistryFile, Diagnostic> {
        let old = self.old.as_ref();
        let next_key = settings.next_key.or(old.and_then(|old| old.next_key.as_deref()));
        let Some(name) = settings.name.or(old.map(|old| old.name.as_str())) else {
            return Err(wrong(&self.root, "the registry has no name").help("name it with `--name NAME`"));
        };
        let mut packs = BTreeMap::new();
        for (id, index) in self.packs.iter().filter(|(_, index)| !index.versions.is_empty()) {
            let text = json(index);
            self.write(&index_path(id), text.as_bytes())?;
            packs.insert(id.clone(), digest(text.as_bytes()));
        }
        let search = json(&self.search_file());
        self.write(SEARCH_FILE, search.as_bytes())?;
        Ok(RegistryFile {
            format: FORMAT,
            name: name.to_owned(),
            serial: old.map_or(0, |old| old.serial),
            packs,
            search: digest(search.as_bytes()),
            next_key: next_key.filter(|key| settings.signer != Some(key)).map(str::to_owned),
        })
    }

    fn search_file(&self) -> SearchFile {
        let newest = |index: &PackIndex| {
            let entry = index.newest()?;
            Some(SearchEntry {
                id: index.id.clone(),
                version: entry.version.clone(),
                kind: entry.kind,
                system: self.system_of(&index.id, entry),
                name: entry.name.clone(),
                summary: entry.summary.clone(),
            })
        };
        SearchFile { format: FORMAT, packs: self.packs.values().filter_map(newest).collect() }
    }

    /// Returns the game system that a pack belongs to. A system belongs to itself and a scenario to its declared
    /// system; other packs belong to the system of a scenario they require, or else to a system they require.
    fn system_of(&self, id: &str, entry: &PackVersion) -> Option<String> {
        let newest = |id: &String| self.packs.get(id).and_then(PackIndex::newest);
        match entry.kind {
            Kind::System => return Some(id.to_owned()),
            Kind::Scenario => return entry.system.clone(),
            _ => {}
        }
        let required: Vec<(&String, &PackVersion)> =
            entry.requires.keys().filter_map(|id| Some((id, newest(id)?))).collect();
        let of_battle = required.iter().find_map(|(_, other)| other.system.clone());
        let system = required.iter().find(|(_, other)| other.kind == Kind::System);
        of_battle.or_else(|| system.map(|(id, _)| (*id).clone()))
    }

    /// Signs the list, unless it already has a valid signature with this key; returns whether it was signed now.
    pub fn sign(&self, key: &SigningKey) -> Result<bool, Diagnostic> {
        let path = self.root.join(REGISTRY_FILE);
        let bytes = fs::read(&path).map_err(|error| wrong(&path, format!("cannot read this file: {error}")))?;
        let public = key.public()?;
        if self.is_signed(&public) {
            return Ok(false);
        }
        let serial = self.old.as_ref().map_or(0, |old| old.serial);
        let signature = key.sign(&bytes, &format!("serial {serial}"))?;
        self.write(SIGNATURE_FILE, signature.as_bytes()).map(|()| true)
    }

    /// Fails if the registry is signed with a key other than `public` and has not announced `public` as its next key:
    /// players would refuse the registry.
    pub fn check_signer(&self, public: &str) -> Result<(), Diagnostic> {
        let signature = fs::read_to_string(self.root.join(SIGNATURE_FILE)).unwrap_or_default();
        let announced = self.old.as_ref().and_then(|old| old.next_key.as_deref());
        if signature.is_empty() || is_made_with(&signature, public) || announced == Some(public) {
            return Ok(());
        }
        Err(Diagnostic::general("E735", "the registry is signed with another key")
            .help("sign it with that key; to change keys, announce the new one first with `--next-key`"))
    }

    /// Returns whether the signature of the list is valid for a public key.
    pub fn is_signed(&self, public: &str) -> bool {
        let signature = fs::read_to_string(self.root.join(SIGNATURE_FILE)).unwrap_or_default();
        fs::read(self.root.join(REGISTRY_FILE)).is_ok_and(|bytes| verify(&bytes, &signature, public))
    }
}
