//! The languages of a game, and the choice of one for each viewer.

use grognard_engine::catalogue::{Catalogue, ENGLISH};
use grognard_packs::{Library, locale};
use grognard_play::Battle;
use grognard_play::i18n::{Translations, program};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The languages of a game. Their catalogues are loaded on demand.
pub struct Languages {
    library: Library,
    packs: Vec<String>,
    known: BTreeMap<String, Option<Catalogue>>,
}

impl Languages {
    /// Returns the languages of a battle.
    pub fn new(roots: &[PathBuf], battle: &Battle) -> Languages {
        // Games stay open for a long time, so only the packs they use are kept in memory.
        let packs = battle.system.packs.clone();
        Languages::of(Library::open(roots).of_battle(&packs), packs)
    }

    /// Returns the languages of the given packs.
    pub fn of(library: Library, packs: Vec<String>) -> Languages {
        let translating_packs = locale::translating_packs(&library, &packs);
        let codes = translating_packs.iter().flat_map(|pack| pack.languages()).chain(program_languages());
        let known = codes.filter(|code| code != "en").map(|code| (code, None)).collect();
        Languages { library, packs, known }
    }

    /// Reloads the catalogues of the packs.
    pub fn renew(&mut self, roots: &[PathBuf], battle: &Battle) {
        *self = Languages::new(roots, battle);
    }

    /// Returns the packs from which the catalogues are loaded.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// Returns the first preferred language that is available, or English.
    pub fn choose(&self, preferences: &[String]) -> String {
        let known = |code: &str| {
            let mut all = self.known.keys().map(String::as_str).chain(["en"]);
            all.find(|known| known.eq_ignore_ascii_case(code))
        };
        let base = |wish: &str| known(wish.split('-').next().unwrap_or(wish));
        let found = preferences.iter().find_map(|wish| known(wish).or_else(|| base(wish)));
        found.unwrap_or("en").to_owned()
    }

    /// Returns the catalogue for a language.
    pub fn catalogue(&mut self, language: &str) -> &Catalogue {
        let (library, packs) = (&self.library, &self.packs);
        match self.known.get_mut(language) {
            Some(texts) => texts.get_or_insert_with(|| Translations::new(language, library, packs).catalogue),
            None => &ENGLISH,
        }
    }
}

/// Returns the language other than English in which the program's own strings are available, if there is one.
fn program_languages() -> Option<String> {
    (!program("fr").entries.is_empty()).then(|| "fr".to_owned())
}

/// Returns the program's own catalogue, in the first preferred language that is available.
pub fn own_catalogue(preferences: &[String]) -> Catalogue {
    let mut languages = Languages::of(Library::default(), Vec::new());
    let language = languages.choose(preferences);
    languages.catalogue(&language).clone()
}

/// Returns the languages in an `Accept-Language` header, in order of preference.
pub fn preferences(header: &str) -> Vec<String> {
    let mut all: Vec<(u32, String)> = header.split(',').take(16).filter_map(wish).collect();
    all.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    all.into_iter().map(|(_, code)| code).collect()
}

/// Parses an entry such as `fr-CH;q=0.9`. The weight is returned in thousandths.
fn wish(text: &str) -> Option<(u32, String)> {
    let mut parts = text.split(';').map(str::trim);
    let code = parts.next().filter(|code| !code.is_empty() && code.len() <= 20)?;
    let weight =
        parts.find_map(|part| part.strip_prefix("q=")).map_or(Some(1.0), |weight| weight.parse::<f32>().ok())?;
    ((0.0..=1.0).contains(&weight) && weight > 0.0).then(|| ((weight * 1000.0) as u32, code.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_by_weight() {
        assert_eq!(preferences("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.95, *;q=0.5"), ["fr-CH", "de", "fr", "en", "*"]);
        assert_eq!(preferences("en;q=x, ;q=1, fr;q=0, de;q=-1"), Vec::<String>::new());
        assert!(preferences(&"x,".repeat(100)).len() <= 16);
    }

    #[test]
    fn languages_may_be_written_in_capitals() {
        let languages = Languages::of(Library::default(), Vec::new());
        let chosen = |wish: &str| languages.choose(&[wish.to_owned(), "en".to_owned()]);
        assert_eq!(["FR", "Fr-ca", "fr", "de", "EN"].map(chosen), ["fr", "fr", "fr", "en", "en"]);
    }
}
