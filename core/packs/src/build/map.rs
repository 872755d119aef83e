//! The terrain, tags and other contents of a map's spaces.

use super::{Doc, border, find_id, find_position, spaces};
use crate::diagnostic::Diagnostic;
use crate::node::ValueStep;
use crate::schema::{MapFile, SystemFile};
use grognard_engine::ids::{Id, SpaceId, TerrainId};
use grognard_engine::map::{CostRule, Map};
use std::collections::BTreeMap;

/// Builds and seals the map.
pub fn build(doc: &Doc<MapFile>, system: &Doc<SystemFile>, out: &mut Vec<Diagnostic>) -> Option<Map> {
    let words = &system.file;
    let mut map = spaces::lay_out(doc, out)?;
    map.terrains = words.terrains.iter().cloned().collect();
    terrain(doc, words, &mut map, out);
    titles(doc, &mut map, out);
    // Every declared name exists on every map, if only as an empty set, because rules may look it up.
    let tags = groups(doc, "tags", &doc.file.tags, &words.tags, &map, out);
    tags.iter().for_each(|(name, spaces)| map.add_tag(name, spaces.iter().copied()));
    let edges = groups(doc, "edges", &doc.file.edges, &words.edges, &map, out);
    edges.iter().for_each(|(name, spaces)| map.add_edge(name, spaces.iter().copied()));
    values(doc, words, &mut map, out);
    border::mark(doc, words, &mut map, out);
    map.seal(&movements(words, &map));
    Some(map)
}

fn terrain(doc: &Doc<MapFile>, words: &SystemFile, map: &mut Map, out: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<SpaceId, (&str, usize)> = BTreeMap::new();
    for (name, spaces) in &doc.file.terrain {
        let id =
            find_position(&words.terrains, name, "terrain", doc.place(&["terrain".into(), ValueStep::Name(name)]), out);
        for (index, space) in spaces.iter().enumerate() {
            let place = doc.place(&["terrain".into(), name.into(), index.into()]);
            let Some(at) = find_id(&map.names, space, "space", place, out) else { continue };
            if let Some((other, first)) = seen.insert(at, (name, index)) {
                let error = Diagnostic::at("E205", place, format!("`{space}` already has a terrain"));
                out.push(
                    error.related(doc.place(&["terrain".into(), other.into(), first.into()]), "first listed here"),
                );
            }
            if let Some(id) = id {
                map.set_terrain(at, TerrainId::from_index(id));
            }
        }
    }
}

fn titles(doc: &Doc<MapFile>, map: &mut Map, out: &mut Vec<Diagnostic>) {
    for (space, title) in &doc.file.titles {
        let place = doc.place(&["titles".into(), ValueStep::Name(space)]);
        if let Some(at) = find_id(&map.names, space, "space", place, out) {
            map.set_title(at, title);
        }
    }
}

/// Chains of spaces by name.
type Chains = Vec<(String, Vec<Vec<SpaceId>>)>;

/// Returns the chains of spaces in a table: the names of waters, or lines that are only drawn.
pub fn chains(
    doc: &Doc<MapFile>,
    (table, declared): (&str, &BTreeMap<String, Vec<String>>),
    map: &Map,
    out: &mut Vec<Diagnostic>,
) -> Chains {
    let mut all = Vec::new();
    for (name, places) in declared {
        let mut chains = Vec::new();
        for (index, text) in places.iter().enumerate() {
            let place = doc.place(&[table.into(), name.into(), index.into()]).clone();
            let pairs = border::pairs(text, &map.names, &place, out);
            let first = pairs.first().map(|pair| pair.0);
            chains.push(first.into_iter().chain(pairs.iter().map(|pair| pair.1)).collect());
        }
        all.push((name.clone(), chains));
    }
    all
}

/// Builds named groups of spaces, in the order in which the system declares the names.
fn groups(
    doc: &Doc<MapFile>,
    table: &str,
    declared: &BTreeMap<String, Vec<String>>,
    words: &[String],
    map: &Map,
    out: &mut Vec<Diagnostic>,
) -> Vec<(String, Vec<SpaceId>)> {
    let what = table.trim_end_matches('s');
    for name in declared.keys() {
        find_position(words, name, what, doc.place(&[table.into(), ValueStep::Name(name)]), out);
    }
    let spaces = |name: &String, out: &mut Vec<Diagnostic>| {
        let mut all: BTreeMap<SpaceId, usize> = BTreeMap::new();
        for (index, space) in declared.get(name).into_iter().flatten().enumerate() {
            let place = doc.place(&[table.into(), name.into(), index.into()]);
            let Some(at) = find_id(&map.names, space, "space", place, out) else { continue };
            if all.insert(at, index).is_some() {
                out.push(Diagnostic::at("E205", place, format!("`{space}` is already in `{table}.{name}`")));
            }
        }
        all.into_keys().collect()
    };
    words.iter().map(|name| (name.clone(), spaces(name, out))).collect()
}

fn values(doc: &Doc<MapFile>, words: &SystemFile, map: &mut Map, out: &mut Vec<Diagnostic>) {
    for name in doc.file.values.keys() {
        find_position(&words.values, name, "value", doc.place(&["values".into(), ValueStep::Name(name)]), out);
    }
    for name in &words.values {
        let mut numbers = vec![0; map.len()];
        for (space, number) in doc.file.values.get(name).into_iter().flatten() {
            let place = doc.place(&["values".into(), name.into(), ValueStep::Name(space)]);
            if let Some(at) = find_id(&map.names, space, "space", place, out) {
                numbers[at.index()] = *number;
            }
        }
        map.add_value(name, numbers);
    }
}

/// Builds the ways of moving. Unknown names are ignored, because they have already been reported as errors in the
/// system.
fn movements(words: &SystemFile, map: &Map) -> Vec<CostRule> {
    let extras = |extras: &BTreeMap<String, u8>| {
        extras.iter().filter_map(|(feature, cost)| Some((map.feature(feature)?, *cost))).collect()
    };
    let rule = |(name, way): (&String, &crate::schema::MovementDecl)| CostRule {
        name: name.clone(),
        terrain: way.terrain.iter().filter_map(|(terrain, cost)| Some((map.terrains.find(terrain)?, *cost))).collect(),
        base: way.base,
        along: way.along.as_ref().and_then(|feature| map.feature(feature)),
        over: extras(&way.over),
        across: extras(&way.across),
        bridges: way.bridges.iter().filter_map(|feature| map.feature(feature)).sum(),
        bridge_terrain: way.bridge_terrain.iter().filter_map(|terrain| map.terrains.find(terrain)).collect(),
    };
    words.movement.iter().map(rule).collect()
}
