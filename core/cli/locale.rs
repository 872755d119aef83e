//! `grognard locale`: prints the strings that are not translated yet.

use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::pack_name::PackNames;
use crate::screen::Screen;
use grognard_check::texts;
use grognard_packs::locale::{Locale, Text, draft};
use grognard_packs::source::Source;
use grognard_packs::{Diagnostic, Kind, Library, Pack};
use grognard_play::i18n as spoken;
use serde::Serialize;
use std::path::PathBuf;

/// Print a battle's untranslated strings for the language given by `--lang`, ready to paste into a catalogue.
#[derive(clap::Args)]
pub struct Args {
    /// Scenario whose strings to print (see `grognard list`).
    scenario: String,
    /// Include the strings of this mod; may be repeated.
    #[arg(long = "mod", value_name = "MOD")]
    mods: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The strings missing from the catalogue of a pack.
#[derive(Serialize)]
struct MissingTexts {
    pack: String,
    /// The catalogue file to which the strings belong.
    file: String,
    texts: Vec<MissingText>,
    #[serde(skip)]
    draft: String,
}

#[derive(Serialize)]
struct MissingText {
    table: Option<&'static str>,
    text: String,
    file: String,
    line: usize,
    column: usize,
}

impl Args {
    /// Prints the untranslated strings.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        let code = language.code();
        if code == "en" {
            let error = Diagnostic::general("E513", "the strings of packs are already in English");
            return Err(Failure::usage(error.help("choose another language: `--lang fr`")));
        }
        let mut names = PackNames::new(roots);
        let (scenario, mods) = (names.name(&self.scenario)?, names.names(&self.mods)?);
        let library = names.library();
        let loaded = [grognard_packs::load(&library, &scenario, &mods, &[])?];
        let program = spoken::program(&code);
        let packs = loaded[0].system.packs.iter().filter_map(|id| library.get(id));
        let missing: Vec<MissingTexts> =
            packs.filter_map(|pack| missing(&library, pack, &loaded, &code, &program)).collect();
        if self.json {
            return screen.json(&missing);
        }
        if missing.is_empty() {
            return screen.say(&format!("All strings are translated into `{code}`."));
        }
        let parts = missing.iter().map(|missing| format!("# {} ({})\n\n{}", missing.file, missing.pack, missing.draft));
        screen.say(&parts.collect::<Vec<_>>().join("\n"))
    }
}

fn missing(
    library: &Library,
    pack: &Pack,
    loaded: &[grognard_packs::Loaded],
    code: &str,
    program: &Locale,
) -> Option<MissingTexts> {
    let nothing = || Locale::parse(pack.id(), code, &Source::new("", ""), &mut Vec::new());
    let own = pack.locale(code, &mut Vec::new()).unwrap_or_else(nothing);
    let findings = texts::compare(library, pack, &own, loaded, program);
    // Several translations may share the work: a string that any of them contains is not missing.
    let translated = |text: &Text| {
        let all = grognard_packs::locale::translating_packs(library, &loaded[0].system.packs).into_iter();
        let mut others = all
            .filter(|other| other.manifest.kind == Kind::Translation)
            .filter_map(|other| other.locale(code, &mut Vec::new()));
        others.any(|locale| locale.entries.iter().any(|entry| entry.key == text.text && !entry.wording.text.is_empty()))
    };
    let texts: Vec<Text> = findings.missing().iter().filter(|text| !translated(text)).cloned().collect();
    let shown = |text: &Text| {
        let (line, column) = text.place.line_column();
        let table = text.kind.map(|kind| kind.name());
        MissingText { table, text: text.text.clone(), file: text.place.source.name.clone(), line, column }
    };
    (!texts.is_empty()).then(|| MissingTexts {
        pack: pack.id().to_owned(),
        file: pack.folder.show(&format!("locale/{code}.toml")),
        draft: draft(&texts),
        texts: texts.iter().map(shown).collect(),
    })
}
