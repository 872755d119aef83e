//! Sets of units and of spaces.

use super::variables::{self, VariableKind};
use super::{Method, method};
use crate::arena::Kind;
use crate::call::Call;
use crate::handle::HandleTag;
use crate::outcome::{Outcome, Result, Value, fail};
use grognard_engine::ids::{Id, SpaceId, UnitId};
use grognard_engine::set::bits;
use grognard_engine::state::VariableOwner;
use grognard_engine::table::Table;

pub(super) const METHODS: &[Method] = &[
    method!(Units.has "(unit: Unit): boolean", has, "Whether a unit is a member."),
    method!(Units.add "(units: Unit | Units)", add, "Adds a unit, or all units in another set, to this set."),
    method!(Units.remove "(units: Unit | Units)", remove, "Removes a unit, or all units in another set, from this set."),
    method!(Units.each "(): () -> Unit?", |call| call.push_iterator(), "Iterates over the members, in the sequence of \
        the order of battle: `for unit in units:each() do`."),
    method!(Units.list "(): {Unit}", list, "The members as a list, in the same order as `each`."),
    method!(Units.first "(): Unit?", first, "The first member in the order of `each`; nil if the set is empty."),
    method!(Units.is_empty "(): boolean", is_empty, "Whether the set is empty."),
    method!(Units.copy "(): Units", copy, "An independent copy of the set."),
    method!(Units.same "(other: Units): boolean", same, "Whether two sets have the same members. `==` compares the \
        sets' identity."),
    method!(Units.of "(side: Side | {Side}): Units", of, "The members that belong to a side or to one of several sides."),
    method!(Units.at "(where: Space | Spaces): Units", at, "The members in a space, or in any space of a set."),
    method!(Units.next_to "(where: Unit | Units | Space | Spaces): Units", next_to, "The members adjacent to a unit or \
        a space, or to any member of a set."),
    method!(Units.on_map "(): Units", |call| on_map(call, bits::intersect), "The members on the map."),
    method!(Units.off_map "(): Units", |call| on_map(call, bits::subtract), "The members off the map."),
    method!(Units.sum "(property: string): number", sum, "The sum of a property over the members, each at its current \
        steps. Units without a printed value count as 0."),
    method!(Units.closeness "(property: string, goals: Spaces, rings: number): number", closeness, "How close the \
        members are to their goals, for evaluations: the sum of a property in which each member counts `rings` + 1 \
        times on a goal, once less for every border between it and the nearest goal, and not at all beyond `rings` \
        borders."),
    method!(Units.prospects "(foes: Units, property: string, most: number): (number, number)", prospects, "The possible \
        attacks on some enemies, for evaluations. For each enemy with a member next to it, the odds are the sum of a \
        property over those members, divided by the enemy's own value, but at most `most`. Returns the sum of the \
        odds, and the sum of the odds each multiplied by the enemy's value. Enemies with the value 0 are left out."),
    method!(Units.superior_at "(foes: Units, attack: string, defence: string, distance: number): Spaces", superior_at,
        "The spaces where enemies could be attacked with superior or equal strength, for evaluations: the sum of the \
        property `attack` over the members at most `distance` borders away is more than 0 and at least the sum of the \
        property `defence` over the enemies in the space."),
    method!(Units.stacks_of "(count: number): Spaces", stacks_of, "The spaces with at least this many members, and at least one."),
    method!(Units.stacks_over "(property: string, max: number): Spaces", stacks_over, "The overstacked spaces: spaces \
        in which the total of a property over the members, each at its current steps, exceeds `max`."),
    method!(Units.all_across "(space: Space, feature: string): boolean", all_across, "Whether every member would cross \
        a border with a feature to enter a space; true for the empty set. A member that is not adjacent to the space \
        crosses nothing."),
    method!(Units.mark "(mark: string)", |call| set_mark(call, true), "Sets a mark on every member."),
    method!(Units.unmark "(mark: string)", |call| set_mark(call, false), "Removes a mark from every member."),
    method!(Units.set "(name: string, value: any)", set_variable, "Stores a value with every member, as `unit:set` \
        does."),
    method!(Units.hide_from "(side: Side | {Side})", |call| hide(call, true), "Hides the members' identity from a side \
        or from several sides, as `unit:hide_from` does."),
    method!(Units.show_to "(side: Side | {Side})", |call| hide(call, false), "Reveals the members' identity to a side or \
        to several sides. A decision taken before this call cannot be undone."),
    method!(Units.spaces "(): Spaces", spaces, "The spaces occupied by the members."),
    method!(Spaces.has "(space: Space): boolean", has, "Whether a space is a member."),
    method!(Spaces.add "(spaces: Space | Spaces)", add, "Adds a space, or all spaces in another set, to this set."),
    method!(Spaces.remove "(spaces: Space | Spaces)", remove, "Removes a space, or all spaces in another set, from \
        this set."),
    method!(Spaces.each "(): () -> Space?", |call| call.push_iterator(), "Iterates over the members, in map order: \
        `for space in spaces:each() do`."),
    method!(Spaces.list "(): {Space}", list, "The members as a list, in the same order as `each`."),
    method!(Spaces.first "(): Space?", first, "The first member in the order of `each`; nil if the set is empty."),
    method!(Spaces.is_empty "(): boolean", is_empty, "Whether the set is empty."),
    method!(Spaces.copy "(): Spaces", copy, "An independent copy of the set."),
    method!(Spaces.same "(other: Spaces): boolean", same, "Whether two sets have the same members. `==` compares the \
        sets' identity."),
    method!(Spaces.meets "(other: Spaces): boolean", meets, "Whether two sets have a space in common."),
    method!(Spaces.cost "(to: Space): number?", cost, "For a set made by `game:reach` or `march:next`: the cost of a \
        space in movement points; nil if the space cannot be reached. It is computed when called, from the current \
        contents of the sets passed to `game:reach`."),
    method!(Spaces.way "(goal: Space): {Space}?", way, "For a set made by `game:reach` or `march:next`: one of the \
        cheapest ways from the start of the reach to a space, both ends included; nil if the space cannot be reached. \
        Like `cost`, it reads the current contents of the sets passed to `game:reach`."),
    method!(Spaces.routes "(goal: Space, prefer: Spaces): {{Space}}", routes, "For a set made by `game:reach` or \
        `march:next`: the ways to a goal that pass as many spaces of `prefer` as possible, both ends included. There \
        is one way for each maximal set of passed spaces. Like `cost`, it reads the current contents of the sets \
        passed to `game:reach`. At most 8 spaces of `prefer` that could be on the way are distinguished."),
];

