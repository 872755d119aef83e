//! `charts/*.toml`: each file contains one chart, which is named after the file.

use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A chart: a table with two named axes.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChartFile {
    /// The title on the printed aid.
    #[schemars(extend("x-for-people" = true))]
    pub title: String,
    /// The paragraph of the rulebook: `9.2`.
    #[schemars(extend("x-for-people" = true))]
    pub rule: Option<String>,
    /// Whether the chart is for the scripts alone, such as the weights by which agents judge positions. Players are not
    /// shown it.
    #[schemars(extend("x-for-people" = true))]
    #[serde(default)]
    pub hidden: bool,
    /// The axis of the rows.
    pub rows: AxisFile,
    /// The axis of the columns. If every key has the form `3:1`, the chart is an odds chart.
    pub columns: AxisFile,
    /// The results that a cell may contain. By default a cell may contain anything.
    #[serde(default)]
    pub values: Vec<CellValue>,
    /// The meanings of results and keys, for the printed aid: `DR = "the defender retreats"`.
    #[schemars(extend("x-for-people" = true))]
    #[serde(default)]
    pub meaning: BTreeMap<String, String>,
    /// The cells, row by row.
    pub cells: Vec<Vec<CellValue>>,
    /// For an odds chart: what happens below the first column.
    #[schemars(extend("x-for-people" = true))]
    pub below: Option<BelowFile>,
    /// For an odds chart: words for circumstances, such as `snow`, on which shifts can depend. Rules pass those that
    /// hold to `column:modify`.
    #[serde(default)]
    pub circumstances: Vec<String>,
    /// For an odds chart: the shifts of the column, in the order in which they are applied by `column:modify`.
    #[serde(default)]
    pub shifts: Vec<ShiftFile>,
}

/// A shift of the column. It applies if all its conditions hold: `terrain`, `tag`, `all_across`, `any_across`,
/// `attacker`, `attackers`, `when` and `unless`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShiftFile {
    /// The name of the shift, which is unique in the chart. Patches use it in their paths.
    pub name: String,
    /// The number of columns, at most 1000, to the left if negative. 0 only explains something to the players.
    pub by: i32,
    /// The reason that players read, in a word or two: `"river"`. By default, the name. Rules can read it.
    pub reason: Option<String>,
    /// The paragraph of the rulebook: `9.2`. Rules can read it.
    pub rule: String,
    /// The name of a group. Of the shifts of a group, only the first that applies counts.
    pub group: Option<String>,
    /// The terrain of the defender's space, or a list of terrains of which it must have one.
    pub terrain: Option<Words>,
    /// A tag of the defender's space.
    pub tag: Option<String>,
    /// A border feature that every attacker attacks across.
    pub all_across: Option<String>,
    /// A border feature that at least one attacker attacks across.
    pub any_across: Option<String>,
    /// The attacking side.
    pub attacker: Option<String>,
    /// A tag of at least one attacker.
    pub attackers: Option<String>,
    /// A circumstance that must hold, or a list of which one must hold.
    pub when: Option<Words>,
    /// A circumstance that must not hold, or a list of which none may hold.
    pub unless: Option<Words>,
}

/// A word or a list of words.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Words {
    /// A word.
    One(String),
    /// A list of words.
    Several(Vec<String>),
}

impl Words {
    /// Returns the words.
    pub fn all(&self) -> &[String] {
        match self {
            Words::One(word) => std::slice::from_ref(word),
            Words::Several(words) => words,
        }
    }
}

/// What happens below the first column of an odds chart.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BelowFile {
    /// What happens, in words: `"no effect, and no die is rolled"`.
    pub text: String,
    /// The paragraph of the rulebook: `9.2`.
    pub rule: String,
}

/// An axis of a chart.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AxisFile {
    /// The name of the axis: `die`, `odds`, `turn`.
    pub name: String,
    /// The keys, in order.
    pub keys: Vec<CellValue>,
}

/// A number or a word.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum CellValue {
    /// A whole number.
    Number(i32),
    /// A word.
    Text(String),
}

impl std::fmt::Display for CellValue {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            CellValue::Number(number) => write!(out, "{number}"),
            CellValue::Text(text) => out.write_str(text),
        }
    }
}
