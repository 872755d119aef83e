//! Attacks that are all declared before the first is fought, in loops that the engine runs.
//!
//! What has been declared is stored in the state, as links from the attackers to their target. A procedure that starts
//! again from a checkpoint therefore continues with the battles that are left.

use super::{Method, asking};
use crate::arena::{Kind, Resume};
use crate::call::Call;
use crate::handle::HandleTag;
use crate::outcome::{Outcome, Result, fail};
use grognard_engine::decision::{Answer, Choice, Decision, Form, Options};
use grognard_engine::ids::{Id, QuestionId, SideId, UnitId};
use grognard_engine::set::bits;
use grognard_engine::table::Table;

pub(super) const METHODS: &[Method] = &[
    asking!(Game.declare_attacks "(side: Side, attacks: AttackOptions)", declare, "Lets a side declare attacks until it \
        declines the question `target`, or no target is left next to a free unit. For each attack, the side chooses a \
        target, and then one or more adjacent units, which are linked to the target. `targets`: the units that may be \
        attacked. `units`: the units that may attack. Both are removed from their sets, so that each is part of at \
        most one attack. `target`, `attackers`: the questions; the prompt of `attackers` gets the target as `{1}`, and \
        cannot be declined. `link`: the name of the link. Does nothing if a unit of the side already has such a link: \
        then the attacks have been declared."),
    asking!(Game.next_battle "(side: Side, question: Question, link: string): (Unit?, Units)", next, "The next of the \
        declared attacks, chosen by the side if several are left: the target and its attackers, whose links are \
        removed. Returns nil if none is left. Makes a checkpoint first, as `game:checkpoint` does."),
];

/// Continues `declare_attacks` with an answer. `target` is the target whose attackers were asked for.
pub(super) fn go_on_declaring(call: &mut Call, target: Option<UnitId>) -> Result<Outcome> {
    let given = answer(call)?;
    declare_from(call, target, Some(given))
}

/// Continues `next_battle` with an answer.
pub(super) fn go_on_to_battle(call: &mut Call) -> Result<Outcome> {
    let given = answer(call)?;
    begin_battle(call, given)
}

fn answer(call: &mut Call) -> Result<Answer> {
    call.desk.table.take_answer().map_or_else(|| fail("the attacks were resumed without an answer"), Ok)
}

/// The arguments of `declare_attacks`, and sets for the questions.
struct Declaration {
    side: SideId,
    target: QuestionId,
    attackers: QuestionId,
    link: usize,
    targets: u32,
    units: u32,
    /// The spaces next to the free units, or next to the target.
    near: u32,
    /// The options of the current question.
    options: u32,
}

fn declare(call: &mut Call) -> Result<Outcome> {
    declare_from(call, None, None)
}

fn declare_from(call: &mut Call, mut target: Option<UnitId>, mut given: Option<Answer>) -> Result<Outcome> {
    call.may_change()?;
    let attack = declaration(call)?;
    let state = &call.desk.table.state;
    if target.is_none() && given.is_none() && bits::meets(state.units_of(attack.side), state.linked(attack.link)) {
        return call.nothing();
    }
    loop {
        let answer = match given.take() {
            Some(answer) => answer,
            None => match ask_for(call, &attack, target)? {
                Some(answer) => answer,
                None => {
                    call.desk.arena.resume = Resume::Declaration(target);
                    return Ok(Outcome::Yield);
                }
            },
        };
        match (target.take(), answer) {
            (None, Answer::One(Choice::Unit(chosen))) => target = Some(chosen),
            (Some(target), Answer::Several(attackers)) => declared(call, &attack, target, &attackers),
            _ => return call.nothing(),
        }
    }
}

fn declaration(call: &mut Call) -> Result<Declaration> {
    let side = call.side(1)?;
    let [target, attackers, link, targets, units] =
        call.fields(2, &["target", "attackers", "link", "targets", "units"])?;
    call.need([("target", target), ("attackers", attackers), ("link", link), ("targets", targets), ("units", units)])?;
    let declaration = Declaration {
        side,
        target: QuestionId(call.question(target)?),
        attackers: QuestionId(call.question(attackers)?),
        link: super::links::named(call, link)?,
        targets: call.set(targets, Kind::Units)?,
        units: call.set(units, Kind::Units)?,
        near: call.make(Kind::Spaces)?,
        options: call.make(Kind::Units)?,
    };
    // The table is read again after every answer.
    call.drop_options();
    Ok(declaration)
}

