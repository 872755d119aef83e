//! Diagnostics: what is wrong, where, and how to correct it.

use crate::source::{Source, SourceSpan};
use serde::Serialize;
use std::ops::Range;
use std::sync::Arc;

/// The severity of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The packs cannot be used.
    Error,
    /// The packs can be used, but something is odd.
    Warning,
}

/// A location that is related to a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Related {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// How the location is related to the problem: `first listed here`.
    pub text: String,
    /// The bytes of the file.
    #[serde(skip)]
    pub span: Range<usize>,
    /// The text of the file, if known.
    #[serde(skip)]
    pub source: Option<Arc<Source>>,
}

/// A problem. `serde_json` produces the form for tools, [`render`](crate::render()) the human-readable form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// The severity of a problem.
    pub severity: Severity,
    /// The stable code of the problem: `E103`.
    pub code: &'static str,
    /// The message: lower case, no full stop.
    pub message: String,
    /// The file; empty if the problem is not in a file but, for example, on the command line.
    pub file: String,
    /// The range of bytes in the file.
    pub span: Range<usize>,
    /// The line, from 1; 0 without a file.
    pub line: usize,
    /// The column, from 1; 0 without a file.
    pub column: usize,
    /// What was expected, shown under the caret.
    pub expected: Option<String>,
    /// How to correct the problem.
    pub help: Option<String>,
    /// Related locations.
    pub related: Vec<Related>,
    /// The call path of a failed rule, innermost function first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<CallFrame>,
    #[serde(skip)]
    /// The text of the file, if known.
    pub source: Option<Arc<Source>>,
}

/// A function on a call path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CallFrame {
    /// The file.
    pub file: String,
    /// The line that the function had reached, from 1.
    pub line: usize,
    /// The name of the function, if it has one: `combat.cover`, `wrap of combat.cover`.
    pub what: String,
}

impl Diagnostic {
    /// Creates an error at a location in a file.
    pub fn at(code: &'static str, place: &SourceSpan, message: impl Into<String>) -> Diagnostic {
        let (line, column) = place.line_column();
        Diagnostic {
            file: place.source.name.clone(),
            span: place.span.clone(),
            line,
            column,
            source: Some(place.source.clone()),
            ..Diagnostic::general(code, message)
        }
    }

