//! Charts.

use serde::Serialize;
use ts_rs::TS;

/// A chart of the battle, translated.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Chart {
    /// The name: `crt`.
    pub name: String,
    /// The title in the viewer's language.
    pub title: String,
    /// The paragraph of the rulebook that contains the chart.
    pub rule: Option<String>,
    /// The axis along which the rows are arranged.
    pub rows: ChartAxis,
    /// The axis along which the columns are arranged.
    pub columns: ChartAxis,
    /// The cells, row by row.
    pub cells: Vec<Vec<String>>,
    /// The result at odds below the first column.
    pub below: Option<ChartFloor>,
    /// The meanings of the results.
    pub meanings: Vec<Meaning>,
}

/// An axis of a chart.
#[derive(Clone, Debug, Serialize, TS)]
pub struct ChartAxis {
    /// The name of the axis, in the viewer's language.
    pub name: String,
    /// The headings along the axis.
    pub keys: Vec<String>,
}

/// The result at odds below the first column of a chart.
#[derive(Clone, Debug, Serialize, TS)]
pub struct ChartFloor {
    /// A description of the result.
    pub text: String,
    /// The number of the rulebook paragraph.
    pub rule: String,
}

/// The meaning of a result.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Meaning {
    /// The result as the chart prints it.
    pub result: String,
    /// A description of what the result means.
    pub text: String,
}
