//! A page of a suite: a file and its text, and problems placed on its lines.

use grognard_packs::Diagnostic;
use grognard_play::call_path;
use grognard_script::ScriptError;
use std::path::PathBuf;
use std::sync::Arc;

/// A problem whose place is not known yet: whoever knows the line puts it there with [`Page::place`].
pub(super) type LineResult<T> = Result<T, Box<Diagnostic>>;

/// A block or a heading that cannot be understood.
pub(super) const FORM: &str = "E601";
/// A line that cannot be understood.
pub(super) const LINE: &str = "E602";
/// A name that the battle does not have.
pub(super) const NAME: &str = "E603";
/// A position that the battle does not allow.
pub(super) const POSITION: &str = "E604";
/// An answer that does not fit the question, or dice that do not fit what was rolled.
pub(super) const ANSWER: &str = "E605";
/// An expectation that does not hold.
pub(super) const EXPECTATION: &str = "E606";

/// An expectation that does not hold, which will be placed on a line later.
pub(super) fn fails<T>(expected: impl std::fmt::Display, found: impl std::fmt::Display) -> LineResult<T> {
    wrong(EXPECTATION, format!("expected {expected}, found {found}"))
}

/// An error that will be placed on a line later.
pub(super) fn wrong<T>(code: &'static str, message: impl Into<String>) -> LineResult<T> {
    Err(Box::new(Diagnostic::general(code, message)))
}

/// Rules failed while something was looked up, with the way to where they did.
pub(super) fn rules_fail(error: &ScriptError) -> Box<Diagnostic> {
    Box::new(Diagnostic::general(POSITION, format!("the rules fail: {}", error.message)).calls(call_path(error)))
}

/// A file of a suite.
#[derive(Clone, Debug)]
pub(super) struct Page {
    /// Name shown in messages.
    pub name: String,
    /// Where it lies.
    pub path: PathBuf,
    /// Its text.
    pub text: Arc<str>,
}

impl Page {
    /// An error on a line.
    pub fn error(&self, line: usize, code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::line(code, &self.name, &self.text, line, message)
    }

    /// Puts a problem on a line.
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
    /// Its number in the file, from 1.
    pub number: usize,
    /// Its text, without the space around it.
    pub text: String,
    /// Whether it was indented: it belongs to the line above that was not.
    pub indented: bool,
}

impl BlockLine {
    /// The first word and the rest.
    pub fn head(&self) -> (&str, &str) {
        match self.text.split_once(char::is_whitespace) {
            Some((head, rest)) => (head, rest.trim()),
            None => (&self.text, ""),
        }
    }
}
