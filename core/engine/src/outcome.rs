//! Outcomes of dice rolls, with the exact chance of each.

use crate::chart::{Axis, Cell, Chart};
use num_integer::gcd;

/// An outcome of a roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The result.
    pub result: Cell,
    /// The number of cases that have this result.
    pub weight: u64,
}

/// Dice of one kind in a bucket, with the lowest number that hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BucketDice {
    /// The number of dice.
    pub count: u32,
    /// The number of sides of each die.
    pub sides: u32,
    /// The lowest number that hits.
    pub hits_from: u32,
}

/// All outcomes of a roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    /// The results, each listed once.
    pub all: Vec<Outcome>,
    /// The total number of cases, which are equally likely.
    pub total: u64,
}

impl Outcomes {
    /// Computes the results of a chart column, most likely first. Returns `None` if the rows do not show which
    /// dice are rolled.
    pub fn of_column(chart: &Chart, column: usize) -> Option<Outcomes> {
        let weights = weights(&chart.rows)?;
        let case =
            |(row, weight): (usize, &u64)| Some(Outcome { result: chart.cell(row, column)?.clone(), weight: *weight });
        let cases: Option<Vec<Outcome>> = weights.iter().enumerate().map(case).collect();
        cases.map(|cases| Outcomes::of_cases(&cases))
    }

    /// Adds up cases with the same result, most likely first.
    pub fn of_cases(cases: &[Outcome]) -> Outcomes {
        let mut all: Vec<Outcome> = Vec::new();
        for case in cases {
            match all.iter_mut().find(|known| known.result == case.result) {
                Some(known) => known.weight += case.weight,
                None => all.push(case.clone()),
            }
        }
        all.sort_by_key(|outcome| std::cmp::Reverse(outcome.weight));
        Outcomes { total: all.iter().map(|outcome| outcome.weight).sum(), all }
    }

    /// Computes the chance of each number of hits from a bucket, starting at 0.
    pub fn of_bucket(bucket: &[BucketDice]) -> Outcomes {
        let mut cases: Vec<u128> = vec![1];
        for dice in bucket {
            let (hit, miss) = dice.chances();
            for _ in 0..dice.count {
                add_die(&mut cases, hit, miss);
            }
        }
        scale(&mut cases);
        let outcome =
            |(hits, weight): (usize, u128)| Outcome { result: Cell::Number(hits as i32), weight: weight as u64 };
        let all: Vec<Outcome> = cases.into_iter().enumerate().filter(|(_, weight)| *weight > 0).map(outcome).collect();
        Outcomes { total: all.iter().map(|outcome| outcome.weight).sum(), all }
    }

    /// Returns a weight as a rounded percentage.
    pub fn percent(&self, weight: u64) -> u64 {
        let [weight, of] = [weight, self.total].map(u128::from);
        ((200 * weight + of) / (2 * of).max(1)) as u64
    }
}

impl BucketDice {
    /// Returns the number of cases in which a die hits and the number in which it misses, in lowest terms.
    pub(crate) fn chances(self) -> (u128, u128) {
        let sides = u128::from(self.sides.max(1));
        let hit = (sides + 1).saturating_sub(u128::from(self.hits_from.max(1)));
        let common = gcd(sides, hit);
        (hit / common, (sides - hit) / common)
    }
}

/// The number of cases, for any one number of hits, above which all case counts are scaled down. The chances are then
/// no longer exact.
const MAX_CASES: u128 = 1 << 100;

/// The maximum total number of cases: the largest that callers can convert exactly to a floating-point number.
const MAX_TOLD: u128 = 1 << 53;

/// Updates the case counts, indexed by number of hits, for one more die that hits in `hit` cases and misses in `miss`.
fn add_die(cases: &mut Vec<u128>, hit: u128, miss: u128) {
    if cases.iter().any(|cases| *cases > MAX_CASES) {
        cases.iter_mut().for_each(|cases| *cases >>= 32);
    }
    cases.push(0);
    for hits in (0..cases.len()).rev() {
        let from_fewer = if hits > 0 { cases[hits - 1] * hit } else { 0 };
        cases[hits] = cases[hits] * miss + from_fewer;
    }
}

/// Reduces the numbers of cases until their total is at most [`MAX_TOLD`].
fn scale(cases: &mut [u128]) {
    let common = cases.iter().fold(0, |common, cases| gcd(*cases, common)).max(1);
    cases.iter_mut().for_each(|cases| *cases /= common);
    while cases.iter().sum::<u128>() > MAX_TOLD {
        cases.iter_mut().for_each(|cases| *cases = cases.div_ceil(2));
    }
}

