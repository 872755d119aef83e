//! Combat results tables and all other charts except the turn track.

use crate::battle_content::BattleContent;
use crate::data_changes::{ValueChange, at, original};
use crate::notes::Notes;
use crate::{Section, file_name, phrases};
use grognard_engine::chart::{Cell, Chart};
use grognard_packs::node::{Node, ValueStep};
use maud::{Markup, html};

/// Returns a section for each chart, with odds charts first.
pub fn sections(book: &BattleContent) -> Vec<Section> {
    let mut charts: Vec<&Chart> = book.content().shown_charts().filter(|chart| !is_of_turns(chart)).collect();
    charts.sort_by_key(|chart| chart.columns.ratios.is_empty() && chart.rows.ratios.is_empty());
    charts.into_iter().map(|chart| section(book, chart)).collect()
}

/// Returns whether a chart is shown on the turn track.
pub fn is_of_turns(chart: &Chart) -> bool {
    chart.rows.name == "turn"
}

/// Returns the printed value of a cell.
pub fn show(cell: &Cell) -> String {
    match cell {
        Cell::Number(number) => number.to_string(),
        Cell::Text(text) if text.is_empty() => phrases::NOTHING.to_owned(),
        Cell::Text(text) => text.clone(),
    }
}

/// A chart, and the changes to its cells, row keys and column keys.
pub struct Grid<'a> {
    book: &'a BattleContent,
    pub chart: &'a Chart,
    /// The name of the chart before patching.
    old_name: String,
}

