//! Reads the results of script functions off the stack: a value, a set, or a list of these.

use crate::arena::{Item, Kind};
use crate::call::Call;
use crate::handle::HandleTag;
use crate::outcome::{Result, fail};
use grognard_engine::decision::Choice;
use grognard_engine::ids::{Id, SideId, SpaceId, UnitId};
use grognard_engine::set::bits;
use mlua::ffi;

/// The maximum length of a list.
const MAX_LIST: usize = 10_000;
const MAX_NESTING: u32 = 3;

/// The values that one rule can pass on to another, for messages.
pub(crate) const VALUES: &str = "a unit, a space, a side, a number, a string, a boolean, a set, or a list of these";

const ENDED: &str = "a value of a procedure that has ended";

/// Reads the first result. Results start at the receiver's position. The error describes a value that cannot be kept.
pub(crate) fn first(call: &mut Call) -> Result<Item> {
    if call.count() < 0 { Ok(Item::Nil) } else { nested(call, 0, MAX_NESTING) }
}

/// Reads the value of an argument that is passed on to a rule.
pub(crate) fn item(call: &mut Call, at: i32) -> Result<Item> {
    nested(call, at, MAX_NESTING)
        .and_then(passed_on)
        .or_else(|found| fail(format!("argument {at} is or contains {found}; it must be {VALUES}")))
}

/// Checks a value that a rule passes on to another one. The error describes what cannot be passed on.
pub(crate) fn passed_on(item: Item) -> Result<Item> {
    fn problem(item: &Item) -> Option<&'static str> {
        match item {
            Item::List(items) => items.iter().find_map(problem),
            Item::Number(number) if number.is_nan() => Some("0/0, which is not a number"),
            Item::Column(_) | Item::Refusal(_) | Item::Prospect(_) => Some(item.kind()),
            _ => None,
        }
    }
    match problem(&item) {
        Some(problem) => fail(problem),
        None => Ok(item),
    }
}

/// Reads a value. The error describes what was found.
fn nested(call: &mut Call, at: i32, depth: u32) -> Result<Item> {
    match call.any_handle(at) {
        Some((HandleTag::Column, stamped)) => {
            call.desk.arena.column(stamped).map(|column| Item::Column(column.clone())).ok_or_else(|| ENDED.into())
        }
        Some((HandleTag::Refusal, stamped)) => {
            call.desk.arena.refusal(stamped).map(|refusal| Item::Refusal(refusal.clone())).ok_or_else(|| ENDED.into())
        }
        Some((HandleTag::Forecast, stamped)) => {
            call.desk.arena.prospect(stamped).map(|told| Item::Prospect(told.clone())).ok_or_else(|| ENDED.into())
        }
        Some((HandleTag::Side, side)) => Ok(Item::Side(SideId(side as u16))),
        Some((HandleTag::Units, _)) => members(call, at, Kind::Units, UnitId::from_index).map(Item::Units),
        Some((HandleTag::Spaces, _)) => members(call, at, Kind::Spaces, SpaceId::from_index).map(Item::Spaces),
        None if call.is_nil(at) => Ok(Item::Nil),
        None if call.is_number(at) => call.number(at).map(Item::Number),
        None if call.is_table(at) => list(call, at, depth),
        _ => match call.boolean(at) {
            Ok(value) => Ok(Item::Bool(value)),
            Err(_) => call.choice(at).map(Item::Choice).or_else(|_| match call.kind_of(at) {
                ffi::LUA_TSTRING => fail("a string that is too long or not valid UTF-8"),
                _ => fail(format!("a {}", call.found(at))),
            }),
        },
    }
}

fn members<T>(call: &Call, at: i32, kind: Kind, id: impl Fn(usize) -> T) -> Result<Vec<T>> {
    let set = call.set(at, kind).map_err(|_| ENDED)?;
    Ok(bits::iter(call.desk.arena.words(set)).map(id).collect())
}

/// Reads a list; a list that contains only spaces is a path.
fn list(call: &mut Call, at: i32, depth: u32) -> Result<Item> {
    let length = call.count_elements(at)?;
    if depth == 0 {
        return fail(format!("lists nested deeper than {MAX_NESTING}"));
    }
    if length > MAX_LIST {
        return fail(format!("a list of {length} elements, where the maximum is {MAX_LIST}"));
    }
    let items: Vec<Item> = (1..=length)
        .map(|element| call.with_element(at, element, |call, at| nested(call, at, depth - 1)))
        .collect::<Result<_>>()?;
    let space = |item: &Item| match item {
        Item::Choice(Choice::Space(space)) => Some(*space),
        _ => None,
    };
    Ok(match items.iter().map(space).collect::<Option<Vec<SpaceId>>>() {
        Some(way) if !way.is_empty() => Item::Choice(Choice::Path(way.into())),
        _ => Item::List(items),
    })
}
