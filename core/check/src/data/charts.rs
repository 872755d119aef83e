//! Warns of charts and columns that no rule uses, and of cells that refer to things that do not exist.
//!
//! Axes and columns with certain names refer to things: `turn` to turns, `unit` and `arrives` to units, `side` to
//! sides, and `hex`, `area` and `space` to spaces.

use super::DataChecker;
use grognard_engine::chart::{Axis, Cell, Chart};
use grognard_luau::suggest::nearest;
use grognard_packs::mixed_columns::{MixedCell, mixed_cells};
use grognard_packs::node::ValueStep;

/// Cell contents that count as empty.
const NOTHING: [&str; 3] = ["", "-", "–"];

/// The kind of thing to which the cells of a column, or the keys of an axis, refer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellKind {
    Turn,
    Unit,
    Side,
    Space,
}

impl CellKind {
    fn of(name: &str) -> Option<CellKind> {
        match name {
            "turn" => Some(CellKind::Turn),
            "unit" | "arrives" => Some(CellKind::Unit),
            "side" => Some(CellKind::Side),
            "hex" | "area" | "space" => Some(CellKind::Space),
            _ => None,
        }
    }
}

impl DataChecker<'_> {
    pub(super) fn charts(&mut self) {
        let content = &self.loaded.content;
        for chart in &content.charts {
            let name = chart.name.as_str();
            if !self.asked(name) {
                let help = format!("use it in a rule with `game:chart(\"{name}\")`, or delete it");
                self.warn(
                    "W403",
                    &["charts".into(), name.into(), "title".into()],
                    format!("no rule uses the chart `{name}`"),
                )
                .help = Some(help);
                continue;
            }
            self.columns(chart);
            self.results(chart);
            self.axis(chart, "rows", &chart.rows);
            self.axis(chart, "columns", &chart.columns);
            self.cells(chart);
            self.misspelt(chart);
            self.check_quoted_numbers(chart);
            self.mixed_cells(chart);
        }
    }

    /// Warns of columns that no rule mentions, except columns named after a side, a unit, a space or the like.
    fn columns(&mut self, chart: &Chart) {
        if !chart.columns.ratios.is_empty() {
            return;
        }
        for (at, key) in chart.columns.keys.iter().enumerate() {
            if key.parse::<i32>().is_err() && !self.asked(key) && !self.is_thing(key) {
                let path = [ValueStep::Key("charts"), (&chart.name).into(), "columns".into(), "keys".into(), at.into()];
                let message = format!("no rule uses the column `{key}` of `{}`", chart.name);
                let near = self
                    .names_in_scripts
                    .near(key)
                    .map(|near| format!("; a rule mentions `{near}`"))
                    .unwrap_or_default();
                self.warn("W404", &path, message).help = Some(format!("use `{key}` in a rule, or delete it{near}"));
            }
        }
    }

    /// Returns whether a key is the name of a side, a unit, a space or the like. Rules can look up such a key without
    /// containing the name itself: `chart:cell(turn, side.name)`.
    fn is_thing(&self, key: &str) -> bool {
        let content = &self.loaded.content;
        let formation = content.units.iter().any(|unit| unit.formation.as_deref() == Some(key));
        let sequence = &content.sequence;
        let mut phases = sequence.setup.iter().chain(sequence.turn.iter().flat_map(|turn| &turn.phases));
        formation
            || content.sides.find(key).is_some()
            || content.unit_names.find(key).is_some()
            || content.unit_types.find(key).is_some()
            || content.map.names.find(key).is_some()
            || content.map.terrains.find(key).is_some()
            || content.map.feature(key).is_some()
            || content.map.tag(key).is_some()
            || phases.any(|phase| phase.name == key)
    }

    /// Warns of results that are declared but appear in no cell.
    fn results(&mut self, chart: &Chart) {
        let path = [ValueStep::Key("charts"), (&chart.name).into(), "values".into()];
        let root = self.loaded.tree();
        let values =
            root.get("charts").and_then(|charts| charts.get(&chart.name)?.get("values")?.list()).unwrap_or_default();
        for (at, value) in values.iter().enumerate() {
            let word = value.text().map_or_else(|| value.to_string(), str::to_owned);
            if chart.cells.iter().all(|cell| text(cell) != word) {
                let message = format!("no cell of `{}` has the result `{word}`", chart.name);
                self.warn("W405", &[path[0], path[1], path[2], at.into()], message).help =
                    Some("delete it from `values`".to_owned());
            }
        }
    }

    fn axis(&mut self, chart: &Chart, side: &'static str, axis: &Axis) {
        let Some(meaning) = CellKind::of(&axis.name) else { return };
        let path =
            |at: usize| [ValueStep::Key("charts"), ValueStep::Key(&chart.name), side.into(), "keys".into(), at.into()];
        for (at, key) in axis.keys.iter().enumerate() {
            self.thing(&path(at), meaning, key);
        }
        let turns = self.loaded.content.sequence.turns;
        let missing = (1..=turns).find(|turn| axis.find(&turn.to_string()).is_none());
        let all_numbers = axis.keys.iter().all(|key| key.parse::<u16>().is_ok());
        if let (CellKind::Turn, Some(turn), true) = (meaning, missing, all_numbers && self.is_calendar(axis)) {
            let message = format!("`{}` has no entry for turn {turn}; the game has {turns} turns", chart.name);
            self.warn("W407", &path(axis.keys.len().saturating_sub(1)), message).help =
                Some(format!("add turn {turn}"));
        }
    }

    /// Returns whether an axis counts up from 1 without a gap, and so should name every turn.
    fn is_calendar(&self, axis: &Axis) -> bool {
        axis.keys.iter().enumerate().all(|(at, key)| key.parse() == Ok(at + 1))
    }

    fn cells(&mut self, chart: &Chart) {
        for (column, key) in chart.columns.keys.iter().enumerate() {
            let Some(meaning) = CellKind::of(key) else { continue };
            for row in 0..chart.rows.keys.len() {
                let Some(cell) = chart.cell(row, column).map(text).filter(|cell| !NOTHING.contains(&cell.as_str()))
                else {
                    continue;
                };
                let path = [ValueStep::Key("charts"), (&chart.name).into(), "cells".into(), row.into(), column.into()];
                self.thing(&path, meaning, &cell);
            }
        }
    }

    /// Warns of words that appear in only one cell of a column, that no rule mentions, and that look like a misspelling
    /// of a word in a comparison.
    fn misspelt(&mut self, chart: &Chart) {
        let is_listed =
            self.loaded.tree().get("charts").and_then(|charts| charts.get(&chart.name)?.get("values")).is_some();
        for column in 0..if is_listed { 0 } else { chart.columns.keys.len() } {
            let words: Vec<String> =
                (0..chart.rows.keys.len()).filter_map(|row| chart.cell(row, column)).map(text).collect();
            for (row, word) in words.iter().enumerate() {
                let is_once = words.iter().filter(|other| *other == word).count() == 1;
                let is_word = word.parse::<i64>().is_err() && !NOTHING.contains(&word.as_str());
                if !is_once || !is_word || self.names_in_scripts.says(word) || self.is_thing(word) {
                    continue;
                }
                let Some(near) = self.names_in_scripts.near_compared(word) else { continue };
                let path = [ValueStep::Key("charts"), (&chart.name).into(), "cells".into(), row.into(), column.into()];
                let message = format!("no rule uses `{word}`");
                self.warn("W414", &path, message).help =
                    Some(format!("did you mean `{near}`, which a rule uses in a comparison?"));
            }
        }
    }

    /// Warns of numbers written as strings in a column of numbers: rules cannot calculate with them.
    fn check_quoted_numbers(&mut self, chart: &Chart) {
        for column in 0..chart.columns.keys.len() {
            let cells: Vec<&Cell> = (0..chart.rows.keys.len()).filter_map(|row| chart.cell(row, column)).collect();
            let is_number = |cell: &Cell| matches!(cell, Cell::Number(_));
            let says_number = |cell: &Cell| cell.text().is_some_and(|text| text.parse::<i32>().is_ok());
            let all_numbers = cells.iter().all(|cell| is_number(cell) || says_number(cell));
            if !all_numbers || !cells.iter().any(|cell| is_number(cell)) {
                continue;
            }
            for (row, cell) in cells.iter().enumerate().filter(|(_, cell)| !is_number(cell)) {
                let path = [ValueStep::Key("charts"), (&chart.name).into(), "cells".into(), row.into(), column.into()];
                let message =
                    format!("this is a string, but the other cells of `{}` are numbers", chart.columns.keys[column]);
                self.warn("W416", &path, message).help = Some(format!("write {} without quotes", text(cell)));
            }
        }
    }

    /// Warns of cells that a patch has filled with a value of a different type from the rest of their column.
    fn mixed_cells(&mut self, chart: &Chart) {
        let root = self.loaded.tree();
        let Some(node) = root.get("charts").and_then(|charts| charts.get(&chart.name)) else { return };
        for MixedCell { row, column, cell, expected_kind, example } in mixed_cells(node) {
            // `check_quoted_numbers` reports these cells.
            if cell.text().is_some_and(|text| text.parse::<i32>().is_ok()) {
                continue;
            }
            let path = [ValueStep::Key("charts"), (&chart.name).into(), "cells".into(), row.into(), column.into()];
            let message = format!(
                "this is {}, but `{}` has {expected_kind} in every other row",
                cell.kind(),
                chart.columns.keys[column]
            );
            self.warn("W431", &path, message).help =
                Some(format!("write {expected_kind} such as {example}, or change the rules that read it"));
        }
    }

    /// Warns if a cell or key refers to a turn, unit, side or space that does not exist.
    fn thing(&mut self, path: &[ValueStep], meaning: CellKind, name: &str) {
        let content = &self.loaded.content;
        let turns = content.sequence.turns;
        match meaning {
            CellKind::Turn => {
                if let Some(turn) = name.parse::<i64>().ok().filter(|turn| !(1..=i64::from(turns)).contains(turn)) {
                    let message = format!("turn {turn} never occurs: the game has {turns} turns");
                    self.warn("W407", path, message).help = Some(format!("use a turn from 1 to {turns}"));
                }
            }
            CellKind::Unit if content.unit_names.find(name).is_none() => {
                self.nobody(
                    path,
                    "W406",
                    format!("there is no unit `{name}`"),
                    name,
                    content.unit_names.iter().map(|(_, name)| name),
                );
            }
            CellKind::Side if content.sides.find(name).is_none() => {
                self.nobody(
                    path,
                    "W406",
                    format!("there is no side `{name}`"),
                    name,
                    content.sides.iter().map(|(_, name)| name),
                );
            }
            CellKind::Space if content.map.names.find(name).is_none() => {
                self.nobody(
                    path,
                    "W408",
                    format!("`{name}` is not on the map"),
                    name,
                    content.map.names.iter().map(|(_, name)| name),
                );
            }
            _ => {}
        }
    }

    fn nobody<'n>(
        &mut self,
        path: &[ValueStep],
        code: &'static str,
        message: String,
        name: &str,
        names: impl Iterator<Item = &'n str>,
    ) {
        let help = nearest(name, names).map(|right| format!("did you mean `{right}`?"));
        self.warn(code, path, message).help = help;
    }
}

fn text(cell: &Cell) -> String {
    match cell {
        Cell::Number(number) => number.to_string(),
        Cell::Text(text) => text.clone(),
    }
}