fn member(call: &Call, at: i32) -> Result<(u32, usize)> {
    let set = call.this_set()?;
    let id = match call.desk.arena.kind(set) {
        Some(Kind::Units) => call.unit(at)?.index(),
        _ => call.space(at)?.index(),
    };
    Ok((set, id))
}

fn has(call: &mut Call) -> Result<Outcome> {
    let (set, id) = member(call, 1)?;
    call.push_bool(bits::has(call.desk.arena.words(set), id))
}

fn add(call: &mut Call) -> Result<Outcome> {
    change(call, bits::insert, bits::union)
}

fn remove(call: &mut Call) -> Result<Outcome> {
    change(call, bits::remove, bits::subtract)
}

/// Changes the receiver by a single member or by another set, as `add` and `remove` do.
fn change(call: &mut Call, by_one: fn(&mut [u64], usize), by_set: fn(&mut [u64], &[u64])) -> Result<Outcome> {
    if let Some((HandleTag::Units | HandleTag::Spaces, _)) = call.any_handle(1) {
        let set = call.this_set()?;
        let other = call.set(1, call.desk.arena.kind(set).unwrap_or(Kind::Spaces))?;
        call.desk.arena.change(set, other, by_set);
    } else {
        let (set, id) = member(call, 1)?;
        by_one(call.desk.arena.words_mut(set), id);
    }
    call.nothing()
}

fn members(call: &Call) -> Result<(Kind, Vec<usize>)> {
    let set = call.this_set()?;
    let kind = call.desk.arena.kind(set).unwrap_or(Kind::Spaces);
    Ok((kind, bits::iter(call.desk.arena.words(set)).collect()))
}

