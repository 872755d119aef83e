//! Facts about a position, which can be given or expected.

use super::names;
use super::page::{BlockLine, LINE, LineResult, NAME, fails, wrong};
use super::tokens::{Token, assignment, list, number, words};
use super::unit_line::UnitLine;
use grognard_engine::content::Content;
use grognard_engine::ids::SideId;
use grognard_engine::table::Table;
use grognard_packs::Diagnostic;

/// A fact.
#[derive(Clone, Debug)]
pub(super) enum PositionFact {
    /// A unit.
    Unit(Vec<Token>),
    /// The owner of one or more spaces.
    Control(Vec<String>, String),
    /// A number stored for the game.
    Variable(String, i32),
    /// A number stored on a unit.
    Number(String, String, i32),
    /// The presence or absence of a mark on a unit.
    Mark(String, String, bool),
    /// Whether a unit is hidden from a side.
    Hidden(String, String, bool),
}

/// The words that begin a fact other than a unit line.
pub(super) const WORDS: [&str; 7] = ["control", "variable", "number", "mark", "unmarked", "hidden", "shown"];

impl PositionFact {
    /// Parses a line that begins with one of [`WORDS`].
    pub fn parse(line: &BlockLine) -> LineResult<PositionFact> {
        match line.head() {
            ("control", rest) => control(rest),
            ("variable", rest) => {
                let (name, value) = assignment(rest, "variable rain = 1")?;
                Ok(PositionFact::Variable(name, number(&value, "a number")?))
            }
            ("number", rest) => {
                let (names, value) = assignment(rest, "number XXIV reduced-on = 2")?;
                let Some((unit, name)) = names.rsplit_once(' ') else {
                    return wrong(LINE, "expected a unit and the name of a number");
                };
                Ok(PositionFact::Number(unit.trim().to_owned(), name.to_owned(), number(&value, "a number")?))
            }
            ("mark", rest) => mark(rest, true),
            ("unmarked", rest) => mark(rest, false),
            ("hidden", rest) => hidden(rest, "from", true),
            ("shown", rest) => hidden(rest, "to", false),
            _ => PositionFact::unit(line),
        }
    }

    /// Parses a unit line.
    pub fn unit(line: &BlockLine) -> LineResult<PositionFact> {
        words(&line.text).map(PositionFact::Unit)
    }

    /// Makes the fact true.
    pub fn set(&self, table: &mut Table) -> LineResult<()> {
        let content = table.content.clone();
        match self {
            PositionFact::Unit(words) => UnitLine::read(words, &content)?.set(table)?,
            PositionFact::Control(spaces, owner) => {
                let owner = side_or_nobody(&content, owner)?;
                names::spaces(&content, spaces)?.into_iter().for_each(|space| table.state.set_owner(space, owner));
            }
            PositionFact::Variable(name, value) => table.state.set_variable(variable(&content, name)?, *value),
            PositionFact::Number(unit, name, value) => {
                table.state.set_unit_number(names::unit(&content, unit)?, variable_id(&content, name)?, *value)
            }
            PositionFact::Mark(unit, name, on) => {
                table.state.set_mark(names::unit(&content, unit)?, mark_id(&content, name)?, *on)
            }
            PositionFact::Hidden(unit, side, on) => {
                table.state.set_hidden(names::unit(&content, unit)?, names::side(&content, side)?, *on)
            }
        }
        Ok(())
    }