impl<'a> Grid<'a> {
    pub fn new(book: &'a BattleContent, chart: &'a Chart) -> Grid<'a> {
        let now = at(book.changes().now, &["charts".into(), (&chart.name).into()]);
        Grid { book, chart, old_name: now.and_then(old_name).unwrap_or_else(|| chart.name.clone()) }
    }

    fn path<'b>(&'b self, rest: &[ValueStep<'b>]) -> Vec<ValueStep<'b>> {
        [ValueStep::Key("charts"), ValueStep::Key(&self.chart.name)].into_iter().chain(rest.iter().copied()).collect()
    }

    /// Returns a path into the unpatched tree, where the chart may have a different name.
    fn old_path<'b>(&'b self, rest: &[ValueStep<'b>]) -> Vec<ValueStep<'b>> {
        [ValueStep::Key("charts"), ValueStep::Key(&self.old_name)].into_iter().chain(rest.iter().copied()).collect()
    }

    /// Returns the position that a key had on its axis before patching.
    fn before(&self, axis: &str, key: usize) -> Option<usize> {
        let changes = self.book.changes();
        let path = self.path(&[axis.into(), "keys".into()]);
        let name = original(at(changes.now, &path)?.list()?.get(key)?);
        let old = self.old_path(&[axis.into(), "keys".into()]);
        at(changes.before, &old)?.list()?.iter().position(|old: &Node| crate::data_changes::show(old) == name)
    }

    pub fn key(&self, axis: &str, key: usize) -> Vec<ValueChange> {
        let changes = self.book.changes();
        let old = self
            .before(axis, key)
            .and_then(|old| at(changes.before, &self.old_path(&[axis.into(), "keys".into(), old.into()])));
        changes.of(&self.path(&[axis.into(), "keys".into(), key.into()]), old)
    }

    pub fn cell(&self, row: usize, column: usize) -> Vec<ValueChange> {
        let changes = self.book.changes();
        let places = self.before("rows", row).zip(self.before("columns", column));
        let old = places
            .and_then(|(row, column)| at(changes.before, &self.old_path(&["cells".into(), row.into(), column.into()])));
        changes.of(&self.path(&["cells".into(), row.into(), column.into()]), old)
    }

    pub fn field(&self, key: &str) -> Vec<ValueChange> {
        let changes = self.book.changes();
        changes.of(&self.path(&[key.into()]), at(changes.before, &self.old_path(&[key.into()])))
    }

    /// Returns the results that have a meaning, in the order in which the chart lists them: each with its meaning and
    /// the changes to that meaning.
    pub fn meanings(&self) -> Vec<(String, String, Vec<ValueChange>)> {
        let changes = self.book.changes();
        let list = |key: &str| at(changes.now, &self.path(&[key.into()]));
        let Some(meaning) = list("meaning").and_then(Node::table) else { return Vec::new() };
        let order: Vec<String> =
            list("values").and_then(Node::list).unwrap_or_default().iter().map(crate::data_changes::show).collect();
        let mut all: Vec<(&String, &Node)> = meaning.iter().map(|(result, entry)| (result, &entry.node)).collect();
        all.sort_by_key(|(result, _)| order.iter().position(|known| known == *result).unwrap_or(usize::MAX));
        let old = |key: &str, result: &str| at(changes.before, &self.old_path(&[key.into(), result.into()]));
        let describe = |(result, text): (&String, &Node)| {
            (
                result.clone(),
                crate::data_changes::show(text),
                changes.of(&self.path(&["meaning".into(), result.into()]), old("meaning", result)),
            )
        };
        all.into_iter().map(describe).collect()
    }
}

/// Returns the name that a renamed value had before its first rename.
fn old_name(node: &Node) -> Option<String> {
    let first = node.history.iter().find(|change| change.op == "rename")?;
    grognard_packs::path::parse(&first.at).ok()?.pop().map(|segment| segment.text)
}

fn section(book: &BattleContent, chart: &Chart) -> Section {
    let name = format!("chart-{}", file_name(&chart.name));
    let mut notes = Notes::new(book, &name);
    let grid = Grid::new(book, chart);
    let body = html! {
        (table(&grid, &mut notes))
        @if !chart.columns.ratios.is_empty() { p.hint { (phrases::odds_reading(book, &chart.columns.keys)) } }
        (key(&grid, &mut notes))
        (notes.list())
    };
    Section { name, title: book.name(&chart.title), body }
}

fn table(grid: &Grid, notes: &mut Notes) -> Markup {
    let chart = grid.chart;
    let long = chart.columns.keys.len() == 1 && chart.rows.keys.len() > 8;
    html! {
        div.scroll { table.chart.long[long] data-chart=(chart.name) {
            caption { (grid.book.name(&chart.title)) (phrases::paragraph(chart.rule.as_deref())) (notes.mark(&grid.field("title"))) }
            thead {
                tr {
                    th.corner scope="col" { (grid.book.name(&chart.rows.name)) " " (phrases::CORNER) " " (grid.book.name(&chart.columns.name)) }
                    @for (at, key) in chart.columns.keys.iter().enumerate() {
                        @let origins = grid.key("columns", at);
                        th scope="col" class=[(!origins.is_empty()).then_some("changed")] { (grid.book.name(key)) (notes.mark(&origins)) }
                    }
                }
            }
            tbody {
                @for (row, key) in chart.rows.keys.iter().enumerate() {
                    @let origins = grid.key("rows", row);
                    tr {
                        th scope="row" class=[(!origins.is_empty()).then_some("changed")] { (grid.book.name(key)) (notes.mark(&origins)) }
                        @for column in 0..chart.columns.keys.len() { (cell(grid, row, column, notes)) }
                    }
                }
            }
        } }
    }
}

fn cell(grid: &Grid, row: usize, column: usize, notes: &mut Notes) -> Markup {
    let chart = grid.chart;
    let origins = grid.cell(row, column);
    let text = chart.cell(row, column).map(show).unwrap_or_default();
    html! {
        td.changed[!origins.is_empty()] data-row=(chart.rows.keys[row]) data-column=(chart.columns.keys[column]) {
            span.value { (grid.book.name(&text)) } (notes.mark(&origins))
        }
    }
}

/// Returns the key to a chart: its results, with their meanings.
pub fn key(grid: &Grid, notes: &mut Notes) -> Markup {
    let meanings = grid.meanings();
    html! {
        @if !meanings.is_empty() {
            dl.key {
                @for (result, text, origins) in &meanings {
                    div class=[(!origins.is_empty()).then_some("changed")] {
                        dt { (grid.book.name(result)) } dd { (grid.book.name(text)) (notes.mark(origins)) }
                    }
                }
            }
        }
    }
}
