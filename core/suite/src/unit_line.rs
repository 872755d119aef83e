//! Unit lines: `blue tank-corps 12-6 "XXIV" at 1003`, or in short `XXIV at 1003`.

use super::names;
use super::page::{LINE, LineResult, POSITION, fails, wrong};
use super::tokens::{Token, number};
use grognard_engine::content::Content;
use grognard_engine::field::{Facing, Spot, Stand};
use grognard_engine::ids::{Id, SpaceId, UnitId};
use grognard_engine::table::Table;

/// The strength of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strength {
    Full,
    Reduced,
    Steps(u8),
}

/// The place of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UnitPlace {
    At(SpaceId),
    On(Spot),
    OffMap,
    Eliminated,
}

/// A unit and its state as written on a line.
#[derive(Debug)]
pub(super) struct UnitLine {
    unit: UnitId,
    values: Option<String>,
    strength: Option<Strength>,
    place: Option<UnitPlace>,
    facing: Option<Facing>,
}

/// Words that mark the end of a unit's name.
const STATES: [&str; 7] = ["at", "facing", "full", "reduced", "eliminated", "off", "with"];

/// Returns whether a word describes the state of a unit.
pub(super) fn is_state(word: &Token) -> bool {
    !word.quoted && STATES.contains(&word.text.as_str())
}

impl UnitLine {
    /// Parses a line and compares its description of the counter with the order of battle.
    pub fn read(words: &[Token], content: &Content) -> LineResult<UnitLine> {
        let name_at = words.iter().position(|word| word.quoted).unwrap_or_else(|| counter_words(words, content));
        let name_end = match words.get(name_at) {
            Some(word) if word.quoted => name_at + 1,
            _ => words.iter().position(is_state).unwrap_or(words.len()),
        };
        let (Some(before), Some(name)) = (words.get(..name_at), words.get(name_at..name_end)) else {
            return wrong(LINE, "the name of a unit is missing");
        };
        if name.is_empty() {
            return wrong(LINE, "the name of a unit is missing");
        }
        let mut line = UnitLine {
            unit: names::unit(content, &join_tokens(name))?,
            values: None,
            strength: None,
            place: None,
            facing: None,
        };
        line.counter(before, content)?;
        line.state(&words[name_end..], content)?;
        Ok(line)
    }

    /// Checks side, type and numbers, in any order.
    fn counter(&mut self, words: &[Token], content: &Content) -> LineResult<()> {
        let unit = &content.units[self.unit.index()];
        for word in words {
            let text = word.text.as_str();
            if is_values(text) {
                self.values = Some(text.to_owned());
                continue;
            }
            let (side, kind) = (content.sides.name(unit.side), content.unit_types.name(unit.kind));
            if ![side, kind].contains(&text) {
                return wrong(POSITION, format!("{} is a {side} {kind}, not `{text}`", unit.name));
            }
        }
        Ok(())
    }

    fn state(&mut self, words: &[Token], content: &Content) -> LineResult<()> {
        let mut rest = words;
        while let Some((word, after)) = rest.split_first() {
            let end = after.iter().position(is_state).unwrap_or(after.len());
            let (about, next) = after.split_at(end);
            let about = join_tokens(about);
            match (word.text.as_str(), about.as_str()) {
                ("at", place) => self.place = Some(place_of(content, place)?),
                ("facing", way) => self.facing = Some(facing_of(way)?),
                ("full", "") => self.strength = Some(Strength::Full),
                ("reduced", "") => self.strength = Some(Strength::Reduced),
                ("eliminated", "") => self.place = Some(UnitPlace::Eliminated),
                ("off", "map") => self.place = Some(UnitPlace::OffMap),
                ("with", steps) => self.strength = Some(Strength::Steps(steps_of(steps)?)),
                (word, about) => return wrong(LINE, format!("cannot read `{}`", format!("{word} {about}").trim())),
            }
            rest = next;
        }
        Ok(())
    }

    /// Sets the unit to the state on the line.
    pub fn set(&self, table: &mut Table) -> LineResult<()> {
        let content = table.content.clone();
        let unit = &content.units[self.unit.index()];
        let steps = match (self.strength, self.place) {
            (None, Some(UnitPlace::Eliminated)) => 0,
            (None | Some(Strength::Full), _) => unit.steps,
            (Some(Strength::Reduced), _) => unit.steps.saturating_sub(1).max(1),
            (Some(Strength::Steps(steps)), _) => steps,
        };
        let on_map = matches!(self.place, Some(UnitPlace::At(_) | UnitPlace::On(_)));
        if steps > unit.steps || (steps == 0 && on_map) {
            return wrong(POSITION, format!("on the map, {} has 1 to {} steps", unit.name, unit.steps));
        }
        self.check_values(&content, steps)?;
        let place = match self.place {
            Some(UnitPlace::At(space)) => Some(space),
            Some(UnitPlace::On(spot)) => {
                table.state.set_steps(self.unit, steps);
                table.state.set_stand(&content, self.unit, Stand { spot, facing: self.facing.unwrap_or_default() });
                return Ok(());
            }
            Some(_) => None,
            None => {
                return wrong(
                    POSITION,
                    format!("the place of {} is missing: write `at 1103` or `eliminated`", unit.name),
                );
            }
        };
        table.state.set_steps(self.unit, steps);
        table.state.place(&content, self.unit, place);
        Ok(())
    }

