//! Intervals for the difference of two win rates over pairs of games: Tango's score intervals.
//!
//! A value belongs to the interval if the score test does not reject it. For a difference of 0 that test is McNemar's,
//! which uses only the discordant pairs, so an interval and a test with the same critical value never disagree.

use super::Pairs;
use crate::stats::Z;

/// An estimate with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The number of bisections used to find an endpoint of an interval.
const HALVINGS: u32 = 50;

/// Returns the difference of the win rates with its ordinary 95 % interval.
pub fn paired_difference(pairs: &Pairs) -> Estimate {
    difference_within(pairs, Z)
}

/// Returns the difference of the win rates, with the interval of values that a score test at the given critical value
/// does not reject.
pub(super) fn difference_within(pairs: &Pairs, critical: f64) -> Estimate {
    let value = pairs.difference();
    Estimate { value, low: end(pairs, critical, value, -1.0), high: end(pairs, critical, value, 1.0) }
}

/// Returns an endpoint of the interval by bisection: the lower one if `outermost` is -1, the upper one if it is 1.
/// `seen` is the observed difference.
fn end(pairs: &Pairs, critical: f64, seen: f64, outermost: f64) -> f64 {
    let (mut within, mut outside) = (seen, outermost);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(within, outside);
        if score(pairs, middle).abs() < critical {
            within = middle;
        } else {
            outside = middle;
        }
    }
    within
}

/// Returns how many standard deviations lie between the observed difference and an assumed one, using the most likely
/// rates under that assumption.
fn score(pairs: &Pairs, difference: f64) -> f64 {
    let [count, gained, forfeited] = [pairs.count(), pairs.gained, pairs.forfeited].map(|count| count as f64);
    // The most likely rate of forfeited pairs solves a quadratic equation.
    let a = 2.0 * count;
    let b = (a - gained + forfeited) * difference - gained - forfeited;
    let c = -forfeited * difference * (1.0 - difference);
    let rate = if a > 0.0 { ((b * b - 4.0 * a * c).max(0.0).sqrt() - b) / (2.0 * a) } else { 0.0 };
    let above = gained - forfeited - count * difference;
    let variance = count * (2.0 * rate + difference * (1.0 - difference));
    if above == 0.0 { 0.0 } else { above / variance.max(0.0).sqrt() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(pairs: Pairs) -> [f64; 2] {
        let found = paired_difference(&pairs);
        [found.low, found.high].map(|end| (end * 1e4).round() / 1e4)
    }

    #[test]
    fn an_interval_matches_the_one_that_was_published() {
        // The 161 patients of Cavo et al., in Fagerland, Lydersen and Laake, Statistical Analysis of Contingency
        // Tables.
        assert_eq!(ends(Pairs { both: 59, gained: 6, forfeited: 16, neither: 80 }), [-0.1240, -0.0054]);
    }

    #[test]
    fn scores_use_the_likeliest_rates_that_have_the_difference() {
        let pairs = Pairs { both: 30, gained: 20, forfeited: 9, neither: 41 };
        let [count, gained, forfeited, level] = [100.0, 20.0, 9.0, 71.0];
        for difference in [-0.4, -0.1, 0.0, 0.15, 0.5] {
            let likelihood = |rate: f64| {
                let (up, down) = (rate + difference, rate);
                gained * up.ln() + forfeited * down.ln() + level * (1.0 - up - down).ln()
            };
            let rates =
                (1..100_000).map(|step| f64::from(step) / 100_000.0).filter(|rate| likelihood(*rate).is_finite());
            let rate = rates.max_by(|one, other| likelihood(*one).total_cmp(&likelihood(*other))).expect("a rate");
            let variance = 2.0 * rate + difference - difference * difference;
            let expected = (gained - forfeited - count * difference) / (count * variance).sqrt();
            assert!((score(&pairs, difference) - expected).abs() < 1e-3, "{difference}");
        }
    }

    #[test]
    fn against_no_difference_the_interval_is_mcnemars_test() {
        for gained in 0..=40 {
            let pairs = Pairs { both: 100, gained, forfeited: 40 - gained, neither: 200 };
            let Estimate { low, high, .. } = paired_difference(&pairs);
            assert_eq!(low > 0.0 || high < 0.0, pairs.lead() as f64 / 40_f64.sqrt() > Z, "{gained}");
        }
    }

    #[test]
    fn pairs_that_fall_alike_tell_more_and_those_that_fall_apart_less() {
        let width = |pairs: Pairs| {
            let found = paired_difference(&pairs);
            (found.value, found.high - found.low)
        };
        let alike = width(Pairs { both: 40, gained: 12, forfeited: 2, neither: 46 });
        let unrelated = width(Pairs { both: 22, gained: 30, forfeited: 20, neither: 28 });
        let apart = width(Pairs { both: 2, gained: 50, forfeited: 40, neither: 8 });
        assert!(alike.0 == unrelated.0 && (apart.0 - alike.0).abs() < 1e-12);
        assert!(alike.1 < unrelated.1 && unrelated.1 < apart.1, "{alike:?} {unrelated:?} {apart:?}");
    }

    #[test]
    fn what_never_happened_may_still_happen() {
        assert_eq!(ends(Pairs::default()), [-1.0, 1.0]);
        // The interval equals Wilson's for 0 in 100.
        assert_eq!(ends(Pairs { both: 60, neither: 40, ..Pairs::default() }), [-0.0370, 0.0370]);
        assert_eq!(ends(Pairs { gained: 50, ..Pairs::default() })[1], 1.0);
    }
}
