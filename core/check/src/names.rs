//! Reports names that scripts look up but no pack declares. Without this check, a mistake would appear only when the
//! rule runs, or never.

use super::name_sources::NameSources;
use super::word_in_line;
use grognard_engine::content::Content;
use grognard_engine::field::Facing;
use grognard_engine::sequence::Sequence;
use grognard_luau::suggest::all_nearest;
use grognard_luau::{NameLookup, Receiver, Script, Usage, call_facts};
use grognard_packs::Diagnostic;
use grognard_packs::source::SourceSpan;
use grognard_play::Battle;
use std::collections::BTreeSet;

/// Reports each name that does not exist in this battle.
pub(super) fn names(battle: &Battle, scripts: &[Script], usage: &Usage, chances: &NameSources) -> Vec<Diagnostic> {
    let place = |asked: &NameLookup| word_in_line(battle, asked.file, asked.line, &asked.name);
    let of_spaces = space_tags(scripts);
    let unknown = |asked: &NameLookup| {
        let of_a_space = asked.method == "has" && of_spaces.contains(&(asked.file, asked.line, asked.name.clone()));
        unknown(asked, &battle.content, &place(asked), chances, of_a_space)
    };
    let no_rule = |asked: &NameLookup| no_such_rule(asked, usage, &place(asked));
    usage.lookups.iter().filter_map(|asked| unknown(asked).or_else(|| no_rule(asked))).collect()
}

/// Reports a rule that sides should run in secret but that no script defines.
fn no_such_rule(asked: &NameLookup, usage: &Usage, place: &SourceSpan) -> Option<Diagnostic> {
    let is_named = asked.of_game && (asked.method.as_str(), asked.argument) == ("commit", 2);
    if !is_named || usage.rules.iter().any(|rule| rule.name == asked.name) {
        return None;
    }
    let found = Diagnostic::at("E422", place, format!("there is no rule `{}`", asked.name));
    Some(found.suggest(&asked.name, usage.rules.iter().map(|rule| rule.name.as_str())))
}

/// Returns the tags that scripts look up on a space, each as file number, line and tag.
fn space_tags(scripts: &[Script]) -> BTreeSet<(usize, usize, String)> {
    let in_file = |(number, script): (usize, &Script)| {
        let tags = call_facts(script).tags.into_iter().filter(|tag| tag.receiver == Receiver::Space);
        tags.map(|tag| (number, script.line(tag.span.start), tag.tag)).collect::<Vec<_>>()
    };
    scripts.iter().enumerate().flat_map(in_file).collect()
}

/// Reports a name that does not exist: as an error if nothing can provide it, otherwise as a warning.
pub(super) fn unknown(
    asked: &NameLookup,
    content: &Content,
    place: &SourceSpan,
    chances: &NameSources,
    of_a_space: bool,
) -> Option<Diagnostic> {
    let (what, known) = names_for_lookup(asked, content)?;
    if known.contains(asked.name.as_str()) {
        return None;
    }
    let has = |content: &Content| {
        self::names_for_lookup(asked, content).is_some_and(|(_, known)| known.contains(asked.name.as_str()))
    };
    let is_near = !all_nearest(&asked.name, known.iter().copied()).is_empty();
    // Looking up an unknown tag of a unit or an unknown phase does not make a rule fail.
    let fails = of_a_space || !["has", "tagged", "untagged", "phase"].contains(&asked.method.as_str());
    let is_certain = chances.none(asked, has, fails, is_near);
    let (code, message) = match (what, is_certain) {
        ("row" | "column", true) => ("E423", format!("no chart has the {what} `{}`", asked.name)),
        ("row" | "column", false) => ("W423", format!("no chart has the {what} `{}`", asked.name)),
        (_, true) => ("E422", format!("there is no {what} `{}`", asked.name)),
        (_, false) => ("W422", format!("there is no {what} `{}`", asked.name)),
    };
    let found = Diagnostic::at(code, place, message);
    let suggested = if is_certain { found } else { found.warning() }.suggest(&asked.name, known.iter().copied());
    Some(match (&suggested.help, known.len()) {
        (Some(_), _) => suggested,
        (None, 0) => suggested.help(format!("the packs declare no {what}")),
        (None, 1..=9) => suggested.help(format!("available: {}", known.into_iter().collect::<Vec<_>>().join(", "))),
        _ => suggested.help("declare it, or use another name"),
    })
}

/// Returns the names of all phases.
fn phases(sequence: &Sequence) -> BTreeSet<&str> {
    let turns = sequence.turn.iter().flat_map(|turn| &turn.phases);
    sequence.setup.iter().chain(turns).map(|phase| phase.name.as_str()).collect()
}