    /// Creates an error that is not about a file.
    pub fn general(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            file: String::new(),
            span: 0..0,
            line: 0,
            column: 0,
            expected: None,
            help: None,
            related: Vec::new(),
            calls: Vec::new(),
            source: None,
        }
    }

    /// Creates an error about a file as a whole: for example, that it cannot be read or is too large.
    pub fn file(code: &'static str, name: impl Into<String>, message: impl Into<String>) -> Diagnostic {
        let source = Source::new(name, "");
        Diagnostic::at(code, &SourceSpan::start(&source), message)
    }

    /// Creates an error about a line of a script. Script errors have no columns, so the whole line is underlined.
    pub fn line(code: &'static str, file: &str, text: &str, line: usize, message: impl Into<String>) -> Diagnostic {
        let source = Source::new(file, text);
        let start = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum::<usize>();
        let whole = text[start..].lines().next().unwrap_or("");
        let indent = whole.len() - whole.trim_start().len();
        let span = start + indent..start + whole.trim_end().len().max(indent);
        Diagnostic::at(code, &SourceSpan { source, span }, message)
    }

    /// Underlines the first name quoted in the message that occurs exactly once in the line or, if the line opens a
    /// table or a call, exactly once in the block that it opens.
    pub fn underline_word(mut self) -> Diagnostic {
        let Some(source) = self.source.clone() else { return self };
        let line = source.text.get(self.span.clone()).unwrap_or_default();
        let whole = opening_block(&source.text, &self.span);
        let named = ['`', '\''].into_iter().flat_map(|quote| self.message.split(quote).skip(1).step_by(2));
        let place = |word: &str| only_place(line, word).or_else(|| only_place(whole, word));
        if let Some((at, word)) = named.filter_map(|word| Some((place(word)?, word))).next() {
            let start = self.span.start + at;
            self.span = start..start + word.len();
            (self.line, self.column) = source.line_column(start);
        }
        self
    }

    /// Adds the call path.
    pub fn calls(mut self, calls: Vec<CallFrame>) -> Diagnostic {
        self.calls = calls;
        self
    }

    /// Sets the help message, replacing any earlier one.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Adds a line to the help.
    pub fn note(self, note: impl Into<String>) -> Diagnostic {
        let note = note.into();
        let help = self.help.as_ref().map_or_else(|| note.clone(), |help| format!("{help}\n{note}"));
        self.help(help)
    }

    /// Sets the help to `did you mean …?` with up to three known names that resemble the wrong name. If there are none,
    /// the help does not change.
    pub fn suggest<'a>(self, wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        let mut near = grognard_luau::suggest::suggestions(wrong, known);
        near.dedup();
        near.truncate(3);
        match near.is_empty() {
            false => self.help(format!("did you mean `{}`?", near.join("` or `"))),
            true => self,
        }
    }

    /// Sets the text shown under the caret.
    pub fn expected(mut self, expected: impl Into<String>) -> Diagnostic {
        self.expected = Some(expected.into());
        self
    }

    /// Adds a related location.
    pub fn related(mut self, place: &SourceSpan, text: impl Into<String>) -> Diagnostic {
        let (line, column) = place.line_column();
        self.related.push(Related {
            file: place.source.name.clone(),
            line,
            column,
            text: text.into(),
            span: place.span.clone(),
            source: Some(place.source.clone()),
        });
        self
    }

    /// Adds the cause of this problem as a related location.
    pub fn with(mut self, cause: &Diagnostic) -> Diagnostic {
        self.related.push(Related {
            file: cause.file.clone(),
            line: cause.line,
            column: cause.column,
            text: match [&cause.expected, &cause.help].into_iter().flatten().map(String::as_str).collect::<Vec<_>>() {
                told if told.is_empty() => cause.message.clone(),
                told => format!("{}: {}", cause.message, told.join("; ")),
            },
            span: cause.span.clone(),
            source: cause.source.clone(),
        });
        self
    }

    /// Replaces a folder in all paths with its display name.
    pub fn with_folder(mut self, from: &str, to: &str) -> Diagnostic {
        let place = |file: &mut String, source: &mut Option<Arc<Source>>| {
            if let Some(rest) = file.strip_prefix(from) {
                *file = format!("{to}{rest}");
                *source = source.take().map(|source| Source::new(file.clone(), source.text.clone()));
            }
        };
        place(&mut self.file, &mut self.source);
        for related in &mut self.related {
            place(&mut related.file, &mut related.source);
        }
        for call in &mut self.calls {
            place(&mut call.file, &mut None);
        }
        self
    }

    /// Turns the problem into a warning.
    pub fn warning(mut self) -> Diagnostic {
        self.severity = Severity::Warning;
        self
    }
}

/// Returns the block that `line` opens: the line and the more deeply indented lines after it. Empty if `line` does not
/// end by opening a table or a call.
fn opening_block<'a>(text: &'a str, line: &Range<usize>) -> &'a str {
    let rest = text.get(line.start..).unwrap_or_default();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let own = text.get(..line.start).map_or(0, |before| before.len() - before.rfind('\n').map_or(0, |at| at + 1));
    let mut lines = rest.split_inclusive('\n');
    let Some(first) = lines.next().filter(|first| first.trim_end().ends_with(['{', '('])) else { return "" };
    let inside = lines.take_while(|line| line.trim().is_empty() || indent(line) > own).map(str::len);
    &rest[..first.len() + inside.sum::<usize>()]
}

/// Returns the position of a word in a line, if it occurs there exactly once.
fn only_place(line: &str, word: &str) -> Option<usize> {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    let whole = |at: &usize| !line[..*at].ends_with(inside) && !line[at + word.len()..].starts_with(inside);
    let mut places = line.match_indices(word).map(|(at, _)| at).filter(whole);
    let first = places.next().filter(|_| !word.is_empty());
    first.filter(|_| places.next().is_none())
}

/// Maximum number of problems listed. Any others are only counted. Once this many have been found, no more suggestions
/// are looked up.
const MAX_PROBLEMS: usize = 200;

/// Returns whether enough problems have been found to stop looking for suggestions.
pub fn has_too_many(all: &[Diagnostic]) -> bool {
    all.len() >= MAX_PROBLEMS
}

