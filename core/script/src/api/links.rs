//! Links between units, which rules keep in the state: who attacks whom, who is attached to whom.

use super::{Method, method};
use crate::arena::Kind;
use crate::call::Call;
use crate::handle::HandleTag;
use crate::outcome::{Outcome, Result};
use crate::suggestions::no_such;
use grognard_engine::ids::{Id, UnitId};
use grognard_engine::set::bits;

pub(super) const METHODS: &[Method] = &[
    method!(Unit.linked_to "(link: string): Unit?", linked_to, "The unit that this unit is linked to; nil if there is \
        none. The system declares links such as `attacks` under `unit_links`."),
    method!(Units.link "(link: string, to: Unit)", link, "Links every member to a unit; a unit has at most one link \
        with each name."),
    method!(Units.unlink "(link: string)", unlink, "Removes a link from every member."),
    method!(Units.linked "(link: string, to: Unit?): Units", linked, "The members that are linked to a unit, or to any \
        unit if none is given."),
    method!(Units.links "(link: string): Units", links, "The units that the members are linked to."),
];

/// Returns the link named by an argument.
pub(super) fn named(call: &Call, at: i32) -> Result<usize> {
    let name = call.text(at)?;
    match call.desk.table.content.unit_links.iter().position(|known| known == name) {
        Some(at) => Ok(at),
        None => {
            no_such("the system declares no link", name, call.desk.table.content.unit_links.iter().map(String::as_str))
        }
    }
}

fn linked_to(call: &mut Call) -> Result<Outcome> {
    let (unit, link) = (UnitId(call.this as u16), named(call, 1)?);
    match call.desk.table.state.link(unit, link) {
        Some(to) => call.push(HandleTag::Unit, to.0.into()),
        None => call.push_nil(),
    }
}

fn link(call: &mut Call) -> Result<Outcome> {
    let to = call.unit(2)?;
    set(call, Some(to))
}

fn unlink(call: &mut Call) -> Result<Outcome> {
    set(call, None)
}

fn set(call: &mut Call, to: Option<UnitId>) -> Result<Outcome> {
    call.may_change()?;
    let (units, link) = (call.this_set()?, named(call, 1)?);
    let (state, words) = (&mut call.desk.table.state, call.desk.arena.words(units));
    bits::iter(words).for_each(|unit| state.set_link(UnitId::from_index(unit), link, to));
    call.nothing()
}

fn linked(call: &mut Call) -> Result<Outcome> {
    let link = named(call, 1)?;
    let to = if call.is_nil(2) { None } else { Some(call.unit(2)?) };
    let found = super::sets::duplicate(call)?;
    let (state, words) = (&call.desk.table.state, call.desk.arena.words_mut(found));
    bits::intersect(words, state.linked(link));
    if to.is_some() {
        bits::keep(words, |unit| state.link(UnitId::from_index(unit), link) == to);
    }
    call.push_set(found)
}

fn links(call: &mut Call) -> Result<Outcome> {
    let (units, link) = (call.this_set()?, named(call, 1)?);
    let found = call.make(Kind::Units)?;
    let (out, members) = call.desk.arena.pair(found, units);
    let state = &call.desk.table.state;
    for to in bits::iter_both(members, state.linked(link)).filter_map(|unit| state.link(UnitId::from_index(unit), link))
    {
        bits::insert(out, to.index());
    }
    call.push_set(found)
}
