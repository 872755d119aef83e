//! Packs that are prepared in a working folder before they are installed.

use super::{InstallError, InstallLock, InstallResult, PART, file};
use crate::archive;
use crate::diagnostic::Diagnostic;
use crate::library::{Library, Pack};
use crate::schema::Kind;
use crate::source::{Folder, Source, SourceSpan, display_path};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The files of a pack, by their names within the pack.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

/// A complete pack in a working folder.
pub struct StagedPack {
    /// A root that contains only this pack.
    pub root: TempDir,
    /// The pack.
    pub pack: Pack,
}

impl InstallLock<'_> {
    /// Unpacks or copies a pack into a working folder. The kind and id come from the manifest, whatever the folder or
    /// archive is called.
    pub fn stage(&self, source: &Path) -> InstallResult<StagedPack> {
        let files =
            if source.is_dir() { pack_files(source)? } else { archive::read(source).map_err(InstallError::Wrong)? };
        self.stage_files(&display_path(source), files)
    }

    /// Writes the files of a pack into a working folder. `shown` is the name of their source in messages.
    pub fn stage_files(&self, shown: &str, files: BTreeMap<String, Vec<u8>>) -> InstallResult<StagedPack> {
        let root = &self.installed.root;
        let part = tempfile::Builder::new().prefix(PART).tempdir_in(root).map_err(file(root))?;
        let first = part.path().join(Kind::FOLDERS[2]).join("new");
        write(&first, files)?;
        let library = Library::open(&[part.path().to_owned()]);
        let Some(pack) = library.packs().first() else {
            let wrong = library.diagnostics.iter().map(|error| error.clone().with_folder(&display_path(&first), shown));
            return Err(InstallError::Wrong(wrong.collect()));
        };
        let place = part.path().join(pack.manifest.kind.folder()).join(pack.id());
        let folder = place.parent().unwrap_or(part.path());
        fs::create_dir_all(folder).and_then(|()| fs::rename(&first, &place)).map_err(file(&place))?;
        let library = Library::open(&[part.path().to_owned()]);
        let pack = library.packs().first().cloned().ok_or_else(|| InstallError::Wrong(library.diagnostics.clone()))?;
        Ok(StagedPack { root: part, pack })
    }
}

/// Reads the files of a folder under the rules for archives, so that installing a pack and packing it use the same
/// files.
fn pack_files(source: &Path) -> InstallResult<Files> {
    let folder = Folder::open(source).map_err(file(source))?;
    let packed = archive::pack(&folder).map_err(InstallError::Wrong)?;
    if !folder.has("pack.toml") {
        let start = SourceSpan::start(&Source::new(folder.show("pack.toml"), ""));
        let error = Diagnostic::at("E709", &start, "there is no pack in this folder");
        return Err(InstallError::Wrong(vec![error.help("a pack is a folder that contains `pack.toml`")]));
    }
    let read =
        |name: String| folder.read_bytes(&name).map(|bytes| (name.clone(), bytes)).map_err(|error| (name, error));
    let files: Result<Files, _> = packed.files.into_iter().map(read).collect();
    files.map_err(|(name, error)| InstallError::Wrong(vec![folder.unreadable(&name, &error)]))
}

fn write(folder: &Path, files: Files) -> InstallResult<()> {
    for (name, bytes) in files {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).and_then(|()| fs::write(&path, bytes)).map_err(file(&path))?;
    }
    Ok(())
}
