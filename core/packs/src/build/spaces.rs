//! The spaces of a map: a rectangle of hexes with exceptions, or areas with their borders.

use super::{Doc, find_id};
use crate::diagnostic::{Diagnostic, has_too_many};
use crate::node::ValueStep;
use crate::schema::{MapFile, MapKind, Numbering, OrientationDecl, ShiftedDecl};
use crate::schema_check::unknown;
use grognard_engine::map::{AreaMap, HexGrid, Map, Orientation, Shifted};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of spaces on a map.
pub const MAX_SPACES: usize = 60_000;

/// Creates the spaces and connects adjacent ones.
pub fn lay_out(doc: &Doc<MapFile>, out: &mut Vec<Diagnostic>) -> Option<Map> {
    let before = out.len();
    refuse_keys_of_the_other_kind(doc, out);
    let mut map = match doc.file.kind {
        MapKind::Hex => hexes(doc, out)?,
        MapKind::Area => areas(doc, out)?,
        MapKind::Field => super::field::lay_out(doc, out)?,
    };
    boxes(doc, &mut map, out);
    if map.is_empty() {
        out.push(Diagnostic::at("E202", doc.place(&["kind".into()]), "the map has no spaces"));
    }
    (out.len() == before).then_some(map)
}

fn refuse_keys_of_the_other_kind(doc: &Doc<MapFile>, out: &mut Vec<Diagnostic>) {
    let hex_keys = ["orientation", "shifted", "numbering", "columns", "rows", "extra", "missing"];
    let field_keys = ["size", "lattice", "scale", "unit"];
    let (wrong, kind): ([&[&str]; 2], _) = match doc.file.kind {
        MapKind::Hex => ([&["area"], &field_keys], "hex"),
        MapKind::Area => ([&hex_keys, &field_keys], "area"),
        MapKind::Field => ([&hex_keys, &["area"]], "field"),
    };
    for key in wrong.concat().iter().filter(|key| doc.node.get(key).is_some()) {
        let message = format!("`{key}` is not allowed on a map of kind \"{kind}\"");
        out.push(Diagnostic::at("E102", doc.place(&[ValueStep::Name(key)]), message));
    }
}

/// Reads and writes the printed numbers of hexes.
struct HexNumbers {
    width: usize,
    order: Numbering,
}

impl HexNumbers {
    fn write(&self, (column, row): (i32, i32)) -> String {
        let width = self.width;
        match self.order {
            Numbering::ColumnRow => format!("{column:0width$}{row:0width$}"),
            Numbering::RowColumn => format!("{row:0width$}{column:0width$}"),
        }
    }

    fn read(&self, number: &str) -> Option<(i32, i32)> {
        if number.len() != 2 * self.width || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let (a, b) = number.split_at(self.width);
        let (a, b) = (a.parse().ok()?, b.parse().ok()?);
        Some(if self.order == Numbering::ColumnRow { (a, b) } else { (b, a) })
    }
}

fn hexes(doc: &Doc<MapFile>, out: &mut Vec<Diagnostic>) -> Option<Map> {
    let file = &doc.file;
    let (orientation, shifted) = (file.orientation, file.shifted);
    let rectangle_keys = [("columns", file.columns.is_none()), ("rows", file.rows.is_none())];
    let keys =
        [("orientation", orientation.is_none()), ("shifted", shifted.is_none())].into_iter().chain(rectangle_keys);
    for (key, _) in keys.filter(|(_, is_absent)| *is_absent) {
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
    let numbers = HexNumbers { width, order: file.numbering.unwrap_or_default() };
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
    if list.len() > MAX_SPACES {
        let message = format!("a map of {} areas is too large", list.len());
        out.push(Diagnostic::at("E203", doc.place(&[ValueStep::Name("area")]), message));
        return None;
    }
    let mut areas = AreaMap::default();
    for (index, area) in list.iter().enumerate() {
        if !areas.area(&area.name, area.title.clone(), area.centre.unwrap_or_default()) {
            let place = doc.place(&["area".into(), index.into(), "name".into()]);
            out.push(Diagnostic::at("E205", place, format!("two areas are called `{}`", area.name)));
        }
    }
    let names: BTreeSet<&str> = list.iter().map(|area| area.name.as_str()).collect();
    for (index, area) in list.iter().enumerate() {
        for (at, other) in area.borders.iter().enumerate() {
            if !areas.border(&area.name, other) {
                let place = doc.place(&["area".into(), index.into(), "borders".into(), at.into()]);
                out.push(match has_too_many(out) {
                    _ if *other == area.name => {
                        Diagnostic::at("E206", place, format!("`{other}` cannot border itself"))
                    }
                    true => Diagnostic::at("E201", place, format!("there is no area `{other}`")),
                    false => unknown(other, "area", place, names.iter().copied()),
                });
            }
        }
    }
    Some(areas.build())
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
    for (index, declared) in doc.file.boxes.iter().enumerate() {
        for (at, other) in declared.borders.iter().enumerate() {
            let place = doc.place(&["box".into(), index.into(), "borders".into(), at.into()]);
            let here = map.names.find(&declared.name);
            if let (Some(here), Some(there)) = (here, find_id(&map.names, other, "space", place, out))
                && here != there
            {
                map.join(here, there);
            }
        }
    }
}
