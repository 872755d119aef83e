//! Translations of the strings that players see in a game.
//!
//! The keys are the English strings of rules and data. Strings are translated only when they are shown, so states,
//! journals and hashes do not depend on the language. A string without a translation stays English.

use crate::content::Content;
use crate::decision::Choice;
use crate::ids::Id;
use std::collections::BTreeMap;

/// The kind of a string, which determines its table in a catalogue.
///
/// A string is looked up in the table of its kind first, then in all other tables. So the kind matters only if an
/// English string has two meanings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TextKind {
    /// A line of the game log.
    Log,
    /// A question, or the label of the option to decline it.
    Prompt,
    /// The reason for a refusal, a column shift or the end of the game, or the grade of a victory.
    Reason,
    /// An option that can be chosen.
    Label,
    /// The name of something: a unit, a space, a side, a phase, terrain, a result.
    Name,
    /// The title of a paragraph, or the description that a pack gives of itself, of an option or of a result.
    Paragraph,
    /// A message of the program itself.
    Screen,
}

impl TextKind {
    /// All kinds, in the order in which their tables are searched for a string that is missing from the table of its
    /// own kind.
    pub const ALL: [TextKind; 7] = [
        TextKind::Name,
        TextKind::Label,
        TextKind::Reason,
        TextKind::Prompt,
        TextKind::Log,
        TextKind::Paragraph,
        TextKind::Screen,
    ];

    /// Returns the name of the kind's table in a catalogue file.
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

/// A string in the language of a catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wording {
    /// The translation. It has the placeholders of its key, in any order.
    pub text: String,
    /// The grammatical form of the string, which selects the word in a placeholder such as `{1?attaqué|attaquée}`: in
    /// French, 1 for masculine, 2 for feminine.
    pub form: u8,
}

/// All translations into one language.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    /// The language: `fr`.
    pub language: String,
    /// The numbers for which `{1?point|points}` becomes `point`: in French, 0 and 1. If the list is empty, only 1.
    pub singular: Vec<i32>,
    tables: BTreeMap<TextKind, BTreeMap<String, Wording>>,
}

/// English: a catalogue without entries.
pub static ENGLISH: Catalogue = Catalogue { language: String::new(), singular: Vec::new(), tables: BTreeMap::new() };

impl Catalogue {
    /// Creates an empty catalogue.
    pub fn new(language: &str) -> Catalogue {
        Catalogue { language: language.to_owned(), ..Catalogue::default() }
    }

    /// Inserts a translation, replacing any earlier one.
    pub fn insert(&mut self, kind: TextKind, key: &str, wording: Wording) {
        self.tables.entry(kind).or_default().insert(key.to_owned(), wording);
    }

    /// Returns the translation of an English string, if there is one.
    pub fn wording(&self, kind: TextKind, text: &str) -> Option<&Wording> {
        let find = |kind: &TextKind| self.tables.get(kind)?.get(text);
        find(&kind).or_else(|| TextKind::ALL.iter().find_map(find))
    }

    /// Returns a string in the catalogue's language, or in English if its translation is missing.
    pub fn text<'a>(&'a self, kind: TextKind, text: &'a str) -> &'a str {
        self.wording(kind, text).map_or(text, |wording| &wording.text)
    }

    /// Returns a name in the catalogue's language, or in English if its translation is missing.
    pub fn name<'a>(&'a self, name: &'a str) -> &'a str {
        self.text(TextKind::Name, name)
    }

    /// Translates one of the program's own messages and fills its placeholders with names and numbers.
    pub fn say(&self, text: &str, about: &[&str]) -> String {
        let filling = |text: &&str| Filling { number: text.parse().ok(), ..Filling::from(*text) };
        self.fill(TextKind::Screen, text, &about.iter().map(filling).collect::<Vec<_>>())
    }

    /// Translates a string and fills its placeholders.
    pub fn fill(&self, kind: TextKind, text: &str, about: &[Filling]) -> String {
        fill(self.text(kind, text), about, &self.singular)
    }

