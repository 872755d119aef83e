//! `[history]` of a scenario: the historical outcome, for comparison with games. No rule reads it.

use schemars::JsonSchema;
use serde::Deserialize;

/// The historical outcome.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HistoryDecl {
    /// The sources of the facts.
    pub source: String,
    /// The spaces that changed hands.
    #[serde(default)]
    pub taken: Vec<TakenDecl>,
    /// The spaces that a side held throughout.
    #[serde(default)]
    pub kept: Vec<KeptDecl>,
    /// How far a side had advanced at the end of a turn.
    #[serde(default)]
    pub front: Vec<FrontDecl>,
    /// The losses of each side over the whole battle.
    #[serde(default)]
    pub losses: Vec<LossesDecl>,
}

/// A space that changed hands.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TakenDecl {
    /// The space.
    pub space: String,
    /// The side that took the space.
    pub side: String,
    /// The turn in which the space was taken.
    #[schemars(range(min = 1, max = 1000))]
    pub turn: u16,
    /// How many turns earlier or later still count as historical.
    #[serde(default)]
    pub tolerance: u16,
    /// The date, for display only.
    pub date: Option<String>,
}

/// A space that a side held from beginning to end.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KeptDecl {
    /// The space.
    pub space: String,
    /// The side.
    pub side: String,
}

/// How far a side had advanced at the end of a turn.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FrontDecl {
    /// The turn.
    #[schemars(range(min = 1, max = 1000))]
    pub turn: u16,
    /// The side.
    pub side: String,
    /// The most advanced spaces that the side held.
    pub spaces: Vec<String>,
    /// How many spaces farther forward or back, on average, still count as historical.
    #[serde(default)]
    pub tolerance: u16,
}

/// A side's losses over the whole battle.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LossesDecl {
    /// The side.
    pub side: String,
    /// The number of steps, as the game counts them.
    pub steps: u32,
    /// How many steps more or fewer still count as historical.
    #[serde(default)]
    pub tolerance: u32,
    /// How the number of steps was estimated.
    pub from: Option<String>,
}
