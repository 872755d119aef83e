//! Notifies the observer of events other than the start of a phase.

use super::Table;
use crate::chart::Modifier;
use crate::ids::{ChartId, UnitId};

impl Table {
    /// Notifies the observer that a unit is about to be reduced to `steps`, or removed from the map if `steps`
    /// is `None`.
    pub fn note_loss(&mut self, unit: UnitId, steps: Option<u8>) {
        let Some(observer) = &mut self.observer else { return };
        let now = *self.state.unit(unit);
        let lost = now.steps.saturating_sub(steps.unwrap_or(0));
        if let (Some(on), true) = (now.place, lost > 0) {
            observer.lost(unit, on, lost);
        }
    }

    /// Notifies the observer that a procedure reads a result from a column.
    pub fn note_column(&mut self, chart: ChartId, column: usize, moved_by: &[Modifier]) {
        if let Some(observer) = &mut self.observer {
            observer.column(&self.content, chart, column, moved_by);
        }
    }
}