/// Sorts problems by file and position, and drops duplicates. Problems beyond the maximum are replaced by one that
/// gives their number.
pub fn tidy(mut all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    all.sort_by(|a, b| (&a.file, a.span.start, a.code, &a.message).cmp(&(&b.file, b.span.start, b.code, &b.message)));
    all.dedup();
    if all.len() > MAX_PROBLEMS {
        let more = Diagnostic::general("E199", format!("there are {} more problems", all.len() - MAX_PROBLEMS));
        all.truncate(MAX_PROBLEMS);
        all.push(more);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::render;

    #[test]
    fn a_line_of_a_script_is_underlined() {
        let text = "local a = 1\n\treturn a + nil\n";
        let error = Diagnostic::line("E301", "mods/x/rules.luau", text, 2, "attempt to add a number and nil")
            .help("check the value first");
        assert_eq!((error.line, error.column, &text[error.span.clone()]), (2, 2, "return a + nil"));
        let expected = "\
error[E301]: attempt to add a number and nil
 --> mods/x/rules.luau:2:2
  |
2 |     return a + nil
  |     ^^^^^^^^^^^^^^
  |
  = help: check the value first
";
        assert_eq!(render(&[error], false), expected);
        Diagnostic::line("E301", "x", "", 99, "a line that is not there");
    }

    #[test]
    fn the_name_a_message_speaks_of_is_underlined_where_it_stands_once() {
        let text = "\treturn unit.stps + unit.steps\n";
        let column = |message: &str| Diagnostic::line("E301", "x.luau", text, 1, message).underline_word().column;
        assert_eq!(column("Unit has no field `stps`; did you mean `steps`?"), 14);
        assert_eq!(column("attempt to index nil with 'steps'"), 26, "not the beginning of another word");
        assert_eq!(column("`unit` is nil"), 2, "it occurs twice: the whole line is marked");
        assert_eq!((column("nothing is named"), column("an empty name ``, isn't it")), (2, 2));
        let calls = vec![
            CallFrame { file: "x.luau".into(), line: 1, what: "a.b".into() },
            CallFrame { file: "y.luau".into(), line: 7, what: String::new() },
        ];
        let error = Diagnostic::line("E301", "x.luau", text, 1, "no `stps`").underline_word().calls(calls);
        let expected = "\
error[E301]: no `stps`
 --> x.luau:1:14
  |
1 |     return unit.stps + unit.steps
  |                 ^^^^
  |
  = note: in x.luau:1 a.b
  = note: in y.luau:7
";
        assert_eq!(render(&[error], false), expected);
    }

    #[test]
    fn a_name_is_looked_for_up_to_where_the_line_is_closed() {
        let text = "\tlocal Q = ask(\"q\", {\n\t\trule = \"1\",\n\t\tpromt = \"?\",\n\t})\n\tlocal after = 1\n";
        let place = |message: &str| {
            let error = Diagnostic::line("E301", "x.luau", text, 1, message).underline_word();
            (error.line, error.column)
        };
        assert_eq!(place("a question has no field `promt`; did you mean `prompt`?"), (3, 3));
        assert_eq!(place("a question has no field `after`"), (1, 2), "it is in another statement");
        assert_eq!(
            Diagnostic::line("E301", "x", "f()\n\tpromt = 1", 1, "no `promt`").underline_word().line,
            1,
            "the line opens nothing"
        );
    }

    #[test]
    fn spans_that_do_not_fit_are_drawn_all_the_same() {
        let source = Source::new("é.toml", "é = \"日本\"\r\nb");
        for (start, end) in [(0, 99), (1, 2), (50, 60), (7, 3), (12, 14)] {
            let place = SourceSpan { source: source.clone(), span: start..end };
            assert!(render(&[Diagnostic::at("E1", &place, "odd").related(&place, "here")], true).contains("é.toml"));
        }
    }

    #[test]
    fn tools_read_json() {
        let place = SourceSpan { source: Source::new("a.toml", "x\ny = 1"), span: 2..3 };
        let json = serde_json::to_value(Diagnostic::at("E102", &place, "unknown key `y`").warning()).unwrap();
        assert_eq!(
            (&json["severity"], &json["line"], &json["column"], &json["code"]),
            (&"warning".into(), &2.into(), &1.into(), &"E102".into())
        );
    }

    #[test]
    fn beyond_a_number_problems_are_only_counted() {
        let many = (0..1000).map(|at| Diagnostic::general("E1", format!("{at:04}"))).collect();
        let tidied = tidy(many);
        assert_eq!((tidied.len(), tidied[200].message.as_str()), (201, "there are 800 more problems"));
    }
}
