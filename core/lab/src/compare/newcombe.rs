//! Intervals for the difference of two proportions after Newcombe: put together from Wilson's intervals for each.

use super::Pairs;
use crate::stats::Proportion;

/// A number with the interval it is believed to lie in.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// `second - first`, where the two have nothing to do with each other: Newcombe's method 10.
pub fn difference(first: Proportion, second: Proportion) -> Estimate {
    hybrid(first, second, 0.0)
}

/// The same for games played in pairs: pairs that fall alike make the interval narrower.
pub fn paired_difference(pairs: &Pairs) -> Estimate {
    let [first, second] = pairs.wins().map(|wins| Proportion::new(wins, pairs.count()));
    hybrid(first, second, likeness(pairs))
}

/// How much alike the pairs fall: the phi coefficient, drawn towards 0 as Newcombe proposes.
fn likeness(pairs: &Pairs) -> f64 {
    let [a, b, c, d] = [pairs.both, pairs.forfeited, pairs.gained, pairs.neither].map(|count| count as f64);
    let margins = (a + b) * (c + d) * (a + c) * (b + d);
    if margins == 0.0 {
        return 0.0;
    }
    let product = a * d - b * c;
    let drawn = if product > 0.0 { (product - (a + b + c + d) / 2.0).max(0.0) } else { product };
    drawn / margins.sqrt()
}

fn hybrid(first: Proportion, second: Proportion, likeness: f64) -> Estimate {
    let value = second.value() - first.value();
    let reach = |down: f64, up: f64| (down * down - 2.0 * likeness * down * up + up * up).max(0.0).sqrt();
    let below = reach(second.value() - second.low, first.high - first.value());
    let above = reach(second.high - second.value(), first.value() - first.low);
    Estimate { value, low: value - below, high: value + above }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(first: (u64, u64), second: (u64, u64)) -> [f64; 2] {
        let found = difference(Proportion::new(first.0, first.1), Proportion::new(second.0, second.1));
        [found.low, found.high].map(|end| (end * 1e4).round() / 1e4)
    }

    #[test]
    fn intervals_match_those_newcombe_printed() {
        assert_eq!(of((48, 80), (56, 70)), [0.0524, 0.3339]);
        assert_eq!(of((3, 10), (9, 10)), [0.1705, 0.8090]);
        assert_eq!(of((2, 7), (6, 7)), [0.0582, 0.8062]);
        assert_eq!(of((0, 29), (5, 56)), [-0.0381, 0.1926]);
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
    fn no_games_tell_nothing() {
        let nothing = paired_difference(&Pairs::default());
        assert!(nothing.value == 0.0 && nothing.low <= -0.79 && nothing.high >= 0.79);
    }
}
