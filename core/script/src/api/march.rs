//! Marches: units moving one by one, the whole phase in one procedure of the engine.
//!
//! A script that asked for every unit and every goal itself would cross the language border ten times for each; most of
//! what a game does is moving. The script says who moves how and through what, and is called back for the moves it notices.

use super::{Method, method};
use crate::arena::{Arena, Kind, March, Points, ReachQuery, ReachTerms, Resume};
use crate::call::Call;
use crate::handle::Tag;
use crate::hint::no_such;
use crate::outcome::{Outcome, Result, fail};
use grognard_engine::decision::{Answer, Choice, Decision, Form, Options};
use grognard_engine::ids::{Id, QuestionId, SpaceId, UnitId};
use grognard_engine::log::Event;
use grognard_engine::set::bits;
use grognard_engine::table::Table;

pub(super) const METHODS: &[Method] = &[
    method!(Game.march "(side: Side, march: MarchOptions): March", march, "Prepares units to move one by one; `march:next()` lets them. `units`: who may move, each once; whoever is picked is taken out of this very set. `which`, `goal`: the questions for the unit and its goal. `costs`: the table of costs. `points`: the property with the movement points, or a number. `blocked`, `stops`: as for `game:reach`. `apart`: no move ends on a friend. `notice`: spaces of interest. The sets are read anew for each unit, as they are then: what a rule adds to them or takes out while the march goes on counts from the next unit on."),
    method!(March.next "(): (Unit?, Space, Spaces)", next, "Lets the side move units until one picks a goal that it could reach by way of a space of `notice`; returns that unit, its goal and its reach, and leaves the move to the script. Without `notice` all moves are the engine's. Returns nil when the side declines a question (also that for the goal) or all have moved. A unit that picks its own space stays there and has had its move; it is not returned. The reach is one set for the whole march: it changes with the next unit."),
];

fn march(call: &mut Call) -> Result<Outcome> {
    call.may_change()?;
    let side = call.side(1)?;
    let [units, which, goal, costs, points, blocked, stops, apart, notice] =
        call.fields(2, ["units", "which", "goal", "costs", "points", "blocked", "stops", "apart", "notice"])?;
    let optional = |call: &Call, at| if call.is_nil(at) { Ok(None) } else { call.set(at, Kind::Spaces).map(Some) };
    let march = March {
        side,
        which: QuestionId(call.question(which)?),
        goal: QuestionId(call.question(goal)?),
        units: call.set(units, Kind::Units)?,
        movement: movement(call, costs)?,
        points: self::points(call, points)?,
        blocked: optional(call, blocked)?,
        stops: optional(call, stops)?,
        apart: !call.is_nil(apart) && call.boolean(apart)?,
        notice: optional(call, notice)?,
        moving: None,
        reach: call.make(Kind::Spaces)?,
        full: call.make(Kind::Spaces)?,
    };
    call.desk.arena.marches.push(march);
    let at = call.desk.arena.marches.len() - 1;
    call.push(Tag::March, call.stamped(at))
}

pub(super) fn movement(call: &Call, at: i32) -> Result<grognard_engine::ids::MovementId> {
    let name = call.text(at)?;
    match call.desk.table.content.map.movement(name) {
        Some(movement) => Ok(movement),
        None => no_such("the system has no way of moving", name, call.desk.table.content.map.movements().iter().map(|(_, name)| name)),
    }
}

fn points(call: &Call, at: i32) -> Result<Points> {
    if call.is_number(at) {
        return Ok(Points::Fixed(call.integer(at)?.clamp(0, 60_000) as u16));
    }
    let name = call.text(at)?;
    match call.desk.table.content.properties.iter().position(|known| known == name) {
        Some(property) => Ok(Points::Property(property)),
        None => no_such("the system declares no property", name, call.desk.table.content.properties.iter().map(String::as_str)),
    }
}

fn next(call: &mut Call) -> Result<Outcome> {
    call.may_change()?;
    let (generation, at) = ((call.this >> 32) as u16, call.this as u32 as usize);
    let side = call.desk.arena.marches.get(at).filter(|_| generation == call.desk.arena.generation).map(|march| march.side);
    match side {
        Some(side) if call.desk.table.players[side.index()].is_none() => call.may_wait()?,
        Some(_) => {}
        None => return fail("this march belongs to a procedure that has ended"),
    }
    go(call, None)
}

/// Goes on with the answer a march was put aside for.
pub(super) fn go_on(call: &mut Call) -> Result<Outcome> {
    match call.desk.table.take_answer() {
        Some(answer) => go(call, Some(answer)),
        None => fail("the march went on without an answer"),
    }
}

