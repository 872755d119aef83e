//! Sets up a position on the table.

use super::given::Given;
use super::names;
use super::page::{LineResult, NAME, POSITION, Page, wrong};
use grognard_engine::content::Content;
use grognard_engine::ids::{Id, UnitId};
use grognard_engine::sequence::{Cursor, Phase};
use grognard_engine::table::Table;
use grognard_packs::Diagnostic;

/// Sets up the givens, before the first phase runs.
pub(super) fn apply_position(page: &Page, given: &Given, table: &mut Table) -> Vec<Diagnostic> {
    let content = table.content.clone();
    let mut problems = Vec::new();
    if given.lists_units {
        (0..content.units.len()).map(UnitId::from_index).for_each(|unit| take_off(table, &content, unit));
    }
    for (line, fact) in &given.facts {
        problems.extend(fact.set(table).err().map(|problem| page.place(*line, *problem)));
    }
    match cursor(given, &content) {
        Ok(Some(cursor)) => table.state.set_cursor(cursor),
        Ok(None) => {}
        Err(problem) => problems.push(page.place(given.when, *problem)),
    }
    table.loaded_dice.extend(given.dice.iter().map(|(_, die)| *die));
    load_draws(page, &given.draws, table, &mut problems);
    problems
}

/// Determines in advance which units will be drawn.
pub(super) fn load_draws(page: &Page, draws: &[(usize, String)], table: &mut Table, problems: &mut Vec<Diagnostic>) {
    for (line, name) in draws {
        match names::unit(&table.content, name) {
            Ok(unit) => table.loaded_draws.push_back(unit),
            Err(problem) => problems.push(page.place(*line, *problem)),
        }
    }
}

/// Removes a unit that the case does not list from the map, and restores it to full strength.
fn take_off(table: &mut Table, content: &Content, unit: UnitId) {
    table.state.place(content, unit, None);
    table.state.set_steps(unit, content.units[unit.index()].steps);
}

/// Returns the start of the given phase or turn.
fn cursor(given: &Given, content: &Content) -> LineResult<Option<Cursor>> {
    let sequence = &content.sequence;
    if let Some(turn) = given.turn.filter(|turn| !(1..=sequence.turns).contains(turn)) {
        return wrong(POSITION, format!("there is no turn {turn}: the game has {}", sequence.turns));
    }
    let Some(name) = &given.phase else {
        return Ok(given.turn.map(|turn| Cursor { turn, ..Cursor::default() }));
    };
    let all = phases(content);
    let named: Vec<&(Cursor, &Phase)> = all.iter().filter(|(_, phase)| phase.name == *name).collect();
    let [(at, phase)] = named[..] else {
        return Err(Box::new(no_phase(name, named.len(), all.iter().map(|(_, phase)| phase.name.as_str()))));
    };
    if at.turn == 0 {
        return Ok(Some(*at));
    }
    let turn = given.turn.or_else(|| (1..=sequence.turns).find(|turn| phase.in_turn(*turn)));
    match turn.filter(|turn| phase.in_turn(*turn)) {
        Some(turn) => Ok(Some(Cursor { turn, ..*at })),
        None => wrong(POSITION, format!("`{name}` does not take place in turn {}", given.turn.unwrap_or_default())),
    }
}

/// Creates an error for a phase name that matches `count` phases instead of one.
pub(super) fn no_phase<'a>(name: &str, count: usize, phases: impl Iterator<Item = &'a str>) -> Diagnostic {
    let phases: Vec<&str> = phases.collect();
    let message =
        if count == 0 { format!("there is no phase `{name}`") } else { format!("{count} phases are called `{name}`") };
    let error = Diagnostic::general(NAME, message).suggest(name, phases.iter().copied());
    if error.help.is_none() { error.help(format!("the phases are {}", phases.join(", "))) } else { error }
}

/// Returns all phases with their cursors in the first turn, preceded by the phases of the set-up.
fn phases(content: &Content) -> Vec<(Cursor, &Phase)> {
    let sequence = &content.sequence;
    let setup =
        sequence.setup.iter().enumerate().map(|(at, phase)| (Cursor { phase: at as u16, ..Cursor::default() }, phase));
    let turn = sequence.turn.iter().enumerate().flat_map(|(player_turn, turn)| {
        let at = move |phase: usize| Cursor { turn: 1, player_turn: player_turn as u16, round: 0, phase: phase as u16 };
        turn.phases.iter().enumerate().map(move |(phase_at, phase)| (at(phase_at), phase))
    });
    setup.chain(turn).collect()
}
