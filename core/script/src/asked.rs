//! Names scripts hand to the game as plain texts: `game:chart("crt")`, `unit:has("tank")`.

use crate::code::{Body, Step, op};
use crate::lint::is_call;

/// A name a script asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The method it is handed to: `chart`; or the field it is compared with: `phase`.
    pub method: String,
    /// Which argument it is, from 1; 0 where a field of that name is compared with it.
    pub argument: usize,
    /// The name.
    pub name: String,
    /// The number of the file.
    pub file: usize,
    /// The line.
    pub line: usize,
}

/// The texts a function compares a field with: `game.phase == "Combat"`. They have no place among arguments: 0.
pub(crate) fn compared(body: &Body, file: usize) -> Vec<Asked> {
    let steps: Vec<(usize, Step)> = body.steps().collect();
    let pairs = steps.windows(2).map(|pair| (pair[0].1, pair[1]));
    let compares =
        |field: Step, (_, test): (usize, Step)| field.op() == op::GETTABLEKS && test.op() == op::JUMPXEQKS && field.a() == test.a();
    let all = pairs.filter(|(field, test)| compares(*field, *test)).map(|(field, (at, test))| Asked {
        method: body.text(field.extra).to_owned(),
        argument: 0,
        // The highest bit tells whether it jumps when they differ.
        name: body.text(test.extra & 0x00ff_ffff).to_owned(),
        file,
        line: body.line(at),
    });
    all.collect()
}

/// The texts a function hands to methods.
pub(crate) fn asked(body: &Body, file: usize) -> Vec<Asked> {
    let steps: Vec<(usize, Step)> = body.steps().collect();
    let calls = steps.windows(2).enumerate().filter(|(_, pair)| pair[0].1.op() == op::NAMECALL && is_call(pair[1].1.op()));
    calls.flat_map(|(at, pair)| arguments(body, &steps[..at], pair, file)).collect()
}

/// The arguments of one call that are texts and nothing else. They are put in place one after the other, then the method is looked
/// up and called.
fn arguments(body: &Body, before: &[(usize, Step)], pair: &[(usize, Step)], file: usize) -> Vec<Asked> {
    let (place, method, call) = (pair[0].0, pair[0].1, pair[1].1);
    let first = method.a().saturating_add(2);
    let count = match call.b() {
        // The last argument is a call that may return any number of values.
        0 => before.last().filter(|(_, last)| is_call(last.op())).map_or(0, |(_, last)| last.a().saturating_sub(first)),
        // The receiver counts, and one more.
        count => count.saturating_sub(2),
    };
    let argument = |number: u8| {
        let register = first.checked_add(number)?;
        let &(at, text) = before.iter().rfind(|(_, step)| step.a() == register)?;
        // A jump behind the text comes from another value that may stand here instead.
        let is_one_of_several = before.iter().any(|(from, step)| step.jump(*from) == Some(at + 1));
        let name = body.text(u32::try_from(text.d()).ok()?);
        (text.op() == op::LOADK && !is_one_of_several && !name.is_empty()).then(|| Asked {
            method: body.text(method.extra).to_owned(),
            argument: usize::from(number) + 1,
            name: name.to_owned(),
            file,
            line: body.line(place),
        })
    };
    (0..count.min(3)).filter_map(argument).collect()
}

/// The lines in which a function reads a field of this name, of whatever value.
pub(crate) fn reads(body: &Body, field: &str) -> Vec<usize> {
    let is_read = |(_, step): &(usize, Step)| step.op() == op::GETTABLEKS && body.text(step.extra) == field;
    body.steps().filter(is_read).map(|(at, _)| body.line(at)).collect()
}

/// The lines in which a function makes a refusal and does nothing with it.
pub(crate) fn dropped(body: &Body) -> Vec<usize> {
    let steps: Vec<(usize, Step)> = body.steps().collect();
    let is_dropped = |at: usize, call: Step| {
        let called = steps[..at].iter().rev().find(|(_, step)| step.a() == call.a()).map(|(_, step)| *step);
        let is_refuse = called.is_some_and(|step| match step.op() {
            op::GETIMPORT => *step.import(body) == ["refuse"],
            op::GETGLOBAL => body.text(step.extra) == "refuse",
            _ => false,
        });
        // One more than how many results are kept.
        is_call(call.op()) && call.c() == 1 && is_refuse
    };
    steps.iter().enumerate().filter(|(at, (_, step))| is_dropped(*at, *step)).map(|(_, (place, _))| body.line(*place)).collect()
}
