//! The texts of a script that players read, found without running it: what is written where it is used, and what is marked by
//! `text("…")`. Translators need all of them, also those that no game has shown yet.

mod token;

use grognard_engine::catalogue::TextKind;
use std::ops::Range;
pub use token::{Token, tokens};

/// A text of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptText {
    /// What it is for; `None` when a variable carries it to where it is used.
    pub kind: Option<TextKind>,
    /// The text.
    pub text: String,
    /// Where it is written.
    pub span: Range<usize>,
}

/// What a script says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScriptTexts {
    /// Its texts.
    pub texts: Vec<ScriptText>,
    /// Where texts are put together from parts, so that nobody can translate them.
    pub built: Vec<Range<usize>>,
}

/// What players read of a script.
pub fn texts(source: &str) -> ScriptTexts {
    let tokens = tokens(source);
    let mut finder = Finder { tokens: &tokens, found: ScriptTexts::default() };
    for at in 0..tokens.len() {
        finder.call(at);
    }
    let ScriptTexts { texts, built } = &mut finder.found;
    texts.sort_by_key(|text| text.span.start);
    texts.dedup();
    built.sort_by_key(|span| span.start);
    built.dedup();
    finder.found
}

/// What an argument of a call is.
enum Argument {
    /// A text of this kind.
    Text(Option<TextKind>),
    /// A list of words to choose from.
    Words,
    /// The description of a question.
    Question,
}

/// The texts of a function, by their place among the arguments.
type Listed = Vec<(usize, Argument)>;

/// For each function: its texts, and from where on arguments fill the places of a prompt or a log line.
fn arguments_of(name: &str, is_method: bool) -> Option<(Listed, Option<usize>)> {
    use TextKind::{Label, Log, Reason};
    let text = |at, kind| (at, Argument::Text(Some(kind)));
    Some(match (is_method, name) {
        (true, "log") => (vec![text(1, Log)], Some(2)),
        (true, "tell") => (vec![text(2, Log)], Some(3)),
        (true, "forecast") => (vec![text(1, Reason)], Some(2)),
        (true, "finish") => (vec![text(2, Reason)], Some(3)),
        (true, "shift") => (vec![text(2, Reason)], None),
        (true, "roll" | "roll_each" | "roll_hits" | "draw") => (vec![text(1, Label)], None),
        (true, "choose" | "choose_order") => (vec![(2, Argument::Words)], Some(3)),
        (true, "choose_several" | "allocate") => (vec![(2, Argument::Words)], Some(5)),
        (true, "choose_number") => (Vec::new(), Some(4)),
        (false, "refuse") => (vec![text(1, Reason)], Some(2)),
        (false, "ask") => (vec![(1, Argument::Question)], None),
        (false, "text") => (vec![(0, Argument::Text(None))], None),
        _ => return None,
    })
}

struct Finder<'a> {
    tokens: &'a [(Token, Range<usize>)],
    found: ScriptTexts,
}

