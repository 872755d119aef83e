//! Silences warnings that an author allows: `# allow(W404 date, "players look at it")`.

use grognard_packs::Diagnostic;

/// The result of applying `allow` comments to diagnostics.
#[derive(Clone, Debug, Default)]
pub struct SuppressionResult {
    /// The diagnostics that remain.
    pub remaining: Vec<Diagnostic>,
    /// The number of silenced diagnostics.
    pub suppressed: usize,
}

/// Removes the diagnostics that a comment allows. The comment is on the line itself, or alone on the line above. It has
/// no effect without a reason, or without a name if it would allow several warnings.
pub fn silence(all: Vec<Diagnostic>) -> SuppressionResult {
    let mut result = SuppressionResult::default();
    for diagnostic in &all {
        let comment = comment(diagnostic);
        let is_one =
            || all.iter().filter(|other| is_beside(diagnostic, other)).all(|other| other.message == diagnostic.message);
        let left = diagnostic.clone();
        match comment {
            Some(comment) if !comment.has_reason => {
                result.remaining.push(left.help("`allow` needs a reason: allow(CODE, \"reason\")"))
            }
            Some(comment) if comment.names.is_empty() && !is_one() => {
                let name = names(diagnostic).next().unwrap_or("NAME");
                result.remaining.push(
                    left.help(format!("specify which name is allowed: allow({} {name}, \"reason\")", diagnostic.code)),
                );
            }
            Some(comment) if comment.names.is_empty() || names(diagnostic).any(|name| comment.is_for(name)) => {
                result.suppressed += 1
            }
            _ => result.remaining.push(left),
        }
    }
    result
}

/// Returns whether both diagnostics have the same code and are on the same line.
fn is_beside(one: &Diagnostic, other: &Diagnostic) -> bool {
    (one.code, &one.file, one.line) == (other.code, &other.file, other.line)
}

/// Returns the quoted names in a diagnostic.
fn names(diagnostic: &Diagnostic) -> impl Iterator<Item = &str> {
    diagnostic.message.split('`').skip(1).step_by(2)
}

/// An `allow` comment: `allow(W404 date, "reason")`.
struct AllowComment<'a> {
    /// The allowed names; empty if only the code is given.
    names: &'a str,
    has_reason: bool,
}

impl AllowComment<'_> {
    fn is_for(&self, name: &str) -> bool {
        self.names == name || self.names.split_whitespace().any(|word| word == name)
    }
}

/// Returns the comment that applies to a diagnostic.
fn comment(diagnostic: &Diagnostic) -> Option<AllowComment<'_>> {
    let source = diagnostic.source.as_ref()?;
    let line = diagnostic.line.checked_sub(1)?;
    let mut lines = source.text.lines().skip(line.saturating_sub(1));
    let above = if line > 0 { lines.next().filter(|above| is_comment(above)) } else { None };
    let own = lines.next();
    [own, above].into_iter().flatten().find_map(|text| comment_in_line(text, diagnostic.code))
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with(['#']) || line.trim_start().starts_with("--")
}

/// Returns the comment on a line that allows this code.
fn comment_in_line<'a>(line: &'a str, code: &str) -> Option<AllowComment<'a>> {
    let at = line.find("# allow(").map(|at| at + 8).or_else(|| line.find("-- allow(").map(|at| at + 9))?;
    let rest = line[at..].trim_start().strip_prefix(code)?;
    let (names, reason) = rest.split_once([',', ')']).unwrap_or((rest, ""));
    let reason = reason.trim_start().strip_prefix('"').and_then(|reason| reason.split_once('"'));
    Some(AllowComment { names: names.trim(), has_reason: reason.is_some_and(|(reason, _)| !reason.trim().is_empty()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warnings(text: &str, line: usize) -> SuppressionResult {
        silence(vec![Diagnostic::line("W402", "system.toml", text, line, "no rule uses it").warning()])
    }

    #[test]
    fn a_comment_with_a_reason_silences_a_warning_on_its_line_or_the_next() {
        assert_eq!(warnings("tags = [\"star\"] # allow(W402, \"the board draws it\")", 1).suppressed, 1);
        assert_eq!(warnings("# allow(W402, \"the board draws it\")\ntags = [\"star\"]", 2).suppressed, 1);
        assert_eq!(warnings("-- allow(W402, \"for mods\")\nfunction a.b() end", 2).suppressed, 1);
    }

    #[test]
    fn a_comment_without_a_name_allows_one_thing_and_one_with_names_those() {
        let both = |comment: &str| {
            let text = format!("keys = [\"date\", \"arives\", \"1st Shock\"] # allow(W404{comment}, \"for players\")");
            let warning =
                |name: &str| Diagnostic::line("W404", "a.toml", &text, 1, format!("no rule uses `{name}`")).warning();
            silence(["date", "arives", "1st Shock"].map(warning).to_vec())
                .remaining
                .into_iter()
                .map(|left| left.message)
                .collect::<Vec<_>>()
        };
        assert_eq!(both("").len(), 3);
        assert_eq!(both(" date"), ["no rule uses `arives`", "no rule uses `1st Shock`"]);
        assert_eq!(both(" date arives"), ["no rule uses `1st Shock`"]);
        assert_eq!(both(" 1st Shock"), ["no rule uses `date`", "no rule uses `arives`"]);
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
            assert_eq!((result.suppressed, result.remaining.len()), (0, 1), "{text}");
        }
        assert!(warnings("tags = [] # allow(W402)", 1).remaining[0].help.as_ref().unwrap().contains("needs a reason"));
    }
}
