//! Rulings: how a pack reads ambiguous paragraphs, from the tables of its `rulings.md`.
//!
//! The file is written for human readers, so anything that is not understood is left out without an error.

use grognard_engine::paragraph_number::is_chapter;
use grognard_packs::Pack;
use grognard_packs::rules_text::plain_text;
use serde::Serialize;

/// The name of the file with the rulings of a pack.
const RULINGS_FILE: &str = "rulings.md";

/// A row in a table of rulings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ruling {
    /// The numbers of the paragraphs that the ruling is about.
    #[serde(skip)]
    pub numbers: Vec<String>,
    /// The question; empty if the table has no such column.
    pub question: String,
    /// The reading that was chosen.
    pub chosen: String,
    /// Why it was chosen; empty if no reason is given.
    pub why: String,
    /// Another reading, often with the option or mod for it; empty if there is none.
    pub other: String,
}

/// The columns of a table of rulings, as positions of cells.
#[derive(Clone, Copy)]
struct Columns {
    rule: usize,
    question: Option<usize>,
    chosen: usize,
    why: Option<usize>,
    other: Option<usize>,
}

/// Reads the rulings of a pack; none if it has no `rulings.md`.
pub(super) fn rulings(pack: &Pack) -> Vec<Ruling> {
    pack.folder.read(RULINGS_FILE).map(|source| parse(&source.text)).unwrap_or_default()
}

/// Parses the tables that have the columns `rule` and `chosen`.
fn parse(text: &str) -> Vec<Ruling> {
    let mut columns = None;
    let mut is_first = true;
    let mut found = Vec::new();
    for line in text.lines() {
        let Some(cells) = cells(line) else {
            (columns, is_first) = (None, true);
            continue;
        };
        if std::mem::take(&mut is_first) {
            columns = Columns::of(&cells);
        } else if let Some(columns) = columns {
            found.extend(ruling(columns, &cells));
        }
    }
    found
}

/// Returns the cells of a line of a table.
fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.trim().strip_prefix('|')?;
    Some(inner.strip_suffix('|').unwrap_or(inner).split('|').map(str::trim).collect())
}

impl Columns {
    fn of(heading: &[&str]) -> Option<Columns> {
        let find = |names: &[&str]| heading.iter().position(|cell| names.contains(&cell.to_lowercase().as_str()));
        Some(Columns {
            rule: find(&["rule", "paragraph"])?,
            question: find(&["question"]),
            chosen: find(&["chosen", "ruling", "answer"])?,
            why: find(&["why", "reason"]),
            other: find(&["other reading", "other"]),
        })
    }
}

/// Returns the ruling in a row, if its first cell names paragraphs.
fn ruling(columns: Columns, cells: &[&str]) -> Option<Ruling> {
    let cell = |at: Option<usize>| {
        let text = at.and_then(|at| cells.get(at)).map(|cell| plain_text(cell)).unwrap_or_default();
        if ["-", "–"].contains(&text.as_str()) { String::new() } else { text }
    };
    let numbers = cells.get(columns.rule)?.split([',', ';', '/', ' ']).filter(|word| is_chapter(word));
    let numbers: Vec<String> = numbers.map(str::to_owned).collect();
    let ruling = Ruling {
        numbers,
        question: cell(columns.question),
        chosen: cell(Some(columns.chosen)),
        why: cell(columns.why),
        other: cell(columns.other),
    };
    (!ruling.numbers.is_empty() && !ruling.chosen.is_empty()).then_some(ruling)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rulings_are_rows_that_name_paragraphs() {
        let text = "# Rulings\n\n| rule | question | chosen | why | other reading |\n|---|---|---|---|---|\n\
            | 9.0, F3a | Who? | *Nobody*. | (9.2) | option `retreat` |\n| map | Where? | Here. | - | - |\n\
            | 4 | short |\n| 12 | When? | Then. | - | – |\n\n| rule | file |\n|---|---|\n| 9.0 | x |\n\n\
            | what | chosen |\n|---|---|\n| 9.0 | x |\n";
        let expected = [
            Ruling {
                numbers: vec!["9.0".into(), "F3a".into()],
                question: "Who?".into(),
                chosen: "Nobody.".into(),
                why: "(9.2)".into(),
                other: "option retreat".into(),
            },
            Ruling {
                numbers: vec!["12".into()],
                question: "When?".into(),
                chosen: "Then.".into(),
                ..Ruling::default()
            },
        ];
        assert_eq!(parse(text), expected);
    }
}
