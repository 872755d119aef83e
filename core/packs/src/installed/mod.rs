//! The packs a player has installed. Whatever happens, a pack is installed completely or not at all.
//!
//! Installed packs are in `scripts/ID`, `scenarios/ID` and `mods/ID`, as in any folder of packs. New packs are prepared
//! in a working folder `.part-…` in the same root. A working folder that no program uses was left by a killed program
//! and is removed. A pack that is replaced is first moved to `.part-…/old`, and moved back if the new version cannot be
//! installed. Several packs are installed together: either all of them or none.

mod group;
mod origin;
mod stage;

pub use origin::{Origin, OriginSource, PackChange};
pub use stage::StagedPack;

use crate::diagnostic::Diagnostic;
use crate::library::{Library, is_id, managed_mark};
use crate::schema::Kind;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Prefix of the names of working folders.
const PART: &str = ".part-";

/// The file with the ids of disabled mods.
const DISABLED: &str = "disabled.json";

/// Why a change to the installed packs failed.
#[derive(Debug)]
pub enum InstallError {
    /// The pack is invalid.
    Wrong(Vec<Diagnostic>),
    /// A file could not be read or written.
    File(PathBuf, io::Error),
}

type InstallResult<T> = Result<T, InstallError>;

/// A player's packs.
#[derive(Clone, Debug)]
pub struct Installed {
    root: PathBuf,
}

/// The right to change the installed packs. Only one program can hold it at a time.
pub struct InstallLock<'a> {
    installed: &'a Installed,
    _lock: File,
}

fn file(path: &Path) -> impl FnOnce(io::Error) -> InstallError {
    let path = path.to_owned();
    |error| InstallError::File(path, error)
}

impl Installed {
    /// Opens the packs in a folder, which need not exist.
    pub fn new(root: impl Into<PathBuf>) -> Installed {
        Installed { root: root.into() }
    }

    /// Returns the folder of the installed packs, for use as a root of a library.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Finds the installed packs.
    pub fn library(&self) -> Library {
        Library::open(std::slice::from_ref(&self.root))
    }

    /// Returns the ids of the installed packs: those in `library`, and those whose manifest cannot be read any more.
    pub fn ids(&self, library: &Library) -> BTreeSet<String> {
        let folders = packs_below(&self.root).into_iter().map(|(_, path)| name_of(&path));
        library.packs().iter().map(|pack| pack.id().to_owned()).chain(folders).filter(|id| is_id(id)).collect()
    }

    /// Reads the ids of disabled mods.
    pub fn disabled(&self) -> BTreeSet<String> {
        let text = fs::read(self.root.join(DISABLED)).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    /// Cleans up after a killed program, unless another program is changing the packs.
    pub fn recover(&self) {
        let is_part = |entry: fs::DirEntry| entry.file_name().to_string_lossy().starts_with(PART);
        if fs::read_dir(&self.root).into_iter().flatten().flatten().any(is_part)
            && let Ok(lock) = self.lock_file()
            && lock.try_lock().is_ok()
        {
            self.sweep();
        }
    }

    /// Waits until no other program is changing the installed packs, then locks them.
    pub fn turn(&self) -> InstallResult<InstallLock<'_>> {
        fs::create_dir_all(&self.root).map_err(file(&self.root))?;
        let lock = self.lock_file().map_err(file(&self.root))?;
        lock.lock().map_err(file(&self.root))?;
        let mark = managed_mark(&self.root);
        fs::write(&mark, "").map_err(file(&mark))?;
        self.sweep();
        Ok(InstallLock { installed: self, _lock: lock })
    }

    /// Opens the lock file, which is next to the root, not in it.
    fn lock_file(&self) -> io::Result<File> {
        // Windows does not lock a file that is opened for appending only.
        File::options().read(true).create(true).append(true).open(self.root.with_extension("lock"))
    }

    /// Undoes what killed programs have left unfinished.
    fn sweep(&self) {
        for part in entries(&self.root).into_iter().filter(|path| name_of(path).starts_with(PART)) {
            self.undo(&part);
        }
    }

    /// Undoes the incomplete installation in a working folder, and removes the folder.
    fn undo(&self, part: &Path) {
        group::take_back(self, part);
        for (kind_folder, old) in packs_below(&part.join("old")) {
            if self.places_of(&name_of(&old)).is_empty() {
                let _ = fs::create_dir_all(self.root.join(kind_folder))
                    .and_then(|()| fs::rename(&old, self.root.join(kind_folder).join(name_of(&old))));
            }
        }
        // While the list exists, the working folder is undone again, which needs its other files.
        let _ = fs::remove_file(part.join(group::LIST));
        let _ = if part.is_dir() { fs::remove_dir_all(part) } else { fs::remove_file(part) };
    }

    /// Returns the folders of the pack with this id, each with the name of the folder for its kind (`scripts`,
    /// `scenarios` or `mods`). There is at most one, unless the pack has changed kind.
    pub fn places_of(&self, id: &str) -> Vec<(&'static str, PathBuf)> {
        let places = Kind::FOLDERS.map(|kind_folder| (kind_folder, self.root.join(kind_folder).join(id)));
        places.into_iter().filter(|(_, path)| path.symlink_metadata().is_ok()).collect()
    }
}

impl InstallLock<'_> {
    /// Removes a pack and its settings; returns whether it was installed.
    pub fn remove(&self, id: &str) -> InstallResult<bool> {
        let root = &self.installed.root;
        let places = self.installed.places_of(id);
        let part = tempfile::Builder::new().prefix(PART).tempdir_in(root).map_err(file(root))?;
        for (at, (_, path)) in places.iter().enumerate() {
            fs::rename(path, part.path().join(at.to_string())).map_err(file(path))?;
        }
        part.close().map_err(file(root))?;
        self.enable(id, true)?;
        for kind_folder in Kind::FOLDERS {
            // This removes the folder only if it is empty.
            let _ = fs::remove_dir(root.join(kind_folder));
        }
        Ok(!places.is_empty())
    }

    /// Enables or disables a mod.
    pub fn enable(&self, id: &str, used: bool) -> InstallResult<()> {
        let path = self.installed.root.join(DISABLED);
        let mut disabled = self.installed.disabled();
        let changed = if used { disabled.remove(id) } else { disabled.insert(id.to_owned()) };
        match (changed, disabled.is_empty()) {
            (false, _) => Ok(()),
            (true, true) => fs::remove_file(&path).map_err(file(&path)),
            (true, false) => {
                let text = serde_json::to_string_pretty(&disabled).unwrap_or_default() + "\n";
                let mut beside =
                    tempfile::Builder::new().prefix(PART).tempfile_in(&self.installed.root).map_err(file(&path))?;
                io::Write::write_all(&mut beside, text.as_bytes()).map_err(file(&path))?;
                beside.persist(&path).map(drop).map_err(|error| InstallError::File(path, error.error))
            }
        }
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

fn packs_below(folder: &Path) -> Vec<(&'static str, PathBuf)> {
    Kind::FOLDERS
        .iter()
        .flat_map(|kind_folder| entries(&folder.join(kind_folder)).into_iter().map(move |path| (*kind_folder, path)))
        .collect()
}
