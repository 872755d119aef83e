//! The spaces of a map: a rectangle of hexes with exceptions, areas with their borders, or connected points.

use super::border::pairs;
use super::{Doc, find_id};
use crate::diagnostic::{Diagnostic, has_too_many};
use crate::node::ValueStep;
use crate::schema::{MapFile, MapKind, Numbering, OrientationDecl, ShiftedDecl};
use crate::source::SourceSpan;
use grognard_engine::ids::SpaceId;
use grognard_engine::map::{AreaMap, HexGrid, HexNumbers, Map, Orientation, Shifted};
use std::collections::BTreeMap;

/// Maximum number of spaces on a map.
pub const MAX_SPACES: usize = 60_000;

/// Creates the spaces and connects adjacent ones.
pub fn lay_out(doc: &Doc<MapFile>, out: &mut Vec<Diagnostic>) -> Option<Map> {
    let before = out.len();
    refuse_keys_of_the_other_kind(doc, out);
    let mut map = match doc.file.kind {
        MapKind::Hex => hexes(doc, out)?,
        MapKind::Area => areas(doc, out)?,
        MapKind::Points => points(doc, out)?,
        MapKind::Field => super::field::lay_out(doc, out)?,
    };
    boxes(doc, &mut map, out);
    if map.is_empty() {
        out.push(Diagnostic::at("E202", doc.place(&["kind".into()]), "the map has no spaces"));
    }
    (out.len() == before).then_some(map)
}

fn refuse_keys_of_the_other_kind(doc: &Doc<MapFile>, out: &mut Vec<Diagnostic>) {
    let keys: [(MapKind, &[&str]); 4] = [
        (MapKind::Hex, &["orientation", "shifted", "numbering", "columns", "rows", "extra", "missing"]),
        (MapKind::Area, &["area"]),
        (MapKind::Points, &["point", "connections"]),
        (MapKind::Field, &["size", "lattice", "scale", "unit"]),
    ];
    let kind = doc.file.kind;
    let others = keys.iter().filter(|(of, _)| *of != kind).flat_map(|(_, keys)| keys.iter());
    // The features of connections are declared with them, and all lines lead from point to point.
    let lines: &[&str] = if kind == MapKind::Points { &["border", "waters", "courses"] } else { &[] };
    for key in others.chain(lines).filter(|key| doc.node.get(key).is_some()) {
        let message = format!("`{key}` is not allowed on a map of kind \"{}\"", format!("{kind:?}").to_lowercase());
        out.push(Diagnostic::at("E102", doc.place(&[ValueStep::Name(key)]), message));
    }
}

fn hexes(doc: &Doc<MapFile>, out: &mut Vec<Diagnostic>) -> Option<Map> {
    let file = &doc.file;
    let (orientation, shifted) = (file.orientation, file.shifted);
    // A misspelt key is read as it was meant, and reported as unknown.
    let keys = [
        ("orientation", orientation.is_some()),
        ("shifted", shifted.is_some()),
        ("columns", file.columns.is_some()),
        ("rows", file.rows.is_some()),
    ];
    for (key, _) in keys.into_iter().filter(|(_, is_given)| !is_given) {
        out.push(Diagnostic::at("E106", doc.place(&["kind".into()]), format!("a hex map needs `{key}`")));
    }
    let (columns, rows) = (file.columns?, file.rows?);
    for (key, [first, last]) in [("columns", columns), ("rows", rows)] {
        if first < 0 || last < first || last > 9999 {
            let error =
                Diagnostic::at("E203", doc.place(&[key.into()]), format!("`{key}` cannot go from {first} to {last}"));
            out.push(error.expected("expected a first and a last number, both from 0 to 9999"));
            return None;
        }
    }
    let count = |[first, last]: [i32; 2]| (last - first + 1) as usize;
    if count(columns) * count(rows) + file.extra.len() > MAX_SPACES {
        let message = format!("a map of {} hexes is too large", count(columns) * count(rows) + file.extra.len());
        let error = Diagnostic::at("E203", doc.place(&["columns".into()]), message);
        out.push(error.expected(format!("expected at most {MAX_SPACES} hexes")));
        return None;
    }
    let width = columns[1].max(rows[1]).to_string().len().max(2);
    let numbers = HexNumbers { width, row_first: file.numbering == Some(Numbering::RowColumn) };
    let all = rectangle(doc, &numbers, columns, rows, out);
    let orientation = if orientation? == OrientationDecl::Flat { Orientation::Flat } else { Orientation::Pointy };
    let shifted = if shifted? == ShiftedDecl::Odd { Shifted::Odd } else { Shifted::Even };
    let named = all.into_iter().map(|(name, (column, row))| (name, column, row));
    Some(HexGrid { orientation, shifted }.build(named))
}

