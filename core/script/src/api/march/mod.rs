//! Marches: units moving one by one, the whole phase in one procedure of the engine.
//!
//! A script that asked for every unit and every goal itself would cross the language border ten times for each; most of
//! what a game does is moving. The script says who moves how and through what, and is called back for the moves it
//! notices.

mod go;

use super::{Method, asking, method};
use crate::arena::{Kind, Likeness, March, Pace, Points, ReachTerms};
use crate::call::Call;
use crate::handle::HandleTag;
use crate::outcome::{Outcome, Result, fail};
use crate::suggestions::no_such;
use grognard_engine::ids::{Id, QuestionId};
use grognard_engine::set::bits;

pub(super) const METHODS: &[Method] = &[
    method!(Game.march "(side: Side, march: MarchOptions): March", march, "Prepares units to move one by one; `march:next()` lets them. `units`: who may move, each once; whoever is picked is taken out of this very set. `which`, `goal`: the questions for the unit and its goal. `costs`: the table of costs; without it no unit moves before `march:like` has told how. `points`: the property with the movement points, or a number. `blocked`, `stops`: as for `game:reach`. `apart`: no move ends on a friend. `notice`: spaces of interest. `mark`: a mark for units that have had their move; it makes the place before each unit a checkpoint, as `game:checkpoint` does. `loses`: a mark that a unit loses when it goes to another space. The sets are read anew for each unit, as they are then: what a rule adds to them or takes out while the march goes on counts from the next unit on."),
    asking!(March.next "(): (Unit?, Space, Spaces)", next, "Lets the side move units until one picks a goal that it could reach by way of a space of `notice`; returns that unit, its goal and its reach, and leaves the move to the script. Without `notice` all moves are the engine's. Returns nil when the side declines a question (also that for the goal) or all have moved. A unit that picks its own space stays there and has had its move; it is not returned. The reach is one set for the whole march: it changes with the next unit. A unit of which nobody has told how it moves is returned alone when it is picked, and its move is the script's; one that moves like others (`march:like`) is returned also when it picks its own space."),
    method!(March.like "(units: Units, reach: Spaces, limit: StackLimit?)", like, "Tells that units move from now on as this set made by `game:reach` from one space says: with the same costs, points and terms, round the same sets. With a `limit` no unit ends where friends and it would have more than `max` of `property` together. If the unit that was returned alone is one of them, it is not the script's any more: the march asks for its goal next. Neither set may change later."),
];

fn march(call: &mut Call) -> Result<Outcome> {
    call.may_change()?;
    let side = call.side(1)?;
    let [units, which, goal, costs, points, blocked, stops, apart, notice, mark, loses] = call.fields(
        2,
        ["units", "which", "goal", "costs", "points", "blocked", "stops", "apart", "notice", "mark", "loses"],
    )?;
    call.need([("units", units), ("which", which), ("goal", goal)])?;
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
                terms: ReachTerms::default(),
            }),
        },
        apart: !call.is_nil(apart) && call.boolean(apart)?,
        notice: optional(call, notice)?,
        mark: a_mark(call, mark)?,
        loses: a_mark(call, loses)?,
        moving: None,
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
            "the system has no way of moving",
            name,
            call.desk.table.content.map.movements().iter().map(|(_, name)| name),
        ),
    }
}

fn points(call: &Call, at: i32) -> Result<Points> {
    if call.is_number(at) {
        return Ok(Points::Fixed(call.integer(at)?.clamp(0, 60_000) as u16));
    }
    property(call, at).map(Points::Property)
}

fn property(call: &Call, at: i32) -> Result<usize> {
    let name = call.text(at)?;
    match call.desk.table.content.properties.iter().position(|known| known == name) {
        Some(property) => Ok(property),
        None => no_such(
            "the system declares no property",
            name,
            call.desk.table.content.properties.iter().map(String::as_str),
        ),
    }
}

/// The number of the march that is called.
fn this(call: &Call) -> Result<usize> {
    let (generation, at) = ((call.this >> 32) as u16, call.this as u32 as usize);
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

/// Goes on with the answer a march was put aside for.
pub(super) fn go_on(call: &mut Call) -> Result<Outcome> {
    match call.desk.table.take_answer() {
        Some(answer) => go::go(call, Some(answer)),
        None => fail("the march was resumed without an answer"),
    }
}

fn like(call: &mut Call) -> Result<Outcome> {
    let (march, units, reach) = (this(call)?, call.set(1, Kind::Units)?, call.set(2, Kind::Spaces)?);
    let Some(query) = call.desk.arena.query(reach).filter(|query| query.terms.sources.is_none()) else {
        return fail("`march:like` takes a set made by `game:reach` from one space");
    };
    let room = match call.is_nil(3) {
        true => None,
        false => {
            let [name, most] = call.fields(3, ["property", "max"])?;
            call.need([("property", name), ("max", most)])?;
            Some((property(call, name)?, call.integer(most)?))
        }
    };
    let (points, terms) = (Points::Fixed(query.points), query.terms);
    let pace = Pace { movement: query.movement, points, blocked: query.blocked, stops: query.stops, terms };
    if !call.desk.arena.keep_likeness(Likeness { march, units, pace, room }) {
        return fail("this procedure called `march:like` too often; is there an endless loop?");
    }
    let alone = call.desk.arena.marches[march].returned;
    if let Some(unit) = alone.filter(|unit| bits::has(call.desk.arena.words(units), unit.index())) {
        call.desk.arena.marches[march].returned = None;
        go::set_out(call, march, unit)?;
    }
    call.nothing()
}