fn list(call: &mut Call) -> Result<Outcome> {
    let (kind, members) = members(call)?;
    call.push_list(members.into_iter().map(|member| Value::member(kind, member)))
}

fn first(call: &mut Call) -> Result<Outcome> {
    let set = call.this_set()?;
    let kind = call.desk.arena.kind(set).unwrap_or(Kind::Spaces);
    call.push_member(kind, bits::next(call.desk.arena.words(set), 0))
}

fn is_empty(call: &mut Call) -> Result<Outcome> {
    let set = call.this_set()?;
    call.push_bool(bits::is_empty(call.desk.arena.words(set)))
}

fn same(call: &mut Call) -> Result<Outcome> {
    let set = call.this_set()?;
    let kind = call.desk.arena.kind(set).unwrap_or(Kind::Spaces);
    let other = call.set(1, kind)?;
    call.push_bool(call.desk.arena.words(set) == call.desk.arena.words(other))
}

/// Creates a set with the members of the receiver.
pub(super) fn duplicate(call: &mut Call) -> Result<u32> {
    let old = call.this_set()?;
    call.copy(old)
}

fn copy(call: &mut Call) -> Result<Outcome> {
    let set = duplicate(call)?;
    call.push_set(set)
}

/// Creates a set of the receiver's units that satisfy `holds`.
pub(super) fn filter(call: &mut Call, holds: impl Fn(&Table, UnitId) -> bool) -> Result<Outcome> {
    let set = duplicate(call)?;
    let (table, words) = (&call.desk.table, call.desk.arena.words_mut(set));
    bits::keep(words, |unit| holds(table, UnitId::from_index(unit)));
    call.push_set(set)
}

fn on_map(call: &mut Call, with: fn(&mut [u64], &[u64])) -> Result<Outcome> {
    let set = duplicate(call)?;
    with(call.desk.arena.words_mut(set), call.desk.table.state.on_map());
    call.push_set(set)
}

fn of(call: &mut Call) -> Result<Outcome> {
    let sides = call.sides(1)?;
    let set = duplicate(call)?;
    let (units, words) = (&call.desk.table.content.units, call.desk.arena.words_mut(set));
    bits::keep(words, |unit| sides.has(units[unit].side));
    call.push_set(set)
}

fn at(call: &mut Call) -> Result<Outcome> {
    if let Some((HandleTag::Space, space)) = call.any_handle(1) {
        return filter(call, |table, unit| {
            table.state.unit(unit).place.is_some_and(|place| u64::from(place.0) == space)
        });
    }
    let spaces = call.set(1, Kind::Spaces)?;
    standing_on(call, spaces)
}

/// Creates a set of the receiver's units in the spaces of a set.
fn standing_on(call: &mut Call, spaces: u32) -> Result<Outcome> {
    let set = duplicate(call)?;
    let (words, spaces) = call.desk.arena.pair(set, spaces);
    let units = call.desk.table.state.units();
    bits::keep(words, |unit| units[unit].place.is_some_and(|place| bits::has(spaces, place.index())));
    call.push_set(set)
}

fn next_to(call: &mut Call) -> Result<Outcome> {
    let from = match call.any_handle(1) {
        Some((HandleTag::Unit, id)) => {
            let place = call.desk.table.state.unit(UnitId(id as u16)).place;
            return beside(call, place);
        }
        Some((HandleTag::Space, id)) => return beside(call, Some(SpaceId(id as u16))),
        Some((HandleTag::Units, _)) => {
            let units = call.set(1, Kind::Units)?;
            spaces_of(call, units)?
        }
        Some((HandleTag::Spaces, _)) => call.spaces(1)?,
        _ => return call.expected(1, "unit, a space or a set of them"),
    };
    let near = call.make(Kind::Spaces)?;
    let (out, from) = call.desk.arena.pair(near, from);
    call.desk.table.content.map.add_neighbours(from, out);
    standing_on(call, near)
}