/// Returns the hexes by number: the rectangle without `missing` and with `extra`.
fn rectangle(
    doc: &Doc<MapFile>,
    numbers: &HexNumbers,
    columns: [i32; 2],
    rows: [i32; 2],
    out: &mut Vec<Diagnostic>,
) -> BTreeMap<String, (i32, i32)> {
    let at = (columns[0]..=columns[1]).flat_map(|column| (rows[0]..=rows[1]).map(move |row| (column, row)));
    let mut all: BTreeMap<String, (i32, i32)> = at.map(|at| (numbers.write(at), at)).collect();
    for (index, number) in doc.file.missing.iter().enumerate() {
        if all.remove(number).is_none() {
            let place = doc.place(&["missing".into(), index.into()]);
            let error = Diagnostic::at("E201", place, format!("the rectangle has no hex `{number}`"));
            out.push(if has_too_many(out) { error } else { error.suggest(number, all.keys().map(String::as_str)) });
        }
    }
    for (index, number) in doc.file.extra.iter().enumerate() {
        let place = doc.place(&["extra".into(), index.into()]);
        match numbers.read(number) {
            None => {
                let error = Diagnostic::at("E204", place, format!("`{number}` is not a hex number"));
                out.push(error.expected(format!("expected {} digits", 2 * numbers.width)));
            }
            Some(at) => {
                if all.insert(number.clone(), at).is_some() {
                    out.push(Diagnostic::at("E205", place, format!("the map already has a hex `{number}`")));
                }
            }
        }
    }
    all
}

fn areas(doc: &Doc<MapFile>, out: &mut Vec<Diagnostic>) -> Option<Map> {
    let list = &doc.file.area;
    let all = list.iter().map(|area| (&*area.name, &area.title, area.centre.unwrap_or_default()));
    let mut map = named(doc, "area", all, out)?;
    borders(doc, &mut map, "area", list.iter().map(|area| (&*area.name, &area.borders)), out);
    Some(map)
}

fn points(doc: &Doc<MapFile>, out: &mut Vec<Diagnostic>) -> Option<Map> {
    let all = doc.file.point.iter().map(|point| (&*point.name, &point.title, point.at));
    let mut map = named(doc, "point", all, out)?;
    let mut seen: BTreeMap<[i32; 2], usize> = BTreeMap::new();
    for (index, point) in doc.file.point.iter().enumerate() {
        if let Some(first) = seen.insert(point.at, index) {
            let at = |index: usize| doc.place(&["point".into(), index.into(), "at".into()]);
            let message = format!("`{}` is at the same place as `{}`", point.name, doc.file.point[first].name);
            out.push(Diagnostic::at("E205", at(index), message).related(at(first), "the other point"));
        }
    }
    for (feature, connections) in &doc.file.connections {
        for (index, text) in connections.iter().enumerate() {
            let place = doc.place(&["connections".into(), feature.into(), index.into()]).clone();
            pairs(text, &map.names, &place, out).into_iter().for_each(|pair| join(&mut map, pair, &place, out));
        }
    }
    Some(map)
}

/// Creates the spaces in a list of names, titles and centres.
fn named<'a>(
    doc: &Doc<MapFile>,
    table: &str,
    all: impl ExactSizeIterator<Item = (&'a str, &'a Option<String>, [i32; 2])>,
    out: &mut Vec<Diagnostic>,
) -> Option<Map> {
    if all.len() > MAX_SPACES {
        let message = format!("a map of {} {table}s is too large", all.len());
        out.push(Diagnostic::at("E203", doc.place(&[ValueStep::Name(table)]), message));
        return None;
    }
    let mut areas = AreaMap::default();
    for (index, (name, title, centre)) in all.enumerate() {
        if !areas.area(name, title.clone(), centre) {
            let place = doc.place(&[table.into(), index.into(), "name".into()]);
            out.push(Diagnostic::at("E205", place, format!("two {table}s are called `{name}`")));
        }
    }
    Some(areas.build())
}

/// Connects areas or boxes with the spaces that they list.
fn borders<'a>(
    doc: &Doc<MapFile>,
    map: &mut Map,
    table: &str,
    all: impl Iterator<Item = (&'a str, &'a Vec<String>)>,
    out: &mut Vec<Diagnostic>,
) {
    let what = if table == "area" { table } else { "space" };
    for (index, (name, borders)) in all.enumerate() {
        for (at, other) in borders.iter().enumerate() {
            let place = doc.place(&[table.into(), index.into(), "borders".into(), at.into()]);
            if borders[..at].contains(other) {
                out.push(Diagnostic::at("E205", place, format!("`{other}` is listed twice")));
            }
            if let (Some(here), Some(there)) = (map.names.find(name), find_id(&map.names, other, what, place, out)) {
                join(map, (here, there), place, out);
            }
        }
    }
}

fn join(map: &mut Map, (a, b): (SpaceId, SpaceId), place: &SourceSpan, out: &mut Vec<Diagnostic>) {
    if a == b {
        out.push(Diagnostic::at("E206", place, format!("`{}` cannot be connected to itself", map.names.name(a))));
    } else {
        map.join(a, b);
    }
}

fn boxes(doc: &Doc<MapFile>, map: &mut Map, out: &mut Vec<Diagnostic>) {
    if map.len() + doc.file.boxes.len() > MAX_SPACES {
        let message = format!("too many boxes: {}", doc.file.boxes.len());
        out.push(Diagnostic::at("E203", doc.place(&[ValueStep::Name("box")]), message));
        return;
    }
    for (index, declared) in doc.file.boxes.iter().enumerate() {
        if map.add_box(&declared.name, declared.centre.unwrap_or_default()).is_none() {
            let place = doc.place(&["box".into(), index.into(), "name".into()]);
            out.push(Diagnostic::at("E205", place, format!("the map already has a space `{}`", declared.name)));
        }
    }
    borders(doc, map, "box", doc.file.boxes.iter().map(|declared| (&*declared.name, &declared.borders)), out);
}
