//! The codes of diagnostics: what each code means, an example that triggers it, and the fix.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

/// The groups of codes: the title of each group, and its entries as TOML.
const HUNDREDS: [(&str, &str); 8] = [
    ("Pack files and manifests", include_str!("100.toml")),
    ("Pack contents", include_str!("200.toml")),
    ("Scripts", include_str!("300.toml")),
    ("Saves, and warnings about packs", include_str!("400.toml")),
    ("Commands", include_str!("500.toml")),
    ("Tests and translations", include_str!("600.toml")),
    ("Archives, stored packs and registries", include_str!("700.toml")),
    ("The server", include_str!("800.toml")),
];

/// Maximum number of suggestions for an unknown code.
const MAX_SUGGESTIONS: usize = 3;

/// A group of codes with the same first digit.
pub struct Group {
    /// The title of the group.
    pub title: &'static str,
    /// The codes in order.
    pub codes: Vec<Explanation>,
}

/// The explanation of a code.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Explanation {
    /// The code: `E207`.
    #[serde(skip_deserializing)]
    pub code: String,
    /// The problem, in one line.
    pub title: String,
    /// The cause: why it is a problem, and how it happens.
    pub cause: String,
    /// How to fix the problem.
    pub cure: String,
    /// The file of the example.
    pub file: Option<String>,
    /// The mistake in the file.
    pub wrong: Option<String>,
    /// The corrected part of the file, or the corrected command if the example has no file.
    pub right: Option<String>,
    /// Other files of the example, by path.
    #[serde(default)]
    pub with: BTreeMap<String, String>,
    /// The command that reports the code. For packs, the default is `grognard check`.
    pub command: Option<String>,
    /// The text in the packs of `tests/codes` that the example replaces; an empty string appends the example to the
    /// file. The default is `right` if the file contains it, and otherwise the whole file.
    #[serde(skip_serializing)]
    pub at: Option<String>,
    /// Whether the tests run the example.
    #[serde(default = "yes", skip_serializing)]
    pub run: bool,
}

fn yes() -> bool {
    true
}

/// Returns all codes, grouped by their first digit.
pub fn groups() -> &'static [Group] {
    static GROUPS: LazyLock<Vec<Group>> =
        LazyLock::new(|| HUNDREDS.iter().map(|&(title, text)| parse(title, text)).collect());
    &GROUPS
}

fn parse(title: &'static str, text: &str) -> Group {
    let entries: BTreeMap<String, Explanation> =
        toml::from_str(text).unwrap_or_else(|error| panic!("{title}: {error}"));
    let codes = entries.into_iter().map(|(code, entry)| Explanation { code, ..entry }).collect();
    Group { title, codes }
}

/// Returns all codes in order.
pub fn all() -> impl Iterator<Item = &'static Explanation> {
    groups().iter().flat_map(|group| &group.codes)
}

/// Returns the explanations of a code. The case of its letter does not matter, and a number without a letter finds both
/// the error and the warning.
pub fn find(code: &str) -> Vec<&'static Explanation> {
    let code = code.trim().to_uppercase();
    all().filter(|known| known.code == code || known.code[1..] == code).collect()
}

/// Returns the codes with the nearest numbers.
pub fn near(code: &str) -> Vec<&'static str> {
    let number = |text: &str| text.trim_start_matches(|c: char| !c.is_ascii_digit()).parse::<u32>().ok();
    let Some(wanted) = number(code) else { return Vec::new() };
    let mut known: Vec<&str> = all().map(|known| known.code.as_str()).collect();
    known.sort_by_key(|known| number(known).unwrap_or_default().abs_diff(wanted));
    known.truncate(MAX_SUGGESTIONS);
    known
}

