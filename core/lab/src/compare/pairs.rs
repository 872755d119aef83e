//! How pairs of games went: two games from one seed, one under each variant.

use serde::{Deserialize, Serialize};

/// How pairs of games went: the difference is 1, 0 or -1 in each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs {
    /// Won by the side in both.
    pub both: u64,
    /// Only in the second variant.
    pub gained: u64,
    /// Only in the first.
    pub forfeited: u64,
    /// In neither.
    pub neither: u64,
}

impl Pairs {
    /// How many there are.
    pub fn count(&self) -> u64 {
        self.both + self.gained + self.forfeited + self.neither
    }

    /// How many fell apart: won in one of the variants and not in the other.
    pub fn discordant(&self) -> u64 {
        self.gained + self.forfeited
    }

    /// By how many the gained are more or fewer than the forfeited.
    pub fn lead(&self) -> u64 {
        self.gained.abs_diff(self.forfeited)
    }

    /// Wins in the first variant and in the second.
    pub fn wins(&self) -> [u64; 2] {
        [self.both + self.forfeited, self.both + self.gained]
    }

    /// One more pair.
    pub fn add(&mut self, first: bool, second: bool) {
        match (first, second) {
            (true, true) => self.both += 1,
            (false, true) => self.gained += 1,
            (true, false) => self.forfeited += 1,
            (false, false) => self.neither += 1,
        }
    }

    /// The difference of the win rates.
    pub fn difference(&self) -> f64 {
        (self.gained as f64 - self.forfeited as f64) / self.count().max(1) as f64
    }
}
