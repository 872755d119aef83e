//! Drafts of catalogues: the missing strings, ready to paste.

use super::Text;
use grognard_engine::catalogue::TextKind;
use std::fmt::Write;

/// Formats strings as a catalogue to fill in, grouped by table.
pub fn draft(texts: &[Text]) -> String {
    tables(texts, |_| String::new())
}

/// Formats strings as a catalogue, grouped by table, in which each string is its own translation for now.
pub fn untranslated_file(texts: &[Text]) -> String {
    tables(texts, str::to_owned)
}

fn tables(texts: &[Text], wording: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    let order = [
        TextKind::Prompt,
        TextKind::Label,
        TextKind::Log,
        TextKind::Reason,
        TextKind::Name,
        TextKind::Paragraph,
        TextKind::Screen,
    ];
    for kind in order {
        let mut lines: Vec<String> = Vec::new();
        for text in texts.iter().filter(|text| text.kind.unwrap_or(TextKind::Reason) == kind) {
            let line = format!("{} = {}", quoted_key(&text.text), quoted_key(&wording(&text.text)));
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        if !lines.is_empty() {
            let gap = if out.is_empty() { "" } else { "\n" };
            let _ = write!(out, "{gap}[{}]\n{}\n", kind.name(), lines.join("\n"));
        }
    }
    out
}

/// Formats a string as a TOML key.
pub(super) fn quoted_key(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Source, SourceSpan};

    #[test]
    fn each_text_stands_once_in_its_table() {
        let place = SourceSpan::start(&Source::new("x", ""));
        let text = |kind, text: &str| Text { kind, text: text.into(), place: place.clone() };
        let texts = [
            text(Some(TextKind::Log), "{1} \"moves\""),
            text(Some(TextKind::Prompt), "Who?"),
            text(None, "forest"),
            text(Some(TextKind::Log), "{1} \"moves\""),
        ];
        assert_eq!(
            draft(&texts),
            "[prompt]\n\"Who?\" = \"\"\n\n[log]\n\"{1} \\\"moves\\\"\" = \"\"\n\n[reason]\n\"forest\" = \"\"\n"
        );
        assert!(untranslated_file(&texts).starts_with("[prompt]\n\"Who?\" = \"Who?\"\n"));
    }
}
