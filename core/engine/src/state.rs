//! Everything that changes during a game, as plain data.

mod difference;
mod ending;
mod hashed;
mod tokens;

pub use difference::StateDifference;
pub use ending::{Ending, Winners};

use crate::content::Content;
use crate::field::Stand;
use crate::ids::{Id, SideId, SpaceId, UnitId};
use crate::sequence::Cursor;
use crate::set::bits;
use crate::unit::{Unit, UnitState};
use crate::variable::Variable;
use hashed::Hashed;
use tokens::Tokens;

/// The sort key of a hidden unit: its place, its marks, the sides it is hidden from, its numbers, its token and its
/// stand.
pub(crate) type SlotKey = (Option<SpaceId>, u16, u8, Vec<i32>, Option<u16>, Option<Stand>);

/// The owner of a value that rules keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableOwner {
    /// The game.
    Game,
    /// A unit.
    Unit(UnitId),
    /// A space.
    Space(SpaceId),
}

const NOBODY: u8 = u8::MAX;
const NO_UNIT: u16 = u16::MAX;

/// The state of a game. States with equal saved parts are equal, since all other fields are derived from the saved
/// part.
#[derive(Debug)]
pub struct State {
    saved: Hashed,
    /// The first unit on each space. `next` links to the other units there, in ascending order.
    first: Vec<u16>,
    next: Vec<u16>,
    /// For each side, the spaces occupied by its units.
    occupied: Vec<u64>,
    /// For each side, the spaces it owns.
    owned: Vec<u64>,
    /// For each side, the set of its units, which never changes.
    units_of: Vec<u64>,
    /// The units that are on a space.
    on_map: Vec<u64>,
    /// For each kind of link, the units that have such a link.
    linked: Vec<u64>,
    words: usize,
    /// The number of sides with a seat. Their ids come before those of neutral sides.
    seats: usize,
}

/// The part of a state that is saved and hashed.
#[derive(Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SavedState {
    /// The position in the sequence of play.
    pub cursor: Cursor,
    units: Vec<UnitState>,
    /// The slots of the variables of each unit.
    unit_numbers: Vec<i32>,
    #[serde(default)]
    unit_links: Vec<u16>,
    owners: Vec<u8>,
    /// The slots of the variables of the game.
    variables: Vec<i32>,
    ending: Option<Ending>,
    /// The slots of the variables of each space.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    space_variables: Vec<i32>,
    #[serde(rename = "masks", default, skip_serializing_if = "Tokens::is_unused")]
    tokens: Tokens,
}

/// Clones a state. Cloning into an existing state reuses its memory, because the copy at the start of each phase must
/// be cheap.
impl Clone for State {
    fn clone(&self) -> State {
        let State { saved, first, next, occupied, owned, units_of, on_map, linked, words, seats } = self;
        State {
            saved: saved.clone(),
            first: first.clone(),
            next: next.clone(),
            occupied: occupied.clone(),
            owned: owned.clone(),
            units_of: units_of.clone(),
            on_map: on_map.clone(),
            linked: linked.clone(),
            words: *words,
            seats: *seats,
        }
    }

    fn clone_from(&mut self, other: &State) {
        let State { saved, first, next, occupied, owned, units_of, on_map, linked, words, seats } = self;
        saved.copy_from(&other.saved);
        first.clone_from(&other.first);
        next.clone_from(&other.next);
        occupied.clone_from(&other.occupied);
        owned.clone_from(&other.owned);
        units_of.clone_from(&other.units_of);
        on_map.clone_from(&other.on_map);
        linked.clone_from(&other.linked);
        *words = other.words;
        *seats = other.seats;
    }
}

impl Clone for SavedState {
    fn clone(&self) -> SavedState {
        let SavedState { cursor, units, unit_numbers, unit_links, owners, variables, ending, space_variables, tokens } =
            self;
        SavedState {
            cursor: *cursor,
            units: units.clone(),
            unit_numbers: unit_numbers.clone(),
            unit_links: unit_links.clone(),
            owners: owners.clone(),
            variables: variables.clone(),
            ending: ending.clone(),
            space_variables: space_variables.clone(),
            tokens: tokens.clone(),
        }
    }