fn go(call: &mut Call, mut given: Option<Answer>) -> Result<Outcome> {
    let at = call.this as u32 as usize;
    loop {
        let march = call.desk.arena.marches[at];
        let answer = match given.take() {
            Some(answer) => answer,
            None if march.moving.is_none() && bits::is_empty(call.desk.arena.words(march.units)) => return call.push_nil(),
            None => match ask(call.desk.table, call.desk.arena, &march) {
                Ok(Some(answer)) => answer,
                Ok(None) => {
                    call.desk.arena.resume = Resume::March;
                    return Ok(Outcome::Yield);
                }
                Err(fault) => return fail(fault.to_string()),
            },
        };
        match (march.moving, answer) {
            (None, Answer::One(Choice::Unit(unit))) => pick(call, at, unit)?,
            (Some(unit), Answer::One(Choice::Space(goal))) => {
                call.desk.arena.marches[at].moving = None;
                if notices(call.desk.table, call.desk.arena, &march, unit, goal) {
                    call.push(Tag::Unit, unit.0.into())?;
                    call.push_space(Some(goal))?;
                    call.push_set(march.reach)?;
                    return Ok(Outcome::Values(3));
                }
                arrive(call.desk.table, &march, unit, goal);
            }
            _ => return call.push_nil(),
        }
    }
}

/// Asks for the next unit, or for the goal of the one picked.
fn ask(table: &mut Table, arena: &Arena, march: &March) -> std::result::Result<Option<Answer>, grognard_engine::table::RuleFault> {
    let (question, options) = match march.moving {
        None => (march.which, Options::Units(arena.words(march.units))),
        Some(_) => (march.goal, Options::Spaces(arena.words(march.reach))),
    };
    let stop = table.questions[question.index()].stop.is_some();
    let decision = Decision { side: march.side, question, form: Form::One, options, stop };
    match march.moving.filter(|_| table.players[march.side.index()].is_none()) {
        Some(unit) => table.choose(&decision, &[Choice::Unit(unit)]),
        None => table.choose(&decision, &[]),
    }
}

/// Takes a unit out of those that wait and works out where it can go.
fn pick(call: &mut Call, at: usize, unit: UnitId) -> Result<()> {
    let (table, arena) = (&*call.desk.table, &mut *call.desk.arena);
    let march = arena.marches[at];
    let state = table.state.unit(unit);
    let Some(from) = state.place else {
        return fail(format!("{} is on no space and cannot move", table.content.units[unit.index()].name));
    };
    arena.marches[at].moving = Some(unit);
    bits::remove(arena.words_mut(march.units), unit.index());
    let points = match march.points {
        Points::Fixed(points) => points,
        Points::Property(property) => table.content.units[unit.index()].value(property, state.steps).unwrap_or(0).clamp(0, 60_000) as u16,
    };
    if march.apart {
        arena.words_mut(march.full).copy_from_slice(table.state.occupied(march.side));
    }
    let query = ReachQuery {
        movement: march.movement,
        from,
        points,
        blocked: march.blocked,
        stops: march.stops,
        full: Some(march.full),
        terms: ReachTerms::default(),
    };
    super::game::fill_reach(table, arena, march.reach, query);
    Ok(())
}

/// Whether the script wants to see to a move itself: the way to the goal could pass a space of interest.
fn notices(table: &Table, arena: &Arena, march: &March, unit: UnitId, goal: SpaceId) -> bool {
    let (Some(notice), Some(from)) = (march.notice, table.state.unit(unit).place) else { return false };
    let (reach, notice) = (arena.words(march.reach), arena.words(notice));
    if from == goal || !bits::meets(reach, notice) {
        return false;
    }
    let map = &table.content.map;
    let points = arena.query(march.reach).map_or(0, |query| u32::from(query.points));
    let free = map.has_free_links(march.movement);
    let on_the_way =
        |space: SpaceId| map.distance(from, space).zip(map.distance(space, goal)).is_some_and(|(a, b)| free || a + b <= points);
    bits::iter(notice).filter(|&space| bits::has(reach, space)).any(|space| on_the_way(SpaceId::from_index(space)))
}

fn arrive(table: &mut Table, march: &March, unit: UnitId, goal: SpaceId) {
    let from = table.state.unit(unit).place;
    if from == Some(goal) {
        return;
    }
    table.state.place(&table.content, unit, Some(goal));
    let rule = &table.questions[march.goal.index()].rule;
    if table.service.log {
        let event = Event {
            rule: rule.clone(),
            text: "{1} moves from {2} to {3}".into(),
            about: [Some(Choice::Unit(unit)), from.map(Choice::Space), Some(Choice::Space(goal))].into_iter().flatten().collect(),
            only: None,
            hidden_from: Vec::new(),
        };
        table.log(|| event);
    }
}
