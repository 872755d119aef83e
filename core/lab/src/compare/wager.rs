//! How sure one can be of a difference while the games go on.
//!
//! Somebody bets against a value of the difference, pair of games after pair of games, at odds that are fair if that is the true
//! value. Then he cannot expect to win anything, and by Ville's inequality the chance that his stake ever grows twentyfold is at
//! most one in twenty, however often one looks. A value is believed in as long as nobody has grown rich by betting against it.
//! Here many bettors, each with a boldness of his own, share one stake: no boldness need be known beforehand.
//! docs/decisions/0008 says why this test and no other.

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

/// What can be said of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// There is one.
    Different,
    /// If there is one, it is smaller than what was asked for.
    Same,
    /// Neither can be said yet.
    Open,
}

/// The parts of their stake that bettors put on a pair.
const BOLDNESS: [f64; 12] = [0.005, 0.01, 0.02, 0.035, 0.06, 0.1, 0.16, 0.25, 0.38, 0.55, 0.75, 0.95];

/// The steps in which ends of intervals are looked for.
const STEP: f64 = 0.0005;

impl Pairs {
    /// How many there are.
    pub fn count(&self) -> u64 {
        self.both + self.gained + self.forfeited + self.neither
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

    /// The logarithm of what a stake of 1 has become by betting against `value`.
    pub fn stake(&self, value: f64) -> f64 {
        let [gained, level, forfeited] = [self.gained, self.both + self.neither, self.forfeited].map(|count| count as f64);
        let bettors = BOLDNESS.iter().flat_map(|bold| [*bold, -bold]);
        let stakes: Vec<f64> = bettors
            .map(|bold| bold / (1.0 + value.abs()))
            .map(|part| {
                gained * (part * (1.0 - value)).ln_1p() + level * (-part * value).ln_1p() + forfeited * (-part * (1.0 + value)).ln_1p()
            })
            .collect();
        let most = stakes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        most + (stakes.iter().map(|stake| (stake - most).exp()).sum::<f64>() / stakes.len() as f64).ln()
    }

    /// Whether a value is no longer believed in; wrong in at most a share `error` of all experiments.
    pub fn excludes(&self, value: f64, error: f64) -> bool {
        self.stake(value) >= -error.ln()
    }

    /// The values that are still believed in, at any time of looking.
    pub fn believed(&self, error: f64) -> (f64, f64) {
        let steps = (2.0 / STEP) as i64;
        let at = |step: i64| -1.0 + step as f64 * STEP;
        let low = (0..=steps).find(|&step| !self.excludes(at(step), error)).map_or(1.0, at);
        let high = (0..=steps).rev().find(|&step| !self.excludes(at(step), error)).map_or(-1.0, at);
        let here = self.difference();
        (low.min(here), high.max(here))
    }

    /// What can be said, when differences up to `margin` do not matter.
    pub fn verdict(&self, margin: f64, error: f64) -> Verdict {
        if self.excludes(0.0, error) {
            return Verdict::Different;
        }
        let within = self.difference().abs() < margin;
        if within && self.excludes(margin, error) && self.excludes(-margin, error) { Verdict::Same } else { Verdict::Open }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fair_coin_lets_nobody_grow_rich_on_average() {
        // Over all ways in which n pairs can fall, each as likely as its mirror, the mean stake is what it was.
        for pairs in [1_u64, 6, 14] {
            let mut mean = 0.0;
            for ways in 0..1_u64 << pairs {
                let gained = u64::from(ways.count_ones());
                mean += Pairs { gained, forfeited: pairs - gained, ..Pairs::default() }.stake(0.0).exp();
            }
            assert!((mean / (1_u64 << pairs) as f64 - 1.0).abs() < 1e-9, "{pairs}");
        }
    }

    #[test]
    fn nobody_grows_rich_against_any_true_difference() {
        // Each of six pairs is gained with 1/2, forfeited with 1/6, level with 1/3: the difference is 1/3.
        let mut mean = 0.0;
        for ways in 0..3_u64.pow(6) {
            let (mut pairs, mut chance, mut rest) = (Pairs::default(), 1.0, ways);
            for _ in 0..6 {
                match rest % 3 {
                    0 => (pairs.gained, chance) = (pairs.gained + 1, chance / 2.0),
                    1 => (pairs.forfeited, chance) = (pairs.forfeited + 1, chance / 6.0),
                    _ => (pairs.neither, chance) = (pairs.neither + 1, chance / 3.0),
                }
                rest /= 3;
            }
            mean += chance * pairs.stake(1.0 / 3.0).exp();
        }
        assert!((mean - 1.0).abs() < 1e-9, "{mean}");
    }

    #[test]
    fn what_is_believed_lies_around_what_was_seen_and_narrows() {
        let pairs = |times: u64| Pairs { both: 30 * times, gained: 20 * times, forfeited: 10 * times, neither: 40 * times };
        let (low, high) = pairs(1).believed(0.05);
        assert!(low < 0.0 && high > 0.2, "{low} {high}");
        let (low, high) = pairs(100).believed(0.05);
        assert!((0.07..0.1).contains(&low) && (0.1..0.13).contains(&high), "{low} {high}");
    }

    #[test]
    fn everything_beyond_the_margin_is_excluded_when_the_margin_is() {
        let pairs = Pairs { both: 900, gained: 500, forfeited: 500, neither: 8100 };
        assert_eq!(pairs.verdict(0.03, 0.05), Verdict::Same);
        assert!(
            (3..100).map(|percent| f64::from(percent) / 100.0).all(|value| pairs.excludes(value, 0.05) && pairs.excludes(-value, 0.05))
        );
    }

    #[test]
    fn verdicts() {
        assert_eq!(Pairs::default().verdict(0.03, 0.05), Verdict::Open);
        assert_eq!(Pairs { both: 50, gained: 40, forfeited: 5, neither: 55 }.verdict(0.03, 0.05), Verdict::Different);
        assert_eq!(Pairs { both: 50, gained: 5, forfeited: 5, neither: 55 }.verdict(0.03, 0.05), Verdict::Open);
    }
}
