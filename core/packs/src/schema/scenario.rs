//! `scenario.toml`: length of the game and who holds what.

use super::HistoryDecl;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// How a battle begins and how long it lasts.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    /// How many turns the game has.
    #[schemars(range(min = 1, max = 1000))]
    pub turns: u16,
    /// For each side, the spaces it owns at the start.
    #[serde(default)]
    pub owners: BTreeMap<String, Vec<String>>,
    /// For each space, units that begin on it, whatever the order of battle says.
    #[serde(default)]
    pub at: BTreeMap<String, Vec<String>>,
    /// Steps that units begin with, whatever the order of battle says.
    #[serde(default)]
    pub steps: BTreeMap<String, u8>,
    /// What happened, to hold games against: `grognard lab envelope` does. No rule reads it.
    #[schemars(extend("x-for-people" = true))]
    pub history: Option<HistoryDecl>,
}
