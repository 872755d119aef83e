//! Compares the rules of a pack with the paragraphs of its rulebook.

use super::RulesText;
use crate::diagnostic::Diagnostic;
use crate::library::Pack;
use crate::node::{Node, TableEntry, Value};
use crate::source::SourceSpan;
use std::collections::BTreeMap;

/// A paragraph as its rulebook declares it.
#[derive(Clone, Debug)]
pub struct DeclaredParagraph {
    /// The number: `9.2`.
    pub number: String,
    /// The title.
    pub title: String,
    /// The location of the number.
    pub place: SourceSpan,
    /// The location of the title.
    pub title_place: SourceSpan,
}

impl Pack {
    /// Reads the paragraphs that the pack's rulebook declares, before patches. Ignores errors, which are reported when
    /// a battle is loaded.
    pub fn declared_paragraphs(&self) -> Vec<DeclaredParagraph> {
        let index = self.manifest.rulebook.as_ref().and_then(|rulebook| rulebook.index.as_ref());
        let source = index.and_then(|index| self.folder.read(index).ok());
        source.map(|source| declared_in(&Node::parse(&source).0)).unwrap_or_default()
    }
}

impl Pack {
    /// Returns the languages into which the pack's rules are translated.
    pub fn rules_languages(&self) -> Vec<String> {
        self.languages_of("rules")
    }

    /// Returns the languages into which a text of the pack, such as `rules.md`, is translated.
    pub fn languages_of(&self, name: &str) -> Vec<String> {
        let files = self.folder.list("locale", "md");
        let start = format!("locale/{name}.");
        let code = |file: &String| Some(file.strip_prefix(&start)?.strip_suffix(".md")?.to_owned());
        files.iter().filter_map(code).collect()
    }
}

/// Returns the paragraphs in the tree of a rulebook.
fn declared_in(tree: &Node) -> Vec<DeclaredParagraph> {
    let table = tree.get("paragraph").and_then(Node::table).into_iter().flatten();
    let paragraph = |(number, entry): (&String, &TableEntry)| match &entry.node.value {
        Value::Text(title) => Some(DeclaredParagraph {
            number: number.clone(),
            title: title.clone(),
            place: entry.key.clone(),
            title_place: entry.node.place.clone(),
        }),
        _ => None,
    };
    table.filter_map(paragraph).collect()
}

/// Reports headings that do not parse, that name an unknown paragraph, or that name the same paragraph twice.
/// `rulebook` is the tree of the pack's rulebook.
pub(crate) fn check(rules: &RulesText, rulebook: &Node, out: &mut Vec<Diagnostic>) {
    // Without the table, the rulebook itself is wrong, and that is reported elsewhere.
    if rulebook.get("paragraph").is_some() {
        check_headings(rules, &declared_in(rulebook), out);
    }
}

/// Reports headings in an introduction other than its title.
pub(crate) fn check_introduction(text: &RulesText, out: &mut Vec<Diagnostic>) {
    let odd = text.odd_headings.iter().map(|(place, _)| place);
    for place in odd.chain(text.sections.iter().map(|section| &section.number_place)) {
        let error = Diagnostic::at("E216", place, "an introduction has no heading except its title");
        out.push(error.help("begin a paragraph with bold words instead: `**Your turn.** You move`"));
    }
}

/// Reports headings that do not parse, that name a paragraph other than the declared ones, or that name the same
/// paragraph twice.
pub fn check_headings(rules: &RulesText, declared: &[DeclaredParagraph], out: &mut Vec<Diagnostic>) {
    for (place, why) in &rules.odd_headings {
        let error = Diagnostic::at("E216", place, *why);
        out.push(error.help("write `# Title` at the top, and `## 9.2 Title` for each paragraph"));
    }
    let known = || declared.iter().map(|paragraph| paragraph.number.as_str());
    let mut seen: BTreeMap<&str, &SourceSpan> = BTreeMap::new();
    for section in &rules.sections {
        let (number, place) = (section.number.as_str(), &section.number_place);
        if !known().any(|other| other == number) {
            let error = Diagnostic::at("E215", place, format!("the rulebook has no paragraph `{number}`"));
            let error = error.suggest(number, known());
            let is_unlike = error.help.is_none();
            let help = "add it under `[paragraph]` in the rulebook, or correct the number";
            out.push(if is_unlike { error.help(help) } else { error });
        } else if let Some(first) = seen.insert(number, place) {
            let error = Diagnostic::at("E217", place, format!("paragraph `{number}` has two texts"));
            out.push(error.related(first, "the first text").help("merge the two texts, or correct a number"));
        }
    }
}
