//! The methods that return a set of the members with some quality.

use super::sets::{duplicate, filter};
use super::variables::{self, VariableKind};
use super::{Method, method};
use crate::call::Call;
use crate::handle::HandleTag;
use crate::outcome::{Outcome, Result};
use crate::suggestions::no_such;
use grognard_engine::ids::{Id, UnitId};
use grognard_engine::set::bits;
use grognard_engine::state::VariableOwner;
use grognard_engine::table::Table;

pub(super) const METHODS: &[Method] = &[
    method!(Units.named "(name: string): Units", named, "The member with a name; the empty set if there is none."),
    method!(Units.of_type "(type: string, ...string): Units", of_type, "The members whose type is one of these; an error \
        if the system declares no such type."),
    method!(Units.of_formation "(formation: string?): Units", of_formation, "The members of a formation; nil for the \
        members that belong to none."),
    method!(Units.with_steps "(steps: number): Units", with_steps, "The members with exactly this many steps."),
    method!(Units.reduced "(): Units", reduced, "The members with fewer steps than at full strength."),
    method!(Units.tagged "(tag: string): Units", |call| tagged(call, bits::intersect), "The members that have a tag \
        themselves or through their type."),
    method!(Units.untagged "(tag: string): Units", |call| tagged(call, bits::subtract), "The members without a tag."),
    method!(Units.marked "(mark: string): Units", |call| marked(call, true), "The members with a mark."),
    method!(Units.unmarked "(mark: string): Units", |call| marked(call, false), "The members without a mark."),
    method!(Units.hidden_from "(side: Side): Units", hidden_from, "The members whose identity is hidden from a side, by \
        `hide_from`."),
    method!(Units.with_number "(name: string, value: number): Units", with_value, "The members with which this number \
        is stored under a name."),
    method!(Units.with_word "(name: string, word: string): Units", with_value, "The members with which this word is \
        stored under a name."),
    method!(Units.at_least "(property: string, value: number): Units", |call| compared(call, |found, value| found >= value),
        "The members for which a property has at least this value, each at its current steps."),
    method!(Units.at_most "(property: string, value: number): Units", |call| compared(call, |found, value| found <= value),
        "The members for which a property has at most this value, each at its current steps."),
    method!(Units.highest "(property: string): Units", highest, "The members for which a property has the highest \
        value, each at its current steps."),
    method!(Units.alike "(unit: Unit): Units", alike, "The members that are like a unit: same side, type, tags, \
        values, steps and marks, wherever they are."),
    method!(Units.across "(space: Space, feature: string): Units", across_border, "The members that would cross a \
        border with a feature to enter a space."),
    method!(Spaces.of_terrain "(terrain: string): Spaces", of_terrain, "The members with a terrain; an error if the \
        system declares no such terrain."),
    method!(Spaces.at_least "(name: string, value: number): Spaces", |call| printed(call, |found, value| found >= value),
        "The members for which a number on the map is at least this value; see `space:printed`."),
    method!(Spaces.at_most "(name: string, value: number): Spaces", |call| printed(call, |found, value| found <= value),
        "The members for which a number on the map is at most this value; see `space:printed`."),
];

fn named(call: &mut Call) -> Result<Outcome> {
    let found = call.desk.table.content.unit_names.find(call.text(1)?);
    filter(call, |_, unit| Some(unit) == found)
}

fn of_type(call: &mut Call) -> Result<Outcome> {
    let known = &call.desk.table.content.unit_types;
    let mut wanted = vec![false; known.len()];
    for at in 1..=call.count().max(1) {
        let name = call.text(at)?;
        match known.find(name) {
            Some(kind) => wanted[kind.index()] = true,
            None => return no_such("the system declares no unit type", name, known.iter().map(|(_, name)| name)),
        }
    }
    filter(call, |table, unit| wanted[table.content.units[unit.index()].kind.index()])
}

fn of_formation(call: &mut Call) -> Result<Outcome> {
    let formation = if call.is_nil(1) { None } else { Some(call.text(1)?) };
    filter(call, |table, unit| table.content.units[unit.index()].formation.as_deref() == formation)
}

