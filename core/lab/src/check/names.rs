//! Names that scripts ask for and that no pack declares: a slip would else show only when the rule runs, or never.

use super::word_in_line;
use crate::battle::Battle;
use grognard_engine::content::Content;
use grognard_engine::sequence::Sequence;
use grognard_packs::Diagnostic;
use grognard_packs::source::Place;
use grognard_script::{Asked, Usage};
use std::collections::BTreeSet;

/// A warning for each name that does not exist in this battle.
pub(super) fn names(battle: &Battle, usage: &Usage) -> Vec<Diagnostic> {
    let place = |asked: &Asked| word_in_line(battle, asked.file, asked.line, &asked.name);
    usage.asked.iter().filter_map(|asked| unknown(asked, &battle.content, &place(asked))).collect()
}

/// A warning about a name that does not exist.
pub(super) fn unknown(asked: &Asked, content: &Content, place: &Place) -> Option<Diagnostic> {
    let (what, known) = known(asked, content)?;
    if known.contains(asked.name.as_str()) {
        return None;
    }
    let code = if ["row", "column"].contains(&what) { "W423" } else { "W422" };
    let message = match code {
        "W423" => format!("no chart has the {what} `{}`", asked.name),
        _ => format!("there is no {what} `{}`", asked.name),
    };
    let warning = Diagnostic::at(code, place, message).warning();
    let suggested = warning.suggest(&asked.name, known.iter().copied());
    Some(match (&suggested.help, known.len()) {
        (Some(_), _) => suggested,
        (None, 0) => suggested.help(format!("the packs declare no {what}")),
        (None, 1..=9) => suggested.help(format!("there is {}", known.into_iter().collect::<Vec<_>>().join(", "))),
        _ => suggested.help("declare it, or ask for another"),
    })
}

/// The names of all phases.
fn phases(sequence: &Sequence) -> BTreeSet<&str> {
    let turns = sequence.turn.iter().flat_map(|turn| &turn.phases);
    sequence.setup.iter().chain(turns).map(|phase| phase.name.as_str()).collect()
}

/// What an argument names, and all there is of it; `None` for arguments that are other texts.
fn known<'a>(asked: &Asked, content: &'a Content) -> Option<(&'static str, BTreeSet<&'a str>)> {
    let map = &content.map;
    let all = |names: &'a [String]| names.iter().map(String::as_str).collect();
    Some(match (asked.method.as_str(), asked.argument) {
        ("chart", 1) => ("chart", content.charts.iter().map(|chart| chart.name.as_str()).collect()),
        ("cell" | "result", 1) => ("row", content.charts.iter().flat_map(|chart| &chart.rows.keys).map(String::as_str).collect()),
        ("cell", 2) | ("this_turn", 1) => {
            ("column", content.charts.iter().flat_map(|chart| &chart.columns.keys).map(String::as_str).collect())
        }
        ("link" | "unlink" | "linked" | "links" | "linked_to", 1) => ("link of units", all(&content.unit_links)),
        ("option", 1) => ("option", content.options.keys().map(String::as_str).collect()),
        ("get" | "set", 1) => ("variable", content.variables.iter().map(|(name, _)| name.as_str()).collect()),
        ("phase", 0) => ("phase", phases(&content.sequence)),
        ("edge", 1) => ("edge", map.edges().iter().map(|(name, _)| name.as_str()).collect()),
        ("along" | "all_across", 1) | ("border", 2) => ("feature", all(map.features())),
        ("spaces", 1) | ("owned", 2) => ("tag", map.tags().iter().map(|(name, _)| name.as_str()).collect()),
        ("number" | "set_number", 1) => ("number of units", all(&content.unit_numbers)),
        ("mark" | "unmark" | "marked" | "unmarked" | "clear_mark", 1) => ("mark", all(&content.marks)),
        ("printed" | "sum", 1) | ("march.points", _) => ("property", all(&content.properties)),
        ("side_named", 1) => ("side", content.sides.iter().map(|(_, name)| name).collect()),
        ("unit_named", 1) => ("unit", content.unit_names.iter().map(|(_, name)| name).collect()),
        ("space_named", 1) => ("space", map.names.iter().map(|(_, name)| name).collect()),
        ("reach", 2) | ("march.costs" | "reach.costs", _) => ("way of moving", map.movements().iter().map(|(_, name)| name).collect()),
        ("has" | "tagged", 1) => {
            let spaces = map.tags().iter().map(|(name, _)| name);
            let units = content.units.iter().flat_map(|unit| &unit.tags);
            ("tag", spaces.chain(units).map(String::as_str).collect())
        }
        _ => return None,
    })
}
