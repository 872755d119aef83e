//! Translations of rules: `locale/rules.fr.md`.

use crate::battle::Battle;
use grognard_engine::catalogue::Catalogue;
use grognard_packs::locale::translating_packs;
use grognard_packs::rules_text::{RulesText, unlink_unknown};
use grognard_packs::schema::Kind;
use grognard_packs::{Introduction, Library, Pack, Paragraph, RulebookText};
use std::collections::BTreeSet;

/// The rules of a battle in a language other than English. Like catalogues, they are read when they are shown, and are
/// not part of any lock or hash.
#[derive(Clone, Debug, Default)]
pub struct RulesTranslation {
    /// The texts, each with the id of the pack whose paragraphs it translates; `None` for the text of a translation
    /// pack, which may translate any paragraph.
    texts: Vec<(Option<String>, RulesText)>,
}

/// Reads the rules of a pack in a language such as `fr-CA`, or else `fr`.
fn translated_rules(pack: &Pack, language: &str) -> Option<RulesText> {
    translated(pack, "rules", language)
}

/// Reads a translated text of a pack, such as `locale/rules.fr.md`.
fn translated(pack: &Pack, name: &str, language: &str) -> Option<RulesText> {
    let languages = pack.languages_of(name);
    let base = language.split('-').next().unwrap_or(language);
    let find = |code: &str| languages.iter().find(|known| known.eq_ignore_ascii_case(code));
    let code = find(language).or_else(|| find(base))?;
    Some(RulesText::parse(&pack.folder.read(&format!("locale/{name}.{code}.md")).ok()?))
}

/// Returns the introduction of a battle in the language of a catalogue, or else in English.
pub fn introduction(battle: &Battle, library: &Library, catalogue: &Catalogue) -> Option<Introduction> {
    let mut introduction = battle.system.introduction.clone()?;
    let packs = [introduction.pack.clone()];
    let text = |pack: &Pack| translated(pack, "introduction", &catalogue.language);
    let translations = if catalogue.language.is_empty() { Vec::new() } else { translating_packs(library, &packs) };
    if let Some(read) = translations.into_iter().filter_map(text).next_back() {
        let known: BTreeSet<&str> = battle.system.paragraphs.iter().map(|it| it.number.as_str()).collect();
        introduction.title = read.title.unwrap_or(introduction.title);
        introduction.text = read.introduction;
        unlink_unknown(&mut introduction.text, &known);
    }
    Some(introduction)
}

impl RulesTranslation {
    /// Reads the translations that the packs of a battle, and the translations made for them, have into a language.
    pub fn read(library: &Library, packs: &[String], language: &str) -> RulesTranslation {
        let text = |pack: &Pack| {
            let own = (pack.manifest.kind != Kind::Translation).then(|| pack.id().to_owned());
            Some((own, translated_rules(pack, language)?))
        };
        RulesTranslation { texts: translating_packs(library, packs).into_iter().filter_map(text).collect() }
    }

    /// Replaces texts by their translations. Paragraphs without a translation stay in English.
    pub fn apply(&self, paragraphs: &mut [Paragraph], books: &mut [RulebookText]) {
        let numbers: Vec<String> = paragraphs.iter().map(|paragraph| paragraph.number.clone()).collect();
        let known: BTreeSet<&str> = numbers.iter().map(String::as_str).collect();
        for paragraph in paragraphs {
            let sections = self.of_pack(&paragraph.pack).filter_map(|rules| rules.section(&paragraph.number));
            if let Some(section) = sections.filter(|section| !section.text.is_empty()).last() {
                paragraph.text = section.text.clone();
                unlink_unknown(&mut paragraph.text, &known);
            }
        }
        for book in books {
            // The title and introduction in a translation pack do not say which rulebook they belong to.
            let own = |(pack, _): &&(Option<String>, RulesText)| pack.as_deref() == Some(book.pack.as_str());
            let Some((_, rules)) = self.texts.iter().find(own) else { continue };
            book.title = rules.title.clone().unwrap_or_else(|| book.title.clone());
            if !rules.introduction.is_empty() {
                book.introduction = rules.introduction.clone();
                unlink_unknown(&mut book.introduction, &known);
            }
        }
    }

    fn of_pack(&self, pack: &str) -> impl Iterator<Item = &RulesText> {
        let fits = move |(own, _): &&(Option<String>, RulesText)| own.as_deref().is_none_or(|own| own == pack);
        self.texts.iter().filter(fits).map(|(_, rules)| rules)
    }
}
