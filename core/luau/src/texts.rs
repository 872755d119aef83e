//! Finds the messages to players in a script without running it: strings that are used as messages, and strings marked
//! by `text("…")`. Translators need all of them, even messages that no game has shown yet.

use crate::nodes::value_of;
use crate::script::Script;
use crate::tree::{Call, Expression, ExpressionKind, Span};
use grognard_engine::catalogue::TextKind;

/// A message in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptText {
    /// The kind of the message; `None` if it is marked by `text("…")`, because its use is then unknown.
    pub kind: Option<TextKind>,
    /// The string.
    pub text: String,
    /// Where the message is written.
    pub span: Span,
}

/// The messages to players in a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScriptTexts {
    /// The messages.
    pub texts: Vec<ScriptText>,
    /// The locations of messages that are assembled from parts and so cannot be translated.
    pub built: Vec<Span>,
}

/// Collects the messages to players in a script.
pub fn texts(script: &Script) -> ScriptTexts {
    let mut found = ScriptTexts::default();
    script.calls().for_each(|call| found.call(call));
    found.texts.sort_by_key(|text| text.span.start);
    found.texts.dedup();
    found.built.sort_by_key(|span| span.start);
    found.built.dedup();
    found
}

/// The kinds of call arguments that contain messages.
enum Argument {
    /// A message of this kind.
    Text(Option<TextKind>),
    /// A list of labels to choose from.
    Labels,
    /// The description of a question.
    Question,
    /// A winner, or the description of a victory.
    Victory,
}

/// The arguments of a call that contain messages, with their indices.
type TextArguments = Vec<(usize, Argument)>;

/// Returns the arguments of a call that contain messages, and the index of the first argument that fills a placeholder.
fn arguments_of(call: &Call) -> Option<(TextArguments, Option<usize>)> {
    use TextKind::{Label, Log, Name, Reason};
    let text = |at, kind| (at, Argument::Text(Some(kind)));
    Some(match (call.method(), call.global()) {
        (Some("log"), _) => (vec![text(1, Log)], Some(2)),
        (Some("tell"), _) => (vec![text(2, Log)], Some(3)),
        (Some("forecast"), _) => (vec![text(1, Reason)], Some(2)),
        (Some("case"), _) => (vec![text(0, Name)], None),
        (Some("finish"), _) => (vec![(0, Argument::Victory), text(2, Reason)], Some(3)),
        (Some("shift"), _) => (vec![text(2, Reason)], None),
        (Some("roll" | "roll_each" | "roll_hits" | "draw"), _) => (vec![text(1, Label)], None),
        (Some("choose" | "choose_order"), _) => (vec![(2, Argument::Labels)], Some(3)),
        (Some("choose_several" | "allocate"), _) => (vec![(2, Argument::Labels)], Some(4)),
        (Some("choose_number"), _) => (Vec::new(), Some(3)),
        (_, Some("refuse")) => (vec![text(1, Reason)], Some(2)),
        (_, Some("ask")) => (vec![(1, Argument::Question)], None),
        (_, Some("text")) => (vec![(0, Argument::Text(None))], None),
        _ => return None,
    })
}

impl ScriptTexts {
    fn call(&mut self, call: &Call) {
        let Some((listed, places)) = arguments_of(call) else { return };
        for (number, argument) in listed {
            if let Some(value) = call.arguments.get(number) {
                self.argument(&argument, value);
            }
        }
        for value in call.arguments.iter().skip(places.unwrap_or(usize::MAX)) {
            self.value(Some(TextKind::Label), value);
        }
    }

    fn argument(&mut self, argument: &Argument, value: &Expression) {
        let entries = value.table().unwrap_or_default();
        match argument {
            Argument::Text(kind) => self.value(*kind, value),
            Argument::Labels => entries.iter().for_each(|entry| self.value(Some(TextKind::Label), &entry.value)),
            Argument::Question => {
                let notes = value_of(entries, "notes").and_then(Expression::table).unwrap_or_default();
                let read = ["prompt", "stop"].into_iter().filter_map(|key| value_of(entries, key));
                let noted = notes.iter().map(|entry| &entry.value);
                read.chain(noted).for_each(|value| self.value(Some(TextKind::Prompt), value));
            }
            Argument::Victory => {
                value_of(entries, "grade").into_iter().for_each(|value| self.value(Some(TextKind::Reason), value));
            }
        }
    }

    /// Records the messages that an expression may evaluate to.
    fn value(&mut self, kind: Option<TextKind>, value: &Expression) {
        let outcomes = value.outcomes();
        if outcomes.iter().any(|outcome| is_built(outcome)) {
            return self.built.push(value.span.clone());
        }
        let text = |outcome: &Expression| {
            Some(ScriptText { kind, text: outcome.string()?.to_owned(), span: outcome.span.clone() })
        };
        self.texts.extend(outcomes.into_iter().filter_map(text));
    }
}

/// Returns whether a string is assembled from parts.
fn is_built(value: &Expression) -> bool {
    match &value.kind {
        ExpressionKind::Binary(operator, _) => operator == "..",
        ExpressionKind::Interpolation(..) => true,
        ExpressionKind::Call(call) => match &call.callee.kind {
            ExpressionKind::Field(_, name) => call.method.is_none() && name.text == "format",
            _ => call.method() == Some("format"),
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Vec<(&'static str, String)> {
        let texts = texts(&Script::parse(source).expect("Luau")).texts.into_iter();
        texts.map(|text| (text.kind.map_or("any", TextKind::name), text.text)).collect()
    }

    #[test]
    fn texts_are_found_where_they_are_used() {
        let source = r#"
            local GOAL = ask("movement.goal", { rule = "8.0", prompt = "Where does {1} go?", stop = "nowhere", why = "a.b" })
            function combat.log(x) end
            game:log("9.0", "{1} is {2}", unit, "beaten")
            local no = refuse("9.0", if a == "x" then "it is not yours" else "too far", unit)
            game:choose(side, HOW, { "retreat", ("take a loss") }, unit, "now")
            column:shift(-1, "9.2", cover or "river")
            game:finish(nil, "5.0", "nobody wins")
            game:finish({ winner = side, grade = if a then "decisive victory" else "marginal victory" }, "5.0", "it holds")
            other("no", { prompt = "no" })
            return text("major city"), text "hill"
        "#;
        let expected = [
            ("prompt", "Where does {1} go?"),
            ("prompt", "nowhere"),
            ("log", "{1} is {2}"),
            ("label", "beaten"),
            ("reason", "it is not yours"),
            ("reason", "too far"),
            ("label", "retreat"),
            ("label", "take a loss"),
            ("label", "now"),
            ("reason", "river"),
            ("reason", "nobody wins"),
            ("reason", "decisive victory"),
            ("reason", "marginal victory"),
            ("reason", "it holds"),
            ("any", "major city"),
            ("any", "hill"),
        ];
        assert_eq!(found(source), expected.map(|(kind, text)| (kind, text.to_owned())));
    }

    #[test]
    fn arguments_of_calls_inside_are_no_texts() {
        assert_eq!(found(r#"game:log("1", name(unit, "x"), lookup["y"], side.name)"#), []);
    }

    #[test]
    fn texts_put_together_are_reported() {
        let source = r#"game:log("1", "a " .. b) refuse("2", `a {b}`) refuse("2", string.format("%d", b)) game:log("1", f("a" .. b))"#;
        let built: Vec<&str> =
            texts(&Script::parse(source).expect("Luau")).built.into_iter().map(|span| &source[span]).collect();
        assert_eq!(built, ["\"a \" .. b", "`a {b}`", "string.format(\"%d\", b)"]);
    }
}
