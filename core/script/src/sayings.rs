//! What a script says in words that only the game can tell to be right: what fields are compared with, dice, paragraphs, places of texts.

use crate::texts::{Token, tokens};
use std::collections::BTreeSet;
use std::ops::Range;

/// Something a script says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saying {
    /// What it is about.
    pub about: About,
    /// The text.
    pub text: String,
    /// Where it is written, with its quotes.
    pub span: Range<usize>,
}

/// What a text of a script is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// It is compared with a field: `space.terrain == "forest"`. The receiver is the word before the point.
    Field {
        /// `space`, if it is a name.
        receiver: String,
        /// `terrain`.
        field: String,
    },
    /// It is compared with the value of an option.
    Option(String),
    /// It is compared with a cell of a chart; in the column of this name, if the script says it.
    Cell(Option<String>),
    /// It is compared with the name of a type.
    TypeName,
    /// It is compared with the answer to a question that offers these.
    Offered(Vec<String>),
    /// It is compared with something else.
    Other,
    /// Dice to roll.
    Dice,
    /// Dice that hit from a number on.
    Bucket,
    /// A paragraph.
    Paragraph,
    /// A text with places `{1}`: how many arguments fill them, and whether there may be more.
    Places(usize, bool),
}

/// Everything a script says, in the order of the text.
pub fn sayings(source: &str) -> Vec<Saying> {
    let words = tokens(source);
    let mut reader = Reader { words: &words, own: fields(&words), found: Vec::new() };
    for at in 0..words.len() {
        reader.compared(at);
        reader.call(at);
    }
    reader.found
}

/// Every word a script says without comparing something with it: its texts, and the names of its variables and fields.
pub fn words(source: &str) -> BTreeSet<String> {
    let all = tokens(source);
    let comparison = |at: usize| matches!(sign(&all, at), Some("==" | "~="));
    let is_compared = |at: usize| comparison(at + 1) || at > 0 && comparison(at - 1);
    let word = |(at, (token, _)): (usize, &(Token, Range<usize>))| match token {
        Token::Text(text) if !is_compared(at) => Some(text.clone()),
        Token::Name(name) => Some(name.clone()),
        _ => None,
    };
    all.iter().enumerate().filter_map(word).collect()
}

type Words = [(Token, Range<usize>)];

/// The fields that tables of the script itself have: `{ name = … }`, `fight.name = …`.
fn fields(words: &Words) -> BTreeSet<String> {
    let (mut open, mut found) = (Vec::new(), BTreeSet::new());
    for (at, (word, _)) in words.iter().enumerate() {
        match word {
            Token::Sign(sign @ ("(" | "{" | "[")) => open.push(*sign),
            Token::Sign(")" | "}" | "]") => drop(open.pop()),
            Token::Name(name) => {
                let before = at.checked_sub(1).and_then(|before| sign(words, before));
                let is_element = open.last() == Some(&"{") && matches!(before, Some("{" | "," | ";"));
                let after = sign(words, at + 1);
                if is_element && matches!(after, Some("=" | ":")) || before == Some(".") && after == Some("=") {
                    found.insert(name.clone());
                }
            }
            _ => {}
        }
    }
    found
}

fn sign(words: &Words, at: usize) -> Option<&'static str> {
    match words.get(at)?.0 {
        Token::Sign(sign) => Some(sign),
        _ => None,
    }
}

fn name(words: &Words, at: usize) -> Option<&str> {
    match &words.get(at)?.0 {
        Token::Name(name) => Some(name),
        _ => None,
    }
}

struct Reader<'a> {
    words: &'a Words,
    own: BTreeSet<String>,
    found: Vec<Saying>,
}

