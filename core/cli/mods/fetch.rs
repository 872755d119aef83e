//! `grognard mods fetch`: fetches the pack versions that a save needs.

use crate::data_folder;
use crate::failure::Failure;
use crate::registries::{self, RegistryArgs};
use crate::saves::SavedGame;
use crate::screen::Screen;
use grognard_packs::store::{PackFiles, Store};
use grognard_packs::{Diagnostic, Library, LockedPack, archive};
use grognard_registry::Registries;
use std::path::{Path, PathBuf};

/// Fetch the pack versions that a save needs, so that the game can continue with `--pin`.
///
/// A pack is accepted only with exactly the files that the game was played with. It comes from the folders searched for
/// packs or from a registry, and is added to the store, not installed.
#[derive(clap::Args)]
pub struct Args {
    /// Save to fetch packs for.
    save: PathBuf,
    #[command(flatten)]
    registry: RegistryArgs,
}

impl Args {
    /// Fetches the packs that the store lacks; fails if no registry offers one of them.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let saved = SavedGame::read(&self.save)?;
        let store = data_folder::store();
        keep_present(&saved, roots, &store)?;
        let missing = store.missing(&saved.save.header.lock);
        if missing.is_empty() {
            return screen.say("The store already contains all packs that this save needs.");
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
        let play = format!("Continue the game with `grognard play --load {} --pin`.\n", self.save.display());
        screen.say(&(fetched + if errors.is_empty() { &play } else { "" }))?;
        if errors.is_empty() { Ok(()) } else { Err(Failure::Wrong(errors)) }
    }
}

/// Adds a save's packs to the store if the folders searched for packs contain them with identical files.
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
    let message = format!("no registry offers `{}` {} with the exact files used in this game", pack.id, pack.version);
    let help = format!("the expected hash of the files is {}; ask the sender of the save for the pack", pack.content);
    Diagnostic::general("E731", message).help(help)
}

/// Fetches a pack into the store. Returns the name of the registry it came from; `None` if no registry offers it.
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
        let message = format!(
            "registry {} lists the expected hash for `{}`, but the archive contains different files",
            registry.name(),
            pack.id
        );
        let error = Diagnostic::general("E732", message).help("report this to the maintainers of the registry");
        return Err(Failure::wrong(error));
    };
    store.keep(&found).map_err(Failure::wrong)?;
    Ok(Some(registry.name().to_owned()))
}

/// Writes the files of a pack below `root`, and opens that folder as a library.
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

/// Returns the path for a file of the pack, after creating the folder that is to contain the file.
fn folder_for(root: &Path, kind_folder: &str, name: &str) -> std::io::Result<PathBuf> {
    let path = root.join(kind_folder).join("pack").join(name);
    std::fs::create_dir_all(path.parent().unwrap_or(root))?;
    Ok(path)
}