impl Finder<'_> {
    fn is_sign(&self, at: usize, sign: &str) -> bool {
        matches!(self.tokens.get(at), Some((Token::Sign(found), _)) if *found == sign)
    }

    fn is_name(&self, at: usize, name: &str) -> bool {
        matches!(self.tokens.get(at), Some((Token::Name(found), _)) if found == name)
    }

    /// Looks at the call that begins at a token, if one does.
    fn call(&mut self, at: usize) {
        let Token::Name(name) = &self.tokens[at].0 else { return };
        let before = at.checked_sub(1);
        let is_method = before.is_some_and(|before| self.is_sign(before, ":"));
        let is_declared = before.is_some_and(|before| self.is_name(before, "function") || self.is_sign(before, "."));
        let Some((listed, places)) = arguments_of(name, is_method).filter(|_| !is_declared) else { return };
        let arguments = match self.is_sign(at + 1, "(") {
            true => self.list(at + 2),
            // `text "forest"`: one argument without brackets, unless the script breaks off.
            false => std::iter::once(at + 1..(at + 2).min(self.tokens.len())).collect(),
        };
        for (number, argument) in listed {
            let Some(range) = arguments.get(number).cloned() else { continue };
            match argument {
                Argument::Text(kind) => self.expression(kind, range),
                Argument::Words => self.words(range),
                Argument::Question => self.question(range),
            }
        }
        for range in arguments.into_iter().skip(places.unwrap_or(usize::MAX)) {
            self.expression(Some(TextKind::Label), range);
        }
    }

    /// The elements of a list up to the bracket that closes it, which has been opened before `from`.
    fn list(&self, from: usize) -> Vec<Range<usize>> {
        let (mut elements, mut start, mut depth) = (Vec::new(), from, 0);
        for at in from..self.tokens.len() {
            let Token::Sign(sign) = self.tokens[at].0 else { continue };
            match sign {
                "(" | "{" | "[" => depth += 1,
                ")" | "}" | "]" if depth == 0 => {
                    elements.extend((start < at).then_some(start..at));
                    return elements;
                }
                ")" | "}" | "]" => depth -= 1,
                "," | ";" if depth == 0 => {
                    elements.push(start..at);
                    start = at + 1;
                }
                _ => {}
            }
        }
        elements
    }

    /// The texts an expression may come to: those in it, apart from those that are compared or handed to a function.
    fn expression(&mut self, kind: Option<TextKind>, range: Range<usize>) {
        let mut calls = Vec::new();
        let (mut texts, mut is_built) = (Vec::new(), false);
        for at in range.clone() {
            let is_inside = calls.contains(&true);
            match &self.tokens[at].0 {
                Token::Sign("(" | "{" | "[") => calls.push(!self.is_sign(at, "(") || at > range.start && self.is_callable(at - 1)),
                Token::Sign(")" | "}" | "]") => drop(calls.pop()),
                Token::Sign("..") | Token::Holes if !is_inside => is_built = true,
                Token::Name(name) if name == "format" && !is_inside && self.is_sign(at + 1, "(") => is_built = true,
                Token::Text(text) if !is_inside && !self.is_compared(at) => {
                    texts.push(ScriptText { kind, text: text.clone(), span: self.tokens[at].1.clone() });
                }
                _ => {}
            }
        }
        match (is_built, range.is_empty()) {
            (true, false) => self.found.built.push(self.tokens[range.start].1.start..self.tokens[range.end - 1].1.end),
            _ => self.found.texts.append(&mut texts),
        }
    }

    /// Whether a bracket behind a token begins the arguments of a call.
    fn is_callable(&self, at: usize) -> bool {
        match &self.tokens[at].0 {
            Token::Name(name) => !["and", "or", "not", "then", "else", "elseif", "if"].contains(&name.as_str()),
            Token::Sign(sign) => [")", "]"].contains(sign),
            _ => false,
        }
    }

    fn is_compared(&self, at: usize) -> bool {
        let comparison = |at: usize| self.is_sign(at, "==") || self.is_sign(at, "~=");
        comparison(at + 1) || at.checked_sub(1).is_some_and(comparison)
    }

    /// A list written where it is used: `{ "retreat", "take a loss" }`.
    fn words(&mut self, range: Range<usize>) {
        if !self.is_sign(range.start, "{") {
            return;
        }
        for element in self.list(range.start + 1) {
            self.expression(Some(TextKind::Label), element);
        }
    }

    /// `{ rule = …, prompt = …, stop = … }`.
    fn question(&mut self, range: Range<usize>) {
        if !self.is_sign(range.start, "{") {
            return;
        }
        for element in self.list(range.start + 1) {
            let is_read = ["prompt", "stop"].iter().any(|field| self.is_name(element.start, field));
            if is_read && self.is_sign(element.start + 1, "=") {
                self.expression(Some(TextKind::Prompt), element.start + 2..element.end);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Vec<(&'static str, String)> {
        let texts = texts(source).texts.into_iter();
        texts.map(|text| (text.kind.map_or("any", TextKind::name), text.text)).collect()
    }

    #[test]
    fn texts_are_found_where_they_are_used() {
        let source = r#"
            local GOAL = ask("movement.goal", { rule = "8.0", prompt = "Where does {1} go?", stop = "nowhere", why = "a.b" })
            function combat.log(x) end
            game:log("9.0", "{1} is {2}", unit, "beaten")
            return refuse("9.0", if a == "x" then "it is not yours" else "too far", unit)
            game:choose(side, HOW, { "retreat", ("take a loss") }, unit, "now")
            column:shift(-1, "9.2", cover or "river")
            game:finish("5.0", nil, "nobody wins")
            return text("major city"), text "hill"
            other("no", { prompt = "no" })
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
            ("any", "major city"),
            ("any", "hill"),
        ];
        assert_eq!(found(source), expected.map(|(kind, text)| (kind, text.to_owned())));
    }

    #[test]
    fn arguments_of_calls_inside_are_not_texts() {
        assert_eq!(found(r#"game:log("1", name(unit, "x"), lookup["y"], side.name)"#), []);
    }

    #[test]
    fn texts_put_together_are_told() {
        let source = r#"game:log("1", "a " .. b) refuse("2", `a {b}`) refuse("2", string.format("%d", b)) game:log("1", f("a" .. b))"#;
        let built: Vec<&str> = texts(source).built.into_iter().map(|span| &source[span]).collect();
        assert_eq!(built, ["\"a \" .. b", "`a {b}`", "string.format(\"%d\", b)"]);
    }

    #[test]
    fn scripts_that_break_off_are_read_as_far_as_they_go() {
        for source in ["game:log(", "game:log(\"1\",", "ask(\"a\", {", "refuse", "x:log({[(", "text", ":log"] {
            texts(source);
        }
    }
}
