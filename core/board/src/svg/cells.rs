//! Computes the cell of each area: all points nearer to its centre than to any other centre, within limits.

use super::canvas::Point;
use grognard_engine::ids::{Id, SpaceId};
use std::fmt::Write;

/// How far the cell of an area extends where no other area is near: the circumradius of the polygon that bounds it.
const REACH: i64 = 4_300;
const CIRCLE: usize = 24;
/// How far the map extends beyond the outermost centres.
pub const RIM: i64 = 1_450;
/// The maximum number of areas on a map with cells. With more areas, computing the cells would take too long, and none
/// are computed.
const MAX_AREAS: usize = 4_000;

/// The cell of an area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaCell {
    /// The corners, in order, each with the neighbour across the side that begins at the corner, or `None` at the edge
    /// of the map.
    pub corners: Vec<(Point, Option<SpaceId>)>,
}

impl AreaCell {
    /// Returns the sides, each with its two ends and the neighbour across it.
    pub fn sides(&self) -> impl Iterator<Item = (Point, Point, Option<SpaceId>)> + '_ {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).map(|((from, beyond), (to, _))| (*from, *to, *beyond))
    }

    /// Returns the side shared with another area, if there is one.
    pub fn side(&self, other: SpaceId) -> Option<[Point; 2]> {
        self.sides().find(|(.., beyond)| *beyond == Some(other)).map(|(from, to, _)| [from, to])
    }

    /// Returns how far the cell extends above (negative) and below (positive) a point within it.
    pub fn upright(&self, at: Point) -> (i64, i64) {
        let crossing = |(from, to, _): (Point, Point, _)| {
            let meets = (from.0 <= at.0) != (to.0 <= at.0);
            meets.then(|| from.1 + (to.1 - from.1) * (at.0 - from.0) / (to.0 - from.0) - at.1)
        };
        let all: Vec<i64> = self.sides().filter_map(crossing).collect();
        (all.iter().copied().min().unwrap_or(-REACH), all.iter().copied().max().unwrap_or(REACH))
    }

    /// Returns the outline as an SVG element, scaled by a percentage around a point.
    pub fn outline(&self, at: Point, percent: i64, attributes: &str) -> String {
        let mut points = String::new();
        for ((x, y), _) in &self.corners {
            // Writing to a string cannot fail.
            let _ = write!(points, "{},{} ", at.0 + (x - at.0) * percent / 100, at.1 + (y - at.1) * percent / 100);
        }
        format!("<polygon points=\"{}\" {attributes}/>", points.trim_end())
    }
}

/// Returns the cell of every space that has a centre. Every entry is `None` if there are too many spaces.
pub fn cells(centres: &[Option<Point>]) -> Vec<Option<AreaCell>> {
    let all: Vec<(SpaceId, Point)> =
        centres.iter().enumerate().filter_map(|(at, centre)| Some((SpaceId::from_index(at), (*centre)?))).collect();
    if all.len() > MAX_AREAS {
        return vec![None; centres.len()];
    }
    let frame = frame(&all);
    let mut cells = vec![None; centres.len()];
    for (space, at) in &all {
        cells[space.index()] = Some(cell(*space, *at, &all, frame));
    }
    cells
}

/// Returns the top left and bottom right corners of the map.
fn frame(all: &[(SpaceId, Point)]) -> (Point, Point) {
    let low = |part: fn(&Point) -> i64| all.iter().map(|(_, at)| part(at)).min().unwrap_or(0) - RIM;
    let high = |part: fn(&Point) -> i64| all.iter().map(|(_, at)| part(at)).max().unwrap_or(0) + RIM;
    ((low(|at| at.0), low(|at| at.1)), (high(|at| at.0), high(|at| at.1)))
}

fn cell(space: SpaceId, at: Point, all: &[(SpaceId, Point)], (low, high): (Point, Point)) -> AreaCell {
    let clamp = |(x, y): Point| (x.clamp(low.0, high.0), y.clamp(low.1, high.1));
    let mut corners: Vec<(Point, Option<SpaceId>)> = circle(at).map(|corner| (clamp(corner), None)).collect();
    corners.dedup();
    // Areas more than twice the reach away cannot take part of this one.
    let near = |other: &&(SpaceId, Point)| {
        other.0 != space && (other.1.0 - at.0).abs() <= 2 * REACH && (other.1.1 - at.1).abs() <= 2 * REACH
    };
    for (other, there) in all.iter().filter(near) {
        corners = cut(&corners, *other, at, *there);
    }
    AreaCell { corners }
}

