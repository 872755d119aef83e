//! Finds strings that only the game can check: dice, paragraphs, messages with placeholders, and strings that are
//! compared with a value, such as a field.

use crate::nodes::{SyntaxNode, value_of};
use crate::script::Script;
use crate::tree::{Call, EntryKey, Expression, ExpressionKind, Name, Span, StatementKind};
use std::collections::BTreeSet;

/// A string literal, with its role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiteralUse {
    /// The role of the string.
    pub role: LiteralRole,
    /// The string.
    pub text: String,
    /// The span of the literal, including the quotes.
    pub span: Span,
}

/// The role of a string literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiteralRole {
    /// Compared with a field: `space.terrain == "forest"`.
    Field {
        /// The name before the dot: `space`. Empty if there is none.
        receiver: String,
        /// The name of the field: `terrain`.
        field: String,
    },
    /// Compared with the value of the named option.
    Option(String),
    /// Compared with the value of the named variable.
    Variable(String),
    /// Compared with a cell of a chart; the column is given if the script states it.
    Cell(Option<String>),
    /// Compared with the name of a type.
    TypeName,
    /// Compared with the answer to a question that offers these options.
    Offered(Vec<String>),
    /// Compared with something else.
    Other,
    /// Dice to roll.
    Dice,
    /// A bucket: dice that hit from a given number upwards.
    Bucket,
    /// A paragraph.
    Paragraph,
    /// A message with placeholders `{1}`: the number of arguments for them, and whether there may be more.
    Places(usize, bool),
}

/// Returns the string literals of a script that have a role, in source order.
pub fn literal_uses(script: &Script) -> Vec<LiteralUse> {
    let mut finder = LiteralFinder { script, own: own_fields(script), found: Vec::new() };
    for expression in script.expressions() {
        match (expression.comparison(), expression.call()) {
            (Some([left, right]), _) => {
                finder.add_comparison(left, right);
                finder.add_comparison(right, left);
            }
            (_, Some(call)) => finder.call(call),
            _ => {}
        }
    }
    finder.found.sort_by_key(|found| found.span.start);
    finder.found
}

/// Returns the fields of the script's own tables: `{ name = … }`, `fight.name = …`, and fields in its types.
fn own_fields(script: &Script) -> BTreeSet<String> {
    let keys = script.expressions().filter_map(Expression::table).flatten();
    let keys = keys.filter_map(|entry| if let Some(EntryKey::Name(name)) = &entry.key { Some(name) } else { None });
    let targets = script.nodes().filter_map(SyntaxNode::statement).flat_map(|statement| match &statement.kind {
        StatementKind::Assign(targets, _) => targets.as_slice(),
        _ => &[],
    });
    let targets =
        targets.filter_map(|target| if let ExpressionKind::Field(_, name) = &target.kind { Some(name) } else { None });
    keys.chain(targets).map(|name| name.text.clone()).chain(script.type_fields.iter().cloned()).collect()
}

struct LiteralFinder<'a> {
    script: &'a Script,
    own: BTreeSet<String>,
    found: Vec<LiteralUse>,
}

impl LiteralFinder<'_> {
    fn add(&mut self, role: LiteralRole, literal: &Expression) {
        if let Some(text) = literal.string().map(str::to_owned) {
            self.found.push(LiteralUse { role, text, span: literal.span.clone() });
        }
    }

    /// Records a literal in a comparison: `a.b == "text"`, `"text" ~= a.b`, `game:option("a") == "text"`.
    fn add_comparison(&mut self, literal: &Expression, other: &Expression) {
        if literal.string().is_some() {
            self.add(self.role(other), literal);
        }
    }

    /// Returns the role of a string that is compared with an expression.
    fn role(&self, other: &Expression) -> LiteralRole {
        match &other.bare().kind {
            ExpressionKind::Field(value, field) if !self.own.contains(&field.text) => {
                LiteralRole::Field { receiver: last_name(value).to_owned(), field: field.text.clone() }
            }
            ExpressionKind::Call(call) => call_role(call),
            ExpressionKind::Name(name) => self.answer(name).map_or(LiteralRole::Other, LiteralRole::Offered),
            _ => LiteralRole::Other,
        }
    }

    /// Returns the options of the question whose answer a variable contains, if it was asked earlier in the same
    /// function: `local answer = game:choose(…)`.
    fn answer(&self, name: &Name) -> Option<Vec<String>> {
        let function = self.script.function_at(name.span.start);
        let before = self
            .script
            .nodes()
            .filter_map(SyntaxNode::statement)
            .filter(|statement| statement.span.start < name.span.start);
        let values = before.filter_map(|statement| Some((statement, value_for(&statement.kind, name.variable?)?)));
        let (statement, value) = values.last()?;
        let call = value?.call().filter(|call| call.method() == Some("choose"))?;
        offered_strings(call).filter(|_| self.script.function_at(statement.span.start) == function)
    }

    /// Records the literals among the arguments of a call.
    fn call(&mut self, call: &Call) {
        let (paragraph, text) = match (call.method(), call.global()) {
            (Some("log" | "forecast"), _) | (_, Some("refuse")) => (0, Some(1)),
            (Some("tell" | "finish"), _) => (1, Some(2)),
            (Some("shift" | "draw" | "roll" | "roll_each" | "roll_hits"), _) => (1, None),
            (_, Some("ask")) => return self.question(call),
            _ => return,
        };
        match call.method() {
            Some("roll" | "roll_each") => self.argument(call, 0, LiteralRole::Dice),
            Some("roll_hits") => self.argument(call, 0, LiteralRole::Bucket),
            _ => {}
        }
        self.argument(call, paragraph, LiteralRole::Paragraph);
        if let Some(text) = text {
            let filled = call.arguments.len().saturating_sub(text + 1);
            let is_open = filled > 0 && call.arguments.last().is_some_and(Expression::is_open);
            self.argument(call, text, LiteralRole::Places(filled, is_open));
        }
    }

    fn argument(&mut self, call: &Call, number: usize, role: LiteralRole) {
        if let Some(argument) = call.arguments.get(number) {
            self.add(role, argument);
        }
    }

    /// Records the paragraph of a declared question: `{ rule = "9.0", … }`.
    fn question(&mut self, call: &Call) {
        let entries = call.arguments.get(1).and_then(Expression::table);
        if let Some(rule) = entries.and_then(|entries| value_of(entries, "rule")) {
            self.add(LiteralRole::Paragraph, rule);
        }
    }
}

