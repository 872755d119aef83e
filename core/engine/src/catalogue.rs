//! Texts in another language: what is shown of a game, never what a game knows.
//!
//! The English text is the key, as rules and data say it. A catalogue is looked up when something is shown; no state,
//! journal or hash has ever seen one. What a catalogue does not know stays English.

use crate::content::Content;
use crate::decision::Choice;
use crate::ids::Id;
use std::collections::BTreeMap;

/// What a text is for: the tables of a catalogue.
///
/// A text is looked up in its own table first, then in the others, so that a table matters only where one English text
/// means two things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TextKind {
    /// A line of the game log.
    Log,
    /// A question, or how declining it reads.
    Prompt,
    /// Why something is refused, why a column moves, how the game ended.
    Reason,
    /// A word that can be chosen.
    Label,
    /// The name of something: a unit, a space, a side, a phase, terrain, a result.
    Name,
    /// The title of a paragraph; what a pack says about itself, its options and its results.
    Paragraph,
    /// What the program says itself.
    Screen,
}

impl TextKind {
    /// All kinds, in the order in which they are looked up after a text's own.
    pub const ALL: [TextKind; 7] = [
        TextKind::Name,
        TextKind::Label,
        TextKind::Reason,
        TextKind::Prompt,
        TextKind::Log,
        TextKind::Paragraph,
        TextKind::Screen,
    ];

    /// The name of its table.
    pub fn name(self) -> &'static str {
        match self {
            TextKind::Log => "log",
            TextKind::Prompt => "prompt",
            TextKind::Reason => "reason",
            TextKind::Label => "label",
            TextKind::Name => "name",
            TextKind::Paragraph => "paragraph",
            TextKind::Screen => "screen",
        }
    }
}

/// A text in the language of a catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wording {
    /// The text, with the places of its key in any order.
    pub text: String,
    /// Which of several words goes with it where a text offers them: in French 1 for masculine, 2 for feminine.
    pub form: u8,
}

/// All texts in one language.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    /// The language: `fr`.
    pub language: String,
    /// Numbers with which the first of several words goes; 1 unless a catalogue says otherwise.
    pub singular: Vec<i32>,
    tables: BTreeMap<TextKind, BTreeMap<String, Wording>>,
}

/// English: a catalogue that knows nothing.
pub static ENGLISH: Catalogue = Catalogue { language: String::new(), singular: Vec::new(), tables: BTreeMap::new() };

impl Catalogue {
    /// A catalogue without texts.
    pub fn new(language: &str) -> Catalogue {
        Catalogue { language: language.to_owned(), ..Catalogue::default() }
    }

    /// Puts a text in, in place of an earlier one.
    pub fn insert(&mut self, kind: TextKind, key: &str, wording: Wording) {
        self.tables.entry(kind).or_default().insert(key.to_owned(), wording);
    }

    /// The wording of an English text, if there is one.
    pub fn wording(&self, kind: TextKind, text: &str) -> Option<&Wording> {
        let find = |kind: &TextKind| self.tables.get(kind)?.get(text);
        find(&kind).or_else(|| TextKind::ALL.iter().find_map(find))
    }

    /// A text in the language; English when the catalogue lacks it.
    pub fn text<'a>(&'a self, kind: TextKind, text: &'a str) -> &'a str {
        self.wording(kind, text).map_or(text, |wording| &wording.text)
    }

    /// A name in the language.
    pub fn name<'a>(&'a self, name: &'a str) -> &'a str {
        self.text(TextKind::Name, name)
    }

    /// What the program says itself, about some names and numbers.
    pub fn say(&self, text: &str, about: &[&str]) -> String {
        let filling = |text: &&str| Filling { number: text.parse().ok(), ..Filling::from(*text) };
        self.fill(TextKind::Screen, text, &about.iter().map(filling).collect::<Vec<_>>())
    }

    /// A text with its places filled.
    pub fn fill(&self, kind: TextKind, text: &str, about: &[Filling]) -> String {
        fill(self.text(kind, text), about, &self.singular)
    }

    /// What fills the places of a text.
    pub fn fillings(&self, about: &[Choice], content: &Content) -> Vec<Filling> {
        about.iter().map(|choice| self.choice(choice, content)).collect()
    }

    /// A choice in words: `XXIV`, `0604`, `1103 Moscow`.
    pub fn choice(&self, choice: &Choice, content: &Content) -> Filling {
        let named = |kind, text: &str| Filling {
            text: self.text(kind, text).to_owned(),
            form: self.wording(kind, text).map_or(1, |wording| wording.form),
            number: None,
        };
        match choice {
            Choice::Unit(id) => named(TextKind::Name, &content.units[id.index()].name),
            Choice::Space(id) => match &content.map.space(*id).title {
                Some(title) => {
                    let title = named(TextKind::Name, title);
                    if content.map.space(*id).is_named_by_title() {
                        return title;
                    }
                    Filling { text: format!("{} {}", content.map.space(*id).name, title.text), ..title }
                }
                None => named(TextKind::Name, &content.map.space(*id).name),
            },
            Choice::Label(text) => named(TextKind::Label, text),
            Choice::Number(number) => Filling { number: Some(*number), ..Filling::from(number.to_string()) },
            Choice::Path(_) | Choice::Spot(_) => Filling::from(choice.describe(content)),
        }
    }
}

/// What fills a place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filling {
    /// Its text.
    pub text: String,
    /// Which of several words goes with it.
    pub form: u8,
    /// The number, if it is one.
    pub number: Option<i32>,
}

