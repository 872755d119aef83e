//! A march in progress: picks, goals, and the moves that the engine makes itself.

use super::super::game::CHECKPOINT;
use crate::arena::{Arena, March, MarchStage, Pace, Points, ReachQuery, Resume};
use crate::call::Call;
use crate::handle::{self, HandleTag};
use crate::outcome::{Outcome, Result, fail};
use grognard_engine::decision::{Answer, Choice, Decision, Form, Options};
use grognard_engine::ids::{Id, QuestionId, SideId, SpaceId, UnitId};
use grognard_engine::log::Event;
use grognard_engine::map::TurnTable;
use grognard_engine::set::bits;
use grognard_engine::table::{RuleFault, Table};

/// Continues the march until a move is left to the script, the side declines or all units have moved.
pub(super) fn go(call: &mut Call, mut given: Option<Answer>) -> Result<Outcome> {
    let (_, at) = handle::unstamp(call.this);
    loop {
        let stage = call.desk.arena.marches[at].stage;
        let answer = match given.take() {
            Some(answer) => answer,
            None => {
                if let MarchStage::Picking = stage {
                    begin(call, at)?;
                    let march = &call.desk.arena.marches[at];
                    if bits::is_empty(call.desk.arena.words(march.units)) {
                        return call.push_nil();
                    }
                }
                match ask(call.desk.table, call.desk.arena, &call.desk.arena.marches[at]) {
                    Ok(Some(answer)) => answer,
                    Ok(None) => {
                        call.desk.arena.resume = Resume::March;
                        return Ok(Outcome::Yield);
                    }
                    Err(fault) => return fail(fault.to_string()),
                }
            }
        };
        match (stage, answer) {
            (MarchStage::Picking, Answer::One(Choice::Unit(unit))) => {
                if !pick(call, at, unit)? {
                    call.desk.arena.marches[at].returned = Some(unit);
                    return call.push(HandleTag::Unit, unit.0.into());
                }
            }
            (MarchStage::Moving(unit), Answer::One(Choice::Space(goal))) => {
                call.desk.arena.marches[at].stage = MarchStage::Picking;
                let march = &call.desk.arena.marches[at];
                if is_returned(call.desk.table, call.desk.arena, march, at, unit, goal) {
                    let reach = march.reach;
                    call.desk.arena.marches[at].returned = Some(unit);
                    call.push(HandleTag::Unit, unit.0.into())?;
                    call.push_space(Some(goal))?;
                    call.push_set(reach)?;
                    return Ok(Outcome::Values(3));
                }
                arrive(call.desk.table, call.desk.arena, march, unit, goal);
                if call.desk.table.content.headings.is_some() {
                    call.desk.arena.marches[at].stage = turn_about(call.desk.table, call.desk.arena, march, unit, goal);
                }
            }
            (MarchStage::Turning(unit, facing), answer) => {
                call.desk.arena.marches[at].stage = MarchStage::Picking;
                face(call.desk.table, unit, facing, &answer);
            }
            _ => return call.push_nil(),
        }
    }
}

/// Makes a checkpoint before the next unit is picked, if a mark records which units have moved.
fn begin(call: &mut Call, at: usize) -> Result<()> {
    if call.desk.arena.marches[at].mark.is_some() {
        call.spend(CHECKPOINT)?;
        call.desk.table.checkpoint();
    }
    Ok(())
}

/// Asks for the next unit, for the goal of the unit that was picked, or for the heading of one that has arrived.
fn ask(table: &mut Table, arena: &Arena, march: &March) -> std::result::Result<Option<Answer>, RuleFault> {
    let (question, options, about) = match march.stage {
        MarchStage::Picking => (march.which, Options::Units(arena.words(march.units)), None),
        MarchStage::Moving(unit) => (march.goal, Options::Spaces(arena.words(march.reach)), Some(unit)),
        MarchStage::Turning(unit, facing) => return ask_heading(table, arena, march, unit, facing),
    };
    let stop = table.questions[question.index()].stop.is_some();
    let decision = Decision { side: march.side, question, form: Form::One, options, stop };
    match about.filter(|_| table.reads_context(march.side)) {
        Some(unit) => {
            let answer = table.choose(&decision, &[Choice::Unit(unit)])?;
            if answer.is_none() {
                super::super::game::tell_costs(table, arena, march.reach);
            }
            Ok(answer)
        }
        None => table.choose(&decision, &[]),
    }
}

