//! Marches: units that move one by one, in a loop that the engine runs.
//!
//! A script that asked for every unit and every goal itself would cross the language boundary ten times per move, and
//! most of a game is movement. Instead, the script declares how units move and through which spaces, and is called only
//! for moves that it wants to handle.

mod go;

use super::{Method, asking, method};
use crate::arena::{Kind, Likeness, March, MarchStage, Pace, Points, ReachTerms};
use crate::call::Call;
use crate::handle::{self, HandleTag};
use crate::outcome::{Outcome, Result, fail};
use crate::suggestions::no_such;
use grognard_engine::ids::{Id, QuestionId};
use grognard_engine::map::Turning;
use grognard_engine::set::bits;

pub(super) const METHODS: &[Method] = &[
    method!(Game.march "(side: Side, march: MarchOptions): March", march, "Prepares units to move one by one; \
        `march:next()` runs the march. `units`: the units that may move, once each; a unit is removed from this set \
        when it is picked. `which`, `goal`: the questions for the unit and its goal. `costs`: the cost table; if \
        omitted, units move only as specified by `march:like`. `points`: a number of movement points, or the property \
        that holds it. `blocked`, `stops`: as for `game:reach`. `apart`: no move may end in a space with a friendly \
        unit. `notice`: spaces of interest. `mark`: a mark for units that have moved; if present, the march makes a \
        checkpoint before each unit, as `game:checkpoint` does. `loses`: a mark that a unit loses when it leaves its \
        space. `turn`: the cost of turning by one heading; units then enter only the hex ahead, as for `game:reach`, \
        and end their move with the heading of a cheapest way, or with one that they choose, if `facing` is the \
        question for it. The sets are read again for each unit, so changes that rules make during the march take effect from the \
        next unit."),
    asking!(March.next "(): (Unit?, Space, Spaces)", next, "Lets the side move units until it picks a goal that the \
        unit could reach by way of a space of `notice`; returns the unit, its goal and its reach, and leaves the move \
        to the script. Without `notice` the engine makes all moves. Returns nil when the side declines a question \
        (including the question for the goal) or all units have moved. A unit whose goal is its current space stays \
        there and counts as moved; it is not returned. The reach is a single set for the whole march, and changes with \
        the next unit. If `costs` is omitted and `march:like` does not cover a unit, the unit is returned alone when \
        picked, and its move is left to the script; a unit covered by `march:like` is returned even if its goal is its \
        current space."),
    method!(March.like "(units: Units, reach: Spaces, limit: StackLimit?)", like, "From now on, makes these units move \
        according to a set made by `game:reach` from one space: with the same costs, points, conditions and sets. With \
        a `limit`, no unit may end its move where it and its friends would have more than `max` of `property` in \
        total. If one of these units was just returned alone, the march takes it back and asks for its goal next. \
        Neither set may change later."),
];

fn march(call: &mut Call) -> Result<Outcome> {
    call.may_change()?;
    let side = call.side(1)?;
    let names = &[
        "units", "which", "goal", "costs", "points", "blocked", "stops", "apart", "notice", "mark", "loses", "turn",
        "facing",
    ];
    let [units, which, goal, costs, points, blocked, stops, apart, notice, mark, loses, turn, facing] =
        call.fields(2, names)?;
    call.need([("units", units), ("which", which), ("goal", goal)])?;
    if !call.is_nil(facing) {
        call.need([("turn", turn)])?;
    }
    if !call.is_nil(costs) {
        call.need([("points", points)])?;
    }
    let optional = |call: &Call, at| if call.is_nil(at) { Ok(None) } else { call.set(at, Kind::Spaces).map(Some) };
    let a_mark = |call: &Call, at| if call.is_nil(at) { Ok(None) } else { super::unit::mark(call, at).map(Some) };
    let march = March {
        side,
        which: QuestionId(call.question(which)?),
        goal: QuestionId(call.question(goal)?),
        units: call.set(units, Kind::Units)?,
        pace: match call.is_nil(costs) {
            true => None,
            false => Some(Pace {
                movement: movement(call, costs)?,
                points: self::points(call, points)?,
                blocked: optional(call, blocked)?,
                stops: optional(call, stops)?,
                terms: ReachTerms { turning: turning(call, turn)?, ..ReachTerms::default() },
            }),
        },
        apart: !call.is_nil(apart) && call.boolean(apart)?,
        notice: optional(call, notice)?,
        mark: a_mark(call, mark)?,
        loses: a_mark(call, loses)?,
        facing: if call.is_nil(facing) { None } else { Some(QuestionId(call.question(facing)?)) },
        stage: MarchStage::Picking,
        returned: None,
        reach: call.make(Kind::Spaces)?,
        full: call.make(Kind::Spaces)?,
    };
    call.desk.arena.marches.push(march);
    let at = call.desk.arena.marches.len() - 1;
    call.push(HandleTag::March, call.run_number(at))
}

