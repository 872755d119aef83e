//! The path that a script last computed or let a player choose, and the last step of a unit to an adjacent space. If the
//! next log line is about such a move, the line is shown with the path. No state depends on it.

use grognard_engine::decision::Choice;
use grognard_engine::ids::{Id, SpaceId, UnitId};
use grognard_engine::set::bits;
use grognard_engine::table::Table;

/// A path from space to space, including both ends; empty if there is none.
#[derive(Default)]
pub(crate) struct Route {
    spaces: Vec<SpaceId>,
    /// Whether it was the answer to a question.
    is_chosen: bool,
    /// The unit that a script last moved to an adjacent space, with both spaces.
    step: Option<(UnitId, [SpaceId; 2])>,
}

impl Route {
    /// Records a path that has been computed, if a log is kept.
    pub(crate) fn record(&mut self, table: &Table, path: &[SpaceId]) {
        if table.service.log {
            self.spaces.clear();
            self.spaces.extend_from_slice(path);
            self.is_chosen = false;
        }
    }

    /// Records a path that has been chosen, if a log is kept.
    pub(crate) fn choose(&mut self, table: &Table, path: &[SpaceId]) {
        self.record(table, path);
        self.is_chosen = true;
    }

    /// Records that a script moves a unit, if a log is kept.
    pub(crate) fn step(&mut self, table: &Table, unit: UnitId, to: SpaceId) {
        if table.service.log {
            let from = table.state.unit(unit).place;
            let from = from.filter(|from| bits::has(table.content.map.neighbours(*from), to.index()));
            self.step = from.map(|from| (unit, [from, to]));
        }
    }

    pub(crate) fn clear(&mut self) {
        self.step = None;
        self.spaces.clear();
    }

    /// Returns the part of the path that a log line is about, from the first of the two spaces named in it to the last,
    /// or from the place of its unit to the only space named; otherwise the step of its unit to the only space named. A
    /// path is used once.
    pub(crate) fn take(&mut self, table: &Table, fillings: &[Choice]) -> Vec<SpaceId> {
        let path = self.take_route(table, fillings);
        let of_step = |(unit, [_, to]): &mut (UnitId, [SpaceId; 2])| {
            let (named, spaces) = named(fillings);
            named == Some(*unit) && spaces == [*to]
        };
        match self.step.take_if(of_step) {
            Some((_, step)) if path.is_empty() => step.to_vec(),
            _ => path,
        }
    }

    fn take_route(&mut self, table: &Table, fillings: &[Choice]) -> Vec<SpaceId> {
        let Some((from, to)) = self.spaces.first().and_then(|first| self.ends(table, fillings, *first)) else {
            return Vec::new();
        };
        if from == to || self.spaces.first() != Some(&from) {
            return Vec::new();
        }
        let mut path = std::mem::take(&mut self.spaces);
        path.truncate(path.iter().rposition(|space| *space == to).map_or(0, |at| at + 1));
        path
    }

    /// Returns the ends of the move that a log line is about, if any.
    fn ends(&self, table: &Table, fillings: &[Choice], first: SpaceId) -> Option<(SpaceId, SpaceId)> {
        let (unit, spaces) = named(fillings);
        match spaces[..] {
            [from, to] => unit.map(|_| (from, to)),
            [to] => {
                let place = table.state.unit(unit?).place?;
                // The unit may already have followed the path that was chosen for it.
                let has_arrived = self.is_chosen && place == to && self.spaces.last() == Some(&to);
                Some((if has_arrived { first } else { place }, to))
            }
            _ => None,
        }
    }
}

/// Returns the first unit and the spaces that a log line names.
fn named(fillings: &[Choice]) -> (Option<UnitId>, Vec<SpaceId>) {
    let (mut unit, mut spaces): (Option<UnitId>, Vec<SpaceId>) = (None, Vec::new());
    for choice in fillings {
        match choice {
            Choice::Unit(one) => unit = unit.or(Some(*one)),
            Choice::Space(space) => spaces.push(*space),
            _ => {}
        }
    }
    (unit, spaces)
}
