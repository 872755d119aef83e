//! Translations of the strings in packs, such as `locale/fr.toml`.
//!
//! They are read when something is displayed, and are not part of any lock or hash.

mod compare;
mod data;
mod draft;
pub mod language;

pub use compare::{LocaleFindings, answers_for, compare};
pub use data::texts;
pub use draft::{draft, untranslated_file};

use crate::diagnostic::{Diagnostic, tidy};
use crate::library::{Library, Pack};
use crate::node::{Node, NodeTable, Value};
use crate::schema::{Kind, LocaleFile};
use crate::schema_check;
use crate::source::{Source, SourceSpan};
use grognard_engine::catalogue::{Catalogue, TextKind, Wording};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A string that players read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The purpose of the string; `None` if it is known only where the string is used.
    pub kind: Option<TextKind>,
    /// The English string.
    pub text: String,
    /// The location of the string.
    pub place: SourceSpan,
}

/// An entry of a catalogue.
#[derive(Clone, Debug)]
pub struct CatalogueEntry {
    /// The table that contains the entry.
    pub kind: TextKind,
    /// The English string.
    pub key: String,
    /// The translation.
    pub wording: Wording,
    /// The location of the key.
    pub place: SourceSpan,
    /// The location of the translation.
    pub said: SourceSpan,
}

/// The catalogue of one pack in one language.
#[derive(Clone, Debug, Default)]
pub struct Locale {
    /// The pack.
    pub pack: String,
    /// The language: `fr`.
    pub language: String,
    /// The numbers that take the singular, which is the first of several forms: `[0, 1]` in French.
    pub singular: Vec<i32>,
    /// The translations.
    pub entries: Vec<CatalogueEntry>,
    /// The tables in the file, including empty ones.
    pub tables: BTreeSet<TextKind>,
}

impl Locale {
    /// Parses a file. Its valid entries can be used even if other entries are wrong.
    pub fn parse(pack: &str, language: &str, source: &Arc<Source>, out: &mut Vec<Diagnostic>) -> Locale {
        let (tree, mut errors) = Node::parse(source);
        schema_check::read::<LocaleFile>(&tree, &mut errors);
        out.append(&mut errors);
        let tables = TextKind::ALL.into_iter().filter_map(|kind| Some((kind, tree.get(kind.name())?.table()?)));
        Locale {
            pack: pack.to_owned(),
            language: language.to_owned(),
            singular: singular(&tree),
            entries: tables.clone().flat_map(|(kind, table)| entries(kind, table)).collect(),
            tables: tables.map(|(kind, _)| kind).collect(),
        }
    }

    /// Adds the translations to a catalogue, replacing existing ones.
    pub fn add_to(&self, catalogue: &mut Catalogue) {
        if !self.singular.is_empty() {
            catalogue.singular = self.singular.clone();
        }
        // An empty translation has not been written yet.
        for entry in self.entries.iter().filter(|entry| !entry.wording.text.is_empty()) {
            catalogue.insert(entry.kind, &entry.key, entry.wording.clone());
        }
    }
}

fn singular(tree: &Node) -> Vec<i32> {
    let listed = tree.get("language").and_then(|language| language.get("singular")?.list());
    let number = |node: &Node| match node.value {
        Value::Integer(number) => i32::try_from(number).ok(),
        _ => None,
    };
    listed.into_iter().flatten().filter_map(number).collect()
}

fn entries(kind: TextKind, table: &NodeTable) -> impl Iterator<Item = CatalogueEntry> {
    table.iter().filter_map(move |(key, at)| {
        let wording = wording(&at.node)?;
        Some(CatalogueEntry { kind, key: key.clone(), wording, place: at.key.clone(), said: at.node.place.clone() })
    })
}

/// Parses a translation: `"text"`, or `{ text = "text", form = 2 }`.
fn wording(node: &Node) -> Option<Wording> {
    let form = match node.get("form").map(|form| &form.value) {
        Some(Value::Integer(form)) => u8::try_from(*form).ok()?,
        _ => 1,
    };
    let text = node.text().or_else(|| node.get("text")?.text())?;
    Some(Wording { text: text.to_owned(), form })
}

