//! Watches the folders of packs for files whose text has changed.

use notify::RecursiveMode;
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};
use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The endings of the files that packs are made of; what editors leave beside them has others.
const ENDINGS: [&str; 4] = ["luau", "toml", "csv", "md"];

/// Watches folders.
pub struct Watcher {
    // Stops watching when it is dropped.
    _debouncer: Debouncer<notify::RecommendedWatcher, RecommendedCache>,
    events: Receiver<DebounceEventResult>,
    known: BTreeMap<PathBuf, u64>,
}

impl Watcher {
    /// Watches folders with everything below them. Changes closer together than `pause` count as one.
    pub fn new(folders: &[PathBuf], pause: Duration) -> notify::Result<Watcher> {
        let (send, events) = channel();
        let mut debouncer = new_debouncer(pause, None, send)?;
        let mut known = BTreeMap::new();
        for folder in folders {
            debouncer.watch(folder, RecursiveMode::Recursive)?;
            remember(folder, &mut known);
        }
        Ok(Watcher { _debouncer: debouncer, events, known })
    }

    /// The files that have changed since this was last asked; does not wait.
    pub fn changed(&mut self) -> Vec<PathBuf> {
        let mut changed = Vec::new();
        while let Ok(result) = self.events.try_recv() {
            self.take(result, &mut changed);
        }
        changed
    }

    /// Waits for a change, at most so long.
    pub fn wait(&mut self, most: Duration) -> Vec<PathBuf> {
        let until = Instant::now() + most;
        let mut changed = self.changed();
        while changed.is_empty() {
            match self.events.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(result) => self.take(result, &mut changed),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            }
        }
        changed
    }

    /// Keeps the paths whose text is another than it was: reading a file, or saving it unchanged, is no change.
    fn take(&mut self, result: DebounceEventResult, changed: &mut Vec<PathBuf>) {
        let Ok(events) = result else { return };
        for path in events.into_iter().filter(|event| !event.kind.is_access()).flat_map(|event| event.event.paths) {
            let now = digest(&path);
            let before = match now {
                Some(now) => self.known.insert(path.clone(), now),
                None => self.known.remove(&path),
            };
            if is_ours(&path) && before != now && !changed.contains(&path) {
                changed.push(path);
            }
        }
    }
}

fn is_ours(path: &Path) -> bool {
    let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    let ending = path.extension().and_then(|ending| ending.to_str());
    !hidden && ending.is_some_and(|ending| ENDINGS.contains(&ending))
}

fn remember(folder: &Path, known: &mut BTreeMap<PathBuf, u64>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => remember(&path, known),
            Ok(_) if is_ours(&path) => {
                known.extend(digest(&path).map(|digest| (path, digest)));
            }
            _ => {}
        }
    }
}

/// A number for the text of a file, good for one run of the program.
fn digest(path: &Path) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    fs::read(path).ok()?.hash(&mut hasher);
    Some(hasher.finish())
}
