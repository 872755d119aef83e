//! `[history]` of a scenario: what happened, to hold games against. No rule reads it.

use schemars::JsonSchema;
use serde::Deserialize;

/// What happened.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HistoryDecl {
    /// Where the facts come from.
    pub source: String,
    /// Places that changed hands.
    #[serde(default)]
    pub taken: Vec<TakenDecl>,
    /// Places that did not.
    #[serde(default)]
    pub kept: Vec<KeptDecl>,
    /// How far a side had come when a turn was over.
    #[serde(default)]
    pub front: Vec<FrontDecl>,
    /// What was lost.
    #[serde(default)]
    pub losses: Vec<LossesDecl>,
}

/// A place that changed hands.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TakenDecl {
    /// The space.
    pub space: String,
    /// The side that took it.
    pub side: String,
    /// The turn in which it did.
    #[schemars(range(min = 1, max = 1000))]
    pub turn: u16,
    /// So many turns earlier or later are as it was.
    #[serde(default)]
    pub tolerance: u16,
    /// The day, for people.
    pub date: Option<String>,
}

/// A place a side held from beginning to end.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KeptDecl {
    /// The space.
    pub space: String,
    /// The side.
    pub side: String,
}

/// How far a side had come when a turn was over.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FrontDecl {
    /// The turn.
    #[schemars(range(min = 1, max = 1000))]
    pub turn: u16,
    /// The side.
    pub side: String,
    /// The foremost spaces it held.
    pub spaces: Vec<String>,
    /// So many spaces more or less are as it was.
    #[serde(default)]
    pub tolerance: u16,
}

/// What a side lost in the whole battle.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LossesDecl {
    /// The side.
    pub side: String,
    /// Steps, as the game counts them.
    pub steps: u32,
    /// So many steps more or less are as it was.
    #[serde(default)]
    pub tolerance: u32,
    /// How the steps were reckoned.
    pub from: Option<String>,
}
