//! Copies the packs of a game to the store, so that the game can continue with the copies if the packs change.

use crate::data_folder;
use grognard_play::Battle;

/// Stores the packs of a battle. If that fails, the game continues and the player is shown the returned note.
pub fn keep(battle: &Battle) -> Option<String> {
    let error = battle.keep(&data_folder::store()).err()?;
    Some(format!("If the rules change, this game cannot be pinned to the current rules: {}.", error.message))
}
