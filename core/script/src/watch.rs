//! Watches the folders of packs for files whose text has changed.

use notify::RecursiveMode;
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The endings of the files that packs are made of; what editors leave beside them has others.
const ENDINGS: [&str; 5] = ["luau", "toml", "csv", "md", "svg"];

/// How many folders above a pack are watched: its shelf, and the root that is in.
const ABOVE: usize = 2;

/// Watches folders.
pub struct Watcher {
    // Stops watching when it is dropped.
    debouncer: Debouncer<notify::RecommendedWatcher, RecommendedCache>,
    events: Receiver<DebounceEventResult>,
    folders: Vec<PathBuf>,
    known: BTreeMap<PathBuf, u64>,
}

impl Watcher {
    /// Watches folders with everything below them. Changes closer together than `pause` count as one.
    pub fn new(folders: &[PathBuf], pause: Duration) -> notify::Result<Watcher> {
        let (send, events) = channel();
        let mut debouncer = new_debouncer(pause, None, send)?;
        for folder in folders {
            debouncer.watch(folder, RecursiveMode::Recursive)?;
        }
        let mut watcher = Watcher { debouncer, events, known: read(folders), folders: folders.to_vec() };
        watcher.arm_above();
        Ok(watcher)
    }

    /// Watches the shelves the folders are on and what those are in, but not all that is below: a folder may be taken away and
    /// another put in its place, by an editor, by git, by an installation.
    fn arm_above(&mut self) {
        let above = self.folders.iter().flat_map(|folder| folder.ancestors().skip(1).take(ABOVE));
        let above: BTreeSet<&Path> = above.filter(|above| !self.folders.iter().any(|folder| above.starts_with(folder))).collect();
        for folder in above {
            let _ = self.debouncer.watch(folder, RecursiveMode::NonRecursive);
        }
    }

    /// Watches everything anew: a watch ends with the folder it was for, and what has come in its place is not watched yet.
    fn arm(&mut self) {
        for folder in &self.folders {
            let _ = self.debouncer.unwatch(folder);
            let _ = self.debouncer.watch(folder, RecursiveMode::Recursive);
        }
        self.arm_above();
    }

    /// The files that have changed since this was last asked; does not wait.
    pub fn changed(&mut self) -> Vec<PathBuf> {
        match self.events.try_iter().filter(matters).count() {
            0 => Vec::new(),
            _ => self.compare(),
        }
    }

    /// Waits for a change, at most so long.
    pub fn wait(&mut self, most: Duration) -> Vec<PathBuf> {
        let until = Instant::now() + most;
        let mut changed = self.changed();
        while changed.is_empty() {
            match self.events.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(result) if matters(&result) => changed = self.compare(),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            }
        }
        changed
    }

    /// The files that are new, gone, or another text than they were. All are read again: an event about a folder that was moved
    /// does not name what is in it, and saving a file unchanged is no change.
    fn compare(&mut self) -> Vec<PathBuf> {
        // First the watch, then the look: what happens between the two is seen twice, not missed.
        self.arm();
        let now = read(&self.folders);
        let before = std::mem::replace(&mut self.known, now);
        let gone = before.keys().filter(|path| !self.known.contains_key(*path));
        let other = self.known.iter().filter(|(path, digest)| before.get(*path) != Some(digest)).map(|(path, _)| path);
        other.chain(gone).cloned().collect()
    }
}

/// Reading a file is no change; an error may mean that events were lost.
fn matters(result: &DebounceEventResult) -> bool {
    match result {
        Ok(events) => events.iter().any(|event| !event.kind.is_access()),
        Err(_) => true,
    }
}

fn is_ours(path: &Path) -> bool {
    let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    let ending = path.extension().and_then(|ending| ending.to_str());
    !hidden && ending.is_some_and(|ending| ENDINGS.contains(&ending))
}

/// The files of packs in these folders, each with a number for its text that is good for one run of the program.
fn read(folders: &[PathBuf]) -> BTreeMap<PathBuf, u64> {
    let mut found = BTreeMap::new();
    let mut open = folders.to_vec();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => open.push(path),
                Ok(kind) if kind.is_file() && is_ours(&path) => found.extend(digest(&path).map(|digest| (path, digest))),
                _ => {}
            }
        }
    }
    found
}

fn digest(path: &Path) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    fs::read(path).ok()?.hash(&mut hasher);
    Some(hasher.finish())
}
