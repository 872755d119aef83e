//! Warnings that an author has answered: `# allow(W402, "players look at it")`.

use crate::diagnostic::Diagnostic;

/// What is left of some diagnostics.
#[derive(Clone, Debug, Default)]
pub struct Silenced {
    /// Those that stand.
    pub left: Vec<Diagnostic>,
    /// How many were silenced.
    pub silenced: usize,
}

/// Takes out what a comment allows, on the line itself or on a line of its own above it. A comment without a reason allows nothing.
pub fn silence(all: Vec<Diagnostic>) -> Silenced {
    let mut result = Silenced::default();
    for diagnostic in all {
        match allowed(&diagnostic) {
            Some(true) => result.silenced += 1,
            Some(false) => result.left.push(diagnostic.help("an allow needs a reason: allow(CODE, \"reason\")")),
            None => result.left.push(diagnostic),
        }
    }
    result
}

/// Whether a comment allows it; `Some(false)` when the comment gives no reason.
fn allowed(diagnostic: &Diagnostic) -> Option<bool> {
    let source = diagnostic.source.as_ref()?;
    let line = diagnostic.line.checked_sub(1)?;
    let mut lines = source.text.lines().skip(line.saturating_sub(1));
    let above = if line > 0 { lines.next().filter(|above| is_comment(above)) } else { None };
    let own = lines.next();
    [own, above].into_iter().flatten().find_map(|text| reason(text, diagnostic.code))
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with(['#']) || line.trim_start().starts_with("--")
}

/// Whether the comment on a line that allows this code gives a reason.
fn reason(line: &str, code: &str) -> Option<bool> {
    let at = line.find("# allow(").map(|at| at + 8).or_else(|| line.find("-- allow(").map(|at| at + 9))?;
    let rest = line[at..].trim_start().strip_prefix(code)?.trim_start();
    let reason = rest.strip_prefix(',').and_then(|rest| rest.trim_start().strip_prefix('"'));
    Some(reason.and_then(|rest| rest.split_once('"')).is_some_and(|(reason, _)| !reason.trim().is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warnings(text: &str, line: usize) -> Silenced {
        silence(vec![Diagnostic::line("W402", "system.toml", text, line, "no rule asks for it").warning()])
    }

    #[test]
    fn a_comment_with_a_reason_silences_a_warning_on_its_line_or_the_next() {
        assert_eq!(warnings("tags = [\"star\"] # allow(W402, \"the board draws it\")", 1).silenced, 1);
        assert_eq!(warnings("# allow(W402, \"the board draws it\")\ntags = [\"star\"]", 2).silenced, 1);
        assert_eq!(warnings("-- allow(W402, \"for mods\")\nfunction a.b() end", 2).silenced, 1);
    }

    #[test]
    fn other_codes_other_lines_and_missing_reasons_silence_nothing() {
        for (text, line) in [
            ("tags = [] # allow(W401, \"the board draws it\")", 1),
            ("a = 1 # allow(W402, \"only for this line\")\ntags = []", 2),
            ("# allow(W402, \"too far\")\n\ntags = []", 3),
            ("tags = [] # allow(W402)", 1),
            ("tags = [] # allow(W402, \"\")", 1),
        ] {
            let result = warnings(text, line);
            assert_eq!((result.silenced, result.left.len()), (0, 1), "{text}");
        }
        assert!(warnings("tags = [] # allow(W402)", 1).left[0].help.as_ref().unwrap().contains("needs a reason"));
    }
}
