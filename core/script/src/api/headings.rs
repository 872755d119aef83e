//! Headings: where units face on a hex map, what lies ahead, and turns.

use super::{Field, Method, field, method};
use crate::arena::Kind;
use crate::call::Call;
use crate::handle::HandleTag;
use crate::outcome::{Outcome, Result, Value, fail};
use crate::suggestions::no_such;
use grognard_engine::content::Content;
use grognard_engine::heading::turns;
use grognard_engine::ids::{SpaceId, UnitId};
use grognard_engine::map::{ARC_STEP, Direction, TurnTable, Turning};

pub(super) const FIELDS: &[Field] = &[
    field!(Unit.heading: "string", heading, "The heading of the unit; an error if the system declares no `headings`. \
        Change it with `unit:set(\"heading\", heading)`."),
    field!(Game.headings: "{string}", |call| {
            let content = call.desk.table.content.clone();
            call.push_list(content.heading_names().iter().map(|name| Value::text(name)))
        }, "The headings of the system, clockwise; an empty list if it declares none."),
];

pub(super) const METHODS: &[Method] = &[
    method!(Space.toward "(heading: string): Space?", toward, "The hex that lies in the direction of a heading: the \
        neighbour on that side or, if the heading points to a corner, the hex in a straight line beyond it, two hexes \
        away; nil if there is none on the map."),
    method!(Space.bearing "(other: Space): string?", bearing, "The heading that points to another space most directly. \
        If two are equally close, it is the first one clockwise. Nil for the space itself and for spaces that are no \
        hexes."),
    method!(Game.arc "(space: Space, heading: string, width: number, range: number): Spaces", arc, "The hexes in an arc \
        of `width` degrees around a heading, at a distance of 1 to `range`. Hexes whose centres lie on the edge of the \
        arc are included. The width is a multiple of 60: 60 is one side of the hex, 180 everything ahead and abeam."),
    method!(Game.turned "(heading: string, count: number): string", turned, "The heading after turning clockwise by a \
        number of headings; counter-clockwise if the number is negative."),
    method!(Game.turns "(from: string, to: string): number", turns_between, "By how many headings to turn from one \
        heading to another, the shorter way: clockwise if positive, counter-clockwise if negative."),
    method!(Spaces.headings "(space: Space): {string}", headings, "For a set made by `game:reach` or `march:next` for a \
        unit that turns: the headings with which the unit can end its move in a space, in the order of `game.headings`."),
];

/// Returns the names of the headings, or an error if the system declares none.
fn names(content: &Content) -> Result<&[String]> {
    match content.heading_names() {
        [] => fail("the system declares no headings: list six or twelve under `headings` in system.toml"),
        names => Ok(names),
    }
}

/// Returns the heading named by an argument.
pub(super) fn named(call: &Call, at: i32) -> Result<usize> {
    let (name, known) = (call.text(at)?, names(&call.desk.table.content)?);
    match known.iter().position(|known| known == name) {
        Some(heading) => Ok(heading),
        None => no_such("the system declares no heading", name, known.iter().map(String::as_str)),
    }
}

fn direction(content: &Content, heading: usize) -> Result<Direction> {
    content.direction(heading).map_or_else(|| fail("headings need a map of hexes"), Ok)
}

fn push_heading(call: &mut Call, heading: Option<usize>) -> Result<Outcome> {
    let content = call.desk.table.content.clone();
    match heading.and_then(|heading| content.heading_names().get(heading)) {
        Some(name) => call.push_text(name),
        None => call.push_nil(),
    }
}

fn heading(call: &mut Call) -> Result<Outcome> {
    let table = &call.desk.table;
    names(&table.content)?;
    let heading = table.state.heading(&table.content, UnitId(call.this as u16));
    push_heading(call, heading)
}

fn toward(call: &mut Call) -> Result<Outcome> {
    let (content, heading) = (&call.desk.table.content, named(call, 1)?);
    let goal = content.map.toward(SpaceId(call.this as u16), direction(content, heading)?);
    call.push_space(goal)
}

fn bearing(call: &mut Call) -> Result<Outcome> {
    let (content, other) = (&call.desk.table.content, call.space(1)?);
    names(content)?;
    let bearing = content.map.bearing(SpaceId(call.this as u16), other);
    let heading = bearing.and_then(|bearing| content.heading_toward(bearing));
    push_heading(call, heading)
}

fn arc(call: &mut Call) -> Result<Outcome> {
    let (from, heading, width, range) = (call.space(1)?, named(call, 2)?, call.integer(3)?, call.integer(4)?);
    let Some(width) =
        u16::try_from(width).ok().filter(|width| width.is_multiple_of(ARC_STEP) && (1..=360).contains(width))
    else {
        return fail(format!("an arc is {ARC_STEP}, 120, 180, 240, 300 or 360 degrees wide, not {width}"));
    };
    let Ok(range) = u32::try_from(range) else {
        return fail(format!("the range of an arc is at least 0, not {range}"));
    };
    let set = call.make(Kind::Spaces)?;
    let content = &call.desk.table.content;
    let ahead = direction(content, heading)?;
    content.map.arc(from, ahead, width, range, call.desk.arena.words_mut(set));
    call.push_set(set)
}

fn turned(call: &mut Call) -> Result<Outcome> {
    let (heading, count) = (named(call, 1)?, call.integer(2)?);
    let all = names(&call.desk.table.content)?.len() as i64;
    let turned = (heading as i64 + i64::from(count)).rem_euclid(all) as usize;
    push_heading(call, Some(turned))
}

fn turns_between(call: &mut Call) -> Result<Outcome> {
    let (from, to) = (named(call, 1)?, named(call, 2)?);
    call.push_number(turns(names(&call.desk.table.content)?.len(), from, to))
}

/// Returns how a unit with a heading turns, at a cost for each heading.
pub(super) fn turning(content: &Content, heading: usize, cost: u16) -> Result<Turning> {
    Ok(Turning { heading: heading as u8, headings: names(content)?.len() as u8, first: direction(content, 0)?, cost })
}

fn headings(call: &mut Call) -> Result<Outcome> {
    let (set, space) = (call.this_set()?, call.space(1)?);
    let (content, arena) = (call.desk.table.content.clone(), &*call.desk.arena);
    let query = arena.query(set);
    let table = query.and_then(|query| {
        super::game::with_query(arena, content.map.words(), &query, |reach| TurnTable::search(&content.map, reach))
    });
    let Some(table) = table else {
        return fail("`headings` needs a set made by `game:reach` or `march:next` with `turn`");
    };
    let names: Vec<&String> =
        table.headings(space).filter_map(|(heading, _)| content.heading_names().get(heading)).collect();
    call.push_list(names.into_iter().map(|name| Value::text(name)))
}
