//! `[army]` in `system.toml`: the rules for armies.

use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The rules for armies: the options that select an army, where its units begin, and how much it may cost. A pack adds
/// an army as a value of such an option, as a row of a chart, and as a patch that appends its units to the order of
/// battle when the option has that value.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArmyDecl {
    /// The paragraph of the rulebook: `9.2`.
    #[schemars(extend("x-for-people" = true))]
    pub rule: Option<String>,
    /// For each side, the option whose values are its armies.
    pub options: BTreeMap<String, String>,
    /// For each side, the box in which its army begins.
    pub boxes: BTreeMap<String, String>,
    /// The chart with a row for each army.
    pub chart: String,
    /// The column of `chart` with the nation of the army. The nation is the key of a row of `steps`.
    pub nation: String,
    /// The column of `chart` with the period of the army. The period is the key of a column of `steps`.
    pub time: String,
    /// The chart with a row for each unit type that can be bought.
    pub prices: String,
    /// The column of `prices` with the price of one unit.
    pub cost: String,
    /// The maximum cost of an army, in points.
    pub points: i32,
    /// The chart that gives the number of steps of an army's units, by nation (row) and period (column).
    pub steps: String,
    /// The property that has a number for each step: `[4, 3, 2, 1]`.
    pub figures: String,
    /// Points to add to the maximum cost of an army, by the number of steps that `steps` gives for its units: `{ 2 = 6,
    /// 4 = -4 }`.
    #[serde(default)]
    pub more: BTreeMap<String, i32>,
    /// For each tag, how many fewer steps units with the tag have.
    #[serde(default)]
    pub fewer: BTreeMap<String, u8>,
    /// Tags of units that have only one step.
    #[serde(default)]
    pub single: Vec<String>,
    /// Other limits on an army.
    #[serde(default)]
    pub limits: Vec<LimitDecl>,
}

/// A limit on some units of an army.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LimitDecl {
    /// The name for the units under this limit: `armour`.
    pub name: String,
    /// The unit type to which the limit applies.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// A column of the price chart. The limit applies to units whose type has a non-zero number in this column.
    pub column: Option<String>,
    /// The maximum total cost of these units.
    pub points: Option<i32>,
    /// The minimum number of these units.
    pub least: Option<u16>,
    /// The maximum number of these units.
    pub most: Option<u16>,
}