/// Returns the corners of the polygon from which a cell is cut: it is inscribed in a circle around the area's centre.
/// The corners are later moved inside the map's frame; the circle is so large that this does not cut off the corners of
/// the frame.
fn circle(at: Point) -> impl Iterator<Item = Point> {
    // The sines of 0, 15, … 90 degrees, in thousandths.
    const SINES: [i64; 7] = [0, 259, 500, 707, 866, 966, 1_000];
    let sine = |step: usize| match step % CIRCLE {
        step @ 0..=6 => SINES[step],
        step @ 7..=12 => SINES[12 - step],
        step @ 13..=18 => -SINES[step - 12],
        step => -SINES[24 - step],
    };
    (0..CIRCLE).map(move |step| (at.0 + REACH * sine(step + 6) / 1_000, at.1 + REACH * sine(step) / 1_000))
}

/// Cuts a polygon along the perpendicular bisector between two centres. Returns the part nearer to the first centre.
fn cut(corners: &[(Point, Option<SpaceId>)], other: SpaceId, at: Point, there: Point) -> Vec<(Point, Option<SpaceId>)> {
    let beyond = |(x, y): Point| {
        let part = |here: i64, from: i64, to: i64| i128::from(2 * here - from - to) * i128::from(to - from);
        part(x, at.0, there.0) + part(y, at.1, there.1)
    };
    let mut kept = Vec::with_capacity(corners.len() + 1);
    for (index, &(from, side)) in corners.iter().enumerate() {
        let to = corners[(index + 1) % corners.len()].0;
        let (first, second) = (beyond(from), beyond(to));
        if first <= 0 {
            kept.push((from, if first == 0 && second > 0 { Some(other) } else { side }));
        }
        if (first < 0 && second > 0) || (first > 0 && second < 0) {
            let between = |a: i64, b: i64| a + (i128::from(b - a) * first / (first - second)) as i64;
            let corner = (between(from.0, to.0), between(from.1, to.1));
            kept.push((corner, if first < 0 { Some(other) } else { side }));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides(cell: &AreaCell) -> Vec<Option<SpaceId>> {
        let mut all: Vec<_> = cell.sides().map(|(.., beyond)| beyond).filter(Option::is_some).collect();
        all.sort();
        all.dedup();
        all
    }

    #[test]
    fn neighbours_share_a_side() {
        let centres = [(0, 0), (2_300, 0), (0, 2_300), (2_300, 2_300), (4_600, 100)].map(Some);
        let cells = cells(&centres);
        let cell = |at: usize| cells[at].as_ref().unwrap();
        assert_eq!(sides(cell(0)), [1, 2].map(|at| Some(SpaceId(at))));
        for (a, b) in [(0, 1), (0, 2), (1, 3), (2, 3), (1, 4)] {
            let (here, there) = (cell(a).side(SpaceId(b as u16)).unwrap(), cell(b).side(SpaceId(a as u16)).unwrap());
            let far = |one: Point, other: Point| (one.0 - other.0).abs() + (one.1 - other.1).abs();
            assert!(far(here[0], there[1]) <= 4 && far(here[1], there[0]) <= 4, "{here:?} {there:?}");
        }
        assert_eq!(cell(4).side(SpaceId(0)), None);
    }

    #[test]
    fn lonely_cell_ends() {
        let cells = cells(&[Some((0, 0)), None, Some((20_000, 0))]);
        assert_eq!(cells[0].as_ref().unwrap().upright((0, 0)), (-RIM, RIM));
        assert_eq!((cells[1].as_ref(), sides(cells[0].as_ref().unwrap()).len()), (None, 0));
        assert!(cells[0].as_ref().unwrap().corners.iter().all(|((x, y), _)| x.abs() <= REACH && y.abs() <= RIM));
    }
}
