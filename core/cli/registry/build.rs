//! `grognard registry build`: creates or updates a registry.

use super::{amount, key, trial};
use crate::failure::Failure;
use crate::roots;
use crate::screen::Screen;
use grognard_packs::{Diagnostic, Library, Pack, archive};
use grognard_registry::build::{ListSettings, RegistryFolder, prepare};
use grognard_registry::format::PackVersion;
use serde::Serialize;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Create a registry in a folder, or add packs to an existing one, and update its lists of packs.
///
/// New versions are tried out first with `check --strict`, `test`, `mods info` and 20 games. The same packs always
/// produce the same bytes, so this command can run on every change, for instance in CI. Published versions are never
/// changed or removed.
#[derive(clap::Args)]
pub struct Args {
    /// Folder that contains the registry, or will contain it.
    folder: PathBuf,
    /// Add the packs in this folder; may be repeated.
    #[arg(long, value_name = "DIR")]
    from: Vec<PathBuf>,
    /// Name of the registry; required only when it is created.
    #[arg(long)]
    name: Option<String>,
    /// Sign the registry with the secret key in this file.
    #[arg(long, value_name = "FILE")]
    sign: Option<PathBuf>,
    /// Announce the next public key of the registry: the key itself, or the name of a file that contains it.
    #[arg(long, value_name = "KEY")]
    next_key: Option<String>,
    /// Do not try out new versions.
    #[arg(long)]
    no_trial: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A summary of the registry after the build.
#[derive(Serialize)]
struct Report {
    serial: u64,
    changed: bool,
    packs: usize,
    versions: usize,
    added: Vec<String>,
    signed: bool,
}

impl Args {
    /// Builds the registry. Adds nothing unless every new version passes its trial.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let key = self.sign.as_deref().map(key::read).transpose()?;
        let mut folder = RegistryFolder::open(&self.folder).map_err(Failure::wrong)?;
        let signer = key.as_ref().map(|key| key.public()).transpose().map_err(Failure::wrong)?;
        signer.as_ref().map_or(Ok(()), |signer| folder.check_signer(signer)).map_err(Failure::wrong)?;
        let next_key = self.next_key.as_deref().map(key::public).transpose()?;
        let sources = Library::open(&self.from);
        self.check_sources(&sources)?;
        let ground = self.unpack_newest(&folder)?;
        if !self.no_trial {
            self.try_out(&folder, &sources, &ground, roots)?;
        }
        let mut added = Vec::new();
        for pack in sources.packs() {
            if folder.add(prepare(pack).map_err(Failure::Wrong)?).map_err(Failure::wrong)? {
                added.push(format!("{} {}", pack.id(), pack.version));
            }
        }
        let settings =
            ListSettings { name: self.name.as_deref(), next_key: next_key.as_deref(), signer: signer.as_deref() };
        let outcome = folder.write_lists(settings).map_err(Failure::wrong)?;
        if let Some(key) = &key {
            folder.sign(key).map_err(Failure::wrong)?;
        }
        let report = Report {
            serial: outcome.serial,
            changed: outcome.is_changed,
            packs: folder.packs().count(),
            versions: folder.packs().map(|index| index.versions.len()).sum(),
            added,
            signed: key.is_some(),
        };
        screen.report(self.json, &report, |_| report.describe(&self.folder))
    }

    fn check_sources(&self, sources: &Library) -> Result<(), Failure> {
        if !sources.diagnostics.is_empty() {
            return Err(Failure::Wrong(sources.diagnostics.clone()));
        }
        let empty = self.from.iter().find(|from| Library::open(std::slice::from_ref(from)).packs().is_empty());
        match empty {
            Some(from) => {
                let error = Diagnostic::general("E734", format!("there are no packs in {}", from.display()));
                Err(Failure::usage(error.help("a folder of packs contains scripts/, scenarios/ or mods/")))
            }
            None => Ok(()),
        }
    }

    /// Unpacks the newest version of every pack in the registry, for use in the trials of new versions. The folder
    /// stays empty if nothing has to be tried out.
    fn unpack_newest(&self, folder: &RegistryFolder) -> Result<TempDir, Failure> {
        let ground = tempfile::tempdir().map_err(Failure::file(&tempfile::env::temp_dir()))?;
        if self.no_trial || (self.from.is_empty() && folder.unlisted().next().is_none()) {
            return Ok(ground);
        }
        for index in folder.packs() {
            if let Some(entry) = index.newest() {
                unpack(folder, &index.id, entry, ground.path())?;
            }
        }
        Ok(ground)
    }

    /// Tries out the packs to be added, and the packs whose index has changed since the lists were written.
    fn try_out(
        &self,
        folder: &RegistryFolder,
        sources: &Library,
        ground: &TempDir,
        searched: &[PathBuf],
    ) -> Result<(), Failure> {
        let own = self.from.iter().cloned().chain([ground.path().to_owned()]);
        let all: Vec<PathBuf> = own.chain(searched.iter().cloned()).filter(|root| roots::holds_packs(root)).collect();
        let known = |pack: &Pack| {
            let index = folder.packs().find(|index| index.id == pack.id());
            index.is_some_and(|index| index.get(&pack.version).is_some())
        };
        for pack in sources.packs().iter().filter(|pack| !known(pack)) {
            trial::try_out(pack, &all)?;
        }
        let unpacked = Library::open(&[ground.path().to_owned()]);
        let unlisted = folder.unlisted().filter_map(|index| unpacked.get(&index.id));
        unlisted.filter(|pack| sources.get(pack.id()).is_none()).try_for_each(|pack| trial::try_out(pack, &all))
    }
}

/// Unpacks a version below `root`, so that it is found there as a pack.
fn unpack(folder: &RegistryFolder, id: &str, entry: &PackVersion, root: &Path) -> Result<(), Failure> {
    let bytes = folder.archive(entry).map_err(Failure::wrong)?;
    let files = archive::files(&format!("{id}-{}", entry.version), &bytes).map_err(Failure::Wrong)?;
    let place = root.join(entry.kind.folder()).join(id);
    for (name, bytes) in files {
        let path = place.join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(&place)).map_err(Failure::file(&path))?;
        grognard_play::atomic_file::write(&path, bytes).map_err(Failure::file(&path))?;
    }
    Ok(())
}

impl Report {
    fn describe(&self, folder: &Path) -> String {
        let mut text: String = self.added.iter().map(|added| format!("added {added}\n")).collect();
        let state = if self.changed { "" } else { ", unchanged" };
        let (packs, versions) = (amount(self.packs, "pack"), amount(self.versions, "version"));
        text += &format!("{}: {packs}, {versions}, serial {}{state}\n", folder.display(), self.serial);
        if !self.signed && self.changed {
            text += "Sign the registry before publishing it: use `--sign FILE` or `minisign -S -m registry.json`.\n";
        }
        text
    }
}
