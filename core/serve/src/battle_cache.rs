//! A cache of loaded battles.

use grognard_packs::Diagnostic;
use grognard_play::{Battle, BattleRequest};
use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Loaded battles by request, each with a hash of its files' names, lengths and modification times.
#[derive(Default)]
pub struct BattleCache {
    battles: Mutex<HashMap<String, (Battle, u64)>>,
}

/// The maximum number of cached battles.
const MAX_BATTLES: usize = 32;

impl BattleCache {
    /// Returns a battle, loading it if it is not cached or if its files have changed.
    pub fn battle(&self, request: &BattleRequest) -> Result<Battle, Vec<Diagnostic>> {
        let key = format!("{request:?}");
        // The lock is held during loading so that each battle is loaded only once.
        let mut battles = self.battles.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((battle, stamp)) = battles.get(&key)
            && stamp_of(battle.folders()) == *stamp
        {
            return Ok(battle.clone());
        }
        let battle = Battle::load(request.clone())?;
        if battles.len() >= MAX_BATTLES {
            battles.clear();
        }
        let stamp = stamp_of(battle.folders());
        battles.insert(key, (battle.clone(), stamp));
        Ok(battle)
    }

    /// Removes all battles. Called after packs have been installed or removed, because the cached battles do not
    /// reflect the change.
    pub fn clear(&self) {
        self.battles.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// Returns a hash of the names, lengths and modification times of all files in these folders and their subfolders.
fn stamp_of(mut open: Vec<PathBuf>) -> u64 {
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(meta) if meta.is_dir() => open.push(entry.path()),
                Ok(meta) => files.push((entry.path(), meta.len(), meta.modified().ok())),
                Err(_) => {}
            }
        }
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    hasher.finish()
}
