//! Regions: the places on a table where a unit could stand, from which a side chooses.

use super::measure::{base, facing_at, need_table, push_spot, shape, shapes, spot_at, stand, units};
use super::{Method, method};
use crate::call::Call;
use crate::choices::spot_value;
use crate::handle::HandleTag;
use crate::outcome::{Outcome, Result, Value, fail};
use crate::suggestions::no_such;
use grognard_engine::decision::Choice;
use grognard_engine::field::{Approach, Facing, Ground, Rectangle, Region, RegionPart, Shape, Spot, Term};
use grognard_engine::ids::{Id, UnitId};
use std::sync::Arc;

pub(super) const METHODS: &[Method] = &[
    method!(Game.region "(unit: Unit, facing: string?): Region", make, "Every place where a unit could stand wholly on \
        the table with this facing, or with its current facing if none is given."),
    method!(Region.inside "(rectangle: Rectangle): Region", inside, "The places where the unit would be wholly inside \
        a rectangle: `left` and `right` are measured from the west, `top` and `bottom` from the north."),
    method!(Region.along "(side: string, depth: number): Region", along, "The places where the unit would be wholly \
        inside the strip of this depth along a side of the table (north, east, south or west)."),
    method!(Region.within "(of: Unit | Units, distance: number): Region", |call| measured(call, Term::Within),
        "The places where the unit would be at most this far from a unit, or from any unit in a set."),
    method!(Region.beyond "(of: Unit | Units, distance: number): Region", |call| measured(call, Term::Beyond),
        "The places where the unit would be at least this far from a unit, or from every unit in a set."),
    method!(Region.clear "(of: Unit | Units): Region", |call| with_shapes(call, Term::Clear),
        "The places where the unit would overlap none of these units; it may touch them."),
    method!(Region.on "(what: Unit | Units): Region", |call| with_shapes(call, Term::On), "The places where the unit \
        would at least partly lie on one of these units."),
    method!(Region.centred_on "(what: Unit | Units): Region", |call| with_shapes(call, Term::CentredOn), "The places where \
        the unit's centre would be on one of these units."),
    method!(Region.at "(spots: {Spot}): Region", at, "The places of the region that are in this list. All of them are \
        listed when a side chooses, on the lattice or not."),
    method!(Region.touching "(what: Unit | Units): Region", touching, "The places where the unit's base would touch \
        the base of one of these units edge to edge. The listed places are centre to centre, and at lattice steps from \
        there."),
    method!(Region.reach "(unit: Unit, options: GroundOptions): Region", reach, "The places a unit can reach from its \
        current place with this many `points`. `costs` names the way of moving, which sets the cost of each piece of \
        `ground`. The unit may come nearer than `belt` to a `hostile` unit only in a single straight move that touches \
        it, but it may move away from hostile units that it starts near. A straight move over plain ground costs one \
        point per unit of length; any other move goes from place to place on the lattice."),
    method!(Region.either "(other: Region): Region", either, "The places in either region."),
    method!(Region.has "(spot: Spot): boolean", has, "Whether a place is in the region, on the lattice or not."),
    method!(Region.list "(): {Spot}", list, "The places listed when a side chooses from the region, from north to \
        south and from west to east."),
    method!(Region.is_empty "(): boolean", |call| { let empty = this(call)?.is_empty(); call.push_bool(empty) },
        "Whether the list of places is empty."),
    method!(Region.nearest "(to: Spot): Spot?", nearest, "The listed place nearest to another place; nil if no places \
        are listed."),
    method!(Region.cost "(to: Spot): number?", cost, "The cost of a place in a region made by `reach`, in points, \
        rounded up; nil if it cannot be reached."),
];

/// Returns the region with this handle value; fails if the handle belongs to another run.
pub(super) fn region<'a>(call: &'a Call, stamped: u64) -> Result<&'a Arc<Region>> {
    match call.desk.arena.region(stamped) {
        Some(region) => Ok(region),
        None => fail("this region belongs to a procedure that has ended; create it again"),
    }
}

fn this<'a>(call: &'a Call) -> Result<&'a Arc<Region>> {
    region(call, call.this)
}

fn keep(call: &mut Call, region: Region) -> Result<Outcome> {
    match call.desk.arena.keep_region(region) {
        Some(number) => call.push(HandleTag::Region, call.run_number(number)),
        None => fail("this procedure created too many regions; is there an endless loop?"),
    }
}

/// Returns a copy of the receiver with an additional term.
fn narrow(call: &mut Call, term: Term) -> Result<Outcome> {
    call.spend(200)?;
    let region = this(call)?.with(term);
    keep(call, region)
}

fn make(call: &mut Call) -> Result<Outcome> {
    call.spend(100)?;
    let unit = call.unit(1)?;
    let facing = match call.is_nil(2) {
        true => stand(call, unit).map_or(Facing::North, |stand| stand.facing),
        false => facing_at(call, 2)?,
    };
    let field = need_table(call)?;
    let Some(footprint) = call.desk.table.content.footprint(unit).cloned() else {
        return fail(format!("`{}` has no footprint on the table", call.desk.table.content.units[unit.index()].name));
    };
    let region = Region::new(field, vec![RegionPart { footprint, facing, terms: Vec::new() }]);
    keep(call, region)
}

