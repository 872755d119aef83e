//! A save that is written decision by decision.

use super::checksum::Checksum;
use super::{Footer, Header};
use crate::atomic_file;
use crate::battle::Battle;
use crate::file_lock::FileLock;
use grognard_engine::journal::Entry;
use serde::Serialize;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::SystemTime;

/// A save that is being written.
pub struct SaveFile {
    file_lock: FileLock,
    header: Header,
    /// The state in which the file was left; `None` before the first write, and after a failed write, which may have
    /// left half a line.
    left: Option<FileState>,
}

/// A file as this program left it.
struct FileState {
    entries: usize,
    has_footer: bool,
    length: u64,
    modified: Option<SystemTime>,
    sums: Checksum,
}

/// What an update found at the path of the save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveUpdate {
    /// The file as it was left, or no file before the first write.
    AsLeft,
    /// No file, or a file changed by another program. The file has been rewritten.
    Disturbed,
}

impl SaveFile {
    /// Starts a save. Nothing is written yet.
    pub fn new(file_lock: FileLock, header: Header) -> SaveFile {
        SaveFile { file_lock, header, left: None }
    }

    /// Replaces the first line.
    pub fn set_header(&mut self, header: Header) {
        self.header = header;
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        self.file_lock.path()
    }

    /// Updates the file by appending new entries. The whole file is rewritten if another program changed it, or if
    /// `anew` is set, as it is after an undo.
    pub fn update(
        &mut self,
        battle: &Battle,
        journal: &[Entry],
        anew: bool,
        footer: Option<&Footer>,
    ) -> io::Result<SaveUpdate> {
        let before = self.left.take();
        let is_disturbed = before.as_ref().is_some_and(|left| !left.is_still(self.path()));
        let goes_on =
            |left: &FileState| left.entries <= journal.len() && !(left.has_footer && left.entries < journal.len());
        let kept = before.filter(|left| !is_disturbed && !anew && goes_on(left));
        let (entries, has_footer) = kept.as_ref().map_or((0, false), |left| (left.entries, left.has_footer));
        let new = lines(battle, &journal[entries..], footer.filter(|_| !has_footer))?;
        let sums = match kept {
            Some(left) if new.is_empty() => {
                self.left = Some(left);
                return Ok(SaveUpdate::AsLeft);
            }
            Some(FileState { mut sums, .. }) => {
                append(self.path(), &sealed(&new, &mut sums))?;
                sums
            }
            None => {
                let mut sums = Checksum::default();
                let header = sums.seal(&line(&self.header)?);
                replace(self.path(), &(header + &sealed(&new, &mut sums)))?;
                sums
            }
        };
        self.left = Some(FileState::new(self.path(), journal.len(), footer.is_some(), sums)?);
        Ok(if is_disturbed { SaveUpdate::Disturbed } else { SaveUpdate::AsLeft })
    }
}

impl FileState {
    fn new(path: &Path, entries: usize, has_footer: bool, sums: Checksum) -> io::Result<FileState> {
        let meta = fs::metadata(path)?;
        Ok(FileState { entries, has_footer, length: meta.len(), modified: meta.modified().ok(), sums })
    }

    fn is_still(&self, path: &Path) -> bool {
        fs::metadata(path).is_ok_and(|meta| meta.len() == self.length && meta.modified().ok() == self.modified)
    }
}

fn append(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_data()
}

/// Writes the whole file.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
        return Err(io::Error::other("not a regular file"));
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    atomic_file::write(path, text)
}

fn sealed(lines: &[String], sums: &mut Checksum) -> String {
    lines.iter().map(|line| sums.seal(line)).collect()
}

fn lines(battle: &Battle, entries: &[Entry], footer: Option<&Footer>) -> io::Result<Vec<String>> {
    let entries = entries.iter().map(|entry| line(&entry.save(&battle.content)));
    entries.chain(footer.map(line)).collect()
}

fn line<T: Serialize>(value: &T) -> io::Result<String> {
    Ok(serde_json::to_string(value)?)
}
