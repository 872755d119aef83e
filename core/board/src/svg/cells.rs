//! Computes the cell of each area: all points nearer to its centre than to any other centre, within limits.

use super::canvas::Point;
use crate::course::{CurvePoint, smooth};
use crate::noise::Random;
use grognard_engine::ids::{Id, SpaceId};
use std::collections::BTreeMap;
use std::fmt::Write;

/// How far the cell of an area extends where no other area is near: the circumradius of the polygon that bounds it.
const REACH: i64 = 4_300;
const CIRCLE: usize = 24;
/// How far the map extends beyond the outermost centres.
pub const RIM: i64 = 1_450;
/// The maximum number of areas on a map with cells. With more areas, computing the cells would take too long, and none
/// are computed.
const MAX_AREAS: usize = 4_000;
/// The distance within which two corners are the same. At the edge of the map, where cells end on polygons instead of
/// circles, those of neighbours differ by up to 75.
const ROUNDING: i64 = 100;
/// How far a border strays from the straight line, as a part of its length, and at most.
const STRAY: f64 = 0.12;
const MAX_STRAY: f64 = 260.0;
/// The distance between the points of a border.
const STEP: f64 = 150.0;

/// The cell of an area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaCell {
    /// The sides, in order.
    sides: Vec<AreaSide>,
}

/// A side of an area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaSide {
    /// The curve along the side, from corner to corner. Neighbours share it.
    pub line: Vec<Point>,
    /// The neighbour across the side; `None` at the edge of the map.
    pub beyond: Option<SpaceId>,
}

impl AreaSide {
    /// Returns the corners at the two ends.
    pub fn ends(&self) -> [Point; 2] {
        [0, self.line.len() - 1].map(|at| self.line[at])
    }
}

impl AreaCell {
    /// Returns the sides.
    pub fn sides(&self) -> impl Iterator<Item = &AreaSide> {
        self.sides.iter()
    }

    /// Returns the side shared with another area, if there is one.
    pub fn side(&self, other: SpaceId) -> Option<&AreaSide> {
        self.sides().find(|side| side.beyond == Some(other))
    }

