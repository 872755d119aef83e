//! The names that a system declares.

use super::{Doc, find_position};
use crate::diagnostic::Diagnostic;
use crate::node::ValueStep;
use crate::schema::{LayerDecl, SideDecl, SystemFile};
use crate::source::SourceSpan;
use crate::system_info::LayerInfo;
use grognard_engine::content::{Allegiance, Content};
use grognard_engine::heading::{HEADING, Headings};
use grognard_engine::ids::{NameTable, SideId};
use grognard_engine::style::{Colour, SideName};
use grognard_engine::variable::Variable;
use std::collections::BTreeMap;

/// Maximum lengths of lists for which the state keeps one bit per name.
const MAX_DECLARED: [(&str, usize); 3] = [("side", 8), ("features", 32), ("marks", 16)];
/// Maximum length of a list of names.
const MAX_WORDS: usize = 1000;

pub fn sides(doc: &Doc<SystemFile>, out: &mut Vec<Diagnostic>) -> NameTable<SideId> {
    if doc.file.side.iter().all(|side| side.neutral) {
        let place = doc.place(&[ValueStep::Name("side")]);
        out.push(Diagnostic::at("E202", place, "a game needs at least one side with a player"));
    }
    in_order(&doc.file).map(|side| side.name.clone()).collect()
}

/// Returns the sides in the order of their ids: as declared, but all neutral sides last.
fn in_order(file: &SystemFile) -> impl Iterator<Item = &SideDecl> {
    let of = |neutral: bool| file.side.iter().filter(move |side| side.neutral == neutral);
    of(false).chain(of(true))
}

/// Checks the names of alliances, and that no neutral side has allies.
fn alliances(doc: &Doc<SystemFile>, out: &mut Vec<Diagnostic>) {
    for (at, side) in doc.file.side.iter().enumerate() {
        let Some(alliance) = &side.alliance else { continue };
        let place = doc.place(&["side".into(), at.into(), "alliance".into()]);
        if !is_word(alliance) {
            out.push(bad_word(alliance, place));
        }
        if doc.file.side.iter().any(|side| side.name == *alliance) {
            out.push(Diagnostic::at("E205", place, format!("`{alliance}` is already the name of a side")));
        }
        if side.neutral {
            let error = Diagnostic::at("E232", place, format!("the neutral side `{}` has no allies", side.name));
            out.push(error.help("remove `alliance` or `neutral`"));
        }
    }
}

/// Checks that every name is well formed and unique, and that no list is longer than a state can hold.
pub fn check(doc: &Doc<SystemFile>, out: &mut Vec<Diagnostic>) {
    let file = &doc.file;
    fn tables<'a>(list: &'static str, names: impl Iterator<Item = &'a String>) -> Vec<(String, Vec<ValueStep<'a>>)> {
        names.enumerate().map(|(at, name)| (name.clone(), vec![list.into(), at.into(), "name".into()])).collect()
    }
    words(doc, "side", tables("side", file.side.iter().map(|side| &side.name)), out);
    words(doc, "unit_type", tables("unit_type", file.unit_type.iter().map(|kind| &kind.name)), out);
    let lists: [(&'static str, &Vec<String>); 7] = [
        ("terrains", &file.terrains),
        ("features", &file.features),
        ("tags", &file.tags),
        ("edges", &file.edges),
        ("values", &file.values),
        ("marks", &file.marks),
        ("unit_links", &file.unit_links),
    ];
    for (key, list) in lists {
        let steps = list.iter().enumerate().map(|(at, name)| (name.clone(), vec![key.into(), at.into()]));
        words(doc, key, steps.collect(), out);
    }
    fn keys<'a>(key: &'static str, names: impl Iterator<Item = &'a String>) -> Vec<(String, Vec<ValueStep<'a>>)> {
        names.map(|name| (name.clone(), vec![ValueStep::Key(key), ValueStep::Name(name)])).collect()
    }
    words(doc, "properties", keys("properties", file.properties.keys()), out);
    words(doc, "variables", keys("variables", file.variables.keys()), out);
    words(doc, "space_variables", keys("space_variables", file.space_variables.keys()), out);
    let numbers = file.unit_numbers.iter().enumerate();
    let mut of_units: Vec<_> =
        numbers.map(|(at, name)| (name.clone(), vec!["unit_numbers".into(), at.into()])).collect();
    of_units.extend(keys("unit_variables", file.unit_variables.keys()));
    let headings =
        file.headings.iter().enumerate().map(|(at, name)| (name.clone(), vec!["headings".into(), at.into()]));
    words(doc, "headings", headings.collect(), out);
    if !file.headings.is_empty() {
        of_units.push((HEADING.to_owned(), vec!["headings".into()]));
        if ![6, 12].contains(&file.headings.len()) {
            let place = doc.place(&["headings".into()]);
            let message = format!("`headings` has {} words", file.headings.len());
            out.push(
                Diagnostic::at("E203", place, message).expected("expected six, one for each side of a hex, or twelve"),
            );
        }
    }
    words(doc, "unit_variables", of_units, out);
    words(doc, "movement", keys("movement", file.movement.keys()), out);
    words(doc, "layers", keys("layers", file.layers.keys()), out);
    if file.terrains.is_empty() {
        out.push(Diagnostic::at("E202", doc.place(&["terrains".into()]), "a system needs at least one terrain"));
    }
    properties_are_not_keys(doc, out);
    ranges(doc, out);
    defaults(doc, out);
    for mark in file.signs.keys() {
        find_position(&file.marks, mark, "mark", doc.place(&["signs".into(), ValueStep::Name(mark)]), out);
    }
    alliances(doc, out);
    colours(doc, out);
    titles(doc, out);
    movement(doc, out);
    hooks(doc, out);
}