impl Reader<'_> {
    fn text(&self, at: usize) -> Option<&str> {
        match &self.words.get(at)?.0 {
            Token::Text(text) => Some(text),
            _ => None,
        }
    }

    fn say(&mut self, about: About, at: usize) {
        if let Some(text) = self.text(at).map(str::to_owned) {
            self.found.push(Saying { about, text, span: self.words[at].1.clone() });
        }
    }

    /// `a.b == "text"`, `"text" ~= a.b`, `game:option("a") == "text"`.
    fn compared(&mut self, at: usize) {
        if self.text(at).is_none() {
            return;
        }
        let is_comparison = |at: usize| matches!(sign(self.words, at), Some("==" | "~="));
        let about = if at > 1 && is_comparison(at - 1) {
            self.before(at - 2)
        } else if is_comparison(at + 1) {
            self.behind(at + 2)
        } else {
            return;
        };
        self.say(about, at);
    }

    /// What ends at a word.
    fn before(&self, end: usize) -> About {
        if sign(self.words, end) == Some(")") && end > 3 && name(self.words, end - 3) == Some("option") {
            return self.text(end - 1).map_or(About::Other, |option| About::Option(option.to_owned()));
        }
        if let Some(open) = self.open(end) {
            return self.called(open);
        }
        match end.checked_sub(2) {
            Some(receiver) if sign(self.words, end - 1) == Some(".") => self.field(receiver, end),
            _ => self.answer(end).map_or(About::Other, About::Offered),
        }
    }

    /// What is offered in the call with these arguments, if it is a list of texts.
    fn offered(&self, open: usize) -> Option<Vec<String>> {
        let list = self.arguments(open + 1).get(2).cloned()?;
        if sign(self.words, list.start) != Some("{") || sign(self.words, list.end - 1) != Some("}") {
            return None;
        }
        let words = (list.start + 1..list.end - 1).filter(|&at| sign(self.words, at) != Some(","));
        words.map(|at| self.text(at).map(str::to_owned)).collect()
    }

    /// What a variable was chosen from: `local answer = game:choose(…)`, before in the same function.
    fn answer(&self, at: usize) -> Option<Vec<String>> {
        let variable = name(self.words, at)?;
        let is_set = |at: &usize| name(self.words, *at) == Some(variable) && sign(self.words, at + 1) == Some("=");
        let set = (0..at).rev().find(is_set)?;
        let is_inside = (set..at).all(|at| name(self.words, at) != Some("function"));
        let is_choice = sign(self.words, set + 3) == Some(":") && name(self.words, set + 4) == Some("choose");
        let is_whole = sign(self.words, set + 5) == Some("(");
        (is_inside && is_choice && is_whole).then(|| self.offered(set + 5)).flatten()
    }

    /// The bracket that a bracket closes, if it closes the arguments of a call.
    fn open(&self, close: usize) -> Option<usize> {
        let mut depth = 0;
        for at in (0..=close).rev().filter(|_| sign(self.words, close) == Some(")")) {
            match sign(self.words, at) {
                Some(")" | "}" | "]") => depth += 1,
                Some("(" | "{" | "[") => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return (at > 0 && name(self.words, at - 1).is_some()).then_some(at);
            }
        }
        None
    }

    /// What the call with these arguments comes to.
    fn called(&self, open: usize) -> About {
        let called = name(self.words, open - 1).unwrap_or_default();
        let is_method = open > 1 && sign(self.words, open - 2) == Some(":");
        match (is_method, called) {
            (true, "cell") => {
                let arguments = self.arguments(open + 1);
                let column = arguments.get(1).filter(|column| column.len() == 1);
                About::Cell(column.and_then(|column| self.text(column.start)).map(str::to_owned))
            }
            (true, "this_turn") => {
                let column = self.arguments(open + 1).into_iter().next().filter(|column| column.len() == 1);
                About::Cell(column.and_then(|column| self.text(column.start)).map(str::to_owned))
            }
            (true, "result") => About::Cell(None),
            (true, "choose") => self.offered(open).map_or(About::Other, About::Offered),
            (false, "type" | "typeof") => About::TypeName,
            _ => About::Other,
        }
    }

    /// What begins at a word.
    fn behind(&self, start: usize) -> About {
        let mut end = start;
        while name(self.words, end).is_some() && sign(self.words, end + 1) == Some(".") {
            end += 2;
        }
        if sign(self.words, end + 1) == Some(":") && name(self.words, end + 2) == Some("option") {
            return self.text(end + 4).map_or(About::Other, |option| About::Option(option.to_owned()));
        }
        let goes_on = matches!(sign(self.words, end + 1), Some("(" | "[" | ":"));
        if end > start && !goes_on { self.field(end - 2, end) } else { About::Other }
    }

    /// A field of the game; those of the script's own tables may be called the same.
    fn field(&self, receiver: usize, at: usize) -> About {
        let Some(field) = name(self.words, at).filter(|field| !self.own.contains(*field)) else { return About::Other };
        About::Field { receiver: name(self.words, receiver).unwrap_or_default().to_owned(), field: field.to_owned() }
    }

    /// The texts of a call that begins at a word.
    fn call(&mut self, at: usize) {
        let Some(called) = name(self.words, at).map(str::to_owned).filter(|_| sign(self.words, at + 1) == Some("(")) else { return };
        let before = at.checked_sub(1).and_then(|before| sign(self.words, before));
        let is_method = before == Some(":");
        if before == Some(".") || at > 0 && name(self.words, at - 1) == Some("function") {
            return;
        }
        let arguments = self.arguments(at + 2);
        let (paragraph, text) = match (is_method, called.as_str()) {
            (true, "log" | "forecast") | (false, "refuse") => (Some(0), Some(1)),
            (true, "tell") => (Some(1), Some(2)),
            (true, "finish") => (Some(0), Some(2)),
            (true, "shift") => (Some(1), None),
            (true, "roll" | "roll_each") => {
                self.one(&arguments, 0, About::Dice);
                (Some(1), None)
            }
            (true, "roll_hits") => {
                self.one(&arguments, 0, About::Bucket);
                (Some(1), None)
            }
            (true, "draw") => (Some(1), None),
            (false, "ask") => return self.question(&arguments),
            _ => return,
        };
        if let Some(paragraph) = paragraph {
            self.one(&arguments, paragraph, About::Paragraph);
        }
        if let Some(text) = text {
            let filled = arguments.len().saturating_sub(text + 1);
            let is_open = filled > 0 && arguments.last().is_some_and(|last| matches!(sign(self.words, last.end - 1), Some(")" | "...")));
            self.one(&arguments, text, About::Places(filled, is_open));
        }
    }

    /// An argument that is a text and nothing else.
    fn one(&mut self, arguments: &[Range<usize>], number: usize, about: About) {
        if let Some(argument) = arguments.get(number).filter(|argument| argument.len() == 1) {
            self.say(about, argument.start);
        }
    }

    /// `{ rule = "9.0", … }`.
    fn question(&mut self, arguments: &[Range<usize>]) {
        let Some(table) = arguments.get(1).cloned() else { return };
        for at in table {
            if name(self.words, at) == Some("rule") && sign(self.words, at + 1) == Some("=") {
                self.say(About::Paragraph, at + 2);
            }
        }
    }

    /// The arguments up to the bracket that closes them.
    fn arguments(&self, first: usize) -> Vec<Range<usize>> {
        let (mut found, mut start, mut depth) = (Vec::new(), first, 0);
        for at in first..self.words.len() {
            match sign(self.words, at) {
                Some("(" | "{" | "[") => depth += 1,
                Some(")" | "}" | "]") if depth == 0 => {
                    found.extend((start < at).then_some(start..at));
                    return found;
                }
                Some(")" | "}" | "]") => depth -= 1,
                Some(",") if depth == 0 && start < at => {
                    found.push(start..at);
                    start = at + 1;
                }
                _ => {}
            }
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(source: &str) -> Vec<String> {
        sayings(source).into_iter().map(|said| format!("{:?} {}", said.about, said.text)).collect()
    }

    #[test]
    fn what_things_are_compared_with() {
        assert_eq!(
            said(r#"if a.space.terrain == "forest" or "x" ~= side.name or game:option("fog") == "total" or f(x) == "y" then end"#),
            [
                "Field { receiver: \"space\", field: \"terrain\" } forest",
                "Field { receiver: \"side\", field: \"name\" } x",
                "Option(\"fog\") total",
                "Other y"
            ]
        );
        assert_eq!(
            said(r#"return c:cell(f(1), "rain") == "wet" or type(x) == "table" or c:cell(1, k) ~= "dry""#),
            ["Cell(Some(\"rain\")) wet", "TypeName table", "Cell(None) dry"]
        );
        assert_eq!(said(r#"local t = { name = "a" } return t.name == "b""#), ["Other b"]);
        assert_eq!(said(r#"return "b" == game:option("fog")"#), ["Option(\"fog\") b"]);
    }

    #[test]
    fn answers_are_compared_with_what_was_offered() {
        assert_eq!(
            said(r#"local a = game:choose(s, Q, { "x", "y" }, u) if a == "z" or game:choose(s, Q, { "p" }) ~= "q" or b == "c" then end"#),
            ["Offered([\"x\", \"y\"]) z", "Offered([\"p\"]) q", "Other c"]
        );
        assert_eq!(said(r#"local a = game:choose(s, Q, { "x" }) function f(a) return a == "z" end"#), ["Other z"]);
        assert_eq!(said(r#"local a = game:choose(s, Q, { x, "y" }) return a == "z""#), ["Other z"]);
    }

    #[test]
    fn dice_paragraphs_and_places() {
        assert_eq!(
            said(
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
        assert_eq!(said("function m.log(x) end"), [""; 0]);
    }

    #[test]
    fn scripts_that_break_off_are_read_as_far_as_they_go() {
        for source in [
            "game:log(",
            "refuse(,",
            "a.b ==",
            "\"x\" ==",
            "== \"x\"",
            ") == \"x\"",
            "ask(\"a\", {rule =",
            "\"a\" == b.",
            "a = x:choose(1, 2, { a == \"b\"",
        ] {
            sayings(source);
        }
    }
}
