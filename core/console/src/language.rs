//! The language of output: from `--lang` or the environment, falling back to English for untranslated strings.

use crate::config;
use crate::screen;
use grognard_engine::catalogue::Catalogue;
use grognard_packs::{Library, Pack, render};
use grognard_play::Battle;
use grognard_play::i18n::Translations;
use std::path::PathBuf;

/// The environment variable that sets the language of this program.
const OWN_VARIABLE: &str = "GROGNARD_LANG";

/// Environment variables that set the language of all programs, in order of precedence. The configuration file takes
/// precedence over them.
const SYSTEM_VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// The language option.
#[derive(clap::Args)]
pub struct LanguageArg {
    /// Show games and packs in this language, such as `fr`; defaults to GROGNARD_LANG, `grognard config` or LANG.
    /// Commands for authors and for managing saves (check, test, diff, blame, rules list, rules coverage, migrate, store,
    /// new) always print in English.
    #[arg(long = "lang", global = true, value_name = "LANGUAGE", value_parser = code)]
    lang: Option<String>,
}

impl LanguageArg {
    /// Returns the language code: `en`, `fr`, `pt-BR`.
    pub fn code(&self) -> String {
        let variable = |name: &&str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let read = |value: String| code(&value).ok();
        let own = || variable(&OWN_VARIABLE).or_else(|| config::get().language.clone()).and_then(read);
        let system = || SYSTEM_VARIABLES.iter().find_map(variable).and_then(read);
        self.lang.clone().or_else(own).or_else(system).unwrap_or_else(|| "en".to_owned())
    }

    /// Returns the language given with `--lang`, if any.
    pub fn asked(&self) -> Option<&str> {
        self.lang.as_deref()
    }

    /// Loads the strings of a battle in the chosen language. Errors in catalogues are reported, and the remaining
    /// strings are used.
    ///
    /// The store contains only the packs of a battle, not translation packs, so the strings of a battle from the store
    /// come from the folders searched for packs.
    pub fn catalogue(&self, roots: &[PathBuf], battle: &Battle) -> Catalogue {
        let roots = if battle.is_pinned() { roots } else { &battle.request.roots };
        let (catalogue, spoken) = load(&self.code(), roots, battle);
        if let Some(lang) = self.lang.as_ref().filter(|lang| !spoken && *lang != "en") {
            screen::complain(|_| format!("There is no translation into `{lang}`, so everything is shown in English."));
        }
        catalogue
    }
}

impl LanguageArg {
    /// Loads the strings of a pack and the packs it requires, without loading a battle.
    pub fn of_pack(&self, library: &Library, pack: &Pack) -> Catalogue {
        let needed = pack.manifest.requires.keys().chain(&pack.manifest.system).cloned();
        let packs: Vec<String> = needed.chain([pack.id().to_owned()]).collect();
        // Errors in catalogues are reported by `check` and when playing.
        Translations::new(&self.code(), library, &packs).catalogue
    }

    /// Loads the program's own strings.
    pub fn own(&self) -> Catalogue {
        Translations::new(&self.code(), &Library::default(), &[]).catalogue
    }
}

/// Loads the strings of a battle in a language. Also returns whether a translation into that language exists.
fn load(code: &str, roots: &[PathBuf], battle: &Battle) -> (Catalogue, bool) {
    let spoken = Translations::new(code, &Library::open(roots), &battle.system.packs);
    screen::complain(|colour| render(&spoken.wrong, colour));
    (spoken.catalogue, spoken.is_available)
}

/// Parses a language code: `fr_FR.UTF-8` becomes `fr-FR`, and `FR` becomes `fr`.
pub fn code(text: &str) -> Result<String, String> {
    let name = text.split(['.', '@']).next().unwrap_or_default().replace('_', "-");
    let is_code = !name.is_empty() && name.len() <= 20 && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    let language = name.split('-').next().unwrap_or_default();
    match name.as_str() {
        "C" | "POSIX" => Ok("en".to_owned()),
        _ if is_code => Ok(language.to_ascii_lowercase() + &name[language.len()..]),
        _ => Err("expected a language code such as `fr` or `pt-BR`".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_as_environments_write_them() {
        let read = |text| code(text).ok();
        assert_eq!(read("fr_FR.UTF-8"), Some("fr-FR".into()));
        assert_eq!(
            [read("C"), read("POSIX"), read("C.UTF-8")],
            [Some("en".into()), Some("en".into()), Some("en".into())]
        );
        assert_eq!([read("de@euro"), read("../x"), read("")], [Some("de".into()), None, None]);
        assert_eq!(
            [read("FR"), read("Pt-br"), read("EN_US")],
            [Some("fr".into()), Some("pt-br".into()), Some("en-US".into())]
        );
    }
}