    /// Checks the fact.
    pub fn check(&self, table: &Table) -> LineResult<()> {
        let content = &table.content;
        match self {
            PositionFact::Unit(words) => UnitLine::read(words, content)?.check(table),
            PositionFact::Control(spaces, owner) => check_control(table, spaces, owner),
            PositionFact::Variable(name, value) => same(name, table.state.variable(variable(content, name)?), *value),
            PositionFact::Number(unit, name, value) => {
                same(name, table.state.unit_number(names::unit(content, unit)?, variable_id(content, name)?), *value)
            }
            PositionFact::Hidden(unit, side, on) => {
                let hidden_from = table.state.unit(names::unit(content, unit)?).hidden_from;
                let found = hidden_from >> names::side(content, side)?.0 & 1 == 1;
                let says = |hidden| {
                    if hidden { format!("{unit} hidden from {side}") } else { format!("{unit} known to {side}") }
                };
                if found == *on { Ok(()) } else { fails(says(*on), says(found)) }
            }
            PositionFact::Mark(unit, name, on) => {
                let id = names::unit(content, unit)?;
                let found = table.state.unit(id).marks >> mark_id(content, name)? & 1 == 1;
                let says = |on| if on { format!("{unit} marked {name}") } else { format!("{unit} not marked {name}") };
                if found == *on { Ok(()) } else { fails(says(*on), says(found)) }
            }
        }
    }
}

/// Parses the rest of a `control` line, such as `1103, 1107 german`.
fn control(rest: &str) -> LineResult<PositionFact> {
    match rest.rsplit_once(' ') {
        Some((spaces, owner)) if !list(spaces).is_empty() => Ok(PositionFact::Control(list(spaces), owner.to_owned())),
        _ => wrong(LINE, "expected spaces and a side: `control 1103, 1107 german`"),
    }
}

/// Parses the rest of a `hidden` or `shown` line, such as `XXIV from soviet`.
fn hidden(rest: &str, word: &str, on: bool) -> LineResult<PositionFact> {
    match rest.rsplit_once(&format!(" {word} ")) {
        Some((unit, side)) => Ok(PositionFact::Hidden(unit.trim().to_owned(), side.trim().to_owned(), on)),
        None => wrong(LINE, "expected a unit and a side: `hidden XXIV from soviet`, `shown XXIV to soviet`"),
    }
}

/// Parses the rest of a `mark` or `unmarked` line, such as `XXIV entrenched`.
fn mark(rest: &str, on: bool) -> LineResult<PositionFact> {
    match rest.rsplit_once(' ') {
        Some((unit, name)) => Ok(PositionFact::Mark(unit.trim().to_owned(), name.to_owned(), on)),
        None => wrong(LINE, "expected a unit and a mark: `mark XXIV entrenched`"),
    }
}

fn side_or_nobody(content: &Content, name: &str) -> LineResult<Option<SideId>> {
    if name == "nobody" { Ok(None) } else { names::side(content, name).map(Some) }
}

fn check_control(table: &Table, spaces: &[String], owner: &str) -> LineResult<()> {
    let content = &table.content;
    let owner = side_or_nobody(content, owner)?;
    for space in names::spaces(content, spaces)? {
        let found = table.state.owner(space);
        if found != owner {
            let name = |side: Option<SideId>| side.map_or("nobody", |side| content.sides.name(side));
            return fails(format!("{} held by {}", content.map.label(space), name(owner)), name(found));
        }
    }
    Ok(())
}

fn same(name: &str, found: i32, expected: i32) -> LineResult<()> {
    if found == expected { Ok(()) } else { fails(format!("{name} = {expected}"), found) }
}

fn variable(content: &Content, name: &str) -> LineResult<usize> {
    position("variable", name, content.variables.iter().map(|(known, _)| known.as_str()))
}

fn variable_id(content: &Content, name: &str) -> LineResult<usize> {
    position("unit number", name, content.unit_numbers.iter().map(String::as_str))
}

fn mark_id(content: &Content, name: &str) -> LineResult<usize> {
    position("mark", name, content.marks.iter().map(String::as_str))
}

fn position<'a>(what: &str, name: &str, mut known: impl Iterator<Item = &'a str> + Clone) -> LineResult<usize> {
    let names = known.clone();
    let error = || Box::new(Diagnostic::general(NAME, format!("there is no {what} `{name}`")).suggest(name, names));
    known.position(|other| other == name).ok_or_else(error)
}
