//! Battles that have been loaded, for several games that need the same one.

use grognard_lab::{Battle, Request};
use grognard_packs::Diagnostic;
use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Battles by what was asked for, each with what its files looked like.
#[derive(Default)]
pub struct BattleCache {
    battles: Mutex<HashMap<String, (Battle, u64)>>,
}

/// No more than this many battles stay loaded.
const MAX_BATTLES: usize = 32;

impl BattleCache {
    /// The battle as its files are now.
    pub fn battle(&self, request: &Request) -> Result<Battle, Vec<Diagnostic>> {
        let key = format!("{request:?}");
        // Those who need the same battle wait for each other, and it is loaded once.
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
}

/// A number for the names, lengths and times of all files in some folders.
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
