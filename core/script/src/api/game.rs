//! The game itself: the board as a whole, dice, log, options, the end.

use super::{Field, Method, field, method};
use crate::arena::{Kind, ReachQuery};
use crate::call::{Call, Outcome, Result, fail};
use crate::handle::Tag;
use grognard_engine::content::OptionValue;
use grognard_engine::decision::Choice;
use grognard_engine::ids::{Id, SideId};
use grognard_engine::log::Event;
use grognard_engine::map::Reach;
use grognard_engine::set::bits;
use grognard_engine::state::Ending;

pub(super) const FIELDS: &[Field] = &[
    field!(Game.turn: "number", |call| call.push_number(call.desk.table.state.cursor().turn), "The turn, from 1; 0 during set-up."),
    field!(Game.round: "number", |call| call.push_number(call.desk.table.state.cursor().round), "How often this player turn has been gone through before, in a sequence of play that repeats it."),
    field!(Game.phase: "string", phase, "The name of the phase."),
    field!(Game.side: "Side?", phase_side, "The side whose phase it is."),
    field!(Side.name: "string", |call| call.push_text(call.desk.table.side_name(SideId(call.this as u16))), "Its name."),
    field!(Side.enemy: "Side", enemy, "The other side, in a game of two."),
];

pub(super) const METHODS: &[Method] = &[
    method!(Game.side_named "(name: string): Side", side_named, "The side with this name."),
    method!(Game.unit_named "(name: string): Unit", unit_named, "The unit with this name."),
    method!(Game.space_named "(name: string): Space", space_named, "The space with this printed number or name."),
    method!(Game.units "(side: Side?): Units", units, "All units of the order of battle, or those of a side, wherever they are."),
    method!(Game.on_map "(side: Side?): Units", on_map, "The units that are on a space, or those of a side."),
    method!(Game.no_units "(): Units", |call| { let set = call.make(Kind::Units)?; call.push_set(set) }, "An empty set of units."),
    method!(Game.spaces "(tag: string?): Spaces", spaces, "All spaces, or those with a tag."),
    method!(Game.no_spaces "(): Spaces", |call| { let set = call.make(Kind::Spaces)?; call.push_set(set) }, "An empty set of spaces."),
    method!(Game.edge "(name: string): Spaces", edge, "The spaces of a named edge of the map."),
    method!(Game.along "(feature: string): Spaces", along, "The spaces that have a border with a feature: those on a river, on a railway."),
    method!(Game.owned "(side: Side): Spaces", owned, "The spaces a side owns."),
    method!(Game.occupied "(side: Side): Spaces", occupied, "The spaces a side's units stand on."),
    method!(Game.neighbours "(of: Space | Spaces): Spaces", neighbours, "The spaces that touch a space, or any space of a set."),
    method!(Game.within "(of: Space | Spaces, range: number): Spaces", within, "The spaces at most `range` borders away, the starting ones included."),
    method!(Game.connected "(from: Space | Spaces, through: Spaces): Spaces", connected, "The spaces of `through` that hang together with `from`: where a line of any length can be traced."),
    method!(Game.reach "(from: Space, movement: string, points: number, blocked: Spaces?, stops: Spaces?): Spaces", reach, "Where a unit can go from a space with so many movement points, `from` included. It may not enter `blocked`, and must stop when it enters `stops`. `movement` names a table of costs of the system."),
    method!(Game.chart "(name: string): Chart", chart, "The chart with this name."),
    method!(Game.option "(name: string): any", option, "The value of an option: a boolean, a number or a string."),
    method!(Game.get "(name: string): number", get, "A number kept for the game; the system declares it."),
    method!(Game.set "(name: string, value: number)", set, "Sets a number kept for the game."),
    method!(Game.roll "(dice: string, purpose: string): number", roll, "Rolls dice such as `1d6` and returns their sum. The purpose starts with the paragraph: `9.0 combat`."),
    method!(Game.roll_each "(dice: string, purpose: string): {number}", roll_each, "Rolls dice and returns each of them."),
    method!(Game.log "(rule: string, text: string, ...any)", log, "Writes to the game log. `{1}`, `{2}`… in the text stand for the units, spaces, sides, numbers or strings that follow."),
    method!(Game.finish "(winner: Side?, reason: string)", finish, "Ends the game; without a winner it is a draw."),
    method!(Game.checkpoint "()", |call| { call.may_change()?; call.desk.table.checkpoint(); call.nothing() }, "Says that this procedure could be run again from its beginning with the state as it is now. The start of each phase is one anyway."),
    method!(Game.clear_mark "(mark: string)", clear_mark, "Takes a mark off every unit."),
];

