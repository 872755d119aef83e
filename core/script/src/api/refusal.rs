//! Refusals: why something is not allowed, with the paragraph.

use super::{Field, field};
use crate::call::Call;
use crate::handle::HandleTag;
use crate::outcome::{Outcome, Result, fail};
use grognard_engine::decision::Refusal;

pub(super) const FIELDS: &[Field] = &[
    field!(Refusal.rule: "string", |call| { let text = refusal(call)?.rule.clone().unwrap_or_default(); call.push_text(&text) }, "The paragraph that forbids it."),
    field!(Refusal.reason: "string", |call| { let text = refusal(call)?.reason.clone(); call.push_text(&text) },
        "The reason, a clause without a full stop."),
];

fn refusal<'a>(call: &'a Call) -> Result<&'a Refusal> {
    match call.desk.arena.refusal(call.this) {
        Some(refusal) => Ok(refusal),
        None => fail("this refusal belongs to a procedure that has ended; create it again"),
    }
}

/// Creates a refusal. `refuse(rule, reason, ...)` is a function, not a method, so its arguments start at the receiver's
/// position.
pub(crate) fn refuse(call: &mut Call) -> Result<Outcome> {
    let text = |at: i32, what: &str| {
        call.kept_text(at).or_else(|_| {
            fail(format!(
                "`refuse` needs a rule and a reason, both strings; the {what} is missing, too long or not a string"
            ))
        })
    };
    let (rule, reason) = (text(0, "rule")?, text(1, "reason")?);
    let about = call.choices_from(2);
    let about = about.or_else(|_| {
        fail("the arguments of `refuse` after the reason must be units, spaces, sides, whole numbers or strings")
    })?;
    call.spend(100 + 100 * about.len() as u64)?;
    let refusal = Refusal::about(reason, about, &call.desk.table.content).under(rule);
    match call.desk.arena.keep_refusal(refusal) {
        Some(number) => call.push(HandleTag::Refusal, call.run_number(number)),
        None => fail("this procedure created too many refusals; is there an endless loop?"),
    }
}