impl Pack {
    /// Returns the languages into which the pack's strings are translated.
    pub fn languages(&self) -> Vec<String> {
        let names = self.folder.list("locale", "toml");
        names.iter().filter_map(|name| Some(name.strip_prefix("locale/")?.strip_suffix(".toml")?.to_owned())).collect()
    }

    /// Reads the pack's catalogue for a language, if it has one. The case of the code does not matter: `pt-BR` or
    /// `pt-br`.
    pub fn locale(&self, language: &str, out: &mut Vec<Diagnostic>) -> Option<Locale> {
        let known = self.languages().into_iter().find(|known| known.eq_ignore_ascii_case(language))?;
        let file = format!("locale/{known}.toml");
        match self.folder.read(&file) {
            Ok(source) => Some(Locale::parse(self.id(), language, &source, out)),
            Err(error) => {
                out.push(error.diagnostic(&self.folder.show(&file), self.place(&["id".into()])));
                None
            }
        }
    }
}

/// Returns the packs that can provide translations for a battle: its own packs in loading order, then the translations
/// made for them.
pub fn translating_packs<'a>(library: &'a Library, packs: &[String]) -> Vec<&'a Pack> {
    let own = packs.iter().filter_map(|id| library.get(id));
    own.chain(translations(library, packs)).collect()
}

/// Returns the translations that require only packs of a battle.
fn translations<'a>(library: &'a Library, packs: &[String]) -> impl Iterator<Item = &'a Pack> {
    let fits = |pack: &&Pack| {
        pack.manifest.kind == Kind::Translation && pack.manifest.requires.keys().all(|id| packs.contains(id))
    };
    library.packs().iter().filter(fits)
}

impl Library {
    /// Creates a library that contains only the packs of a battle and the translations made for them.
    pub fn of_battle(&self, packs: &[String]) -> Library {
        let mut all: Vec<Pack> = translating_packs(self, packs).into_iter().cloned().collect();
        all.sort_by(|a, b| a.id().cmp(b.id()));
        all.dedup_by(|a, b| a.id() == b.id());
        Library::of_packs(all)
    }
}

/// Combines the program's own catalogue for a language with the catalogues of all packs that provide translations for a
/// battle. Errors in a file do not affect its other translations.
pub fn catalogue(library: &Library, packs: &[String], program: &Locale) -> (Catalogue, Vec<Diagnostic>) {
    let mut out = Vec::new();
    let mut catalogue = Catalogue::new(&program.language);
    program.add_to(&mut catalogue);
    for locale in translating_packs(library, packs).iter().filter_map(|pack| pack.locale(&program.language, &mut out)) {
        locale.add_to(&mut catalogue);
    }
    (catalogue, tidy(out))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_right_in_a_file_is_used_whatever_else_is_wrong() {
        let text = "[lable]\n\"a\" = \"b\"\n[language]\nsingular = [0, 1]\n[name]\n\"Moscow\" = \"Moscou\"\n\
            \"10\" = { text = \"10\", form = 2 }\n\"odd\" = 3\n[log]\n\"{1} goes\" = \"\"\n";
        let mut wrong = Vec::new();
        let locale = Locale::parse("me.pack", "fr", &Source::new("locale/fr.toml", text), &mut wrong);
        let codes: Vec<_> = wrong.iter().map(|error| (error.code, error.line)).collect();
        assert_eq!(codes.len(), 2, "{wrong:?}");
        assert!(codes.contains(&("E102", 1)) && codes.iter().any(|(_, line)| *line == 8));
        let mut catalogue = Catalogue::new("fr");
        locale.add_to(&mut catalogue);
        assert_eq!(
            (catalogue.name("Moscow"), catalogue.wording(TextKind::Name, "10").map(|wording| wording.form)),
            ("Moscou", Some(2))
        );
        assert_eq!(catalogue.text(TextKind::Log, "{1} goes"), "{1} goes", "an empty translation does not count");
        assert_eq!((catalogue.singular, locale.tables.len()), (vec![0, 1], 2));
    }
}
