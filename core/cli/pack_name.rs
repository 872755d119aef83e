//! How every command names packs: by id, by the part of the id after the dot, or by the path of their folder.

use crate::failure::Failure;
use crate::player_arg::suggest_or_list;
use crate::roots::{self, KIND_FOLDERS};
use grognard_packs::{Diagnostic, Kind, Library, Pack};
use std::path::{Path, PathBuf};

/// The folders in which packs are looked for. A pack that is named by its path brings its folder along.
pub struct PackNames {
    roots: Vec<PathBuf>,
}

impl PackNames {
    /// Names of packs below some folders.
    pub fn new(roots: &[PathBuf]) -> PackNames {
        PackNames { roots: roots.to_vec() }
    }

    /// The packs there are for a command about one of them, the folders to look in, and the name by which the library
    /// knows that pack.
    pub fn of(roots: &[PathBuf], text: &str) -> Result<(Library, Vec<PathBuf>, String), Failure> {
        let mut names = PackNames::new(roots);
        let name = names.name(text)?;
        Ok((names.library(), names.roots, name))
    }

    /// The folders to look in, with those of the packs that were named by their paths.
    pub fn roots(&self) -> &[PathBuf] {
        &self.roots
    }

    /// The packs there are.
    pub fn library(&self) -> Library {
        Library::open(&self.roots)
    }

    /// The name by which a library knows a pack: the id of the pack at a path, and any other name as it is.
    pub fn name(&mut self, text: &str) -> Result<String, Failure> {
        match self.path(text) {
            Some(path) => self.id_at(&path),
            None => Ok(text.to_owned()),
        }
    }

    /// The names of several packs.
    pub fn names(&mut self, texts: &[String]) -> Result<Vec<String>, Failure> {
        texts.iter().map(|text| self.name(text)).collect()
    }

    /// The folder of a pack of any kind.
    pub fn folder(&mut self, text: &str) -> Result<PathBuf, Failure> {
        if let Some(path) = self.path(text) {
            return folder_at(&path);
        }
        let library = self.library();
        if !library.knows(text) && Path::new(text).exists() {
            return folder_at(Path::new(text));
        }
        let pack = library.find_any(&Kind::ALL, text).map_err(Failure::usage)?;
        pack.folder.path().canonicalize().map_err(Failure::file(pack.folder.path()))
    }

    /// The folders of the packs somebody means by a name, or by the path of a pack, of a file in it, or of a folder of
    /// packs.
    pub fn folders(&mut self, text: &str) -> Result<Vec<PathBuf>, Failure> {
        if self.path(text).is_none() && (self.library().knows(text) || !Path::new(text).exists()) {
            return self.folder(text).map(|folder| vec![folder]);
        }
        let folders = folders_at(Path::new(text))?;
        folders.iter().filter_map(|folder| folder.parent()?.parent()).for_each(|root| self.look_in(root));
        Ok(folders)
    }

    /// Whether a text is the path of a pack.
    pub fn is_path(&self, text: &str) -> bool {
        self.path(text).is_some()
    }

    /// The path that a text is. A word without a slash is a path only where no pack is called so.
    fn path(&self, text: &str) -> Option<PathBuf> {
        let is_path = text.contains(std::path::is_separator) || text == "." || text == "..";
        let path = Path::new(text);
        (is_path || is_pack(path) && !self.library().knows(text)).then(|| path.to_owned())
    }

    /// The id of the pack at a path.
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

    /// Looks in a folder first, unless it is among the others.
    fn look_in(&mut self, root: &Path) {
        if self.roots.iter().all(|known| known.canonicalize().ok().as_deref() != Some(root)) {
            self.roots.insert(0, roots::relative(root));
        }
    }
}

/// The folder of the pack a path lies in.
pub fn folder_at(path: &Path) -> Result<PathBuf, Failure> {
    let real = path.canonicalize().map_err(|_| Failure::usage(nothing_at(path)))?;
    real.ancestors().find(|folder| is_pack(folder)).map(Path::to_owned).ok_or_else(|| Failure::usage(no_pack_at(path)))
}

/// The folders of the packs a path means: the pack it lies in, or all below it.
fn folders_at(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let real = path.canonicalize().map_err(|_| Failure::usage(nothing_at(path)))?;
    if let Some(folder) = real.ancestors().find(|folder| is_pack(folder)) {
        return Ok(vec![shelf_folder(folder)?]);
    }
    let below = packs_below(&real);
    if below.is_empty() { Err(Failure::usage(no_pack_at(path))) } else { Ok(below) }
}

/// The packs of a shelf, or of a folder with shelves.
fn packs_below(folder: &Path) -> Vec<PathBuf> {
    let kind_folders = KIND_FOLDERS
        .iter()
        .map(|kind_folder| folder.join(kind_folder))
        .chain(is_kind_folder(folder).then(|| folder.to_owned()));
    kind_folders.flat_map(|kind_folder| entries(&kind_folder)).filter(|folder| is_pack(folder)).collect()
}

/// The roots for somebody who works on the pack in a folder: it comes first, then what lies beside it on its shelves.
pub fn roots_with(folder: &Path, roots: &[PathBuf]) -> Vec<PathBuf> {
    let beside = folder.parent().filter(|parent| is_kind_folder(parent)).and_then(Path::parent);
    let own = std::iter::once(folder).chain(beside).map(roots::relative);
    own.chain(roots.iter().cloned()).collect()
}

/// The pack in a folder.
pub fn pack_at<'a>(library: &'a Library, folder: &Path) -> Option<&'a Pack> {
    library.packs().iter().find(|pack| is_at(pack, folder))
}

/// Whether a pack is that in a folder.
pub fn is_at(pack: &Pack, folder: &Path) -> bool {
    pack.folder.path().canonicalize().is_ok_and(|path| path == folder)
}

/// Whether something is wrong with a file below a folder.
pub fn is_below(error: &Diagnostic, folder: &Path) -> bool {
    Path::new(&error.file).canonicalize().is_ok_and(|file| file.starts_with(folder))
}

/// Whether a folder is that of a pack.
pub fn is_pack(folder: &Path) -> bool {
    folder.join("pack.toml").symlink_metadata().is_ok()
}

fn is_kind_folder(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| KIND_FOLDERS.iter().any(|kind_folder| name == *kind_folder))
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// Packs are found only where others would find them too.
fn shelf_folder(folder: &Path) -> Result<PathBuf, Failure> {
    if folder.parent().is_some_and(is_kind_folder) {
        return Ok(folder.to_owned());
    }
    let error = Diagnostic::general("E507", format!("{} is not where packs are found", folder.display()));
    Err(Failure::usage(error.help("put the folder of the pack into a folder scripts, scenarios or mods")))
}

fn no_pack_at(path: &Path) -> Diagnostic {
    Diagnostic::general("E506", format!("there is no pack at {}", path.display()))
        .help("a pack is a folder with a file pack.toml")
}

/// The error that a path leads nowhere, with the packs beside it.
fn nothing_at(path: &Path) -> Diagnostic {
    let beside = path.parent().into_iter().flat_map(entries).filter(|folder| is_pack(folder));
    let mut beside: Vec<String> = beside.map(|folder| folder.display().to_string()).collect();
    beside.sort();
    let error = Diagnostic::general("E506", format!("there is nothing at {}", path.display()));
    if beside.is_empty() {
        return error.help("`grognard list` shows the names of the packs there are");
    }
    let known: Vec<&str> = beside.iter().map(String::as_str).collect();
    suggest_or_list(error, &path.display().to_string(), &known, "there is")
}
