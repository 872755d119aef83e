//! Finds units and spaces by the names that players use. Names hidden from the viewer are not found.

use super::words::{MAX_WORDS, Words};
use grognard_engine::content::Content;
use grognard_engine::decision::Choice;
use grognard_engine::ids::{Id, SideId, SpaceId, UnitId};
use grognard_engine::reader::Reader;
use grognard_engine::table::Table;
use grognard_packs::suggest::{self, eq_folded, nearest};

/// Finds units and spaces for one viewer.
pub struct NameResolver<'a> {
    /// The viewer and their language.
    pub reader: Reader<'a>,
}

impl<'a> NameResolver<'a> {
    /// Creates a resolver for the names that a reader knows.
    pub fn new(reader: Reader<'a>) -> NameResolver<'a> {
        NameResolver { reader }
    }

    /// Returns the table.
    pub fn table(&self) -> &'a Table {
        self.reader.table
    }

    /// Returns the content of the battle.
    pub fn content(&self) -> &'a Content {
        &self.reader.table.content
    }

    /// Returns the name of a choice; for a unit that the viewer does not know, only its position.
    pub fn name(&self, choice: &Choice) -> String {
        self.reader.name(choice)
    }

    /// Returns the position of a unit.
    pub fn place(&self, id: UnitId) -> Option<SpaceId> {
        self.table().state.unit(id).place
    }

    /// Returns whether the viewer knows the identity of a unit.
    pub fn knows(&self, id: UnitId) -> bool {
        self.reader.knows(id)
    }

    /// Returns the units that the viewer knows, once for each of their names.
    fn known_units(&self) -> impl Iterator<Item = (UnitId, &'a str)> {
        let known = self.content().unit_names.iter().filter(|(id, _)| self.knows(*id));
        known.flat_map(|(id, name)| {
            let shown = self.reader.catalogue.name(name);
            [Some(name), Some(shown).filter(|shown| *shown != name)].into_iter().flatten().map(move |name| (id, name))
        })
    }

    /// Returns the names of a space: its number, and its title in English and in the reader's language.
    pub fn space_names(&self, space: SpaceId) -> Vec<String> {
        let declared = self.content().map.space(space);
        let shown = declared.title.as_deref().map(|title| self.reader.catalogue.name(title));
        let mut names = vec![declared.name.clone()];
        names.extend(declared.title.clone());
        names.extend(shown.filter(|shown| declared.title.as_deref() != Some(shown)).map(str::to_owned));
        names
    }

    /// Returns all names of units and spaces that the viewer knows.
    pub fn names(&self) -> Vec<String> {
        let spaces = self.content().map.all().flat_map(|space| self.space_names(space));
        self.known_units().map(|(_, name)| name.to_owned()).chain(spaces).collect()
    }

    /// Returns whether a side has a known unit whose name is a number.
    pub fn has_numbers(&self, side: SideId) -> bool {
        let units = &self.content().units;
        self.known_units().any(|(id, name)| units[id.index()].side == side && is_number(name))
    }

    /// Returns the side of a unit; `None` for other choices and for units the viewer does not know.
    pub fn side(&self, choice: &Choice) -> Option<SideId> {
        match choice {
            Choice::Unit(id) if self.knows(*id) => Some(self.content().units[id.index()].side),
            _ => None,
        }
    }

    /// Finds a unit by its whole name or, if the viewer does not know it, by its token.
    fn exact_unit(&self, phrase: &str) -> Option<UnitId> {
        let named = self.known_units().find(|(_, name)| eq_folded(name, phrase)).map(|(id, _)| id);
        named.or_else(|| self.hidden_unit(phrase))
    }

    /// Finds a unit by its token, if the viewer does not know the unit: `?2`, or `S?2` if several sides use the same
    /// token.
    fn hidden_unit(&self, phrase: &str) -> Option<UnitId> {
        let is_called = |id: &UnitId| self.token_names(*id).iter().any(|name| eq_folded(name, phrase));
        only((0..self.content().units.len()).map(UnitId::from_index).filter(is_called))
    }

    /// Returns the names of a unit that the viewer does not know: its token, both alone and after the first letter of
    /// its side.
    pub fn token_names(&self, id: UnitId) -> Vec<String> {
        let Some(token) = self.table().state.token(id).filter(|_| !self.knows(id)) else { return Vec::new() };
        let side = self.table().side_name(self.content().units[id.index()].side);
        let letters = ["", side, self.reader.catalogue.name(side)]
            .map(|name| name.chars().next().map(String::from).unwrap_or_default());
        letters.into_iter().map(|letter| format!("{letter}?{token}")).collect()
    }

    /// Returns the only unit whose name begins with a phrase.
    fn begun_unit(&self, phrase: &str) -> Option<UnitId> {
        let mut begun: Vec<UnitId> =
            self.known_units().filter(|(_, name)| begins(name, phrase)).map(|(id, _)| id).collect();
        begun.dedup();
        only(begun.into_iter())
    }

    /// Finds a space by its number or whole title.
    fn exact_space(&self, phrase: &str) -> Option<SpaceId> {
        self.content().map.all().find(|space| self.space_names(*space).iter().any(|name| eq_folded(name, phrase)))
    }

    /// Returns the only space whose title begins with a phrase.
    fn begun_space(&self, phrase: &str) -> Option<SpaceId> {
        let titled = |space: &SpaceId| self.space_names(*space).iter().skip(1).any(|title| begins(title, phrase));
        only(self.content().map.all().filter(titled))
    }

    /// Returns the unit on a space, if the viewer knows exactly one.
    fn unit_at(&self, space: SpaceId) -> Option<UnitId> {
        only(self.units_at(space).into_iter())
    }

    /// Returns the known units on a space.
    pub fn units_at(&self, space: SpaceId) -> Vec<UnitId> {
        self.table().state.units_at(space).filter(|id| self.knows(*id)).collect()
    }

    /// Returns the unit meant by a phrase: a unit by name, or the only known unit on a space. Whole names take
    /// precedence over beginnings.
    pub fn as_unit(&self, phrase: &str) -> Option<UnitId> {
        match (self.exact_unit(phrase), self.exact_space(phrase)) {
            (Some(unit), _) => Some(unit),
            (None, Some(space)) => self.unit_at(space),
            (None, None) => self.begun_unit(phrase).or_else(|| self.unit_at(self.begun_space(phrase)?)),
        }
    }

    /// Returns the space meant by a phrase: a space by name, or the space of a unit.
    pub fn as_space(&self, phrase: &str) -> Option<SpaceId> {
        match (self.exact_space(phrase), self.exact_unit(phrase)) {
            (Some(space), _) => Some(space),
            (None, Some(unit)) => self.place(unit),
            (None, None) => self.begun_space(phrase).or_else(|| self.place(self.begun_unit(phrase)?)),
        }
    }

    /// Returns the choice meant by a phrase, as an answer to a question whose options are of the same kind as `like`.
    pub fn like(&self, like: Option<&Choice>, phrase: &str) -> Option<Choice> {
        match like {
            Some(Choice::Unit(_)) => self.as_unit(phrase).map(Choice::Unit),
            Some(Choice::Space(_)) => self.as_space(phrase).map(Choice::Space),
            Some(Choice::Number(_)) => phrase.parse().ok().map(Choice::Number),
            _ => None,
        }
    }

    /// Returns whether a phrase is the name of a unit or space, or the beginning of it, and not the name of another
    /// thing in the same place.
    pub fn is_called(&self, choice: &Choice, phrase: &str) -> bool {
        match choice {
            Choice::Unit(unit) => self.exact_unit(phrase).or_else(|| self.begun_unit(phrase)) == Some(*unit),
            Choice::Space(space) => self.exact_space(phrase).or_else(|| self.begun_space(phrase)) == Some(*space),
            _ => true,
        }
    }

    /// Returns the unit or space meant by a phrase.
    pub fn any(&self, phrase: &str) -> Option<Choice> {
        let exact = self.exact_unit(phrase).map(Choice::Unit).or_else(|| self.exact_space(phrase).map(Choice::Space));
        let begun =
            || self.begun_unit(phrase).map(Choice::Unit).or_else(|| self.begun_space(phrase).map(Choice::Space));
        exact.or_else(begun)
    }

    /// Consumes the longest run of words that is the name of a unit or space, and returns it.
    pub fn take_name(&self, words: &mut Words) -> Option<String> {
        let is_name = |count: &usize| words.phrase(*count).is_some_and(|phrase| self.any(&phrase).is_some());
        let count = (1..=MAX_WORDS).rev().find(is_name)?;
        let phrase = words.phrase(count);
        words.take(count);
        phrase
    }

    /// Parses a list of units: `XXIV, 3rd`. The error is the first name that is not a unit known to the viewer.
    pub fn units<'b>(&self, list: &'b str) -> Result<Vec<UnitId>, &'b str> {
        let pieces = list.split(',').map(str::trim).filter(|piece| !piece.is_empty());
        let names = pieces.flat_map(|piece| match self.as_unit(piece) {
            Some(_) => vec![piece],
            None => piece.split_whitespace().collect(),
        });
        names.map(|name| self.as_unit(name).filter(|unit| self.knows(*unit)).ok_or(name)).collect()
    }

    /// Returns the message for an unknown name.
    pub fn unknown(&self, phrase: &str) -> String {
        let names = self.names();
        match nearest(phrase, names.iter().map(String::as_str)) {
            Some(near) => {
                self.reader.catalogue.say("there is no unit or space `{1}`; did you mean `{2}`?", &[phrase, near])
            }
            None => self.reader.catalogue.say("there is no unit or space `{1}`", &[phrase]),
        }
    }
}

/// Returns whether a name is a number.
pub(super) fn is_number(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_digit())
}

fn begins(name: &str, phrase: &str) -> bool {
    !phrase.is_empty() && suggest::starts_with_folded(name, phrase)
}

fn only<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.next().is_none().then_some(first)
}
