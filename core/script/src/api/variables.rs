//! Reading and writing the variables of the game, of units and of spaces.

use crate::call::Call;
use crate::outcome::{Outcome, Result, Value, fail};
use crate::suggestions::{hint, no_such, shorten};
use grognard_engine::content::Content;
use grognard_engine::state::VariableOwner;
use grognard_engine::variable::{Variable, Variables};
use mlua::ffi;
use std::ffi::c_int;

/// What a kind of variable belongs to.
#[derive(Clone, Copy)]
pub(super) enum VariableKind {
    Game,
    Unit,
    Space,
}

impl VariableKind {
    /// Returns the variables of this kind.
    #[inline]
    pub(super) fn of(self, content: &Content) -> &Variables {
        match self {
            VariableKind::Game => &content.variables,
            VariableKind::Unit => &content.unit_variables,
            VariableKind::Space => &content.space_variables,
        }
    }
}

/// Returns the position of the variable named by argument 1.
#[inline]
pub(super) fn named(call: &Call, kind: VariableKind) -> Result<usize> {
    let (name, known) = (call.text(1)?, kind.of(&call.desk.table.content));
    known.position(name).map_or_else(|| unknown(name, kind, known), Ok)
}

#[cold]
fn unknown<T>(name: &str, kind: VariableKind, known: &Variables) -> Result<T> {
    let what = match kind {
        VariableKind::Game => "the system declares no variable",
        VariableKind::Unit => "the system declares no unit variable",
        VariableKind::Space => "the system declares no space variable",
    };
    no_such(what, name, known.names())
}

/// Pushes the value of the variable named by argument 1.
pub(super) fn get(call: &mut Call, kind: VariableKind, owner: VariableOwner) -> Result<Outcome> {
    let (at, table) = (named(call, kind)?, &call.desk.table);
    let variable = &kind.of(&table.content)[at];
    let values = table.state.values(owner, variable);
    let word = |value: i32| variable.word_of(value);
    match values {
        [value] if variable.length.is_none() => match word(*value) {
            Some(word) => call.push_text(word),
            None => call.push_number(*value),
        },
        _ => call.push_list(values.iter().map(|value| match word(*value) {
            Some(word) => Value::text(word),
            None => Value::Number(f64::from(*value)),
        })),
    }
}

/// Sets the variable named by argument 1 to the value in argument 2.
pub(super) fn set(call: &mut Call, kind: VariableKind, owner: VariableOwner) -> Result<Outcome> {
    call.may_change()?;
    let at = named(call, kind)?;
    let values = values(call, kind, at)?;
    let table = &mut *call.desk.table;
    table.state.set_values(owner, &kind.of(&table.content)[at], &values);
    call.nothing()
}

/// Reads argument 2 as the values of a variable.
pub(super) fn values(call: &mut Call, kind: VariableKind, at: usize) -> Result<Vec<i32>> {
    let variable = |call: &Call, argument| value(call, argument, &kind.of(&call.desk.table.content)[at]);
    let Some(most) = kind.of(&call.desk.table.content)[at].length else { return Ok(vec![variable(call, 2)?]) };
    let (name, count) = (call.text(1)?, call.length_of_table(2));
    if !call.is_table(2) {
        return call.expected(2, "list");
    }
    if count > most {
        return fail(format!("`{name}` has at most {most} elements, not {count}"));
    }
    let values = call.items(2, most, |call, argument| variable(call, argument));
    values.or_else(|fault| match fault.contains(name) {
        true => Err(fault),
        false => fail(format!("`{name}`: {fault}")),
    })
}

/// Reads an argument as a number or a word of a variable.
fn value(call: &Call, argument: c_int, variable: &Variable) -> Result<i32> {
    let Variable { name, words, .. } = variable;
    if words.is_empty() {
        return call.integer(argument);
    }
    let list = words.join(", ");
    if call.kind_of(argument) != ffi::LUA_TSTRING {
        return fail(format!("{} must be a word of `{name}`: {list}", call.called(argument)));
    }
    let word = call.text(argument)?;
    match variable.value_of(word) {
        Some(value) => Ok(value),
        None => {
            let hint = hint(word, words.iter().map(String::as_str));
            fail(format!("`{}` is no word of `{name}`, which has {list}{hint}", shorten(word)))
        }
    }
}
