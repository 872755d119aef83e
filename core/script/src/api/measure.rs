//! Measurements on a table: places, distances and contacts.

use super::{Field, Method, field, method};
use crate::arena::Kind;
use crate::call::Call;
use crate::choices::{spot, spot_value};
use crate::handle::HandleTag;
use crate::outcome::{Outcome, Result, Value, fail};
use crate::suggestions::no_such;
use grognard_engine::field::{Facing, Field as Table, Rectangle, Shape, Spot, Stand};
use grognard_engine::ids::{Id, UnitId};
use grognard_engine::set::bits;

pub(super) const FIELDS: &[Field] = &[
    field!(Game.table_width: "number", |call| { let size = table(call).map_or([0, 0], |table| table.size); call.push_number(size[0]) }, "The width of the table from west to east, in units of length; 0 if there is no table."),
    field!(Game.table_height: "number", |call| { let size = table(call).map_or([0, 0], |table| table.size); call.push_number(size[1]) }, "The height of the table from north to south; 0 if there is no table."),
    field!(Unit.spot: "Spot?", |call| push_spot(call, stand(call, this(call)).map(|stand| stand.spot)),
        "The place of the unit's centre; nil if the unit is not on the table."),
    field!(Unit.facing: "string?", facing, "The direction the unit faces: north, east, south or west; nil if the unit \
        is not on the table."),
    field!(Spot.x: "number", |call| call.push_number(spot(call.this).x), "The distance from the west side of the \
        table."),
    field!(Spot.y: "number", |call| call.push_number(spot(call.this).y), "The distance from the north side of the \
        table."),
];

pub(super) const METHODS: &[Method] = &[
    method!(Game.spot "(x: number, y: number): Spot", make_spot, "The place with these coordinates; an error if it is \
        off the table."),
    method!(Game.sees "(from: Unit | Spot, to: Unit | Spot, past: Units): boolean", sees, "Whether the straight line \
        between the centres crosses none of the units in `past`. Units that contain an end of the line do not count."),
    method!(Spot.distance "(other: Spot): number", distance, "The distance to another place, rounded down."),
    method!(Spot.toward "(other: Spot): string", toward, "The direction to another place, rounded to north, east, \
        south or west."),
    method!(Unit.stand "(spot: Spot, facing: string?)", put, "Places the unit on the table with its centre at a spot, \
        with this facing or, if none is given, with its current facing."),
    method!(Unit.gap "(other: Unit): number?", gap, "The distance between the nearest points of two bases, rounded \
        down, so that `gap < 20` is exact; nil if either has no base on the table."),
    method!(Unit.touches "(other: Unit): boolean", |call| contact(call, |_, _| true), "Whether two bases touch edge to \
        edge; touching at a corner does not count."),
    method!(Unit.fronts "(other: Unit): boolean", |call| contact(call, |facing, side| facing == side),
        "Whether the front of this base touches another base edge to edge."),
    method!(Unit.crossings "(other: Unit): {Spot}", crossings, "The places on the table where a line of this unit, such \
        as the course of a road, crosses a line of another; empty if either is not on the table."),
    method!(Units.on_table "(): Units", on_table, "The members on the table."),
    method!(Units.within "(of: Unit | Units | Spot, distance: number): Units", |call| near(call, Shape::is_within), "The \
        members on the table within this distance of a unit, of any unit in a set, or of a place, measured between the \
        nearest points."),
    method!(Units.nearer_than "(of: Unit | Units | Spot, distance: number): Units", |call| near(call, Shape::is_nearer),
        "Like `within`, but without the members at exactly this distance."),
    method!(Units.touching "(units: Unit | Units): Units", touching, "The members whose bases touch that of a unit, or \
        of any unit in a set, edge to edge."),
    method!(Units.under "(unit: Unit): Units", under, "The members that lie at least partly under the base of a unit, \
        such as pieces of ground. Touching is not enough."),
];

fn this(call: &Call) -> UnitId {
    UnitId(call.this as u16)
}

/// Returns the table, if the map has one.
pub(super) fn table<'a>(call: &'a Call) -> Option<&'a Table> {
    call.desk.table.content.map.field()
}

