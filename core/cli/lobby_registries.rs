//! The registries for the lobby of `grognard serve`.
//!
//! Searches use lists in memory. Packs are described and installed by `grognard mods` in a child process, so a pack
//! cannot stop the server or delay its games, and what is installed is the same as on the command line.

use crate::data_folder;
use crate::deadline;
use crate::failure::Failure;
use crate::registries;
use crate::roots;
use grognard_packs::{Diagnostic, is_id};
use grognard_registry::format::SearchFile;
use grognard_registry::{Fetch, Offline, Registries, RegistrySource, SearchResult, search};
use grognard_serve::{
    Fault, FoundPack, OfferedPack, PackDescription, PackInstallation, PackRegistries, PackSearch, SearchQuery,
};
use semver::Version;
use serde::de::DeserializeOwned;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum number of packs in the result of a search.
const MAX_FOUND: usize = 100;

const UNUSABLE: &str = "the registries cannot be used";

/// The registries in the configuration file, including any that are added while the server runs.
#[derive(Debug)]
pub struct LobbyRegistries {
    /// The folders that are searched for packs.
    roots: Vec<PathBuf>,
    lists: Mutex<Option<Arc<SearchLists>>>,
}

/// The lists of the packs that the registries offer, for searching.
#[derive(Debug)]
struct SearchLists {
    sources: Vec<RegistrySource>,
    files: Vec<(String, SearchFile)>,
    notes: Vec<String>,
}

impl LobbyRegistries {
    /// Creates a client for a server that searches these folders for packs.
    pub fn new(roots: &[PathBuf]) -> LobbyRegistries {
        LobbyRegistries { roots: roots.to_vec(), lists: Mutex::default() }
    }

    /// Returns the lists for searching. If `is_fresh` is set, fetches them again; otherwise uses those in memory or on
    /// disk, and fetches them only if neither can be used.
    fn lists(&self, is_fresh: bool) -> Result<Arc<SearchLists>, Failure> {
        let sources = registries::sources()?;
        let known = self.lists.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(known) = known.filter(|known| !is_fresh && known.sources == sources) {
            return Ok(known);
        }
        let on_disk = if is_fresh { None } else { SearchLists::load(&sources, &Offline).ok() };
        let lists = match on_disk {
            // That the network was not used is no news.
            Some(lists) => SearchLists { notes: Vec::new(), ..lists },
            None => SearchLists::load(&sources, &registries::web()).map_err(registries::failure)?,
        };
        let lists = Arc::new(lists);
        *self.lists.lock().unwrap_or_else(PoisonError::into_inner) = Some(lists.clone());
        Ok(lists)
    }

    /// Runs a `grognard mods` command for a pack on offer, and parses its JSON output.
    fn run<T: DeserializeOwned>(
        &self,
        command: &str,
        pack: &OfferedPack,
        language: Option<&str>,
        reason: &str,
    ) -> Result<T, Fault> {
        if !is_id(&pack.id) || Version::parse(&pack.version).is_err() || !is_plain(&pack.registry) {
            return Err(Fault::malformed("expected the id of a pack, its version and the name of a registry"));
        }
        let request = format!("{}@{}", pack.id, pack.version);
        let fixed = ["mods", command, &request, "--json", "--color", "never", "--registry", &pack.registry];
        let language = language.filter(|language| is_plain(language)).map(|language| ["--lang", language]);
        let mut arguments: Vec<OsString> =
            fixed.into_iter().chain(language.into_iter().flatten()).map(OsString::from).collect();
        for root in self.roots.iter().filter(|root| roots::holds_packs(root)) {
            arguments.extend(["--packs".into(), root.into()]);
        }
        let printed = deadline::run(&arguments).map_err(|failure| fault(reason, &failure))?;
        if !printed.is_success {
            return Err(Fault::printed(reason, &printed.errors));
        }
        serde_json::from_slice(&printed.output).map_err(|error| Fault::inside(error.to_string()))
    }
}

impl SearchLists {
    fn load(sources: &[RegistrySource], fetch: &dyn Fetch) -> Result<SearchLists, Diagnostic> {
        let registries = Registries::open(sources, None, fetch, &registries::cache())?;
        let all = registries.all().iter();
        let files =
            all.map(|registry| Ok((registry.name().to_owned(), registry.packs()?))).collect::<Result<_, _>>()?;
        Ok(SearchLists { sources: sources.to_vec(), files, notes: registries.notes() })
    }
}

impl PackRegistries for LobbyRegistries {
    fn search(&self, query: &SearchQuery) -> Result<PackSearch, Fault> {
        let lists = self.lists(query.refresh).map_err(|failure| fault(UNUSABLE, &failure))?;
        let library = data_folder::installed_packs().library();
        let all = search(&lists.files, std::slice::from_ref(&query.words));
        let found = |SearchResult { registry, entry }: &SearchResult| FoundPack {
            registry: (*registry).to_owned(),
            id: entry.id.clone(),
            version: entry.version.to_string(),
            kind: entry.kind,
            system: entry.system.clone(),
            name: entry.name.clone(),
            summary: entry.summary.clone(),
            installed: library.get(&entry.id).map(|pack| pack.version.to_string()),
        };
        Ok(PackSearch {
            registries: lists.sources.iter().map(|source| source.name.clone()).collect(),
            packs: all.iter().take(MAX_FOUND).map(found).collect(),
            total: all.len(),
            notes: lists.notes.clone(),
        })
    }

    fn describe(&self, pack: &OfferedPack, language: Option<&str>) -> Result<PackDescription, Fault> {
        self.run("info", pack, language, "this pack cannot be shown")
    }

    fn install(&self, pack: &OfferedPack) -> Result<PackInstallation, Fault> {
        self.run("install", pack, None, "this pack cannot be installed")
    }
}

/// Returns whether a word can be the name of a registry or a language, and not an option.
fn is_plain(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphanumeric()) && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

fn fault(reason: &str, failure: &Failure) -> Fault {
    Fault::broken(reason, &failure.diagnostics())
}
