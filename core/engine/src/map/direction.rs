//! Directions and bearings on a hex map, and the spaces in an arc.
//!
//! All angles are compared exactly, with whole numbers.

use super::{Map, Orientation};
use crate::ids::{Id, SpaceId};
use crate::set::bits;
use hexx::Hex;

/// A direction: a multiple of 30°, clockwise from the top of the map. Six of the twelve directions lead across a side
/// of a hex, and the other six across a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction(u8);

impl Direction {
    /// Creates the direction at `number` times 30°.
    pub fn new(number: usize) -> Direction {
        Direction((number % 12) as u8)
    }

    /// Returns the direction that lies `steps` times 30° farther clockwise.
    pub fn turned(self, steps: usize) -> Direction {
        Direction::new(usize::from(self.0) + steps)
    }

    /// Returns the angle in degrees, clockwise from the top of the map.
    pub fn degrees(self) -> u16 {
        u16::from(self.0) * 30
    }
}

/// The direction from one hex to another: the number of the last of the twelve directions that is not farther
/// clockwise, whether the bearing lies between it and the next one, and the closest of the twelve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bearing {
    last: u8,
    between: bool,
    nearest: u8,
}

impl Bearing {
    /// Returns the bearing as seen by someone who faces in a direction.
    pub fn from(self, ahead: Direction) -> Bearing {
        let turn = |direction: u8| (direction + 12 - ahead.0) % 12;
        Bearing { last: turn(self.last), nearest: turn(self.nearest), ..self }
    }

    /// Returns the bearing in halves of 30°: even numbers are exact, and odd ones stand for anything in between.
    pub fn halves(self) -> usize {
        2 * usize::from(self.last) + usize::from(self.between)
    }

    /// Returns the number of the closest of the twelve directions.
    pub fn nearest(self) -> usize {
        self.nearest.into()
    }

    /// Returns whether the bearing is at most `width` degrees wide of straight ahead, to both sides together.
    pub(super) fn is_in_arc(self, width: u16) -> bool {
        self.halves().min(24 - self.halves()) <= usize::from(width / 30)
    }
}

/// The vectors from a flat-topped hex across its sides and corners, clockwise, beginning at the top. On pointy-topped
/// hexes, the first vector leads 30° to the left of the top.
const VECTORS: [Hex; 12] = [
    Hex::new(0, -1),
    Hex::new(1, -2),
    Hex::new(1, -1),
    Hex::new(2, -1),
    Hex::new(1, 0),
    Hex::new(1, 1),
    Hex::new(0, 1),
    Hex::new(-1, 2),
    Hex::new(-1, 1),
    Hex::new(-2, 1),
    Hex::new(-1, 0),
    Hex::new(-1, -1),
];

/// The width of an arc must be a multiple of this, in degrees.
pub const ARC_STEP: u16 = 60;

impl Map {
    /// Returns the orientation of the hexes; `None` if the map has none.
    pub fn orientation(&self) -> Option<Orientation> {
        self.hexes.as_ref().map(|(_, orientation)| *orientation)
    }

    pub(super) fn hex(&self, space: SpaceId) -> Option<Hex> {
        self.hexes.as_ref()?.0[space.index()]
    }

    fn vector(&self, direction: usize) -> Hex {
        VECTORS[(direction + usize::from(self.orientation() == Some(Orientation::Pointy))) % 12]
    }

    /// Returns the hex that lies in a direction: the neighbour on that side or, across a corner, the hex that lies in a
    /// straight line beyond it, two hexes away. Returns `None` if there is no such hex on the map.
    pub fn toward(&self, from: SpaceId, direction: Direction) -> Option<SpaceId> {
        let goal = self.hex(from)? + self.vector(direction.0.into());
        let beside = self.links(from).iter().map(|link| link.to).find(|&to| self.hex(to) == Some(goal));
        beside.or_else(|| self.all().find(|&space| self.hex(space) == Some(goal)))
    }

    /// Returns the bearing from one hex to another; `None` if they are the same, or one of them is no hex.
    pub fn bearing(&self, from: SpaceId, to: SpaceId) -> Option<Bearing> {
        let way = self.hex(to)? - self.hex(from)?;
        // Positive if `b` is clockwise of `a`.
        let turn = |a: Hex, b: Hex| a.x * b.y - a.y * b.x;
        // Twice the scalar product.
        let along = |a: Hex, b: Hex| 2 * (a.x * b.x + a.y * b.y) + a.x * b.y + a.y * b.x;
        (0..12).find_map(|last| {
            let (here, next) = (self.vector(last), self.vector(last + 1));
            let exact = turn(here, way) == 0 && along(here, way) > 0;
            let between = turn(here, way) > 0 && turn(way, next) > 0;
            // One of two successive vectors is longer than the other, by the square root of 3.
            let length = |vector: Hex| i64::from(along(vector, vector));
            let closeness = |vector: Hex, other: Hex| i64::from(along(vector, way)).pow(2) * length(other);
            let is_nearer = exact || closeness(here, next) > closeness(next, here);
            let nearest = (last + usize::from(!is_nearer)) % 12;
            (exact || between).then_some(Bearing { last: last as u8, between, nearest: nearest as u8 })
        })
    }

