//! Checks everything about the rules of a pack and their translations that does not prevent a game: texts that are
//! missing, titles that differ, and mistakes in translations.

use grognard_engine::catalogue::TextKind;
use grognard_packs::locale::{Locale, language};
use grognard_packs::rules_text::{DeclaredParagraph, RULES_FILE, RulesText, check_headings};
use grognard_packs::schema::Kind;
use grognard_packs::source::{Source, SourceSpan};
use grognard_packs::{Diagnostic, Library, Pack};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The maximum number of paragraphs that one warning lists.
const MAX_LISTED: usize = 8;

/// Returns the problems with the rules of a pack and their translations, besides those that prevent a game.
pub fn lint_rules_texts(library: &Library, pack: &Pack) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let own = pack.declared_paragraphs();
    let read = |file: &str| pack.folder.has(file).then(|| pack.folder.read(file).ok()).flatten();
    if let Some(source) = read(RULES_FILE).filter(|_| !own.is_empty()) {
        let rules = RulesText::parse(&source);
        let is_missing = |paragraph: &&DeclaredParagraph| !has_text(&rules, &paragraph.number);
        out.extend(own.iter().filter(is_missing).map(|paragraph| {
            let message = format!("paragraph `{}` has no text in `{RULES_FILE}`", paragraph.number);
            let help = format!("add `## {} {}` and the rule in your own words", paragraph.number, paragraph.title);
            Diagnostic::at("W432", &paragraph.place, message).help(help).warning()
        }));
        let title = |declared: &DeclaredParagraph| Some((declared.title.clone(), declared.title_place.clone()));
        different_titles(&rules, &own, title, &mut out);
    }
    for code in pack.rules_languages() {
        let file = format!("locale/rules.{code}.md");
        if let Some(wrong) = language::problem_of(pack, &file, &code) {
            out.push(wrong);
            continue;
        }
        let is_translation = pack.manifest.kind == Kind::Translation;
        let needed = pack.manifest.requires.keys().filter_map(|id| library.get(id));
        let declared = if is_translation { needed.flat_map(Pack::declared_paragraphs).collect() } else { own.clone() };
        // A translation without an original is reported as a file that is not read.
        let has_original = is_translation || pack.folder.has(RULES_FILE);
        let Some(source) = read(&file).filter(|_| has_original && !declared.is_empty()) else { continue };
        let rules = RulesText::parse(&source);
        check_headings(&rules, &declared, &mut out);
        // A translation pack may translate the rules of any of the packs that it requires.
        if !is_translation {
            out.extend(untranslated(&rules, &source, &declared));
        }
        let catalogue = pack.locale(&code, &mut Vec::new()).unwrap_or_default();
        different_titles(&rules, &declared, |declared| translated_title(&catalogue, declared), &mut out);
    }
    out
}

fn has_text(rules: &RulesText, number: &str) -> bool {
    rules.section(number).is_some_and(|section| !section.text.is_empty())
}

/// Reports the paragraphs that a translation leaves out.
fn untranslated(rules: &RulesText, source: &Arc<Source>, declared: &[DeclaredParagraph]) -> Option<Diagnostic> {
    let numbers: BTreeSet<&str> = declared.iter().map(|paragraph| paragraph.number.as_str()).collect();
    let missing: Vec<&str> = numbers.into_iter().filter(|number| !has_text(rules, number)).collect();
    if missing.is_empty() {
        return None;
    }
    let listed = missing.iter().take(MAX_LISTED).map(|number| format!("`{number}`")).collect::<Vec<_>>().join(", ");
    let more = missing.len().saturating_sub(MAX_LISTED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let message = format!("paragraphs without a translation: {listed}{more}");
    let help = "until they are translated, they are shown in English";
    Some(Diagnostic::at("W432", &SourceSpan::start(source), message).help(help).warning())
}

/// Reports titles other than those that `title` returns, with the location of each.
fn different_titles(
    rules: &RulesText,
    declared: &[DeclaredParagraph],
    title: impl Fn(&DeclaredParagraph) -> Option<(String, SourceSpan)>,
    out: &mut Vec<Diagnostic>,
) {
    for section in &rules.sections {
        let same = declared.iter().filter(|paragraph| paragraph.number == section.number);
        let titles: Vec<(String, SourceSpan)> = same.filter_map(&title).collect();
        let Some((other, place)) = titles.first() else { continue };
        if titles.iter().any(|(title, _)| *title == section.title) {
            continue;
        }
        let message = format!("paragraph `{}` has another title: “{other}”", section.number);
        let warning = Diagnostic::at("W433", &section.title_place, message).related(place, "the other title");
        out.push(warning.help(format!("write `## {} {other}`, or change the other title", section.number)).warning());
    }
}

/// Returns the title of a paragraph in a catalogue.
fn translated_title(catalogue: &Locale, declared: &DeclaredParagraph) -> Option<(String, SourceSpan)> {
    let mut entries = catalogue.entries.iter();
    let entry = entries.find(|entry| entry.kind == TextKind::Paragraph && entry.key == declared.title)?;
    (!entry.wording.text.is_empty()).then(|| (entry.wording.text.clone(), entry.said.clone()))
}
