//! `grognard mods install`: installs packs and everything they need.

use super::acquire::{Acquired, acquire};
use super::source::PackSource;
use crate::failure::Failure;
use crate::registries::RegistryArgs;
use crate::screen::Screen;
use grognard_packs::installed::{InstallLock, Installed};
use grognard_packs::{Library, Pack};
use semver::{Version, VersionReq};
use serde::Serialize;
use std::path::PathBuf;

/// Install packs and everything they need, or update installed packs.
///
/// A pack can be a folder, a zip archive, a pack in a registry, the address of an archive, or a git repository. Name a
/// pack in a registry by its id or the part of the id after the dot, optionally followed by `@` and a version or a
/// range. Add `#blake3=HASH` to the address of an archive to verify its hash. Write a git repository as
/// `git+https://…`, optionally followed by `#` and a branch or tag. If there is an error, none of the packs are
/// installed.
#[derive(clap::Args)]
pub struct Args {
    /// Packs to install: names, paths or addresses.
    #[arg(value_name = "PACK|PATH|ADDRESS", required = true)]
    sources: Vec<String>,
    #[command(flatten)]
    registry: RegistryArgs,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The packs that were installed.
#[derive(Serialize)]
pub struct InstallReport {
    installed: Vec<InstalledVersion>,
    /// Requested packs that were already installed.
    present: Vec<PresentVersion>,
    /// One sentence for each conflict between a new pack and a pack that is installed and enabled.
    conflicts: Vec<String>,
}

#[derive(Serialize)]
struct InstalledVersion {
    id: String,
    version: Version,
    /// The version that was replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    replaced: Option<Version>,
}

#[derive(Serialize)]
struct PresentVersion {
    id: String,
    version: String,
}

impl Args {
    /// Installs the packs, unless `check` finds an error.
    pub fn run(&self, installed: &Installed, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let client = self.registry.client()?;
        let parse = |text: &String| PackSource::parse(text, roots, client.has_registries());
        let sources = self.sources.iter().map(parse).collect::<Result<Vec<_>, _>>()?;
        let turn = installed.turn()?;
        let acquired = acquire(&turn, &sources, roots, &client)?;
        let report = put(&turn, acquired, roots)?;
        screen.report(self.json, &report, |_| report.describe())
    }
}

/// Checks and installs packs.
pub fn put(turn: &InstallLock, acquired: Acquired, roots: &[PathBuf]) -> Result<InstallReport, Failure> {
    acquired.check(roots)?;
    let library = turn.installed().library();
    let conflicts = acquired.packs.iter().flat_map(|pack| conflicts(&pack.staged.pack, &library, turn)).collect();
    let installed = acquired.packs.iter().map(|pack| InstalledVersion::new(&pack.staged.pack, &library)).collect();
    let present = acquired.present.into_iter().map(|(id, version)| PresentVersion { id, version }).collect();
    turn.put_all(acquired.packs.into_iter().map(|pack| pack.staged).collect())?;
    Ok(InstallReport { installed, present, conflicts })
}

impl InstallReport {
    /// Describes what was done.
    pub fn describe(&self) -> String {
        let there =
            self.present.iter().map(|PresentVersion { id, version }| format!("{id} {version} is already installed\n"));
        let installed = self.installed.iter().map(InstalledVersion::describe);
        let conflicts = self.conflicts.iter().map(|conflict| format!("{conflict}\n"));
        there.chain(installed).chain(conflicts).collect()
    }
}

impl InstalledVersion {
    fn new(pack: &Pack, library: &Library) -> InstalledVersion {
        let replaced = library.get(pack.id()).map(|there| there.version.clone());
        InstalledVersion { id: pack.id().to_owned(), version: pack.version.clone(), replaced }
    }

    fn describe(&self) -> String {
        let InstalledVersion { id, version, replaced } = self;
        match replaced {
            Some(newer) if newer > version => {
                format!("installed {id} {version}, replacing the newer version {newer}\n")
            }
            Some(_) => format!("updated {id} {version}\n"),
            None => format!("installed {id} {version}\n"),
        }
    }
}

/// Describes the conflicts of a pack with other packs that are installed and enabled.
fn conflicts(pack: &Pack, library: &Library, turn: &InstallLock) -> Vec<String> {
    let disabled = turn.installed().disabled();
    let used = library.packs().iter().filter(|other| !disabled.contains(other.id()) && other.id() != pack.id());
    let reasons = used.filter_map(|other| {
        let why = declared(pack, other).or_else(|| declared(other, pack))?;
        let id = other.id();
        Some(format!(
            "{} cannot be used with {id}: {why}. Disable one of them with `grognard mods disable`.",
            pack.id()
        ))
    });
    reasons.collect()
}

/// Returns the reason why `pack` declares a conflict with `other`; `None` if it does not declare one.
fn declared(pack: &Pack, other: &Pack) -> Option<String> {
    let conflict = pack.manifest.conflicts.get(other.id())?;
    let range = VersionReq::parse(&conflict.versions).ok()?;
    range.matches(&other.version).then(|| conflict.why.clone())
}
