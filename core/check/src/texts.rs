//! Compares the strings of battles, from data and scripts, with the catalogues.

use grognard_luau::Script;
use grognard_packs::locale::language;
use grognard_packs::locale::{self, Locale, LocaleFindings, Text, answers_for};
use grognard_packs::source::SourceSpan;
use grognard_packs::{Diagnostic, Kind, Library, Loaded, Pack};

/// The strings of a battle that players read.
#[derive(Clone, Debug, Default)]
pub struct BattleTexts {
    /// All strings.
    pub texts: Vec<Text>,
    /// The places where scripts assemble strings from parts.
    pub built: Vec<SourceSpan>,
}

impl BattleTexts {
    /// Collects the strings of a battle.
    pub fn of(library: &Library, loaded: &Loaded) -> BattleTexts {
        let mut found = BattleTexts { texts: locale::texts(library, loaded), built: Vec::new() };
        for script in &loaded.system.scripts {
            let place = |span| SourceSpan { source: script.text.clone(), span };
            let said = grognard_luau::texts(&Script::or_empty(&script.text.text));
            let text =
                |text: grognard_luau::ScriptText| Text { kind: text.kind, text: text.text, place: place(text.span) };
            found.texts.extend(said.texts.into_iter().map(text));
            found.built.extend(said.built.into_iter().map(place));
        }
        found
    }
}

/// Checks a pack's strings in one language against the battles that the pack is for. `program` holds the strings of the
/// program itself.
pub fn compare(library: &Library, pack: &Pack, own: &Locale, battles: &[Loaded], program: &Locale) -> LocaleFindings {
    let mut findings = LocaleFindings::default();
    let made_for: Vec<&Pack> = pack.manifest.requires.keys().filter_map(|id| library.get(id)).collect();
    for loaded in battles {
        let mut texts = BattleTexts::of(library, loaded).texts;
        texts.extend(program.entries.iter().map(|entry| Text {
            kind: Some(entry.kind),
            text: entry.key.clone(),
            place: entry.place.clone(),
        }));
        let translating_packs = locale::translating_packs(library, &loaded.system.packs);
        let others = translating_packs
            .iter()
            .filter(|other| other.manifest.kind != Kind::Translation && other.id() != pack.id());
        let mut locales: Vec<Locale> =
            others.filter_map(|other| other.locale(&own.language, &mut Vec::new())).collect();
        locales.push(own.clone());
        if program.language == own.language {
            locales.push(program.clone());
        }
        locale::compare(&mut findings, own, &locales, &texts, answers_for(pack, own, &made_for));
    }
    findings
}

/// Returns all warnings about the strings of a pack, in all its languages.
pub fn check(library: &Library, pack: &Pack, battles: &[Loaded], program: &Locale) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let languages = pack.languages();
    for language in &languages {
        if let Some(wrong) = language::problem(pack, language) {
            out.push(wrong);
        } else if let Some(own) = pack.locale(language, &mut out) {
            out.extend(compare(library, pack, &own, battles, program).diagnostics(language));
        }
    }
    if !languages.is_empty() {
        let within = |place: &SourceSpan| place.source.name.starts_with(&pack.folder.show(""));
        let built = battles.iter().flat_map(|loaded| BattleTexts::of(library, loaded).built).filter(within);
        out.extend(built.map(|place| {
            let warning =
                Diagnostic::at("W614", &place, "this string is assembled from parts, so it cannot be translated");
            warning
                .help("write the whole string with {1}, {2}… for the parts, and pass the parts as arguments")
                .warning()
        }));
    }
    if pack.manifest.kind == Kind::Translation {
        out.extend(unknown_texts(pack));
    }
    out
}

/// Reports files other than catalogues in a translation pack.
fn unknown_texts(pack: &Pack) -> Vec<Diagnostic> {
    let all = [("", "luau"), ("", "toml"), ("patches", "toml"), ("charts", "toml")];
    let files =
        all.iter().flat_map(|(below, ending)| pack.folder.list(below, ending)).filter(|file| file != "pack.toml");
    let unknown_text = |file: String| {
        let error = Diagnostic::file("E108", pack.folder.show(&file), format!("a translation cannot contain `{file}`"));
        error.help("put translations into a file such as `locale/fr.toml`, and changes to the game into a mod")
    };
    files.map(unknown_text).collect()
}
