//! Forecasts: the lines with which a rule describes a battle before it is fought.

use super::{Method, method};
use crate::arena::Prospect;
use crate::call::Call;
use crate::handle::HandleTag;
use crate::outcome::{Outcome, Result, fail};
use grognard_engine::chart::Cell;
use grognard_engine::decision::Refusal;
use grognard_engine::outcome::{self, BucketDice};

pub(super) const METHODS: &[Method] = &[
    method!(Game.forecast "(rule: string, text: string, ...any): Forecast", forecast, "A line about a battle before it \
        is fought: the paragraph and a clause without a full stop; `{1}`, `{2}`… stand for the arguments that follow, \
        as in `game:log`. The odds rule returns a list of such lines, columns and refusals; each is shown to the \
        players who may know it."),
    method!(Forecast.dice "(count: number, sides: number, target: number)", dice, "Adds dice to the line: `count` dice \
        with `sides` sides, each of which hits on `target` or more. Players see the expected hits with their exact \
        chances. To add dice of several kinds, call it once for each kind; they are all rolled together."),
    method!(Forecast.case "(result: string, weight: number)", case, "Adds a result that follows in `weight` of the \
        equally likely cases, for rolls that `dice` cannot describe. Players see each result with its share of all \
        cases. The same result can be added several times."),
];

/// The maximum number of dice in one line. A larger number is assumed to be a mistake.
const MAX_DICE: i32 = 1000;
/// The maximum number of cases in a forecast.
const MAX_CASES: usize = 10_000;

fn forecast(call: &mut Call) -> Result<Outcome> {
    let (rule, text, about) = (call.kept_text(1)?, call.kept_text(2)?, call.choices_from(3)?);
    call.spend(100 + 100 * about.len() as u64)?;
    let told = Refusal::about(text, about, &call.desk.table.content).under(rule);
    match call.desk.arena.keep_prospect(Prospect { told, bucket: Vec::new(), cases: Vec::new() }) {
        Some(number) => call.push(HandleTag::Forecast, call.run_number(number)),
        None => fail("this procedure created too many forecasts; is there an endless loop?"),
    }
}

fn dice(call: &mut Call) -> Result<Outcome> {
    let [count, sides, target] = [call.integer(1)?, call.integer(2)?, call.integer(3)?];
    let number =
        |number: i32, from: i32, most: i32| u32::try_from(number).ok().filter(|_| (from..=most).contains(&number));
    let (Some(count), Some(sides), Some(target)) =
        (number(count, 0, MAX_DICE), number(sides, 2, 1_000_000), number(target, 1, 1_000_001))
    else {
        return fail(format!(
            "`dice` takes at most {MAX_DICE} dice, at least 2 sides and a target of at least 1, not {count} dice, \
             {sides} sides and a target of {target}"
        ));
    };
    call.spend(100)?;
    match call.desk.arena.prospect(call.this) {
        Some(told) if told.bucket.len() < 100 => told.bucket.push(BucketDice { count, sides, hits_from: target }),
        Some(_) => return fail("`dice` can be called at most 100 times for a forecast"),
        None => return fail("this forecast belongs to a procedure that has ended; create it again"),
    }
    call.nothing()
}

fn case(call: &mut Call) -> Result<Outcome> {
    let (result, weight) = (call.kept_text(1)?, call.integer(2)?);
    let Some(weight) = u64::try_from(weight).ok().filter(|weight| *weight <= 1_000_000) else {
        return fail(format!("the weight of a case is a number from 0 to 1000000, not {weight}"));
    };
    call.spend(100)?;
    match call.desk.arena.prospect(call.this) {
        Some(told) if told.cases.len() < MAX_CASES => {
            told.cases.push(outcome::Outcome { result: Cell::Text(result.into()), weight });
        }
        Some(_) => return fail(format!("`case` can be called at most {MAX_CASES} times for a forecast")),
        None => return fail("this forecast belongs to a procedure that has ended; create it again"),
    }
    call.nothing()
}
