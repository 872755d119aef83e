//! `grognard new translation`: creates a catalogue with the names of a battle or a system, ready to translate.

use super::skeleton::{Placeholders, Skeleton};
use super::variant::{battle_of, find_target};
use super::{PackTarget, range};
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::pack_name::PackNames;
use crate::screen::Screen;
use grognard_check::texts;
use grognard_check::with_what_waits;
use grognard_engine::catalogue::TextKind;
use grognard_packs::belongs;
use grognard_packs::locale::language;
use grognard_packs::locale::{Locale, Text, untranslated_file};
use grognard_packs::source::Source;
use grognard_packs::{API_RANGE, Diagnostic, Kind, Library, Loaded, Pack};
use grognard_play::i18n as spoken;
use std::path::PathBuf;

/// Create a translation into the language given by `--lang`: all names of a battle or system, ready to translate.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: PackTarget,
    /// Translate this scenario and its system, or this system alone.
    #[arg(long = "for", value_name = "SCENARIO|SYSTEM")]
    target: String,
}

const PACK: &str = include_str!("skeleton/translation/pack.toml");
const NAMES: &str = include_str!("skeleton/translation/locale/names.toml");

impl Args {
    /// Creates the translation.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        let code = code(language)?;
        let (library, roots, target) = PackNames::of(roots, &self.target)?;
        let name = self.place.name(&library)?;
        let target = find_target(&library, &target)?;
        let scenario = battle_of(&library, target)?;
        let packs: Vec<&Pack> =
            [target].into_iter().chain(target.manifest.system.iter().filter_map(|id| library.get(id))).collect();
        let names = names(&library, target, &packs, code);
        if names.is_empty() {
            let message = format!("all names of `{}` are already translated into `{code}`", target.id());
            return Err(Failure::usage(
                Diagnostic::general("E535", message).help("choose another language with --lang"),
            ));
        }
        let requires = packs.iter().map(|pack| format!("\"{}\" = \"{}\"", pack.id(), range(&pack.version)));
        let words = Placeholders::from([
            ("id", name.id),
            ("title", name.title),
            ("api", API_RANGE.to_owned()),
            ("language", code.to_owned()),
            ("scenario", scenario.short().to_owned()),
            ("requires", requires.collect::<Vec<_>>().join("\n")),
            ("names", untranslated_file(&names).trim_end().to_owned()),
        ]);
        let files = [("pack.toml".to_owned(), PACK.to_owned()), (format!("locale/{code}.toml"), NAMES.to_owned())];
        let mut pack = Skeleton::new(self.place.target(Kind::Translation));
        pack.fill(&files, &words, str::to_owned)?;
        self.place.write(&[pack], &roots, scenario.short(), &format!(" --lang {code}"), screen)
    }
}

/// Returns the language code given with `--lang`; the environment is ignored.
fn code(language: &LanguageArg) -> Result<&str, Failure> {
    let problem = |message: String, help: String| Err(Failure::usage(Diagnostic::general("E513", message).help(help)));
    match language.asked() {
        None => problem("the language of the translation is missing".to_owned(), "choose one: `--lang de`".to_owned()),
        Some("en") => problem(
            "the strings of packs are already in English".to_owned(),
            "choose another language: `--lang de`".to_owned(),
        ),
        Some(code) if !language::is_code(code) => {
            let help = language::code_of(code)
                .map_or("use two or three lower-case letters: `--lang de`".to_owned(), |code| {
                    format!("did you mean `--lang {code}`?")
                });
            problem(format!("`{code}` is not a language code"), help)
        }
        Some(code) => Ok(code),
    }
}

/// Returns the names in `packs` that their own catalogues do not translate.
fn names(library: &Library, target: &Pack, packs: &[&Pack], code: &str) -> Vec<Text> {
    let battles = library.scenarios().filter(|scenario| belongs(target, scenario, library));
    let loaded: Vec<Loaded> = battles.flat_map(|scenario| with_what_waits(library, scenario, &[])).collect();
    let program = spoken::program(code);
    let mut found: Vec<Text> = Vec::new();
    for pack in packs {
        let own = pack.locale(code, &mut Vec::new());
        let own = own.unwrap_or_else(|| Locale::parse(pack.id(), code, &Source::new("", ""), &mut Vec::new()));
        let findings = texts::compare(library, pack, &own, &loaded, &program);
        let is_new =
            |text: &&Text| text.kind == Some(TextKind::Name) && found.iter().all(|known| known.text != text.text);
        let new: Vec<Text> = findings.missing().iter().filter(is_new).cloned().collect();
        found.extend(new);
    }
    found
}
