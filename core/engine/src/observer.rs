//! Who looks on while a game is played. An observer changes nothing, and nothing of what it keeps is in a state.

use crate::chart::Modifier;
use crate::content::Content;
use crate::ids::{ChartId, SpaceId, UnitId};
use crate::state::State;
use crate::table::Table;

/// Somebody who looks on and keeps count.
pub trait Observer {
    /// A phase begins.
    fn phase(&mut self, content: &Content, state: &State);
    /// A unit loses so many steps on a space, or is taken off the map with so many.
    fn lost(&mut self, unit: UnitId, on: SpaceId, steps: u8);
    /// A result is read in a column of an odds chart.
    fn column(&mut self, content: &Content, chart: ChartId, column: usize, moved_by: &[Modifier]);
}

impl Table {
    /// A unit is about to have fewer steps; `None`: to be taken off the map.
    pub fn note_loss(&mut self, unit: UnitId, steps: Option<u8>) {
        let Some(observer) = &mut self.observer else { return };
        let now = *self.state.unit(unit);
        let lost = now.steps.saturating_sub(steps.unwrap_or(0));
        if let (Some(on), true) = (now.place, lost > 0) {
            observer.lost(unit, on, lost);
        }
    }

    /// A procedure reads a result in a column.
    pub fn note_column(&mut self, chart: ChartId, column: usize, moved_by: &[Modifier]) {
        if let Some(observer) = &mut self.observer {
            observer.column(&self.content, chart, column, moved_by);
        }
    }
}
