//! Rectangles parallel to the sides of the field: the bases of units, and strips of the table.

use super::Facing;
use super::spot::sqrt_rounded_up;

/// A rectangle parallel to the sides of the field, including its edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    /// The west side.
    pub left: i64,
    /// The north side.
    pub top: i64,
    /// The east side.
    pub right: i64,
    /// The south side.
    pub bottom: i64,
}

impl Rectangle {
    /// Returns whether `other` is wholly inside this rectangle.
    pub fn holds(&self, other: &Rectangle) -> bool {
        self.left <= other.left && self.top <= other.top && other.right <= self.right && other.bottom <= self.bottom
    }

    /// Returns whether the rectangles overlap; sharing an edge is not enough.
    pub fn overlaps(&self, other: &Rectangle) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    /// Returns the squared distance between the nearest points of the rectangles; 0 if they touch or overlap.
    pub fn squared_gap(&self, other: &Rectangle) -> i64 {
        let x = (other.left - self.right).max(self.left - other.right).max(0);
        let y = (other.top - self.bottom).max(self.top - other.bottom).max(0);
        x * x + y * y
    }

    /// Returns the distance between the nearest points of the rectangles, rounded up.
    pub fn gap(&self, other: &Rectangle) -> i64 {
        sqrt_rounded_up(self.squared_gap(other))
    }

    /// Returns the side along which `other` touches the rectangle edge to edge. Touching at a corner does not count.
    pub fn contact(&self, other: &Rectangle) -> Option<Facing> {
        let beside = self.top < other.bottom && other.top < self.bottom;
        let above = self.left < other.right && other.left < self.right;
        match () {
            () if above && other.bottom == self.top => Some(Facing::North),
            () if beside && other.left == self.right => Some(Facing::East),
            () if above && other.top == self.bottom => Some(Facing::South),
            () if beside && other.right == self.left => Some(Facing::West),
            () => None,
        }
    }

    /// Returns the corners of the rectangle, clockwise from the north-west.
    pub(super) fn corners(&self) -> [[i64; 2]; 4] {
        [[self.left, self.top], [self.right, self.top], [self.right, self.bottom], [self.left, self.bottom]]
    }

    /// Returns the rectangle extended by `by` on every side.
    pub(super) fn grown(&self, by: i64) -> Rectangle {
        Rectangle { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }
}
