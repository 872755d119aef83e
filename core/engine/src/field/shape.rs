//! The shapes of bases and terrain pieces: rectangles, outlines, and courses such as rivers and roads.

use super::rectangle::Rectangle;
use super::segment::{self, Point};
use super::{Facing, Spot, Stand};
use std::cmp::Ordering;

/// A shape with coordinates relative to its centre, facing north.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Footprint {
    /// A rectangle with a width and a depth, both even.
    Base(i32, i32),
    /// A simple polygon.
    Outline(Vec<[i32; 2]>),
    /// A line with an even width.
    Course {
        /// The corners of the line.
        line: Vec<[i32; 2]>,
        /// The width of the line.
        width: i32,
    },
}

/// A footprint placed on a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    points: Vec<Point>,
    /// Whether the last point is joined to the first and the interior belongs to the shape.
    closed: bool,
    /// Half the width of the lines.
    half: i64,
    bounds: Rectangle,
    /// Whether the shape fills its bounds.
    is_rectangle: bool,
}

impl Footprint {
    /// Returns whether the edges of an outline neither cross nor touch except at shared corners.
    pub fn is_simple(outline: &[[i32; 2]]) -> bool {
        let corner = |at: usize| outline[at % outline.len()].map(i64::from);
        let count = outline.len();
        let neighbours = |a: usize, b: usize| (a + 1) % count == b || (b + 1) % count == a;
        let folds = |at: usize| {
            let (a, b, c) = (corner(at), corner(at + 1), corner(at + 2));
            a == b || (segment::turn(a, b, c) == 0 && (segment::spans(a, b, c) || segment::spans(b, c, a)))
        };
        let meet = |a: usize, b: usize| segment::meet(corner(a), corner(a + 1), corner(b), corner(b + 1));
        let apart = (0..count)
            .flat_map(|a| (0..a).map(move |b| (a, b)))
            .filter(|(a, b)| !neighbours(*a, *b))
            .all(|(a, b)| !meet(a, b));
        apart && !(0..count).any(folds)
    }

    /// Returns the shape of the footprint at a stand.
    pub fn at(&self, stand: Stand) -> Shape {
        let middle = stand.spot.point();
        let place = |[x, y]: [i64; 2]| {
            let [x, y] = stand.facing.turn([x, y]);
            [middle[0] + x, middle[1] + y]
        };
        let points = |all: &[[i32; 2]]| all.iter().map(|&[x, y]| place([x.into(), y.into()])).collect();
        match self {
            Footprint::Base(..) => {
                Shape::from(self.base(stand).unwrap_or(Rectangle { left: 0, top: 0, right: 0, bottom: 0 }))
            }
            Footprint::Outline(outline) => Shape::new(points(outline), true, 0),
            Footprint::Course { line, width } => Shape::new(points(line), false, i64::from(*width) / 2),
        }
    }

    /// Returns the rectangle of a base; `None` for other footprints.
    pub fn base(&self, stand: Stand) -> Option<Rectangle> {
        let &Footprint::Base(width, depth) = self else { return None };
        let (x, y) = match stand.facing {
            Facing::North | Facing::South => (width / 2, depth / 2),
            Facing::East | Facing::West => (depth / 2, width / 2),
        };
        let ([middle_x, middle_y], x, y) = (stand.spot.point(), i64::from(x), i64::from(y));
        Some(Rectangle { left: middle_x - x, top: middle_y - y, right: middle_x + x, bottom: middle_y + y })
    }
}

impl From<Rectangle> for Shape {
    fn from(base: Rectangle) -> Shape {
        Shape { points: base.corners().to_vec(), closed: true, half: 0, bounds: base, is_rectangle: true }
    }
}

impl Shape {
    fn new(points: Vec<Point>, closed: bool, half: i64) -> Shape {
        let range = |axis: usize| {
            let all = points.iter().map(|point| point[axis]);
            (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
        };
        let ((left, right), (top, bottom)) = (range(0), range(1));
        Shape { bounds: Rectangle { left, top, right, bottom }.grown(half), points, closed, half, is_rectangle: false }
    }

    /// Returns the area that a rectangle sweeps when it moves in a straight line.
    pub fn swept(from: &Rectangle, to: &Rectangle) -> Shape {
        let (a, b) = (from.corners(), to.corners());
        // Corners in clockwise order, without those inside the swept area.
        let hull = match (to.left - from.left, to.top - from.top) {
            (x, y) if x == 0 || y == 0 => {
                let (left, top) = (from.left.min(to.left), from.top.min(to.top));
                return Shape::from(Rectangle {
                    left,
                    top,
                    right: from.right.max(to.right),
                    bottom: from.bottom.max(to.bottom),
                });
            }
            (x, y) if x > 0 && y > 0 => vec![a[0], a[1], b[1], b[2], b[3], a[3]],
            (x, y) if x > 0 && y < 0 => vec![a[0], b[0], b[1], b[2], a[2], a[3]],
            (_, y) if y > 0 => vec![a[0], a[1], a[2], b[2], b[3], b[0]],
            _ => vec![b[0], b[1], a[1], a[2], a[3], b[3]],
        };
        Shape::new(hull, true, 0)
    }

    /// Returns the bounding rectangle of the shape.
    pub fn bounds(&self) -> &Rectangle {
        &self.bounds
    }

    /// Returns the corners of the shape.
    pub fn points(&self) -> &[[i64; 2]] {
        &self.points
    }

    /// Returns half the width of a course; 0 for shapes with an interior.
    pub fn half(&self) -> i64 {
        self.half
    }

    /// Returns the edges of the shape, from corner to corner.
    pub(super) fn lines(&self) -> impl Iterator<Item = [Point; 2]> + '_ {
        let count = if self.closed { self.points.len() } else { self.points.len().saturating_sub(1) };
        (0..count).map(|at| [self.points[at], self.points[(at + 1) % self.points.len()]])
    }