    /// Writes to `out` the hexes in an arc of `width` degrees around a direction, at a distance of 1 to `range`. Hexes
    /// whose centres lie on the edge of the arc are included. The width must be a multiple of [`ARC_STEP`].
    pub fn arc(&self, from: SpaceId, ahead: Direction, width: u16, range: u32, out: &mut [u64]) {
        out.fill(0);
        let Some(centre) = self.hex(from) else { return };
        for space in
            self.all().filter(|&space| self.hex(space).is_some_and(|hex| centre.unsigned_distance_to(hex) <= range))
        {
            if self.bearing(from, space).is_some_and(|bearing| bearing.from(ahead).is_in_arc(width)) {
                bits::insert(out, space.index());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{HexGrid, Shifted};
    use super::*;
    use crate::set::Set;

    fn grid(orientation: Orientation) -> Map {
        let all = (1..=9).flat_map(|column| (1..=9).map(move |row| (format!("{column:02}{row:02}"), column, row)));
        let mut map = HexGrid { orientation, shifted: Shifted::Even }.build(all);
        map.seal(&[]);
        map
    }

    fn find(map: &Map, name: &str) -> SpaceId {
        map.names.find(name).unwrap()
    }

    fn arc(map: &Map, direction: usize, width: u16, range: u32) -> Vec<String> {
        let mut out = Set::empty(map.len());
        map.arc(find(map, "0505"), Direction::new(direction), width, range, out.words_mut());
        out.iter().map(|space| map.names.name(space).to_owned()).collect()
    }

    /// The angles are those of the centres as drawn.
    #[test]
    fn bearings_agree_with_the_picture() {
        for orientation in [Orientation::Flat, Orientation::Pointy] {
            let map = grid(orientation);
            let from = find(&map, "0505");
            let [x, y] = map.space(from).centre;
            for to in map.all().filter(|&to| to != from) {
                let [east, south] = [map.space(to).centre[0] - x, map.space(to).centre[1] - y].map(f64::from);
                let angle = east.atan2(-south).to_degrees().rem_euclid(360.0);
                let bearing = map.bearing(from, to).unwrap();
                let drawn = bearing.halves() as f64 * 15.0;
                let off = (angle - drawn + 180.0).rem_euclid(360.0) - 180.0;
                assert!(off.abs() < if bearing.halves().is_multiple_of(2) { 0.1 } else { 15.0 }, "{angle} {bearing:?}");
                let off = (angle - bearing.nearest() as f64 * 30.0 + 180.0).rem_euclid(360.0) - 180.0;
                assert!(off.abs() <= 15.1, "{angle} {bearing:?}");
            }
        }
    }

    #[test]
    fn a_hex_lies_across_each_side_and_each_corner() {
        for orientation in [Orientation::Flat, Orientation::Pointy] {
            let map = grid(orientation);
            let from = find(&map, "0505");
            for number in 0..12 {
                let to = map.toward(from, Direction::new(number)).unwrap();
                assert_eq!(map.bearing(from, to).map(Bearing::halves), Some(2 * number));
                let is_side = (number % 2 == 0) == (orientation == Orientation::Flat);
                assert_eq!(map.distance(from, to), Some(if is_side { 1 } else { 2 }));
            }
        }
        let map = grid(Orientation::Flat);
        assert_eq!(map.toward(find(&map, "0101"), Direction::new(0)), None, "beyond the edge of the map");
        assert_eq!(map.bearing(find(&map, "0101"), find(&map, "0101")), None);
    }

    #[test]
    fn an_arc_includes_its_edges_but_not_the_hex_in_its_centre() {
        let map = grid(Orientation::Flat);
        assert_eq!(arc(&map, 0, 60, 1), ["0504"]);
        assert_eq!(arc(&map, 0, 120, 1), ["0404", "0504", "0604"]);
        assert_eq!(arc(&map, 1, 60, 1).len(), 2, "the hexes on both sides of a corner");
        assert_eq!(arc(&map, 3, 180, 2).len(), 11, "half of 14, and the 4 hexes in line abreast");
        assert_eq!(arc(&map, 7, 360, 2).len(), 18);
        assert_eq!(arc(&map, 7, 0, 4).len(), 2, "straight across a corner");
    }
}