/// Returns the last name in the expression before the dot of a field: `space` for `space.terrain`, `b` for `a.b.c`.
/// Empty if there is none.
fn last_name(value: &Expression) -> &str {
    match &value.bare().kind {
        ExpressionKind::Name(name) | ExpressionKind::Field(_, name) => &name.text,
        _ => "",
    }
}

/// Returns the value that a statement assigns to a variable; `None` if the statement does not assign to it. If the list
/// of values is too short, the last call in it may supply the value, which is then unknown: `Some(None)`.
fn value_for(statement: &StatementKind, variable: usize) -> Option<Option<&Expression>> {
    let (at, values) = match statement {
        StatementKind::Local(names, values) => (names.iter().position(|name| name.variable == Some(variable))?, values),
        StatementKind::Assign(targets, values) => {
            let is_target = |target: &Expression| target.name().is_some_and(|name| name.variable == Some(variable));
            (targets.iter().position(is_target)?, values)
        }
        _ => return None,
    };
    Some(values.get(at))
}

/// Returns the role of a string that is compared with a call.
fn call_role(call: &Call) -> LiteralRole {
    let string = |at: usize| call.arguments.get(at).and_then(Expression::string).map(str::to_owned);
    match (call.method(), call.global()) {
        (Some("option"), _) => string(0).map_or(LiteralRole::Other, LiteralRole::Option),
        (Some("get"), _) => string(0).map_or(LiteralRole::Other, LiteralRole::Variable),
        (Some("cell"), _) => LiteralRole::Cell(string(1)),
        (Some("this_turn"), _) => LiteralRole::Cell(string(0)),
        (Some("result"), _) => LiteralRole::Cell(None),
        (Some("choose"), _) => offered_strings(call).map_or(LiteralRole::Other, LiteralRole::Offered),
        (_, Some("type" | "typeof")) => LiteralRole::TypeName,
        _ => LiteralRole::Other,
    }
}

/// Returns the options of a question, if they are all written as strings.
fn offered_strings(call: &Call) -> Option<Vec<String>> {
    let entries = call.arguments.get(2)?.table()?;
    entries.iter().map(|entry| entry.value.string().filter(|_| entry.key.is_none()).map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Vec<String> {
        let script = Script::parse(source).expect("Luau");
        literal_uses(&script).into_iter().map(|found| format!("{:?} {}", found.role, found.text)).collect()
    }

    #[test]
    fn what_things_are_compared_with() {
        assert_eq!(
            found(
                r#"if a.space.terrain == "forest" or "x" ~= side.name or game:option("fog") == "total" or f(x) == "y" then end"#
            ),
            [
                "Field { receiver: \"space\", field: \"terrain\" } forest",
                "Field { receiver: \"side\", field: \"name\" } x",
                "Option(\"fog\") total",
                "Other y"
            ]
        );
        assert_eq!(
            found(r#"return c:cell(f(1), "rain") == "wet" or type(x) == "table" or c:cell(1, k) ~= "dry""#),
            ["Cell(Some(\"rain\")) wet", "TypeName table", "Cell(None) dry"]
        );
        assert_eq!(
            found(r#"return (a.space :: Space).terrain == "wood""#),
            ["Field { receiver: \"space\", field: \"terrain\" } wood"]
        );
        assert_eq!(found(r#"local t = { name = "a" } return t.name == "b""#), ["Other b"]);
        assert_eq!(found(r#"type T = { name: string } return t.name == "b""#), ["Other b"]);
        assert_eq!(found(r#"return "b" == game:option("fog")"#), ["Option(\"fog\") b"]);
        assert_eq!(found(r#"return game:get("weather") == "snow""#), ["Variable(\"weather\") snow"]);
    }

    #[test]
    fn answers_are_compared_with_what_was_offered() {
        assert_eq!(
            found(
                r#"local a = game:choose(s, Q, { "x", "y" }, u) if a == "z" or game:choose(s, Q, { "p" }) ~= "q" or b == "c" then end"#
            ),
            ["Offered([\"x\", \"y\"]) z", "Offered([\"p\"]) q", "Other c"]
        );
        assert_eq!(found(r#"local a = game:choose(s, Q, { "x" }) function f(a) return a == "z" end"#), ["Other z"]);
        assert_eq!(found(r#"local a = game:choose(s, Q, { x, "y" }) return a == "z""#), ["Other z"]);
    }

    #[test]
    fn dice_paragraphs_and_places() {
        assert_eq!(
            found(
                r#"game:roll("1d66x", "9.0 combat") refuse("9.1", "{1}", a) game:log("9.2", "{1} {2}", b, c(d)) ask("k", { rule = "9.3" })"#
            ),
            [
                "Dice 1d66x",
                "Paragraph 9.0 combat",
                "Paragraph 9.1",
                "Places(1, false) {1}",
                "Paragraph 9.2",
                "Places(2, true) {1} {2}",
                "Paragraph 9.3"
            ]
        );
        assert_eq!(found("function m.log(x) end"), [""; 0]);
    }
}
