//! Checks names that scripts pass indirectly: as one of several strings, in the fields of a table, or as the result of
//! a function.

use super::name_sources::NameSources;
use super::names;
use grognard_engine::content::Content;
use grognard_luau::suggest::all_nearest;
use grognard_luau::{CallFacts, NameLookup, Receiver, Script, TableField, call_facts};
use grognard_packs::Diagnostic;
use grognard_packs::source::{Source, SourceSpan};
use grognard_play::Battle;
use grognard_script::fields_of;
use std::collections::BTreeSet;
use std::ops::Range;

/// Reports each name that does not exist in this battle, and each field that a script uses in an API table but that the
/// API does not define.
pub(super) fn check_arguments(battle: &Battle, scripts: &[Script], chances: &NameSources) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (number, (file, script)) in battle.scripts.iter().zip(scripts).enumerate() {
        let source = Source::new(&file.path, &file.source);
        let place = |span: &Range<usize>| SourceSpan { source: source.clone(), span: span.clone() };
        let handed = call_facts(script);
        let names = handed.names.iter();
        found.extend(names.filter_map(|name| {
            names::unknown(&name.lookup(number), &battle.content, &place(&name.span), chances, false)
        }));
        found.extend(fields(&handed, place));
        found.extend(tags(number, &handed, &battle.content, chances, place));
        found.extend(check_returned_names(battle, &handed, place));
    }
    found
}

fn fields(handed: &CallFacts, place: impl Fn(&Range<usize>) -> SourceSpan) -> Vec<Diagnostic> {
    let unknown = handed.fields.iter().filter(|field| !fields_of(field.table).contains(&field.name.as_str()));
    let warning = |field: &TableField| {
        let known = fields_of(field.table);
        let warning =
            Diagnostic::at("W429", &place(&field.span), format!("`{}` has no field `{}`", field.table, field.name))
                .warning();
        let list = known.join(", ");
        match warning.suggest(&field.name, known) {
            told if told.help.is_some() => told,
            told => told.help(format!("its fields are {list}")),
        }
    };
    unknown.map(warning).collect()
}

/// Reports unit tags used on spaces, and space tags used on units. Tags that nothing has are reported elsewhere.
fn tags(
    file: usize,
    handed: &CallFacts,
    content: &Content,
    chances: &NameSources,
    place: impl Fn(&Range<usize>) -> SourceSpan,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for tag in &handed.tags {
        let of_spaces = tag.receiver == Receiver::Space;
        let (own, other) = (tags_of(content, of_spaces), tags_of(content, !of_spaces));
        if own.contains(tag.tag.as_str()) || !other.contains(tag.tag.as_str()) {
            continue;
        }
        let (what, others) = if of_spaces { ("space", "units") } else { ("unit", "spaces") };
        let message = format!("no {what} has the tag `{}`: it is a tag of {others}", tag.tag);
        let asked =
            NameLookup { method: "has".into(), argument: 1, name: tag.tag.clone(), of_game: false, file, line: 0 };
        let has = |content: &Content| tags_of(content, of_spaces).contains(tag.tag.as_str());
        let complaint = match chances.none(&asked, has, of_spaces, false) {
            true => Diagnostic::at("E422", &place(&tag.span), message),
            false => Diagnostic::at("W422", &place(&tag.span), message).warning(),
        };
        found.push(super::literals::suggest_or_list(complaint, &tag.tag, &own));
    }
    found
}

/// Returns the tags of spaces if `of_spaces` is set, otherwise the tags of units.
fn tags_of(content: &Content, of_spaces: bool) -> BTreeSet<&str> {
    match of_spaces {
        true => content.map.tags().iter().map(|(name, _)| name.as_str()).collect(),
        false => content.units.iter().flat_map(|unit| &unit.tags).map(String::as_str).collect(),
    }
}

/// Reports functions that return names of one kind and also a string that looks like a misspelt name of that kind.
fn check_returned_names(
    battle: &Battle,
    handed: &CallFacts,
    place: impl Fn(&Range<usize>) -> SourceSpan,
) -> Vec<Diagnostic> {
    let kinds = kinds(&battle.content);
    let is_known =
        |text: &str| kinds.iter().any(|(_, names)| names.contains(text)) || is_in_two_name_sets(battle, text);
    let mut found = Vec::new();
    for texts in &handed.returned {
        let kind = kinds.iter().find(|(_, names)| texts.iter().any(|(text, _)| names.contains(text.as_str())));
        let Some((what, names)) = kind else { continue };
        for (text, span) in texts.iter().filter(|(text, _)| !is_known(text)) {
            let near = all_nearest(text, names.iter().copied());
            if !near.is_empty() {
                let warning = Diagnostic::at("W422", &place(span), format!("there is no {what} `{text}`")).warning();
                found.push(warning.suggest(text, near));
            }
        }
    }
    found
}

fn is_in_two_name_sets(battle: &Battle, text: &str) -> bool {
    let quoted = [format!("\"{text}\""), format!("'{text}'")];
    battle
        .scripts
        .iter()
        .flat_map(|file| quoted.iter().map(|quoted| file.source.matches(quoted.as_str()).count()))
        .sum::<usize>()
        > 1
}

/// Returns the kinds of names that functions in scripts may return, each with all its names.
fn kinds(content: &Content) -> Vec<(&'static str, BTreeSet<&str>)> {
    let map = &content.map;
    vec![
        ("movement table", map.movements().iter().map(|(_, name)| name).collect()),
        ("edge", map.edges().iter().map(|(name, _)| name.as_str()).collect()),
        ("tag", map.tags().iter().map(|(name, _)| name.as_str()).collect()),
        ("feature", map.features().iter().map(String::as_str).collect()),
        ("mark", content.marks.iter().map(String::as_str).collect()),
        ("property", content.properties.iter().map(String::as_str).collect()),
        ("chart", content.charts.iter().map(|chart| chart.name.as_str()).collect()),
        ("side", content.sides.iter().map(|(_, name)| name).collect()),
    ]
}
