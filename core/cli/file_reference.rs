//! The reference for pack files, in Markdown, generated from their schemas.

use grognard_packs::schema::{is_for_display, schemas};
use serde_json::Value;
use std::fmt::Write;

/// Writes the reference for every file.
pub fn reference() -> String {
    let mut text = String::from(
        "# Pack files\n\nGenerated from the types that read the files. A key not listed here is an error.\n",
    );
    for (name, schema) in schemas() {
        file(&mut text, &name, &schema);
    }
    text
}

fn file(text: &mut String, name: &str, schema: &Value) {
    let title = name.trim_end_matches(".schema.json");
    // Writing into a string cannot fail.
    let _ = write!(text, "\n## {title}\n\n{}\n", words(schema));
    keys(text, schema);
    let parts = schema["$defs"].as_object().into_iter().flatten();
    for (part, definition) in parts.filter(|(_, definition)| is_worth_telling(definition)) {
        let _ = write!(text, "\n### {title}: {part}\n\n{}\n", words(definition));
        if definition["properties"].is_object() {
            keys(text, definition);
        } else {
            choices(text, definition);
        }
    }
}

fn is_worth_telling(definition: &Value) -> bool {
    definition["properties"].is_object() || definition["oneOf"].is_array() || definition["anyOf"].is_array()
}

/// Writes a Markdown table of the keys of a TOML table.
fn keys(text: &mut String, schema: &Value) {
    let Some(keys) = schema["properties"].as_object() else { return };
    *text += "\n| key | value | |\n|---|---|---|\n";
    for (key, value) in keys {
        let needed = schema["required"].as_array().is_some_and(|all| all.iter().any(|name| name == key));
        let mark = if needed { " *(required)*" } else { "" };
        let people = if is_for_display(value) { " *For display only.*" } else { "" };
        let _ = writeln!(text, "| `{key}`{mark} | {} | {}{people} |", kind(value), cell(&words(value)));
    }
}

/// Writes a list of an enumeration's values, or of the forms that a value can take.
fn choices(text: &mut String, schema: &Value) {
    text.push('\n');
    let all = ["oneOf", "anyOf"].iter().filter_map(|key| schema[*key].as_array()).flatten();
    for one in all {
        let word = one["const"].as_str().map_or_else(|| kind(one), |word| format!("`\"{word}\"`"));
        let _ = writeln!(text, "* {word}: {}", words(one));
    }
}

/// Describes the type of a value in a few words.
fn kind(schema: &Value) -> String {
    if let Some(part) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return part.to_owned();
    }
    if let Some(all) = schema["anyOf"].as_array() {
        let some: Vec<_> = all.iter().filter(|one| one["type"] != "null").map(kind).collect();
        return some.join(" or ");
    }
    if let Some(types) = schema["type"].as_array() {
        let some: Vec<_> = types.iter().filter_map(Value::as_str).filter(|name| *name != "null").map(plain).collect();
        let list = types.iter().any(|name| name == "array");
        return if list { format!("list of {}", kind(&schema["items"])) } else { some.join(" or ") };
    }
    match schema["type"].as_str() {
        Some("array") => match schema["maxItems"].as_u64() {
            Some(size) => format!("{size} of {}", kind(&schema["items"])),
            None => format!("list of {}", kind(&schema["items"])),
        },
        Some("object") => match &schema["additionalProperties"] {
            Value::Object(_) => format!("table of {}", kind(&schema["additionalProperties"])),
            _ => "table".to_owned(),
        },
        Some(name) => plain(name),
        None => "anything".to_owned(),
    }
}

fn plain(name: &str) -> String {
    match name {
        "integer" => "whole number".to_owned(),
        "boolean" => "true or false".to_owned(),
        other => other.to_owned(),
    }
}

fn words(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().replace('\n', " ")
}

/// Escapes a string for a table cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_every_file_is_told() {
        let text = reference();
        for (name, schema) in schemas() {
            for key in schema["properties"].as_object().unwrap().keys() {
                assert!(text.contains(&format!("| `{key}`")), "{name}: {key}");
            }
        }
        assert!(!text.contains("anything |  |"), "every key has a type or a description");
    }
}
