//! All phrases on the pages that do not come from a pack.

use crate::battle_content::BattleContent;
use maud::{Markup, html};

pub(crate) const AIDS: &str = "Player aids";
pub(crate) const CONTENTS: &str = "Contents";
pub(crate) const CHANGED: &str = "changed by a mod: see the note";
/// The mark for changes, which also shows in black-and-white print.
pub(crate) const SIGN: &str = "†";
pub(crate) const NEW: &str = "new";
pub(crate) const NOTHING: &str = "–";
pub(crate) const CORNER: &str = "↓ →";
pub(crate) const LEGEND: &str =
    "A value with a dagger and a frame was changed by a mod; its numbered note gives the mod and the original value.";
pub(crate) const MADE_FROM: &str = "Generated from the packs that enforce the rules";
pub(crate) const RULES: &str = "Rules";
pub(crate) const PACK: &str = "Pack";
pub(crate) const VERSION: &str = "Version";
pub(crate) const CONTENT: &str = "Content";
pub(crate) const PACKS: &str = "Packs in loading order";

pub(crate) const TERRAIN: &str = "Terrain";
pub(crate) const TERRAIN_CAPTION: &str = "Terrain: cost to enter, and effect on combat";
pub(crate) const COMBAT: &str = "Combat";
pub(crate) const CLOSED: &str = "prohibited";
pub(crate) const ON_ITS_LINE: &str = "moves along it";
pub(crate) const IF_ALL: &str = "if every attacker crosses it";
pub(crate) const NO_ODDS: &str = "The system declares no odds rule, so effects on combat are not listed.";
pub(crate) const PROBED: &str = "Effects on combat were determined by running the odds rule.";
pub(crate) const RULES_CHANGED: &str = "a rule changed";

pub(crate) const TRACK: &str = "Turn track";
pub(crate) const TURN: &str = "Turn";
pub(crate) const LEFT_OUT: &str = "Skipped phases";

pub(crate) const SETUP: &str = "Set-up";
pub(crate) const OFF_MAP: &str = "Not on the map at the start";
pub(crate) const ON_MAP: &str = "On the map";
pub(crate) const REMOVED: &str = "Removed";
pub(crate) const HOLDS: &str = "Controls";

pub(crate) const SEQUENCE: &str = "Sequence of play";
pub(crate) const BEFORE_TURNS: &str = "Before the first turn";
pub(crate) const REPEATED: &str = "may be repeated";
pub(crate) const CONDITIONAL: &str = "conditional";

pub(crate) const OPTIONS: &str = "Options in force";
pub(crate) const OPTION: &str = "Option";
pub(crate) const VALUE: &str = "Value";
pub(crate) const DEFAULT: &str = "Default";
pub(crate) const MEANING: &str = "Meaning";
pub(crate) const NO_OPTIONS: &str = "There are no options.";
pub(crate) const ON: &str = "on";
pub(crate) const OFF: &str = "off";
pub(crate) const CHOSEN: &str = "chosen";

pub(crate) const PARAGRAPHS: &str = "Index of paragraphs";
pub(crate) const PARAGRAPH: &str = "Paragraph";
pub(crate) const SUBJECT: &str = "Subject";
pub(crate) const NOT_ENFORCED: &str = "Not enforced";

pub(crate) const ERRATA: &str = "Changes made by mods";
pub(crate) const ERRATA_DATA: &str = "Changes to data";
pub(crate) const ERRATA_RULES: &str = "Changes to rules";
pub(crate) const WHAT: &str = "What";
pub(crate) const HOW: &str = "How";
pub(crate) const WAS: &str = "Was";
pub(crate) const WHY: &str = "Why";
pub(crate) const WRAPPED: &str = "wrapped";
pub(crate) const REPLACED: &str = "replaced";

/// Explains why an option can no longer be chosen.
pub(crate) fn fixed_option_reason(book: &BattleContent, pack: &str) -> String {
    book.fill("fixed by {1}", &[pack])
}

/// Describes an option that can no longer be chosen, and its value.
pub(crate) fn fixed_option_value(book: &BattleContent, option: &str, value: &str) -> String {
    book.fill("the option {1} is fixed at “{2}”", &[option, value])
}

/// Describes an old value.
pub(crate) fn was(book: &BattleContent, value: &str) -> String {
    book.fill("was {1}", &[if value.is_empty() { NOTHING } else { value }])
}

/// Describes a field of a unit and its old value.
pub(crate) fn field_was(field: &str, value: &str) -> String {
    format!("{field} {}", if value.is_empty() { NOTHING } else { value })
}

/// Formats a paragraph number in brackets.
pub(crate) fn paragraph(number: Option<&str>) -> Markup {
    html! { @if let Some(number) = number { " " span.rule { "(" (number) ")" } } }
}

/// Explains how odds are rounded and limited.
pub(crate) fn odds_reading(book: &BattleContent, columns: &[String]) -> String {
    let (first, last) = (columns.first().map_or("", String::as_str), columns.last().map_or("", String::as_str));
    book.fill(
        "Odds are rounded in favour of the defender. Above {1}, use the last column; there is no column below {2}.",
        &[last, first],
    )
}

/// Formats a column shift.
pub(crate) fn columns(book: &BattleContent, amount: i32) -> String {
    let sign = if amount < 0 { "−" } else { "+" };
    sign.to_owned() + &book.fill("{1} {1?column|columns}", &[&amount.abs().to_string()])
}

/// States that only one of several terrains, tags and features applies.
pub(crate) fn only_one(book: &BattleContent, all: &str) -> String {
    book.fill("Only one of these applies: {1}.", &[all])
}

/// Describes the defenders to which an effect applies.
pub(crate) fn defends(book: &BattleContent, who: &str) -> String {
    book.fill("{1} defending", &[who])
}

/// Describes the types of defender and attacker to which an effect applies.
pub(crate) fn against(book: &BattleContent, defender: &str, attacker: &str) -> String {
    book.fill("{1} defending against {2}", &[defender, attacker])
}

/// Formats an extra cost.
pub(crate) fn extra(cost: u8) -> String {
    format!("+{cost}")
}

/// Formats the turns in which a phase takes place.
pub(crate) fn turns(book: &BattleContent, ranges: &[(u16, u16)]) -> String {
    let range =
        |(first, last): &(u16, u16)| if first == last { first.to_string() } else { format!("{first}–{last}") };
    book.fill("turns {1}", &[&ranges.iter().map(range).collect::<Vec<_>>().join(", ")])
}

/// Formats a number of units.
pub(crate) fn units(book: &BattleContent, count: usize) -> String {
    book.fill("{1} {1?unit|units}", &[&count.to_string()])
}

/// Formats the number of parts of a list or table.
pub(crate) fn parts(book: &BattleContent, count: usize) -> String {
    book.fill("{1} {1?part|parts}", &[&count.to_string()])
}

/// Formats the number of parts of a list, with the parts added and removed.
pub(crate) fn came_and_went(book: &BattleContent, count: usize, new: &[String], gone: &[String]) -> String {
    let list = |text: &str, names: &[String]| {
        if names.is_empty() { String::new() } else { book.fill(text, &[&names.join(", ")]) }
    };
    parts(book, count) + &list("; new: {1}", new) + &list("; removed: {1}", gone)
}
