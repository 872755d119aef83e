//! The rulebooks of a battle, as they are shown to players: each paragraph in our own words, with the rulings, options
//! and changed rules that belong to it.

mod ruling;
mod translation;

pub use ruling::Ruling;
pub use translation::{RulesTranslation, introduction};

use crate::battle::Battle;
use crate::provenance;
use grognard_engine::catalogue::{Catalogue, TextKind};
use grognard_engine::content::OptionValue;
use grognard_packs::rules_text::TextBlock;
use grognard_packs::{Introduction, Library, OptionDecl, Paragraph};
use serde::Serialize;

/// The rulebooks of a battle in one language.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Rulebooks {
    /// The introduction for new players.
    pub introduction: Option<Introduction>,
    /// The rulebook of the system, then those of the other packs.
    pub books: Vec<Rulebook>,
}

/// The rulebook of a pack.
#[derive(Clone, Debug, Serialize)]
pub struct Rulebook {
    /// The id of the pack.
    pub pack: String,
    /// The title.
    pub title: String,
    /// The text before the first paragraph.
    pub introduction: Vec<TextBlock>,
    /// The paragraphs, sorted by number.
    pub paragraphs: Vec<RulebookEntry>,
}

/// A paragraph of a rulebook, with everything that is known about it.
#[derive(Clone, Debug, Serialize)]
pub struct RulebookEntry {
    /// The number: `9.2`.
    pub number: String,
    /// The title.
    pub title: String,
    /// The number of the paragraph that contains this one.
    pub parent: Option<String>,
    /// The rule in our own words; empty if the pack has no text for it.
    pub text: Vec<TextBlock>,
    /// Why the paragraph contains nothing to enforce.
    pub not_enforced: Option<String>,
    /// The rulings that name the paragraph.
    pub rulings: Vec<Ruling>,
    /// The options that cite the paragraph.
    pub options: Vec<RuleOption>,
    /// The mods that change the functions that implement the paragraph.
    pub changes: Vec<ParagraphChange>,
}

/// An option that cites a paragraph.
#[derive(Clone, Debug, Serialize)]
pub struct RuleOption {
    /// The name of the option.
    pub name: String,
    /// The description of the option.
    pub label: Option<String>,
    /// The value in force.
    pub value: String,
}

/// A change that a pack makes to a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ParagraphChange {
    /// The display name of the pack.
    pub pack: String,
    /// The name of the function in rules: `combat.column`.
    pub rule: String,
    /// Whether the function is replaced rather than wrapped.
    pub replaces: bool,
}

impl RuleOption {
    /// Describes the option in a sentence.
    pub fn say(&self, catalogue: &Catalogue) -> String {
        match &self.label {
            Some(label) => catalogue.say("Option {1} = {2}: {3}.", &[&self.name, &self.value, label]),
            None => catalogue.say("Option {1} = {2}.", &[&self.name, &self.value]),
        }
    }
}

impl Rulebooks {
    /// Collects the rulebooks of a battle in the language of a catalogue. Rulings and translations are read from the
    /// packs in `library`.
    pub fn of(battle: &Battle, library: &Library, catalogue: &Catalogue) -> Rulebooks {
        let system = &battle.system;
        let (mut paragraphs, mut books) = (system.paragraphs.clone(), system.rulebooks.clone());
        if !catalogue.language.is_empty() {
            RulesTranslation::read(library, &system.packs, &catalogue.language).apply(&mut paragraphs, &mut books);
        }
        let introduction = introduction(battle, library, catalogue);
        let mut rulebooks = Rulebooks { introduction, books: Vec::new() };
        for book in books {
            let own = paragraphs.iter().filter(|paragraph| paragraph.pack == book.pack);
            let paragraphs = own.map(|paragraph| entry(paragraph, &paragraphs, catalogue)).collect();
            let (title, introduction) = (book.title, book.introduction);
            rulebooks.books.push(Rulebook { pack: book.pack, title, introduction, paragraphs });
        }
        // The system's rulebook comes first, as in the list of paragraphs.
        rulebooks.books.sort_by_key(|book| book.pack != system.id);
        rulebooks.add_rulings(library, &system.packs);
        rulebooks.add_options(battle, catalogue);
        rulebooks.add_changes(battle, library, catalogue);
        rulebooks
    }

    /// Returns the paragraph with a number. If several rulebooks have it, the paragraph of the last of them.
    pub fn find(&self, number: &str) -> Option<&RulebookEntry> {
        self.entries().filter(|entry| entry.number == number).last()
    }

    /// Returns a paragraph with all paragraphs that it contains.
    pub fn with_parts(&self, number: &str) -> Vec<&RulebookEntry> {
        let has = |book: &&Rulebook| book.paragraphs.iter().any(|entry| entry.number == number);
        let Some(book) = self.books.iter().rfind(has) else { return Vec::new() };
        let is_part = |entry: &&RulebookEntry| {
            let mut above = Some(entry.number.as_str());
            while let Some(found) = above.filter(|above| *above != number) {
                above = book.paragraphs.iter().find(|entry| entry.number == found).and_then(|it| it.parent.as_deref());
            }
            above.is_some()
        };
        book.paragraphs.iter().filter(is_part).collect()
    }

