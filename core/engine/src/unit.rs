//! Units of the order of battle.

use crate::field::Stand;
use crate::ids::{SideId, SpaceId, UnitTypeId};

/// Most steps a unit can have.
pub const MAX_STEPS: usize = 8;

/// A unit as it is printed; it never changes during a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Unique name: `XXIV`, `1st Shock`.
    pub name: String,
    /// The side that owns it.
    pub side: SideId,
    /// Its type.
    pub kind: UnitTypeId,
    /// The formation it belongs to, if the scenario has any.
    pub formation: Option<String>,
    /// Steps at full strength.
    pub steps: u8,
    /// Words that rules ask for: `tank`, `guards`. The type's tags are among them.
    pub tags: Vec<String>,
    /// Values of the properties the system declares, in their order; each for steps 1, 2… up to `steps`.
    pub values: Vec<Vec<i32>>,
}

impl Unit {
    /// The value of a property at a number of steps; nothing for a unit without steps.
    #[inline]
    pub fn value(&self, property: usize, steps: u8) -> Option<i32> {
        self.values.get(property)?.get((steps as usize).checked_sub(1)?).copied()
    }
}

/// What changes about a unit during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct UnitState {
    /// Where it is; `None` when it is on no space (eliminated, not yet arrived).
    pub place: Option<SpaceId>,
    /// Steps left: 0 when it is eliminated, and all it has while it waits for its arrival.
    pub steps: u8,
    /// Marks set by rules, a bit for each the system declares.
    pub marks: u16,
    /// Sides that may not know which unit this is, a bit for each.
    pub hidden_from: u8,
    /// Where on the table it stands, if it does. Battles without a table keep nothing of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand: Option<Stand>,
}
