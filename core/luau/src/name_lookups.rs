//! Names that scripts look up as plain strings: `game:chart("crt")`, `unit:has("tank")`, `game.phase == "Combat"`.

use crate::script::Script;
use crate::tree::{Call, Expression, ExpressionKind};

/// A name that a script looks up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameLookup {
    /// The method to which the name is passed (`chart`), or the field with which it is compared (`phase`).
    pub method: String,
    /// The number of the argument, from 1; 0 if the name is compared with a field.
    pub argument: usize,
    /// The name.
    pub name: String,
    /// Whether the method is called on the game.
    pub of_game: bool,
    /// The index of the file.
    pub file: usize,
    /// The line.
    pub line: usize,
}

/// Returns the names that a script looks up. `file` is the index of its file.
pub fn name_lookups(script: &Script, file: usize) -> Vec<NameLookup> {
    let of = |expression: &Expression| {
        let of_game = expression.call().is_some_and(Call::is_of_game);
        let lookup = move |(method, argument, name, at): (&str, usize, &str, usize)| NameLookup {
            method: method.to_owned(),
            argument,
            name: name.to_owned(),
            of_game,
            file,
            line: script.line(at),
        };
        comparison(expression).into_iter().chain(arguments(script, expression)).map(lookup).collect::<Vec<_>>()
    };
    script.expressions().flat_map(of).collect()
}

/// Returns the field and the string in a comparison of the two.
fn comparison(expression: &Expression) -> Option<(&str, usize, &str, usize)> {
    let [left, right] = expression.comparison()?;
    let (field, name) = left.string().map_or((left, right), |_| (right, left));
    let ExpressionKind::Field(_, field) = &field.kind else { return None };
    Some((&field.text, 0, name.string()?, name.span.start))
}

/// Returns the arguments of a method call that are plain strings.
fn arguments<'a>(script: &'a Script, expression: &'a Expression) -> Vec<(&'a str, usize, &'a str, usize)> {
    let call = expression.call().and_then(|call| Some((call.method()?, call)));
    let named = |(method, call): (&'a str, &'a Call)| {
        let string = move |(at, argument): (usize, &'a Expression)| {
            let name = script.constant(argument).string().filter(|name| !name.is_empty())?;
            Some((method, at + 1, name, argument.span.start))
        };
        call.arguments.iter().enumerate().filter_map(string)
    };
    call.into_iter().flat_map(named).collect()
}
