//! The fields and methods of units.

use super::variables::{self, VariableKind};
use super::{Field, Method, field, method};
use crate::call::Call;
use crate::handle::HandleTag;
use crate::outcome::{Outcome, Result, fail};
use crate::suggestions::no_such;
use grognard_engine::ids::{Id, UnitId};
use grognard_engine::state::VariableOwner;
use grognard_engine::unit::{Unit, UnitState};

pub(super) const FIELDS: &[Field] = &[
    field!(Unit.name: "string", |call| call.push_text(&printed(call).name), "The unit's name."),
    field!(Unit.side: "Side", |call| call.push_side(Some(printed(call).side)), "The side that owns the unit."),
    field!(Unit.type: "string", |call| call.push_text(call.desk.table.content.unit_types.name(printed(call).kind)),
        "The name of the unit's type: `tank-corps`."),
    field!(Unit.formation: "string?", formation, "The unit's formation; nil if it belongs to none."),
    field!(Unit.space: "Space?", |call| call.push_space(state(call).place), "The unit's space; nil if it is off the \
        map."),
    field!(Unit.steps: "number", |call| call.push_number(state(call).steps), "Steps left, on or off the map: full \
        strength unless rules have set another number, and 0 if the unit is eliminated. A unit that has not arrived \
        yet, or a card in a hand, has its printed number of steps."),
    field!(Unit.full_steps: "number", |call| call.push_number(printed(call).steps), "Steps at full strength."),
];

pub(super) const METHODS: &[Method] = &[
    method!(Unit.has "(tag: string): boolean", has, "Whether the unit or its type has a tag. Asking for a tag that no \
        unit has is not an error."),
    method!(Unit.printed "(property: string, steps: number?): number", printed_value, "The printed value of a property \
        at a number of steps, full strength if omitted; 0 if none is printed."),
    method!(Unit.has_mark "(mark: string): boolean", has_mark, "Whether the unit has a mark."),
    method!(Unit.mark "(mark: string)", |call| set_mark(call, true), "Sets a mark on the unit."),
    method!(Unit.unmark "(mark: string)", |call| set_mark(call, false), "Removes a mark from the unit."),
    method!(Unit.move_to "(space: Space)", move_to, "Moves the unit to a space from wherever it was; its steps stay \
        the same."),
    method!(Unit.remove "()", remove, "Removes the unit from the map; its steps stay the same. To eliminate a unit, \
        set its steps to 0 as well."),
    method!(Unit.set_steps "(steps: number)", set_steps, "Sets the unit's steps, from 0 to full strength. A unit with \
        0 steps stays in place until it is removed."),
    method!(Unit.get "(name: string): any", get, "What is stored with the unit under a name: a number, a word, or a list \
        of them. The system declares such names under `unit_numbers`, for numbers that are initially 0, or under \
        `unit_variables`."),
    method!(Unit.set "(name: string, value: any)", set, "Stores a value with the unit under a name: a whole number, a \
        word that the system declares for it, or a list of them; an error if the list is too long."),
    method!(Unit.hide_from "(side: Side | {Side})", |call| hide(call, true), "Hides the unit's identity from a side or \
        from several sides; its own side always knows it."),
    method!(Unit.show_to "(side: Side | {Side})", |call| hide(call, false), "Reveals the unit's identity to a side or to \
        several sides. A decision taken before this call cannot be undone."),
];

fn id(call: &Call) -> UnitId {
    UnitId(call.this as u16)
}

fn printed<'a>(call: &'a Call) -> &'a Unit {
    &call.desk.table.content.units[id(call).index()]
}

fn state<'a>(call: &'a Call) -> &'a UnitState {
    call.desk.table.state.unit(id(call))
}

/// Returns the value of a property at the current strength; 0 for a unit without steps.
pub(crate) fn property(call: &mut Call) -> Result<Outcome> {
    let name = call.text(1)?;
    match call.desk.table.content.properties.iter().position(|known| known == name) {
        Some(property) => call.push_number(call.desk.table.value(id(call), property)),
        None => super::unknown_field(call, HandleTag::Unit, name),
    }
}

