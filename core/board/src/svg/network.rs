//! Draws lines through a map: rivers from corner to corner, railways from space to space. They are smooth where just
//! two segments meet.

use super::canvas::Point;
use crate::lattice::HexAxes;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A segment of a line between two nodes: corners of hexes, or spaces.
#[derive(Clone, Copy, Debug)]
pub struct NetworkSegment {
    /// The nodes at its two ends.
    pub nodes: [Point; 2],
    /// The positions at which the two nodes are drawn.
    pub at: [Point; 2],
    /// The centre of the segment, through which the line passes.
    pub middle: Point,
}

/// How segments meet at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Junction {
    /// Two segments meet, and the line bends around the node.
    Bend,
    /// All segments lead to the node itself.
    Hub,
    /// A single segment begins at the node, and its first half is drawn thin.
    Spring,
}

/// Returns the nodes of the segments, each with the position at which it is drawn and the centres of the segments that
/// meet there.
fn nodes(strands: &[NetworkSegment]) -> BTreeMap<Point, (Point, Vec<Point>)> {
    let mut nodes: BTreeMap<Point, (Point, Vec<Point>)> = BTreeMap::new();
    for strand in strands {
        for (node, at) in strand.nodes.into_iter().zip(strand.at) {
            nodes.entry(node).or_insert((at, Vec::new())).1.push(strand.middle);
        }
    }
    nodes
}

/// Returns the thin beginnings of rivers, from their springs to the centres of the segments.
pub fn springs(strands: &[NetworkSegment], knot: impl Fn(Point) -> Junction) -> String {
    let mut out = String::new();
    for (node, (at, middles)) in nodes(strands) {
        if let ([middle], Junction::Spring) = (middles.as_slice(), knot(node)) {
            // Writing to a string cannot fail.
            let _ = write!(out, "M{} {}L{} {}", at.0, at.1, middle.0, middle.1);
        }
    }
    out
}

/// Returns the path of all segments, without the parts that [`springs`] draws. Where exactly two segments meet, the
/// line bends around the node, unless it is a hub. Everywhere else, the line leads to the node itself.
pub fn path(strands: &[NetworkSegment], knot: impl Fn(Point) -> Junction) -> String {
    let mut out = String::new();
    for (node, (at, middles)) in &nodes(strands) {
        let knot = knot(*node);
        // Writing to a string cannot fail.
        let _ = match middles.as_slice() {
            [_] if knot == Junction::Spring => Ok(()),
            [a, b] if knot != Junction::Hub => write!(out, "M{} {}Q{} {} {} {}", a.0, a.1, at.0, at.1, b.0, b.1),
            [a, b] => write!(out, "M{} {}L{} {}L{} {}", a.0, a.1, at.0, at.1, b.0, b.1),
            // A segment that leaves the map ends at its centre.
            several => {
                several.iter().filter(|a| *a != at).try_for_each(|a| write!(out, "M{} {}L{} {}", a.0, a.1, at.0, at.1))
            }
        };
    }
    out
}

/// Returns the hexside between two hexes, given their centres.
pub fn side(a: Point, b: Point) -> [Point; 2] {
    let middle = (a.0 + b.0, a.1 + b.1);
    // A hexside's length is the distance between the centres divided by the square root of three.
    let (x, y) = ((a.1 - b.1) * 577_350, (b.0 - a.0) * 577_350);
    let half = |sum: i64, part: i64| (sum * 1_000_000 + part + 1_000_000).div_euclid(2_000_000);
    [(half(middle.0, x), half(middle.1, y)), (half(middle.0, -x), half(middle.1, -y))]
}

/// Returns the node for a corner of a hex. Corners that differ only by rounding have the same node. `origin` is the
/// centre of any hex.
pub fn corner(at: Point, origin: Point, pointing: HexAxes) -> Point {
    let [x, y] = match pointing {
        HexAxes::Flat => [500, 866],
        HexAxes::Pointy => [866, 500],
    };
    let near = |part: i64, grid: i64| (2 * part + grid).div_euclid(2 * grid);
    (near(at.0 - origin.0, x), near(at.1 - origin.1, y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hexside_is_as_long_as_a_side() {
        assert_eq!(side((0, 0), (0, 1732)), [(-500, 866), (500, 866)]);
        assert_eq!(side((0, 0), (1500, 866)), [(500, 866), (1000, 0)]);
    }

    #[test]
    fn two_strands_make_a_bend_and_three_meet() {
        let strand = |a: Point, b: Point| NetworkSegment {
            nodes: [a, b],
            at: [a, b],
            middle: ((a.0 + b.0) / 2, (a.1 + b.1) / 2),
        };
        let bend = [strand((0, 0), (10, 0)), strand((10, 0), (10, 10))];
        assert_eq!(path(&bend, |_| Junction::Bend), "M5 0L0 0M5 0Q10 0 10 5M10 5L10 10");
        assert_eq!(
            path(&bend, |node| if node == (10, 0) { Junction::Hub } else { Junction::Bend }),
            "M5 0L0 0M5 0L10 0L10 5M10 5L10 10"
        );
        let spring = |node: Point| if node == (0, 0) { Junction::Spring } else { Junction::Bend };
        assert_eq!(
            (path(&bend, spring).as_str(), springs(&bend, spring).as_str()),
            ("M5 0Q10 0 10 5M10 5L10 10", "M0 0L5 0")
        );
        let leaves = [
            strand((0, 0), (10, 0)),
            NetworkSegment { nodes: [(10, 0), (14, 0)], at: [(10, 0), (14, 0)], middle: (14, 0) },
        ];
        assert_eq!(path(&leaves, |_| Junction::Bend), "M5 0L0 0M5 0Q10 0 14 0");
    }
}