    /// Converts choices to placeholder fillings, in the form used in sentences.
    pub fn fillings(&self, about: &[Choice], content: &Content) -> Vec<Filling> {
        about.iter().map(|choice| self.filling(choice, content)).collect()
    }

    /// Returns the filling for a choice, in the form used in sentences: `XXIV Tank Corps`, `1103 Moscow`.
    pub fn filling(&self, choice: &Choice, content: &Content) -> Filling {
        let short = self.choice(choice, content);
        match choice {
            Choice::Unit(id) => match content.style.unit_titles.get(id.index()).and_then(Option::as_ref) {
                Some(title) => {
                    let titled = self.named(TextKind::Name, title);
                    Filling { text: fill(&titled.text, &[short], &self.singular), ..titled }
                }
                None => short,
            },
            Choice::Label(text) => {
                let plural = content.side_name(text).map(|side| self.name(&side.plural).to_owned());
                Filling { plural, ..short }
            }
            _ => short,
        }
    }

    fn named(&self, kind: TextKind, text: &str) -> Filling {
        let form = self.wording(kind, text).map_or(1, |wording| wording.form);
        Filling { form, ..Filling::from(self.text(kind, text)) }
    }

    /// Returns the filling for a choice, in the form used in lists and on counters: `XXIV`, `0604`, `1103 Moscow`.
    pub fn choice(&self, choice: &Choice, content: &Content) -> Filling {
        match choice {
            Choice::Unit(id) => self.named(TextKind::Name, &content.units[id.index()].name),
            Choice::Space(id) => match &content.map.space(*id).title {
                Some(title) => {
                    let title = self.named(TextKind::Name, title);
                    if content.map.space(*id).is_named_by_title() {
                        return title;
                    }
                    Filling { text: format!("{} {}", content.map.space(*id).name, title.text), ..title }
                }
                None => self.named(TextKind::Name, &content.map.space(*id).name),
            },
            Choice::Label(text) => match content.side_name(text) {
                Some(side) => self.named(TextKind::Name, &side.adjective),
                None => self.named(TextKind::Label, text),
            },
            Choice::Number(number) => Filling { number: Some(*number), ..Filling::from(number.to_string()) },
            Choice::Path(_) | Choice::Spot(_) => Filling::from(choice.describe(content)),
        }
    }
}

/// The value that fills a placeholder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filling {
    /// The string that replaces the placeholder.
    pub text: String,
    /// The grammatical form that other words agree with.
    pub form: u8,
    /// The number, if the filling is a number.
    pub number: Option<i32>,
    /// The plural, if the filling is a side: `Germans`.
    pub plural: Option<String>,
}

impl From<String> for Filling {
    fn from(text: String) -> Filling {
        Filling { text, form: 1, number: None, plural: None }
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

    /// Returns the filling with the inflection that a placeholder requires.
    fn inflected(&self, inflection: Inflection) -> String {
        match inflection {
            Inflection::None => self.text.clone(),
            Inflection::Plural => self.plural.as_ref().unwrap_or(&self.text).clone(),
            Inflection::Ordinal => self.text.parse().map_or_else(|_| self.text.clone(), english_ordinal),
        }
    }
}

/// Formats an English ordinal: `1st`, `12th`.
fn english_ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (1, tens) if tens != 11 => "st",
        (2, tens) if tens != 12 => "nd",
        (3, tens) if tens != 13 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// The inflection that a placeholder requires.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Inflection {
    /// The filling without inflection: `{1}`.
    #[default]
    None,
    /// The plural of a side: `{1:plural}`.
    Plural,
    /// The English ordinal of a number: `{1:ordinal}`.
    Ordinal,
}

/// A placeholder: `{1}`, `{1:plural}`, or `{1?attacked|…}`, which inserts one of several words, chosen by the form of
/// filling 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextSlot<'a> {
    /// The number of the filling, counting from 1.
    pub number: usize,
    /// The required inflection.
    pub inflection: Inflection,
    /// The words to choose from; empty if the filling itself is inserted.
    pub words: Vec<&'a str>,
}

