//! The sides and corners of hexes.

use super::canvas::Point;
use crate::lattice::HexAxes;

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
}
