//! Watches the files of a battle for changes.

use grognard_play::{Battle, WATCH_LIMITS};
use grognard_script::Watcher;
use std::path::PathBuf;
use std::time::Duration;

/// The longest pause within one change. Editors write a file in several steps.
const PAUSE: Duration = Duration::from_millis(40);

/// A watcher for a battle's packs. If the operating system cannot watch files, only `reload` picks up changes.
pub struct BattleWatch(Option<Watcher>);

impl BattleWatch {
    /// Starts to watch the packs of a battle.
    pub fn new(battle: &Battle) -> BattleWatch {
        // Changes are reported under real paths, so the folders are resolved first.
        let folders: Vec<PathBuf> = battle.folders().iter().filter_map(|folder| folder.canonicalize().ok()).collect();
        BattleWatch(Watcher::new(&folders, PAUSE, WATCH_LIMITS).ok())
    }

    /// Returns the files that have changed since the last call.
    pub fn changed(&mut self) -> Vec<PathBuf> {
        self.0.as_mut().map(Watcher::changed).unwrap_or_default()
    }
}
