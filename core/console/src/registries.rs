//! The registries in the configuration file, for commands that use them.

use crate::config;
use crate::data_folder;
use crate::failure::Failure;
use crate::registry_config;
use crate::screen;
use grognard_packs::{Diagnostic, LockedPack};
use grognard_registry::{Address, Cache, Fetch, Limits, Offline, Registries, RegistrySource, Web};

/// Options of commands that use registries.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct RegistryArgs {
    /// Prefer this registry if several offer a pack.
    #[arg(long, value_name = "NAME")]
    registry: Option<String>,
    /// Do not access the network; use only what was fetched earlier.
    #[arg(long)]
    offline: bool,
}

/// The configured registries, with the fetcher and the cache for their files.
pub struct RegistryClient {
    sources: Vec<RegistrySource>,
    preferred: Option<String>,
    fetch: Box<dyn Fetch>,
    cache: Cache,
}

impl RegistryArgs {
    /// Returns the name of the registry to prefer.
    pub fn preferred(&self) -> Option<&str> {
        self.registry.as_deref()
    }

    /// Creates a client.
    pub fn client(&self) -> Result<RegistryClient, Failure> {
        let fetch: Box<dyn Fetch> = if self.offline { Box::new(Offline) } else { Box::new(web()) };
        Ok(RegistryClient { sources: sources()?, preferred: self.registry.clone(), fetch, cache: cache() })
    }
}

impl RegistryClient {
    /// Returns whether any registries are configured.
    pub fn has_registries(&self) -> bool {
        !self.sources.is_empty()
    }

    /// Opens the registries. Fails if none are configured, unless `may_be_none`.
    pub fn open(&self, may_be_none: bool) -> Result<Registries<'_>, Failure> {
        if self.sources.is_empty() && !may_be_none {
            return Err(Failure::usage(none_configured()));
        }
        let opened = Registries::open(&self.sources, self.preferred.as_deref(), &*self.fetch, &self.cache);
        let opened = opened.map_err(failure)?;
        show_notes(&opened.notes());
        Ok(opened)
    }

    /// Opens the registries that can be used, for a command that lists packs. Reports why the others cannot be used.
    pub fn open_usable(&self) -> Result<Registries<'_>, Failure> {
        if self.sources.is_empty() {
            return Err(Failure::usage(none_configured()));
        }
        let opened = Registries::open_usable(&self.sources, self.preferred.as_deref(), &*self.fetch, &self.cache);
        let (opened, errors) = opened.map_err(failure)?;
        show_notes(&opened.notes());
        show_errors(&errors);
        Ok(opened)
    }

    /// Returns whether a registry of this name is configured.
    pub fn has_registry(&self, name: &str) -> bool {
        self.sources.iter().any(|source| source.name == name)
    }

    /// Returns the fetcher, which always fails if the client is offline.
    pub fn fetch(&self) -> &dyn Fetch {
        &*self.fetch
    }
}

/// Reports why some registries cannot be used; the command continues without them.
pub fn show_errors(errors: &[Diagnostic]) {
    screen::complain(|colour| grognard_packs::render(errors, colour));
}

/// Returns advice on fetching the missing packs of a save; `None` if no registries are configured. Relies on cached
/// files alone, without using the network.
pub fn fetch_advice(packs: &[&LockedPack], save: &str) -> Option<String> {
    let client = RegistryArgs { registry: None, offline: true }.client().ok().filter(RegistryClient::has_registries)?;
    let opened = Registries::open(&client.sources, None, client.fetch(), &client.cache);
    let is_offered = |pack: &LockedPack| {
        opened.as_ref().is_ok_and(|registries| registries.locked(pack).is_ok_and(|found| found.is_some()))
    };
    let known: Vec<String> =
        packs.iter().filter(|pack| is_offered(pack)).map(|pack| format!("{} {}", pack.id, pack.version)).collect();
    Some(match known.is_empty() {
        true => format!("try `grognard mods fetch {save}`, in case a registry offers these versions"),
        false => format!("fetch {} with `grognard mods fetch {save}`", known.join(" and ")),
    })
}

/// Returns a fetcher that uses the network, with the default limits.
pub fn web() -> Web {
    Web::new(Limits::default())
}

/// Returns the cache that all registries share.
pub fn cache() -> Cache {
    Cache::new(data_folder::folder().join("cache"))
}

/// Returns the registries in the configuration file, sorted by name.
pub fn sources() -> Result<Vec<RegistrySource>, Failure> {
    let all = registry_config::all()?.into_iter();
    all.map(|(name, settings)| {
        let address = Address::parse(&settings.url, &config::folder()).map_err(failure)?;
        Ok(RegistrySource { name, address, key: settings.key, next_key: settings.next_key })
    })
    .collect()
}

/// Creates the error for a command that needs a registry when none is configured.
pub fn none_configured() -> Diagnostic {
    Diagnostic::general("E721", "no registry is configured")
        .help("add one with `grognard registry add NAME ADDRESS --key KEY`")
}

/// Prints notes for the player to standard error.
pub fn show_notes(notes: &[String]) {
    notes.iter().for_each(|note| screen::complain(|_| format!("note: {note}")));
}

/// Converts a registry's error to a failure. An unusable address, name, version or key counts as wrong usage, because
/// it was given on the command line.
pub fn failure(error: Diagnostic) -> Failure {
    match error.code {
        "E720" | "E721" | "E730" | "E735" => Failure::usage(error),
        _ => Failure::wrong(error),
    }
}
