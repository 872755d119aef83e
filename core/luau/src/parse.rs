//! Parses scripts.

use crate::cache;
use crate::lower::lower;
use crate::nesting::{MAX_NESTING, is_too_deep};
use crate::script::Script;
use crate::tokens::tokens;
use full_moon::LuaVersion;
use std::fmt;
use std::panic::catch_unwind;
use std::thread;

/// The stack size for parsing. Only the part that is used takes up memory.
const STACK: usize = 64 << 20;

/// The reason why a script cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// The script is nested too deeply.
    Nesting,
    /// The script has a syntax error.
    Syntax {
        /// The line.
        line: usize,
        /// The parser's message.
        message: String,
    },
    /// The parser failed without a message.
    Failure,
}

impl ParseError {
    /// Returns the line of the error; 1 if the error has none.
    pub fn line(&self) -> usize {
        if let ParseError::Syntax { line, .. } = self { *line } else { 1 }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ParseError::Nesting => write!(f, "the code is nested too deeply: more than {MAX_NESTING} levels"),
            ParseError::Syntax { message, .. } => f.write_str(message),
            ParseError::Failure => f.write_str("the file cannot be parsed"),
        }
    }
}

impl std::error::Error for ParseError {}

impl Script {
    /// Parses a script.
    pub fn parse(source: &str) -> Result<Script, ParseError> {
        Script::parse_all(&[source]).pop().unwrap_or(Err(ParseError::Failure))
    }

    /// Parses several scripts, which is faster than parsing them one by one.
    ///
    /// The parser is recursive and runs on a separate stack.
    pub fn parse_all(sources: &[&str]) -> Vec<Result<Script, ParseError>> {
        let known: Vec<_> = sources.iter().map(|source| cache::find(source)).collect();
        let new: Vec<&str> =
            sources.iter().zip(&known).filter(|(_, known)| known.is_none()).map(|(source, _)| *source).collect();
        let parsed = if new.is_empty() { Vec::new() } else { parse_new(&new) };
        new.iter().zip(&parsed).for_each(|(source, result)| cache::keep(source, result));
        let mut parsed = parsed.into_iter();
        known.into_iter().map(|known| known.or_else(|| parsed.next()).unwrap_or(Err(ParseError::Failure))).collect()
    }

    /// Parses a script. If it has errors, returns an empty script; the errors are reported when the script is run.
    pub fn or_empty(source: &str) -> Script {
        Script::parse(source).unwrap_or_default()
    }
}

fn parse_new(sources: &[&str]) -> Vec<Result<Script, ParseError>> {
    let parse = |source: &&str| catch_unwind(|| parse_here(source)).unwrap_or(Err(ParseError::Failure));
    if cfg!(target_family = "wasm") {
        // There are no threads. The linker makes the only stack large enough.
        return sources.iter().map(parse).collect();
    }
    thread::scope(|scope| {
        let parser = thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, || sources.iter().map(parse).collect::<Vec<_>>());
        let parsed = parser.ok().and_then(|parser| parser.join().ok());
        parsed.unwrap_or_else(|| vec![Err(ParseError::Failure); sources.len()])
    })
}

fn parse_here(source: &str) -> Result<Script, ParseError> {
    match tokens(source) {
        Some(tokens) if is_too_deep(&tokens) => return Err(ParseError::Nesting),
        Some(_) => {}
        None => return Err(ParseError::Failure),
    }
    let result = full_moon::parse_fallible(source, LuaVersion::luau());
    match result.errors().first() {
        None => Ok(Script::new(lower(source, result.ast()))),
        Some(error) => {
            Err(ParseError::Syntax { line: error.range().0.line(), message: error.error_message().into_owned() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::{Path, PathBuf};

    fn scripts(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                scripts(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "luau") {
                found.push(path);
            }
        }
    }

    #[test]
    fn every_shipped_script_is_parsed() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut found = Vec::new();
        ["scripts", "scenarios", "mods", "tests"].iter().for_each(|folder| scripts(&root.join(folder), &mut found));
        assert!(found.len() > 100);
        for path in found {
            let source = std::fs::read_to_string(&path).expect("a script");
            let parsed = Script::parse(&source);
            assert!(parsed.is_ok(), "{}: {:?}", path.display(), parsed.err());
        }
    }
}
