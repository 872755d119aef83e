//! Watches pack folders for files whose contents have changed.

use crate::watch_limits::WatchLimits;
use notify::RecursiveMode;
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, Metadata};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The extensions of pack files. Temporary files left by editors have other extensions.
const ENDINGS: [&str; 5] = ["luau", "toml", "csv", "md", "svg"];

/// The number of folders above a pack that are watched: its parent folder, and that folder's parent.
const ABOVE: usize = 2;

/// Watches folders for changed files.
pub struct Watcher {
    // The watcher; dropping it stops the watch.
    debouncer: Debouncer<notify::RecommendedWatcher, RecommendedCache>,
    events: Receiver<DebounceEventResult>,
    folders: Vec<PathBuf>,
    limits: WatchLimits,
    digests: BTreeMap<PathBuf, u64>,
}

impl Watcher {
    /// Watches folders recursively. Changes closer together than `pause` count as one.
    pub fn new(folders: &[PathBuf], pause: Duration, limits: WatchLimits) -> notify::Result<Watcher> {
        let (send, events) = channel();
        let mut debouncer = new_debouncer(pause, None, send)?;
        for folder in folders {
            debouncer.watch(folder, RecursiveMode::Recursive)?;
        }
        let mut watcher =
            Watcher { debouncer, events, digests: limits.read(folders), folders: folders.to_vec(), limits };
        watcher.arm_above();
        Ok(watcher)
    }

    /// Watches the folders that contain packs, and their parents, but not recursively: an editor, git or an installer
    /// may replace a pack's folder.
    fn arm_above(&mut self) {
        let above = self.folders.iter().flat_map(|folder| folder.ancestors().skip(1).take(ABOVE));
        let above: BTreeSet<&Path> =
            above.filter(|above| !self.folders.iter().any(|folder| above.starts_with(folder))).collect();
        for folder in above {
            let _ = self.debouncer.watch(folder, RecursiveMode::NonRecursive);
        }
    }

    /// Restarts all watches. A watch ends when its folder is removed, and a new folder at the same path is not watched
    /// yet.
    fn arm(&mut self) {
        for folder in &self.folders {
            let _ = self.debouncer.unwatch(folder);
            let _ = self.debouncer.watch(folder, RecursiveMode::Recursive);
        }
        self.arm_above();
    }

    /// Returns the files that have changed since the last call, without waiting.
    pub fn changed(&mut self) -> Vec<PathBuf> {
        match self.events.try_iter().filter(matters).count() {
            0 => Vec::new(),
            _ => self.compare(),
        }
    }

    /// Waits up to `most` for changes, and returns the changed files.
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

    /// Returns the files that are new, gone, or different in content. All files are read again: an event about a moved
    /// folder does not name its files, and saving a file unchanged is not a change.
    fn compare(&mut self) -> Vec<PathBuf> {
        // Watching starts before reading, so a change between the two is seen twice rather than missed.
        self.arm();
        let now = self.limits.read(&self.folders);
        let before = std::mem::replace(&mut self.digests, now);
        let gone = before.keys().filter(|path| !self.digests.contains_key(*path));
        let other =
            self.digests.iter().filter(|(path, digest)| before.get(*path) != Some(digest)).map(|(path, _)| path);
        other.chain(gone).cloned().collect()
    }
}

/// Returns whether an event may mean a change. Reading a file is not a change; an error may mean that events were lost.
fn matters(result: &DebounceEventResult) -> bool {
    match result {
        Ok(events) => events.iter().any(|event| !event.kind.is_access()),
        Err(_) => true,
    }
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
}

fn is_ours(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.contains(&ending))
}

impl WatchLimits {
    /// Reads the pack files in the given folders, and returns a hash of each file's contents. The hash is valid for one
    /// run of the program.
    fn read(&self, folders: &[PathBuf]) -> BTreeMap<PathBuf, u64> {
        folders.iter().flat_map(|folder| self.read_folder(folder)).collect()
    }

    fn read_folder(&self, folder: &Path) -> Vec<(PathBuf, u64)> {
        let (mut found, mut seen, mut total) = (Vec::new(), 0, 0);
        let mut open = vec![(folder.to_owned(), 0)];
        while let Some((folder, depth)) = open.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if is_hidden(&path) {
                    continue;
                }
                seen += 1;
                if seen > self.files {
                    return found;
                }
                match entry.metadata() {
                    Ok(meta) if meta.is_dir() && depth < self.depth => open.push((path, depth + 1)),
                    Ok(meta) if meta.is_file() && is_ours(&path) => {
                        total += meta.len();
                        let is_read = meta.len() <= self.file && total <= self.total;
                        let digest = if is_read { self.digest(&path) } else { Some(mark(&meta)) };
                        found.extend(digest.map(|digest| (path, digest)));
                    }
                    _ => {}
                }
            }
        }
        found
    }

    fn digest(&self, path: &Path) -> Option<u64> {
        let mut bytes = Vec::new();
        File::open(path).ok()?.take(self.file).read_to_end(&mut bytes).ok()?;
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        Some(hasher.finish())
    }
}

/// Returns a hash of a file's size and modification time, for files whose contents are not read.
fn mark(meta: &Metadata) -> u64 {
    let mut hasher = DefaultHasher::new();
    (meta.len(), meta.modified().ok()).hash(&mut hasher);
    hasher.finish()
}