pub fn words(doc: &Doc<SystemFile>, list: &str, all: Vec<(String, Vec<ValueStep>)>, out: &mut Vec<Diagnostic>) {
    let most = MAX_DECLARED.iter().find(|(name, _)| *name == list).map_or(MAX_WORDS, |(_, most)| *most);
    if all.len() > most {
        let message = format!("`{list}` has too many entries: {}", all.len());
        out.push(
            Diagnostic::at("E203", doc.place(&[ValueStep::Name(list)]), message)
                .expected(format!("expected at most {most}")),
        );
    }
    let mut seen: BTreeMap<&str, &[ValueStep]> = BTreeMap::new();
    for (word, path) in &all {
        if !is_word(word) {
            out.push(bad_word(word, doc.place(path)));
        }
        if let Some(first) = seen.insert(word, path) {
            let error = Diagnostic::at("E205", doc.place(path), format!("`{word}` is declared twice"));
            out.push(error.related(doc.place(first), "first declared here"));
        }
    }
}

fn bad_word(word: &str, place: &SourceSpan) -> Diagnostic {
    let error = Diagnostic::at("E204", place, format!("`{word}` is not a valid name"));
    error.expected("expected lower-case letters, digits, `-` and `_`, beginning with a letter")
}

fn is_word(word: &str) -> bool {
    let inside = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    word.len() <= 60 && word.starts_with(|c: char| c.is_ascii_lowercase()) && word.chars().all(inside)
}

/// Checks that no property has the same name as a key that every unit has.
fn properties_are_not_keys(doc: &Doc<SystemFile>, out: &mut Vec<Diagnostic>) {
    for name in doc.file.properties.keys().filter(|name| super::units::KEYS.contains(&name.as_str())) {
        let place = doc.place(&["properties".into(), ValueStep::Name(name)]);
        out.push(Diagnostic::at("E205", place, format!("every unit already has the key `{name}`")));
    }
}

/// Checks that colours are well formed, and that every terrain with a colour is declared.
fn colours(doc: &Doc<SystemFile>, out: &mut Vec<Diagnostic>) {
    let mut check = |colour: &str, path: &[ValueStep]| {
        if Colour::parse(colour).is_none() {
            let error = Diagnostic::at("E204", doc.place(path), format!("`{colour}` is not a colour"));
            out.push(error.expected("expected `#` and six hexadecimal digits: `#a9b0a3`"));
        }
    };
    let sides = doc.file.side.iter().map(|side| &side.colour).enumerate();
    let types = doc.file.unit_type.iter().map(|kind| &kind.colour).enumerate();
    for (list, (at, colour)) in sides.map(|side| ("side", side)).chain(types.map(|kind| ("unit_type", kind))) {
        colour.iter().for_each(|colour| check(colour, &[list.into(), at.into(), "colour".into()]));
    }
    let colours = doc.file.terrain_colours.iter();
    colours.for_each(|(name, colour)| check(colour, &["terrain_colours".into(), ValueStep::Name(name)]));
    for (table, terrains) in
        [("terrain_colours", &doc.file.terrain_colours), ("terrain_looks", &doc.file.terrain_looks)]
    {
        for terrain in terrains.keys() {
            let place = doc.place(&[table.into(), ValueStep::Name(terrain)]);
            find_position(&doc.file.terrains, terrain, "terrain", place, out);
        }
    }
}

