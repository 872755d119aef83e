//! The turn track: each turn's calendar entries, arrivals and skipped phases.

use crate::battle_content::BattleContent;
use crate::chart::{Grid, is_of_turns, key, show};
use crate::notes::Notes;
use crate::{Section, phrases, units};
use grognard_engine::chart::Chart;
use grognard_engine::ids::{Id, UnitId};
use maud::{Markup, html};

/// Creates the section with the turn track.
pub fn section(book: &BattleContent) -> Section {
    let name = "turns".to_owned();
    let mut notes = Notes::new(book, &name);
    let grids: Vec<Grid> =
        book.content().shown_charts().filter(|chart| is_of_turns(chart)).map(|chart| Grid::new(book, chart)).collect();
    let title = grids.first().map_or_else(|| book.say(phrases::TRACK), |grid| book.name(&grid.chart.title));
    let body = html! {
        (table(book, &grids, &title, &mut notes))
        @for grid in &grids { (key(grid, &mut notes)) }
        (notes.list())
    };
    Section { name, title, body }
}

fn table(book: &BattleContent, grids: &[Grid], title: &str, notes: &mut Notes) -> Markup {
    let turns = book.content().sequence.turns;
    let skips = (1..=turns).any(|turn| !skipped_phases(book, turn).is_empty());
    let rule = grids.first().and_then(|grid| grid.chart.rule.as_deref());
    html! {
        div.scroll { table.track {
            caption { (title) (phrases::paragraph(rule)) }
            thead { tr {
                th scope="col" { (book.say(phrases::TURN)) }
                @for grid in grids {
                    @for (at, column) in grid.chart.columns.keys.iter().enumerate() {
                        @let origins = grid.key("columns", at);
                        th scope="col" class=[(!origins.is_empty()).then_some("changed")] { (book.name(column)) (notes.mark(&origins)) }
                    }
                }
                @if skips { th scope="col" { (book.say(phrases::LEFT_OUT)) } }
            } }
            tbody {
                @for turn in 1..=turns {
                    tr {
                        th scope="row" { (turn) }
                        @for grid in grids { (cells(book, grid, turn, notes)) }
                        @if skips { td { (skipped_phases(book, turn).join(", ")) } }
                    }
                }
            }
        } }
    }
}

fn cells(book: &BattleContent, grid: &Grid, turn: u16, notes: &mut Notes) -> Markup {
    let chart = grid.chart;
    let Some(row) = chart.rows.find_number(i32::from(turn)) else {
        return html! { @for _ in &chart.columns.keys { td { (phrases::NOTHING) } } };
    };
    html! {
        @for column in 0..chart.columns.keys.len() { (notes.cell(value(book, chart, row, column), &grid.cell(row, column))) }
    }
}

/// Returns a cell, with the units it names drawn as counters at full strength.
fn value(book: &BattleContent, chart: &Chart, row: usize, column: usize) -> Markup {
    let text = chart.cell(row, column).map(show).unwrap_or_default();
    let found = arrivals(book, &text);
    html! {
        @if found.is_empty() { (book.name(&text)) } @else {
            @for unit in found { span.arrival { (units::counter(book, unit, book.content().units[unit.index()].steps)) span { (book.name(&book.content().units[unit.index()].name)) } } }
        }
    }
}

/// Returns the units in a string that consists only of unit names: `1st Shock`, `49, 50`.
fn arrivals(book: &BattleContent, text: &str) -> Vec<UnitId> {
    let names = &book.content().unit_names;
    if let Some(unit) = names.find(text).filter(|_| text.parse::<i32>().is_err()) {
        return vec![unit];
    }
    let parts: Option<Vec<UnitId>> = text.split(',').map(|part| names.find(part.trim())).collect();
    parts.filter(|units| units.len() > 1).unwrap_or_default()
}

/// Returns the phases that do not take place in a turn.
fn skipped_phases(book: &BattleContent, turn: u16) -> Vec<String> {
    let phases = book.content().sequence.turn.iter().flat_map(|player_turn| &player_turn.phases);
    phases.filter(|phase| !phase.in_turn(turn)).map(|phase| book.name(&phase.name)).collect()
}
