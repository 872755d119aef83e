//! Script errors, with their locations.

use crate::budget;
use crate::coroutine::{LuauError, RunningFunction};
use crate::sandbox::PRELUDE;
use crate::sources::Sources;
use grognard_engine::table::RuleFault;
use std::fmt;

/// The maximum length of a message built by a script.
const MAX_MESSAGE: usize = 500;

/// An error in a script, found while loading or running it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ScriptError {
    /// The message, a clause without a full stop.
    pub message: String,
    /// The file, as the pack names it.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<usize>,
    /// The source of that line.
    pub source: Option<String>,
    /// The call path, innermost function first.
    pub calls: Vec<ErrorFrame>,
    /// The seed of the game in which the error occurred, if it was one of several games.
    pub seed: Option<u64>,
}

/// A function that was running when a script failed.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ErrorFrame {
    /// The file.
    pub file: String,
    /// The current line in the file, from 1.
    pub line: usize,
    /// The name of the function: `combat.cover`, `wrap of combat.cover`, or that of a local function; empty if it has
    /// none.
    pub what: String,
    /// Whether the function called itself recursively on this line, possibly many times.
    pub again: bool,
}

impl From<RuleFault> for ScriptError {
    fn from(fault: RuleFault) -> ScriptError {
        ScriptError::plain(fault.to_string())
    }
}

impl ScriptError {
    /// Creates an error without a location.
    pub fn plain(message: impl Into<String>) -> ScriptError {
        ScriptError { message: message.into(), file: None, line: None, source: None, calls: Vec::new(), seed: None }
    }

    /// Creates an error at a line of a file.
    pub fn at(file: &str, line: usize, message: impl Into<String>) -> ScriptError {
        ScriptError { file: Some(file.to_owned()), line: Some(line), ..ScriptError::plain(message) }
    }

    /// Converts an error that was raised in the virtual machine.
    pub(crate) fn raised(raised: LuauError, sources: &Sources) -> ScriptError {
        let text = match &raised.text {
            _ if raised.memory => "used more memory than the scripts of a game may use",
            Ok(text) => text,
            Err(kind) => &format!("failed with a value that is not a string: {kind}"),
        };
        let frames: Vec<&RunningFunction> =
            raised.frames.iter().filter(|frame| sources.number(&frame.chunk).is_some()).collect();
        let (place, message) = match prefix(text) {
            Some((PRELUDE, _, message)) => (None, message),
            Some((chunk, line, message)) if budget::is_place_of(text) => (Some((chunk, line)), message),
            // A script can put any location into its message; only a location on the call path is trusted.
            Some((chunk, line, message)) if frames.iter().any(|frame| (&*frame.chunk, frame.line) == (chunk, line)) => {
                (Some((chunk, line)), message)
            }
            _ => (None, text),
        };
        let place = place.or_else(|| frames.first().map(|frame| (&*frame.chunk, frame.line)));
        let mut error = match place.and_then(|(chunk, line)| Some((sources.file(chunk)?, line))) {
            Some((file, line)) => {
                let source = file.source.lines().nth(line.saturating_sub(1)).unwrap_or_default();
                ScriptError::at(
                    &file.path,
                    line,
                    readable(nil_call_reason(message, source).as_deref().unwrap_or(message)),
                )
            }
            None => ScriptError::plain(readable(message)),
        };
        if let [RunningFunction { function: None, .. }] = frames[..] {
            return sources.show(error);
        }
        error.calls = frames.iter().filter_map(|frame| ErrorFrame::of(frame, sources)).collect();
        sources.show(error)
    }
}

impl ErrorFrame {
    fn of(frame: &RunningFunction, sources: &Sources) -> Option<ErrorFrame> {
        let file = sources.number(&frame.chunk)?;
        let what = sources.name(file, frame.start).map(str::to_owned).or_else(|| frame.function.clone());
        Some(ErrorFrame {
            file: sources.files[file].path.clone(),
            line: frame.line,
            what: what.unwrap_or_default(),
            again: frame.again,
        })
    }
}

impl fmt::Display for ErrorFrame {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let space = if self.what.is_empty() { "" } else { " " };
        let again = if self.again { " (recursive)" } else { "" };
        write!(out, "{}:{}{space}{}{again}", self.file, self.line, self.what)
    }
}

/// Adds the name of the missing table element to a message, if `line` contains a single call of a table element:
/// `results[result](…)`.
fn nil_call_reason(message: &str, line: &str) -> Option<String> {
    if message != "attempt to call a nil value" || line.matches("](").count() != 1 {
        return None;
    }
    let element = line.split_once("](")?.0;
    let open = element.rfind('[')?;
    let is_sign = |c: &char| !(c.is_alphanumeric() || matches!(c, '_' | '.'));
    let start = element[..open].char_indices().rev().find(|(_, c)| is_sign(c)).map_or(0, |(at, c)| at + c.len_utf8());
    (start < open).then(|| format!("{message}: there is no `{}]`", &element[start..]))
}

/// Splits `combat:12: message` into its three parts.
fn prefix(text: &str) -> Option<(&str, usize, &str)> {
    let (chunk, rest) = text.split_once(':')?;
    let (line, message) = rest.split_once(": ")?;
    Some((chunk, line.parse().ok()?, message))
}

/// Prepares a message for display: limits its length and replaces control characters.
fn readable(message: &str) -> String {
    let message = message.trim();
    let mut text: String = message.chars().take(MAX_MESSAGE).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if message.chars().nth(MAX_MESSAGE).is_some() {
        text.push('…');
    }
    text
}

impl fmt::Display for ScriptError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "error: {}", self.message)?;
        if let (Some(file), Some(line)) = (&self.file, self.line) {
            write!(out, "\n --> {file}:{line}")?;
        }
        if let (Some(source), Some(line)) = (&self.source, self.line) {
            write!(out, "\n{line:>4} | {}", source.trim_end())?;
        }
        for call in &self.calls {
            write!(out, "\n   in {call}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ScriptError {}
