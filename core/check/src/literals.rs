//! Warns of strings in scripts that no pack declares. A comparison with such a string is never true, and a roll or log
//! line that uses it fails or is misleading.

use super::name_sources::NameSources;
use grognard_engine::catalogue::{TextPart, parts};
use grognard_engine::content::Content;
use grognard_luau::{LiteralRole, LiteralUse, NameLookup, Script, literal_uses};
use grognard_packs::option_values;
use grognard_packs::source::{Source, SourceSpan};
use grognard_packs::{Diagnostic, OptionDecl};
use grognard_play::Battle;
use grognard_script::{is_bucket, is_dice};
use std::collections::BTreeSet;

/// Returns a warning for each string that no pack declares.
pub(super) fn strange(battle: &Battle, scripts: &[Script], chances: &NameSources) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (number, (file, script)) in battle.scripts.iter().zip(scripts).enumerate() {
        let source = Source::new(&file.path, &file.source);
        for literal in literal_uses(script) {
            let place = SourceSpan { source: source.clone(), span: literal.span.clone() };
            let told = match &literal.role {
                LiteralRole::Variable(variable) => {
                    check_variable_word((battle, chances), number, variable, &literal.text, &place)
                }
                _ => warning(battle, &literal, &place),
            };
            found.extend(told.map(Diagnostic::warning));
        }
    }
    found
}

fn warning(battle: &Battle, literal: &LiteralUse, place: &SourceSpan) -> Option<Diagnostic> {
    match &literal.role {
        LiteralRole::Field { receiver, field } => check_field_value(battle, receiver, field, &literal.text, place),
        LiteralRole::Option(option) => {
            check_option_value(battle.system.options.get(option)?, option, &literal.text, place)
        }
        LiteralRole::Dice => (!is_dice(&literal.text)).then(|| {
            let warning = Diagnostic::at("W425", place, format!("`{}` is not a dice expression", literal.text));
            warning.help("write the number of dice and their sides: `1d6`, `2d10`")
        }),
        LiteralRole::Bucket => (!is_bucket(&literal.text)).then(|| {
            let warning = Diagnostic::at(
                "W425",
                place,
                format!("`{}` is not a dice expression with a target number", literal.text),
            );
            warning
                .help("write the number of dice, their sides and the lowest roll that hits: `4d6>=5`, `2d10>=8 1d6>=6`")
        }),
        LiteralRole::Paragraph => paragraph(battle, &literal.text, place),
        LiteralRole::Places(count, is_open) => check_template_places(*count, *is_open, &literal.text, place),
        LiteralRole::Offered(offered) if !offered.contains(&literal.text) => {
            let message =
                format!("`{}` is not among the answers, so this comparison always has the same result", literal.text);
            let offered = offered.iter().map(String::as_str).collect();
            Some(suggest_or_list(Diagnostic::at("W424", place, message), &literal.text, &offered))
        }
        LiteralRole::Variable(_)
        | LiteralRole::Cell(_)
        | LiteralRole::TypeName
        | LiteralRole::Offered(_)
        | LiteralRole::Other => None,
    }
}

/// Warns if a field of the game never has this value.
fn check_field_value(
    battle: &Battle,
    receiver: &str,
    field: &str,
    text: &str,
    place: &SourceSpan,
) -> Option<Diagnostic> {
    let (what, known) = field_values(battle, receiver, field)?;
    if known.is_empty() || known.contains(text) {
        return None;
    }
    let warning = Diagnostic::at(
        "W424",
        place,
        format!("there is no {what} `{text}`, so this comparison always has the same result"),
    );
    Some(suggest_or_list(warning, text, &known))
}

fn field_values<'a>(battle: &'a Battle, receiver: &str, field: &str) -> Option<(&'static str, BTreeSet<&'a str>)> {
    let content = &battle.content;
    Some(match field {
        "terrain" => ("terrain", content.map.terrains.iter().map(|(_, name)| name).collect()),
        "type" => ("unit type", content.unit_types.iter().map(|(_, name)| name).collect()),
        "formation" => ("formation", content.units.iter().filter_map(|unit| unit.formation.as_deref()).collect()),
        "name" if ["side", "owner", "enemy"].contains(&receiver) => {
            ("side", content.sides.iter().map(|(_, name)| name).collect())
        }
        "name" => {
            let things = content.sides.iter().map(|(_, name)| name);
            let things = things.chain(content.unit_names.iter().map(|(_, name)| name));
            let things = things.chain(content.map.names.iter().map(|(_, name)| name));
            let charts = content.charts.iter().flat_map(|chart| chart.columns.keys.iter().chain([&chart.name]));
            ("side, unit, space or chart", things.chain(charts.map(String::as_str)).collect())
        }
        _ => return None,
    })
}

