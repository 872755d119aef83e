//! A registry that is made for a test.

use grognard_packs::Library;
use grognard_registry::build::{BuildOutcome, ListSettings, RegistryFolder, prepare};
use grognard_registry::{Address, Cache, KeyPair, RegistrySource, SigningKey};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder of packs, the registry made from it, and a player's cache.
pub struct Publisher {
    pub ground: tempfile::TempDir,
    pub pair: KeyPair,
}

impl Publisher {
    pub fn new() -> Publisher {
        Publisher { ground: tempfile::tempdir().unwrap(), pair: KeyPair::generate().unwrap() }
    }

    /// A registry with some packs: `("me.rain", "1.0.0", "")`.
    pub fn with(packs: &[(&str, &str, &str)]) -> Publisher {
        let publisher = Publisher::new();
        for (id, version, rest) in packs {
            publisher.pack(id, version, rest);
            publisher.build();
        }
        publisher
    }

    /// Writes a mod, in place of any other version.
    pub fn pack(&self, id: &str, version: &str, rest: &str) {
        let folder = self.ground.path().join("packs/mods").join(id);
        fs::create_dir_all(&folder).unwrap();
        let manifest = format!(
            "format = 1\nid = \"{id}\"\nversion = \"{version}\"\nkind = \"mod\"\nname = \"A mod\"\napi = \"*\"\n{rest}"
        );
        fs::write(folder.join("pack.toml"), manifest).unwrap();
    }

    pub fn packs(&self) -> Library {
        Library::open(&[self.ground.path().join("packs")])
    }

    pub fn folder(&self) -> PathBuf {
        self.ground.path().join("registry")
    }

    /// Adds the packs to the registry and signs it.
    pub fn build(&self) -> BuildOutcome {
        self.build_with(ListSettings { name: Some("Test"), ..ListSettings::default() }, &self.pair)
    }

    pub fn build_with(&self, settings: ListSettings, pair: &KeyPair) -> BuildOutcome {
        let mut folder = RegistryFolder::open(self.folder()).unwrap();
        for pack in self.packs().packs() {
            folder.add(prepare(pack).unwrap()).unwrap();
        }
        let outcome = folder.write_lists(settings).unwrap();
        folder.sign(&SigningKey::parse(&pair.secret).unwrap()).unwrap();
        outcome
    }

    /// The registry as a player has configured it.
    pub fn source(&self, name: &str, address: &str) -> RegistrySource {
        let address = Address::parse(address, Path::new(".")).unwrap();
        RegistrySource { name: name.to_owned(), address, key: self.pair.public.clone(), next_key: None }
    }

    pub fn local(&self, name: &str) -> RegistrySource {
        self.source(name, self.folder().to_str().unwrap())
    }

    pub fn cache(&self) -> Cache {
        Cache::new(self.ground.path().join("cache"))
    }
}

/// All files below a folder, with their bytes.
pub fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        match entry.path() {
            path if path.is_dir() => found.extend(files(&path)),
            path => found.push((path.clone(), fs::read(&path).unwrap())),
        }
    }
    found.sort();
    found
}
