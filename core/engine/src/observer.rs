//! Who looks on while a game is played. An observer changes nothing, and nothing of what it keeps is in a state.

use crate::chart::Modifier;
use crate::content::Content;
use crate::ids::{ChartId, SpaceId, UnitId};
use crate::state::State;

/// Somebody who looks on and keeps count.
pub trait Observer {
    /// A phase begins.
    fn phase(&mut self, content: &Content, state: &State);
    /// A unit loses so many steps on a space, or is taken off the map with so many.
    fn lost(&mut self, unit: UnitId, on: SpaceId, steps: u8);
    /// A result is read in a column of an odds chart.
    fn column(&mut self, content: &Content, chart: ChartId, column: usize, moved_by: &[Modifier]);
}