    /// Checks that the unit is in the state on the line.
    pub fn check(&self, table: &Table) -> LineResult<()> {
        let (unit, state) = (&table.content.units[self.unit.index()], table.state.unit(self.unit));
        let strength = match self.strength {
            None => true,
            Some(Strength::Full) => state.steps == unit.steps,
            Some(Strength::Reduced) => (1..unit.steps).contains(&state.steps),
            Some(Strength::Steps(steps)) => state.steps == steps,
        };
        let place = match self.place {
            None => true,
            Some(UnitPlace::At(space)) => state.place == Some(space),
            Some(UnitPlace::On(spot)) => state.stand.is_some_and(|stand| stand.spot == spot),
            Some(UnitPlace::OffMap) => state.place.is_none(),
            Some(UnitPlace::Eliminated) => state.place.is_none() && state.steps == 0,
        };
        let facing = self.facing.is_none_or(|facing| state.stand.is_some_and(|stand| stand.facing == facing));
        if !strength || !place || !facing {
            return fails(self.expected_text(table), describe(table, self.unit).replacen(" is ", " ", 1));
        }
        self.check_values(&table.content, state.steps)
    }

    /// Returns the expected state, worded as in `describe`.
    fn expected_text(&self, table: &Table) -> String {
        let unit = &table.content.units[self.unit.index()];
        let field = table.content.map.field();
        let place = self.place.as_ref().map(|place| match place {
            UnitPlace::At(space) => format!(" at {}", table.content.map.label(*space)),
            UnitPlace::On(spot) => field.map(|field| format!(" at {}", field.write(*spot))).unwrap_or_default(),
            UnitPlace::OffMap => " off the map".to_owned(),
            UnitPlace::Eliminated => " eliminated".to_owned(),
        });
        let facing = self.facing.map(|facing| format!(" facing {}", facing.name()));
        let strength = self.strength.as_ref().map(|wanted| match wanted {
            Strength::Full => ", full".to_owned(),
            Strength::Reduced => ", reduced".to_owned(),
            Strength::Steps(steps) => format!(", {}", strength(unit.steps, *steps)),
        });
        format!("{}{}", unit.name, [place, facing, strength].into_iter().flatten().collect::<String>())
    }

    fn check_values(&self, content: &Content, steps: u8) -> LineResult<()> {
        let unit = &content.units[self.unit.index()];
        let printed = printed_values(content, self.unit, steps);
        match &self.values {
            Some(values) if *values != printed => {
                let strength = strength(unit.steps, steps);
                wrong(POSITION, format!("{} ({strength}) has the values {printed}, not {values}", unit.name))
            }
            _ => Ok(()),
        }
    }
}

/// Returns the number of words at the start that describe the counter.
fn counter_words(words: &[Token], content: &Content) -> usize {
    let known = |word: &Token| {
        content.sides.find(&word.text).is_some()
            || content.unit_types.find(&word.text).is_some()
            || is_values(&word.text)
    };
    words.iter().take_while(|word| known(word)).count()
}

/// Returns whether a word is a series of values such as `12-6`.
fn is_values(word: &str) -> bool {
    word.contains('-')
        && word.split('-').all(|value| !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns the properties in the order of the numbers on a counter, with movement last.
pub fn counter_properties(content: &Content) -> Vec<usize> {
    let (last, first): (Vec<_>, Vec<_>) =
        (0..content.properties.len()).partition(|&at| content.properties[at] == "movement");
    [first, last].concat()
}

/// Returns the numbers on the counter, as printed: `12-6`.
fn printed_values(content: &Content, unit: UnitId, steps: u8) -> String {
    let value = |at| content.units[unit.index()].value(at, steps).unwrap_or(0).to_string();
    counter_properties(content).into_iter().map(value).collect::<Vec<_>>().join("-")
}

/// Parses a number of steps, such as `3 steps`.
fn steps_of(text: &str) -> LineResult<u8> {
    number(text.trim_end_matches("steps").trim_end_matches("step"), "a number of steps: `with 3 steps`")
}

/// Parses a space, or a place on the table such as `41,33.5`.
fn place_of(content: &Content, text: &str) -> LineResult<UnitPlace> {
    match content.map.field().and_then(|field| field.read(text)) {
        Some(spot) => Ok(UnitPlace::On(spot)),
        None => names::space(content, text).map(UnitPlace::At),
    }
}

fn facing_of(text: &str) -> LineResult<Facing> {
    match Facing::named(text) {
        Some(facing) => Ok(facing),
        None => wrong(LINE, format!("`{text}` is not a facing; expected north, east, south or west")),
    }
}

fn join_tokens(words: &[Token]) -> String {
    words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// Describes the strength of a unit with `steps` of its `full` steps, such as `reduced`.
fn strength(full: u8, steps: u8) -> String {
    match steps {
        0 => "without steps".to_owned(),
        steps if steps == full => "full".to_owned(),
        1 if full == 2 => "reduced".to_owned(),
        steps => format!("with {steps} of {full} steps"),
    }
}

/// Describes the state of a unit: `XXIV is at 1003, reduced`.
pub(super) fn describe(table: &Table, id: UnitId) -> String {
    let (unit, state) = (&table.content.units[id.index()], table.state.unit(id));
    let strength = strength(unit.steps, state.steps);
    if let Some((field, stand)) = table.content.map.field().zip(state.stand) {
        return format!("{} is at {} facing {}, {strength}", unit.name, field.write(stand.spot), stand.facing.name());
    }
    match state.place {
        Some(space) => format!("{} is at {}, {strength}", unit.name, table.content.map.label(space)),
        None if state.steps == 0 => format!("{} is eliminated", unit.name),
        None => format!("{} is off the map, {strength}", unit.name),
    }
}
