//! Features of borders and connections: `"0105/0106"` is one border, `"0102-0201-0302"` a chain of them.

use super::{Doc, find_id, find_position};
use crate::diagnostic::Diagnostic;
use crate::node::ValueStep;
use crate::schema::{MapFile, MapKind, SystemFile};
use crate::source::SourceSpan;
use grognard_engine::ids::{NameTable, SpaceId};
use grognard_engine::map::Map;
use std::collections::BTreeMap;

/// Adds the features to the borders of the map.
pub fn mark(doc: &Doc<MapFile>, words: &SystemFile, map: &mut Map, out: &mut Vec<Diagnostic>) {
    let (table, what, declared) = match doc.file.kind {
        MapKind::Points => ("connections", "connection", &doc.file.connections),
        _ => ("border", "border", &doc.file.border),
    };
    for name in declared.keys() {
        find_position(&words.features, name, "feature", doc.place(&[table.into(), ValueStep::Name(name)]), out);
    }
    // A map can hold 32 features. A longer list has been reported as an error in the system.
    for name in words.features.iter().take(32) {
        let bit = map.add_feature(name);
        let mut seen: BTreeMap<(SpaceId, SpaceId), usize> = BTreeMap::new();
        for (index, text) in declared.get(name).into_iter().flatten().enumerate() {
            let place = doc.place(&[table.into(), name.into(), index.into()]).clone();
            for (a, b) in pairs(text, &map.names, &place, out) {
                if !map.mark_border(a, b, bit) {
                    let message = format!("`{}` and `{}` do not touch", map.names.name(a), map.names.name(b));
                    let near: Vec<_> = map.links(a).iter().map(|link| map.names.name(link.to)).collect();
                    let help = format!("`{}` touches {}", map.names.name(a), near.join(", "));
                    out.push(Diagnostic::at("E207", &place, message).help(help));
                } else if let Some(first) = seen.insert((a.min(b), a.max(b)), index) {
                    let message =
                        format!("the {what} `{}/{}` already has this feature", map.names.name(a), map.names.name(b));
                    let first = doc.place(&[table.into(), name.into(), first.into()]);
                    out.push(Diagnostic::at("E205", &place, message).related(first, "first listed here"));
                }
            }
        }
    }
}

/// Parses a border or a chain of borders.
pub fn pairs(
    text: &str,
    names: &NameTable<SpaceId>,
    place: &SourceSpan,
    out: &mut Vec<Diagnostic>,
) -> Vec<(SpaceId, SpaceId)> {
    let parts: Vec<&str> = match (text.contains('/'), text.contains(" - ")) {
        (true, _) => text.split('/').map(str::trim).collect(),
        (_, true) => text.split(" - ").map(str::trim).collect(),
        _ => text.split('-').map(str::trim).collect(),
    };
    if parts.len() != 2 && (parts.len() < 2 || text.contains('/')) {
        let error = Diagnostic::at("E204", place, format!("`{text}` is not a border"));
        out.push(error.expected("expected \"A/B\", or a chain \"A-B-C\""));
        return Vec::new();
    }
    let spaces: Vec<Option<SpaceId>> = parts.iter().map(|part| find_id(names, part, "space", place, out)).collect();
    spaces.windows(2).filter_map(|pair| Some((pair[0]?, pair[1]?))).collect()
}
