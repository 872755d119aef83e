//! Pack catalogues in a language, combined with the program's own catalogue.

use grognard_engine::catalogue::Catalogue;
use grognard_packs::locale::{self, Locale};
use grognard_packs::source::Source;
use grognard_packs::{Diagnostic, Library};

/// The program's own French catalogue.
const FRENCH: &str = include_str!("locale/fr.toml");
const FRENCH_FILE: &str = "core/play/src/locale/fr.toml";

/// The combined catalogue of packs in a language.
pub struct Translations {
    /// The catalogue.
    pub catalogue: Catalogue,
    /// Whether there are translations into the language.
    pub is_available: bool,
    /// Errors in translation files.
    pub wrong: Vec<Diagnostic>,
}

impl Translations {
    /// Loads the catalogue of packs in a language such as `fr` or `pt-BR`. An unavailable dialect falls back to its
    /// language.
    pub fn new(code: &str, library: &Library, packs: &[String]) -> Translations {
        let is_available = |code: &str| {
            locale::translating_packs(library, packs)
                .iter()
                .any(|pack| pack.languages().iter().any(|known| known.eq_ignore_ascii_case(code)))
        };
        let code = if is_available(code) { code } else { base(code) };
        let (catalogue, wrong) = locale::catalogue(library, packs, &program(code));
        Translations { catalogue, is_available: is_available(code), wrong }
    }
}

/// Returns the program's own strings in a language.
pub fn program(code: &str) -> Locale {
    let text = if base(code).eq_ignore_ascii_case("fr") { FRENCH } else { "" };
    Locale::parse("grognard", code, &Source::new(FRENCH_FILE, text), &mut Vec::new())
}

/// Returns the program's own strings in English, for translators: the keys of a complete translation.
pub fn own_texts() -> Locale {
    program("fr")
}

fn base(code: &str) -> &str {
    code.split('-').next().unwrap_or(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_packs::render;

    #[test]
    fn the_programs_own_texts_are_sound() {
        let mut wrong = Vec::new();
        let locale = Locale::parse("grognard", "fr", &Source::new(FRENCH_FILE, FRENCH), &mut wrong);
        assert!(wrong.is_empty(), "{}", render(&wrong, false));
        assert!(locale.entries.len() > 50);
    }

    #[test]
    fn a_dialect_is_shown_as_its_language() {
        assert_eq!(program("fr-CA").entries.len(), program("fr").entries.len());
        assert!(program("de").entries.is_empty());
    }
}
