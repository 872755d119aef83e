//! `grognard mods install`: installs packs and everything they need.

use super::acquire::{Acquired, acquire};
use super::source::PackSource;
use crate::failure::Failure;
use crate::registries::RegistryArgs;
use crate::screen::Screen;
use grognard_packs::installed::{InstallLock, Installed};
use grognard_packs::{Library, Pack};
use semver::{Version, VersionReq};
use std::path::PathBuf;

/// Install packs and everything they need, or update installed packs.
///
/// A pack can be a folder, a zip archive, a pack in a registry, the address of an archive, or a git repository. Name a
/// pack in a registry by its id or the part after the dot, optionally followed by `@` and a version or a range. Add
/// `#blake3=HASH` to the address of an archive to verify its hash. Write a git repository as `git+https://…`,
/// optionally followed by `#` and a branch or tag. If there is an error, none of the packs are installed.
#[derive(clap::Args)]
pub struct Args {
    /// Packs to install: names, paths or addresses.
    #[arg(value_name = "PACK|PATH|ADDRESS", required = true)]
    sources: Vec<String>,
    #[command(flatten)]
    registry: RegistryArgs,
}

impl Args {
    /// Installs the packs, unless `check` finds an error.
    pub fn run(&self, installed: &Installed, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let client = self.registry.client()?;
        let parse = |text: &String| PackSource::parse(text, roots, client.has_registries());
        let sources = self.sources.iter().map(parse).collect::<Result<Vec<_>, _>>()?;
        let turn = installed.turn()?;
        let acquired = acquire(&turn, &sources, roots, &client)?;
        put(&turn, acquired, roots, screen)
    }
}

/// Checks and installs packs, and reports what was done.
pub fn put(turn: &InstallLock, acquired: Acquired, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
    acquired.check(roots)?;
    let library = turn.installed().library();
    let conflicts: Vec<String> =
        acquired.packs.iter().flat_map(|pack| conflicts(&pack.staged.pack, &library, turn)).collect();
    let names: Vec<(String, Option<Version>)> =
        acquired.packs.iter().map(|pack| (label(&pack.staged.pack), newer(&pack.staged.pack, &library))).collect();
    let staged = acquired.packs.into_iter().map(|pack| pack.staged).collect();
    let replaced = turn.put_all(staged)?;
    let there = acquired.present.iter().map(|(id, version)| format!("{id} {version} is already installed\n"));
    let lines = names.iter().zip(replaced).map(|((name, newer), replaced)| match newer {
        Some(newer) => format!("installed {name}, replacing the newer version {newer}\n"),
        None if replaced => format!("updated {name}\n"),
        None => format!("installed {name}\n"),
    });
    screen.say(&there.chain(lines).chain(conflicts).collect::<String>())
}

fn label(pack: &Pack) -> String {
    format!("{} {}", pack.id(), pack.version)
}

/// Returns the installed version of the pack if it is newer than `pack`.
fn newer(pack: &Pack, library: &Library) -> Option<Version> {
    library.get(pack.id()).map(|there| there.version.clone()).filter(|there| *there > pack.version)
}

/// Describes the conflicts of a pack with other packs that are installed and enabled.
fn conflicts(pack: &Pack, library: &Library, turn: &InstallLock) -> Vec<String> {
    let disabled = turn.installed().disabled();
    let used = library.packs().iter().filter(|other| !disabled.contains(other.id()) && other.id() != pack.id());
    let reasons = used.filter_map(|other| {
        let why = declared(pack, other).or_else(|| declared(other, pack))?;
        let id = other.id();
        Some(format!(
            "{} cannot be used with {id}: {why}. Disable one of them with `grognard mods disable`.\n",
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