    /// Returns whether the shape overlaps the interior of a rectangle; sharing an edge is not enough.
    pub fn overlaps(&self, base: &Rectangle) -> bool {
        if !self.bounds.overlaps(base) {
            return false;
        }
        if self.is_rectangle {
            return true;
        }
        if !self.closed {
            return self.compare(&Shape::from(*base), 0) == Ordering::Less;
        }
        // Coordinates are doubled so that those of the centre are whole numbers.
        let middle = [base.left + base.right, base.top + base.bottom];
        self.lines().any(|[a, b]| enters(a, b, base)) || self.holds(middle, 2)
    }

    /// Returns whether the distance between the shape and `other` is at most `distance`.
    pub fn is_within(&self, other: &Shape, distance: i64) -> bool {
        self.bounds.grown(distance).squared_gap(&other.bounds) == 0
            && self.compare(other, distance) != Ordering::Greater
    }

    /// Returns whether the distance between the shape and `other` is less than `distance`.
    pub fn is_nearer(&self, other: &Shape, distance: i64) -> bool {
        self.bounds.grown(distance).squared_gap(&other.bounds) == 0 && self.compare(other, distance) == Ordering::Less
    }

    /// Returns the spots where a line of the shape crosses a line of `other`, in the order of this shape's lines.
    pub fn crossings(&self, other: &Shape) -> Vec<Spot> {
        let mut found = Vec::new();
        for line in self.lines() {
            for against in other.lines() {
                let spot = segment::crossing(line, against)
                    .and_then(|[x, y]| Some(Spot { x: i32::try_from(x).ok()?, y: i32::try_from(y).ok()? }));
                found.extend(spot.filter(|spot| !found.contains(spot)));
            }
        }
        found
    }

    /// Compares the distance between the shape and `other` with `distance`. Overlapping shapes are at distance 0, or at
    /// a negative distance if either of them is a course.
    fn compare(&self, other: &Shape, distance: i64) -> Ordering {
        if self.is_rectangle && other.is_rectangle && distance >= 0 {
            return self.bounds.squared_gap(&other.bounds).cmp(&(distance * distance));
        }
        let distance = distance + self.half + other.half;
        let nested = |outer: &Shape, inner: &Shape| {
            inner.points.first().is_some_and(|&point| outer.closed && outer.holds(point, 1))
        };
        if nested(self, other) || nested(other, self) {
            return 0.cmp(&distance);
        }
        let mut closest = Ordering::Greater;
        for line in self.lines().filter(|line| !is_beyond(line, &other.bounds, distance)) {
            for against in other.lines() {
                closest = closest.min(segment::compare(line, against, distance));
                if closest == Ordering::Less {
                    return closest;
                }
            }
        }
        closest
    }

    /// Returns whether a point is strictly inside the outline. The point's coordinates are multiples of `1 / parts` of
    /// a unit.
    pub(super) fn holds(&self, point: Point, parts: i64) -> bool {
        let scaled = |[x, y]: Point| [x * parts, y * parts];
        let mut inside = false;
        for [a, b] in self.lines() {
            let (a, b) = (scaled(a), scaled(b));
            let side = segment::turn(a, b, point);
            if side == 0 && segment::spans(a, b, point) {
                return false;
            }
            if (a[1] > point[1]) != (b[1] > point[1]) && (side > 0) == (b[1] > a[1]) {
                inside = !inside;
            }
        }
        inside && self.closed
    }
}

/// Returns whether a segment is farther from a rectangle than `distance` along one of the axes.
fn is_beyond([a, b]: &[Point; 2], rect: &Rectangle, distance: i64) -> bool {
    let gap = |axis: usize, low: i64, high: i64| {
        a[axis].min(b[axis]) - high > distance || low - a[axis].max(b[axis]) > distance
    };
    gap(0, rect.left, rect.right) || gap(1, rect.top, rect.bottom)
}

/// Returns whether a segment enters the interior of a rectangle.
fn enters(a: Point, b: Point, base: &Rectangle) -> bool {
    let beyond = |axis: usize, low: i64, high: i64| a[axis].max(b[axis]) <= low || a[axis].min(b[axis]) >= high;
    if beyond(0, base.left, base.right) || beyond(1, base.top, base.bottom) {
        return false;
    }
    let sides = base.corners().map(|corner| segment::turn(a, b, corner).signum());
    a == b || (sides.contains(&1) && sides.contains(&-1))
}
