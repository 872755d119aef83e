//! A registry as seen by a client. Nothing is used unless it is signed with the pinned key or matches a hash that is.

use crate::address::Address;
use crate::cache::{Cache, CachedHead, HashedFiles, RegistryCache};
use crate::canonical::digest;
use crate::fetch::{Fetch, FetchError};
use crate::format::{
    FORMAT, PackIndex, PackVersion, REGISTRY_FILE, RegistryFile, SEARCH_FILE, SIGNATURE_FILE, SearchFile, index_path,
};
use crate::signature::verify;
use grognard_packs::Diagnostic;
use grognard_packs::archive::MAX_ARCHIVE;
use serde::de::DeserializeOwned;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The maximum size of a registry file other than an archive, in bytes.
pub const MAX_INDEX: u64 = 8 << 20;

/// The maximum size of a signature, in bytes.
const MAX_SIGNATURE: u64 = 4 << 10;

/// A registry in the player's configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegistrySource {
    /// The player's name for the registry, which is also the name of its folder in the cache.
    pub name: String,
    /// Where the registry is.
    pub address: Address,
    /// The public key that verifies the registry's signature.
    pub key: String,
    /// The public key that will replace `key`: the registry announced it, and the player accepted it. Signatures that
    /// match either key are valid.
    pub next_key: Option<String>,
}

/// A registry whose signature was verified.
pub struct Registry<'a> {
    source: RegistrySource,
    file: RegistryFile,
    /// Whether the list was signed with the next key.
    is_next_key: bool,
    fetch: &'a dyn Fetch,
    files: HashedFiles,
    archives: HashedFiles,
    notes: RefCell<BTreeSet<String>>,
}

