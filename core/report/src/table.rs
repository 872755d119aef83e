//! Plain-text tables with columns as wide as their contents.

use crate::phrases::{bounds, percent, side};
use grognard_engine::catalogue::Catalogue;
use grognard_lab::Proportion;
use grognard_lab::sim::Summary;

/// The alignment of a column.
#[derive(Clone, Copy)]
pub enum Align {
    /// Left-aligned.
    Left,
    /// Right-aligned, for numbers.
    Right,
}

/// Formats a header and rows, with two spaces between columns.
pub fn table(head: &[&str], align: &[Align], rows: impl Iterator<Item = Vec<String>>) -> String {
    let head: Vec<String> = head.iter().map(|name| (*name).to_owned()).collect();
    let rows: Vec<Vec<String>> = [head].into_iter().chain(rows).collect();
    let widths: Vec<usize> =
        (0..align.len()).map(|at| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0)).collect();
    let cell = |at: usize, text: &str| match align[at] {
        Align::Left => format!("{text:<width$}", width = widths[at]),
        Align::Right => format!("{text:>width$}", width = widths[at]),
    };
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().enumerate().map(|(at, text)| cell(at, text)).collect();
        format!("  {}", cells.join("  ")).trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

/// Formats the win rates, with a line for each side and one for draws.
pub fn shares(summary: &Summary, catalogue: &Catalogue) -> Vec<String> {
    let wins = summary.wins.iter().map(|(name, share)| (catalogue.say("{1} wins", &[&side(name, catalogue)]), share));
    let rows: Vec<_> = wins.chain([(catalogue.say("draws", &[]), &summary.draws)]).collect();
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let line = |(name, share): &(String, &Proportion)| {
        format!("{name:width$} {:>7}  {}", percent(share.value(), catalogue), bounds(share, catalogue))
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_what_stands_in_them() {
        let rows = [vec!["1.5".to_owned(), "Kluž".to_owned()], vec!["100".to_owned(), String::new()]];
        assert_eq!(
            table(&["n", "who"], &[Align::Right, Align::Left], rows.into_iter()),
            "    n  who\n  1.5  Kluž\n  100\n"
        );
    }
}
