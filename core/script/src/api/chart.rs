//! Charts and their odds columns.

use super::{Field, Method, field, method};
use crate::arena::Kind;
use crate::borrowed::Access;
use crate::call::Call;
use crate::handle::HandleTag;
use crate::outcome::{Outcome, Result, Value, fail};
use crate::suggestions::no_such;
use grognard_engine::chart::{Axis, Cell, Chart, Column, MAX_CIRCUMSTANCES, MAX_SHIFT, Modifier};
use grognard_engine::ids::{ChartId, Id};
use std::sync::Arc;

pub(super) const FIELDS: &[Field] = &[
    field!(Chart.name: "string", |call| { let chart = chart(call)?; call.push_text(&chart.get().name) },
        "The chart's name."),
    field!(Column.name: "string?", column_name, "The column's key after all shifts: `3:1`; nil below the first column."),
];

pub(super) const METHODS: &[Method] = &[
    method!(Chart.cell "(row: string | number, column: string | number): any", cell, "The cell at a row and a column, \
        named by their keys; an error if there is no such key. A numeric key may be passed as a number."),
    method!(Chart.has "(row: string | number): boolean", has, "Whether the chart has a row with this key."),
    method!(Chart.this_turn "(column: string | number): any", this_turn, "For charts with turns as rows: the cell of a \
        column in the row for the current turn; nil during set-up (turn 0)."),
    method!(Chart.keys "(): {string}", keys, "The row keys as strings, in order."),
    method!(Chart.column "(attack: number, defence: number): Column", odds_column, "The column for the odds of two \
        strengths, rounded in the defender's favour and capped at the last column. If the odds are below the first \
        column, the column has no name, but a shift can move it onto the chart. Strengths may include halves and \
        thirds; the defence must exceed 0. It is an error if any column of the chart is not odds."),
    method!(Column.shift "(by: number, rule: string, reason: string)", shift, "Shifts the column, to the left if `by` \
        is negative, and records the reason, which players see when they ask for the odds."),
    method!(Column.modify "(attackers: Units, space: Space, circumstances: {string}?)", modify, "Applies the shifts \
        listed in the chart whose conditions hold for an attack on a space. `circumstances`: those that hold, out of \
        the `circumstances` of the chart; an error if the chart has no such word."),
    method!(Column.modifiers "(): {{ by: number, rule: string, reason: string }}", modifiers, "The shifts so far, in order."),
    method!(Column.result "(row: string | number): any", result, "The cell of this column in a row; nil below the \
        first column."),
];

/// A chart, kept alive independently of the call.
struct Held(Arc<grognard_engine::content::Content>, ChartId);

impl Held {
    fn get(&self) -> &Chart {
        &self.0.charts[self.1.index()]
    }
}

fn held(call: &Call, id: ChartId) -> Result<Held> {
    match call.desk.table.content.charts.len() {
        count if id.index() < count => Ok(Held(call.desk.table.content.clone(), id)),
        _ => fail("this chart no longer exists"),
    }
}

fn chart(call: &Call) -> Result<Held> {
    held(call, ChartId(call.this as u16))
}

fn key(call: &Call, at: i32, axis: &Axis, chart: &Chart) -> Result<usize> {
    let missing = |name: &str| {
        let what = format!("the chart `{}` has no {}", chart.name, axis.name);
        match axis.range().filter(|_| name.parse::<i64>().is_ok()) {
            Some((first, last)) => fail(format!("{what} `{name}`; it has {first} to {last}")),
            None => no_such(&what, name, axis.keys.iter().map(String::as_str)),
        }
    };
    match find(call, at, axis)? {
        Some(found) => Ok(found),
        None if call.is_number(at) => missing(&call.integer(at)?.to_string()),
        None => missing(call.text(at)?),
    }
}

/// Returns the position of the key in an argument; `None` if the axis lacks it.
fn find(call: &Call, at: i32, axis: &Axis) -> Result<Option<usize>> {
    Ok(match call.is_number(at) {
        true => axis.find_number(call.integer(at)?),
        false => axis.find(call.text(at)?),
    })
}

#[inline]
fn push_cell(call: &Call, cell: Option<&Cell>) -> Result<Outcome> {
    match cell {
        Some(Cell::Number(number)) => call.push_number(*number),
        Some(Cell::Text(text)) => call.push_text(text),
        None => call.push_nil(),
    }
}

fn cell(call: &mut Call) -> Result<Outcome> {
    let chart = chart(call)?;
    let row = key(call, 1, &chart.get().rows, chart.get())?;
    let column = key(call, 2, &chart.get().columns, chart.get())?;
    read_cell(call, &chart, row, column)
}

fn has(call: &mut Call) -> Result<Outcome> {
    let found = find(call, 1, &chart(call)?.get().rows)?;
    call.push_bool(found.is_some())
}

fn this_turn(call: &mut Call) -> Result<Outcome> {
    let chart = chart(call)?;
    let (column, turn) = (key(call, 1, &chart.get().columns, chart.get())?, call.desk.table.state.cursor().turn);
    if turn == 0 {
        return call.push_nil();
    }
    match chart.get().rows.find_number(turn.into()) {
        Some(row) => read_cell(call, &chart, row, column),
        None => {
            let rows =
                chart.get().rows.range().map(|(first, last)| format!("; it has {first} to {last}")).unwrap_or_default();
            fail(format!("the chart `{}` has no row for turn {turn}{rows}", chart.get().name))
        }
    }
}

