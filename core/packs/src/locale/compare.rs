//! Finds strings without a translation, translations without a string, and translations with the wrong placeholders.

use super::{CatalogueEntry, Locale, Text};
use crate::diagnostic::Diagnostic;
use crate::library::Pack;
use crate::schema::Kind;
use grognard_engine::catalogue::{TextKind, TextPart, parts};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of missing translations listed. The rest are only counted.
const MAX_LISTED: usize = 10;

/// The findings about the strings of one pack in one language, collected battle by battle.
#[derive(Default)]
pub struct LocaleFindings {
    missing: Vec<Text>,
    /// Entries by file and position, and whether any battle uses them.
    entries: BTreeMap<(String, usize), (CatalogueEntry, bool)>,
    translated: BTreeSet<String>,
}

/// Compares the strings of a battle, `texts`, with the catalogue of one pack, `own`, and adds the result to `findings`.
/// `locales` are the catalogues of all packs of the battle in the same language. `is_its` returns whether the pack is
/// responsible for a string.
pub fn compare(
    findings: &mut LocaleFindings,
    own: &Locale,
    locales: &[Locale],
    texts: &[Text],
    is_its: impl Fn(&Text) -> bool,
) {
    let translated: BTreeSet<&str> = locales
        .iter()
        .flat_map(|locale| &locale.entries)
        .filter(|entry| !entry.wording.text.is_empty())
        .map(|entry| entry.key.as_str())
        .collect();
    let lacks = |text: &&Text| is_words(&text.text) && is_its(text) && !translated.contains(text.text.as_str());
    for text in texts.iter().filter(lacks) {
        if findings.missing.iter().all(|known| known.text != text.text) {
            findings.missing.push(text.clone());
        }
    }
    let used: BTreeSet<&str> = texts.iter().map(|text| text.text.as_str()).collect();
    for entry in &own.entries {
        let key = (entry.place.source.name.clone(), entry.place.span.start);
        let known = findings.entries.entry(key).or_insert_with(|| (entry.clone(), false));
        known.1 |= used.contains(entry.key.as_str());
    }
    findings.translated.extend(texts.iter().map(|text| text.text.clone()));
}

/// Returns whether a string contains words. Numbers, Roman numerals and codes are the same in every language.
fn is_words(text: &str) -> bool {
    text.chars().any(char::is_lowercase)
}

impl LocaleFindings {
    /// Returns the strings that have no translation.
    pub fn missing(&self) -> &[Text] {
        &self.missing
    }

    /// Reports missing and unused translations, and those with the wrong placeholders.
    pub fn diagnostics(&self, language: &str) -> Vec<Diagnostic> {
        let missing =
            self.missing.iter().take(MAX_LISTED).map(|text| missing(text, language)).chain(self.more(language));
        let unused = self.entries.values().filter(|(_, used)| !used).map(|(entry, _)| self.unused(entry));
        let unfit = self.entries.values().filter_map(|(entry, _)| unfit(entry));
        missing.chain(unused).chain(unfit).map(Diagnostic::warning).collect()
    }

    /// Creates the warning about the missing translations that are not listed.
    fn more(&self, language: &str) -> Option<Diagnostic> {
        let first = self.missing.get(MAX_LISTED)?;
        let count = self.missing.len() - MAX_LISTED;
        let texts = if count == 1 { "string is" } else { "strings are" };
        let warning =
            Diagnostic::at("W611", &first.place, format!("{count} more {texts} not in `locale/{language}.toml`"));
        Some(warning.help(format!("`grognard locale SCENARIO --lang {language}` prints all of them, ready to paste")))
    }

    fn unused(&self, entry: &CatalogueEntry) -> Diagnostic {
        let warning = Diagnostic::at("W612", &entry.place, format!("no pack has the string `{}`", entry.key));
        warning.suggest(&entry.key, self.translated.iter().map(String::as_str))
    }
}

fn missing(text: &Text, language: &str) -> Diagnostic {
    let table = text.kind.unwrap_or(TextKind::Reason).name();
    let warning = Diagnostic::at("W611", &text.place, format!("this string is not in `locale/{language}.toml`"));
    warning.help(format!("add it under [{table}]: {} = \"…\"", super::draft::quoted_key(&text.text)))
}

/// Returns the numbers of the placeholders in a string.
fn places(text: &str) -> BTreeSet<usize> {
    let number = |part: TextPart| match part {
        TextPart::Slot(slot) => Some(slot.number),
        TextPart::Plain(_) => None,
    };
    parts(text).into_iter().filter_map(number).collect()
}

/// Creates the warning about a translation whose placeholders differ from those of its key. This includes placeholders
/// that only select a word.
fn unfit(entry: &CatalogueEntry) -> Option<Diagnostic> {
    let (key, wording) = (places(&entry.key), places(&entry.wording.text));
    if key == wording || entry.wording.text.is_empty() {
        return None;
    }
    let list = |places: Vec<&usize>| places.iter().map(|number| format!("{{{number}}}")).collect::<Vec<_>>().join(", ");
    let (lost, strange) = (list(key.difference(&wording).collect()), list(wording.difference(&key).collect()));
    let mut said = Vec::new();
    if !lost.is_empty() {
        said.push(format!("the translation does not contain {lost}"));
    }
    if !strange.is_empty() {
        said.push(format!("the English string does not contain {strange}"));
    }
    Some(Diagnostic::at("W613", &entry.said, said.join("; ")))
}

/// Returns a predicate for the strings a pack is responsible for: its own or, for a translation, those strings of the
/// translated packs that belong in its tables.
pub fn answers_for<'a>(pack: &'a Pack, own: &'a Locale, made_for: &'a [&Pack]) -> impl Fn(&Text) -> bool + 'a {
    move |text| {
        let within = |pack: &Pack| text.place.source.name.starts_with(&pack.folder.show(""));
        match pack.manifest.kind {
            Kind::Translation => {
                made_for.iter().any(|pack| within(pack)) && text.kind.is_some_and(|kind| own.tables.contains(&kind))
            }
            _ => within(pack),
        }
    }
}