/// Returns the kind of thing that an argument names, and all names of that kind; `None` if the argument is not a name.
fn names_for_lookup<'a>(asked: &NameLookup, content: &'a Content) -> Option<(&'static str, BTreeSet<&'a str>)> {
    let map = &content.map;
    let all = |names: &'a [String]| -> BTreeSet<&'a str> { names.iter().map(String::as_str).collect() };
    Some(match (asked.method.as_str(), asked.argument) {
        ("chart", 1) => ("chart", content.charts.iter().map(|chart| chart.name.as_str()).collect()),
        ("cell" | "result", 1) => {
            ("row", content.charts.iter().flat_map(|chart| &chart.rows.keys).map(String::as_str).collect())
        }
        ("cell", 2) | ("this_turn", 1) => {
            ("column", content.charts.iter().flat_map(|chart| &chart.columns.keys).map(String::as_str).collect())
        }
        ("link" | "unlink" | "linked" | "links" | "linked_to", 1)
        | ("next_battle", 3)
        | ("declare_attacks.link", _) => ("link between units", all(&content.unit_links)),
        ("option", 1) => ("option", content.options.keys().map(String::as_str).collect()),
        ("with_number" | "with_word", 1) => ("unit variable", content.unit_variables.names().collect()),
        ("with_word", 2) => ("word of a unit variable", content.unit_variables.words().collect()),
        ("get" | "set", 1) if asked.of_game => ("variable", content.variables.names().collect()),
        ("set", 2) if asked.of_game => ("word of a variable", content.variables.words().collect()),
        // Both units and spaces can have variables.
        ("get" | "set", 1) => {
            ("unit or space variable", content.unit_variables.names().chain(content.space_variables.names()).collect())
        }
        ("set", 2) => (
            "word of a unit or space variable",
            content.unit_variables.words().chain(content.space_variables.words()).collect(),
        ),
        ("phase", 0) => ("phase", phases(&content.sequence)),
        ("edge", 1) => ("edge", map.edges().iter().map(|(name, _)| name.as_str()).collect()),
        // A region can lie along a side of the table.
        ("along", 1) => ("feature", all(map.features()).into_iter().chain(facings()).collect()),
        ("all_across" | "across" | "border" | "neighbours", 2) => ("feature", all(map.features())),
        ("stand" | "region", 2) => ("facing", facings().collect()),
        ("of_terrain", 1) => ("terrain", map.terrains.iter().map(|(_, name)| name).collect()),
        ("spaces", 1) | ("owned", 2) => ("tag", map.tags().iter().map(|(name, _)| name.as_str()).collect()),
        ("of_type", _) => ("unit type", content.unit_types.iter().map(|(_, name)| name).collect()),
        ("mark" | "unmark" | "has_mark" | "marked" | "unmarked" | "clear_mark", 1) => ("mark", all(&content.marks)),
        ("toward" | "turned", 1) | ("turns", 1 | 2) | ("arc", 2) | ("reach.heading", _) => {
            ("heading", all(content.heading_names()))
        }
        // Both units and spaces can have printed numbers.
        ("printed" | "at_least" | "at_most", 1) => {
            ("printed number", all(&content.properties).into_iter().chain(map.value_names()).collect())
        }
        ("prospects", 2)
        | ("superior_at", 2 | 3)
        | ("sum" | "highest" | "stacks_over" | "closeness", 1)
        | ("like.property" | "march.points", _) => ("property", all(&content.properties)),
        ("side_named", 1) => ("side", content.sides.iter().map(|(_, name)| name).collect()),
        ("unit_named", 1) => ("unit", content.unit_names.iter().map(|(_, name)| name).collect()),
        ("space_named", 1) => ("space", map.names.iter().map(|(_, name)| name).collect()),
        ("march.costs" | "reach.costs", _) => ("movement table", ways(content)),
        ("has" | "tagged" | "untagged", 1) => {
            let spaces = map.tags().iter().map(|(name, _)| name);
            let units = content.units.iter().flat_map(|unit| &unit.tags);
            ("tag", spaces.chain(units).map(String::as_str).collect())
        }
        _ => return None,
    })
}

/// Returns the ways of moving, both between spaces and over ground.
fn ways(content: &Content) -> BTreeSet<&str> {
    let on_a_map = content.map.movements().iter().map(|(_, name)| name);
    on_a_map.chain(content.goings.iter().map(|going| going.name.as_str())).collect()
}

fn facings<'a>() -> impl Iterator<Item = &'a str> {
    Facing::ALL.into_iter().map(|facing| -> &'a str { facing.name() })
}
