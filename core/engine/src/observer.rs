//! Observers of a game. An observer changes nothing in the game, and nothing that it records is part of the state.

use crate::chart::Modifier;
use crate::content::Content;
use crate::ids::{ChartId, SpaceId, UnitId};
use crate::state::State;

/// Code that watches a game without changing it, for example to keep statistics.
pub trait Observer {
    /// Records the start of a phase.
    fn phase(&mut self, content: &Content, state: &State);
    /// Records that a unit loses `steps` steps in a space, or is removed from the map with `steps` steps left.
    fn lost(&mut self, unit: UnitId, on: SpaceId, steps: u8);
    /// Records the column of an odds chart from which a result is read, and the modifiers that shifted the column.
    fn column(&mut self, content: &Content, chart: ChartId, column: usize, moved_by: &[Modifier]);
}