#[cold]
fn ask_heading(
    table: &mut Table,
    arena: &Arena,
    march: &March,
    unit: UnitId,
    question: QuestionId,
) -> std::result::Result<Option<Answer>, RuleFault> {
    let headings = possible_headings(table, arena, march, unit);
    let stop = table.questions[question.index()].stop.is_some();
    let options = Options::List(&headings);
    table.choose(&Decision { side: march.side, question, form: Form::One, options, stop }, &[Choice::Unit(unit)])
}

/// Removes a unit from the set of waiting units and computes its reach; returns `false` if it has neither a likeness
/// nor a default pace.
fn pick(call: &mut Call, at: usize, unit: UnitId) -> Result<bool> {
    let arena = &mut *call.desk.arena;
    bits::remove(arena.words_mut(arena.marches[at].units), unit.index());
    set_out(call, at, unit)
}

/// Computes the reach of the unit about to move; returns `false` if it has neither a likeness nor a default pace.
pub(super) fn set_out(call: &mut Call, at: usize, unit: UnitId) -> Result<bool> {
    let (table, arena) = (&*call.desk.table, &mut *call.desk.arena);
    let March { side, pace, apart, reach, full, .. } = arena.marches[at];
    let likeness = arena.likeness(at, unit).copied();
    let Some(pace) = likeness.map(|like| like.pace).or(pace) else { return Ok(false) };
    let Some(from) = table.state.unit(unit).place else {
        return fail(format!("{} is not on the map and cannot move", table.content.units[unit.index()].name));
    };
    arena.marches[at].stage = MarchStage::Moving(unit);
    match apart {
        true => arena.words_mut(full).copy_from_slice(table.state.occupied(side)),
        false => arena.words_mut(full).fill(0),
    }
    let Pace { movement, blocked, stops, terms, .. } = pace;
    let points = points(table, &pace, unit);
    let mut query = ReachQuery { movement, from, points, blocked, stops, full: Some(full), terms };
    if let Some(turning) = &mut query.terms.turning
        && let Some(heading) = table.state.heading(&table.content, unit)
    {
        turning.heading = heading as u8;
    }
    super::super::game::fill_reach(table, arena, reach, query);
    if let Some((property, most)) = likeness.and_then(|like| like.room) {
        leave_room(table, arena.words_mut(reach), unit, property, most);
    }
    Ok(true)
}

fn points(table: &Table, pace: &Pace, unit: UnitId) -> u16 {
    match pace.points {
        Points::Fixed(points) => points,
        Points::Property(property) => table.value(unit, property).clamp(0, 60_000) as u16,
    }
}

/// Removes from a reach the spaces where the unit, together with the friendly units there, would exceed the limit for a
/// property. The unit's current space is never removed.
fn leave_room(table: &Table, reach: &mut [u64], unit: UnitId, property: usize, most: i32) {
    let (side, from) = (table.content.units[unit.index()].side, table.state.unit(unit).place);
    let room = most.saturating_sub(table.value(unit, property));
    for (at, friends) in table.state.occupied(side).iter().enumerate() {
        let mut rest = friends & reach[at];
        while rest != 0 {
            let space = SpaceId::from_index(at * 64 + rest.trailing_zeros() as usize);
            rest &= rest - 1;
            if Some(space) != from && stack(table, side, space, property) > room {
                bits::remove(reach, space.index());
            }
        }
    }
}

/// Returns the total of a property over a side's units in a space.
#[inline]
fn stack(table: &Table, side: SideId, space: SpaceId, property: usize) -> i32 {
    let mut sum = 0;
    for unit in table.state.units_at(space) {
        if table.content.units[unit.index()].side == side {
            sum += table.value(unit, property);
        }
    }
    sum
}

/// Returns whether a move is left to the script.
fn is_returned(table: &Table, arena: &Arena, march: &March, at: usize, unit: UnitId, goal: SpaceId) -> bool {
    let stays = table.state.unit(unit).place == Some(goal);
    if stays { arena.likeness(at, unit).is_some() } else { notices(table, arena, march, unit, goal) }
}

