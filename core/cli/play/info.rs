//! Information about a space or a unit.

use super::question::{heading, values};
use grognard_engine::decision::Choice;
use grognard_engine::ids::{Id, SpaceId, UnitId};
use grognard_play::line_parser::NameResolver;

/// Describes what the viewer of `things` may know about the space or unit that `phrase` names.
pub fn describe(things: &NameResolver, phrase: &str) -> String {
    match (things.content().map.names.find(phrase), things.any(phrase)) {
        (Some(space), _) | (None, Some(Choice::Space(space))) => describe_space(things, space),
        (None, Some(Choice::Unit(id))) => describe_unit(things, id),
        _ => things.unknown(phrase),
    }
}

fn describe_space(things: &NameResolver, space: SpaceId) -> String {
    let (table, words) = (things.table(), things.reader.catalogue);
    let map = &table.content.map;
    let has_terrain = !map.terrains.is_empty() && !map.space(space).off_map;
    let terrain = if has_terrain { map.terrains.name(map.terrain(space)) } else { "" };
    let tags = map.tags().iter().filter(|(_, spaces)| spaces.has(space)).map(|(tag, _)| tag.as_str());
    let edge = |edge: &str| words.say("{1} edge", &[words.name(edge)]);
    let edges = map.edges().iter().filter(|(_, spaces)| spaces.has(space)).map(|(name, _)| edge(name));
    let owner =
        table.state.owner(space).map(|side| words.say("owned by {1}", &[words.name(table.content.side_title(side))]));
    let facts: Vec<String> = [terrain]
        .into_iter()
        .chain(tags)
        .filter(|word| !word.is_empty())
        .map(|word| words.name(word).to_owned())
        .chain(map.values_of(space).map(|(name, value)| format!("{} {value}", words.name(name))))
        .chain(edges)
        .chain(owner)
        .collect();
    let name = match map.space(space).title.as_deref().filter(|_| map.space(space).off_map) {
        Some(title) => words.name(title).to_owned(),
        None => things.name(&Choice::Space(space)),
    };
    let mut text = if facts.is_empty() { name } else { words.say("{1}: {2}", &[&name, &facts.join(", ")]) } + "\n";
    for (bit, feature) in map.features().iter().enumerate() {
        let across = map.links(space).iter().filter(|link| link.features >> bit & 1 == 1);
        let names: Vec<&str> = across.map(|link| map.names.name(link.to)).collect();
        if !names.is_empty() {
            text += &format!("  {}\n", words.say("{1} to {2}", &[words.name(feature), &names.join(", ")]));
        }
    }
    let units = things.units_at(space);
    units.iter().for_each(|id| text += &format!("  {}\n", describe_unit(things, *id)));
    let hidden = table.state.units_at(space).count() - units.len();
    if hidden > 0 {
        text += &format!("  {}\n", words.say("{1} unknown {1?unit|units}", &[&hidden.to_string()]));
    }
    text
}

fn describe_unit(things: &NameResolver, id: UnitId) -> String {
    let (table, words) = (things.table(), things.reader.catalogue);
    let content = &table.content;
    if !things.knows(id) {
        let side = words.name(content.side_title(content.units[id.index()].side));
        return words.say("{1}: {2}", &[&things.name(&Choice::Unit(id)), side]);
    }
    let (unit, state) = (&content.units[id.index()], table.state.unit(id));
    let place = match state.place {
        Some(space) => things.name(&Choice::Space(space)),
        None => words.say("off the map", &[]),
    };
    let named = content
        .properties
        .iter()
        .enumerate()
        .filter(|(at, _)| content.is_printed(id, *at))
        .filter_map(|(at, name)| Some(format!("{} {}", words.name(name), unit.value(at, state.steps)?)));
    let marks = content
        .marks
        .iter()
        .enumerate()
        .filter(|(bit, _)| state.marks >> bit & 1 == 1)
        .map(|(_, mark)| words.name(mark).to_owned());
    if let Some(card) = content.card(id, words) {
        let rule = card.rule.iter().map(|rule| format!(" ({rule})"));
        let face = card.summary() + &rule.collect::<String>();
        return words.say("{1}: {2}", &[&format!("{}, {place}", card.title), &face]);
    }
    let formation = unit.formation.iter().map(|formation| words.say("formation {1}", &[words.name(formation)]));
    let steps = words.say("{1} of {2} {2?step|steps}", &[&state.steps.to_string(), &unit.steps.to_string()]);
    let facts: Vec<String> = [place, steps].into_iter().chain(named).chain(formation).chain(marks).collect();
    let (side, kind) = (words.name(content.side_title(unit.side)), words.name(content.unit_types.name(unit.kind)));
    let heading = heading(table, id, words);
    let unit = format!("{side} {} {}{heading} ({kind})", things.name(&Choice::Unit(id)), values(table, id));
    words.say("{1}: {2}", &[&unit, &facts.join(", ")])
}