/// Returns the number of rolls that lead to each row. Rows from 1 upwards mean one die, and rows from 2 to 12 mean two
/// dice. Returns `None` for any other rows.
fn weights(rows: &Axis) -> Option<Vec<u64>> {
    let keys: Vec<u64> = rows.keys.iter().map(|key| key.parse().ok()).collect::<Option<_>>()?;
    let counts_from = |first: u64| keys.iter().enumerate().all(|(at, key)| *key == first + at as u64);
    if counts_from(1) {
        return Some(vec![1; keys.len()]);
    }
    (counts_from(2) && keys.len() == 11).then(|| keys.iter().map(|sum| 6 - sum.abs_diff(7)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(rows: std::ops::RangeInclusive<u32>, cells: &[&str]) -> Chart {
        Chart {
            name: "crt".into(),
            title: "Combat results".into(),
            rule: None,
            hidden: false,
            rows: Axis::new("die", rows.map(|key| key.to_string()).collect()),
            columns: Axis::new("odds", vec!["1:1".into()]),
            cells: cells.iter().map(|text| Cell::Text((*text).into())).collect(),
            below: None,
            shifts: Vec::new(),
            circumstances: Vec::new(),
        }
    }

    fn told(outcomes: &Outcomes) -> Vec<(&str, u64, u64)> {
        let all = outcomes.all.iter();
        all.map(|outcome| (outcome.result.text().unwrap_or_default(), outcome.weight, outcomes.percent(outcome.weight)))
            .collect()
    }

    #[test]
    fn one_die() {
        let outcomes = Outcomes::of_column(&chart(1..=6, &["AL", "DR", "DR", "EX", "DR", "EX"]), 0).expect("outcomes");
        assert_eq!((told(&outcomes), outcomes.total), (vec![("DR", 3, 50), ("EX", 2, 33), ("AL", 1, 17)], 6));
    }

    #[test]
    fn two_dice() {
        let outcomes = Outcomes::of_column(&chart(2..=12, &["A", "A", "A", "A", "B", "B", "B", "C", "C", "C", "C"]), 0)
            .expect("outcomes");
        assert_eq!((told(&outcomes), outcomes.total), (vec![("B", 16, 44), ("A", 10, 28), ("C", 10, 28)], 36));
    }

    fn hits(bucket: &[(u32, u32, u32)]) -> (Vec<(i32, u64)>, u64) {
        let dice: Vec<BucketDice> =
            bucket.iter().map(|&(count, sides, least)| BucketDice { count, sides, hits_from: least }).collect();
        let outcomes = Outcomes::of_bucket(&dice);
        let number = |outcome: &Outcome| match outcome.result {
            Cell::Number(number) => number,
            Cell::Text(_) => -1,
        };
        (outcomes.all.iter().map(|outcome| (number(outcome), outcome.weight)).collect(), outcomes.total)
    }

    #[test]
    fn hits_of_a_bucket() {
        assert_eq!(hits(&[(2, 6, 5)]), (vec![(0, 4), (1, 4), (2, 1)], 9));
        assert_eq!(hits(&[(1, 6, 4), (1, 6, 6)]), (vec![(0, 5), (1, 6), (2, 1)], 12));
        assert_eq!(hits(&[]), (vec![(0, 1)], 1));
        assert_eq!(hits(&[(1, 6, 7), (1, 6, 1)]), (vec![(1, 1)], 1), "one that never hits, one that always does");
    }

    /// Compares the chances with an enumeration of all rolls of two kinds of dice.
    #[test]
    fn chances_are_those_of_all_ways_the_dice_can_fall() {
        let mut counted = [0; 6];
        for fall in 0..6_u32.pow(5) {
            let dice: Vec<u32> = (0..5).map(|at| fall / 6_u32.pow(at) % 6 + 1).collect();
            counted[dice.iter().enumerate().filter(|(at, die)| **die >= if *at < 3 { 5 } else { 4 }).count()] += 1;
        }
        let (told, of) = hits(&[(3, 6, 5), (2, 6, 4)]);
        let scaled: Vec<u64> = told.iter().map(|(_, weight)| weight * 6_u64.pow(5) / of).collect();
        assert_eq!(scaled, counted);
    }

    #[test]
    fn many_dice_keep_their_chances_and_fit_a_reader() {
        let (told, of) = hits(&[(150, 6, 5), (50, 6, 6)]);
        let mean: f64 = told.iter().map(|(hits, weight)| f64::from(*hits) * *weight as f64 / of as f64).sum();
        assert!((mean - (50.0 + 50.0 / 6.0)).abs() < 1e-6 && of < 1 << 54, "{mean} {of}");
    }

    #[test]
    fn rows_that_no_dice_roll_tell_nothing() {
        assert_eq!(Outcomes::of_column(&chart(4..=6, &["A", "B", "C"]), 0), None);
        assert_eq!(Outcomes::of_column(&chart(2..=7, &["A"; 6]), 0), None);
    }
}