impl Explanation {
    /// Splits the explanation into paragraphs and code blocks.
    fn parts(&self) -> Vec<Part<'_>> {
        let example = match &self.file {
            Some(file) => Part::Text(format!("For example, in `{file}`:")),
            None => Part::Text("For example:".to_owned()),
        };
        let language = self.file.as_deref().map_or("sh", language);
        let mut parts = vec![Part::Text(self.cause.trim().to_owned())];
        parts.extend(
            self.wrong.as_deref().map(|text| [example.clone(), Part::Code(language, text)]).into_iter().flatten(),
        );
        for (file, text) in &self.with {
            parts.extend([Part::Text(format!("and in `{file}`:")), Part::Code(self::language(file), text)]);
        }
        if let Some(command) = &self.command {
            let around = match (self.wrong.is_some(), self.run) {
                (true, _) => Part::Text("This command reports it:".to_owned()),
                (false, true) => example,
                (false, false) => Part::Text("It appears with commands such as:".to_owned()),
            };
            parts.extend([around, Part::Code("sh", command)]);
        }
        parts.push(Part::Text(self.cure.trim().to_owned()));
        let corrected = |text| [Part::Text("Corrected:".to_owned()), Part::Code(language, text)];
        parts.extend(self.right.as_deref().map(corrected).into_iter().flatten());
        parts
    }

    /// Formats the explanation, wrapped for a terminal.
    pub fn text(&self, width: usize) -> String {
        let mut out = format!("{}: {}\n", self.code, self.title);
        for part in self.parts() {
            out.push('\n');
            match part {
                Part::Text(text) => wrap(&mut out, &text, width),
                Part::Code(_, code) => code.trim_matches('\n').lines().for_each(|line| {
                    let _ = writeln!(out, "{}", format!("    {line}").replace('\t', "    ").trim_end());
                }),
            }
        }
        out
    }

    /// Formats the explanation as a section of the book.
    fn section(&self) -> String {
        let mut out = format!("### {}\n\n**{}**\n", self.code, self.title);
        for part in self.parts() {
            // Writing into a string cannot fail.
            let _ = match part {
                Part::Text(text) => writeln!(out, "\n{text}"),
                Part::Code(language, code) => {
                    let fence = if code.contains("```") { "````" } else { "```" };
                    writeln!(out, "\n{fence}{language}\n{}\n{fence}", code.trim_matches('\n'))
                }
            };
        }
        out
    }
}

/// A part of an explanation.
#[derive(Clone)]
enum Part<'a> {
    Text(String),
    /// A code block, with its language.
    Code(&'static str, &'a str),
}

/// Returns the language of a file, as written on the fence of a code block.
fn language(file: &str) -> &'static str {
    match file.rsplit_once('.') {
        Some((_, "toml")) => "toml",
        Some((_, "luau")) => "luau",
        Some((_, "svg" | "tmx")) => "xml",
        Some((_, "md")) => "markdown",
        _ => "text",
    }
}

fn wrap(out: &mut String, text: &str, width: usize) {
    let mut length = 0;
    for word in text.split_whitespace() {
        let size = word.chars().count();
        if length > 0 && length + 1 + size > width {
            out.push('\n');
            length = 0;
        } else if length > 0 {
            out.push(' ');
            length += 1;
        }
        out.push_str(word);
        length += size;
    }
    out.push('\n');
}

/// Lists all codes with their titles, grouped by their first digit.
pub fn list() -> String {
    let hundred = |group: &Group| {
        let lines: String = group.codes.iter().map(|known| format!("  {}  {}\n", known.code, known.title)).collect();
        format!("{}\n{lines}", group.title)
    };
    groups().iter().map(hundred).collect::<Vec<_>>().join("\n")
}

/// Returns the page of the book that explains all codes.
pub fn reference() -> String {
    let mut text = String::from(
        "# Errors and warnings\n\n\
        Every error from `grognard` has a code that begins with `E`, and every warning a code that begins with `W`. \
        `grognard explain E207` prints the section on E207, and `grognard explain` lists all codes.\n",
    );
    for group in groups() {
        let _ = write!(text, "\n## {}\n\n| code | meaning |\n|---|---|\n", group.title);
        for Explanation { code, title, .. } in &group.codes {
            let _ = writeln!(text, "| [{code}](#{}) | {title} |", code.to_lowercase());
        }
        for explanation in &group.codes {
            let _ = write!(text, "\n{}", explanation.section());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_found_in_every_form() {
        let codes = |text| find(text).into_iter().map(|known| known.code.as_str()).collect::<Vec<_>>();
        assert_eq!((codes("E207"), codes("e207"), codes("207")), (vec!["E207"], vec!["E207"], vec!["E207"]));
        assert_eq!(codes("422"), ["E422", "W422"]);
        assert!(codes("E9").is_empty() && codes("").is_empty());
        assert_eq!(near("E229"), ["E230", "E231", "E232"]);
        assert!(near("typo").is_empty());
    }

    #[test]
    fn a_code_is_in_its_hundred() {
        for (at, group) in groups().iter().enumerate() {
            assert!(!group.codes.is_empty());
            let digit = (at + 1).to_string();
            let strange: Vec<_> =
                group.codes.iter().filter(|known| known.code[1..2] != digit).map(|known| &known.code).collect();
            assert!(strange.is_empty(), "{}: {strange:?}", group.title);
        }
    }

    #[test]
    fn an_explanation_has_cause_example_and_cure() {
        let text = find("E207")[0].text(60);
        assert!(text.starts_with("E207: Two hexes of a border do not touch\n\nA feature"), "{text}");
        assert!(
            text.contains("\n\n    river = [\"0101/0103\"]\n\nUse one")
                && text.ends_with("    river = [\"0101/0102\"]\n"),
            "{text}"
        );
        assert!(text.lines().all(|line| line.chars().count() <= 60), "{text}");
    }
}