    fn clone_from(&mut self, other: &SavedState) {
        let SavedState { cursor, units, unit_numbers, unit_links, owners, variables, ending, space_variables, tokens } =
            self;
        *cursor = other.cursor;
        units.clone_from(&other.units);
        unit_numbers.clone_from(&other.unit_numbers);
        unit_links.clone_from(&other.unit_links);
        owners.clone_from(&other.owners);
        variables.clone_from(&other.variables);
        ending.clone_from(&other.ending);
        space_variables.clone_from(&other.space_variables);
        tokens.clone_from(&other.tokens);
    }
}

/// A short hash: equal states have equal hashes on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateHash(pub [u8; 8]);

impl std::fmt::Display for StateHash {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(out, "{byte:02x}"))
    }
}

impl State {
    /// Creates the state at the start of a battle, before set-up.
    pub fn new(content: &Content) -> State {
        let waiting = |unit: &Unit| UnitState { place: None, steps: unit.steps, marks: 0, hidden_from: 0, stand: None };
        let mut saved = SavedState {
            cursor: Cursor::default(),
            units: content.units.iter().map(waiting).collect(),
            unit_numbers: content.unit_variables.initial(content.units.len()),
            unit_links: vec![NO_UNIT; content.units.len() * content.unit_links.len()],
            owners: vec![NOBODY; content.map.len()],
            variables: content.variables.initial(1),
            ending: None,
            space_variables: content.space_variables.initial(content.map.len()),
            tokens: Tokens::default(),
        };
        for placement in &content.placements {
            let unit = &mut saved.units[placement.unit.index()];
            (unit.place, unit.steps) = (placement.place, placement.steps);
        }
        for (space, side) in &content.owners {
            saved.owners[space.index()] = side.0 as u8;
        }
        let mut state = State::restore(content, saved);
        for (unit, heading) in content.headings.iter().flat_map(|headings| &headings.initial) {
            state.set_heading(content, *unit, *heading);
        }
        state
    }

    /// Restores a state from its saved part, which must fit `content`.
    pub fn restore(content: &Content, saved: SavedState) -> State {
        let words = content.map.words();
        let mut state = State {
            first: vec![NO_UNIT; content.map.len()],
            next: vec![NO_UNIT; saved.units.len()],
            occupied: vec![0; words * content.sides.len()],
            owned: vec![0; words * content.sides.len()],
            units_of: vec![0; bits::words(saved.units.len()) * content.sides.len()],
            on_map: vec![0; bits::words(saved.units.len())],
            linked: vec![0; bits::words(saved.units.len()) * content.unit_links.len()],
            words,
            seats: content.seats().count(),
            saved: Hashed::new(saved),
        };
        for at in 0..state.saved.units.len() {
            if let Some(place) = state.saved.units[at].place {
                state.enter(content, UnitId::from_index(at), place);
            }
            let units = state.on_map.len();
            bits::insert(&mut state.units_of[content.units[at].side.index() * units..], at);
        }
        let links = content.unit_links.len().max(1);
        for (at, _) in state.saved.unit_links.iter().enumerate().filter(|(_, to)| **to != NO_UNIT) {
            bits::insert(&mut state.linked[at % links * state.on_map.len()..], at / links);
        }
        for space in content.map.all() {
            if let Some(side) = state.owner(space) {
                bits::insert(&mut state.owned[side.index() * words..], space.index());
            }
        }
        state
    }

