//! What is asked of two variants.

use serde::{Deserialize, Serialize};

/// What is asked of two variants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparisonQuestion {
    /// The side whose wins are counted.
    pub side: String,
    /// Differences up to this do not matter: 0.03 are three wins in 100 games.
    pub margin: f64,
    /// In at most this share of all comparisons of equal variants may a difference be claimed.
    pub error: f64,
}

impl ComparisonQuestion {
    /// The margin in wins in 100 games, as people write it: 7 and not 7.000000000000001.
    pub fn wins(&self) -> f64 {
        (1e8 * self.margin).round() / 1e6
    }
}
