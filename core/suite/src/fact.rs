//! Facts about a position, which can be given or expected.

use super::names;
use super::page::{BlockLine, LINE, LineResult, NAME, fails, wrong};
use super::tokens::{Token, assignment, list, words};
use super::unit_line::UnitLine;
use grognard_engine::content::Content;
use grognard_engine::ids::SideId;
use grognard_engine::state::VariableOwner;
use grognard_engine::table::Table;
use grognard_engine::variable::Variable;
use grognard_packs::Diagnostic;

/// A fact.
#[derive(Clone, Debug)]
pub(super) enum PositionFact {
    /// A unit.
    Unit(Vec<Token>),
    /// The owner of one or more spaces.
    Control(Vec<String>, String),
    /// The value of a variable of the game.
    Variable(String, String),
    /// What is stored with a unit or a space under a name.
    Stored(String, String, String),
    /// The presence or absence of a mark on a unit.
    Mark(String, String, bool),
    /// Whether a unit is hidden from a side.
    Hidden(String, String, bool),
}

/// The words that begin a fact other than a unit line.
pub(super) const WORDS: [&str; 8] = ["control", "variable", "number", "word", "mark", "unmarked", "hidden", "shown"];

impl PositionFact {
    /// Parses a line that begins with one of [`WORDS`].
    pub fn parse(line: &BlockLine) -> LineResult<PositionFact> {
        match line.head() {
            ("control", rest) => control(rest),
            ("variable", rest) => {
                let (name, value) = assignment(rest, "variable rain = 1")?;
                Ok(PositionFact::Variable(name, value))
            }
            (head @ ("number" | "word"), rest) => {
                let example = if head == "number" { "number XXIV reduced-on = 2" } else { "word XXIV order = march" };
                let (names, value) = assignment(rest, example)?;
                let Some((owner, name)) = names.rsplit_once(' ') else {
                    return wrong(LINE, format!("expected a unit or a space, and the name of a {head}: `{example}`"));
                };
                Ok(PositionFact::Stored(owner.trim().to_owned(), name.to_owned(), value))
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
            PositionFact::Variable(..) | PositionFact::Stored(..) => {
                let (owner, variable, values) = self.stored(&content)?;
                table.state.set_values(owner, variable, &values);
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
            PositionFact::Variable(..) | PositionFact::Stored(..) => {
                let (owner, variable, expected) = self.stored(content)?;
                let found = table.state.values(owner, variable);
                if found == expected {
                    return Ok(());
                }
                fails(format!("{} = {}", variable.name, variable.describe(&expected)), variable.describe(found))
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

impl PositionFact {
    /// Returns the variable that the fact is about, with its owner and its values.
    fn stored<'a>(&self, content: &'a Content) -> LineResult<(VariableOwner, &'a Variable, Vec<i32>)> {
        let (owner, name, text) = match self {
            PositionFact::Stored(owner, name, text) => (variable_owner(content, owner)?, name, text),
            PositionFact::Variable(name, text) => (VariableOwner::Game, name, text),
            _ => return wrong(LINE, "expected a variable"),
        };
        let (what, known) = match owner {
            VariableOwner::Game => ("variable", &content.variables),
            VariableOwner::Unit(_) => ("unit variable", &content.unit_variables),
            VariableOwner::Space(_) => ("space variable", &content.space_variables),
        };
        let variable = &known[position(what, name, known.names())?];
        Ok((owner, variable, values(variable, text)?))
    }
}

/// Finds a unit or, if none has the name, a space.
fn variable_owner(content: &Content, name: &str) -> LineResult<VariableOwner> {
    names::unit(content, name)
        .map(VariableOwner::Unit)
        .or_else(|no_unit| names::space(content, name).map(VariableOwner::Space).map_err(|_| no_unit))
}

/// Parses the values of a variable: `2`, `march`, `ahead, left`; `empty` stands for an empty list.
fn values(variable: &Variable, text: &str) -> LineResult<Vec<i32>> {
    let parts = if text == "empty" && variable.length.is_some() { Vec::new() } else { list(text) };
    let values: Option<Vec<i32>> = parts.iter().map(|part| variable.value_of(part)).collect();
    match values.filter(|values| variable.takes(values)) {
        Some(values) => Ok(values),
        None => wrong(LINE, format!("`{}` cannot be `{text}`: expected {}", variable.name, variable.expected())),
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

fn mark_id(content: &Content, name: &str) -> LineResult<usize> {
    position("mark", name, content.marks.iter().map(String::as_str))
}

fn position<'a>(what: &str, name: &str, mut known: impl Iterator<Item = &'a str> + Clone) -> LineResult<usize> {
    let names = known.clone();
    let error = || Box::new(Diagnostic::general(NAME, format!("there is no {what} `{name}`")).suggest(name, names));
    known.position(|other| other == name).ok_or_else(error)
}
