//! Places on a field, and which way a base looks.

use serde::{Deserialize, Serialize};

/// A place on a field. A base is where its middle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Spot {
    /// To the east.
    pub x: i32,
    /// To the south.
    pub y: i32,
}

/// A place and a facing: where a base stands, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Stand {
    /// Where its middle is.
    pub spot: Spot,
    /// Where its front is.
    pub facing: Facing,
}

/// Which way a base looks. Quarter turns keep corners at whole coordinates, so that everything stays exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Facing {
    /// To where `y` is less.
    #[default]
    North,
    /// To where `x` is more.
    East,
    /// To where `y` is more.
    South,
    /// To where `x` is less.
    West,
}

impl Facing {
    /// All of them, clockwise.
    pub const ALL: [Facing; 4] = [Facing::North, Facing::East, Facing::South, Facing::West];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Facing::North => "north",
            Facing::East => "east",
            Facing::South => "south",
            Facing::West => "west",
        }
    }

    /// The facing of a name.
    pub fn named(name: &str) -> Option<Facing> {
        Facing::ALL.into_iter().find(|facing| facing.name() == name)
    }

    /// The other way.
    pub fn opposite(self) -> Facing {
        Facing::ALL[(self as usize + 2) % 4]
    }

    /// A point that was measured from the middle of something looking north, where it looks this way.
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
    /// As a point to reckon with.
    pub(super) fn point(self) -> [i64; 2] {
        [self.x.into(), self.y.into()]
    }

    /// The distance to another, squared.
    pub fn squared_distance(self, other: Spot) -> i64 {
        let (x, y) = (i64::from(other.x - self.x), i64::from(other.y - self.y));
        x * x + y * y
    }

    /// The way in which another lies, as far as four ways can tell; a diagonal counts as north or south.
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

/// The least whole number whose square is at least this.
pub(super) fn sqrt_rounded_up(square: i64) -> i64 {
    let root = square.max(0).isqrt();
    if root * root < square { root + 1 } else { root }
}
