//! Warns of spaces that no unit can reach.

use super::DataChecker;
use grognard_engine::ids::SpaceId;
use grognard_engine::set::Set;
use grognard_packs::Diagnostic;
use grognard_packs::node::{Node, Value};
use grognard_packs::source::SourceSpan;
use std::collections::BTreeSet;

/// Maximum number of spaces named in one message.
const MAX_NAMES: usize = 5;

impl DataChecker<'_> {
    /// Warns of groups of spaces that units may enter but cannot reach, because they are not connected to the rest of
    /// the map and no unit begins there. Boxes off the map and terrain that is always closed are meant to be separate.
    pub(super) fn map(&mut self) {
        let map = &self.loaded.content.map;
        let open: BTreeSet<SpaceId> = map.all().filter(|&space| self.may_be_entered(space)).collect();
        let mut parts = Vec::new();
        let mut rest = open.clone();
        while let Some(&first) = rest.first() {
            let part = self.part(first, &open);
            rest.retain(|&space| !part.has(space));
            parts.push(part);
        }
        parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
        let starts: BTreeSet<SpaceId> =
            self.loaded.content.placements.iter().filter_map(|placement| placement.place).collect();
        for part in parts.iter().skip(1).filter(|part| !starts.iter().any(|&start| part.has(start))) {
            self.apart(part);
        }
    }

    fn may_be_entered(&self, space: SpaceId) -> bool {
        let map = &self.loaded.content.map;
        let terrain = map.terrains.name(map.terrain(space));
        let ways = self.loaded.tree().get("system").and_then(|system| system.get("movement")).and_then(Node::table);
        let allows = |way: &Node| {
            way.get("base").is_some() || way.get("terrain").is_some_and(|costs| costs.get(terrain).is_some())
        };
        !map.space(space).off_map
            && ways.is_none_or(|ways| ways.is_empty() || ways.values().any(|entry| allows(&entry.node)))
    }

    /// Returns the spaces connected to `first` in either direction, by any way of moving.
    fn part(&self, first: SpaceId, open: &BTreeSet<SpaceId>) -> Set<SpaceId> {
        let map = &self.loaded.content.map;
        let mut part = Set::of(map.len(), [first]);
        let mut front = vec![first];
        while let Some(at) = front.pop() {
            for link in map.links(at).iter().filter(|link| open.contains(&link.to)) {
                if !part.has(link.to) && (map.is_open(at, link.to) || map.is_open(link.to, at)) {
                    part.insert(link.to);
                    front.push(link.to);
                }
            }
        }
        part
    }

    fn apart(&mut self, part: &Set<SpaceId>) {
        let map = &self.loaded.content.map;
        let names: Vec<String> =
            part.iter().take(MAX_NAMES).map(|space| format!("`{}`", map.names.name(space))).collect();
        let more = part.len().saturating_sub(MAX_NAMES);
        let list = names.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() };
        let help =
            "connect them to the rest of the map by a border that units can cross, or place a unit there at the start";
        let Some(file) = self.loaded.tree().get("map") else { return };
        let written = part.iter().find_map(|space| mention(file, map.names.name(space)));
        let place = written.unwrap_or_else(|| file.locate(&["kind".into()]));
        self.diagnostics.push(Diagnostic::at("W409", place, format!("no unit can reach {list}")).warning().help(help));
    }
}

/// Returns the location at which a map first mentions a space.
fn mention<'a>(node: &'a Node, name: &str) -> Option<&'a SourceSpan> {
    match &node.value {
        Value::Text(text) => (text == name).then_some(&node.place),
        Value::List(list) => list.iter().find_map(|item| mention(item, name)),
        Value::Table(table) => table
            .iter()
            .find_map(|(key, entry)| if key == name { Some(&entry.key) } else { mention(&entry.node, name) }),
        _ => None,
    }
}
