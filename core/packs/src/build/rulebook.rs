//! Collects the paragraphs of rulebooks, and checks that the paragraphs cited elsewhere exist.

use super::Doc;
use crate::diagnostic::Diagnostic;
use crate::library::Pack;
use crate::node::{Node, Value};
use crate::rules_text::{RulesText, unlink_unknown};
use crate::schema::RulebookFile;
use crate::schema_check::check_not_enforced;
use crate::system_info::{Introduction, Paragraph, RulebookText};
use std::collections::BTreeSet;

/// Returns the paragraphs of the system's rulebook, then those of the other rulebooks.
pub fn paragraphs(
    system: &str,
    doc: Option<&Doc<RulebookFile>>,
    others: &[(String, RulebookFile)],
    out: &mut Vec<Diagnostic>,
) -> Vec<Paragraph> {
    if let Some(doc) = doc {
        check_not_enforced(doc.node, &doc.file, out);
    }
    let own = doc.map(|doc| (system, &doc.file)).into_iter();
    let books = own.chain(others.iter().map(|(pack, book)| (pack.as_str(), book)));
    let mut all: Vec<Paragraph> = Vec::new();
    for (pack, book) in books {
        let start = all.len();
        all.extend(book.paragraph.iter().map(|(number, title)| Paragraph {
            pack: pack.to_owned(),
            number: number.clone(),
            title: title.clone(),
            not_enforced: book.not_enforced.get(number).cloned(),
            text: Vec::new(),
        }));
        all[start..].sort_by_key(|paragraph| order(&paragraph.number));
    }
    all
}

/// Adds the texts of packs to the paragraphs. Returns the title and introduction of each rulebook that has paragraphs.
pub fn attach_texts(paragraphs: &mut [Paragraph], books: &[(&Pack, Option<&RulesText>)]) -> Vec<RulebookText> {
    let numbers: Vec<String> = paragraphs.iter().map(|paragraph| paragraph.number.clone()).collect();
    let known: BTreeSet<&str> = numbers.iter().map(String::as_str).collect();
    let mut found = Vec::new();
    for (pack, text) in books {
        let mut own = paragraphs.iter_mut().filter(|paragraph| paragraph.pack == pack.id()).peekable();
        if own.peek().is_none() {
            continue;
        }
        for paragraph in own {
            let section = text.and_then(|text| text.section(&paragraph.number));
            paragraph.text = section.map(|section| section.text.clone()).unwrap_or_default();
            unlink_unknown(&mut paragraph.text, &known);
        }
        let declared = pack.manifest.rulebook.as_ref().map_or(&pack.manifest.name, |rulebook| &rulebook.title);
        let mut introduction = text.map(|text| text.introduction.clone()).unwrap_or_default();
        unlink_unknown(&mut introduction, &known);
        found.push(RulebookText {
            pack: pack.id().to_owned(),
            title: text.and_then(|text| text.title.clone()).unwrap_or_else(|| declared.clone()),
            introduction,
        });
    }
    found
}

/// Returns the introduction for new players that a pack has.
pub fn introduction(
    declared: Option<&(String, RulesText)>,
    packs: &[&Pack],
    paragraphs: &[Paragraph],
) -> Option<Introduction> {
    let (id, read) = declared?;
    let name = packs.iter().find(|pack| pack.id() == id).map(|pack| pack.manifest.name.clone());
    let known: BTreeSet<&str> = paragraphs.iter().map(|paragraph| paragraph.number.as_str()).collect();
    let mut text = read.introduction.clone();
    unlink_unknown(&mut text, &known);
    Some(Introduction { pack: id.clone(), title: read.title.clone().or(name).unwrap_or_default(), text })
}

/// Returns a key that sorts paragraphs by number: 10.0 comes after 9.2, and A10 after A2.
fn order(number: &str) -> Vec<(bool, u64, String)> {
    let mut runs: Vec<String> = Vec::new();
    for part in number.split('.') {
        let mut letters = part.chars().peekable();
        while let Some(first) = letters.peek().copied() {
            let same = |c: &char| c.is_ascii_digit() == first.is_ascii_digit();
            runs.push(std::iter::from_fn(|| letters.next_if(same)).collect());
        }
    }
    let key = |run: String| (!run.starts_with(|c: char| c.is_ascii_digit()), run.parse().unwrap_or(u64::MAX), run);
    runs.into_iter().map(key).collect()
}

/// Checks that every `rule = "9.2"` in the tree cites an existing paragraph. Does nothing if there is no rulebook.
pub fn check_references(root: &Node, paragraphs: &[Paragraph], out: &mut Vec<Diagnostic>) {
    let known: BTreeSet<&str> = paragraphs.iter().map(|paragraph| paragraph.number.as_str()).collect();
    if !known.is_empty() {
        walk(root, &known, out);
    }
}

fn walk(node: &Node, known: &BTreeSet<&str>, out: &mut Vec<Diagnostic>) {
    match &node.value {
        Value::List(list) => list.iter().for_each(|item| walk(item, known, out)),
        Value::Table(table) => {
            for (key, entry) in table {
                if let (true, Some(number)) = (key == "rule" || key == "instead_of", entry.node.text())
                    && !known.contains(number)
                {
                    let error =
                        Diagnostic::at("E209", &entry.node.place, format!("the rulebook has no paragraph `{number}`"));
                    out.push(error.suggest(number, known.iter().copied()));
                }
                walk(&entry.node, known, out);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_sorted_as_a_rulebook_is() {
        let mut numbers = ["G3.1", "10.0", "A10", "9.2a", "A2", "9.2", "M.3", "A2.1", "G3", "9.10"];
        numbers.sort_by_key(|number| order(number));
        assert_eq!(numbers, ["9.2", "9.2a", "9.10", "10.0", "A2", "A2.1", "A10", "G3", "G3.1", "M.3"]);
    }
}
