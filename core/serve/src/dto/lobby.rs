//! The host's lobby: games of the server, battles for new ones, and links.

use crate::game_id::GameId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// A request for a new game.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The scenario.
    pub scenario: String,
    /// The mods.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub mods: Vec<String>,
    /// The options that differ from their defaults.
    #[serde(default)]
    #[ts(optional, as = "Option<BTreeMap<String, String>>")]
    pub options: BTreeMap<String, String>,
    /// The player of each side: `person`, `greedy`, `random`.
    #[serde(default)]
    #[ts(optional, as = "Option<BTreeMap<String, String>>")]
    pub seats: BTreeMap<String, String>,
    /// The seed of the dice; random unless given.
    #[serde(default)]
    #[ts(optional)]
    pub seed: Option<u64>,
}

/// A game with links to it.
#[derive(Clone, Debug, Serialize, TS)]
pub struct GameLinks {
    /// Its number.
    pub game: GameId,
    /// The title of its battle.
    pub title: String,
    /// Its links.
    pub links: Vec<RoleLink>,
}

/// A link to a game for a role.
#[derive(Clone, Debug, Serialize, TS)]
pub struct RoleLink {
    /// The role: `side:german`, `both`, `spectator`.
    pub role: String,
    /// The path on this server.
    pub path: String,
}

/// A game in the list of games. Fields read from its save are absent if the save cannot be read.
#[derive(Clone, Debug, Serialize, TS)]
pub struct GameItem {
    /// Its number.
    pub game: GameId,
    /// The title of its battle.
    pub title: String,
    /// The scenario.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub scenario: Option<String>,
    /// The mods.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mods: Option<Vec<String>>,
    /// The options: pairs of a name and a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub options: Option<Vec<(String, String)>>,
    /// The player of each side.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seats: Option<BTreeMap<String, String>>,
    /// The roles for which there are links.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub roles: Option<Vec<String>>,
    /// The number of decisions, once the game is over. Before, it would reveal to the host what others do.
    pub decisions: Option<u64>,
    /// The current turn; 0 during set-up.
    pub turn: u16,
    /// The current phase.
    pub phase: String,
    /// Whether the game is over.
    pub over: bool,
    /// The time of its creation, in seconds since 1970.
    pub created_at: i64,
}
