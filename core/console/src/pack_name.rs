//! Names of packs in commands: the id, the part of the id after the dot, or the path of the folder.

use crate::failure::Failure;
use crate::player_arg::suggest_or_list;
use crate::roots;
use grognard_packs::{Diagnostic, Kind, Library, Pack};
use std::path::{Path, PathBuf};

/// The folders to search for packs. If a command names a pack by its path, the folder that contains the pack is added.
pub struct PackNames {
    roots: Vec<PathBuf>,
}

impl PackNames {
    /// Creates the list from the folders in `roots`.
    pub fn new(roots: &[PathBuf]) -> PackNames {
        PackNames { roots: roots.to_vec() }
    }

    /// Resolves the pack argument of a command. Returns all packs, the folders searched for them, and the pack's name
    /// in the library.
    pub fn of(roots: &[PathBuf], text: &str) -> Result<(Library, Vec<PathBuf>, String), Failure> {
        let mut names = PackNames::new(roots);
        let name = names.name(text)?;
        Ok((names.library(), names.roots, name))
    }

    /// Returns the folders to search, including those of packs named by path.
    pub fn roots(&self) -> &[PathBuf] {
        &self.roots
    }

    /// Finds the packs in these folders.
    pub fn library(&self) -> Library {
        Library::open(&self.roots)
    }

    /// Returns a pack's name in the library: for a path, the id of the pack there; any other string is returned
    /// unchanged.
    pub fn name(&mut self, text: &str) -> Result<String, Failure> {
        match self.path(text) {
            Some(path) => self.id_at(&path),
            None => Ok(text.to_owned()),
        }
    }

    /// Returns the names of several packs, like `name`.
    pub fn names(&mut self, texts: &[String]) -> Result<Vec<String>, Failure> {
        texts.iter().map(|text| self.name(text)).collect()
    }

    /// Returns the folder of a pack, whatever its kind.
    pub fn folder(&mut self, text: &str) -> Result<PathBuf, Failure> {
        if let Some(path) = self.path(text) {
            return folder_at(&path);
        }
        let library = self.library();
        if !library.knows(text) && Path::new(text).exists() {
            return folder_at(Path::new(text));
        }
        let pack = library.find_any(&Kind::ALL, text).map_err(Failure::usage)?;
        dunce::canonicalize(pack.folder.path()).map_err(Failure::file(pack.folder.path()))
    }

    /// Returns the folders of the packs named by `text`: a name, or the path of a pack, of a file in a pack, or of a
    /// folder of packs.
    pub fn folders(&mut self, text: &str) -> Result<Vec<PathBuf>, Failure> {
        if self.path(text).is_none() && (self.library().knows(text) || !Path::new(text).exists()) {
            return self.folder(text).map(|folder| vec![folder]);
        }
        let folders = folders_at(Path::new(text))?;
        folders.iter().filter_map(|folder| folder.parent()?.parent()).for_each(|root| self.look_in(root));
        Ok(folders)
    }

    /// Returns whether a string is the path of a pack.
    pub fn is_path(&self, text: &str) -> bool {
        self.path(text).is_some()
    }

    /// Returns `text` as a path if it is the path of a pack. A word without a slash is a path only if no pack has that
    /// name.
    fn path(&self, text: &str) -> Option<PathBuf> {
        let is_path = text.contains(std::path::is_separator) || text == "." || text == "..";
        let path = Path::new(text);
        (is_path || is_pack(path) && !self.library().knows(text)).then(|| path.to_owned())
    }

    /// Returns the id of the pack at a path.
    fn id_at(&mut self, path: &Path) -> Result<String, Failure> {
        let folder = folder_at(path)?;
        if let Some(pack) = pack_at(&self.library(), &folder) {
            return Ok(pack.id().to_owned());
        }
        self.roots = roots_with(&folder, &self.roots);
        let library = self.library();
        let wrong = || library.diagnostics.iter().filter(|error| is_below(error, &folder)).cloned().collect();
        pack_at(&library, &folder).map(|pack| pack.id().to_owned()).ok_or_else(|| Failure::Wrong(wrong()))
    }

    /// Makes `root` the first folder to search, unless it is already listed.
    fn look_in(&mut self, root: &Path) {
        if self.roots.iter().all(|known| dunce::canonicalize(known).ok().as_deref() != Some(root)) {
            self.roots.insert(0, roots::relative(root));
        }
    }
}

