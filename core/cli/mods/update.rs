//! `grognard mods outdated` and `grognard mods update`: newer versions of packs installed from registries.

use super::acquire::acquire;
use super::source::PackSource;
use super::{id_of, install};
use crate::failure::Failure;
use crate::registries::RegistryArgs;
use crate::screen::Screen;
use grognard_packs::installed::Installed;
use grognard_packs::{Diagnostic, Pack, runs_api};
use grognard_registry::format::PackVersion;
use grognard_registry::{Registries, Request};
use semver::{Version, VersionReq};
use serde::Serialize;
use std::path::PathBuf;

/// List installed packs for which a registry has a newer version.
#[derive(clap::Args)]
pub struct Outdated {
    #[command(flatten)]
    registry: RegistryArgs,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Update packs that were installed from registries, and everything they need.
///
/// If there is an error, none of them are updated. Saved games keep the versions they were started with.
#[derive(clap::Args)]
pub struct Update {
    /// Packs to update, by id or name (the part of the id after the dot); all by default.
    names: Vec<String>,
    #[command(flatten)]
    registry: RegistryArgs,
}

/// A pack with a newer version.
#[derive(Serialize)]
struct OutdatedPack {
    id: String,
    installed: Version,
    /// The newest version that this program can use; `None` if it is not newer than the installed version.
    newest: Option<Version>,
    /// A still newer version that this program cannot use, and the versions of the scripting API that it is written
    /// for.
    unusable: Option<(Version, String)>,
    registry: String,
}

impl Outdated {
    /// Lists the outdated packs.
    pub fn run(&self, installed: &Installed, screen: &mut Screen) -> Result<(), Failure> {
        let client = self.registry.client()?;
        let registries = client.open_usable()?;
        let (mut outdated, mut problems) = (Vec::new(), Vec::new());
        for pack in installed.library().packs() {
            let origin = installed.origin(pack.id()).and_then(|origin| origin.source.registry);
            // A registry that cannot be used has been reported already.
            let is_usable = |origin: &String| registries.get(origin).is_some() || !client.has_registry(origin);
            let Some(origin) = origin.filter(is_usable) else { continue };
            match OutdatedPack::new(pack, &origin, &registries) {
                Ok(found) => outdated.extend(found),
                Err(problem) => problems.push(problem),
            }
        }
        screen.report(self.json, &outdated, |screen| match &outdated[..] {
            [] if problems.is_empty() => "All packs from registries are up to date.".to_owned(),
            all => all.iter().map(|pack| pack.describe(screen)).collect(),
        })?;
        if problems.is_empty() { Ok(()) } else { Err(Failure::Wrong(problems)) }
    }
}

impl OutdatedPack {
    /// Looks for a newer version of a pack in the registry it came from, `origin`.
    fn new(pack: &Pack, origin: &str, registries: &Registries) -> Result<Option<OutdatedPack>, Diagnostic> {
        let offer = registries.offer(pack.id(), Some(origin))?;
        let Some((registry, index)) = offer else { return Ok(None) };
        let newer = |entry: &&PackVersion| entry.version > pack.version && entry.version.pre.is_empty();
        let newer: Vec<&PackVersion> = index.versions.iter().filter(newer).collect();
        let last = |runs: bool| newer.iter().rev().find(|entry| runs_api(&entry.api) == runs);
        let newest = last(true).map(|entry| entry.version.clone());
        let unusable = last(false).filter(|entry| newest.as_ref().is_none_or(|newest| entry.version > *newest));
        Ok((!newer.is_empty()).then(|| OutdatedPack {
            id: pack.id().to_owned(),
            installed: pack.version.clone(),
            newest,
            unusable: unusable.map(|entry| (entry.version.clone(), entry.api.clone())),
            registry: registry.name().to_owned(),
        }))
    }

    fn describe(&self, screen: &Screen) -> String {
        let mut text = format!("{} {}", screen.bold(&self.id), self.installed);
        if let Some(newest) = &self.newest {
            text += &format!(" -> {newest}");
        }
        if let Some((version, api)) = &self.unusable {
            text += &screen.warn(&format!("  {version} is written for version {api} of the scripting API"));
        }
        format!("{text}  {}\n", screen.dim(&self.registry))
    }
}

impl Update {
    /// Updates the packs.
    pub fn run(&self, installed: &Installed, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let client = self.registry.client()?;
        let turn = installed.turn()?;
        let library = installed.library();
        let registry_of = |id: &str| installed.origin(id).and_then(|origin| origin.source.registry);
        let from_registry = |id: &str| registry_of(id).is_some();
        // Without names, no pack changes its registry.
        let is_meant = |id: &String| match self.registry.preferred() {
            Some(registry) => registry_of(id).as_deref() == Some(registry),
            None => from_registry(id),
        };
        let ids: Vec<String> = match &self.names[..] {
            [] => library.packs().iter().map(|pack| pack.id().to_owned()).filter(is_meant).collect(),
            names => names.iter().map(|name| id_of(installed, name, roots)).collect::<Result<_, _>>()?,
        };
        if let Some(id) = ids.iter().find(|id| !from_registry(id)) {
            let error = Diagnostic::general("E730", format!("`{id}` was not installed from a registry"));
            let help = format!("to switch to a registry's version, run `grognard mods install {id}`");
            return Err(Failure::usage(error.help(help)));
        }
        let request = |id: String| {
            let version = &library.get(&id)?.version;
            let range = VersionReq::parse(&format!(">={version}")).ok()?;
            Some(PackSource::Request(Request { name: id, range }))
        };
        let requests: Vec<PackSource> = ids.into_iter().filter_map(request).collect();
        if requests.is_empty() {
            let from = self.registry.preferred().map_or("a registry".to_owned(), |name| format!("registry {name}"));
            return screen.say(&format!("No installed packs came from {from}."));
        }
        let mut acquired = acquire(&turn, &requests, roots, &client)?;
        acquired.present.clear();
        if acquired.packs.is_empty() {
            return screen.say("All packs from registries are up to date.");
        }
        screen.say(&install::put(&turn, acquired, roots)?.describe())
    }
}
