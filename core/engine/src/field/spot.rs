//! Places on a field, and facings.

use serde::{Deserialize, Serialize};

/// A place on a field; a base is located by its centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Spot {
    /// The distance from the west edge of the field.
    pub x: i32,
    /// The distance from the north edge of the field.
    pub y: i32,
}

/// The place and facing of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Stand {
    /// The position of the base's centre.
    pub spot: Spot,
    /// The direction of the base's front.
    pub facing: Facing,
}

/// A direction. Quarter turns keep corners at whole coordinates, so all results stay exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Facing {
    /// Towards smaller `y`.
    #[default]
    North,
    /// Towards larger `x`.
    East,
    /// Towards larger `y`.
    South,
    /// Towards smaller `x`.
    West,
}

impl Facing {
    /// All facings, clockwise.
    pub const ALL: [Facing; 4] = [Facing::North, Facing::East, Facing::South, Facing::West];

    /// Returns the name of the facing.
    pub fn name(self) -> &'static str {
        match self {
            Facing::North => "north",
            Facing::East => "east",
            Facing::South => "south",
            Facing::West => "west",
        }
    }

    /// Returns the facing with this name.
    pub fn named(name: &str) -> Option<Facing> {
        Facing::ALL.into_iter().find(|facing| facing.name() == name)
    }

    /// Returns the opposite direction.
    pub fn opposite(self) -> Facing {
        Facing::ALL[(self as usize + 2) % 4]
    }

    /// Rotates a point of a base from north to this facing. The point is relative to the base's centre.
    pub(super) fn turn(self, [x, y]: [i64; 2]) -> [i64; 2] {
        match self {
            Facing::North => [x, y],
            Facing::East => [-y, x],
            Facing::South => [-x, -y],
            Facing::West => [y, -x],
        }
    }
}

impl Spot {
    /// Returns the coordinates as 64-bit integers, for calculations.
    pub(super) fn point(self) -> [i64; 2] {
        [self.x.into(), self.y.into()]
    }

    /// Returns the squared distance to `other`.
    pub fn squared_distance(self, other: Spot) -> i64 {
        let (x, y) = (i64::from(other.x - self.x), i64::from(other.y - self.y));
        x * x + y * y
    }

    /// Returns the direction from this spot to `other`, rounded to the nearest facing. A diagonal counts as north or
    /// south.
    pub fn toward(self, other: Spot) -> Facing {
        let (x, y) = (other.x - self.x, other.y - self.y);
        match (x.abs() > y.abs(), x > 0, y > 0) {
            (true, true, _) => Facing::East,
            (true, false, _) => Facing::West,
            (false, _, true) => Facing::South,
            (false, _, false) => Facing::North,
        }
    }
}

/// Returns the smallest whole number whose square is at least `square`.
pub(super) fn sqrt_rounded_up(square: i64) -> i64 {
    let root = square.max(0).isqrt();
    if root * root < square { root + 1 } else { root }
}