impl From<String> for Filling {
    fn from(text: String) -> Filling {
        Filling { text, form: 1, number: None }
    }
}

impl From<&str> for Filling {
    fn from(text: &str) -> Filling {
        Filling::from(text.to_owned())
    }
}

impl Filling {
    fn form(&self, singular: &[i32]) -> usize {
        match self.number {
            Some(number) if singular.is_empty() => 1 + usize::from(number != 1),
            Some(number) => 1 + usize::from(!singular.contains(&number)),
            None => self.form.into(),
        }
    }
}

/// A place in a text: `{1}`, or `{1?attacked|…}` with the words from which the form of what fills the first place
/// chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextSlot<'a> {
    /// Which filling, from 1.
    pub number: usize,
    /// The words to choose from; none for the filling itself.
    pub words: Vec<&'a str>,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextPart<'a> {
    /// As it stands.
    Plain(&'a str),
    /// A place.
    Slot(TextSlot<'a>),
}

/// The parts of a text. Braces that enclose no place are plain.
pub fn parts(text: &str) -> Vec<TextPart<'_>> {
    let mut parts = Vec::new();
    let (mut plain, mut at) = (0, 0);
    while let Some(open) = text[at..].find('{').map(|open| at + open) {
        let slot =
            text[open..].find('}').and_then(|length| Some((slot(&text[open + 1..open + length])?, open + length + 1)));
        at = match slot {
            Some((slot, end)) => {
                parts.extend((plain < open).then(|| TextPart::Plain(&text[plain..open])));
                parts.push(TextPart::Slot(slot));
                plain = end;
                end
            }
            None => open + 1,
        };
    }
    parts.extend((plain < text.len()).then(|| TextPart::Plain(&text[plain..])));
    parts
}

fn slot(inside: &str) -> Option<TextSlot<'_>> {
    let (number, words) = match inside.split_once('?') {
        Some((number, words)) => (number, words.split('|').collect()),
        None => (inside, Vec::new()),
    };
    let number = number.parse().ok().filter(|number| *number > 0)?;
    Some(TextSlot { number, words })
}

/// A text with its places filled; a place for which there is nothing stays as it is.
pub fn fill(text: &str, about: &[Filling], singular: &[i32]) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for part in parts(text) {
        match part {
            TextPart::Plain(text) => out += text,
            TextPart::Slot(TextSlot { number, words }) => match about.get(number - 1) {
                Some(filling) if words.is_empty() => out += &filling.text,
                Some(filling) => out += words[filling.form(singular).clamp(1, words.len()) - 1],
                None => out += &format!("{{{number}}}"),
            },
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalogue() -> Catalogue {
        let mut catalogue = Catalogue::new("fr");
        catalogue.singular = vec![0, 1];
        let mut add =
            |kind, key: &str, text: &str, form| catalogue.insert(kind, key, Wording { text: text.into(), form });
        add(TextKind::Log, "{1} is attacked at {2}", "à {2}, {1} est {1?attaqué|attaquée}", 1);
        add(TextKind::Name, "1st Shock", "la 1re armée de choc", 2);
        add(TextKind::Name, "advance", "progression", 2);
        add(TextKind::Label, "advance", "avancer", 1);
        add(TextKind::Reason, "it takes {1} points", "il faut {1} {1?point|points}", 1);
        catalogue
    }

    #[test]
    fn places_change_their_order_and_words_agree() {
        let catalogue = catalogue();
        let army = Filling { form: 2, ..Filling::from(catalogue.name("1st Shock")) };
        let line = |unit: Filling| catalogue.fill(TextKind::Log, "{1} is attacked at {2}", &[unit, "2:1".into()]);
        assert_eq!(line(army), "à 2:1, la 1re armée de choc est attaquée");
        assert_eq!(line("XL".into()), "à 2:1, XL est attaqué");
    }

    #[test]
    fn numbers_choose_words_by_the_rule_of_the_language() {
        let points = |number| catalogue().fill(TextKind::Reason, "it takes {1} points", &[catalogue_number(number)]);
        assert_eq!([0, 1, 2].map(points), ["il faut 0 point", "il faut 1 point", "il faut 2 points"]);
        assert_eq!(ENGLISH.fill(TextKind::Log, "{1} {1?step|steps}", &[catalogue_number(0)]), "0 steps");
    }

    fn catalogue_number(number: i32) -> Filling {
        catalogue().choice(&Choice::Number(number), &Content::default())
    }

    #[test]
    fn a_text_is_looked_up_in_its_own_table_first() {
        let catalogue = catalogue();
        assert_eq!(catalogue.text(TextKind::Label, "advance"), "avancer");
        assert_eq!(catalogue.text(TextKind::Name, "advance"), "progression");
        assert_eq!(catalogue.text(TextKind::Prompt, "advance"), "progression");
        assert_eq!(catalogue.text(TextKind::Prompt, "retreat"), "retreat", "English when it is missing");
    }

    #[test]
    fn braces_that_are_no_places_stay() {
        assert_eq!(fill("{a} {0} {} {2} {1", &["x".into()], &[]), "{a} {0} {} {2} {1");
        assert_eq!(fill("{1}{2}", &["{2}".into(), "b".into()], &[]), "{2}b", "what fills a place is not filled again");
        assert_eq!(fill("{1?|s}", &[Filling { form: 9, ..Filling::from("x") }], &[]), "s");
    }
}
