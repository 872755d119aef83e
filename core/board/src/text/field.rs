//! Draws a table as a grid of characters, with a letter for each kind of terrain and a letter for the side of each
//! base. The units are listed below the grid, with their places.

use super::TextScene;
use super::key::letters;
use super::units;
use crate::stack;
use crate::terminal_text;
use grognard_engine::field::{Field, Footprint, Rectangle, Shape};
use grognard_engine::view::UnitView;
use std::collections::{BTreeMap, BTreeSet};

/// Draws the table in characters, followed by a line for each unit on it.
pub fn draw(scene: &TextScene, field: &Field) -> String {
    let table = &scene.content.map.space(field.table).name;
    let units = scene.view.spaces.get(table).map_or(&[][..], Vec::as_slice);
    let grounds = grounds(scene, units);
    let laid: Vec<(Shape, char, bool)> = units.iter().filter_map(|unit| unit_shape(scene, &grounds, unit)).collect();
    // A character is twice as high as it is wide.
    let wide = field.size[0]
        .unsigned_abs()
        .div_ceil((scene.options.width as u32 - 6).clamp(20, 100))
        .max(field.lattice.unsigned_abs())
        .cast_signed();
    let mut out = heading(field, wide);
    for top in (0..field.size[1]).step_by(2 * wide as usize) {
        let line: String = (0..field.size[0]).step_by(wide as usize).map(|left| sign(&laid, left, top, wide)).collect();
        out += &format!("{:>5} {}\n", field.write_length(top), line.trim_end());
    }
    let legend: Vec<String> = grounds
        .iter()
        .map(|(kind, letter)| format!("{letter} {}", terminal_text::words(scene.options.catalogue.name(kind))))
        .collect();
    out += &format!("      {}\n", legend.join("  "));
    units.iter().filter(|unit| is_base(scene, unit)).for_each(|unit| out += &row(scene, field, unit));
    out
}

/// Formats the coordinates of every tenth column.
fn heading(field: &Field, wide: i32) -> String {
    let marks = (0..field.size[0]).step_by(10 * wide as usize).map(|left| format!("{:<10}", field.write_length(left)));
    format!("      {}\n", marks.collect::<String>().trim_end())
}

/// Returns the kinds of terrain on the table, each with its letter.
fn grounds<'a>(scene: &TextScene, units: &'a [UnitView]) -> BTreeMap<&'a str, char> {
    let ground = units.iter().filter(|unit| unit.stand.is_some() && !is_base(scene, unit));
    let kinds: BTreeSet<&str> = ground.filter_map(|unit| Some(unit.known.as_ref()?.kind.as_str())).collect();
    let names: Vec<String> =
        kinds.iter().map(|kind| terminal_text::words(scene.options.catalogue.name(kind))).collect();
    kinds.into_iter().zip(letters(&names, "")).collect()
}

fn footprint<'a>(scene: &'a TextScene, unit: &UnitView) -> Option<&'a Footprint> {
    let id = scene.content.unit_names.find(&unit.known.as_ref()?.name)?;
    scene.content.footprint(id)
}

fn is_base(scene: &TextScene, unit: &UnitView) -> bool {
    unit.stand.is_some() && footprint(scene, unit).is_none_or(|footprint| matches!(footprint, Footprint::Base(..)))
}

/// Returns a unit's footprint and character, and whether it is a base.
fn unit_shape(scene: &TextScene, grounds: &BTreeMap<&str, char>, unit: &UnitView) -> Option<(Shape, char, bool)> {
    let stand = unit.stand?;
    let is_base = is_base(scene, unit);
    let shape = footprint(scene, unit).unwrap_or(&Footprint::Base(20, 20)).at(stand);
    let ground = unit.known.as_ref().and_then(|known| grounds.get(known.kind.as_str())).copied().unwrap_or('?');
    let side = scene.key.side(scene.content.sides.find(&unit.side));
    Some((shape, if is_base { side } else { ground }, is_base))
}

/// Returns the character of a cell: that of a base if there is one, else that of a terrain piece, else that of an empty
/// cell.
fn sign(laid: &[(Shape, char, bool)], left: i32, top: i32, wide: i32) -> char {
    let [left, top, wide] = [left, top, wide].map(i64::from);
    let cell = Rectangle { left, top, right: left + wide, bottom: top + 2 * wide };
    let there = laid.iter().filter(|(shape, _, _)| shape.overlaps(&cell));
    there.max_by_key(|(_, _, is_base)| *is_base).map_or('.', |(_, sign, _)| *sign)
}

/// Formats a unit's place, its side and strength, its name and its facing: `41,33  R4 Hoth, north`.
fn row(scene: &TextScene, field: &Field, unit: &UnitView) -> String {
    let Some((piece, stand)) =
        stack::pieces(scene.content, std::slice::from_ref(unit), scene.options.catalogue).pop().zip(unit.stand)
    else {
        return String::new();
    };
    let (chip, _) = units::chip(scene, &piece);
    let name = piece.face.as_ref().map_or_else(String::new, |face| terminal_text::clean(&face.name));
    let facing = scene.say(stand.facing.name());
    format!("{:>12}  {chip} {name}, {facing}\n", field.write(stand.spot))
}