    /// Returns all paragraphs.
    pub fn entries(&self) -> impl Iterator<Item = &RulebookEntry> {
        self.books.iter().flat_map(|book| &book.paragraphs)
    }

    /// Returns the paragraph that a pack means by a number: its own if there is one, or else the last with that number.
    fn meant_by(&mut self, pack: &str, number: &str) -> Option<&mut RulebookEntry> {
        let has = |book: &Rulebook| book.paragraphs.iter().any(|entry| entry.number == number);
        let own = self.books.iter().position(|book| book.pack == pack && has(book));
        let at = own.or_else(|| self.books.iter().rposition(has))?;
        self.books[at].paragraphs.iter_mut().find(|entry| entry.number == number)
    }

    fn add_rulings(&mut self, library: &Library, packs: &[String]) {
        for pack in packs.iter().filter_map(|id| library.get(id)) {
            for ruling in ruling::rulings(pack) {
                for number in &ruling.numbers {
                    if let Some(entry) = self.meant_by(pack.id(), number) {
                        entry.rulings.push(ruling.clone());
                    }
                }
            }
        }
    }

    fn add_options(&mut self, battle: &Battle, catalogue: &Catalogue) {
        for (name, option) in &battle.system.options {
            let Some(entry) = option.rule.as_ref().and_then(|rule| self.meant_by("", rule)) else { continue };
            let value = battle.content.options.get(name).map(|value| shown(value, catalogue)).unwrap_or_default();
            entry.options.push(RuleOption { name: name.clone(), label: label(option, catalogue), value });
        }
    }

    /// Adds the changes that mods and scenarios make to the functions that name a paragraph in their comments.
    fn add_changes(&mut self, battle: &Battle, library: &Library, catalogue: &Catalogue) {
        // The rules loaded before, so they load again.
        for facts in provenance::rules(battle).unwrap_or_default() {
            for change in &facts.changes {
                let pack = library.get(&change.by.pack).map_or(change.by.pack.as_str(), |pack| &pack.manifest.name);
                let change_made = ParagraphChange {
                    pack: catalogue.text(TextKind::Paragraph, pack).to_owned(),
                    rule: facts.rule.clone(),
                    replaces: change.replaces,
                };
                let own = change.by.paragraphs.iter().map(|number| (&change.by.pack, number));
                let defined = facts.defined.paragraphs.iter().map(|number| (&facts.defined.pack, number));
                for (pack, number) in own.chain(defined) {
                    if let Some(entry) = self.meant_by(pack, number)
                        && !entry.changes.contains(&change_made)
                    {
                        entry.changes.push(change_made.clone());
                    }
                }
            }
        }
    }
}

fn entry(paragraph: &Paragraph, all: &[Paragraph], catalogue: &Catalogue) -> RulebookEntry {
    let is_known = |number: &str| all.iter().any(|other| other.pack == paragraph.pack && other.number == number);
    let say = |text: &str| catalogue.text(TextKind::Paragraph, text).to_owned();
    RulebookEntry {
        number: paragraph.number.clone(),
        title: say(&paragraph.title),
        parent: parent(&paragraph.number, is_known),
        text: paragraph.text.clone(),
        not_enforced: paragraph.not_enforced.as_deref().map(say),
        rulings: Vec::new(),
        options: Vec::new(),
        changes: Vec::new(),
    }
}

fn shown(value: &OptionValue, catalogue: &Catalogue) -> String {
    match value {
        OptionValue::Bool(true) => catalogue.say("on", &[]),
        OptionValue::Bool(false) => catalogue.say("off", &[]),
        other => other.to_string(),
    }
}

fn label(option: &OptionDecl, catalogue: &Catalogue) -> Option<String> {
    option.label.as_deref().map(|label| catalogue.text(TextKind::Paragraph, label).to_owned())
}

/// Returns the nearest paragraph that contains another: 8.2 for 8.2.1, 8.0 for 8.2, F for F3. `None` if no known
/// paragraph contains it.
fn parent(number: &str, is_known: impl Fn(&str) -> bool) -> Option<String> {
    let mut rest = number;
    loop {
        rest = match (rest.rsplit_once('.'), rest.strip_suffix(|c: char| c.is_ascii_lowercase())) {
            (_, Some(shorter)) => shorter,
            (Some((shorter, _)), _) => shorter,
            _ if rest.len() > 1 && rest.starts_with(|c: char| c.is_ascii_uppercase()) => &rest[..1],
            _ => return None,
        };
        let mut candidates = [rest.to_owned(), format!("{rest}.0")].into_iter();
        if let Some(found) = candidates.find(|candidate| candidate != number && is_known(candidate)) {
            return Some(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parent_of_a_paragraph() {
        let known = ["8.0", "8.2", "8.2.1", "F", "F3", "F3a", "2", "2.3.1", "11", "11a"];
        let parents = known.map(|number| parent(number, |other| known.contains(&other)));
        let expected = [None, Some("8.0"), Some("8.2"), None, Some("F"), Some("F3"), None, Some("2"), None, Some("11")];
        assert_eq!(parents, expected.map(|parent| parent.map(str::to_owned)));
    }
}
