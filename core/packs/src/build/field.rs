//! Maps of kind `field`: the size of the table, the footprints of units, and the effect of ground on movement.

use super::{Doc, find_id};
use crate::diagnostic::Diagnostic;
use crate::node::ValueStep;
use crate::schema::{HoldDecl, MapFile, MovementDecl, SystemFile, UnitDecl, UnitsFile};
use crate::source::SourceSpan;
use grognard_engine::content::Content;
use grognard_engine::field::{Field, Footprint, Going, Hold, MAX_KINDS, MAX_LENGTH, MAX_OUTLINE};
use grognard_engine::ids::UnitTypeId;
use grognard_engine::map::{AreaMap, Map};
use std::ops::RangeInclusive;

/// The only space of a table, which contains everything on it.
const TABLE: &str = "table";

/// Builds the map of a table.
pub fn lay_out(doc: &Doc<MapFile>, out: &mut Vec<Diagnostic>) -> Option<Map> {
    let Some([width, height]) = doc.file.size else {
        out.push(Diagnostic::at("E106", doc.place(&["kind".into()]), "a field needs `size`"));
        return None;
    };
    let (lattice, scale) = (doc.file.lattice.unwrap_or(10), doc.file.scale.unwrap_or(1));
    let before = out.len();
    for (at, length) in [width, height].into_iter().enumerate() {
        check_range(length, 20..=MAX_LENGTH, doc.place(&["size".into(), at.into()]), out);
    }
    check_range(lattice, 5..=100, doc.place(&["lattice".into()]), out);
    if ![1, 10, 100].contains(&scale) {
        let error = Diagnostic::at("E203", doc.place(&["scale".into()]), format!("`scale` cannot be {scale}"));
        out.push(error.expected("expected 1, 10 or 100"));
    }
    let mut areas = AreaMap::default();
    areas.area(TABLE, None, [0, 0]);
    let mut map = areas.build();
    let table = map.names.find(TABLE)?;
    map.set_field(Field { size: [width, height], lattice, scale, table });
    (out.len() == before).then_some(map)
}

pub fn check_range(number: i32, range: RangeInclusive<i32>, place: &SourceSpan, out: &mut Vec<Diagnostic>) -> bool {
    let fits = range.contains(&number);
    if !fits {
        let error = Diagnostic::at("E203", place, format!("{number} is out of range"));
        out.push(error.expected(format!("expected a number from {} to {}", range.start(), range.end())));
    }
    fits
}

/// Returns the footprint of a unit, if the map has a table.
pub fn footprint(
    doc: &Doc<UnitsFile>,
    system: &Doc<SystemFile>,
    index: usize,
    content: &Content,
    out: &mut Vec<Diagnostic>,
) -> Option<Footprint> {
    let declared = &doc.file.unit[index];
    let own = [
        ("base", declared.base.is_some()),
        ("outline", declared.outline.is_some()),
        ("course", declared.course.is_some()),
    ];
    let mut own = own.into_iter().filter(|(_, there)| *there).map(|(key, _)| key);
    let first = own.next();
    let at = |key: &'static str| doc.place(&["unit".into(), index.into(), ValueStep::Key(key)]);
    if content.map.field().is_none() {
        let key = first.or(declared.width.map(|_| "width"))?;
        out.push(Diagnostic::at("E102", at(key), format!("`{key}` is allowed only on a map of kind \"field\"")));
        return None;
    }
    if let Some(second) = own.next() {
        let message = format!("a unit cannot have both `{}` and `{second}`", first.unwrap_or_default());
        out.push(Diagnostic::at("E205", at(second), message));
        return None;
    }
    if declared.width.is_some() != declared.course.is_some() {
        let (key, other) = if declared.width.is_some() { ("width", "course") } else { ("course", "width") };
        out.push(Diagnostic::at("E106", at(key), format!("`{key}` needs `{other}`")));
        return None;
    }
    let place = |key| at(key).clone();
    if let Some(line) = &declared.course {
        let width = declared.width.unwrap_or_default();
        let fits = corners(line, 2, MAX_LENGTH, &place("course"), out) & is_even(width, &place("width"), out);
        return fits.then(|| Footprint::Course { line: line.clone(), width });
    }
    if let Some(outline) = &declared.outline {
        let fits =
            corners(outline, 3, MAX_OUTLINE, &place("outline"), out) && is_simple(outline, &place("outline"), out);
        return fits.then(|| Footprint::Outline(outline.clone()));
    }
    base(declared, system, &place("name"), &place("base"), out)
}

