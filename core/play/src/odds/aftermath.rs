//! What a battle has changed, as far as it can be said of every game.

use grognard_engine::content::Content;
use grognard_engine::ids::{Id, SideId, SpaceId, UnitId};
use grognard_engine::set::bits;
use grognard_engine::state::State;

/// What has changed since a battle began.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Aftermath {
    /// The sides that have units on the space that was fought for.
    pub holders: Vec<SideId>,
    /// For each side, how many steps it has lost; a unit that left the map has lost all of its own.
    lost: Vec<u32>,
}

impl Aftermath {
    /// What has changed between two states.
    pub fn new(content: &Content, space: SpaceId, before: &State, after: &State) -> Aftermath {
        let mut lost = vec![0; content.sides.len()];
        for unit in bits::iter(before.on_map()).map(UnitId::from_index) {
            let left = if bits::has(after.on_map(), unit.index()) { after.unit(unit).steps } else { 0 };
            lost[content.units[unit.index()].side.index()] += u32::from(before.unit(unit).steps.saturating_sub(left));
        }
        let stands = |side: &SideId| bits::has(after.occupied(*side), space.index());
        Aftermath { holders: content.sides.iter().map(|(side, _)| side).filter(stands).collect(), lost }
    }

    /// How many steps a side has lost.
    pub fn lost(&self, side: SideId) -> u32 {
        self.lost.get(side.index()).copied().unwrap_or(0)
    }
}
