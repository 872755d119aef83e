//! Charts and paragraphs of the rulebook.

use serde::Serialize;
use ts_rs::TS;

/// A chart.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Chart {
    /// The name: `crt`.
    pub name: String,
    /// The title in the viewer's language.
    pub title: String,
    /// The paragraph of the rulebook that contains the chart.
    pub rule: Option<String>,
    /// The row axis.
    pub rows: ChartAxis,
    /// The column axis.
    pub columns: ChartAxis,
    /// The cells, row by row.
    pub cells: Vec<Vec<String>>,
    /// The result below its first column.
    pub below: Option<ChartFloor>,
    /// The meanings of its results.
    pub meanings: Vec<Meaning>,
}

/// An axis of a chart.
#[derive(Clone, Debug, Serialize, TS)]
pub struct ChartAxis {
    /// Its name.
    pub name: String,
    /// The headings along it.
    pub keys: Vec<String>,
}

/// The result below the first column of a chart.
#[derive(Clone, Debug, Serialize, TS)]
pub struct ChartFloor {
    /// A description of the result.
    pub text: String,
    /// The paragraph.
    pub rule: String,
}

/// The meaning of a result.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Meaning {
    /// The result as the chart prints it.
    pub result: String,
    /// A description of its meaning.
    pub text: String,
}

/// A paragraph of the rulebook.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Paragraph {
    /// Its number.
    pub number: String,
    /// Its subject.
    pub title: String,
}