/// Creates a set of the receiver's units that are adjacent to a space.
fn beside(call: &mut Call, space: Option<SpaceId>) -> Result<Outcome> {
    let (old, new) = (call.this_set()?, call.make(Kind::Units)?);
    let table = &call.desk.table;
    let (out, members) = call.desk.arena.pair(new, old);
    let near = space.into_iter().flat_map(|space| members_near(table, members, space));
    near.for_each(|unit| bits::insert(out, unit.index()));
    call.push_set(new)
}

/// Returns the units of a set that are adjacent to a space.
fn members_near<'a>(table: &'a Table, members: &'a [u64], space: SpaceId) -> impl Iterator<Item = UnitId> + 'a {
    let neighbours = bits::iter(table.content.map.neighbours(space));
    let units = neighbours.flat_map(|near| table.state.units_at(SpaceId::from_index(near)));
    units.filter(|unit| bits::has(members, unit.index()))
}

fn sum(call: &mut Call) -> Result<Outcome> {
    let (property, set) = (super::unit::named_property(call, 1)?, call.this_set()?);
    let table = &call.desk.table;
    let value = |unit| i64::from(table.value(UnitId::from_index(unit), property));
    let sum: i64 = bits::iter(call.desk.arena.words(set)).map(value).sum();
    call.push_number(sum as f64)
}

fn closeness(call: &mut Call) -> Result<Outcome> {
    let property = super::unit::named_property(call, 1)?;
    let (set, goals, rings) = (call.this_set()?, call.set(2, Kind::Spaces)?, call.integer(3)?);
    let (table, arena) = (&call.desk.table, &call.desk.arena);
    let rings = rings.clamp(-1, table.content.map.len() as i32);
    let mut inside = arena.words(goals).to_vec();
    let mut rim = inside.clone();
    let standing = |unit| Some((table.state.unit(unit).place?.index(), table.value(unit, property).into()));
    let mut left: Vec<(usize, i64)> =
        bits::iter(arena.words(set)).map(UnitId::from_index).filter_map(standing).collect();
    let mut sum = 0;
    for times in (1..=i64::from(rings) + 1).rev() {
        left.retain(|&(place, value)| {
            let counts = bits::has(&inside, place);
            sum += if counts { times * value } else { 0 };
            !counts
        });
        if left.is_empty() {
            break;
        }
        let mut next = vec![0; rim.len()];
        table.content.map.add_neighbours(&rim, &mut next);
        bits::subtract(&mut next, &inside);
        bits::union(&mut inside, &next);
        rim = next;
    }
    call.push_number(sum as f64)
}

fn stacks_over(call: &mut Call) -> Result<Outcome> {
    let (property, max, units) = (super::unit::named_property(call, 1)?, call.number(2)?, call.this_set()?);
    let set = call.make(Kind::Spaces)?;
    let (out, units) = call.desk.arena.pair(set, units);
    call.desk.table.stacks_over(units, property, max, out);
    call.push_set(set)
}

fn all_across(call: &mut Call) -> Result<Outcome> {
    let (set, across) = (call.this_set()?, super::filters::across(call)?);
    let table = &call.desk.table;
    call.push_bool(bits::iter(call.desk.arena.words(set)).all(|unit| across(table, UnitId::from_index(unit))))
}

/// Calls `change` with every member of the receiver.
fn change_each(call: &mut Call, change: impl Fn(&mut Table, UnitId)) -> Result<Outcome> {
    call.may_change()?;
    let set = call.this_set()?;
    let (table, arena) = (&mut *call.desk.table, &*call.desk.arena);
    bits::iter(arena.words(set)).for_each(|unit| change(table, UnitId::from_index(unit)));
    call.nothing()
}

fn set_mark(call: &mut Call, on: bool) -> Result<Outcome> {
    let mark = super::unit::mark(call, 1)?;
    change_each(call, |table, unit| table.state.set_mark(unit, mark, on))
}

fn set_variable(call: &mut Call) -> Result<Outcome> {
    let at = variables::named(call, VariableKind::Unit)?;
    let values = variables::values(call, VariableKind::Unit, at)?;
    change_each(call, |table, unit| {
        let variable = &table.content.unit_variables[at];
        table.state.set_values(VariableOwner::Unit(unit), variable, &values);
    })
}

