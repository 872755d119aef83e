//! What went wrong in a script, with its place.

use std::fmt;

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
    pub(crate) fn from_lua(error: &mlua::Error) -> ScriptError {
        let text = match error {
            mlua::Error::SyntaxError { message, .. } => message.clone(),
            mlua::Error::CallbackError { traceback, cause } => {
                let mut inner = ScriptError::from_lua(cause);
                inner.take_place_from(traceback);
                return inner;
            }
            mlua::Error::RuntimeError(text) => text.clone(),
            mlua::Error::MemoryError(_) => "used more memory than a game's scripts may have".to_owned(),
            other => other.to_string(),
        };
        ScriptError::parse(&text)
    }

    /// Reads `file:line: message`, and the traceback behind it.
    fn parse(text: &str) -> ScriptError {
        let (head, trace) = text.split_once("\nstack traceback:").unwrap_or((text, ""));
        let mut error = match place(head) {
            Some((file, line, message)) => ScriptError::at(file, line, message.trim()),
            None => ScriptError::plain(head.trim()),
        };
        error.take_place_from(trace);
        error
    }

    fn take_place_from(&mut self, trace: &str) {
        let frames = trace.lines().map(str::trim).filter(|line| line.contains(".luau:"));
        if self.calls.is_empty() {
            self.calls = frames.map(|frame| frame.replace(" function ", " ")).collect();
        }
        let first = self.calls.first().and_then(|frame| frame.split_once(".luau:"));
        if let (None, Some((file, rest))) = (self.line, first) {
            self.file = Some(format!("{file}.luau"));
            self.line = rest.split(|c: char| !c.is_ascii_digit()).next().and_then(|line| line.parse().ok());
        }
    }
}

/// `scripts/x/combat.luau:12: message` in its three parts.
fn place(text: &str) -> Option<(&str, usize, &str)> {
    let (file, rest) = text.split_once(".luau:")?;
    let (line, message) = rest.split_once(':')?;
    let file = &text[..file.len() + ".luau".len()];
    (!file.contains('\n')).then_some((file, line.parse().ok()?, message))
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
