//! The fields and methods of spaces.

use super::{Field, Method, field, method, variables};
use crate::arena::Kind;
use crate::call::Call;
use crate::handle::HandleTag;
use crate::outcome::{Outcome, Result, fail};
use crate::suggestions::{no_such, shorten};
use grognard_engine::ids::{Id, SpaceId};
use grognard_engine::map::Map;
use grognard_engine::set::bits;
use grognard_engine::state::VariableOwner;

pub(super) const FIELDS: &[Field] = &[
    field!(Space.name: "string", |call| call.push_text(map(call).names.name(id(call))), "The space's printed number or \
        name: `1103`."),
    field!(Space.title: "string?", title, "The name of a feature in the space, such as a town; nil if there is none."),
    field!(Space.terrain: "string", |call| call.push_text(map(call).terrains.name(map(call).terrain(id(call)))),
        "The name of the space's terrain."),
    field!(Space.owner: "Side?", |call| call.push_side(call.desk.table.state.owner(id(call))),
        "The side that owns the space; nil if there is none."),
];

pub(super) const METHODS: &[Method] = &[
    method!(Space.has "(tag: string): boolean", has, "Whether the space has a tag; an error if the system declares no \
        such tag."),
    method!(Space.printed "(name: string): number", printed, "A number that the map attaches to the space; 0 if the \
        map has none, an error if the system declares no such value."),
    method!(Space.get "(name: string): any", get, "What is stored with the space under a name: a number, a word, or a \
        list of them. The system declares such names under `space_variables`."),
    method!(Space.set "(name: string, value: any)", set, "Stores a value with the space under a name: a whole number, a \
        word that the system declares for it, or a list of them; an error if the list is too long."),
    method!(Space.set_owner "(side: Side?)", set_owner, "Gives the space to a side, or to nobody."),
    method!(Space.units "(): Units", units, "The units in the space."),
    method!(Space.touches "(other: Space): boolean", |call| { let other = call.space(1)?; call.push_bool(map(call).link(id(call), other).is_some()) }, "Whether two spaces share a border."),
    method!(Space.border "(other: Space, feature: string): boolean", border, "Whether the border between two spaces \
        has a feature such as a river or a railway; false if they do not touch."),
    method!(Space.distance "(other: Space): number?", distance, "The minimum number of borders between two spaces, \
        whatever the terrain; nil if they are not connected."),
];

fn id(call: &Call) -> SpaceId {
    SpaceId(call.this as u16)
}

fn map<'a>(call: &'a Call) -> &'a Map {
    &call.desk.table.content.map
}

fn title(call: &mut Call) -> Result<Outcome> {
    match &map(call).space(id(call)).title {
        Some(title) => call.push_text(title),
        None => call.push_nil(),
    }
}

/// Returns an error for an unknown tag.
pub(super) fn no_tag<T>(call: &Call, tag: &str) -> Result<T> {
    no_such("the map has no tag", tag, map(call).tags().iter().map(|(tag, _)| tag.as_str()))
}

/// Returns an error for an unknown border feature.
pub(super) fn no_feature<T>(call: &Call, name: &str) -> Result<T> {
    no_such("the map has no border feature", name, map(call).features().iter().map(String::as_str))
}

fn has(call: &mut Call) -> Result<Outcome> {
    let tag = call.text(1)?;
    match map(call).tag(tag) {
        Some(set) => call.push_bool(set.has(id(call))),
        None => no_tag(call, tag),
    }
}

fn printed(call: &mut Call) -> Result<Outcome> {
    let name = call.text(1)?;
    match map(call).value(name, id(call)) {
        Some(value) => call.push_number(value),
        None => no_value(name),
    }
}

/// Returns an error for an unknown number on the map.
pub(super) fn no_value<T>(name: &str) -> Result<T> {
    fail(format!("the map has no value `{}`", shorten(name)))
}

fn get(call: &mut Call) -> Result<Outcome> {
    let space = VariableOwner::Space(id(call));
    variables::get(call, variables::VariableKind::Space, space)
}

fn set(call: &mut Call) -> Result<Outcome> {
    let space = VariableOwner::Space(id(call));
    variables::set(call, variables::VariableKind::Space, space)
}

fn set_owner(call: &mut Call) -> Result<Outcome> {
    call.may_change()?;
    let owner = if call.is_nil(1) { None } else { Some(call.side(1)?) };
    let space = id(call);
    call.desk.table.state.set_owner(space, owner);
    call.nothing()
}

fn units(call: &mut Call) -> Result<Outcome> {
    let space = id(call);
    let set = call.make(Kind::Units)?;
    let words = call.desk.arena.words_mut(set);
    call.desk.table.state.units_at(space).for_each(|unit| bits::insert(words, unit.index()));
    call.push_set(set)
}

fn border(call: &mut Call) -> Result<Outcome> {
    let (other, name) = (call.space(1)?, call.text(2)?);
    let Some(feature) = map(call).feature(name) else {
        return no_feature(call, name);
    };
    let has = map(call).link(id(call), other).is_some_and(|link| link.features & feature != 0);
    call.push_bool(has)
}

fn distance(call: &mut Call) -> Result<Outcome> {
    let other = call.space(1)?;
    match map(call).distance(id(call), other) {
        Some(distance) => call.push_number(distance),
        None => call.push_nil(),
    }
}
