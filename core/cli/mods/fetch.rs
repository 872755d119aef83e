//! `grognard mods fetch`: fetches the versions of packs that a save needs.

use crate::data_folder;
use crate::failure::Failure;
use crate::registries::{self, RegistryArgs};
use crate::saves::SavedGame;
use crate::screen::Screen;
use grognard_packs::store::{PackFiles, Store};
use grognard_packs::{Diagnostic, Library, LockedPack, archive};
use grognard_registry::Registries;
use std::path::{Path, PathBuf};

/// Fetch the versions of packs that a save needs, so that the game can continue with `--pin`.
///
/// Packs are fetched only with the exact files that the game was played with, from the folders that are searched for
/// packs or from a registry. They are put into the store, and are not installed.
#[derive(clap::Args)]
pub struct Args {
    /// The save.
    save: PathBuf,
    #[command(flatten)]
    registry: RegistryArgs,
}

impl Args {
    /// Fetches the packs.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let saved = SavedGame::read(&self.save)?;
        let store = data_folder::store();
        keep_present(&saved, roots, &store)?;
        let missing = store.missing(&saved.save.header.lock);
        if missing.is_empty() {
            return screen.say("The store has all packs of this save.");
        }
        let client = self.registry.client()?;
        let registries = client.open(false)?;
        let mut fetched = String::new();
        let mut errors = Vec::new();
        for pack in missing {
            match fetch(pack, &registries, &store)? {
                Some(registry) => fetched += &format!("fetched {} {} from {registry}\n", pack.id, pack.version),
                None => errors.push(not_offered(pack)),
            }
        }
        let play = format!("`grognard play --load {} --pin` continues the game.\n", self.save.display());
        screen.say(&(fetched + if errors.is_empty() { &play } else { "" }))?;
        if errors.is_empty() { Ok(()) } else { Err(Failure::Wrong(errors)) }
    }
}

/// Puts those packs of a save into the store that are present with the same files.
fn keep_present(saved: &SavedGame, roots: &[PathBuf], store: &Store) -> Result<(), Failure> {
    let library = Library::open(roots);
    for pack in store.missing(&saved.save.header.lock) {
        let files = library.get(&pack.id).and_then(|present| PackFiles::of(present).ok());
        if let Some(files) = files.filter(|files| files.content == pack.content) {
            store.keep(&files).map_err(Failure::wrong)?;
        }
    }
    Ok(())
}

fn not_offered(pack: &LockedPack) -> Diagnostic {
    let message = format!("no registry offers `{}` {} with the files of this game", pack.id, pack.version);
    let help = format!("expected files with the hash {}; ask whoever made the save for the pack", pack.content);
    Diagnostic::general("E731", message).help(help)
}

/// Puts a pack into the store; returns the registry it came from, if one has it.
fn fetch(pack: &LockedPack, registries: &Registries, store: &Store) -> Result<Option<String>, Failure> {
    let Some((registry, entry)) = registries.locked(pack).map_err(registries::failure)? else { return Ok(None) };
    let bytes = registry.archive(&entry).map_err(registries::failure)?;
    let shown = format!("{}/{}-{}", registry.name(), pack.id, entry.version);
    let files = archive::files(&shown, &bytes).map_err(Failure::Wrong)?;
    let ground = tempfile::tempdir().map_err(Failure::file(&tempfile::env::temp_dir()))?;
    let found = lay_out(ground.path(), entry.kind.folder(), &files)
        .map_err(Failure::file(ground.path()))?
        .packs()
        .first()
        .map(PackFiles::of)
        .transpose()
        .map_err(Failure::Wrong)?;
    let Some(found) = found.filter(|found| found.content == pack.content) else {
        let message = format!("registry {} promises the files of `{}` but has others", registry.name(), pack.id);
        let error = Diagnostic::general("E732", message).help("report this to the maintainers of the registry");
        return Err(Failure::wrong(error));
    };
    store.keep(&found).map_err(Failure::wrong)?;
    Ok(Some(registry.name().to_owned()))
}

/// Unpacks a pack into a root.
fn lay_out(
    root: &Path,
    kind_folder: &str,
    files: &std::collections::BTreeMap<String, Vec<u8>>,
) -> std::io::Result<Library> {
    for (name, bytes) in files {
        grognard_play::atomic_file::write(&folder_for(root, kind_folder, name)?, bytes)?;
    }
    Ok(Library::open(&[root.to_owned()]))
}

/// Returns the path of a file of the pack, whose folder exists then.
fn folder_for(root: &Path, kind_folder: &str, name: &str) -> std::io::Result<PathBuf> {
    let path = root.join(kind_folder).join("pack").join(name);
    std::fs::create_dir_all(path.parent().unwrap_or(root))?;
    Ok(path)
}