fn inside(call: &mut Call) -> Result<Outcome> {
    let [left, top, right, bottom] = call.fields(1, &["left", "top", "right", "bottom"])?;
    call.need([("left", left), ("top", top), ("right", right), ("bottom", bottom)])?;
    let [left, top, right, bottom] =
        [call.integer(left)?, call.integer(top)?, call.integer(right)?, call.integer(bottom)?].map(i64::from);
    narrow(call, Term::Inside(Rectangle { left, top, right, bottom }))
}

fn along(call: &mut Call) -> Result<Outcome> {
    let (side, depth) = (facing_at(call, 1)?, call.integer(2)?);
    let strip = need_table(call)?.strip(side, depth);
    narrow(call, Term::Inside(strip))
}

fn measured(call: &mut Call, term: fn(i32, Arc<[Shape]>) -> Term) -> Result<Outcome> {
    let (of, distance) = (shapes(call, 1)?, call.integer(2)?);
    narrow(call, term(distance.clamp(0, 10_000), of.into()))
}

fn with_shapes(call: &mut Call, term: fn(Arc<[Shape]>) -> Term) -> Result<Outcome> {
    let of = shapes(call, 1)?;
    narrow(call, term(of.into()))
}

fn at(call: &mut Call) -> Result<Outcome> {
    let spot = |choice: Choice| match choice {
        Choice::Spot(spot) => Some(spot),
        _ => None,
    };
    match call.list(1)?.into_iter().map(spot).collect::<Option<Vec<Spot>>>() {
        Some(spots) => narrow(call, Term::At(spots.into())),
        None => call.expected(1, "list of spots"),
    }
}

fn touching(call: &mut Call) -> Result<Outcome> {
    let of = bases(call, 1)?;
    narrow(call, Term::Touching(of.into()))
}

fn bases(call: &Call, at: i32) -> Result<Vec<Rectangle>> {
    Ok(units(call, at)?.into_iter().filter_map(|unit| base(call, unit)).collect())
}

fn reach(call: &mut Call) -> Result<Outcome> {
    call.spend(5000)?;
    let unit = call.unit(1)?;
    let [costs, points, ground, hostile, belt] = call.fields(2, &["costs", "points", "ground", "hostile", "belt"])?;
    call.need([("costs", costs), ("points", points), ("ground", ground)])?;
    let (name, points) = (call.text(costs)?, call.integer(points)?.clamp(0, 10_000));
    let content = call.desk.table.content.clone();
    let Some(going) = content.goings.iter().find(|going| going.name == name) else {
        return no_such(
            "the system declares no effects of ground for the movement",
            name,
            content.goings.iter().map(|going| going.name.as_str()),
        );
    };
    let kind = |unit: UnitId| content.units[unit.index()].kind;
    let pieces: Vec<_> =
        units(call, ground)?.into_iter().filter_map(|unit| Some((kind(unit), shape(call, unit)?))).collect();
    let hostile = if call.is_nil(hostile) { Vec::new() } else { bases(call, hostile)? };
    let belt = if call.is_nil(belt) { 0 } else { call.integer(belt)?.clamp(0, 10_000) };
    let Some((stand, base)) = stand(call, unit).zip(base(call, unit)) else {
        return fail(format!("`{}` is not on the table", content.units[unit.index()].name));
    };
    let ground = Ground::new(going, pieces);
    let approach = Approach::new(need_table(call)?, (stand, base), points as u32, ground, (hostile, belt.into()));
    narrow(call, Term::Reach(Arc::new(approach)))
}

fn either(call: &mut Call) -> Result<Outcome> {
    let other = match call.any_handle(1) {
        Some((HandleTag::Region, stamped)) => region(call, stamped)?.clone(),
        _ => return call.expected(1, "Region"),
    };
    let both = this(call)?.or(&other);
    keep(call, both)
}

fn has(call: &mut Call) -> Result<Outcome> {
    let spot = spot_at(call, 1)?;
    call.push_bool(this(call)?.has(spot))
}

fn list(call: &mut Call) -> Result<Outcome> {
    call.spend(2000)?;
    let spots = this(call)?.clone();
    call.push_list(spots.candidates().iter().map(|spot| Value::Handle(HandleTag::Spot, spot_value(*spot))))
}

fn nearest(call: &mut Call) -> Result<Outcome> {
    let to = spot_at(call, 1)?;
    call.spend(2000)?;
    push_spot(call, this(call)?.nearest(to))
}

fn cost(call: &mut Call) -> Result<Outcome> {
    let to = spot_at(call, 1)?;
    match this(call)?.cost(to) {
        Some(cost) => call.push_number(f64::from(cost.div_ceil(10))),
        None => call.push_nil(),
    }
}
