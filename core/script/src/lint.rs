//! What is wrong with a script before it runs.

use crate::error::ScriptError;
use crate::loader::ScriptFile;

/// Complaints about a file, each with its line.
pub(crate) fn check(file: &ScriptFile) -> Vec<ScriptError> {
    let mut errors = Vec::new();
    for (at, line) in file.source.lines().enumerate() {
        if let Some(name) = bare_loop(line) {
            let message = format!("a loop over the bare value `{name}` has no defined order: use ipairs({name}), pairs({name}) or {name}:each()");
            errors.push(ScriptError { source: Some(line.to_owned()), ..ScriptError::at(&file.path, at + 1, message) });
        }
    }
    errors
}

/// The value of `for … in value do`, when it is not a call.
fn bare_loop(line: &str) -> Option<&str> {
    let code = line.split("--").next()?.trim_start();
    let (_, rest) = code.strip_prefix("for ")?.split_once(" in ")?;
    let value = rest.split(" do").next()?.trim();
    let bare = !value.is_empty() && value.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '[' | ']' | '"'));
    bare.then_some(value)
}

#[cfg(test)]
mod tests {
    use super::bare_loop;

    #[test]
    fn only_loops_over_bare_values_are_complained_of() {
        assert_eq!(bare_loop("\tfor _, unit in units do"), Some("units"));
        assert_eq!(bare_loop("for k, v in battle.units do -- why"), Some("battle.units"));
        assert_eq!(bare_loop("for unit in units:each() do"), None);
        assert_eq!(bare_loop("for _, unit in ipairs(units) do"), None);
        assert_eq!(bare_loop("-- for a in b do"), None);
        assert_eq!(bare_loop("for at = 1, 3 do"), None);
    }
}
