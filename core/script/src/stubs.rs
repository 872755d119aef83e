//! The API as seen by editors and readers. Both texts are generated from the list that dispatches the calls.

use crate::api::{GLOBALS, TABLES, about, fields, methods};
use crate::handle::HandleTag;
use std::fmt::Write;

/// The maximum line length of the declarations.
const MAX_WIDTH: usize = 120;

/// Declarations for `luau-lsp` and `luau-analyze`. Unit properties are fields of `Unit`; if they are not known, any
/// name is accepted.
pub fn stubs(properties: Option<&[String]>) -> String {
    let mut text = String::from(
        "-- The API seen by scripts, for editors. Made by the program that answers the calls; do not edit.\n\n",
    );
    for tag in HandleTag::ALL {
        text += &class(tag, properties);
    }
    for (name, fields) in TABLES {
        text += &table(name, fields);
    }
    for global in GLOBALS {
        let _ = write!(
            text,
            "\n{}declare function {}{}\n",
            comment("", global.doc),
            global.name,
            declaration(global.signature, "")
        );
    }
    text
}

fn class(tag: HandleTag, properties: Option<&[String]>) -> String {
    let name = tag.name();
    let mut text = format!("{}declare class {name}\n", comment("", about(tag)));
    for field in fields().filter(|field| field.owner == tag) {
        let _ = writeln!(text, "{}\t{}: {}", comment("\t", field.doc), field.name, field.kind);
    }
    if tag == HandleTag::Unit {
        text += &properties_of_units(properties);
    }
    for method in methods().filter(|method| method.owner == tag) {
        let _ = writeln!(
            text,
            "{}\tfunction {}{}",
            comment("\t", method.doc),
            method.name,
            declaration(method.signature, "self")
        );
    }
    if matches!(tag, HandleTag::Units | HandleTag::Spaces) {
        for operator in ["__add", "__mul", "__sub"] {
            let _ = writeln!(text, "\tfunction {operator}(self, other: {name}): {name}");
        }
        text += "\tfunction __len(self): number\n";
    }
    text + "end\n\n"
}

/// Returns a comment, wrapped to the maximum line length.
fn comment(indent: &str, text: &str) -> String {
    let mut lines = vec![format!("{indent}--")];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= MAX_WIDTH => *line += &format!(" {word}"),
            _ => lines.push(format!("{indent}-- {word}")),
        }
    }
    lines.join("\n") + "\n"
}

/// Returns the type of a table, on one line if it fits.
fn table(name: &str, fields: &str) -> String {
    let line = format!("type {name} = {fields}\n");
    if line.len() <= MAX_WIDTH {
        return line;
    }
    let fields = fields.trim_matches(['{', '}', ' ']).split(", ").map(|field| format!("\t{field},\n"));
    format!("type {name} = {{\n{}}}\n", fields.collect::<String>())
}

fn properties_of_units(properties: Option<&[String]>) -> String {
    let named = |property: &String| property.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    match properties {
        None => "\t-- A property the system declares.\n\t[string]: number\n".to_owned(),
        Some(properties) => properties
            .iter()
            .filter(|property| named(property))
            .map(|property| format!("\t{property}: number\n"))
            .collect(),
    }
}

/// Returns a signature in declaration form: with the receiver, a result, and a colon after the dots.
fn declaration(signature: &str, receiver: &str) -> String {
    let end = end_of_parameters(signature);
    let (parameters, result) = (&signature[1..end], &signature[end + 1..]);
    // Dots inside a parameter's type stay as they are.
    let open = |before: &str| before.matches('(').count() == before.matches(')').count();
    let last =
        parameters.rsplit_once("...").filter(|(before, _)| before.is_empty() || before.ends_with(", ") && open(before));
    let parameters = last.map_or(parameters.to_owned(), |(before, kind)| format!("{before}...: {kind}"));
    let comma = if receiver.is_empty() || parameters.is_empty() { "" } else { ", " };
    let result = if result.is_empty() { ": ()" } else { result };
    format!("({receiver}{comma}{parameters}){result}")
}

/// Returns the position of the closing parenthesis of a signature's parameters.
fn end_of_parameters(signature: &str) -> usize {
    let mut depth = 0;
    for (at, c) in signature.char_indices() {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth == 0 {
            return at;
        }
    }
    signature.len() - 1
}

/// Returns the API reference, in Markdown.
pub fn reference() -> String {
    let mut text = String::from("# Script API\n\nMade by the program that answers the calls.\n\n## Functions\n");
    for global in GLOBALS {
        let _ = write!(text, "\n### `{}{}`\n\n{}\n", global.name, global.signature, global.doc);
    }
    let _ = write!(
        text,
        "\n### `require(name: string): module`\n\nThe table of rules another file returns, by the name of its module.\n\n## Tables\n\n"
    );
    for (name, fields) in TABLES {
        let _ = writeln!(text, "* `{name}`: `{fields}`");
    }
    for tag in HandleTag::ALL {
        text += &section(tag);
    }
    text
}

fn section(tag: HandleTag) -> String {
    let mut text = format!("\n## {}\n\n{}\n", tag.name(), about(tag));
    let receiver = tag.name().to_lowercase();
    for field in fields().filter(|field| field.owner == tag) {
        let _ = write!(text, "\n### `{receiver}.{}: {}`\n\n{}\n", field.name, field.kind, field.doc);
    }
    for method in methods().filter(|method| method.owner == tag) {
        let _ = write!(text, "\n### `{receiver}:{}{}`\n\n{}\n", method.name, method.signature, method.doc);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_become_declarations() {
        assert_eq!(declaration("(space: Space)", "self"), "(self, space: Space): ()");
        assert_eq!(declaration("(): () -> Unit?", "self"), "(self): () -> Unit?");
        assert_eq!(declaration("(side: Side, ...any): any", "self"), "(self, side: Side, ...: any): any");
        assert_eq!(declaration("(f: (...any) -> ...any)", ""), "(f: (...any) -> ...any): ()");
        assert_eq!(
            declaration("(f: (next: (...any) -> ...any, ...any) -> ...any)", ""),
            "(f: (next: (...any) -> ...any, ...any) -> ...any): ()"
        );
    }

    #[test]
    fn declarations_are_not_too_wide() {
        let stubs = stubs(None);
        let wide: Vec<&str> = stubs.lines().filter(|line| line.len() > MAX_WIDTH).collect();
        assert!(wide.is_empty(), "{wide:#?}");
        assert_eq!(comment("\t", "a b"), "\t-- a b\n");
        assert_eq!(table("T", "{ a: string }"), "type T = { a: string }\n");
    }

    #[test]
    fn everything_is_in_both_texts() {
        let (stubs, reference) = (stubs(Some(&["strength".to_owned()])), reference());
        for method in methods() {
            assert!(
                stubs.contains(&format!("\tfunction {}(self", method.name))
                    && reference.contains(&format!(":{}(", method.name)),
                "{}",
                method.name
            );
        }
        for field in fields() {
            assert!(
                stubs.contains(&format!("\t{}: {}\n", field.name, field.kind))
                    && reference.contains(&format!(".{}: ", field.name)),
                "{}",
                field.name
            );
        }
        assert!(
            stubs.contains("\tstrength: number\n")
                && stubs.contains("declare function refuse(rule: string, reason: string, ...: any): Refusal\n")
        );
    }
}
