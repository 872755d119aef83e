//! Finds sides, units and spaces by the names used in cases.

use super::page::{LineResult, NAME, wrong};
use grognard_engine::content::Content;
use grognard_engine::ids::{Id, NameTable, SideId, SpaceId, UnitId};
use grognard_engine::state::State;
use grognard_packs::Diagnostic;

fn unknown<'a, T>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> LineResult<T> {
    Err(Box::new(Diagnostic::general(NAME, format!("there is no {what} `{name}`")).suggest(name, known)))
}

fn find_id<I: Id>(names: &NameTable<I>, what: &str, name: &str) -> LineResult<I> {
    match names.find(name) {
        Some(id) => Ok(id),
        None => unknown(what, name, names.iter().map(|(_, known)| known)),
    }
}

/// Finds a side by name.
pub(super) fn side(content: &Content, name: &str) -> LineResult<SideId> {
    find_id(&content.sides, "side", name)
}

/// Finds a unit by name.
pub(super) fn unit(content: &Content, name: &str) -> LineResult<UnitId> {
    find_id(&content.unit_names, "unit", name.trim_matches('"'))
}

/// Finds a space: `1103`, `Moscow`, `1103 Moscow`.
pub(super) fn space(content: &Content, name: &str) -> LineResult<SpaceId> {
    let map = &content.map;
    let titled = |space: &SpaceId| map.space(*space).title.as_deref() == Some(name) || map.label(*space) == name;
    match map.names.find(name).or_else(|| map.all().find(titled)) {
        Some(space) => Ok(space),
        None => unknown("space", name, map.names.iter().map(|(_, known)| known)),
    }
}

/// Finds all spaces in a list of names.
pub(super) fn spaces(content: &Content, names: &[String]) -> LineResult<Vec<SpaceId>> {
    names.iter().map(|name| space(content, name)).collect()
}

/// Finds a unit by its name, or by its space if it is the only unit there.
pub(super) fn unit_or_place(content: &Content, state: &State, name: &str) -> LineResult<UnitId> {
    if let Some(unit) = content.unit_names.find(name.trim_matches('"')) {
        return Ok(unit);
    }
    let Ok(space) = space(content, name) else { return unit(content, name) };
    let here: Vec<UnitId> = state.units_at(space).collect();
    match here[..] {
        [one] => Ok(one),
        [] => wrong(NAME, format!("there is no unit at {name}")),
        _ => wrong(NAME, format!("there are several units at {name}: {}", unit_names(content, &here))),
    }
}

/// Returns the names of units as a list.
pub(super) fn unit_names(content: &Content, units: &[UnitId]) -> String {
    units.iter().map(|unit| content.units[unit.index()].name.as_str()).collect::<Vec<_>>().join(", ")
}
