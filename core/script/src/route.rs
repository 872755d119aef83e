//! The path that a script last computed or let a player choose. If the next log line is about a move along it, the line
//! is shown with the path. No state depends on it.

use grognard_engine::decision::Choice;
use grognard_engine::ids::SpaceId;
use grognard_engine::table::Table;

/// A path from space to space, including both ends; empty if there is none.
#[derive(Default)]
pub(crate) struct Route(Vec<SpaceId>);

impl Route {
    /// Records a path if a log is kept.
    pub(crate) fn record(&mut self, table: &Table, path: &[SpaceId]) {
        if table.service.log {
            self.0.clear();
            self.0.extend_from_slice(path);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the part of the path that a log line is about: from the first of the two spaces named in it to the last,
    /// or from the place of its unit to the only space named. A path is used once.
    pub(crate) fn take(&mut self, table: &Table, fillings: &[Choice]) -> Vec<SpaceId> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let unit = fillings.iter().find_map(|choice| match choice {
            Choice::Unit(unit) => Some(*unit),
            _ => None,
        });
        let spaces: Vec<SpaceId> = fillings
            .iter()
            .filter_map(|choice| match choice {
                Choice::Space(space) => Some(*space),
                _ => None,
            })
            .collect();
        let ends = match (unit, &spaces[..]) {
            (Some(_), [from, to]) => Some((*from, *to)),
            (Some(unit), [to]) => table.state.unit(unit).place.map(|from| (from, *to)),
            _ => None,
        };
        let Some((_, to)) = ends.filter(|(from, to)| from != to && self.0.first() == Some(from)) else {
            return Vec::new();
        };
        let mut path = std::mem::take(&mut self.0);
        path.truncate(path.iter().rposition(|space| *space == to).map_or(0, |at| at + 1));
        path
    }
}
