//! Decisions: asking the players.

use super::{Method, asking};
use crate::arena::{Arena, Kind, Resume};
use crate::call::Call;
use crate::choices::MAX_OPTIONS;
use crate::handle::HandleTag;
use crate::outcome::{Outcome, Result, Value, fail};
use grognard_engine::decision::{Answer, Choice, Decision, Form, Options};
use grognard_engine::field::Region;
use grognard_engine::ids::{Id, QuestionId, UnitId};
use grognard_engine::set::bits;
use std::collections::BTreeSet;
use std::sync::Arc;

pub(super) const METHODS: &[Method] = &[
    asking!(Game.choose "(side: Side, question: Question, options: Options, ...any): any", choose,
        "Asks a side to choose one of the options: a set, a region, or a list of units, spaces, numbers, strings or \
         paths (lists of spaces). For a region the lattice places are listed, but any other place in it is accepted. \
         Returns the choice, or nil if the question lets the side decline and it does. Nobody is asked if there is \
         only one possible answer: a single option that cannot be declined is returned; if there are no options, the \
         result is nil if the side may decline, and an error otherwise. The remaining arguments fill `{1}`, `{2}`… in \
         the prompt and are passed to the question's `why`."),
    asking!(Game.choose_number "(side: Side, question: Question, bounds: Bounds, ...any): number?", choose_number,
        "Asks a side for a whole number from `min` to `max`; returns nil if the side declines."),
    asking!(Game.choose_several "(side: Side, question: Question, options: Options, bounds: Bounds, ...any): any", choose_several,
        "Asks a side to choose between `min` and `max` of the options. Returns a set if the options are a set, and a \
         list otherwise; nil if the side declines. If the question has `fits`, only sets that this rule finds to fit \
         are accepted."),
    asking!(Game.choose_order "(side: Side, question: Question, options: Options, ...any): {any}", choose_order,
        "Asks a side to put all options in order. Returns a list, even if the options are a set; nil if the side \
         declines."),
    asking!(Game.allocate "(side: Side, question: Question, options: Options, shares: Shares, ...any): {{any}}", allocate, "Asks a side to divide `total` among the options, at most `max` each. Returns a list of pairs of an option and its share: `{{unit, 2}, {other, 1}}`. Options without a share are left out. Returns nil if the side declines."),
];

/// The cost of a question, in safepoints: the question and its answer are recorded.
pub(super) const QUESTION: u64 = 500;

pub(super) enum Offered {
    Set(u32, Kind),
    Numbers(i32, i32),
    List(Vec<Choice>),
    Region(Arc<Region>),
}

/// Reads the options of a question.
pub(super) fn offered(call: &Call, at: i32) -> Result<Offered> {
    match call.any_handle(at) {
        Some((HandleTag::Units, _)) => Ok(Offered::Set(call.set(at, Kind::Units)?, Kind::Units)),
        Some((HandleTag::Spaces, _)) => Ok(Offered::Set(call.set(at, Kind::Spaces)?, Kind::Spaces)),
        Some((HandleTag::Region, stamped)) => Ok(Offered::Region(super::region::region(call, stamped)?.clone())),
        _ => Ok(Offered::List(call.list(at)?)),
    }
}

impl Offered {
    pub(super) fn options<'a>(&'a self, arena: &'a Arena) -> Options<'a> {
        match self {
            Offered::Set(set, Kind::Units) => Options::Units(arena.words(*set)),
            Offered::Set(set, Kind::Spaces) => Options::Spaces(arena.words(*set)),
            Offered::Numbers(first, last) => Options::Numbers(*first, *last),
            Offered::List(list) => Options::List(list),
            Offered::Region(region) => Options::Region(region),
        }
    }

    /// Returns the kind of the set that several answers become.
    pub(super) fn kind(&self) -> Option<Kind> {
        if let Offered::Set(_, kind) = self { Some(*kind) } else { None }
    }
}

/// Asks a question. `context` is the index of the first argument for the prompt.
#[inline]
fn ask(call: &mut Call, offered: Offered, form: Form, context: i32) -> Result<Outcome> {
    let (side, question) = (call.side(1)?, call.question(2)?);
    let has_condition = condition(call, question, form)?;
    // A prompt that nobody reads is not built, but mistakes in it are still reported.
    let context = if has_condition || call.desk.table.reads_context(side) {
        call.choices_from(context)?
    } else {
        call.check_choices_from(context)?;
        Vec::new()
    };
    call.spend(QUESTION)?;
    let stop = call.desk.table.questions[question as usize].stop.is_some();
    let (table, arena) = (&mut *call.desk.table, &*call.desk.arena);
    let (options, kind) = (offered.options(arena), offered.kind());
    let decision = Decision { side, question: QuestionId(question), form, options, stop };
    let asked = table.choose(&decision, &context);
    let shown = std::mem::take(&mut call.desk.arena.shown_costs);
    match asked {
        Ok(Some(answer)) => push_answer(call, answer, kind),
        Ok(None) => {
            let (table, arena) = (&mut *call.desk.table, &*call.desk.arena);
            if let Offered::Set(set, Kind::Spaces) = offered {
                super::game::tell_costs(table, arena, set);
            }
            for set in shown {
                super::game::tell_costs(table, arena, set);
            }
            call.desk.arena.resume = Resume::Choice(kind);
            Ok(Outcome::Yield)
        }
        Err(fault) => fail(fault.to_string()),
    }
}