    /// Returns the outline, without the last point, which is the first.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        self.sides().flat_map(|side| side.line[..side.line.len() - 1].iter().copied())
    }

    /// Returns how far the cell extends above (negative) and below (positive) a point within it.
    pub fn upright(&self, at: Point) -> (i64, i64) {
        let crossing = |side: &AreaSide| {
            let [from, to] = side.ends();
            let meets = (from.0 <= at.0) != (to.0 <= at.0);
            meets.then(|| from.1 + (to.1 - from.1) * (at.0 - from.0) / (to.0 - from.0) - at.1)
        };
        let all: Vec<i64> = self.sides().filter_map(crossing).collect();
        (all.iter().copied().min().unwrap_or(-REACH), all.iter().copied().max().unwrap_or(REACH))
    }

    /// Returns how far the cell extends to both sides of a point within it: the smaller of the distances to the left and
    /// to the right.
    pub fn across(&self, at: Point) -> i64 {
        let crossing = |side: &AreaSide| {
            let [from, to] = side.ends();
            let meets = (from.1 <= at.1) != (to.1 <= at.1);
            meets.then(|| (from.0 + (to.0 - from.0) * (at.1 - from.1) / (to.1 - from.1) - at.0).abs())
        };
        self.sides().filter_map(crossing).min().unwrap_or(REACH)
    }

    /// Returns the outline as an SVG element, scaled by a percentage around a point.
    pub fn outline(&self, at: Point, percent: i64, attributes: &str) -> String {
        let mut points = String::new();
        for (x, y) in self.points() {
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
    let mut corners = Corners::default();
    for (space, at) in &all {
        let polygon: Vec<(Point, Option<SpaceId>)> =
            cell(*space, *at, &all, frame).into_iter().map(|(at, beyond)| (corners.shared(at), beyond)).collect();
        let next = polygon.iter().cycle().skip(1);
        let sides = polygon.iter().zip(next).filter(|((from, _), (to, _))| from != to);
        let sides =
            sides.map(|((from, beyond), (to, _))| AreaSide { line: natural(*from, *to, STRAY), beyond: *beyond });
        cells[space.index()] = Some(AreaCell { sides: sides.collect() });
    }
    cells
}

/// The corners of cells. Those of neighbouring cells differ a little.
#[derive(Default)]
struct Corners {
    by_square: BTreeMap<Point, Vec<Point>>,
}

impl Corners {
    /// Returns the corner at a point: one that is already known and almost there, or else the point itself.
    fn shared(&mut self, at: Point) -> Point {
        let square = |(x, y): Point| (x.div_euclid(ROUNDING), y.div_euclid(ROUNDING));
        let (x, y) = square(at);
        let near = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
        let far = |other: &Point| (other.0 - at.0).abs().max((other.1 - at.1).abs());
        let known = near.filter_map(|square| self.by_square.get(&square)).flatten().copied();
        // The nearest one: close to it may be a corner of other areas.
        let known = known.filter(|other| far(other) < ROUNDING).min_by_key(far);
        known.unwrap_or_else(|| {
            self.by_square.entry(square(at)).or_default().push(at);
            at
        })
    }
}

/// Returns a curve between two corners that looks like a natural border, and strays from the straight line by no more
/// than a part of its length. It is the same in both directions.
pub fn natural(from: Point, to: Point, stray: f64) -> Vec<Point> {
    let (first, last) = (from.min(to), from.max(to));
    let mut random = Random::new((first.0 * 31 + first.1 * 17 + last.0 * 13 + last.1 * 7) as u32);
    let place = |(x, y): Point| CurvePoint { at: (x as f64, y as f64), width: 0.0 };
    let mut points = vec![place(first), place(last)];
    let (dx, dy) = (points[1].at.0 - points[0].at.0, points[1].at.1 - points[0].at.1);
    let length = (dx * dx + dy * dy).sqrt();
    let mut far = (length * stray).min(MAX_STRAY);
    for _ in 0..3 {
        let mut finer = Vec::with_capacity(2 * points.len());
        for pair in points.windows(2) {
            let out = far * (2.0 * random.part() - 1.0) / length.max(1.0);
            let [a, b] = [pair[0].at, pair[1].at];
            let at = ((a.0 + b.0) / 2.0 - dy * out, (a.1 + b.1) / 2.0 + dx * out);
            finer.extend([pair[0], CurvePoint { at, width: 0.0 }]);
        }
        finer.extend(points.last());
        points = finer;
        far /= 2.0;
    }
    let curve = smooth(&points, STEP);
    let mut line: Vec<Point> =
        curve.iter().map(|point| (point.at.0.round() as i64, point.at.1.round() as i64)).collect();
    if from > to {
        line.reverse();
    }
    line
}

/// Returns the top left and bottom right corners of the map.
fn frame(all: &[(SpaceId, Point)]) -> (Point, Point) {
    let low = |part: fn(&Point) -> i64| all.iter().map(|(_, at)| part(at)).min().unwrap_or(0) - RIM;
    let high = |part: fn(&Point) -> i64| all.iter().map(|(_, at)| part(at)).max().unwrap_or(0) + RIM;
    ((low(|at| at.0), low(|at| at.1)), (high(|at| at.0), high(|at| at.1)))
}

/// Returns the corners of a cell, each with the neighbour across the side that begins at it.
fn cell(
    space: SpaceId,
    at: Point,
    all: &[(SpaceId, Point)],
    (low, high): (Point, Point),
) -> Vec<(Point, Option<SpaceId>)> {
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
    corners
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
        let mut all: Vec<_> = cell.sides().map(|side| side.beyond).filter(Option::is_some).collect();
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
            let line = |from: usize, to: usize| cell(from).side(SpaceId(to as u16)).unwrap().line.clone();
            assert_eq!(line(a, b), line(b, a).into_iter().rev().collect::<Vec<_>>());
        }
        assert_eq!(cell(4).side(SpaceId(0)), None);
    }

    #[test]
    fn lonely_cell_ends() {
        let cells = cells(&[Some((0, 0)), None, Some((20_000, 0))]);
        let first = cells[0].as_ref().unwrap();
        assert_eq!(first.upright((0, 0)), (-RIM, RIM));
        assert_eq!((cells[1].as_ref(), sides(first).len()), (None, 0));
        let slack = MAX_STRAY as i64 * 2;
        assert!(first.points().all(|(x, y)| x.abs() <= REACH + slack && y.abs() <= RIM + slack));
    }
}