    /// Returns whether a saved part fits `content`: its lengths match and every id exists.
    pub fn fits(content: &Content, saved: &SavedState) -> bool {
        let places = saved.units.iter().filter_map(|unit| unit.place);
        (content.sequence.phase(saved.cursor).is_some() || content.sequence.is_over(saved.cursor))
            && saved.units.len() == content.units.len()
            && content.unit_variables.fit(&saved.unit_numbers, content.units.len())
            && content.space_variables.fit(&saved.space_variables, content.map.len())
            && saved.unit_links.len() == content.units.len() * content.unit_links.len()
            && saved.unit_links.iter().all(|&to| to == NO_UNIT || usize::from(to) < content.units.len())
            && saved.owners.len() == content.map.len()
            && saved.owners.iter().all(|&owner| owner == NOBODY || (owner as usize) < content.sides.len())
            && content.variables.fit(&saved.variables, 1)
            && saved
                .ending
                .iter()
                .flat_map(|ending| ending.winners.iter())
                .all(|side| side.index() < content.sides.len())
            && saved.tokens.fits(content.units.len())
            && places.into_iter().all(|place| place.index() < content.map.len())
            && saved.units.iter().all(|unit| unit.stand.is_none_or(|stand| content.stands(unit.place, stand)))
            && saved.units.iter().zip(&content.units).all(|(unit, printed)| unit.steps <= printed.steps)
    }

    /// Returns the part to save.
    pub fn saved(&self) -> &SavedState {
        &self.saved
    }

    /// Returns the hash of the saved part.
    pub fn hash(&self) -> StateHash {
        self.saved.hash()
    }

    /// Returns the position in the sequence of play.
    pub fn cursor(&self) -> Cursor {
        self.saved.cursor
    }

    /// Moves to another position in the sequence of play.
    pub fn set_cursor(&mut self, cursor: Cursor) {
        self.saved.cursor = cursor;
    }

    /// Returns the current state of a unit.
    #[inline]
    pub fn unit(&self, id: UnitId) -> &UnitState {
        &self.saved.units[id.index()]
    }

    /// Returns the states of all units, as listed in the order of battle.
    pub fn units(&self) -> &[UnitState] {
        &self.saved.units
    }