/// Warns if `text` is not a value of an option.
fn check_option_value(option: &OptionDecl, name: &str, text: &str, place: &SourceSpan) -> Option<Diagnostic> {
    let known = option_values(option);
    if option.values.iter().any(|value| value == text) {
        return None;
    }
    let warning = Diagnostic::at("W424", place, format!("the option `{name}` is never the string `{text}`"));
    let list = known.join(", ");
    Some(match option.values.is_empty() {
        true => warning.help(format!("its values are {list}; write them without quotes")),
        false => suggest_or_list(warning, text, &option.values.iter().map(String::as_str).collect()),
    })
}

/// Warns if `text` is no word of a variable. The game, units and spaces can have variables of the same name.
fn check_variable_word(
    (battle, chances): (&Battle, &NameSources),
    file: usize,
    name: &str,
    text: &str,
    place: &SourceSpan,
) -> Option<Diagnostic> {
    let words = words_of_variable(&battle.content, name)?;
    let asked = NameLookup { method: "get".into(), argument: 1, name: text.to_owned(), of_game: false, file, line: 0 };
    let has = |content: &Content| words_of_variable(content, name).is_some_and(|words| words.contains(text));
    if words.contains(text) || !chances.none(&asked, has, true, false) {
        return None;
    }
    let message =
        format!("`{text}` is no word of the variable `{name}`, so this comparison always has the same result");
    let warning = Diagnostic::at("W424", place, message);
    Some(match words.is_empty() {
        true => warning.help("it has numbers; write them without quotes"),
        false => suggest_or_list(warning, text, &words),
    })
}

/// Returns the words of all variables with a name; `None` if there is no such variable.
fn words_of_variable<'a>(content: &'a Content, name: &str) -> Option<BTreeSet<&'a str>> {
    let kinds = [&content.variables, &content.unit_variables, &content.space_variables];
    let mut named = kinds.into_iter().filter_map(|kind| kind.position(name).map(|at| &kind[at])).peekable();
    named.peek()?;
    Some(named.flat_map(|variable| &variable.words).map(String::as_str).collect())
}

/// Warns of an unknown paragraph at the start of a string. Words may follow the number: `9.0 combat`.
fn paragraph(battle: &Battle, text: &str, place: &SourceSpan) -> Option<Diagnostic> {
    let known: BTreeSet<&str> = battle.system.paragraphs.iter().map(|paragraph| paragraph.number.as_str()).collect();
    let Some(number) = text.split_whitespace().next() else {
        let warning = Diagnostic::at("W426", place, "no paragraph is cited");
        return Some(warning.help("cite a paragraph of the rulebook, such as `\"5.0\"`"));
    };
    if known.is_empty() || known.contains(number) || known.contains(text) {
        return None;
    }
    let warning = Diagnostic::at("W426", place, format!("no rulebook has a paragraph `{number}`"));
    Some(suggest_or_list(warning, number, &known))
}

/// Warns of placeholders without an argument, and of arguments without a placeholder.
fn check_template_places(count: usize, is_open: bool, text: &str, place: &SourceSpan) -> Option<Diagnostic> {
    let slots: BTreeSet<usize> = parts(text)
        .into_iter()
        .filter_map(|part| if let TextPart::Slot(slot) = part { Some(slot.number) } else { None })
        .collect();
    let warn = |message: String| Some(Diagnostic::at("W427", place, message));
    if let Some(slot) = slots.iter().find(|slot| **slot > count && !is_open) {
        let arguments = if count == 1 { "1 argument follows".to_owned() } else { format!("{count} arguments follow") };
        return warn(format!("the placeholder {{{slot}}} has no argument: {arguments} the text"));
    }
    let idle = (1..=count).find(|number| !(slots.contains(number) || is_open && *number == count))?;
    warn(format!("the text has no placeholder {{{idle}}} for an argument that follows it"))
}

/// Suggests the nearest known word. If none is near, lists all known words, provided that there are fewer than ten.
pub(super) fn suggest_or_list(warning: Diagnostic, wrong: &str, known: &BTreeSet<&str>) -> Diagnostic {
    let suggested = warning.suggest(wrong, known.iter().copied());
    match (&suggested.help, known.len()) {
        (None, 1..=9) => suggested.help(format!("available: {}", known.iter().copied().collect::<Vec<_>>().join(", "))),
        _ => suggested,
    }
}
