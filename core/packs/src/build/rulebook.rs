//! Paragraphs of rulebooks, and whether the numbers used elsewhere exist.

use super::Doc;
use crate::diagnostic::Diagnostic;
use crate::load::Paragraph;
use crate::node::{Node, Step, Value};
use crate::schema::RulebookFile;
use std::collections::BTreeSet;

/// The paragraphs of the system's rulebook, then of the others.
pub fn paragraphs(
    system: &str,
    doc: Option<&Doc<RulebookFile>>,
    others: &[(String, RulebookFile)],
    out: &mut Vec<Diagnostic>,
) -> Vec<Paragraph> {
    if let Some(doc) = doc {
        let numbers = || doc.file.paragraph.keys().map(String::as_str);
        for number in doc.file.not_enforced.keys().filter(|number| !doc.file.paragraph.contains_key(*number)) {
            let place = doc.place(&["not_enforced".into(), Step::Name(number)]);
            out.push(Diagnostic::at("E209", place, format!("the rulebook has no paragraph `{number}`")).suggest(number, numbers()));
        }
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
        }));
        all[start..].sort_by_key(|paragraph| order(&paragraph.number));
    }
    all
}

/// Paragraphs by number, so that 10.0 comes after 9.2.
fn order(number: &str) -> Vec<(u64, String)> {
    number.split('.').map(|part| (part.parse().unwrap_or(u64::MAX), part.to_owned())).collect()
}

/// Every `rule = "9.2"` in the tree names a paragraph; without a rulebook there is nothing to compare.
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
                if let (true, Some(number)) = (key == "rule", entry.node.text())
                    && !known.contains(number)
                {
                    let error = Diagnostic::at("E209", &entry.node.place, format!("the rulebook has no paragraph `{number}`"));
                    out.push(error.suggest(number, known.iter().copied()));
                }
                walk(&entry.node, known, out);
            }
        }
        _ => {}
    }
}
