//! Determines which units a side knows.

use crate::content::Content;
use crate::decision::Choice;
use crate::ids::{Id, SideId, UnitId};
use crate::table::Table;

/// Returns whether `viewer` knows a unit that is hidden from the sides in `hidden_from`. If there is no viewer, returns
/// whether everybody knows it.
pub fn knows(content: &Content, viewer: Option<SideId>, unit: UnitId, hidden_from: u8) -> bool {
    match viewer {
        Some(viewer) => viewer == content.units[unit.index()].side || hidden_from >> viewer.0 & 1 == 0,
        None => hidden_from == 0,
    }
}

impl Table {
    /// Returns whether a viewer knows a unit's identity. Once the game is over, everybody knows all units.
    pub fn knows(&self, viewer: Option<SideId>, unit: UnitId) -> bool {
        self.state.ending().is_some() || knows(&self.content, viewer, unit, self.state.unit(unit).hidden_from)
    }

    /// Sorts options into an order that reveals nothing: units that the side does not know come last, sorted by place
    /// and token.
    pub(crate) fn neutral_order(&self, side: SideId, mut options: Vec<Choice>) -> Vec<Choice> {
        let place = |choice: &Choice| match choice {
            Choice::Unit(id) if !self.knows(Some(side), *id) => {
                let shuffle_key =
                    if self.state.token(*id).is_none() { self.state.shuffle_key(*id, self.decisions) } else { 0 };
                Some((self.state.unit(*id).place, self.state.token(*id), shuffle_key))
            }
            _ => None,
        };
        if options.iter().any(|choice| place(choice).is_some()) {
            options.sort_by_key(place);
        }
        options
    }
}