impl<'a> Registry<'a> {
    /// Fetches and verifies the signed list of a registry. If the registry cannot be reached, the cached list is used.
    pub fn open(source: &RegistrySource, fetch: &'a dyn Fetch, cache: &Cache) -> Result<Registry<'a>, Diagnostic> {
        let own = cache.registry(&source.name);
        let known = own.head();
        let mut registry = Registry {
            source: source.clone(),
            file: RegistryFile::default(),
            is_next_key: false,
            fetch,
            files: own.files(),
            archives: cache.archives(),
            notes: RefCell::default(),
        };
        match (registry.fetch_head(), known) {
            (Ok(head), known) => {
                registry.accept(&head, known.as_ref())?;
                let head = CachedHead { serial: registry.file.serial, ..head };
                if known.as_ref() != Some(&head) {
                    registry.keep(&own, &head)?;
                }
            }
            (Err(FetchError::Unreachable(why)), Some(known)) => {
                registry.accept(&known, None)?;
                registry.note(format!("registry {}: {why}; using what was fetched earlier", source.name));
            }
            (Err(error), _) => return Err(registry.unfetched(REGISTRY_FILE, &error)),
        }
        registry.note_keys();
        Ok(registry)
    }

    /// Stores the signed list in the cache. Fails if that is impossible, because the serial must be remembered in order
    /// to detect an older list.
    fn keep(&self, own: &RegistryCache, head: &CachedHead) -> Result<(), Diagnostic> {
        let search = [self.file.search.as_str()];
        let named = self.file.packs.values().map(String::as_str).chain(search).collect();
        let unwritable =
            |error| Diagnostic::general("E722", format!("cannot save the serial of registry {}: {error}", self.name()));
        own.keep_head(head, &named).map_err(unwritable)
    }

    /// Adds a note for the player if the registry's key is about to change or has changed.
    fn note_keys(&self) {
        let name = &self.source.name;
        let announced = self.file.next_key.as_ref();
        let is_known = |key: &String| *key == self.source.key || Some(key) == self.source.next_key.as_ref();
        if self.is_next_key {
            self.note(format!(
                "registry {name} uses its new key; forget the old one with `grognard registry trust {name}`"
            ));
        } else if announced.is_some_and(|key| !is_known(key)) {
            self.note(format!(
                "registry {name} will change its key; accept the new one with `grognard registry trust {name}`"
            ));
        }
    }

    fn fetch_head(&self) -> Result<CachedHead, FetchError> {
        let text = |name: &str, max: u64| {
            let bytes = self.fetch.fetch(&self.source.address.join(name), max)?;
            String::from_utf8(bytes).map_err(|_| FetchError::Refused(format!("{name} is not UTF-8 text")))
        };
        Ok(CachedHead {
            registry: text(REGISTRY_FILE, MAX_INDEX)?,
            signature: text(SIGNATURE_FILE, MAX_SIGNATURE)?,
            serial: 0,
        })
    }

    /// Accepts a signed list if its signature, format and serial are valid.
    fn accept(&mut self, head: &CachedHead, known: Option<&CachedHead>) -> Result<(), Diagnostic> {
        let is_signed = |key: &String| verify(head.registry.as_bytes(), &head.signature, key);
        self.is_next_key = self.source.next_key.as_ref().is_some_and(is_signed);
        if !self.is_next_key && !is_signed(&self.source.key) {
            let name = &self.source.name;
            let error = Diagnostic::general("E723", format!("the signature of registry {name} does not match its key"));
            return Err(error.help(format!(
                "nothing from it was used. If its page shows a new key, run `grognard registry remove {name}`, then \
                 add it again with that key"
            )));
        }
        let file: RegistryFile = self.parse(REGISTRY_FILE, head.registry.as_bytes())?;
        self.check_format(REGISTRY_FILE, file.format)?;
        match known {
            Some(known) if file.serial < known.serial => Err(self.rolled_back(file.serial, known.serial)),
            Some(known) if file.serial == known.serial && head.registry != known.registry => {
                Err(self.rolled_back(file.serial, known.serial))
            }
            _ => {
                self.file = file;
                Ok(())
            }
        }
    }

    fn rolled_back(&self, found: u64, known: u64) -> Diagnostic {
        let name = &self.source.name;
        let message = match found < known {
            true => format!("registry {name} is older than before: expected serial {known} or higher, found {found}"),
            false => format!("the contents of registry {name} have changed, but its serial is still {known}"),
        };
        Diagnostic::general("E725", message).help(format!(
            "somebody may be hiding new versions. Try again later; if the maintainers confirm the change, remove the \
             registry and add it again with `grognard registry remove {name}` and `grognard registry add`"
        ))
    }

    fn check_format(&self, name: &str, found: u32) -> Result<(), Diagnostic> {
        let message = format!("expected format {FORMAT} in {name} of registry {}, found {found}", self.source.name);
        let error = || Diagnostic::general("E726", message).help("use a newer version of this program");
        if found == FORMAT { Ok(()) } else { Err(error()) }
    }

    fn parse<T: DeserializeOwned>(&self, name: &str, bytes: &[u8]) -> Result<T, Diagnostic> {
        serde_json::from_slice(bytes).map_err(|error| {
            Diagnostic::general("E726", format!("{name} of registry {} is malformed: {error}", self.source.name))
                .help("report this to the maintainers of the registry")
        })
    }

    fn unfetched(&self, name: &str, error: &FetchError) -> Diagnostic {
        let address = self.source.address.join(name);
        Diagnostic::general("E722", format!("cannot fetch {address}: {}", error.text()))
            .help("check the connection and the address")
    }

    fn note(&self, text: String) {
        self.notes.borrow_mut().insert(text);
    }

    /// Returns the player's name for the registry.
    pub fn name(&self) -> &str {
        &self.source.name
    }

    /// Returns the signed list.
    pub fn file(&self) -> &RegistryFile {
        &self.file
    }

    /// Returns whether the list was signed with the next key.
    pub fn is_next_key(&self) -> bool {
        self.is_next_key
    }

    /// Returns notes for the player, for instance that cached files were used.
    pub fn notes(&self) -> Vec<String> {
        self.notes.borrow().iter().cloned().collect()
    }

    /// Returns all versions of a pack, if the registry has it.
    pub fn index(&self, id: &str) -> Result<Option<PackIndex>, Diagnostic> {
        let Some(hash) = self.file.packs.get(id) else { return Ok(None) };
        let name = index_path(id);
        let bytes = self.fetch_file(&self.files, &name, hash, MAX_INDEX)?;
        let mut index: PackIndex = self.parse(&name, &bytes)?;
        self.check_format(&name, index.format)?;
        if index.id != id {
            let message = format!("expected `{id}` in {name} of registry {}, found `{}`", self.source.name, index.id);
            return Err(Diagnostic::general("E726", message).help("report this to the maintainers of the registry"));
        }
        index.versions.sort_by(|one, other| one.version.cmp(&other.version));
        Ok(Some(index))
    }

    /// Returns the newest version of every pack.
    pub fn packs(&self) -> Result<SearchFile, Diagnostic> {
        let bytes = self.fetch_file(&self.files, SEARCH_FILE, &self.file.search, MAX_INDEX)?;
        let file: SearchFile = self.parse(SEARCH_FILE, &bytes)?;
        self.check_format(SEARCH_FILE, file.format).map(|()| file)
    }

    /// Returns the archive of a version.
    pub fn archive(&self, version: &PackVersion) -> Result<Vec<u8>, Diagnostic> {
        self.fetch_file(&self.archives, &version.archive_path(), &version.blake3, version.size.min(MAX_ARCHIVE))
    }

    /// Returns the file with a given hash, from the cache if possible. A file that has to be fetched is verified and
    /// cached.
    fn fetch_file(&self, kept: &HashedFiles, name: &str, hash: &str, max: u64) -> Result<Vec<u8>, Diagnostic> {
        if let Some(bytes) = kept.get(hash) {
            return Ok(bytes);
        }
        let bytes =
            self.fetch.fetch(&self.source.address.join(name), max).map_err(|error| self.unfetched(name, &error))?;
        let found = digest(&bytes);
        if found != hash {
            let message = format!("{name} of registry {} does not have the expected hash", self.source.name);
            return Err(Diagnostic::general("E724", message).help(format!(
                "expected the hash {hash}, found {found}; try again later, or report this to the maintainers"
            )));
        }
        kept.put(hash, &bytes);
        Ok(bytes)
    }
}