fn formation(call: &mut Call) -> Result<Outcome> {
    match &printed(call).formation {
        Some(formation) => call.push_text(formation),
        None => call.push_nil(),
    }
}

fn has(call: &mut Call) -> Result<Outcome> {
    let tag = call.text(1)?;
    let has = printed(call).tags.iter().any(|known| known == tag);
    call.push_bool(has)
}

/// Returns the property named by an argument.
pub(super) fn named_property(call: &Call, at: i32) -> Result<usize> {
    let (name, known) = (call.text(at)?, &call.desk.table.content.properties);
    match known.iter().position(|known| known == name) {
        Some(property) => Ok(property),
        None => no_such("the system declares no property", name, known.iter().map(String::as_str)),
    }
}

fn printed_value(call: &mut Call) -> Result<Outcome> {
    let property = named_property(call, 1)?;
    let steps = if call.is_nil(2) { i32::from(printed(call).steps) } else { call.integer(2)? };
    let value = u8::try_from(steps).ok().and_then(|steps| printed(call).value(property, steps));
    call.push_number(value.unwrap_or(0))
}

/// Returns the mark named by an argument.
pub(super) fn mark(call: &Call, at: i32) -> Result<usize> {
    let name = call.text(at)?;
    match call.desk.table.content.marks.iter().position(|known| known == name) {
        Some(mark) => Ok(mark),
        None => no_such("the system declares no mark", name, call.desk.table.content.marks.iter().map(String::as_str)),
    }
}

fn has_mark(call: &mut Call) -> Result<Outcome> {
    let mark = mark(call, 1)?;
    call.push_bool(state(call).marks >> mark & 1 == 1)
}

fn set_mark(call: &mut Call, on: bool) -> Result<Outcome> {
    call.may_change()?;
    let (unit, mark) = (id(call), mark(call, 1)?);
    call.desk.table.state.set_mark(unit, mark, on);
    call.nothing()
}

fn move_to(call: &mut Call) -> Result<Outcome> {
    call.may_change()?;
    let (unit, space) = (id(call), call.space(1)?);
    call.desk.arena.route.step(call.desk.table, unit, space);
    let table = &mut *call.desk.table;
    table.state.place(&table.content, unit, Some(space));
    call.nothing()
}

fn remove(call: &mut Call) -> Result<Outcome> {
    call.may_change()?;
    let unit = id(call);
    let table = &mut *call.desk.table;
    table.note_loss(unit, None);
    table.state.place(&table.content, unit, None);
    call.nothing()
}

fn set_steps(call: &mut Call) -> Result<Outcome> {
    call.may_change()?;
    let (unit, steps, full) = (id(call), call.integer(1)?, printed(call).steps);
    match u8::try_from(steps) {
        Ok(steps) if steps <= full => {
            call.desk.table.note_loss(unit, Some(steps));
            call.desk.table.state.set_steps(unit, steps);
        }
        _ => return fail(format!("{} can have 0 to {full} steps, not {steps}", printed(call).name)),
    }
    call.nothing()
}

fn get(call: &mut Call) -> Result<Outcome> {
    let unit = VariableOwner::Unit(id(call));
    variables::get(call, VariableKind::Unit, unit)
}

fn set(call: &mut Call) -> Result<Outcome> {
    let unit = VariableOwner::Unit(id(call));
    variables::set(call, VariableKind::Unit, unit)
}

fn hide(call: &mut Call, hidden: bool) -> Result<Outcome> {
    call.may_change()?;
    let (unit, sides) = (id(call), call.sides(1)?);
    let table = &mut *call.desk.table;
    sides.iter().for_each(|side| if hidden { table.hide(unit, side) } else { table.reveal(unit, side) });
    call.nothing()
}