fn phase(call: &mut Call) -> Result<Outcome> {
    let table = &call.desk.table;
    let name = table.content.sequence.phase(table.state.cursor()).map_or("", |phase| &phase.name);
    call.push_text(name)
}

fn phase_side(call: &mut Call) -> Result<Outcome> {
    let table = &call.desk.table;
    call.push_side(table.content.sequence.phase(table.state.cursor()).and_then(|phase| phase.side))
}

fn enemy(call: &mut Call) -> Result<Outcome> {
    match call.desk.table.content.sides.len() {
        2 => call.push_side(Some(SideId(1 - call.this as u16))),
        count => fail(format!("`enemy` is for games of two sides; this one has {count}")),
    }
}

fn side_named(call: &mut Call) -> Result<Outcome> {
    let name = call.text(1)?;
    match call.desk.table.content.sides.find(name) {
        Some(side) => call.push_side(Some(side)),
        None => fail(format!("there is no side `{name}`")),
    }
}

fn unit_named(call: &mut Call) -> Result<Outcome> {
    let name = call.text(1)?;
    match call.desk.table.content.unit_names.find(name) {
        Some(unit) => call.push(Tag::Unit, unit.0.into()),
        None => fail(format!("there is no unit `{name}`")),
    }
}

fn space_named(call: &mut Call) -> Result<Outcome> {
    let name = call.text(1)?;
    match call.desk.table.content.map.names.find(name) {
        Some(space) => call.push_space(Some(space)),
        None => fail(format!("there is no space `{name}`")),
    }
}

/// A new set of units for which `holds`.
fn collect_units(call: &mut Call, on_map: bool) -> Result<Outcome> {
    let side = if call.is_nil(1) { None } else { Some(call.side(1)?) };
    let set = call.make(Kind::Units)?;
    let (table, words) = (&call.desk.table, call.desk.arena.words_mut(set));
    for (at, (state, unit)) in table.state.units().iter().zip(&table.content.units).enumerate() {
        if side.is_none_or(|side| unit.side == side) && (!on_map || state.place.is_some()) {
            bits::insert(words, at);
        }
    }
    call.push_set(set)
}

fn units(call: &mut Call) -> Result<Outcome> {
    collect_units(call, false)
}

fn on_map(call: &mut Call) -> Result<Outcome> {
    collect_units(call, true)
}

fn spaces(call: &mut Call) -> Result<Outcome> {
    let set = call.make(Kind::Spaces)?;
    if call.is_nil(1) {
        let (table, words) = (&call.desk.table, call.desk.arena.words_mut(set));
        table.content.map.all().for_each(|space| bits::insert(words, space.index()));
        return call.push_set(set);
    }
    let tag = call.text(1)?;
    let (table, words) = (&call.desk.table, call.desk.arena.words_mut(set));
    match table.content.map.tag(tag) {
        Some(tagged) => words.copy_from_slice(tagged.words()),
        None => return fail(format!("the map has no tag `{tag}`")),
    }
    call.push_set(set)
}

fn edge(call: &mut Call) -> Result<Outcome> {
    let name = call.text(1)?;
    let set = call.make(Kind::Spaces)?;
    let (table, words) = (&call.desk.table, call.desk.arena.words_mut(set));
    match table.content.map.edge(name) {
        Some(edge) => words.copy_from_slice(edge.words()),
        None => return fail(format!("the map has no edge `{name}`")),
    }
    call.push_set(set)
}

