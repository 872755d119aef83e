//! Facts about the map: spaces, their contents, and their borders.

use super::fact::{FactGroup, FactSection, Subject};
use grognard_engine::ids::{Id, SpaceId};
use grognard_packs::path::join;
use grognard_play::Battle;

/// Returns the spaces of the map.
pub(super) fn spaces(battle: &Battle) -> FactSection {
    FactSection {
        group: FactGroup::Map,
        subjects: battle.content.map.all().map(|space| describe(battle, space)).collect(),
    }
}

fn describe(battle: &Battle, id: SpaceId) -> Subject {
    let map = &battle.content.map;
    let space = map.space(id);
    // The kind of map determines what a space is called; a space off the map is a box.
    let kind =
        battle.tree.find("map.kind").ok().and_then(|part| part.node.text().map(str::to_owned)).unwrap_or_default();
    let noun = if space.off_map { "box" } else { &kind };
    let mut subject = Subject::new(noun, &space.name, "map");
    if !map.terrains.is_empty() {
        let terrain = map.terrains.name(map.terrain(id));
        subject.fact("terrain", "is", terrain, join("map.terrain", terrain));
    }
    for (tag, _) in map.tags().iter().filter(|(_, spaces)| spaces.has(id)) {
        subject.fact(format!("tag {tag}"), "is", with_article(tag), join("map.tags", tag));
    }
    for (edge, _) in map.edges().iter().filter(|(_, spaces)| spaces.has(id)) {
        subject.fact(format!("edge {edge}"), "lies on", format!("the {edge} edge"), join("map.edges", edge));
    }
    if let Some(title) = &space.title {
        subject.fact("title", "is called", title, join("map.titles", &space.name));
    }
    for (value, _) in value_names(battle)
        .iter()
        .filter_map(|name| Some((name, map.value(name, id)?)))
        .filter(|(_, number)| *number != 0)
    {
        let number = map.value(value, id).unwrap_or_default();
        subject.fact(
            format!("value {value}"),
            format!("has {value}"),
            number.to_string(),
            join(&join("map.values", value), &space.name),
        );
    }
    let owner = battle.content.owners.iter().find(|(space, _)| *space == id);
    if let Some((_, side)) = owner {
        let side = battle.content.sides.name(*side);
        subject.fact("owner", "belongs to", side, join("scenario.owners", side));
    }
    subject
}

fn value_names(battle: &Battle) -> Vec<String> {
    let list =
        battle.tree.find("system.values").ok().and_then(|part| part.node.list().map(<[_]>::to_vec)).unwrap_or_default();
    list.iter().filter_map(|name| name.text().map(str::to_owned)).collect()
}

fn with_article(tag: &str) -> String {
    let article = if tag.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {}", tag.replace('-', " "))
}

/// Returns the features of borders, and the pairs of adjacent spaces if no grid implies them.
pub(super) fn borders(battle: &Battle) -> FactSection {
    let map = &battle.content.map;
    let is_area_map = battle.tree.find("map.kind").is_ok_and(|part| part.node.text() != Some("hex"));
    let mut subjects = Vec::new();
    for from in map.all() {
        for link in map.links(from).iter().filter(|link| from.index() < link.to.index()) {
            let name = format!("{}/{}", map.names.name(from), map.names.name(link.to));
            if is_area_map || map.space(from).off_map || map.space(link.to).off_map {
                subjects.push(Subject::new("border", &name, "map"));
            }
            let features = map.features().iter().enumerate().filter(|(bit, _)| link.features >> bit & 1 == 1);
            subjects.extend(features.map(|(_, feature)| Subject::new(feature, &name, join("map.border", feature))));
        }
    }
    FactSection { group: FactGroup::Map, subjects }
}
