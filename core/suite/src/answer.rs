//! Matches written answers against the options.

use super::names;
use super::page::{ANSWER, LINE, LineResult, wrong};
use super::tokens::{list, number};
use grognard_engine::content::Content;
use grognard_engine::decision::{Answer, Choice, Form, Pending};
use grognard_engine::field::Spot;
use grognard_engine::ids::{Id, SpaceId, UnitId};
use grognard_engine::table::Table;

/// The result of matching a string against the options.
pub(super) enum OptionMatch {
    /// Exactly one option.
    One(Choice),
    /// None of the options.
    Nothing,
    /// Several options, so the string is ambiguous.
    Several(Vec<String>),
}

/// Parses an answer, matching it against the options of `pending`. To compare a written answer with a recorded one,
/// pass the result of `recorded_decision` as `pending`.
pub(super) fn read(table: &Table, pending: &Pending, text: &str) -> LineResult<Answer> {
    let question = &table.questions[pending.question.index()];
    if pending.stop && (text == "stop" || question.stop.as_deref() == Some(text)) {
        return Ok(Answer::Stop);
    }
    let one = |text: &str| match place(table, pending, text) {
        Some(spot) => Ok(spot),
        None => option(table, &pending.options, text),
    };
    match pending.form {
        Form::One => one(text.trim_matches('"')).map(Answer::One),
        Form::Several(..) if text == "all" => Ok(Answer::Several(pending.options.clone())),
        Form::Several(..) if text == "none" => Ok(Answer::Several(Vec::new())),
        Form::Several(..) | Form::Order => {
            list(text).iter().map(|text| one(text)).collect::<LineResult<_>>().map(Answer::Several)
        }
        Form::Allocate { .. } => {
            list(text).iter().map(|text| share(table, pending, text)).collect::<LineResult<_>>().map(Answer::Shares)
        }
    }
}

/// Parses a share such as `XXIV x 2`.
fn share(table: &Table, pending: &Pending, text: &str) -> LineResult<(Choice, u32)> {
    match text.rsplit_once(" x ") {
        Some((name, share)) => Ok((option(table, &pending.options, name.trim())?, number(share, "a number")?)),
        None => wrong(LINE, "expected an option and its share: `XXIV x 2`"),
    }
}

fn option(table: &Table, options: &[Choice], text: &str) -> LineResult<Choice> {
    match meaning(table, options, text) {
        OptionMatch::One(choice) => Ok(choice),
        OptionMatch::Nothing => wrong(ANSWER, format!("`{text}` is not offered")),
        OptionMatch::Several(names) => wrong(ANSWER, format!("`{text}` is ambiguous: {}", names.join(" or "))),
    }
}

/// Finds the intended option; full names take precedence over short ones.
pub(super) fn meaning(table: &Table, options: &[Choice], text: &str) -> OptionMatch {
    let full = |choice: &&Choice| full_names(table, choice).iter().any(|name| name == text);
    let short = |choice: &&Choice| short_names(table, choice).iter().any(|name| name == text);
    let mut found: Vec<&Choice> = options.iter().filter(full).collect();
    if found.is_empty() {
        found = options.iter().filter(short).collect();
    }
    match found[..] {
        [] => OptionMatch::Nothing,
        [one] => OptionMatch::One(one.clone()),
        _ => OptionMatch::Several(found.iter().map(|choice| choice.describe(&table.content)).collect()),
    }
}

fn full_names(table: &Table, choice: &Choice) -> Vec<String> {
    let mut names = vec![choice.describe(&table.content)];
    if let Choice::Space(space) = choice {
        names.push(table.content.map.names.name(*space).to_owned());
    }
    names
}