pub(super) fn movement(call: &Call, at: i32) -> Result<grognard_engine::ids::MovementId> {
    let name = call.text(at)?;
    match call.desk.table.content.map.movement(name) {
        Some(movement) => Ok(movement),
        None => no_such(
            "the system declares no movement table",
            name,
            call.desk.table.content.map.movements().iter().map(|(_, name)| name),
        ),
    }
}

/// Reads the cost of turning by one heading from an argument.
pub(super) fn turn(call: &Call, at: i32) -> Result<u16> {
    match call.integer(at)? {
        cost @ 0..=60_000 => Ok(cost as u16),
        cost => fail(format!("turning costs 0 or more, not {cost}")),
    }
}

/// Returns how units turn, from the cost in an argument; `None` if they do not. The heading is set when a unit moves.
fn turning(call: &Call, at: i32) -> Result<Option<Turning>> {
    if call.is_nil(at) {
        return Ok(None);
    }
    let cost = turn(call, at)?;
    super::headings::turning(&call.desk.table.content, 0, cost).map(Some)
}

fn points(call: &Call, at: i32) -> Result<Points> {
    if call.is_number(at) {
        return Ok(Points::Fixed(call.integer(at)?.clamp(0, 60_000) as u16));
    }
    super::unit::named_property(call, at).map(Points::Property)
}

/// Returns the index of the march that the receiver refers to.
fn this(call: &Call) -> Result<usize> {
    let (generation, at) = handle::unstamp(call.this);
    match call.desk.arena.marches.get(at) {
        Some(_) if generation == call.desk.arena.generation => Ok(at),
        _ => fail("this march belongs to a procedure that has ended"),
    }
}

fn next(call: &mut Call) -> Result<Outcome> {
    let at = this(call)?;
    let March { mark, .. } = call.desk.arena.marches[at];
    if let Some(unit) = call.desk.arena.marches[at].returned.take()
        && let Some(mark) = mark
    {
        call.desk.table.state.set_mark(unit, mark, true);
    }
    go::go(call, None)
}

/// Continues a suspended march with the answer to its question.
pub(super) fn go_on(call: &mut Call) -> Result<Outcome> {
    match call.desk.table.take_answer() {
        Some(answer) => go::go(call, Some(answer)),
        None => fail("the march was resumed without an answer"),
    }
}

fn like(call: &mut Call) -> Result<Outcome> {
    let (march, units, reach) = (this(call)?, call.set(1, Kind::Units)?, call.set(2, Kind::Spaces)?);
    let Some(query) = call.desk.arena.query(reach).filter(|query| query.terms.sources.is_none()) else {
        return fail("`march:like` takes a set returned by `game:reach` from one space");
    };
    let room = match call.is_nil(3) {
        true => None,
        false => {
            let [name, most] = call.fields(3, &["property", "max"])?;
            call.need([("property", name), ("max", most)])?;
            Some((super::unit::named_property(call, name)?, call.integer(most)?))
        }
    };
    let (points, terms) = (Points::Fixed(query.points), query.terms);
    let pace = Pace { movement: query.movement, points, blocked: query.blocked, stops: query.stops, terms };
    if !call.desk.arena.keep_likeness(Likeness { march, units, pace, room }) {
        return fail("this procedure called `march:like` too many times; is there an endless loop?");
    }
    let alone = call.desk.arena.marches[march].returned;
    if let Some(unit) = alone.filter(|unit| bits::has(call.desk.arena.words(units), unit.index())) {
        call.desk.arena.marches[march].returned = None;
        go::set_out(call, march, unit)?;
    }
    call.nothing()
}
