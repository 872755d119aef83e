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