/// Returns whether a question has a condition, which only answers of several options can meet.
pub(super) fn condition(call: &Call, question: u16, form: Form) -> Result<bool> {
    let question = &call.desk.table.questions[question as usize];
    if question.fits.is_some() && !matches!(form, Form::Several(..)) {
        return fail(format!(
            "the question `{}` has `fits`, so it can be asked only where several options are chosen: by \
             `choose_several`, or with `bounds` by `choose_secretly`",
            question.key
        ));
    }
    Ok(question.fits.is_some())
}

/// Passes the answer to a suspended procedure.
pub(super) fn finish_choice(call: &mut Call, kind: Option<Kind>) -> Result<Outcome> {
    match call.desk.arena.given.take().or_else(|| call.desk.table.take_answer()) {
        Some(answer) => push_answer(call, answer, kind),
        None => fail("the procedure was resumed without an answer"),
    }
}

#[inline]
pub(super) fn push_answer(call: &mut Call, answer: Answer, kind: Option<Kind>) -> Result<Outcome> {
    if let Answer::One(Choice::Path(path)) = &answer {
        call.desk.arena.route.choose(call.desk.table, path);
    }
    match answer {
        Answer::One(Choice::Unit(id)) => call.push(HandleTag::Unit, id.0.into()),
        Answer::One(Choice::Space(id)) => call.push(HandleTag::Space, id.0.into()),
        Answer::One(choice) => Ok(Outcome::Later(Value::choice(&choice))),
        Answer::Stop => call.push_nil(),
        Answer::Several(choices) => push_several(call, &choices, kind),
        Answer::Shares(shares) => push_shares(call, &shares),
    }
}

fn push_several(call: &mut Call, choices: &[Choice], kind: Option<Kind>) -> Result<Outcome> {
    let Some(kind) = kind else {
        return call.push_list(choices.iter().map(Value::choice));
    };
    let set = set_of(call, choices, kind)?;
    call.push_set(set)
}

/// Makes a set of chosen units or spaces.
pub(super) fn set_of(call: &mut Call, choices: &[Choice], kind: Kind) -> Result<u32> {
    let set = call.make(kind)?;
    let words = call.desk.arena.words_mut(set);
    for choice in choices {
        match choice {
            Choice::Unit(UnitId(id)) => bits::insert(words, *id as usize),
            Choice::Space(space) => bits::insert(words, space.index()),
            _ => {}
        }
    }
    Ok(set)
}

fn push_shares(call: &mut Call, shares: &[(Choice, u32)]) -> Result<Outcome> {
    call.push_list(
        shares.iter().map(|(choice, share)| Value::list([Value::choice(choice), Value::Number((*share).into())])),
    )
}

fn choose(call: &mut Call) -> Result<Outcome> {
    let options = offered(call, 3)?;
    ask(call, options, Form::One, 4)
}

fn choose_number(call: &mut Call) -> Result<Outcome> {
    let [first, last] = call.fields(3, &["min", "max"])?;
    call.need([("min", first), ("max", last)])?;
    let (first, last) = (call.integer(first)?, call.integer(last)?);
    if i64::from(last) - i64::from(first) >= MAX_OPTIONS as i64 {
        return fail(format!(
            "there are too many numbers from {first} to {last} to choose from; the maximum is {MAX_OPTIONS}"
        ));
    }
    ask(call, Offered::Numbers(first, last), Form::One, 4)
}

/// Reads a number of options.
pub(super) fn count(call: &Call, at: i32) -> Result<u16> {
    let number = call.integer(at)?;
    u16::try_from(number).or_else(|_| fail(format!("{} must be from 0 to 65535, not {number}", call.called(at))))
}

/// Fails if an option is listed twice, where several are chosen: an answer could not tell them apart.
pub(super) fn distinct(call: &Call, offered: Offered) -> Result<Offered> {
    let Offered::List(list) = &offered else { return Ok(offered) };
    let mut seen = BTreeSet::new();
    match list.iter().find(|choice| !seen.insert(*choice)) {
        Some(twice) => {
            let name = Answer::One(twice.clone()).describe(&call.desk.table.content);
            fail(format!("the option `{name}` is listed twice"))
        }
        None => Ok(offered),
    }
}

fn choose_several(call: &mut Call) -> Result<Outcome> {
    let options = distinct(call, offered(call, 3)?)?;
    let [least, most] = call.fields(4, &["min", "max"])?;
    call.need([("min", least), ("max", most)])?;
    let (least, most) = (count(call, least)?, count(call, most)?);
    ask(call, options, Form::Several(least, most), 5)
}

fn choose_order(call: &mut Call) -> Result<Outcome> {
    let options = match distinct(call, offered(call, 3)?)? {
        Offered::Set(set, kind) => {
            let members = bits::iter(call.desk.arena.words(set));
            let choice = |id: usize| match kind {
                Kind::Units => Choice::Unit(UnitId::from_index(id)),
                Kind::Spaces => Choice::Space(Id::from_index(id)),
            };
            Offered::List(members.map(choice).collect())
        }
        Offered::Region(region) => Offered::List(region.candidates().iter().copied().map(Choice::Spot).collect()),
        other => other,
    };
    ask(call, options, Form::Order, 4)
}

fn allocate(call: &mut Call) -> Result<Outcome> {
    let options = distinct(call, offered(call, 3)?)?;
    let [total, most] = call.fields(4, &["total", "max"])?;
    call.need([("total", total), ("max", most)])?;
    let (total, most) = (count(call, total)?, count(call, most)?);
    ask(call, options, Form::Allocate { total: total.into(), most: most.into() }, 5)
}
