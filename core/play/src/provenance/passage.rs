//! A script function with the comment above it.

use super::paragraph::paragraph_numbers;
use crate::battle::Battle;
use serde::Serialize;

/// A function that defines a rule, or with which a mod wraps or replaces a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Passage {
    /// The pack.
    pub pack: String,
    /// The file.
    pub file: String,
    /// The line on which the function begins, from 1.
    pub line: usize,
    /// The paragraphs named in the comment.
    pub paragraphs: Vec<String>,
    /// The comment above the function.
    pub comment: String,
    /// The source of the function, without the comment.
    #[serde(skip)]
    pub text: String,
}

impl Passage {
    /// Returns the passage that begins on a line of a script.
    pub fn read(battle: &Battle, file: &str, line: usize) -> Passage {
        let script = battle.scripts.iter().find(|script| script.path == file);
        let lines: Vec<&str> = script.map(|script| script.source.lines().collect()).unwrap_or_default();
        let comment = comment_above(&lines, line);
        let pack = battle.system.scripts.iter().find(|script| script.file == file).map(|script| script.pack.clone());
        Passage {
            pack: pack.unwrap_or_default(),
            file: file.to_owned(),
            line,
            paragraphs: paragraph_numbers(&comment),
            comment: comment.join(" "),
            text: function_at(&lines, line),
        }
    }
}

/// Returns the comment lines directly above a line.
fn comment_above<'a>(lines: &[&'a str], line: usize) -> Vec<&'a str> {
    let above = lines.get(..line.saturating_sub(1)).unwrap_or_default().iter().rev();
    let text = |line: &&'a str| line.trim().strip_prefix("--").filter(|text| !text.starts_with('!')).map(str::trim);
    let mut comment: Vec<&str> = above.map_while(text).collect();
    comment.reverse();
    comment
}

/// Returns the function that begins on a line. Unless it ends on the same line, its last line is the next non-empty
/// line that is not indented further than the first.
fn function_at(lines: &[&str], line: usize) -> String {
    let rest = lines.get(line.saturating_sub(1)..).unwrap_or_default();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let Some((first, body)) = rest.split_first() else { return String::new() };
    let is_last = |line: &&&str| !line.trim().is_empty() && indent(line) <= indent(first);
    let one_line = first.trim_end().ends_with("end") || first.trim_end().ends_with("end)");
    let length = if one_line { 0 } else { body.iter().position(|line| is_last(&line)).map_or(body.len(), |at| at + 1) };
    rest[..=length].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_ends_where_the_text_goes_back_to_the_left() {
        let text = "-- 1.0 One thing,\n-- and another.\nfunction a.b()\n\tif x then\n\tend\n\n\treturn 1\nend\n\n\
            function a.c() return 2 end\nlocal z";
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(comment_above(&lines, 3), ["1.0 One thing,", "and another."]);
        assert!(comment_above(&lines, 10).is_empty());
        assert_eq!(function_at(&lines, 3).lines().count(), 6);
        assert_eq!(function_at(&lines, 10), "function a.c() return 2 end");
        assert_eq!(function_at(&lines, 99), "");
    }
}