fn base(
    declared: &UnitDecl,
    system: &Doc<SystemFile>,
    unit: &SourceSpan,
    own: &SourceSpan,
    out: &mut Vec<Diagnostic>,
) -> Option<Footprint> {
    let of_type = || {
        let at = system.file.unit_type.iter().position(|kind| kind.name == declared.kind)?;
        let base = system.file.unit_type[at].base?;
        Some((base, system.place(&["unit_type".into(), at.into(), "base".into()]).clone()))
    };
    let Some(([width, depth], place)) = declared.base.map(|base| (base, own.clone())).or_else(of_type) else {
        let message = format!("`{}` has no size on the table", declared.name);
        out.push(Diagnostic::at("E106", unit, message).help("give it, or its type, a `base`: `base = [20, 20]`"));
        return None;
    };
    (is_even(width, &place, out) & is_even(depth, &place, out)).then_some(Footprint::Base(width, depth))
}

/// Checks that a length is even, because it will be halved, and that it is in range.
fn is_even(length: i32, place: &SourceSpan, out: &mut Vec<Diagnostic>) -> bool {
    if length % 2 != 0 {
        let error = Diagnostic::at("E203", place, format!("{length} is odd"));
        out.push(error.expected("expected an even number"));
        return false;
    }
    check_range(length, 2..=MAX_OUTLINE, place, out)
}

fn corners(all: &[[i32; 2]], least: usize, most: i32, place: &SourceSpan, out: &mut Vec<Diagnostic>) -> bool {
    if all.len() < least || all.len() > 100 {
        let error = Diagnostic::at("E203", place, format!("wrong number of corners: {}", all.len()));
        out.push(error.expected(format!("expected {least} to 100")));
        return false;
    }
    all.iter().flatten().all(|number| check_range(*number, -most..=most, place, out))
}

/// Checks that the lines of an outline do not cross or touch, so that it has a well-defined inside.
fn is_simple(outline: &[[i32; 2]], place: &SourceSpan, out: &mut Vec<Diagnostic>) -> bool {
    let simple = Footprint::is_simple(outline);
    if !simple {
        let error = Diagnostic::at("E206", place, "the lines of this outline cross or touch");
        out.push(error.expected("expected the corners in order around the outline"));
    }
    simple
}

/// Returns the effect of ground on each way of moving that declares one.
pub fn goings(system: &Doc<SystemFile>, content: &Content, out: &mut Vec<Diagnostic>) -> Vec<Going> {
    let ways = system.file.movement.iter().filter(|(_, way)| !way.ground.is_empty() || !way.only.is_empty());
    ways.map(|(name, way)| going(system, name, way, content, out)).collect()
}

fn going(
    system: &Doc<SystemFile>,
    name: &str,
    way: &MovementDecl,
    content: &Content,
    out: &mut Vec<Diagnostic>,
) -> Going {
    let mut kinds: Vec<(UnitTypeId, Option<&HoldDecl>)> = Vec::new();
    let mut note = |kind: &str, hold: Option<_>, path: &[ValueStep]| {
        let place = system.place(&[&[ValueStep::Key("movement"), name.into()], path].concat());
        let Some(id) = find_id(&content.unit_types, kind, "unit type", place, out) else { return };
        match kinds.iter_mut().find(|(other, _)| *other == id) {
            Some(there) => there.1 = hold.or(there.1),
            None => kinds.push((id, hold)),
        }
    };
    for (kind, hold) in &way.ground {
        let path = [ValueStep::Key("ground"), kind.into()];
        note(kind, Some(hold), &path);
        for (at, above) in hold.under.iter().enumerate() {
            note(above, None, &[path[0], path[1], "under".into(), at.into()]);
        }
    }
    for (at, kept) in way.only.iter().enumerate() {
        note(kept, None, &["only".into(), at.into()]);
    }
    if kinds.len() > MAX_KINDS {
        let place = system.place(&[ValueStep::Key("movement"), ValueStep::Name(name)]);
        let error =
            Diagnostic::at("E203", place, format!("`{name}` distinguishes too many kinds of ground: {}", kinds.len()));
        out.push(error.expected(format!("expected at most {MAX_KINDS}")));
        kinds.truncate(MAX_KINDS);
    }
    let bit = |kind: &String| Some(1 << kinds.iter().position(|(id, _)| content.unit_types.find(kind) == Some(*id))?);
    let hold = |(kind, declared): &(UnitTypeId, Option<&HoldDecl>)| {
        let hold = declared.cloned().unwrap_or_default();
        let under = hold.under.iter().filter_map(bit).fold(0, |all, bit: u32| all | bit);
        let HoldDecl { cost, enter, closed, stops, apart, most, .. } = hold;
        Hold { kind: *kind, cost: cost.unwrap_or(1), enter, closed, stops, apart, most, under }
    };
    let only = way.only.iter().filter_map(bit).fold(0, |all, bit: u32| all | bit);
    Going { name: name.to_owned(), holds: kinds.iter().map(hold).collect(), only }
}
