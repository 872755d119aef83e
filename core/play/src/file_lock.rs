//! File locks: only one program at a time writes a save, a games file or a server database.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The exclusive right to write a file. The operating system releases it when the program ends, for whatever reason.
#[derive(Debug)]
pub struct FileLock {
    path: PathBuf,
    /// The lock file, held until this value is dropped; `None` if the lock file cannot be created or locked.
    lock: Option<File>,
}

/// The error returned when another program is writing a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLocked {
    /// The file.
    pub path: PathBuf,
    /// The process id of the other program, if known.
    pub process: Option<u32>,
}

impl FileLock {
    /// Locks a file, which need not exist yet.
    pub fn take(path: &Path) -> Result<FileLock, FileLocked> {
        loop {
            let mut file_lock = FileLock::take_once(path)?;
            if file_lock.lock.is_none() || lock_of(path).exists() {
                return Ok(file_lock);
            }
            // The previous holder has just deleted the lock file, so the lock is on a file that no longer exists.
            file_lock.lock = None;
        }
    }

    fn take_once(path: &Path) -> Result<FileLock, FileLocked> {
        let file_lock = |lock: Option<File>| FileLock { path: path.to_owned(), lock };
        let lock = lock_of(path);
        let Ok(mut file) = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&lock) else {
            return Ok(file_lock(None));
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FileLocked { path: path.to_owned(), process: process(&lock) }),
            Err(TryLockError::Error(_)) => return Ok(file_lock(None)),
        }
        // The process id is only used in messages.
        let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
        Ok(file_lock(Some(file)))
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        if self.lock.is_some() {
            let _ = fs::remove_file(lock_of(&self.path));
        }
    }
}

/// Returns the path of the lock file: `game.jsonl.lock`.
fn lock_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".lock");
    path.with_file_name(name)
}

fn process(lock: &Path) -> Option<u32> {
    fs::read_to_string(lock).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_claimed_once_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let save = folder.path().join("game.jsonl");
        let first = FileLock::take(&save).unwrap();
        assert_eq!(
            FileLock::take(&save).unwrap_err(),
            FileLocked { path: save.clone(), process: Some(std::process::id()) }
        );
        assert!(FileLock::take(&folder.path().join("other.jsonl")).is_ok());
        drop(first);
        assert!(!lock_of(&save).exists());
        assert!(FileLock::take(&save).is_ok());
    }

    #[test]
    fn what_a_crash_leaves_behind_is_no_claim() {
        let folder = tempfile::tempdir().unwrap();
        let save = folder.path().join("game.jsonl");
        fs::write(lock_of(&save), "4711\n").unwrap();
        assert!(FileLock::take(&save).is_ok());
    }

    #[test]
    fn a_folder_that_is_not_there_is_nobodys() {
        let folder = tempfile::tempdir().unwrap();
        assert!(FileLock::take(&folder.path().join("no/such/game.jsonl")).is_ok());
        assert!(!folder.path().join("no").exists());
    }
}
