//! All registries that a player uses. If several offer the same pack, the player decides between them.

use crate::cache::Cache;
use crate::fetch::Fetch;
use crate::format::{PackIndex, PackVersion};
use crate::registry::{Registry, RegistrySource};
use grognard_packs::{Diagnostic, LockedPack, short_id, suggest};
use std::collections::BTreeSet;

/// The registries of a player.
pub struct Registries<'a> {
    all: Vec<Registry<'a>>,
    /// The registry to prefer if several offer a pack.
    preferred: Option<String>,
}

impl<'a> Registries<'a> {
    /// Opens the registries. Fails if any registry cannot be used, because it might offer a pack that another one also
    /// offers.
    pub fn open(
        sources: &[RegistrySource],
        preferred: Option<&str>,
        fetch: &'a dyn Fetch,
        cache: &Cache,
    ) -> Result<Registries<'a>, Diagnostic> {
        let all = open_each(sources, preferred, fetch, cache)?.collect::<Result<_, _>>()?;
        Ok(Registries { all, preferred: preferred.map(str::to_owned) })
    }

    /// Opens those registries that can be used, and returns the errors of the others. Fails if none can be used. This is
    /// enough to list packs. To choose one, use [`Registries::open`].
    pub fn open_usable(
        sources: &[RegistrySource],
        preferred: Option<&str>,
        fetch: &'a dyn Fetch,
        cache: &Cache,
    ) -> Result<(Registries<'a>, Vec<Diagnostic>), Diagnostic> {
        let (all, errors) = usable(open_each(sources, preferred, fetch, cache)?)?;
        Ok((Registries { all, preferred: preferred.map(str::to_owned) }, errors))
    }

    /// Returns the registries in the order in which they were given.
    pub fn all(&self) -> &[Registry<'a>] {
        &self.all
    }

    /// Returns a registry by its name.
    pub fn get(&self, name: &str) -> Option<&Registry<'a>> {
        self.all.iter().find(|registry| registry.name() == name)
    }

    /// Returns notes for the player.
    pub fn notes(&self) -> Vec<String> {
        self.all.iter().flat_map(Registry::notes).collect()
    }

    /// Returns the registry that supplies a pack, and all versions of the pack there; `None` if no registry offers it.
    /// `origin` is the registry that the installed pack came from.
    pub fn offer(&self, id: &str, origin: Option<&str>) -> Result<Option<(&Registry<'a>, PackIndex)>, Diagnostic> {
        let offering: Vec<&Registry> =
            self.all.iter().filter(|registry| registry.file().packs.contains_key(id)).collect();
        let named = |name: &str| offering.iter().find(|registry| registry.name() == name).copied();
        let registry = match (self.preferred.as_deref().and_then(named), origin, &offering[..]) {
            (Some(registry), ..) => registry,
            (None, _, []) => return Ok(None),
            (None, Some(origin), _) => named(origin).ok_or_else(|| moved(id, origin, offering[0].name()))?,
            (None, None, [one]) => *one,
            (None, None, several) => return Err(ambiguous(id, several)),
        };
        Ok(registry.index(id)?.map(|index| (registry, index)))
    }

    /// Returns the id of the pack that a name refers to. The name is the id or the part of the id after the dot.
    pub fn id_of(&self, name: &str) -> Result<String, Diagnostic> {
        let ids: BTreeSet<&str> =
            self.all.iter().flat_map(|registry| registry.file().packs.keys().map(String::as_str)).collect();
        let named: Vec<&str> = ids.iter().copied().filter(|id| *id == name || short_id(id) == name).collect();
        match named[..] {
            [id] => Ok(id.to_owned()),
            [] => {
                let error = Diagnostic::general("E730", format!("no registry offers a pack called `{name}`"));
                let error = error.suggest(name, ids.iter().flat_map(|id| [*id, short_id(id)]));
                let search = "search for packs with `grognard mods search WORDS`";
                Err(if error.help.is_some() { error } else { error.help(search) })
            }
            _ => {
                let error = Diagnostic::general("E730", format!("several packs are called `{name}`"));
                Err(error.help(format!("write {}", named.join(" or "))))
            }
        }
    }

    /// Finds the exact version of a pack that a lock names. Any registry may supply it, because the hash identifies the
    /// files.
    pub fn locked(&self, pack: &LockedPack) -> Result<Option<(&Registry<'a>, PackVersion)>, Diagnostic> {
        for registry in &self.all {
            let index = registry.index(&pack.id)?;
            let found = index.into_iter().flat_map(|index| index.versions).find(|entry| entry.lock == pack.content);
            if let Some(entry) = found {
                return Ok(Some((registry, entry)));
            }
        }
        Ok(None)
    }
}

/// Opens the registries one after another. Fails if the preferred one is not among them.
fn open_each<'a>(
    sources: &[RegistrySource],
    preferred: Option<&str>,
    fetch: &'a dyn Fetch,
    cache: &Cache,
) -> Result<impl Iterator<Item = Result<Registry<'a>, Diagnostic>>, Diagnostic> {
    match preferred.filter(|name| sources.iter().all(|source| source.name != **name)) {
        Some(name) => Err(unknown_registry(name, sources)),
        None => Ok(sources.iter().map(move |source| Registry::open(source, fetch, cache))),
    }
}

/// Separates results from errors. Fails with the first error if there are no results.
pub fn usable<T>(all: impl Iterator<Item = Result<T, Diagnostic>>) -> Result<(Vec<T>, Vec<Diagnostic>), Diagnostic> {
    let (mut results, mut errors) = (Vec::new(), Vec::new());
    for one in all {
        match one {
            Ok(result) => results.push(result),
            Err(error) => errors.push(error),
        }
    }
    if results.is_empty() && !errors.is_empty() { Err(errors.swap_remove(0)) } else { Ok((results, errors)) }
}

/// Creates the error for a registry name that is not configured.
pub fn unknown_registry(name: &str, sources: &[RegistrySource]) -> Diagnostic {
    let error = Diagnostic::general("E721", format!("there is no registry called `{name}`"));
    let names: Vec<&str> = sources.iter().map(|source| source.name.as_str()).collect();
    match (suggest::nearest(name, names.iter().copied()), &names[..]) {
        (Some(near), _) => error.help(format!("did you mean `{near}`?")),
        (None, []) => error.help("add one with `grognard registry add NAME ADDRESS --key KEY`"),
        (None, names) => error.help(format!("the configured registries are {}", names.join(", "))),
    }
}

fn ambiguous(id: &str, offering: &[&Registry]) -> Diagnostic {
    let names: Vec<&str> = offering.iter().map(|registry| registry.name()).collect();
    Diagnostic::general("E727", format!("several registries offer `{id}`: {}", names.join(", "))).help(format!(
        "choose one, for example with `--registry {}`; updates will come from the same registry",
        names[0]
    ))
}

fn moved(id: &str, origin: &str, other: &str) -> Diagnostic {
    let message = format!("registry {origin} no longer offers `{id}`, which was installed from it, but {other} does");
    Diagnostic::general("E727", message)
        .help(format!("if it is the same pack, switch with `grognard mods install {id}@VERSION --registry {other}`"))
}
