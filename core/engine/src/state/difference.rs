//! Finds the first difference between two states and describes it, to help find mistakes in rules.

use super::{Ending, SavedState};
use crate::content::Content;
use crate::ids::{Id, SideId, SpaceId, UnitId};
use crate::sequence::Cursor;
use crate::unit::{Unit, UnitState};

/// A field that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateDifference {
    /// A description of the field: `the place of XXIV`.
    pub field: String,
    /// The value in the first state.
    pub current: String,
    /// The value in the other state.
    pub other: String,
}

impl SavedState {
    /// Returns the first field in which two states differ; `None` if they are equal. Both must fit `content`.
    pub fn first_difference(&self, other: &SavedState, content: &Content) -> Option<StateDifference> {
        let cursor = || field("the phase", phase(self.cursor, content), phase(other.cursor, content));
        let round =
            || field("the round of the player turn", self.cursor.round.to_string(), other.cursor.round.to_string());
        let ending = |saved: &SavedState| saved.ending.as_ref().map_or("none".to_owned(), Ending::english);
        let winners = |saved: &SavedState| {
            let sides = saved.ending.iter().flat_map(|ending| ending.winners.iter());
            list(sides.map(|side| content.sides.name(*side)))
        };
        let grade = |saved: &SavedState| saved.ending.as_ref().and_then(|ending| ending.grade.clone());
        let grade = |saved: &SavedState| grade(saved).unwrap_or_else(|| "none".to_owned());
        cursor()
            .or_else(round)
            .or_else(|| self.units_differ(other, content))
            .or_else(|| self.numbers_differ(other, content))
            .or_else(|| self.links_differ(other, content))
            .or_else(|| self.tokens_differ(other, content))
            .or_else(|| self.owners_differ(other, content))
            .or_else(|| self.variables_differ(other, content))
            .or_else(|| self.space_variables_differ(other, content))
            .or_else(|| field("the end of the game", ending(self), ending(other)))
            .or_else(|| field("the winner", winners(self), winners(other)))
            .or_else(|| field("the grade of the victory", grade(self), grade(other)))
    }

    fn units_differ(&self, other: &SavedState, content: &Content) -> Option<StateDifference> {
        let pairs = self.units.iter().zip(&other.units).zip(&content.units);
        pairs.into_iter().find_map(|((here, there), printed)| unit_differs(here, there, &printed.name, content))
    }

    fn numbers_differ(&self, other: &SavedState, content: &Content) -> Option<StateDifference> {
        let (unit, variable, [here, there]) =
            content.unit_variables.first_difference(&self.unit_numbers, &other.unit_numbers)?;
        field(&format!("`{}` of {}", variable.name, content.units.get(unit)?.name), here, there)
    }

    fn space_variables_differ(&self, other: &SavedState, content: &Content) -> Option<StateDifference> {
        let (space, variable, [here, there]) =
            content.space_variables.first_difference(&self.space_variables, &other.space_variables)?;
        let space = content.map.names.name(SpaceId::from_index(space));
        field(&format!("`{}` of {space}", variable.name), here, there)
    }

    fn links_differ(&self, other: &SavedState, content: &Content) -> Option<StateDifference> {
        let each = content.unit_links.len();
        let at = self.unit_links.iter().zip(&other.unit_links).position(|(here, there)| here != there)?;
        let what =
            format!("the `{1}` link of {0}", content.units.get(at / each)?.name, content.unit_links.get(at % each)?);
        let name = |to: u16| content.units.get(usize::from(to)).map_or("none", |unit| &unit.name).to_owned();
        field(&what, name(self.unit_links[at]), name(other.unit_links[at]))
    }

    fn tokens_differ(&self, other: &SavedState, content: &Content) -> Option<StateDifference> {
        let token = |saved: &SavedState, at: usize| saved.tokens.token(UnitId::from_index(at)).to_string();
        let differs = |(at, unit): (usize, &Unit)| {
            field(&format!("the token of {}", unit.name), token(self, at), token(other, at))
        };
        content.units.iter().enumerate().find_map(differs)
    }

    fn owners_differ(&self, other: &SavedState, content: &Content) -> Option<StateDifference> {
        let at = self.owners.iter().zip(&other.owners).position(|(here, there)| here != there)?;
        let owner = |owner: u8| side((owner != super::NOBODY).then_some(SideId(owner.into())), content);
        let space = SpaceId::from_index(at);
        field(
            &format!("the owner of {}", content.map.names.name(space)),
            owner(self.owners[at]),
            owner(other.owners[at]),
        )
    }

    fn variables_differ(&self, other: &SavedState, content: &Content) -> Option<StateDifference> {
        let (_, variable, [here, there]) = content.variables.first_difference(&self.variables, &other.variables)?;
        field(&format!("`{}`", variable.name), here, there)
    }
}

fn unit_differs(here: &UnitState, there: &UnitState, name: &str, content: &Content) -> Option<StateDifference> {
    let place = |unit: &UnitState| unit.place.map_or("off the map", |place| content.map.names.name(place)).to_owned();
    let marks = |unit: &UnitState| {
        list(
            content
                .marks
                .iter()
                .enumerate()
                .filter(|(bit, _)| u64::from(unit.marks) >> bit & 1 == 1)
                .map(|(_, mark)| mark.as_str()),
        )
    };
    let hidden = |unit: &UnitState| {
        list(content.sides.iter().filter(|(id, _)| unit.hidden_from >> id.0 & 1 == 1).map(|(_, side)| side))
    };
    let spot = |unit: &UnitState| match (content.map.field(), unit.stand) {
        (Some(field), Some(stand)) => format!("{} facing {}", field.write(stand.spot), stand.facing.name()),
        _ => "none".to_owned(),
    };
    field(&format!("the place of {name}"), place(here), place(there))
        .or_else(|| field(&format!("the spot of {name}"), spot(here), spot(there)))
        .or_else(|| field(&format!("the steps of {name}"), here.steps.to_string(), there.steps.to_string()))
        .or_else(|| field(&format!("the marks of {name}"), marks(here), marks(there)))
        .or_else(|| field(&format!("the sides {name} is hidden from"), hidden(here), hidden(there)))
}

fn field(what: &str, here: String, there: String) -> Option<StateDifference> {
    (here != there).then(|| StateDifference { field: what.to_owned(), current: here, other: there })
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn side(side: Option<SideId>, content: &Content) -> String {
    side.map_or("nobody", |side| content.sides.name(side)).to_owned()
}

fn phase(at: Cursor, content: &Content) -> String {
    let name = content.sequence.phase(at).map_or("no phase", |phase| &phase.name);
    match content.sequence.turn.get(usize::from(at.player_turn)).filter(|_| at.turn > 0) {
        Some(player_turn) => format!("{name} ({}, turn {})", player_turn.name, at.turn),
        None => format!("{name} (turn {})", at.turn),
    }
}