/// Returns the short names of an option: the place of a unit, the title of a space, or the last hexes of a path.
fn short_names(table: &Table, choice: &Choice) -> Vec<String> {
    let map = &table.content.map;
    match choice {
        Choice::Unit(unit) => {
            table.state.unit(*unit).place.map(|place| map.names.name(place).to_owned()).into_iter().collect()
        }
        Choice::Space(space) => map.space(*space).title.clone().into_iter().collect(),
        Choice::Path(way) => {
            (1..way.len()).map(|from| join_path(table, &way[from..])).filter(|name| !name.is_empty()).collect()
        }
        Choice::Number(_) | Choice::Label(_) | Choice::Spot(_) => Vec::new(),
    }
}

fn join_path(table: &Table, way: &[SpaceId]) -> String {
    way.iter().map(|space| table.content.map.names.name(*space)).collect::<Vec<_>>().join("-")
}

/// Parses a choice of the same kind as the options, whether it is offered or not.
pub(super) fn anything(table: &Table, pending: &Pending, text: &str) -> LineResult<Choice> {
    let content = &table.content;
    if let OptionMatch::One(choice) = meaning(table, &pending.options, text) {
        return Ok(choice);
    }
    match pending.options.first() {
        Some(Choice::Spot(_)) => spot(content, text).map(Choice::Spot),
        Some(Choice::Space(_)) => names::space(content, text).map(Choice::Space),
        Some(Choice::Number(_)) => number(text, "a number").map(Choice::Number),
        Some(Choice::Label(_)) => Ok(Choice::Label(text.into())),
        Some(Choice::Path(_)) => {
            let spaces =
                text.split('-').map(|name| names::space(content, name.trim())).collect::<LineResult<Vec<_>>>()?;
            Ok(Choice::Path(spaces.into()))
        }
        Some(Choice::Unit(_)) | None => names::unit_or_place(content, &table.state, text).map(Choice::Unit),
    }
}

/// Parses a place, which may be anywhere in the region whose candidates are offered.
fn place(table: &Table, pending: &Pending, text: &str) -> Option<Choice> {
    let spot = table.content.map.field()?.read(text)?;
    pending.region.as_ref().filter(|region| region.has(spot)).map(|_| Choice::Spot(spot))
}

/// Parses a place on the table.
fn spot(content: &Content, text: &str) -> LineResult<Spot> {
    match content.map.field().and_then(|field| field.read(text)) {
        Some(spot) => Ok(spot),
        None => wrong(LINE, format!("`{text}` is not a place on the table; expected one such as `41,33.5`")),
    }
}

/// Creates a pending decision whose only options are those of an answer, for parsing recorded answers.
pub(super) fn recorded_decision(pending: &Pending, answer: &Answer) -> Pending {
    let (form, options) = match answer {
        Answer::Stop => (Form::One, Vec::new()),
        Answer::One(choice) => (Form::One, vec![choice.clone()]),
        Answer::Several(choices) => (Form::Several(0, u16::MAX), choices.clone()),
        Answer::Shares(shares) => {
            (Form::Allocate { total: 0, most: 0 }, shares.iter().map(|(choice, _)| choice.clone()).collect())
        }
    };
    Pending { form, options, stop: matches!(answer, Answer::Stop), region: None, ..pending.clone() }
}

/// Returns the options as a list, truncated if it is long.
pub(super) fn options(table: &Table, pending: &Pending) -> String {
    const MAX_LISTED: usize = 30;
    let words = pending.options.iter().map(|choice| match choice {
        Choice::Unit(unit) => place_of_unit(table, *unit),
        choice => choice.describe(&table.content),
    });
    let mut words: Vec<String> = words.take(MAX_LISTED).collect();
    if pending.options.len() > MAX_LISTED {
        words.push(format!("{} more", pending.options.len() - MAX_LISTED));
    }
    if pending.stop {
        words.push("stop".to_owned());
    }
    words.join(", ")
}

fn place_of_unit(table: &Table, unit: UnitId) -> String {
    let name = &table.content.units[unit.index()].name;
    match table.state.unit(unit).place {
        Some(place) => format!("{name} (at {})", table.content.map.names.name(place)),
        None => name.clone(),
    }
}
