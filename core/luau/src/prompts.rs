//! Finds where scripts ask questions, and how many arguments they pass for the placeholders of the prompt.

use crate::nodes::{SyntaxNode, value_of};
use crate::script::Script;
use crate::tree::{Call, Expression, Span, StatementKind, TableElement};
use std::collections::BTreeMap;

/// A call that asks a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionUse {
    /// The variable that contains the question: `GOAL`.
    pub question: String,
    /// The prompt of the question.
    pub prompt: String,
    /// The number of arguments for the placeholders of the prompt.
    pub count: usize,
    /// Whether it is asked by `choose_secretly`, where the arguments are in `about`.
    pub is_secret: bool,
    /// Where the question is asked.
    pub span: Span,
}

/// Returns the questions that a script both declares and asks. Leaves out questions that are passed to other functions,
/// and calls with an unknown number of arguments, in which the last argument is a call or `...`.
pub fn question_uses(script: &Script) -> Vec<QuestionUse> {
    let prompts = prompts(script);
    let question = |call: &Call, (value, count): (&Expression, usize)| {
        let name = value.name()?;
        let prompt = (*prompts.get(&name.variable?)?).to_owned();
        Some(QuestionUse {
            question: name.text.clone(),
            prompt,
            count,
            is_secret: call.method() == Some("choose_secretly"),
            span: name.span.clone(),
        })
    };
    script
        .calls()
        .flat_map(|call| {
            question_of_call(call).into_iter().chain(questions_of_table(call)).map(move |asked| (call, asked))
        })
        .filter_map(|(call, asked)| question(call, asked))
        .collect()
}

/// Returns the prompts of declared questions, by variable: `local GOAL = ask("…", { prompt = "…" })`.
fn prompts(script: &Script) -> BTreeMap<usize, &str> {
    let statements = script.nodes().filter_map(SyntaxNode::statement);
    let declared = statements.filter_map(|statement| match &statement.kind {
        StatementKind::Local(names, values) => Some((names.first()?.variable?, values.first()?.call()?)),
        _ => None,
    });
    let declared = declared.filter(|(_, call)| call.global() == Some("ask"));
    declared
        .filter_map(|(variable, call)| Some((variable, value_of(call.arguments.get(1)?.table()?, "prompt")?.string()?)))
        .collect()
}

/// Returns the question that a method call asks, and the number of arguments for its placeholders.
fn question_of_call(call: &Call) -> Option<(&Expression, usize)> {
    let filled = call.arguments.len().saturating_sub(first_filling(call.method()?)?);
    let is_open = call.arguments.last().is_some_and(Expression::is_open);
    let question = call.arguments.get(1).filter(|_| !is_open || filled == 0)?;
    Some((question, filled))
}

/// Returns the index of the first argument for a placeholder, from 0; `None` if the method asks no question.
fn first_filling(method: &str) -> Option<usize> {
    match method {
        "choose" | "choose_order" | "choose_number" => Some(3),
        "choose_several" | "allocate" => Some(4),
        "next_battle" => Some(usize::MAX),
        _ => None,
    }
}

/// Returns the questions of a march, or of attacks to be declared, each with the number of its arguments: all but the
/// first get the answer to the first.
fn questions_of_table(call: &Call) -> Vec<(&Expression, usize)> {
    if call.method() == Some("choose_secretly") {
        let asked = call.arguments.first().and_then(Expression::table).unwrap_or_default();
        return asked.iter().filter_map(|entry| secret_question(entry.value.table()?)).collect();
    }
    let keys: &[_] = match call.method() {
        Some("march") => &[("which", 0), ("goal", 1), ("facing", 1)],
        Some("declare_attacks") => &[("target", 0), ("attackers", 1)],
        _ => return Vec::new(),
    };
    let options = call.arguments.get(1).and_then(Expression::table);
    let question = |(key, count): &(&str, usize)| Some((value_of(options?, key)?, *count));
    keys.iter().filter_map(question).collect()
}

/// Returns a question that is asked in secret, with the number of elements of `about`.
fn secret_question(fields: &[TableElement]) -> Option<(&Expression, usize)> {
    let count = match value_of(fields, "about") {
        None => 0,
        Some(about) => about.table().filter(|all| all.last().is_none_or(|last| !last.value.is_open()))?.len(),
    };
    Some((value_of(fields, "question")?, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_where_they_are_asked() {
        let source = r#"local A = ask("a", { rule = "1.0", prompt = "{1}?" }) local B: Question = ask("b", { prompt = "{1} {2}" })
            game:choose(side, A, options) game:choose(side, B, f(x), unit, space) game:choose(side, B, options, f(x))
            game:march(side, { which = A, goal = B, facing = B }) game:choose_number(side, A, { min = 1, max = 2 }, unit) other(side, A) game:choose(side, B, f(x))
            game:declare_attacks(side, { target = A, attackers = B }) game:next_battle(side, A, "attacks")
            game:choose_secretly({ { side = side, question = A, options = o }, { side = s, question = B, options = o, about = { u } } })"#;
        let found = question_uses(&Script::parse(source).expect("Luau"));
        let found: Vec<_> = found.into_iter().map(|asked| format!("{} {}", asked.question, asked.count)).collect();
        assert_eq!(found, ["A 0", "B 2", "A 0", "B 1", "B 1", "A 1", "B 0", "A 0", "B 1", "A 0", "A 0", "B 1"]);
    }
}
