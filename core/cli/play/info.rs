//! What is known of a space or a unit.

use super::ask::values;
use super::thing::Things;
use grognard_engine::decision::Choice;
use grognard_engine::ids::{Id, SpaceId, UnitId};
use grognard_engine::table::Table;

/// What the viewer of `things` may know of what a phrase names.
pub fn describe(table: &Table, things: &Things, phrase: &str) -> String {
    match (things.unit(phrase), things.space(phrase)) {
        (_, Some(space)) if table.content.map.space(space).name == phrase => describe_space(table, things, space),
        (Some(id), _) => describe_unit(table, id),
        (None, Some(space)) => describe_space(table, things, space),
        (None, None) => things.unknown(phrase),
    }
}

fn describe_space(table: &Table, things: &Things, space: SpaceId) -> String {
    let map = &table.content.map;
    let terrain = if map.terrains.is_empty() { "" } else { map.terrains.name(map.terrain(space)) };
    let tags = map.tags().iter().filter(|(_, spaces)| spaces.has(space)).map(|(tag, _)| tag.as_str());
    let edges = map.edges().iter().filter(|(_, spaces)| spaces.has(space)).map(|(edge, _)| format!("{edge} edge"));
    let owner = table.state.owner(space).map(|side| format!("owned by {}", table.side_name(side)));
    let facts: Vec<String> =
        [terrain].into_iter().chain(tags).filter(|word| !word.is_empty()).map(str::to_owned).chain(edges).chain(owner).collect();
    let mut text = format!("{}: {}\n", map.label(space), facts.join(", "));
    for (bit, feature) in map.features().iter().enumerate() {
        let across = map.links(space).iter().filter(|link| link.features >> bit & 1 == 1);
        let names: Vec<&str> = across.map(|link| map.names.name(link.to)).collect();
        if !names.is_empty() {
            text += &format!("  {feature} to {}\n", names.join(", "));
        }
    }
    let units = things.units_at(space);
    units.iter().for_each(|id| text += &format!("  {}\n", describe_unit(table, *id)));
    let hidden = table.state.units_at(space).count() - units.len();
    if hidden > 0 {
        text += &format!("  {hidden} unknown\n");
    }
    text
}

fn describe_unit(table: &Table, id: UnitId) -> String {
    let content = &table.content;
    let (unit, state) = (&content.units[id.index()], table.state.unit(id));
    let place = match state.place {
        Some(space) => Choice::Space(space).describe(content),
        None => "off the map".to_owned(),
    };
    let named = content.properties.iter().enumerate().filter_map(|(at, name)| Some(format!("{name} {}", unit.value(at, state.steps)?)));
    let marks = content.marks.iter().enumerate().filter(|(bit, _)| state.marks >> bit & 1 == 1).map(|(_, mark)| mark.clone());
    let formation = unit.formation.iter().map(|formation| format!("formation {formation}"));
    let steps = format!("{} of {} steps", state.steps, unit.steps);
    let facts: Vec<String> = [place, steps].into_iter().chain(named).chain(formation).chain(marks).collect();
    let kind = content.unit_types.name(unit.kind);
    format!("{} {} {} ({kind}): {}", table.side_name(unit.side), unit.name, values(table, id), facts.join(", "))
}
