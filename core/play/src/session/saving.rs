//! Saves automatically after every decision, even if the file was deleted or changed.

use super::{Session, SessionError};
use crate::file_lock::FileLock;
use crate::save::{SaveFile, SaveUpdate};
use std::path::Path;

/// News for the players about the save.
#[derive(Debug)]
pub enum SaveNews {
    /// The save could not be written. Saving is tried again after every decision, but the failure is reported only
    /// once.
    Failed(std::io::Error),
    /// After a failure, the save has been written successfully. Nothing is missing from it.
    Mended,
    /// The save was missing or changed by another program. It has been rewritten.
    Anew,
}

/// An incomplete save.
#[derive(Debug)]
pub struct SaveFailure {
    /// The number of decisions in the save.
    pub saved: u64,
    /// The number of decisions in the game.
    pub played: u64,
}

impl Session {
    /// Sets the file to which the game is saved after every decision from now on.
    pub fn save_to(&mut self, file_lock: FileLock) -> Result<(), SessionError> {
        has_folder(file_lock.path())?;
        let mut file = SaveFile::new(file_lock, self.header());
        let result = file.update(&self.battle, self.game.table.journal(), true, self.footer().as_ref());
        result.map_err(|error| SessionError::File(file.path().to_owned(), error))?;
        (self.file, self.saved) = (Some(file), self.game.table.decisions);
        Ok(())
    }

    /// Writes a one-off copy of the save. The game is still saved to its own file.
    pub fn save_copy(&self, path: &Path) -> Result<(), SessionError> {
        has_folder(path)?;
        let mut file = SaveFile::new(FileLock::take(path)?, self.header());
        let result = file.update(&self.battle, self.game.table.journal(), true, self.footer().as_ref());
        result.map(drop).map_err(|error| SessionError::File(path.to_owned(), error))
    }

    /// Makes sure that the save exists and is complete, for example before quitting. Returns the failure if decisions
    /// are missing from it.
    pub fn save_now(&mut self) -> Option<SaveFailure> {
        self.autosave(false);
        let is_there = self.file.as_ref().is_some_and(|file| file.path().exists());
        self.fails
            .then_some(SaveFailure { saved: if is_there { self.saved } else { 0 }, played: self.game.table.decisions })
    }

    /// Takes the news about the save, if any.
    pub fn take_save_news(&mut self) -> Option<SaveNews> {
        self.news.take()
    }

    /// Saves the game. A failure does not stop the game: saving is tried again after the next decision.
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

/// Checks that the folder of a save exists. A missing folder is more likely to be a typo than intended.
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