    /// Returns the units on a space in ascending order.
    #[inline]
    pub fn units_at(&self, space: SpaceId) -> impl Iterator<Item = UnitId> + '_ {
        let mut at = self.first[space.index()];
        std::iter::from_fn(move || {
            let here = (at != NO_UNIT).then_some(UnitId(at))?;
            at = self.next[here.index()];
            Some(here)
        })
    }

    /// Returns the spaces occupied by a side's units.
    #[inline]
    pub fn occupied(&self, side: SideId) -> &[u64] {
        &self.occupied[side.index() * self.words..][..self.words]
    }

    /// Returns the spaces that a side owns.
    #[inline]
    pub fn owned(&self, side: SideId) -> &[u64] {
        &self.owned[side.index() * self.words..][..self.words]
    }

    /// Returns the units of a side, wherever they are.
    #[inline]
    pub fn units_of(&self, side: SideId) -> &[u64] {
        &self.units_of[side.index() * self.on_map.len()..][..self.on_map.len()]
    }

    /// Returns the units that are on a space.
    #[inline]
    pub fn on_map(&self) -> &[u64] {
        &self.on_map
    }

    /// Moves a unit to a space, or removes it from the map if `place` is `None`.
    pub fn place(&mut self, content: &Content, id: UnitId, place: Option<SpaceId>) {
        if let Some(old) = self.saved.units[id.index()].place {
            self.leave(content, id, old);
        }
        self.saved.units[id.index()].place = place;
        self.saved.units[id.index()].stand = None;
        if let Some(new) = place {
            self.enter(content, id, new);
        }
        if !self.saved.tokens.is_unused() {
            self.mask(id);
        }
    }

    /// Places a unit on the table. Returns `false` if there is no table or if the spot is not on it.
    pub fn set_stand(&mut self, content: &Content, id: UnitId, stand: Stand) -> bool {
        let Some(field) = content.map.field().filter(|field| field.has(stand.spot)) else { return false };
        if self.unit(id).place != Some(field.table) {
            self.place(content, id, Some(field.table));
        }
        self.saved.units[id.index()].stand = Some(stand);
        true
    }

    fn enter(&mut self, content: &Content, id: UnitId, space: SpaceId) {
        let mut before = NO_UNIT;
        let mut after = self.first[space.index()];
        while after != NO_UNIT && after < id.0 {
            before = after;
            after = self.next[after as usize];
        }
        self.next[id.index()] = after;
        match before {
            NO_UNIT => self.first[space.index()] = id.0,
            _ => self.next[before as usize] = id.0,
        }
        bits::insert(&mut self.on_map, id.index());
        let side = content.units[id.index()].side;
        bits::insert(&mut self.occupied[side.index() * self.words..], space.index());
    }

    fn leave(&mut self, content: &Content, id: UnitId, space: SpaceId) {
        let after = self.next[id.index()];
        if self.first[space.index()] == id.0 {
            self.first[space.index()] = after;
        } else {
            let mut before = self.first[space.index()];
            while self.next[before as usize] != id.0 {
                before = self.next[before as usize];
            }
            self.next[before as usize] = after;
        }
        bits::remove(&mut self.on_map, id.index());
        let side = content.units[id.index()].side;
        if !self.units_at(space).any(|other| content.units[other.index()].side == side) {
            bits::remove(&mut self.occupied[side.index() * self.words..], space.index());
        }
    }

    /// Sets the steps of a unit.
    pub fn set_steps(&mut self, id: UnitId, steps: u8) {
        self.saved.units[id.index()].steps = steps;
    }

    /// Sets or clears a mark on a unit.
    pub fn set_mark(&mut self, id: UnitId, mark: usize, on: bool) {
        let marks = &mut self.saved.units[id.index()].marks;
        *marks = if on { *marks | 1 << mark } else { *marks & !(1 << mark) };
    }

    /// Clears a mark on every unit.
    pub fn clear_mark(&mut self, mark: usize) {
        self.saved.units.iter_mut().for_each(|unit| unit.marks &= !(1 << mark));
    }

    /// Hides a unit's identity from a side, or reveals it.
    pub fn set_hidden(&mut self, id: UnitId, from: SideId, hidden: bool) {
        let sides = &mut self.saved.units[id.index()].hidden_from;
        *sides = if hidden { *sides | 1 << from.0 } else { *sides & !(1 << from.0) };
        if hidden {
            self.begin_hiding(0);
        }
        if !self.saved.tokens.is_unused() {
            self.mask(id);
        }
    }

    /// Prepares the state for hidden units, unless this has been done already. `seed` determines how tokens are
    /// shuffled.
    pub fn begin_hiding(&mut self, seed: u64) {
        let units = self.saved.units.len();
        self.saved.tokens.begin(units, seed);
    }

    /// Returns whether anything has ever been hidden.
    #[inline]
    pub fn has_hidden(&self) -> bool {
        !self.saved.tokens.is_unused()
    }

    /// Returns the token that stands for a hidden unit on the map; `None` for any other unit.
    pub fn token(&self, id: UnitId) -> Option<u16> {
        Some(self.saved.tokens.token(id)).filter(|token| *token > 0)
    }

    /// Updates a unit's token after it has entered a space, or been hidden or revealed.
    fn mask(&mut self, id: UnitId) {
        match *self.unit(id) {
            UnitState { place: Some(place), hidden_from: 1.., .. } => self.mix_tokens(id, place),
            _ => self.saved.tokens.set(id, 0),
        }
    }

    /// Shuffles the tokens of the hidden units in `place` that are on the same side as `id`, so that nobody can tell
    /// them apart. On a table, only units with the same stand as `id` are included.
    fn mix_tokens(&mut self, id: UnitId, place: SpaceId) {
        let own = self.comrades(id);
        let mut group: Vec<UnitId> = self
            .units_at(place)
            .filter(|unit| bits::has(own, unit.index()) && self.unit(*unit).hidden_from > 0)
            .filter(|unit| self.unit(*unit).stand == self.unit(id).stand)
            .collect();
        if self.is_neutral(id) {
            group.sort_by_key(|unit| self.saved.tokens.token(*unit));
        }
        self.saved.tokens.mix(&group);
    }

    /// Returns whether a unit belongs to a neutral side. Such units, for example cards, are often hidden, mixed and shown
    /// within one phase, so their tokens depend on tokens alone: games that differ only in hidden identities then go on
    /// with the same tokens.
    fn is_neutral(&self, id: UnitId) -> bool {
        let seated = &self.units_of[..self.seats * self.on_map.len()];
        !seated.chunks(self.on_map.len().max(1)).any(|units| bits::has(units, id.index()))
    }

    /// Returns all units on the same side as `id`.
    fn comrades(&self, id: UnitId) -> &[u64] {
        self.units_of.chunks(self.on_map.len().max(1)).find(|units| bits::has(units, id.index())).unwrap_or_default()
    }

    /// Assigns tokens to hidden units on the map that do not have one yet. Call this before putting a question to a
    /// player.
    pub fn give_tokens(&mut self) {
        self.give_tokens_to(|_, _| true);
    }

    /// Assigns tokens to hidden units of neutral sides. Call this before a checkpoint.
    pub(crate) fn give_neutral_tokens(&mut self) {
        let has_neutral_sides = self.units_of.len() > self.seats * self.on_map.len();
        if self.has_hidden() && has_neutral_sides {
            self.give_tokens_to(State::is_neutral);
        }
    }

    fn give_tokens_to(&mut self, is_meant: impl Fn(&State, UnitId) -> bool) {
        let is_new = |unit: &UnitId| {
            self.unit(*unit).hidden_from > 0 && self.saved.tokens.token(*unit) == 0 && is_meant(self, *unit)
        };
        let mut new: Vec<UnitId> = bits::iter(&self.on_map).map(UnitId::from_index).filter(is_new).collect();
        new.sort_by_key(|unit| self.unit(*unit).place);
        for unit in &new {
            let own: Vec<UnitId> = bits::iter(self.comrades(*unit)).map(UnitId::from_index).collect();
            self.saved.tokens.give(*unit, own.into_iter());
        }
        new.dedup_by_key(|unit| (self.unit(*unit).place, self.comrades(*unit).as_ptr()));
        for unit in new {
            if let Some(place) = self.unit(unit).place {
                self.mix_tokens(unit, place);
            }
        }
    }

    /// Returns a key for sorting hidden units. It depends only on values that stay the same when units exchange
    /// identities, so it reveals nothing about them.
    pub(crate) fn slot(&self, id: UnitId) -> SlotKey {
        let unit = self.unit(id);
        let each = self.saved.unit_numbers.len() / self.saved.units.len();
        let numbers = self.saved.unit_numbers[id.index() * each..][..each].to_vec();
        (unit.place, unit.marks, unit.hidden_from, numbers, self.token(id), unit.stand)
    }

    /// Returns a key for sorting units without tokens. The order reveals nothing, and changes with `moment`.
    pub(crate) fn shuffle_key(&self, id: UnitId, moment: u64) -> u64 {
        self.saved.tokens.shuffle_key(id, moment)
    }

    /// Returns the values of a variable.
    pub fn values(&self, owner: VariableOwner, variable: &Variable) -> &[i32] {
        let SavedState { variables, unit_numbers, space_variables, units, owners, .. } = &*self.saved;
        let (slots, at, count) = match owner {
            VariableOwner::Game => (variables, 0, 1),
            VariableOwner::Unit(unit) => (unit_numbers, unit.index(), units.len()),
            VariableOwner::Space(space) => (space_variables, space.index(), owners.len()),
        };
        variable.unpack(&slots[at * (slots.len() / count)..][variable.slots()])
    }

    /// Sets the values of a variable, which must take them.
    pub fn set_values(&mut self, owner: VariableOwner, variable: &Variable, values: &[i32]) {
        let SavedState { variables, unit_numbers, space_variables, units, owners, .. } = &mut *self.saved;
        let (slots, at, count) = match owner {
            VariableOwner::Game => (variables, 0, 1),
            VariableOwner::Unit(unit) => (unit_numbers, unit.index(), units.len()),
            VariableOwner::Space(space) => (space_variables, space.index(), owners.len()),
        };
        let each = slots.len() / count;
        variable.pack(values, &mut slots[at * each..][variable.slots()]);
    }

    /// Returns the unit to which a unit is linked, if any.
    pub fn link(&self, id: UnitId, link: usize) -> Option<UnitId> {
        let each = self.saved.unit_links.len() / self.saved.units.len();
        Some(self.saved.unit_links[id.index() * each + link]).filter(|&to| to != NO_UNIT).map(UnitId)
    }

    /// Returns the units with a link of this kind.
    #[inline]
    pub fn linked(&self, link: usize) -> &[u64] {
        &self.linked[link * self.on_map.len()..][..self.on_map.len()]
    }

    /// Links a unit to another, or removes its link.
    pub fn set_link(&mut self, id: UnitId, link: usize, to: Option<UnitId>) {
        let linked = &mut self.linked[link * self.on_map.len()..];
        match to {
            Some(_) => bits::insert(linked, id.index()),
            None => bits::remove(linked, id.index()),
        }
        let each = self.saved.unit_links.len() / self.saved.units.len();
        self.saved.unit_links[id.index() * each + link] = to.map_or(NO_UNIT, |to| to.0);
    }

    /// Returns the owner of a space, if it has one.
    pub fn owner(&self, space: SpaceId) -> Option<SideId> {
        Some(self.saved.owners[space.index()]).filter(|&side| side != NOBODY).map(|side| SideId(side.into()))
    }

    /// Sets or clears the owner of a space.
    pub fn set_owner(&mut self, space: SpaceId, owner: Option<SideId>) {
        if let Some(before) = self.owner(space) {
            bits::remove(&mut self.owned[before.index() * self.words..], space.index());
        }
        if let Some(side) = owner {
            bits::insert(&mut self.owned[side.index() * self.words..], space.index());
        }
        self.saved.owners[space.index()] = owner.map_or(NOBODY, |side| side.0 as u8);
    }

    /// Returns how the game ended, if it has.
    pub fn ending(&self) -> Option<&Ending> {
        self.saved.ending.as_ref()
    }

    /// Ends the game.
    pub fn end(&mut self, ending: Ending) {
        self.saved.ending = Some(ending);
    }
}