fn with_steps(call: &mut Call) -> Result<Outcome> {
    let steps = call.integer(1)?;
    filter(call, |table, unit| i32::from(table.state.unit(unit).steps) == steps)
}

fn reduced(call: &mut Call) -> Result<Outcome> {
    filter(call, |table, unit| table.state.unit(unit).steps < table.content.units[unit.index()].steps)
}

fn tagged(call: &mut Call, with: fn(&mut [u64], &[u64])) -> Result<Outcome> {
    let tag = call.text(1)?;
    let set = duplicate(call)?;
    with(call.desk.arena.words_mut(set), call.desk.table.content.tagged(tag));
    call.push_set(set)
}

fn marked(call: &mut Call, on: bool) -> Result<Outcome> {
    let mark = super::unit::mark(call, 1)?;
    filter(call, |table, unit| (table.state.unit(unit).marks >> mark & 1 == 1) == on)
}

fn hidden_from(call: &mut Call) -> Result<Outcome> {
    let side = call.side(1)?;
    filter(call, |table, unit| table.state.unit(unit).hidden_from >> side.0 & 1 == 1)
}

fn with_value(call: &mut Call) -> Result<Outcome> {
    let at = variables::named(call, VariableKind::Unit)?;
    let values = variables::values(call, VariableKind::Unit, at)?;
    filter(call, |table, unit| {
        table.state.values(VariableOwner::Unit(unit), &table.content.unit_variables[at]) == values
    })
}

fn compared(call: &mut Call, holds: fn(f64, f64) -> bool) -> Result<Outcome> {
    let (property, value) = (super::unit::named_property(call, 1)?, call.number(2)?);
    filter(call, |table, unit| holds(table.value(unit, property).into(), value))
}

fn highest(call: &mut Call) -> Result<Outcome> {
    let (property, set) = (super::unit::named_property(call, 1)?, call.this_set()?);
    let table = &call.desk.table;
    let values = bits::iter(call.desk.arena.words(set)).map(|unit| table.value(UnitId::from_index(unit), property));
    let highest = values.max();
    filter(call, |table, unit| Some(table.value(unit, property)) == highest)
}

fn alike(call: &mut Call) -> Result<Outcome> {
    let unit = call.unit(1)?;
    filter(call, |table, other| table.are_alike(unit, other))
}

/// Returns the test whether a unit would cross a border with the feature in argument 2 to enter the space in argument 1.
pub(super) fn across(call: &Call) -> Result<impl Fn(&Table, UnitId) -> bool + use<>> {
    let (space, name) = (call.space(1)?, call.text(2)?);
    let Some(feature) = call.desk.table.content.map.feature(name) else {
        return super::space::no_feature(call, name);
    };
    Ok(move |table: &Table, unit: UnitId| table.is_across(unit, space, feature))
}

fn across_border(call: &mut Call) -> Result<Outcome> {
    let across = across(call)?;
    filter(call, across)
}

fn of_terrain(call: &mut Call) -> Result<Outcome> {
    let name = call.text(1)?;
    let map = &call.desk.table.content.map;
    let Some(terrain) = map.terrains.find(name) else {
        return no_such("the system declares no terrain", name, map.terrains.iter().map(|(_, name)| name));
    };
    let set = duplicate(call)?;
    bits::intersect(call.desk.arena.words_mut(set), call.desk.table.content.map.of_terrain(terrain).words());
    call.push_set(set)
}

fn printed(call: &mut Call, holds: fn(f64, f64) -> bool) -> Result<Outcome> {
    let (name, value) = (call.text(1)?, call.number(2)?);
    let Some(values) = call.desk.table.content.map.values(name) else { return super::space::no_value(name) };
    let values = values.to_vec();
    let set = duplicate(call)?;
    bits::keep(call.desk.arena.words_mut(set), |space| holds(values[space].into(), value));
    call.push_set(set)
}