fn hide(call: &mut Call, hidden: bool) -> Result<Outcome> {
    let sides = call.sides(1)?;
    change_each(call, |table, unit| {
        sides.iter().for_each(|side| if hidden { table.hide(unit, side) } else { table.reveal(unit, side) });
    })
}

fn prospects(call: &mut Call) -> Result<Outcome> {
    let (set, foes) = (call.this_set()?, call.set(1, Kind::Units)?);
    let (property, most) = (super::unit::named_property(call, 2)?, call.number(3)?);
    let (table, arena) = (&call.desk.table, &call.desk.arena);
    let (members, state) = (arena.words(set), &table.state);
    let (mut odds, mut stakes) = (0.0, 0.0);
    for foe in bits::iter(arena.words(foes)).map(UnitId::from_index) {
        let (Some(place), value) = (state.unit(foe).place, table.value(foe, property)) else { continue };
        let mut near = members_near(table, members, place).peekable();
        if value == 0 || near.peek().is_none() {
            continue;
        }
        let sum: i64 = near.map(|unit| i64::from(table.value(unit, property))).sum();
        let ratio = (sum as f64 / f64::from(value)).min(most);
        odds += ratio;
        stakes += ratio * f64::from(value);
    }
    call.push_number(odds)?;
    call.push_number(stakes)?;
    Ok(Outcome::Values(2))
}

fn superior_at(call: &mut Call) -> Result<Outcome> {
    let (set, foes) = (call.this_set()?, call.set(1, Kind::Units)?);
    let (attack, defence) = (super::unit::named_property(call, 2)?, super::unit::named_property(call, 3)?);
    let distance = call.integer(4)?;
    let held = spaces_of(call, foes)?;
    call.spend(10 + bits::count(call.desk.arena.words(held)) as u64)?;
    let out = call.make(Kind::Spaces)?;
    let (table, arena) = (&call.desk.table, &mut *call.desk.arena);
    let (map, state) = (&table.content.map, &table.state);
    let standing = |unit| {
        let unit = UnitId::from_index(unit);
        Some((state.unit(unit).place?, i64::from(table.value(unit, attack)))).filter(|(_, value)| *value != 0)
    };
    let members: Vec<(SpaceId, i64)> = bits::iter(arena.words(set)).filter_map(standing).collect();
    let is_superior = |space: SpaceId, foes: &[u64]| {
        let there = state.units_at(space).filter(|unit| bits::has(foes, unit.index()));
        let defence: i64 = there.map(|unit| i64::from(table.value(unit, defence))).sum();
        let near = members.iter().filter(|(place, _)| {
            map.distance(*place, space).is_some_and(|borders| i64::from(borders) <= i64::from(distance))
        });
        let attack: i64 = near.map(|(_, value)| value).sum();
        attack > 0 && attack >= defence
    };
    let found: Vec<usize> = bits::iter(arena.words(held))
        .filter(|&space| is_superior(SpaceId::from_index(space), arena.words(foes)))
        .collect();
    found.into_iter().for_each(|space| bits::insert(arena.words_mut(out), space));
    call.push_set(out)
}

fn stacks_of(call: &mut Call) -> Result<Outcome> {
    let (count, units) = (call.number(1)?, call.this_set()?);
    let set = call.make(Kind::Spaces)?;
    let (out, units) = call.desk.arena.pair(set, units);
    call.desk.table.stacks_of(units, count, out);
    call.push_set(set)
}

fn spaces(call: &mut Call) -> Result<Outcome> {
    let units = call.this_set()?;
    let set = spaces_of(call, units)?;
    call.push_set(set)
}

/// Creates a set of the spaces occupied by units.
fn spaces_of(call: &mut Call, units: u32) -> Result<u32> {
    let set = call.make(Kind::Spaces)?;
    let (spaces, units) = call.desk.arena.pair(set, units);
    let state = call.desk.table.state.units();
    bits::each_of_both(units, call.desk.table.state.on_map(), |unit| {
        if let Some(place) = state[unit].place {
            bits::insert(spaces, place.index());
        }
    });
    Ok(set)
}