fn along(call: &mut Call) -> Result<Outcome> {
    let name = call.text(1)?;
    let set = call.make(Kind::Spaces)?;
    let (map, words) = (&call.desk.table.content.map, call.desk.arena.words_mut(set));
    let Some(feature) = map.feature(name) else {
        return fail(format!("the map has no border feature `{name}`"));
    };
    let lies_on = |space: &grognard_engine::ids::SpaceId| map.links(*space).iter().any(|link| link.features & feature != 0);
    map.all().filter(lies_on).for_each(|space| bits::insert(words, space.index()));
    call.push_set(set)
}

fn owned(call: &mut Call) -> Result<Outcome> {
    let side = call.side(1)?;
    let set = call.make(Kind::Spaces)?;
    let (table, words) = (&call.desk.table, call.desk.arena.words_mut(set));
    let all = table.content.map.all().filter(|&space| table.state.owner(space) == Some(side));
    all.for_each(|space| bits::insert(words, space.index()));
    call.push_set(set)
}

fn occupied(call: &mut Call) -> Result<Outcome> {
    let side = call.side(1)?;
    let set = call.make(Kind::Spaces)?;
    let (table, arena) = (&call.desk.table, &mut call.desk.arena);
    arena.words_mut(set).copy_from_slice(table.state.occupied(side));
    call.push_set(set)
}

fn neighbours(call: &mut Call) -> Result<Outcome> {
    let new = call.make(Kind::Spaces)?;
    let table = &call.desk.table;
    if let Some((Tag::Space, id)) = call.any_handle(1) {
        let from = table.content.map.neighbours(grognard_engine::ids::SpaceId(id as u16));
        call.desk.arena.words_mut(new).copy_from_slice(from);
        return call.push_set(new);
    }
    let old = call.set(1, Kind::Spaces)?;
    // The new set was made after the old one, so the two lie apart.
    let (out, from) = call.desk.arena.pair(new, old);
    call.desk.table.content.map.add_neighbours(from, out);
    call.push_set(new)
}

fn within(call: &mut Call) -> Result<Outcome> {
    let range = call.integer(2)?;
    let old = call.spaces(1)?;
    let new = call.make(Kind::Spaces)?;
    let (out, from) = call.desk.arena.pair(new, old);
    call.desk.table.content.map.within(from, range.max(0) as u32, out);
    call.push_set(new)
}

fn connected(call: &mut Call) -> Result<Outcome> {
    let seeds = call.spaces(1)?;
    let through = call.set(2, Kind::Spaces)?;
    let new = call.make(Kind::Spaces)?;
    let seeds = call.desk.arena.words(seeds).to_vec();
    let (out, through) = call.desk.arena.pair(new, through);
    call.desk.table.content.map.connected(&seeds, through, out);
    call.push_set(new)
}

fn reach(call: &mut Call) -> Result<Outcome> {
    let from = call.space(1)?;
    let name = call.text(2)?;
    let points = call.integer(3)?.clamp(0, i32::from(u16::MAX)) as u16;
    let optional = |call: &Call, at| if call.is_nil(at) { Ok(None) } else { call.set(at, Kind::Spaces).map(Some) };
    let (blocked, stops) = (optional(call, 4)?, optional(call, 5)?);
    let Some(movement) = call.desk.table.content.map.movement(name) else {
        return fail(format!("the system has no way of moving `{name}`"));
    };
    let new = call.make(Kind::Spaces)?;
    let query = ReachQuery { movement, from, points, blocked, stops };
    call.desk.arena.set_query(new, query);
    let (arena, map) = (&mut *call.desk.arena, &call.desk.table.content.map);
    let mut out = [0u64; 8];
    if map.words() <= out.len() {
        with_query(arena, map.words(), &query, |reach| map.reach(reach, &mut out[..map.words()]));
        arena.words_mut(new).copy_from_slice(&out[..map.words()]);
    } else {
        let mut out = vec![0; map.words()];
        with_query(arena, map.words(), &query, |reach| map.reach(reach, &mut out));
        arena.words_mut(new).copy_from_slice(&out);
    }
    call.push_set(new)
}

