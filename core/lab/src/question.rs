//! The question that a comparison answers.

use serde::{Deserialize, Serialize};

/// The question that a comparison answers: does a side win more often under one of the variants?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparisonQuestion {
    /// The side or the alliance whose wins are counted.
    pub side: String,
    /// The largest difference that does not matter: 0.03 is three wins in 100 games.
    pub margin: f64,
    /// The maximum share of comparisons between equal variants that may report a difference.
    pub error: f64,
}

impl ComparisonQuestion {
    /// Returns the margin as wins in 100 games, rounded for display: 7, not 7.000000000000001.
    pub fn wins(&self) -> f64 {
        (1e8 * self.margin).round() / 1e6
    }
}