/// Returns the table, or an error if there is none.
pub(super) fn need_table<'a>(call: &'a Call) -> Result<&'a Table> {
    table(call).map_or_else(|| fail("this map has no table to measure on; its kind is not `field`"), Ok)
}

pub(super) fn stand(call: &Call, unit: UnitId) -> Option<Stand> {
    call.desk.table.state.unit(unit).stand
}

/// Returns the shape of a unit on the table.
pub(super) fn shape(call: &Call, unit: UnitId) -> Option<Shape> {
    call.desk.table.content.shape(unit, stand(call, unit)?)
}

/// Returns the base of a unit on the table.
pub(super) fn base(call: &Call, unit: UnitId) -> Option<Rectangle> {
    call.desk.table.content.base(unit, stand(call, unit)?)
}

pub(super) fn push_spot(call: &Call, spot: Option<Spot>) -> Result<Outcome> {
    match spot {
        Some(spot) => call.push(HandleTag::Spot, spot_value(spot)),
        None => call.push_nil(),
    }
}

/// Reads a place from an argument.
pub(super) fn spot_at(call: &Call, at: i32) -> Result<Spot> {
    match call.any_handle(at) {
        Some((HandleTag::Spot, value)) => Ok(spot(value)),
        _ => call.expected(at, "Spot"),
    }
}

/// Reads a unit or a set of units from an argument, as a list.
pub(super) fn units(call: &Call, at: i32) -> Result<Vec<UnitId>> {
    if let Some((HandleTag::Unit, unit)) = call.any_handle(at) {
        return Ok(vec![UnitId(unit as u16)]);
    }
    let set = call.set(at, Kind::Units)?;
    Ok(bits::iter(call.desk.arena.words(set)).map(UnitId::from_index).collect())
}

/// Reads a unit or a set of units from an argument, and returns the shapes of those on the table.
pub(super) fn shapes(call: &Call, at: i32) -> Result<Vec<Shape>> {
    let units = units(call, at)?;
    // The corners of each shape have to be rotated and moved.
    call.spend(10 * units.len() as u64)?;
    Ok(units.into_iter().filter_map(|unit| shape(call, unit)).collect())
}

/// Reads a facing from an argument.
pub(super) fn facing_at(call: &Call, at: i32) -> Result<Facing> {
    let name = call.text(at)?;
    match Facing::named(name) {
        Some(facing) => Ok(facing),
        None => no_such("there is no facing", name, Facing::ALL.map(Facing::name)),
    }
}

fn facing(call: &mut Call) -> Result<Outcome> {
    match stand(call, this(call)) {
        Some(stand) => call.push_text(stand.facing.name()),
        None => call.push_nil(),
    }
}

fn make_spot(call: &mut Call) -> Result<Outcome> {
    let spot = Spot { x: call.integer(1)?, y: call.integer(2)? };
    let field = need_table(call)?;
    if !field.has(spot) {
        return fail(format!(
            "{}, {} is not on the table, which is {} by {}",
            spot.x, spot.y, field.size[0], field.size[1]
        ));
    }
    push_spot(call, Some(spot))
}

fn distance(call: &mut Call) -> Result<Outcome> {
    let other = spot_at(call, 1)?;
    call.push_number(spot(call.this).squared_distance(other).isqrt() as f64)
}

fn toward(call: &mut Call) -> Result<Outcome> {
    let other = spot_at(call, 1)?;
    call.push_text(spot(call.this).toward(other).name())
}

fn put(call: &mut Call) -> Result<Outcome> {
    call.may_change()?;
    need_table(call)?;
    let (unit, spot) = (this(call), spot_at(call, 1)?);
    let before = stand(call, unit).map_or(Facing::North, |stand| stand.facing);
    let facing = if call.is_nil(2) { before } else { facing_at(call, 2)? };
    if call.desk.table.content.footprint(unit).is_none() {
        return fail(format!("`{}` has no footprint on the table", call.desk.table.content.units[unit.index()].name));
    }
    let table = &mut *call.desk.table;
    if !table.state.set_stand(&table.content, unit, Stand { spot, facing }) {
        return fail(format!("{}, {} is not on the table", spot.x, spot.y));
    }
    call.nothing()
}

