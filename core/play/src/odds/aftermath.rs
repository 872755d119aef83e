//! The effects of a battle, in terms that apply to any game.

use grognard_engine::content::Content;
use grognard_engine::ids::{Id, SideId, SpaceId, UnitId};
use grognard_engine::set::bits;
use grognard_engine::state::State;

/// The changes since a battle began.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Aftermath {
    /// The sides with units on the contested space.
    pub holders: Vec<SideId>,
    /// The number of steps lost by each side. A unit that left the map has lost all its steps.
    lost: Vec<u32>,
}

impl Aftermath {
    /// Returns the changes between two states.
    pub fn new(content: &Content, space: SpaceId, before: &State, after: &State) -> Aftermath {
        let mut lost = vec![0; content.sides.len()];
        for unit in bits::iter(before.on_map()).map(UnitId::from_index) {
            let left = if bits::has(after.on_map(), unit.index()) { after.unit(unit).steps } else { 0 };
            lost[content.units[unit.index()].side.index()] += u32::from(before.unit(unit).steps.saturating_sub(left));
        }
        let stands = |side: &SideId| bits::has(after.occupied(*side), space.index());
        Aftermath { holders: content.seats().map(|(side, _)| side).filter(stands).collect(), lost }
    }

    /// Returns the number of steps lost by a side.
    pub fn lost(&self, side: SideId) -> u32 {
        self.lost.get(side.index()).copied().unwrap_or(0)
    }
}
