//! The installation of several packs together: all of them or none.
//!
//! The staged packs are gathered in one working folder. While that folder contains `group.json`, the packs listed there
//! do not count as installed: if the program stops, those already moved are moved back. The installation is complete at
//! the moment when the file is removed.

use super::{InstallError, InstallLock, InstallResult, Installed, PART, StagedPack, file};
use crate::schema::Kind;
use std::fs;
use std::io::Write;
use std::path::Path;
use tempfile::TempDir;

/// The file that lists the packs of a group while they are being moved.
pub(super) const LIST: &str = "group.json";

/// For each pack in a group, the folder for its kind (`scripts`, `scenarios` or `mods`) and its id.
type Group = Vec<(String, String)>;

impl InstallLock<'_> {
    /// Installs a pack; returns whether it replaced another version.
    pub fn put(&self, staged: StagedPack) -> InstallResult<bool> {
        self.put_all(vec![staged]).map(|replaced| replaced == [true])
    }

    /// Installs all the packs, or none if one of them cannot be installed. Returns, for each pack, whether it replaced
    /// another version.
    pub fn put_all(&self, staged: Vec<StagedPack>) -> InstallResult<Vec<bool>> {
        let part = self.gather(staged)?;
        let group = read(part.path()).unwrap_or_default();
        let moved: InstallResult<Vec<bool>> =
            group.iter().map(|(folder, id)| self.replace(part.path(), folder, id)).collect();
        let list = part.path().join(LIST);
        match moved.and_then(|replaced| fs::remove_file(&list).map_err(file(&list)).map(|()| replaced)) {
            Ok(replaced) => {
                // What is left over is removed before the next installation.
                drop(part.close());
                Ok(replaced)
            }
            Err(error) => {
                self.installed.undo(part.path());
                Err(error)
            }
        }
    }

    /// Moves the staged packs into one working folder, and writes the list of the group.
    fn gather(&self, staged: Vec<StagedPack>) -> InstallResult<TempDir> {
        let root = &self.installed.root;
        let part = tempfile::Builder::new().prefix(PART).tempdir_in(root).map_err(file(root))?;
        let mut group = Group::new();
        for StagedPack { root: own, pack } in staged {
            let (folder, id) = (pack.manifest.kind.folder(), pack.id());
            let place = part.path().join(folder).join(id);
            fs::create_dir_all(part.path().join(folder))
                .and_then(|()| fs::rename(pack.folder.path(), &place))
                .map_err(file(&place))?;
            group.push((folder.to_owned(), id.to_owned()));
            drop(own.close());
        }
        write(part.path(), &group)?;
        Ok(part)
    }

    /// Moves the old version of a pack aside and the new one in; returns whether there was an old version.
    fn replace(&self, part: &Path, folder: &str, id: &str) -> InstallResult<bool> {
        let places = self.installed.places_of(id);
        for (old_folder, path) in &places {
            let aside = part.join("old").join(old_folder);
            fs::create_dir_all(&aside).and_then(|()| fs::rename(path, aside.join(id))).map_err(file(path))?;
        }
        let place = self.installed.root.join(folder).join(id);
        fs::create_dir_all(self.installed.root.join(folder))
            .and_then(|()| fs::rename(part.join(folder).join(id), &place))
            .map_err(file(&place))?;
        Ok(!places.is_empty())
    }
}

/// Writes the list through a temporary file, so that an incomplete list never exists.
fn write(part: &Path, group: &Group) -> InstallResult<()> {
    let list = part.join(LIST);
    let text = serde_json::to_vec(group).unwrap_or_default();
    let mut beside = tempfile::NamedTempFile::new_in(part).map_err(file(&list))?;
    beside.write_all(&text).and_then(|()| beside.as_file().sync_data()).map_err(file(&list))?;
    beside.persist(&list).map(drop).map_err(|error| InstallError::File(list, error.error))
}

/// Reads the list of a group that is not completely installed. Entries that cannot be the folder and id of a pack are
/// left out.
fn read(part: &Path) -> Option<Group> {
    let group: Group = serde_json::from_slice(&fs::read(part.join(LIST)).ok()?).ok()?;
    let is_place =
        |(folder, id): &(String, String)| Kind::FOLDERS.contains(&folder.as_str()) && crate::library::is_id(id);
    Some(group.into_iter().filter(is_place).collect())
}

/// Moves the new packs of an unfinished group back into the working folder. A pack that is still there was never
/// moved.
pub(super) fn take_back(installed: &Installed, part: &Path) {
    for (folder, id) in read(part).unwrap_or_default() {
        let (staged, place) = (part.join(&folder).join(&id), installed.root.join(&folder).join(&id));
        if staged.symlink_metadata().is_err() {
            let _ = fs::rename(place, staged);
        }
    }
}
