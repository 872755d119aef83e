//! Files of saved games: where they are kept, and how they are read.

use crate::failure::Failure;
use grognard_lab::save::Save;
use grognard_lab::{Battle, Session};
use std::path::{Path, PathBuf};

/// A save with the text it was read from, for messages.
pub struct SavedGame {
    /// What it says.
    pub save: Save,
    name: String,
    text: String,
}

impl SavedGame {
    /// Reads a save.
    pub fn read(path: &Path) -> Result<SavedGame, Failure> {
        let save = Save::read(path).map_err(|error| match error.code {
            "E401" => Failure::usage(error),
            _ => Failure::wrong(error),
        })?;
        let text = std::fs::read_to_string(path).map_err(Failure::file(path))?;
        Ok(SavedGame { save, name: path.display().to_string(), text })
    }

    /// Loads the battle it was played in, as its packs are now.
    pub fn battle(&self, roots: &[PathBuf]) -> Result<Battle, Failure> {
        Battle::load(self.save.header.request(roots)).map_err(Failure::Wrong)
    }

    /// Plays it again. With `check`, states are compared with those that were recorded.
    pub fn open(&self, battle: Battle, check: bool) -> Result<Session, Failure> {
        Ok(Session::open(battle, &self.save, &self.name, &self.text, check)?)
    }

    /// Whether the rules are no longer those the game was begun with.
    pub fn is_under_other_rules(&self, battle: &Battle) -> bool {
        self.save.header.lock.rules_hash != battle.lock.rules_hash
    }
}

/// A new file for the saves of a game that nobody gave a name to.
pub fn new_file(scenario: &str, seed: u64) -> PathBuf {
    let short = scenario.rsplit('.').next().unwrap_or(scenario);
    let name = |copy: u32| if copy == 1 { format!("{short}-{seed}.jsonl") } else { format!("{short}-{seed}-{copy}.jsonl") };
    let all = (1..).map(|copy| folder().join(name(copy)));
    all.into_iter().find(|path| path.symlink_metadata().is_err()).unwrap_or_else(|| folder().join(name(1)))
}

/// The folder for saves.
fn folder() -> PathBuf {
    crate::data::folder().map_or_else(|| PathBuf::from("grognard-saves"), |data| data.join("saves"))
}