fn meets(call: &mut Call) -> Result<Outcome> {
    let (set, other) = (call.this_set()?, call.set(1, Kind::Spaces)?);
    call.push_bool(bits::meets(call.desk.arena.words(set), call.desk.arena.words(other)))
}

fn reached(call: &Call) -> Result<crate::arena::ReachQuery> {
    match call.desk.arena.query(call.this_set()?) {
        Some(query) => Ok(query),
        None => fail("`cost`, `way` and `routes` need a set returned by `game:reach` or `march:next`"),
    }
}

fn cost(call: &mut Call) -> Result<Outcome> {
    let (query, to) = (reached(call)?, call.space(1)?);
    let map = &call.desk.table.content.map;
    match super::game::with_query(call.desk.arena, map.words(), &query, |reach| map.cost(reach, to)) {
        Some(cost) => call.push_number(cost),
        None => call.push_nil(),
    }
}

fn way(call: &mut Call) -> Result<Outcome> {
    let (query, goal) = (reached(call)?, call.space(1)?);
    call.spend(20)?;
    let map = &call.desk.table.content.map;
    match super::game::with_query(call.desk.arena, map.words(), &query, |reach| map.way(reach, goal)) {
        Some(way) => {
            call.desk.arena.route.record(call.desk.table, &way);
            call.push_list(way.into_iter().map(Value::space))
        }
        None => call.push_nil(),
    }
}

fn routes(call: &mut Call) -> Result<Outcome> {
    let (query, goal, prefer) = (reached(call)?, call.space(1)?, call.set(2, Kind::Spaces)?);
    if query.terms.sources.is_some() {
        return fail("`routes` needs a set of spaces reached from a single space");
    }
    call.spend(routes_price(call, prefer)?)?;
    let (map, arena) = (&call.desk.table.content.map, &*call.desk.arena);
    let prefer = arena.words(prefer);
    let routes = super::game::with_query(arena, map.words(), &query, |reach| map.routes(reach, goal, prefer));
    if let [route] = &routes[..] {
        call.desk.arena.route.record(call.desk.table, route);
    }
    call.push_list(routes.iter().map(|route| Value::list(route.iter().map(|&space| Value::space(space)))))
}

/// Returns the cost of `routes`, which distinguishes paths by the preferred spaces they pass through. The cost doubles
/// with each of the first eight preferred spaces in reach.
fn routes_price(call: &Call, prefer: u32) -> Result<u64> {
    let (reach, prefer) = (call.desk.arena.words(call.this_set()?), call.desk.arena.words(prefer));
    let passed: u32 = reach.iter().zip(prefer).map(|(a, b)| (a & b).count_ones()).sum();
    Ok((bits::count(reach) as u64 * 5) << passed.min(8))
}

/// Combines two sets: the union for `a + b`, the intersection for `a * b`, the difference for `a - b`.
pub(crate) fn combine(call: &mut Call, with: fn(&mut [u64], &[u64])) -> Result<Outcome> {
    let old = call.this_set()?;
    let kind = call.desk.arena.kind(old).unwrap_or(Kind::Spaces);
    let other = call.set(1, kind)?;
    let new = duplicate(call)?;
    let (out, other) = call.desk.arena.pair(new, other);
    with(out, other);
    call.push_set(new)
}

/// Returns the number of members, for `#set`.
pub(crate) fn length(call: &mut Call) -> Result<Outcome> {
    let set = call.this_set()?;
    call.push_number(bits::count(call.desk.arena.words(set)) as u32)
}

/// Takes a step in a loop over a set: returns the member after the previous one.
pub(crate) fn step(call: &mut Call) -> Result<Outcome> {
    let set = call.this_set()?;
    let kind = call.desk.arena.kind(set).unwrap_or(Kind::Spaces);
    let from = match call.any_handle(1) {
        Some((_, before)) => before as usize + 1,
        None => 0,
    };
    call.push_member(kind, bits::next(call.desk.arena.words(set), from))
}