/// Asks for a target, or for the units that attack it.
fn ask_for(call: &mut Call, attack: &Declaration, target: Option<UnitId>) -> Result<Option<Answer>> {
    call.spend(super::decide::QUESTION)?;
    let (table, arena) = (&mut *call.desk.table, &mut *call.desk.arena);
    // The spaces next to the free units or the target, and the units there.
    let place = |table: &Table, unit: usize| table.state.units()[unit].place;
    arena.words_mut(attack.near).fill(0);
    let (near, free) = arena.pair(attack.near, attack.units);
    let mut add = |table: &Table, unit: usize| {
        if let Some(space) = place(table, unit) {
            bits::union(near, table.content.map.neighbours(space));
        }
    };
    match target {
        None => bits::each(free, |unit| add(table, unit)),
        Some(target) => add(table, target.index()),
    }
    let from = if target.is_some() { attack.units } else { attack.targets };
    arena.copy_words(attack.options, from);
    let (options, near) = arena.pair(attack.options, attack.near);
    bits::keep(options, |unit| place(table, unit).is_some_and(|space| bits::has(near, space.index())));
    let options = arena.words(attack.options);
    let (question, form) = match target {
        None => (attack.target, Form::One),
        Some(_) => (attack.attackers, Form::Several(1, bits::count(options) as u16)),
    };
    let stop = table.questions[question.index()].stop.is_some();
    let decision = Decision { side: attack.side, question, form, options: Options::Units(options), stop };
    let context = target.map(Choice::Unit).filter(|_| table.reads_context(attack.side));
    table.choose(&decision, context.as_slice()).or_else(|fault| fail(fault.to_string()))
}

/// Links the attackers to their target, and removes all of them from the sets of those still free.
fn declared(call: &mut Call, attack: &Declaration, target: UnitId, attackers: &[Choice]) {
    let (table, arena) = (&mut *call.desk.table, &mut *call.desk.arena);
    for attacker in attackers {
        let Choice::Unit(attacker) = attacker else { continue };
        table.state.set_link(*attacker, attack.link, Some(target));
        bits::remove(arena.words_mut(attack.units), attacker.index());
    }
    bits::remove(arena.words_mut(attack.targets), target.index());
}

fn next(call: &mut Call) -> Result<Outcome> {
    call.may_change()?;
    let (side, question, link) = (call.side(1)?, QuestionId(call.question(2)?), super::links::named(call, 3)?);
    let options = call.make(Kind::Units)?;
    let (table, words) = (&mut *call.desk.table, call.desk.arena.words_mut(options));
    let attackers = bits::iter_both(table.state.units_of(side), table.state.linked(link));
    let targets = attackers.filter_map(|unit| table.state.link(UnitId::from_index(unit), link));
    targets.for_each(|target| bits::insert(words, target.index()));
    let Some(first) = bits::next(words, 0) else { return call.push_nil() };
    call.spend(super::game::CHECKPOINT)?;
    call.desk.table.checkpoint();
    let (table, options) = (&mut *call.desk.table, call.desk.arena.words(options));
    if bits::next(options, first + 1).is_none() {
        return begin_battle(call, Answer::One(Choice::Unit(UnitId::from_index(first))));
    }
    let stop = table.questions[question.index()].stop.is_some();
    let decision = Decision { side, question, form: Form::One, options: Options::Units(options), stop };
    match table.choose(&decision, &[]) {
        Ok(Some(answer)) => begin_battle(call, answer),
        Ok(None) => {
            call.desk.arena.resume = Resume::Battle;
            Ok(Outcome::Yield)
        }
        Err(fault) => fail(fault.to_string()),
    }
}

/// Returns the chosen target and its attackers, and removes their links.
fn begin_battle(call: &mut Call, answer: Answer) -> Result<Outcome> {
    let Answer::One(Choice::Unit(target)) = answer else { return call.push_nil() };
    let (side, link) = (call.side(1)?, super::links::named(call, 3)?);
    let attackers = call.make(Kind::Units)?;
    let (state, words) = (&mut call.desk.table.state, call.desk.arena.words_mut(attackers));
    words.copy_from_slice(state.units_of(side));
    bits::intersect(words, state.linked(link));
    bits::keep(words, |unit| state.link(UnitId::from_index(unit), link) == Some(target));
    bits::iter(words).for_each(|unit| state.set_link(UnitId::from_index(unit), link, None));
    call.push(HandleTag::Unit, target.0.into())?;
    call.push_set(attackers)?;
    Ok(Outcome::Values(2))
}