fn gap(call: &mut Call) -> Result<Outcome> {
    let other = call.unit(1)?;
    match (base(call, this(call)), base(call, other)) {
        (Some(here), Some(there)) => call.push_number(here.squared_gap(&there).isqrt() as f64),
        _ => call.push_nil(),
    }
}

fn contact(call: &mut Call, is_meant: fn(Facing, Facing) -> bool) -> Result<Outcome> {
    let (unit, other) = (this(call), call.unit(1)?);
    let side = base(call, unit).zip(base(call, other)).and_then(|(here, there)| here.contact(&there));
    let meant = side.zip(stand(call, unit)).is_some_and(|(side, stand)| is_meant(stand.facing, side));
    call.push_bool(meant)
}

/// Creates a set of the receiver's members that satisfy `passes`.
fn filtered(call: &mut Call, passes: impl Fn(&Call, UnitId) -> bool) -> Result<Outcome> {
    let old = call.this_set()?;
    let members: Vec<UnitId> = bits::iter(call.desk.arena.words(old)).map(UnitId::from_index).collect();
    let new = call.make(Kind::Units)?;
    for unit in members {
        if passes(call, unit) {
            bits::insert(call.desk.arena.words_mut(new), unit.index());
        }
    }
    call.push_set(new)
}

fn on_table(call: &mut Call) -> Result<Outcome> {
    let space = table(call).map(|field| field.table);
    super::sets::filter(call, |table, unit| space.is_some() && table.state.unit(unit).place == space)
}

fn crossings(call: &mut Call) -> Result<Outcome> {
    call.spend(2000)?;
    let (other, field) = (call.unit(1)?, need_table(call)?);
    let Some((a, b)) = shape(call, this(call)).zip(shape(call, other)) else {
        return call.push_list(std::iter::empty());
    };
    let spots: Vec<Spot> = a.crossings(&b).into_iter().filter(|spot| field.has(*spot)).collect();
    call.push_list(spots.into_iter().map(|spot| Value::Handle(HandleTag::Spot, spot_value(spot))))
}

fn near(call: &mut Call, passes: fn(&Shape, &Shape, i64) -> bool) -> Result<Outcome> {
    let of = match call.any_handle(1) {
        Some((HandleTag::Spot, value)) => {
            let [x, y] = [spot(value).x, spot(value).y].map(i64::from);
            vec![Shape::from(Rectangle { left: x, top: y, right: x, bottom: y })]
        }
        _ => shapes(call, 1)?,
    };
    let distance = call.integer(2)?;
    filtered(call, |call, unit| {
        let shape = shape(call, unit);
        shape.is_some_and(|shape| of.iter().any(|other| passes(&shape, other, distance.into())))
    })
}

fn touching(call: &mut Call) -> Result<Outcome> {
    let others: Vec<Rectangle> = units(call, 1)?.into_iter().filter_map(|unit| base(call, unit)).collect();
    filtered(call, |call, unit| {
        base(call, unit).is_some_and(|base| others.iter().any(|other| base.contact(other).is_some()))
    })
}

fn under(call: &mut Call) -> Result<Outcome> {
    let over = call.unit(1)?;
    let Some(above) = base(call, over) else { return filtered(call, |_, _| false) };
    filtered(call, |call, unit| unit != over && shape(call, unit).is_some_and(|shape| shape.overlaps(&above)))
}

/// Returns one end of a line of sight: the place and, for a unit, its base.
fn end(call: &Call, at: i32) -> Result<Option<(Spot, Rectangle)>> {
    if let Some((HandleTag::Spot, value)) = call.any_handle(at) {
        let spot = spot(value);
        let [x, y] = [spot.x, spot.y].map(i64::from);
        return Ok(Some((spot, Rectangle { left: x, top: y, right: x, bottom: y })));
    }
    let unit = call.unit(at)?;
    Ok(stand(call, unit).and_then(|stand| Some((stand.spot, base(call, unit)?))))
}

fn sees(call: &mut Call) -> Result<Outcome> {
    let (Some((from, here)), Some((to, there))) = (end(call, 1)?, end(call, 2)?) else { return call.push_bool(false) };
    let past = shapes(call, 3)?;
    let holds_an_end = |shape: &Shape| [here, there].iter().any(|end| shape.overlaps(end));
    call.push_bool(!past.iter().any(|shape| !holds_an_end(shape) && shape.blocks(from, to)))
}
