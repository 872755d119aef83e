//! A page of a suite: a file with its contents, and problems located on its lines.

use grognard_packs::Diagnostic;
use grognard_play::call_path;
use grognard_script::ScriptError;
use std::path::PathBuf;
use std::sync::Arc;

/// A problem without a location; [`Page::place`] sets the line.
pub(super) type LineResult<T> = Result<T, Box<Diagnostic>>;

/// A malformed block or heading.
pub(super) const FORM: &str = "E601";
/// A malformed line.
pub(super) const LINE: &str = "E602";
/// An unknown name.
pub(super) const NAME: &str = "E603";
/// A position that the battle does not allow.
pub(super) const POSITION: &str = "E604";
/// An answer that does not fit the question, or dice that do not match those rolled.
pub(super) const ANSWER: &str = "E605";
/// A failed expectation.
pub(super) const EXPECTATION: &str = "E606";

/// Creates an error for a failed expectation. Its line is set later.
pub(super) fn fails<T>(expected: impl std::fmt::Display, found: impl std::fmt::Display) -> LineResult<T> {
    wrong(EXPECTATION, format!("expected {expected}, found {found}"))
}

/// Creates an error. Its line is set later.
pub(super) fn wrong<T>(code: &'static str, message: impl Into<String>) -> LineResult<T> {
    Err(Box::new(Diagnostic::general(code, message)))
}

/// Creates the error for rules that fail, with the call path.
pub(super) fn rules_fail(error: &ScriptError) -> Box<Diagnostic> {
    Box::new(Diagnostic::general(POSITION, format!("the rules fail: {}", error.message)).calls(call_path(error)))
}

/// A file of a suite.
#[derive(Clone, Debug)]
pub(super) struct Page {
    /// The name in messages.
    pub name: String,
    /// The path of the file.
    pub path: PathBuf,
    /// The contents of the file.
    pub text: Arc<str>,
}

impl Page {
    /// Creates an error on a line.
    pub fn error(&self, line: usize, code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::line(code, &self.name, &self.text, line, message)
    }

    /// Locates a problem on a line.
    pub fn place(&self, line: usize, problem: Diagnostic) -> Diagnostic {
        let mut placed = self.error(line, problem.code, problem.message);
        placed.expected = problem.expected;
        placed.help = problem.help;
        placed.calls = problem.calls;
        placed
    }
}

/// A line of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BlockLine {
    /// The number of the line in the file, from 1.
    pub number: usize,
    /// The trimmed line.
    pub text: String,
    /// Whether the line is indented and so belongs to the last unindented line above it.
    pub indented: bool,
}

impl BlockLine {
    /// Returns the first word and the rest.
    pub fn head(&self) -> (&str, &str) {
        match self.text.split_once(char::is_whitespace) {
            Some((head, rest)) => (head, rest.trim()),
            None => (&self.text, ""),
        }
    }
}
