//! Units and spaces by the names people use, as far as the viewer may know them.

use super::offer::space_names;
use grognard_engine::content::Content;
use grognard_engine::decision::Choice;
use grognard_engine::ids::{Id, SideId, SpaceId, UnitId};
use grognard_engine::nearest::nearest;
use grognard_engine::table::Table;

/// Finds units and spaces for one viewer.
pub struct Things<'a> {
    table: &'a Table,
    viewer: Option<SideId>,
}

impl<'a> Things<'a> {
    /// The things on a table, as `viewer` knows them.
    pub fn new(table: &'a Table, viewer: Option<SideId>) -> Things<'a> {
        Things { table, viewer }
    }

    /// The content of the battle.
    pub fn content(&self) -> &Content {
        &self.table.content
    }

    /// A choice in words; of a unit the viewer does not know only where it stands.
    pub fn name(&self, choice: &Choice) -> String {
        match choice {
            Choice::Unit(id) if !self.knows(*id) => {
                let place = self.place(*id).map(|space| format!(" at {}", self.content().map.names.name(space)));
                format!("unknown unit{}", place.unwrap_or_default())
            }
            known => known.describe(self.content()),
        }
    }

    /// Where a unit stands.
    pub fn place(&self, id: UnitId) -> Option<SpaceId> {
        self.table.state.unit(id).place
    }

    /// Whether somebody stands on a space whom the viewer does not know.
    pub fn has_unknown(&self, space: SpaceId) -> bool {
        self.table.state.units_at(space).any(|id| !self.knows(id))
    }

    /// Whether the viewer knows which unit this is.
    pub fn knows(&self, id: UnitId) -> bool {
        let hidden = self.table.state.unit(id).hidden_from;
        match self.viewer {
            Some(viewer) => viewer == self.content().units[id.index()].side || hidden >> viewer.0 & 1 == 0,
            None => hidden == 0,
        }
    }

    fn known_units(&self) -> impl Iterator<Item = (UnitId, &str)> {
        self.content().unit_names.iter().filter(|(id, _)| self.knows(*id))
    }

    /// A unit by its name or the beginning of it.
    pub fn unit(&self, phrase: &str) -> Option<UnitId> {
        let exact = self.known_units().find(|(_, name)| name.eq_ignore_ascii_case(phrase));
        exact.map(|(id, _)| id).or_else(|| only(self.known_units().filter(|(_, name)| begins(name, phrase)).map(|(id, _)| id)))
    }

    /// A space by its number or title, or the beginning of its title.
    pub fn space(&self, phrase: &str) -> Option<SpaceId> {
        let content = self.content();
        let exact = |space: &SpaceId| space_names(content, *space).iter().any(|name| name.eq_ignore_ascii_case(phrase));
        let titled = |space: &SpaceId| content.map.space(*space).title.as_ref().is_some_and(|title| begins(title, phrase));
        content.map.all().find(exact).or_else(|| only(content.map.all().filter(titled)))
    }

    /// The units on a space that the viewer knows.
    pub fn units_at(&self, space: SpaceId) -> Vec<UnitId> {
        self.table.state.units_at(space).filter(|id| self.knows(*id)).collect()
    }

    /// What a phrase means where units are asked for: a unit, or the only one on a space.
    pub fn as_unit(&self, phrase: &str) -> Option<UnitId> {
        self.unit(phrase).or_else(|| only(self.units_at(self.space(phrase)?).into_iter()))
    }

    /// What a phrase means where spaces are asked for: a space, or that of a unit.
    pub fn as_space(&self, phrase: &str) -> Option<SpaceId> {
        self.space(phrase).or_else(|| self.table.state.unit(self.unit(phrase)?).place)
    }

    /// What a phrase means in answer to a question whose options are like `like`.
    pub fn like(&self, like: Option<&Choice>, phrase: &str) -> Option<Choice> {
        match like {
            Some(Choice::Unit(_)) => self.as_unit(phrase).map(Choice::Unit),
            Some(Choice::Space(_)) => self.as_space(phrase).map(Choice::Space),
            Some(Choice::Number(_)) => phrase.parse().ok().map(Choice::Number),
            _ => None,
        }
    }

    /// A unit or a space, whichever a phrase means.
    pub fn any(&self, phrase: &str) -> Option<Choice> {
        self.unit(phrase).map(Choice::Unit).or_else(|| self.space(phrase).map(Choice::Space))
    }

    /// The answer to a name that means nothing.
    pub fn unknown(&self, phrase: &str) -> String {
        let spaces = self.content().map.all().flat_map(|space| space_names(self.content(), space));
        let units = self.known_units().map(|(_, name)| name.to_owned());
        let names: Vec<String> = units.chain(spaces).collect();
        match nearest(phrase, names.iter().map(String::as_str)) {
            Some(near) => format!("there is no unit or space `{phrase}`; did you mean `{near}`?"),
            None => format!("there is no unit or space `{phrase}`"),
        }
    }
}

fn begins(name: &str, phrase: &str) -> bool {
    !phrase.is_empty() && name.to_lowercase().starts_with(&phrase.to_lowercase())
}

fn only<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.next().is_none().then_some(first)
}