/// Checks that every terrain, tag, value or alliance with a title is declared.
fn titles(doc: &Doc<SystemFile>, out: &mut Vec<Diagnostic>) {
    let file = &doc.file;
    let alliances = file.side.iter().filter_map(|side| side.alliance.clone());
    let declared = [&file.terrains, &file.tags, &file.values].into_iter().flatten().cloned();
    let declared: Vec<String> = declared.chain(alliances).collect();
    for name in file.titles.keys() {
        let place = doc.place(&["titles".into(), ValueStep::Name(name)]);
        find_position(&declared, name, "terrain, tag, value or alliance", place, out);
    }
}

/// Checks that no property's minimum exceeds its maximum.
fn ranges(doc: &Doc<SystemFile>, out: &mut Vec<Diagnostic>) {
    let ranges = doc.file.properties.iter().map(|(name, property)| (name, property.range()));
    for (name, range) in ranges.filter(|(_, range)| range.is_empty()) {
        let message = format!("the minimum {} exceeds the maximum {}", range.start(), range.end());
        out.push(Diagnostic::at("E203", doc.place(&["properties".into(), name.into()]), message));
    }
}

/// Checks the default values of unit types, and the properties printed on cards.
fn defaults(doc: &Doc<SystemFile>, out: &mut Vec<Diagnostic>) {
    let properties: Vec<String> = doc.file.properties.keys().cloned().collect();
    for (at, kind) in doc.file.unit_type.iter().enumerate() {
        for (name, number) in &kind.defaults {
            let place = doc.place(&["unit_type".into(), at.into(), "defaults".into(), ValueStep::Name(name)]);
            find_position(&properties, name, "property", place, out);
            if doc.file.properties.get(name).is_some_and(|property| !property.range().contains(number)) {
                out.push(out_of_range(doc, name, &kind.name, *number, place));
            }
        }
        for (number, name) in kind.card.iter().flatten().enumerate() {
            let place = doc.place(&["unit_type".into(), at.into(), "card".into(), number.into()]);
            find_position(&properties, name, "property", place, out);
            if kind.card.iter().flatten().take(number).any(|before| before == name) {
                out.push(Diagnostic::at("E205", place, format!("`{name}` is printed on the card twice")));
            }
        }
    }
}

/// Creates the error for a printed number of a unit or a type that is not in the range of its property.
pub fn out_of_range(
    doc: &Doc<SystemFile>,
    name: &str,
    owner: &str,
    number: i32,
    place: &crate::source::SourceSpan,
) -> Diagnostic {
    let range = doc.file.properties[name].range();
    Diagnostic::at("E203", place, format!("`{name}` of `{owner}` cannot be {number}"))
        .expected(format!("expected a number from {} to {}", range.start(), range.end()))
        .related(doc.place(&["properties".into(), ValueStep::Name(name)]), "the system declares the range here")
}

fn movement(doc: &Doc<SystemFile>, out: &mut Vec<Diagnostic>) {
    let file = &doc.file;
    for (name, way) in &file.movement {
        let mut check = |known: &[String], what, word: &str, path: &[ValueStep]| {
            let path: Vec<_> = ["movement".into(), name.into()].iter().chain(path).copied().collect();
            find_position(known, word, what, doc.place(&path), out);
        };
        way.terrain
            .keys()
            .for_each(|key| check(&file.terrains, "terrain", key, &["terrain".into(), ValueStep::Name(key)]));
        for (table, costs) in [("across", &way.across), ("over", &way.over)] {
            costs.keys().for_each(|key| check(&file.features, "feature", key, &[table.into(), ValueStep::Name(key)]));
        }
        for (at, feature) in way.bridges.iter().enumerate() {
            check(&file.features, "feature", feature, &["bridges".into(), at.into()]);
        }
        for (at, terrain) in way.bridge_terrain.iter().enumerate() {
            check(&file.terrains, "terrain", terrain, &["bridge_terrain".into(), at.into()]);
        }
        way.along.iter().for_each(|feature| check(&file.features, "feature", feature, &["along".into()]));
    }
}

