//! The host's lobby: the server's games, battles for new games, and links.

use crate::game_id::GameId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// A request for a new game.
#[derive(Clone, Debug, Default, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The id of the scenario.
    pub scenario: String,
    /// The ids of the mods.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub mods: Vec<String>,
    /// Options that differ from their defaults.
    #[serde(default)]
    #[ts(optional, as = "Option<BTreeMap<String, String>>")]
    pub options: BTreeMap<String, String>,
    /// The player of each side: `person`, `greedy`, `random`.
    #[serde(default)]
    #[ts(optional, as = "Option<BTreeMap<String, String>>")]
    pub seats: BTreeMap<String, String>,
    /// The seed of the dice; random if absent.
    #[serde(default)]
    #[ts(optional)]
    pub seed: Option<u64>,
}

/// A game and the links to it.
#[derive(Clone, Debug, Serialize, TS)]
pub struct GameLinks {
    /// The number of the game.
    pub game: GameId,
    /// The title of the battle.
    pub title: String,
    /// The links to the game.
    pub links: Vec<RoleLink>,
}

/// A link that gives a role in a game.
#[derive(Clone, Debug, Serialize, TS)]
pub struct RoleLink {
    /// The role: `side:german`, `both`, `spectator`.
    pub role: String,
    /// The path of the link on this server.
    pub path: String,
}

/// A game in the list of games. Fields read from its save are absent if the save cannot be read.
#[derive(Clone, Debug, Serialize, TS)]
pub struct GameItem {
    /// The number of the game.
    pub game: GameId,
    /// The title of the battle.
    pub title: String,
    /// The id of the scenario.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub scenario: Option<String>,
    /// The ids of the mods.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mods: Option<Vec<String>>,
    /// The options, as pairs of a name and a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub options: Option<Vec<(String, String)>>,
    /// The player of each side.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seats: Option<BTreeMap<String, String>>,
    /// The roles for which links can be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub roles: Option<Vec<String>>,
    /// The number of decisions; null until the game is over, because it would tell the host something about other
    /// players' orders.
    pub decisions: Option<u64>,
    /// The current turn; 0 during set-up.
    pub turn: u16,
    /// The current phase, in the host's language.
    pub phase: String,
    /// Whether the game is over.
    pub over: bool,
    /// The creation time, as a Unix timestamp in seconds.
    pub created_at: i64,
}