impl SavedState {
    /// Returns whether two states are equal except for the tokens of hidden units.
    pub fn is_but_for_tokens(&self, other: &SavedState) -> bool {
        let bare = |saved: &SavedState| SavedState { tokens: Tokens::default(), ..saved.clone() };
        bare(self) == bare(other)
    }

    /// Gives `other` all that `unit` has in `old`, such as its place, marks, numbers, links and token, except its
    /// steps: `other` keeps its own. `linked` converts the targets of links.
    pub(crate) fn exchange_unit(
        &mut self,
        old: &SavedState,
        unit: UnitId,
        other: UnitId,
        linked: impl Fn(UnitId) -> UnitId,
    ) {
        let steps = old.units[other.index()].steps;
        self.units[other.index()] = UnitState { steps, ..old.units[unit.index()] };
        let numbers = self.unit_numbers.len() / self.units.len();
        for at in 0..numbers {
            self.unit_numbers[other.index() * numbers + at] = old.unit_numbers[unit.index() * numbers + at];
        }
        let links = self.unit_links.len() / self.units.len();
        for at in 0..links {
            let to = Some(old.unit_links[unit.index() * links + at]).filter(|&to| to != NO_UNIT);
            self.unit_links[other.index() * links + at] = to.map_or(NO_UNIT, |to| linked(UnitId(to)).0);
        }
        if !self.tokens.is_unused() {
            self.tokens.set(other, old.tokens.token(unit));
        }
    }
}