/// A part of a string: literal text or a placeholder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextPart<'a> {
    /// Literal text.
    Plain(&'a str),
    /// A placeholder.
    Slot(TextSlot<'a>),
}

/// Splits a string into its parts. Braces that do not enclose a placeholder are literal text.
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
    let (number, inflection) = match number.split_once(':') {
        Some((number, "plural")) => (number, Inflection::Plural),
        Some((number, "ordinal")) => (number, Inflection::Ordinal),
        _ => (number, Inflection::None),
    };
    let number = number.parse().ok().filter(|number| *number > 0)?;
    Some(TextSlot { number, inflection, words })
}

/// Fills the placeholders of a string. A placeholder without a filling is left as it is.
pub fn fill(text: &str, about: &[Filling], singular: &[i32]) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for part in parts(text) {
        match part {
            TextPart::Plain(text) => out += text,
            TextPart::Slot(TextSlot { number, inflection, words }) => match about.get(number - 1) {
                Some(filling) if words.is_empty() => out += &filling.inflected(inflection),
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
    use crate::ids::{UnitId, UnitTypeId};
    use crate::style::SideName;
    use crate::unit::Unit;

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
    fn sentences_name_sides_and_units_in_full() {
        let mut content = Content::default();
        let side = content.sides.insert("german").unwrap();
        content.unit_names.insert("13");
        content.units.push(Unit {
            name: "13".into(),
            side,
            kind: UnitTypeId(0),
            formation: None,
            steps: 1,
            tags: Vec::new(),
            values: Vec::new(),
        });
        content.style.side_names = vec![SideName { adjective: "German".into(), plural: "Germans".into() }];
        content.style.unit_titles = vec![Some("{1:ordinal} Army".into())];
        let mut french = Catalogue::new("fr");
        let mut add = |kind, key: &str, text: &str, form| french.insert(kind, key, Wording { text: text.into(), form });
        add(TextKind::Log, "The {1:plural} attack {2}", "Les {1:plural} attaquent {2?le|la} {2}", 1);
        add(TextKind::Name, "German", "allemand", 1);
        add(TextKind::Name, "Germans", "Allemands", 1);
        add(TextKind::Name, "{1:ordinal} Army", "{1}e armée", 2);
        let about = [Choice::Label("german".into()), Choice::Unit(UnitId(0))];
        let line = |catalogue: &Catalogue| {
            catalogue.fill(TextKind::Log, "The {1:plural} attack {2}", &catalogue.fillings(&about, &content))
        };
        assert_eq!(line(&ENGLISH), "The Germans attack 13th Army");
        assert_eq!(line(&french), "Les Allemands attaquent la 13e armée");
        let listed = about.each_ref().map(|choice| french.choice(choice, &content).text);
        assert_eq!(listed, ["allemand", "13"]);
    }

    #[test]
    fn ordinals_are_those_of_english() {
        let ordinals = [1, 2, 3, 4, 11, 12, 13, 21, 22, 33, 101, 111].map(english_ordinal);
        assert_eq!(
            ordinals,
            ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "33rd", "101st", "111th"]
        );
        assert_eq!(fill("{1:ordinal} {1:plural} {1:other}", &["VI".into()], &[]), "VI VI {1:other}");
    }

    #[test]
    fn a_text_is_looked_up_in_its_own_table_first() {
        let catalogue = catalogue();
        assert_eq!(catalogue.text(TextKind::Label, "advance"), "avancer");
        assert_eq!(catalogue.text(TextKind::Name, "advance"), "progression");
        assert_eq!(catalogue.text(TextKind::Prompt, "advance"), "progression");
        assert_eq!(catalogue.text(TextKind::Prompt, "retreat"), "retreat", "English if there is no translation");
    }

    #[test]
    fn braces_that_are_no_places_stay() {
        assert_eq!(fill("{a} {0} {} {2} {1", &["x".into()], &[]), "{a} {0} {} {2} {1");
        assert_eq!(
            fill("{1}{2}", &["{2}".into(), "b".into()], &[]),
            "{2}b",
            "placeholders in an argument are not filled"
        );
        assert_eq!(fill("{1?|s}", &[Filling { form: 9, ..Filling::from("x") }], &[]), "s");
    }
}
