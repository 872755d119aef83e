//! Reads the results of script functions off the stack: a value, a set, or a list of these.

use crate::arena::{Item, Kind};
use crate::call::Call;
use crate::handle::HandleTag;
use grognard_engine::decision::Choice;
use grognard_engine::ids::{Id, SideId, SpaceId, UnitId};
use grognard_engine::set::bits;

/// The maximum length of a list.
const MAX_LIST: usize = 10_000;
const MAX_NESTING: u32 = 3;

/// Reads the first result. Results start at the receiver's position.
pub(crate) fn first(call: &mut Call) -> Item {
    if call.count() < 0 { Item::Nil } else { item(call, 0) }
}

/// Reads the value of an argument. Values that the host cannot use are read as nil.
pub(crate) fn item(call: &mut Call, at: i32) -> Item {
    nested(call, at, MAX_NESTING)
}

fn nested(call: &mut Call, at: i32, depth: u32) -> Item {
    match call.any_handle(at) {
        Some((HandleTag::Column, stamped)) => {
            call.desk.arena.column(stamped).map_or(Item::Nil, |column| Item::Column(column.clone()))
        }
        Some((HandleTag::Refusal, stamped)) => {
            call.desk.arena.refusal(stamped).map_or(Item::Nil, |refusal| Item::Refusal(refusal.clone()))
        }
        Some((HandleTag::Forecast, stamped)) => {
            call.desk.arena.prospect(stamped).map_or(Item::Nil, |told| Item::Prospect(told.clone()))
        }
        Some((HandleTag::Side, side)) => Item::Side(SideId(side as u16)),
        Some((HandleTag::Units, _)) => {
            members(call, at, Kind::Units, UnitId::from_index).map_or(Item::Nil, Item::Units)
        }
        Some((HandleTag::Spaces, _)) => {
            members(call, at, Kind::Spaces, SpaceId::from_index).map_or(Item::Nil, Item::Spaces)
        }
        None if call.is_nil(at) => Item::Nil,
        None if call.is_number(at) => call.number(at).map_or(Item::Nil, Item::Number),
        None if call.is_table(at) => list(call, at, depth),
        _ => call.boolean(at).map(Item::Bool).or_else(|_| call.choice(at).map(Item::Choice)).unwrap_or(Item::Nil),
    }
}

fn members<T>(call: &Call, at: i32, kind: Kind, id: impl Fn(usize) -> T) -> Option<Vec<T>> {
    let set = call.set(at, kind).ok()?;
    Some(bits::iter(call.desk.arena.words(set)).map(id).collect())
}

/// Reads a list; a list that contains only spaces is a path.
fn list(call: &mut Call, at: i32, depth: u32) -> Item {
    let length = call.length_of_table(at);
    if depth == 0 || length > MAX_LIST {
        return Item::Nil;
    }
    let items: Vec<Item> =
        (1..=length).map(|element| call.with_element(at, element, |call, at| nested(call, at, depth - 1))).collect();
    let space = |item: &Item| match item {
        Item::Choice(Choice::Space(space)) => Some(*space),
        _ => None,
    };
    match items.iter().map(space).collect::<Option<Vec<SpaceId>>>() {
        Some(way) if !way.is_empty() => Item::Choice(Choice::Path(way.into())),
        _ => Item::List(items),
    }
}