/// The engine's form of a query a set remembers.
pub(super) fn with_query<T>(arena: &crate::arena::Arena, words: usize, query: &ReachQuery, work: impl FnOnce(&Reach) -> T) -> T {
    const NONE: [u64; 1024] = [0; 1024];
    let set = |set: Option<u32>| set.map_or(&NONE[..words], |set| arena.words(set));
    work(&Reach { movement: query.movement, from: query.from, points: query.points, blocked: set(query.blocked), stops: set(query.stops) })
}

fn chart(call: &mut Call) -> Result<Outcome> {
    let name = call.text(1)?;
    match call.desk.table.content.chart(name) {
        Some(chart) => call.push_chart(chart),
        None => fail(format!("there is no chart `{name}`")),
    }
}

fn option(call: &mut Call) -> Result<Outcome> {
    let name = call.text(1)?;
    let content = call.desk.table.content.clone();
    match content.options.get(name) {
        Some(OptionValue::Bool(value)) => call.push_bool(*value),
        Some(OptionValue::Number(value)) => call.push_number(*value),
        Some(OptionValue::Word(value)) => call.push_text(value),
        None => fail(format!("there is no option `{name}`")),
    }
}

fn variable(call: &Call, name: &str) -> Result<usize> {
    match call.desk.table.content.variables.iter().position(|(known, _)| known == name) {
        Some(at) => Ok(at),
        None => fail(format!("the system declares no variable `{name}`")),
    }
}

fn get(call: &mut Call) -> Result<Outcome> {
    let at = variable(call, call.text(1)?)?;
    call.push_number(call.desk.table.state.variable(at))
}

fn set(call: &mut Call) -> Result<Outcome> {
    call.may_change()?;
    let (at, value) = (variable(call, call.text(1)?)?, call.integer(2)?);
    call.desk.table.state.set_variable(at, value);
    call.nothing()
}

/// `2d6` as two dice of six sides.
fn dice(text: &str) -> Result<(u32, u32)> {
    let parsed = text.split_once('d').and_then(|(count, sides)| Some((count.parse().ok()?, sides.parse().ok()?)));
    match parsed {
        Some((count @ 1..=1000, sides @ 2..=1_000_000)) => Ok((count, sides)),
        _ => fail(format!("`{text}` is not a number of dice such as 1d6")),
    }
}

fn roll_dice(call: &mut Call) -> Result<Vec<u32>> {
    call.may_change()?;
    let (count, sides) = dice(call.text(1)?)?;
    let purpose = call.text(2)?;
    Ok(call.desk.table.roll(count, sides, purpose))
}

fn roll(call: &mut Call) -> Result<Outcome> {
    let sum: u32 = roll_dice(call)?.iter().sum();
    call.push_number(sum)
}

fn roll_each(call: &mut Call) -> Result<Outcome> {
    let dice = roll_dice(call)?;
    call.push_list(dice.len(), |call, at| call.push_number(dice[at]))
}

fn log(call: &mut Call) -> Result<Outcome> {
    if !call.desk.table.service.log {
        return call.nothing();
    }
    call.may_change()?;
    let (rule, text) = (call.text(1)?.to_owned(), call.text(2)?.to_owned());
    let about = (3..=call.count()).map(|at| call.choice(at)).collect::<Result<Vec<Choice>>>()?;
    call.desk.table.log(|| Event { rule, text, about, only: None });
    call.nothing()
}

fn finish(call: &mut Call) -> Result<Outcome> {
    call.may_change()?;
    let winner = if call.is_nil(1) { None } else { Some(call.side(1)?) };
    let reason = call.text(2)?.to_owned();
    call.desk.table.state.end(Ending { winner, reason });
    call.nothing()
}

fn clear_mark(call: &mut Call) -> Result<Outcome> {
    call.may_change()?;
    let mark = super::unit::mark(call, 1)?;
    call.desk.table.state.clear_mark(mark);
    call.nothing()
}
