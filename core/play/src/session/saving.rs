//! A session saves itself after every decision, whatever happens to the file.

use super::{Session, SessionError};
use crate::file_lock::FileLock;
use crate::save::{SaveFile, SaveUpdate};
use std::path::Path;

/// What the players should hear about the save.
#[derive(Debug)]
pub enum SaveNews {
    /// It could not be written. It is tried again after each decision; this is told once.
    Failed(std::io::Error),
    /// It has been written again, with all that was missing.
    Mended,
    /// It was gone, or somebody else had changed it. It has been written anew.
    Anew,
}

/// A save that lacks something.
#[derive(Debug)]
pub struct SaveFailure {
    /// The decisions it has.
    pub saved: u64,
    /// The decisions of the game.
    pub played: u64,
}

impl Session {
    /// Saves after every decision from now on.
    pub fn save_to(&mut self, file_lock: FileLock) -> Result<(), SessionError> {
        has_folder(file_lock.path())?;
        let mut file = SaveFile::new(file_lock, self.header());
        let result = file.update(&self.battle, self.game.table.journal(), true, self.footer().as_ref());
        result.map_err(|error| SessionError::File(file.path().to_owned(), error))?;
        (self.file, self.saved) = (Some(file), self.game.table.decisions);
        Ok(())
    }

    /// Writes a copy of the save once.
    pub fn save_copy(&self, path: &Path) -> Result<(), SessionError> {
        has_folder(path)?;
        let mut file = SaveFile::new(FileLock::take(path)?, self.header());
        let result = file.update(&self.battle, self.game.table.journal(), true, self.footer().as_ref());
        result.map(drop).map_err(|error| SessionError::File(path.to_owned(), error))
    }

    /// Sees to it that the save is there and has everything, as before leaving; tells what it lacks.
    pub fn save_now(&mut self) -> Option<SaveFailure> {
        self.autosave(false);
        let is_there = self.file.as_ref().is_some_and(|file| file.path().exists());
        self.fails
            .then_some(SaveFailure { saved: if is_there { self.saved } else { 0 }, played: self.game.table.decisions })
    }

    /// What there is to tell about the save, once.
    pub fn take_save_news(&mut self) -> Option<SaveNews> {
        self.news.take()
    }

    /// A save that cannot be written does not stop the game: the next decision is another chance.
    pub(super) fn autosave(&mut self, anew: bool) {
        let footer = self.footer();
        let Some(file) = &mut self.file else { return };
        let result = file.update(&self.battle, self.game.table.journal(), anew, footer.as_ref());
        let failed_before = std::mem::replace(&mut self.fails, result.is_err());
        match result {
            Err(error) if !failed_before => self.news = Some(SaveNews::Failed(error)),
            Err(_) => {}
            Ok(found) => {
                self.saved = self.game.table.decisions;
                let news = if failed_before {
                    Some(SaveNews::Mended)
                } else {
                    (found == SaveUpdate::Disturbed).then_some(SaveNews::Anew)
                };
                self.news = news.or(self.news.take());
            }
        }
    }
}

/// A folder that is not there is more likely a slip than a wish.
fn has_folder(save: &Path) -> Result<(), SessionError> {
    match save.parent() {
        Some(folder) if folder != Path::new("") && !folder.is_dir() => {
            let error =
                std::io::Error::new(std::io::ErrorKind::NotFound, format!("there is no folder {}", folder.display()));
            Err(SessionError::File(save.to_owned(), error))
        }
        _ => Ok(()),
    }
}