/// Returns whether the script must handle the move, because the path to the goal could pass through a space of
/// interest.
fn notices(table: &Table, arena: &Arena, march: &March, unit: UnitId, goal: SpaceId) -> bool {
    let (Some(notice), Some(from)) = (march.notice, table.state.unit(unit).place) else { return false };
    let (reach, notice) = (arena.words(march.reach), arena.words(notice));
    if !bits::meets(reach, notice) || bits::has(notice, goal.index()) {
        return bits::has(notice, goal.index());
    }
    let map = &table.content.map;
    let query = arena.query(march.reach);
    let points = query.map_or(0, |query| u32::from(query.points));
    let free = query.is_some_and(|query| map.has_free_links(query.movement));
    let on_the_way = |space: SpaceId| {
        map.distance(from, space).zip(map.distance(space, goal)).is_some_and(|(a, b)| free || a + b <= points)
    };
    bits::iter(notice).filter(|&space| bits::has(reach, space)).any(|space| on_the_way(SpaceId::from_index(space)))
}

fn arrive(table: &mut Table, arena: &Arena, march: &March, unit: UnitId, goal: SpaceId) {
    if let Some(mark) = march.mark {
        table.state.set_mark(unit, mark, true);
    }
    let from = table.state.unit(unit).place;
    if from == Some(goal) {
        return;
    }
    let path = if table.service.log { path(table, arena, march, goal) } else { Vec::new() };
    if let Some(mark) = march.loses {
        table.state.set_mark(unit, mark, false);
    }
    table.state.place(&table.content, unit, Some(goal));
    let rule = &table.questions[march.goal.index()].rule;
    if table.service.log {
        let event = Event {
            rule: rule.clone(),
            text: "{1} moves from {2} to {3}".into(),
            fillings: [Some(Choice::Unit(unit)), from.map(Choice::Space), Some(Choice::Space(goal))]
                .into_iter()
                .flatten()
                .collect(),
            path,
            ..Event::default()
        };
        table.log(|| event);
    }
}

/// Returns one of the cheapest paths to a goal in the reach of the moving unit.
fn path(table: &Table, arena: &Arena, march: &March, goal: SpaceId) -> Vec<SpaceId> {
    let map = &table.content.map;
    let Some(query) = arena.query(march.reach) else { return Vec::new() };
    super::super::game::with_query(arena, map.words(), &query, |reach| map.way(reach, goal)).unwrap_or_default()
}

/// Sets the heading of a unit that has arrived to that of a cheapest way. If it may choose another, this is asked next.
fn turn_about(table: &mut Table, arena: &Arena, march: &March, unit: UnitId, goal: SpaceId) -> MarchStage {
    let turns = turns(table, arena, march);
    let Some((turns, (heading, _))) = turns.and_then(|turns| turns.cheapest(goal).map(|cheapest| (turns, cheapest)))
    else {
        return MarchStage::Picking;
    };
    let content = table.content.clone();
    table.state.set_heading(&content, unit, heading);
    match march.facing {
        Some(facing) if turns.headings(goal).count() > 1 => MarchStage::Turning(unit, facing),
        _ => MarchStage::Picking,
    }
}

/// Returns the headings with which a unit can end its move where it stands.
fn possible_headings(table: &Table, arena: &Arena, march: &March, unit: UnitId) -> Vec<Choice> {
    let (Some(turns), Some(place)) = (turns(table, arena, march), table.state.unit(unit).place) else {
        return Vec::new();
    };
    let names = table.content.heading_names();
    turns.headings(place).filter_map(|(heading, _)| Some(Choice::Label(names.get(heading)?.as_str().into()))).collect()
}

/// Returns the ways of the unit that is moving, if it turns.
fn turns(table: &Table, arena: &Arena, march: &March) -> Option<TurnTable> {
    let (map, query) = (&table.content.map, arena.query(march.reach)?);
    query.terms.turning?;
    super::super::game::with_query(arena, map.words(), &query, |reach| TurnTable::search(map, reach))
}

/// Gives a unit the heading that its side has chosen; if the side declines, the unit keeps its heading.
fn face(table: &mut Table, unit: UnitId, facing: QuestionId, answer: &Answer) {
    let rule = table.questions[facing.index()].rule.clone();
    let content = table.content.clone();
    if let Answer::One(Choice::Label(chosen)) = answer
        && let Some(heading) = content.heading_names().iter().position(|name| **name == **chosen)
    {
        table.state.set_heading(&content, unit, heading);
        let fillings = vec![Choice::Unit(unit), Choice::Label(chosen.clone())];
        table.log(|| Event { rule, text: "{1} heads {2}".into(), fillings, ..Event::default() });
    }
}
