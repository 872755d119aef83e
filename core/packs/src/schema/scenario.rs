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
    /// The spaces owned at the start, by side.
    #[serde(default)]
    pub owners: BTreeMap<String, Vec<String>>,
    /// The units that begin in each space. This overrides the order of battle.
    #[serde(default)]
    pub at: BTreeMap<String, Vec<String>>,
    /// The number of steps with which each unit begins. This overrides the order of battle.
    #[serde(default)]
    pub steps: BTreeMap<String, u8>,
    /// The historical outcome. `grognard lab envelope` compares games with it; no rule reads it.
    #[schemars(extend("x-for-people" = true))]
    pub history: Option<HistoryDecl>,
}
