//! Facts about units: all their keys, and where they begin.

use super::fact::{FactGroup, FactSection, Subject};
use grognard_packs::path::{TreePart, join};
use grognard_play::Battle;

/// Returns the units of the order of battle.
pub(super) fn units(battle: &Battle) -> FactSection {
    let parts = battle.tree.find("units.unit").map(|part| part.parts()).unwrap_or_default();
    FactSection { group: FactGroup::Units, subjects: parts.iter().map(|unit| describe(battle, unit)).collect() }
}

fn describe(battle: &Battle, unit: &TreePart) -> Subject {
    let text = |key: &str| unit.node.get(key).and_then(|node| node.text());
    let name = text("name").unwrap_or_default();
    let mut subject = Subject::new("", name, &*unit.path);
    for part in unit.parts() {
        let key = part
            .path
            .rsplit(['.', '"'])
            .find(|piece| !piece.is_empty() && *piece != "]")
            .unwrap_or_default()
            .to_owned();
        let value = match part.node.list() {
            Some(list) => list
                .iter()
                .map(|item| item.text().map_or_else(|| item.to_string(), str::to_owned))
                .collect::<Vec<_>>()
                .join("-"),
            None => part.node.text().map_or_else(|| part.node.to_string(), str::to_owned),
        };
        match key.as_str() {
            "name" | "at" | "steps" => {}
            "side" => subject.fact("side", "belongs to", value, part.path),
            "type" => subject.fact("type", "is of the type", value, part.path),
            "tags" => {
                for tag in part.node.list().unwrap_or_default().iter().filter_map(|tag| tag.text()) {
                    subject.fact(format!("tag {tag}"), "has the tag", tag, &*part.path);
                }
            }
            _ => subject.fact(&*key, format!("has {key}"), value, part.path),
        }
    }
    subject.fact("place", "begins", beginning(battle, name), join(&unit.path, "at"));
    subject
}

/// Describes where a unit begins, and with how many steps.
fn beginning(battle: &Battle, name: &str) -> String {
    let content = &battle.content;
    let placement =
        content.unit_names.find(name).and_then(|id| content.placements.iter().find(|placement| placement.unit == id));
    let Some(placement) = placement else { return "off the map".to_owned() };
    let full = content.unit_names.find(name).map(|id| content.units[usize::from(id.0)].steps);
    let place = placement.place.map(|space| format!("at {}", content.map.names.name(space)));
    match (place, placement.steps) {
        (Some(place), steps) if Some(steps) == full => place,
        (Some(place), steps) => format!("{place} with {}", count(steps)),
        (None, 0) => "off the map".to_owned(),
        (None, steps) => format!("off the map with {}", count(steps)),
    }
}

fn count(steps: u8) -> String {
    if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") }
}
