//! The score: how near each side is to winning.

use serde::Serialize;
use ts_rs::TS;

/// A line of the score, in the viewer's language.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct ScoreLine {
    /// What is counted: `cities`.
    pub label: String,
    /// The number of the rulebook paragraph.
    pub rule: String,
    /// The number of each side.
    pub values: Vec<ScoreValue>,
    /// The number that decides, or that there is to have.
    pub limit: Option<i32>,
}

/// The number of a side in a line of the score.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct ScoreValue {
    /// The side.
    pub side: String,
    /// The number; null if it depends on units that the viewer cannot see.
    pub value: Option<i32>,
}
