//! Every word of the pages that does not come from a pack.

use crate::battle_content::BattleContent;
use maud::{Markup, html};

pub(crate) const AIDS: &str = "Player aids";
pub(crate) const CONTENTS: &str = "Contents";
pub(crate) const CHANGED: &str = "changed by a mod: see the note";
/// Survives black and white.
pub(crate) const SIGN: &str = "†";
pub(crate) const NEW: &str = "new";
pub(crate) const NOTHING: &str = "–";
pub(crate) const CORNER: &str = "↓ →";
pub(crate) const LEGEND: &str =
    "A value with a dagger and a frame was changed by a mod; its numbered note names the mod and the original value.";
pub(crate) const MADE_FROM: &str = "Made from the packs that enforce the rules";
pub(crate) const RULES: &str = "Rules";
pub(crate) const PACK: &str = "Pack";
pub(crate) const VERSION: &str = "Version";
pub(crate) const CONTENT: &str = "Content";
pub(crate) const PACKS: &str = "Packs in loading order";

pub(crate) const TERRAIN: &str = "Terrain";
pub(crate) const TERRAIN_CAPTION: &str = "Terrain: cost to enter, and effect on combat";
pub(crate) const COMBAT: &str = "Combat";
pub(crate) const CLOSED: &str = "closed";
pub(crate) const ON_ITS_LINE: &str = "this way follows it";
pub(crate) const IF_ALL: &str = "if every attacker crosses it";
pub(crate) const NO_ODDS: &str = "The system declares no odds rule, so effects on combat are not listed.";
pub(crate) const PROBED: &str = "Effects on combat were determined by running the odds rule.";
pub(crate) const RULES_CHANGED: &str = "a rule changed";

pub(crate) const TRACK: &str = "Turn track";
pub(crate) const TURN: &str = "Turn";
pub(crate) const LEFT_OUT: &str = "Phases left out";

pub(crate) const SETUP: &str = "Set-up";
pub(crate) const OFF_MAP: &str = "Not on the map at the start";
pub(crate) const ON_MAP: &str = "On the map";
pub(crate) const REMOVED: &str = "Taken out";
pub(crate) const HOLDS: &str = "Holds";

pub(crate) const SEQUENCE: &str = "Sequence of play";
pub(crate) const BEFORE_TURNS: &str = "Before the first turn";
pub(crate) const REPEATED: &str = "may be repeated";
pub(crate) const CONDITIONAL: &str = "under a condition";

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
pub(crate) const NOT_ENFORCED: &str = "Nothing to enforce";

pub(crate) const ERRATA: &str = "Everything mods change";
pub(crate) const ERRATA_DATA: &str = "Changes to data";
pub(crate) const ERRATA_RULES: &str = "Changes to rules";
pub(crate) const WHAT: &str = "What";
pub(crate) const HOW: &str = "How";
pub(crate) const WAS: &str = "Was";
pub(crate) const WHY: &str = "Why";
pub(crate) const WRAPPED: &str = "wrapped";
pub(crate) const REPLACED: &str = "replaced";

/// Why nobody can choose an option any more.
pub(crate) fn fixed_option_reason(book: &BattleContent, pack: &str) -> String {
    book.fill("fixed by {1}", &[pack])
}

/// An option nobody can choose any more, and its value.
pub(crate) fn fixed_option_value(book: &BattleContent, option: &str, value: &str) -> String {
    book.fill("the option {1} is fixed to “{2}”", &[option, value])
}

/// The value before.
pub(crate) fn was(book: &BattleContent, value: &str) -> String {
    book.fill("was {1}", &[if value.is_empty() { NOTHING } else { value }])
}

/// A field of a unit with the value before.
pub(crate) fn field_was(field: &str, value: &str) -> String {
    format!("{field} {}", if value.is_empty() { NOTHING } else { value })
}

/// A paragraph in brackets, after what it belongs to.
pub(crate) fn paragraph(number: Option<&str>) -> Markup {
    html! { @if let Some(number) = number { " " span.rule { "(" (number) ")" } } }
}

/// How odds are read, as the engine reads them.
pub(crate) fn odds_reading(book: &BattleContent, columns: &[String]) -> String {
    let (first, last) = (columns.first().map_or("", String::as_str), columns.last().map_or("", String::as_str));
    book.fill(
        "Odds are rounded in favour of the defender. Above {1}, use the last column; there is no column below {2}.",
        &[last, first],
    )
}

/// A shift of the column.
pub(crate) fn columns(book: &BattleContent, amount: i32) -> String {
    let sign = if amount < 0 { "−" } else { "+" };
    sign.to_owned() + &book.fill("{1} {1?column|columns}", &[&amount.abs().to_string()])
}

/// Words of which one counts.
pub(crate) fn only_one(book: &BattleContent, all: &str) -> String {
    book.fill("Only one of these applies: {1}.", &[all])
}

/// For whom an effect holds.
pub(crate) fn defends(book: &BattleContent, who: &str) -> String {
    book.fill("{1} defending", &[who])
}

/// The same for a type of unit against another.
pub(crate) fn against(book: &BattleContent, defender: &str, attacker: &str) -> String {
    book.fill("{1} defending against {2}", &[defender, attacker])
}

/// An extra cost.
pub(crate) fn extra(cost: u8) -> String {
    format!("+{cost}")
}

/// The turns of a phase.
pub(crate) fn turns(book: &BattleContent, ranges: &[(u16, u16)]) -> String {
    let range =
        |(first, last): &(u16, u16)| if first == last { first.to_string() } else { format!("{first}–{last}") };
    book.fill("turns {1}", &[&ranges.iter().map(range).collect::<Vec<_>>().join(", ")])
}

/// How many units.
pub(crate) fn units(book: &BattleContent, count: usize) -> String {
    book.fill("{1} {1?unit|units}", &[&count.to_string()])
}

/// How many parts a list or a table has.
pub(crate) fn parts(book: &BattleContent, count: usize) -> String {
    book.fill("{1} {1?part|parts}", &[&count.to_string()])
}

/// The parts of a list that are new, and those that are gone.
pub(crate) fn came_and_went(book: &BattleContent, count: usize, new: &[String], gone: &[String]) -> String {
    let list = |text: &str, names: &[String]| {
        if names.is_empty() { String::new() } else { book.fill(text, &[&names.join(", ")]) }
    };
    parts(book, count) + &list("; new: {1}", new) + &list("; gone: {1}", gone)
}
