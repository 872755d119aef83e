//! The units in the order of battle.

use crate::field::Stand;
use crate::ids::{SideId, SpaceId, UnitTypeId};

/// The maximum number of steps per unit.
pub const MAX_STEPS: usize = 8;

/// A unit as printed; it never changes during a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Unique name: `XXIV`, `1st Shock`.
    pub name: String,
    /// The side that owns the unit.
    pub side: SideId,
    /// The type of the unit.
    pub kind: UnitTypeId,
    /// The formation to which the unit belongs, if any.
    pub formation: Option<String>,
    /// The number of steps at full strength.
    pub steps: u8,
    /// Tags used by rules: `tank`, `guards`. They include the tags of the unit's type.
    pub tags: Vec<String>,
    /// For each declared property, in order, its values with 1, 2… steps left, up to `steps`.
    pub values: Vec<Vec<i32>>,
}

impl Unit {
    /// Returns the value of a property with `steps` steps left; `None` if there are none left.
    #[inline]
    pub fn value(&self, property: usize, steps: u8) -> Option<i32> {
        self.values.get(property)?.get((steps as usize).checked_sub(1)?).copied()
    }
}

/// The part of a unit that changes during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct UnitState {
    /// The unit's space; `None` if it is eliminated or has not arrived yet.
    pub place: Option<SpaceId>,
    /// The number of steps left: 0 if the unit is eliminated, and its full number of steps if it has not arrived yet.
    pub steps: u8,
    /// Marks set by rules, one bit for each declared mark.
    pub marks: u16,
    /// Sides from which the unit's identity is hidden, one bit per side.
    pub hidden_from: u8,
    /// The stand of the unit on the table; always `None` in battles without a table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand: Option<Stand>,
}