fn read_cell(call: &mut Call, chart: &Held, row: usize, column: usize) -> Result<Outcome> {
    if is_watched(call) && !chart.get().columns.ratios.is_empty() {
        call.desk.table.note_column(chart.1, column, &[]);
    }
    push_cell(call, chart.get().cell(row, column))
}

/// Returns whether the script may change the game and the game has an observer.
fn is_watched(call: &Call) -> bool {
    call.desk.access == Access::Play && call.desk.table.observer.is_some()
}

fn keys(call: &mut Call) -> Result<Outcome> {
    let chart = chart(call)?;
    call.push_list(chart.get().rows.keys.iter().map(|key| Value::text(key)))
}

/// Reads a strength from an argument and returns it in sixtieths, which keep halves, thirds, quarters and fifths exact.
#[inline]
fn sixtieths(call: &Call, at: i32) -> Result<i64> {
    let exact = call.number(at)? * 60.0;
    if (exact - exact.round()).abs() > 1e-6 || !(0.0..1e12).contains(&exact) {
        return fail(format!("argument {at} must be a strength of 0 or more, in whole points, halves or thirds"));
    }
    Ok(exact.round() as i64)
}

fn odds_column(call: &mut Call) -> Result<Outcome> {
    let held = chart(call)?;
    let strengths = (sixtieths(call, 1)?, sixtieths(call, 2)?);
    if held.get().columns.ratios.is_empty() {
        return fail(format!("the columns of the chart `{}` are not odds", held.get().name));
    }
    if strengths.1 == 0 {
        return fail("the defence has strength 0, so there are no odds");
    }
    let start = held.get().odds_column(strengths.0, strengths.1);
    match call.desk.arena.keep_column(Column { chart: held.1, strengths, start, modifiers: Vec::new() }) {
        Some(column) => call.push(HandleTag::Column, call.run_number(column)),
        None => fail("this procedure created too many columns; is there an endless loop?"),
    }
}

fn column<'a>(call: &'a mut Call) -> Result<&'a mut Column> {
    match call.desk.arena.column(call.this) {
        Some(column) => Ok(column),
        None => fail("this column belongs to a procedure that has ended; create it again"),
    }
}

fn shift(call: &mut Call) -> Result<Outcome> {
    let amount = call.integer(1)?;
    if amount.abs() > MAX_SHIFT {
        return fail(format!("a column can be shifted by at most {MAX_SHIFT}, not {amount}"));
    }
    let modifier = Modifier { amount, rule: call.kept_text(2)?.into(), reason: call.kept_text(3)?.into() };
    call.spend(100)?;
    column(call)?.modifiers.push(modifier);
    call.nothing()
}

fn modify(call: &mut Call) -> Result<Outcome> {
    let (attackers, space) = (call.set(1, Kind::Units)?, call.space(2)?);
    let id = column(call)?.chart;
    let held = held(call, id)?;
    let known = &held.get().circumstances;
    let bit = |call: &mut Call, at: i32| {
        let word = call.text(at)?;
        match known.iter().position(|known| known == word) {
            Some(bit) => Ok(1 << bit),
            None => {
                let what = format!("the chart `{}` has no circumstance", held.get().name);
                no_such(&what, word, known.iter().map(String::as_str))
            }
        }
    };
    let given = if call.is_nil(3) { Vec::new() } else { call.items(3, MAX_CIRCUMSTANCES, bit)? };
    call.spend(100 + 10 * held.get().shifts.len() as u64)?;
    let circumstances = given.into_iter().fold(0, |all, bit: u32| all | bit);
    let mut found = Vec::new();
    let attackers = call.desk.arena.words(attackers);
    call.desk.table.shifts(held.get(), attackers, space, circumstances, |modifier| found.push(modifier.clone()));
    column(call)?.modifiers.extend(found);
    call.nothing()
}

fn modifiers(call: &mut Call) -> Result<Outcome> {
    let modifiers = column(call)?.modifiers.clone();
    call.push_list(modifiers.iter().map(|modifier| {
        Value::Record(vec![
            ("by", Value::Number(modifier.amount.into())),
            ("rule", Value::text(&modifier.rule)),
            ("reason", Value::text(&modifier.reason)),
        ])
    }))
}

fn column_name(call: &mut Call) -> Result<Outcome> {
    let id = column(call)?.chart;
    let held = held(call, id)?;
    match column(call)?.index(held.get()) {
        Some(index) => call.push_text(&held.get().columns.keys[index]),
        None => call.push_nil(),
    }
}

fn result(call: &mut Call) -> Result<Outcome> {
    let id = column(call)?.chart;
    let held = held(call, id)?;
    let row = key(call, 1, &held.get().rows, held.get())?;
    if is_watched(call) {
        let read = column(call)?.clone();
        if let Some(index) = read.index(held.get()) {
            call.desk.table.note_column(id, index, &read.modifiers);
        }
    }
    let cell = column(call)?.index(held.get()).and_then(|index| held.get().cell(row, index));
    push_cell(call, cell)
}