/// Returns the folder of the pack that contains a path.
pub fn folder_at(path: &Path) -> Result<PathBuf, Failure> {
    let real = dunce::canonicalize(path).map_err(|_| Failure::usage(nothing_at(path)))?;
    real.ancestors().find(|folder| is_pack(folder)).map(Path::to_owned).ok_or_else(|| Failure::usage(no_pack_at(path)))
}

/// Returns the folders of the packs at a path: the pack that contains it, or all packs below it.
fn folders_at(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let real = dunce::canonicalize(path).map_err(|_| Failure::usage(nothing_at(path)))?;
    if let Some(folder) = real.ancestors().find(|folder| is_pack(folder)) {
        return Ok(vec![shelf_folder(folder)?]);
    }
    let below = packs_below(&real);
    if below.is_empty() { Err(Failure::usage(no_pack_at(path))) } else { Ok(below) }
}

/// Returns the packs in a kind folder (such as `mods`), or in a folder that contains kind folders.
fn packs_below(folder: &Path) -> Vec<PathBuf> {
    let kind_folders = Kind::FOLDERS
        .iter()
        .map(|kind_folder| folder.join(kind_folder))
        .chain(is_kind_folder(folder).then(|| folder.to_owned()));
    kind_folders.flat_map(|kind_folder| entries(&kind_folder)).filter(|folder| is_pack(folder)).collect()
}

/// Returns the roots for a command about the pack in `folder`: the folder itself, the root that contains it (if any),
/// and then `roots`.
pub fn roots_with(folder: &Path, roots: &[PathBuf]) -> Vec<PathBuf> {
    let beside = folder.parent().filter(|parent| is_kind_folder(parent)).and_then(Path::parent);
    let own = std::iter::once(folder).chain(beside).map(roots::relative);
    own.chain(roots.iter().cloned()).collect()
}

/// Returns the pack in a folder.
pub fn pack_at<'a>(library: &'a Library, folder: &Path) -> Option<&'a Pack> {
    library.packs().iter().find(|pack| is_at(pack, folder))
}

/// Returns whether `pack` is the pack in `folder`.
pub fn is_at(pack: &Pack, folder: &Path) -> bool {
    dunce::canonicalize(pack.folder.path()).is_ok_and(|path| path == folder)
}

/// Returns whether an error is in a file below `folder`.
pub fn is_below(error: &Diagnostic, folder: &Path) -> bool {
    dunce::canonicalize(&error.file).is_ok_and(|file| file.starts_with(folder))
}

/// Returns whether a folder contains a pack.
pub fn is_pack(folder: &Path) -> bool {
    folder.join("pack.toml").symlink_metadata().is_ok()
}

fn is_kind_folder(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| Kind::FOLDERS.iter().any(|kind_folder| name == *kind_folder))
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// Returns `folder` if it is directly inside a folder named `scripts`, `scenarios` or `mods`; fails otherwise.
fn shelf_folder(folder: &Path) -> Result<PathBuf, Failure> {
    if folder.parent().is_some_and(is_kind_folder) {
        return Ok(folder.to_owned());
    }
    let error = Diagnostic::general("E507", format!("{} is not in a folder searched for packs", folder.display()));
    Err(Failure::usage(error.help("move the pack's folder into a folder named `scripts`, `scenarios` or `mods`")))
}

fn no_pack_at(path: &Path) -> Diagnostic {
    Diagnostic::general("E506", format!("there is no pack at {}", path.display()))
        .help("a pack is a folder that contains `pack.toml`")
}

/// Creates the error for a path that does not exist; suggests packs in the same folder.
fn nothing_at(path: &Path) -> Diagnostic {
    let beside = path.parent().into_iter().flat_map(entries).filter(|folder| is_pack(folder));
    let mut beside: Vec<String> = beside.map(|folder| folder.display().to_string()).collect();
    beside.sort();
    let error = Diagnostic::general("E506", format!("there is nothing at {}", path.display()));
    if beside.is_empty() {
        return error.help("`grognard list` lists the packs");
    }
    let known: Vec<&str> = beside.iter().map(String::as_str).collect();
    suggest_or_list(error, &path.display().to_string(), &known, "the packs in that folder are")
}
