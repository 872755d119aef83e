//! What went wrong in a script, with its place.

use crate::budget;
use crate::sandbox::PRELUDE;
use crate::sources::Sources;
use std::fmt;

/// Most characters of a message a script can put together.
const LONGEST_MESSAGE: usize = 500;

/// Most lines of the call path that are shown.
const MOST_CALLS: usize = 10;

/// A failure of a script: found when it was loaded or while it ran.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ScriptError {
    /// What went wrong, a clause without a full stop.
    pub message: String,
    /// The file, as the pack names it.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<usize>,
    /// That line.
    pub source: Option<String>,
    /// Who called whom, innermost first: `combat.luau:31 resolve`.
    pub calls: Vec<String>,
}

/// One line of a traceback.
struct Frame<'a> {
    chunk: &'a str,
    line: usize,
    function: Option<&'a str>,
}

impl ScriptError {
    /// An error without a place.
    pub fn plain(message: impl Into<String>) -> ScriptError {
        ScriptError { message: message.into(), file: None, line: None, source: None, calls: Vec::new() }
    }

    /// An error at a line of a file.
    pub fn at(file: &str, line: usize, message: impl Into<String>) -> ScriptError {
        ScriptError { file: Some(file.to_owned()), line: Some(line), ..ScriptError::plain(message) }
    }

    /// Reads an error of the virtual machine.
    pub(crate) fn from_lua(error: &mlua::Error, sources: &Sources) -> ScriptError {
        let error = match error {
            mlua::Error::CallbackError { traceback, cause } => {
                let mut inner = cause;
                while let mlua::Error::CallbackError { cause, .. } = &**inner {
                    inner = cause;
                }
                ScriptError::parse(&plain(inner), traceback, sources)
            }
            mlua::Error::MemoryError(_) => ScriptError::out_of_memory(sources),
            other => {
                let text = plain(other);
                // A message may hold anything, so the last traceback is the one the machine has added.
                let (head, trace) = text.rsplit_once("\nstack traceback:").unwrap_or((&text, ""));
                ScriptError::parse(head, trace, sources)
            }
        };
        sources.show(error)
    }

    /// The allocator tells no place; the line that was last seen to make the heap grow is where it happened.
    fn out_of_memory(sources: &Sources) -> ScriptError {
        let message = "used more memory than the scripts of a game may have";
        let place = budget::take_hungry_line().and_then(|(chunk, line)| Some((sources.file(&chunk)?, line)));
        match place {
            Some((file, line)) => ScriptError::at(&file.path, line, message),
            None => ScriptError::plain(message),
        }
    }

    /// Reads `chunk:line: message` and the traceback behind it.
    fn parse(head: &str, trace: &str, sources: &Sources) -> ScriptError {
        let all: Vec<Frame> = trace.lines().filter_map(frame).collect();
        let frames: Vec<&Frame> = all.iter().filter(|frame| sources.number(frame.chunk).is_some()).collect();
        let (place, message) = match prefix(head) {
            Some((PRELUDE, _, message)) => (None, message),
            // A script can write any place into its message: only one it has come by is believed.
            Some((chunk, line, message)) if frames.iter().any(|frame| (frame.chunk, frame.line) == (chunk, line)) => (Some((chunk, line)), message),
            _ => (None, head),
        };
        let place = place.or_else(|| frames.first().map(|frame| (frame.chunk, frame.line)));
        let mut error = match place.and_then(|(chunk, line)| Some((sources.file(chunk)?, line))) {
            Some((file, line)) => ScriptError::at(&file.path, line, readable(message)),
            None => ScriptError::plain(readable(message)),
        };
        error.calls = frames.iter().take(MOST_CALLS).map(|frame| frame.describe(sources)).collect();
        if frames.len() > MOST_CALLS {
            error.calls.push("…".to_owned());
        }
        error
    }
}

impl Frame<'_> {
    fn describe(&self, sources: &Sources) -> String {
        let path = sources.file(self.chunk).map_or(self.chunk, |file| &file.path);
        match self.function {
            Some(function) => format!("{path}:{} {function}", self.line),
            None => format!("{path}:{}", self.line),
        }
    }
}

fn plain(error: &mlua::Error) -> String {
    match error {
        mlua::Error::RuntimeError(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A line of a traceback: `combat:31: in function 'resolve'`.
fn frame(line: &str) -> Option<Frame<'_>> {
    let (place, what) = line.trim().split_once(" in ")?;
    let (chunk, line) = place.strip_suffix(':')?.rsplit_once(':')?;
    let function = what.strip_prefix("function '").and_then(|rest| rest.strip_suffix('\''));
    Some(Frame { chunk, line: line.parse().ok()?, function })
}

/// `combat:12: message` in its three parts.
fn prefix(text: &str) -> Option<(&str, usize, &str)> {
    let (chunk, rest) = text.split_once(':')?;
    let (line, message) = rest.split_once(": ")?;
    Some((chunk, line.parse().ok()?, message))
}

/// A message as it can be shown: not too long, and nothing in it that would move a cursor. Values without a text of their own
/// come with an address, which would differ from run to run.
fn readable(message: &str) -> String {
    let message = message.trim();
    let address = ["table: 0x", "function: 0x", "thread: 0x", "buffer: 0x"].iter().any(|kind| message.starts_with(kind));
    if address || message == "nil" {
        let kind = message.split(':').next().unwrap_or("nil");
        return format!("failed with a value and not a text: {kind}");
    }
    let mut text: String = message.chars().take(LONGEST_MESSAGE).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if message.chars().nth(LONGEST_MESSAGE).is_some() {
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
