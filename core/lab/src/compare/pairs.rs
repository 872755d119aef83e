//! Results of pairs of games: two games from one seed, one under each variant.

use serde::{Deserialize, Serialize};

/// The results of pairs of games; the difference in each pair is 1, 0 or -1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs {
    /// The number of pairs in which the side won both games.
    pub both: u64,
    /// The number of pairs in which the side won only in the second variant.
    pub gained: u64,
    /// The number of pairs in which the side won only in the first variant.
    pub forfeited: u64,
    /// The number of pairs in which the side won neither game.
    pub neither: u64,
}

impl Pairs {
    /// Returns the number of pairs.
    pub fn count(&self) -> u64 {
        self.both + self.gained + self.forfeited + self.neither
    }

    /// Returns the number of discordant pairs, won in only one of the variants.
    pub fn discordant(&self) -> u64 {
        self.gained + self.forfeited
    }

    /// Returns the absolute difference between gained and forfeited pairs.
    pub fn lead(&self) -> u64 {
        self.gained.abs_diff(self.forfeited)
    }

    /// Returns the numbers of wins in the first and second variants.
    pub fn wins(&self) -> [u64; 2] {
        [self.both + self.forfeited, self.both + self.gained]
    }

    /// Adds a pair.
    pub fn add(&mut self, first: bool, second: bool) {
        match (first, second) {
            (true, true) => self.both += 1,
            (false, true) => self.gained += 1,
            (true, false) => self.forfeited += 1,
            (false, false) => self.neither += 1,
        }
    }

    /// Returns the difference of the win rates.
    pub fn difference(&self) -> f64 {
        (self.gained as f64 - self.forfeited as f64) / self.count().max(1) as f64
    }
}
