//! What is kept for later: the packs a game is played with, in the store, so that the game can go on when they change.

use crate::data_folder;
use grognard_play::Battle;

/// Keeps the packs of a battle. What cannot be kept does not stop a game: the player is told.
pub fn keep(battle: &Battle) -> Option<String> {
    let error = battle.keep(&data_folder::store()).err()?;
    Some(format!("Should the rules change, this game cannot be pinned to those of now: {}.", error.message))
}
