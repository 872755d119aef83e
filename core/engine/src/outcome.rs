//! What may come of dice, with the exact chance of each result.

use crate::chart::{Axis, Cell, Chart};

/// One thing that may come of dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What comes of them.
    pub result: Cell,
    /// In so many of all cases.
    pub weight: u64,
}

/// Everything that may come of dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    /// Each result once.
    pub all: Vec<Outcome>,
    /// How many cases there are; all are as likely.
    pub of: u64,
}

impl Outcomes {
    /// What a column of a chart may bring, the likeliest first. `None` where the rows do not tell how they are rolled.
    pub fn of_column(chart: &Chart, column: usize) -> Option<Outcomes> {
        let weights = weights(&chart.rows)?;
        let mut all: Vec<Outcome> = Vec::new();
        for (row, weight) in weights.iter().enumerate() {
            let cell = chart.cell(row, column)?;
            match all.iter_mut().find(|known| known.result == *cell) {
                Some(known) => known.weight += weight,
                None => all.push(Outcome { result: cell.clone(), weight: *weight }),
            }
        }
        all.sort_by_key(|outcome| std::cmp::Reverse(outcome.weight));
        Some(Outcomes { of: weights.iter().sum(), all })
    }

    /// A weight in per cent, rounded.
    pub fn percent(&self, weight: u64) -> u64 {
        let [weight, of] = [weight, self.of].map(u128::from);
        ((200 * weight + of) / (2 * of).max(1)) as u64
    }
}

/// How many rolls lead to each row: rows from 1 are one die, rows from 2 to 12 two dice. Other rows tell nothing.
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
            rows: Axis::new("die", rows.map(|key| key.to_string()).collect()),
            columns: Axis::new("odds", vec!["1:1".into()]),
            cells: cells.iter().map(|text| Cell::Text((*text).into())).collect(),
            below: None,
        }
    }

    fn told(outcomes: &Outcomes) -> Vec<(&str, u64, u64)> {
        let all = outcomes.all.iter();
        all.map(|outcome| (outcome.result.text().unwrap_or_default(), outcome.weight, outcomes.percent(outcome.weight))).collect()
    }

    #[test]
    fn one_die() {
        let outcomes = Outcomes::of_column(&chart(1..=6, &["AL", "DR", "DR", "EX", "DR", "EX"]), 0).expect("outcomes");
        assert_eq!((told(&outcomes), outcomes.of), (vec![("DR", 3, 50), ("EX", 2, 33), ("AL", 1, 17)], 6));
    }

    #[test]
    fn two_dice() {
        let outcomes = Outcomes::of_column(&chart(2..=12, &["A", "A", "A", "A", "B", "B", "B", "C", "C", "C", "C"]), 0).expect("outcomes");
        assert_eq!((told(&outcomes), outcomes.of), (vec![("B", 16, 44), ("A", 10, 28), ("C", 10, 28)], 36));
    }

    #[test]
    fn rows_that_no_dice_roll_tell_nothing() {
        assert_eq!(Outcomes::of_column(&chart(4..=6, &["A", "B", "C"]), 0), None);
        assert_eq!(Outcomes::of_column(&chart(2..=7, &["A"; 6]), 0), None);
    }
}
