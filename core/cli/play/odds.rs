//! The odds of an attack, and the chance of each result.

use grognard_engine::catalogue::Catalogue;
use grognard_engine::chart::{Axis, Cell, Chart, Column};

/// The column of an odds chart, with what moved it and what may come of it.
pub fn describe(column: &Column, chart: &Chart, catalogue: &Catalogue) -> String {
    let line = column.describe_in(chart, catalogue);
    let Some(index) = column.index(chart) else { return below(&line, chart, catalogue) };
    match chances(chart, index, catalogue) {
        Some(chances) => format!("{line}\n  {}", chances.join(", ")),
        None => line,
    }
}

/// What happens where the chart has no column.
fn below(line: &str, chart: &Chart, catalogue: &Catalogue) -> String {
    let what = match &chart.below {
        Some(below) => catalogue.say("Below the first column of the chart: {1} ({2})", &[catalogue.name(&below.text), &below.rule]),
        None => catalogue.say("The chart begins at {1}; the rules alone say what happens below.", &[&chart.columns.keys[0]]),
    };
    format!("{line}\n  {what}")
}

/// The chance of each result, in the order in which the rows first show them.
fn chances(chart: &Chart, column: usize, catalogue: &Catalogue) -> Option<Vec<String>> {
    let weights = weights(&chart.rows)?;
    let total: u64 = weights.iter().sum();
    let mut results: Vec<(&Cell, u64)> = Vec::new();
    for (row, weight) in weights.iter().enumerate() {
        let cell = chart.cell(row, column)?;
        match results.iter_mut().find(|(known, _)| *known == cell) {
            Some((_, sum)) => *sum += weight,
            None => results.push((cell, *weight)),
        }
    }
    results.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
    let name = |cell: &Cell| match cell {
        Cell::Number(number) => number.to_string(),
        Cell::Text(text) => catalogue.name(text).to_owned(),
    };
    let percent = |weight: u64| (200 * weight + total) / (2 * total);
    Some(results.into_iter().map(|(cell, weight)| format!("{} {weight}/{total} ({} %)", name(cell), percent(weight))).collect())
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
    use grognard_engine::catalogue::ENGLISH;
    use grognard_engine::chart::{Below, Modifier};
    use grognard_engine::ids::ChartId;

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

    fn column(start: i32, modifiers: Vec<Modifier>) -> Column {
        Column { chart: ChartId(0), strengths: (480, 480), start, modifiers }
    }

    #[test]
    fn one_die() {
        let chart = chart(1..=6, &["AL", "DR", "DR", "EX", "DR", "EX"]);
        assert_eq!(describe(&column(0, Vec::new()), &chart, &ENGLISH), "8:8 = 1:1\n  DR 3/6 (50 %), EX 2/6 (33 %), AL 1/6 (17 %)");
    }

    #[test]
    fn two_dice() {
        let chart = chart(2..=12, &["A", "A", "A", "A", "B", "B", "B", "C", "C", "C", "C"]);
        assert_eq!(describe(&column(0, Vec::new()), &chart, &ENGLISH), "8:8 = 1:1\n  B 16/36 (44 %), A 10/36 (28 %), C 10/36 (28 %)");
    }

    #[test]
    fn below_the_first_column() {
        let river = Modifier { amount: -1, rule: "9.2".into(), reason: "river".into() };
        let mut chart = chart(1..=6, &["AL"; 6]);
        let column = column(0, vec![river]);
        assert_eq!(
            describe(&column, &chart, &ENGLISH),
            "8:8 = 1:1, -1 river (9.2) -> below 1:1\n  The chart begins at 1:1; the rules alone say what happens below."
        );
        chart.below = Some(Below { text: "no effect".into(), rule: "9.1".into() });
        assert_eq!(
            describe(&column, &chart, &ENGLISH),
            "8:8 = 1:1, -1 river (9.2) -> below 1:1\n  Below the first column of the chart: no effect (9.1)"
        );
    }
}
