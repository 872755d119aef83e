//! `[army]` in `system.toml`: what an army is, for who builds one.

use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// What an army is: which options choose one, where its units begin, and what it may cost. Packs bring armies as values
/// of these options, rows of a chart, and patches that append units to the order of battle when the option has the
/// value.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArmyDecl {
    /// The paragraph.
    #[schemars(extend("x-for-people" = true))]
    pub rule: Option<String>,
    /// For each side, the option whose values are armies.
    pub options: BTreeMap<String, String>,
    /// For each side, the box its army begins in.
    pub boxes: BTreeMap<String, String>,
    /// The chart with a row for each army.
    pub chart: String,
    /// Its column for whose the army is: a row of `steps`.
    pub nation: String,
    /// Its column for when: a column of `steps`.
    pub time: String,
    /// The chart with a row for each type of unit that can be had.
    pub prices: String,
    /// Its column for what one costs.
    pub cost: String,
    /// What an army may cost.
    pub points: i32,
    /// The chart of the steps of units, by nation and time.
    pub steps: String,
    /// The property with a number for each step: `[4, 3, 2, 1]`.
    pub figures: String,
    /// Points more or less, by steps: `{ 2 = 6, 4 = -4 }`.
    #[serde(default)]
    pub more: BTreeMap<String, i32>,
    /// How many steps less units with a tag have.
    #[serde(default)]
    pub fewer: BTreeMap<String, u8>,
    /// Tags of units with one step.
    #[serde(default)]
    pub single: Vec<String>,
    /// What else limits an army.
    #[serde(default)]
    pub limits: Vec<LimitDecl>,
}

/// A limit on some units of an army.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LimitDecl {
    /// What people call them: `armour`.
    pub name: String,
    /// Units of this type.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// Units whose type has another number than 0 in this column of the prices.
    pub column: Option<String>,
    /// The most they may cost together.
    pub points: Option<i32>,
    /// At least so many.
    pub least: Option<u16>,
    /// At most so many.
    pub most: Option<u16>,
}