fn hooks(doc: &Doc<SystemFile>, out: &mut Vec<Diagnostic>) {
    for (key, rule) in doc.file.hooks.declared() {
        super::sequence::check_rule_name(rule, doc.place(&["hooks".into(), key.into()]), out);
    }
    if doc.file.hooks.outlook.is_some() && doc.file.hooks.evaluate.is_none() {
        let error =
            Diagnostic::at("E106", doc.place(&["hooks".into(), "outlook".into()]), "`outlook` needs `evaluate`");
        out.push(error.help("declare a fast rule for `evaluate`: agents begin their plans with it"));
    }
    for (name, layer) in &doc.file.layers {
        let place = doc.place(&["layers".into(), name.into(), "script".into()]);
        super::sequence::check_rule_name(&layer.script, place, out);
    }
}

/// Returns the layers in file order, which is also their display order.
pub fn layers(doc: &Doc<SystemFile>) -> Vec<LayerInfo> {
    let place = |name: &str| doc.place(&["layers".into(), ValueStep::Name(name)]).span.start;
    let mut all: Vec<_> = doc.file.layers.iter().collect();
    all.sort_by_key(|(name, _)| place(name));
    let layer = |(name, declared): (&String, &LayerDecl)| {
        let LayerDecl { title, rule, script } = declared.clone();
        LayerInfo { name: name.clone(), title, rule, script }
    };
    all.into_iter().map(layer).collect()
}

/// Adds the names to the content.
pub fn fill(doc: &Doc<SystemFile>, content: &mut Content, out: &mut Vec<Diagnostic>) {
    let file = &doc.file;
    content.unit_types = file.unit_type.iter().map(|kind| kind.name.clone()).collect();
    // The order of the file is also the display order.
    let mut properties: Vec<&String> = file.properties.keys().collect();
    properties.sort_by_key(|name| doc.place(&["properties".into(), ValueStep::Name(name)]).span.start);
    content.properties = properties.into_iter().cloned().collect();
    content.marks = file.marks.clone();
    content.cost_parts = file.cost_parts.unwrap_or(1);
    content.style.symbols = file.unit_type.iter().map(|kind| kind.symbol.clone().unwrap_or_default()).collect();
    content.style.marks = file.marks.iter().map(|mark| file.signs.get(mark).map(|sign| (*sign).into())).collect();
    content.style.side_names = side_names(file);
    let colour = |text: &String| Colour::parse(text);
    let allegiance = |side: &SideDecl| match &side.alliance {
        _ if side.neutral => Allegiance::Neutral,
        Some(alliance) => Allegiance::Alliance(alliance.clone()),
        None => Allegiance::Alone,
    };
    content.allegiances = in_order(file).map(allegiance).collect();
    content.style.sides = in_order(file).map(|side| side.colour.as_ref().and_then(colour)).collect();
    content.style.unit_types = file.unit_type.iter().map(|kind| kind.colour.as_ref().and_then(colour)).collect();
    content.style.terrains =
        file.terrain_colours.iter().filter_map(|(name, text)| Some((name.clone(), colour(text)?))).collect();
    content.style.terrain_looks = file.terrain_looks.clone();
    content.style.titles = file.titles.clone();
    let mut variables = |table, declared| super::variables::build(doc, table, declared, out).into_iter();
    content.variables = variables("variables", &file.variables).collect();
    content.space_variables = variables("space_variables", &file.space_variables).collect();
    let numbers = file.unit_numbers.iter().map(|name| Variable::number(name, 0));
    let mut all: Vec<_> = numbers.chain(variables("unit_variables", &file.unit_variables)).collect();
    if !file.headings.is_empty() {
        content.headings = Some(Headings::new(all.len()));
        all.push(Variable::word(HEADING, file.headings.iter().map(String::as_str), 0));
    }
    content.unit_variables = all.into_iter().collect();
    content.unit_links = file.unit_links.clone();
}

/// Returns the adjective and the plural for each side, for use in sentences.
fn side_names(file: &SystemFile) -> Vec<SideName> {
    let name = |side: &SideDecl| {
        let adjective = side.adjective.as_ref().unwrap_or(&side.name);
        SideName { adjective: adjective.clone(), plural: side.plural.as_ref().unwrap_or(adjective).clone() }
    };
    in_order(file).map(name).collect()
}

/// Returns the paragraph of each way of moving that cites one.
pub fn movement_rules(file: &SystemFile) -> BTreeMap<String, String> {
    file.movement.iter().filter_map(|(name, way)| Some((name.clone(), way.rule.clone()?))).collect()
}
