//! `scenario.toml`: the length of the game and the owners of spaces.

use super::HistoryDecl;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// How a battle begins and how long it lasts.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    /// The number of turns.
    #[schemars(range(min = 1, max = 1000))]
    pub turns: u16,
    /// For each side, the spaces that it owns at the start.
    #[serde(default)]
    pub owners: BTreeMap<String, Vec<String>>,
    /// For each space, the units that begin on it. This overrides the order of battle.
    #[serde(default)]
    pub at: BTreeMap<String, Vec<String>>,
    /// For each unit, the number of steps that it begins with. This overrides the order of battle.
    #[serde(default)]
    pub steps: BTreeMap<String, u8>,
    /// The historical outcome. `grognard lab envelope` compares games with it; no rule reads it.
    #[schemars(extend("x-for-people" = true))]
    pub history: Option<HistoryDecl>,
}
