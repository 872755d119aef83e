//! Measuring on a table, with whole numbers and fractions only: overlaps, distances, and what is in between.

/// A point of the table.
pub type Point = [i64; 2];

/// A rectangle parallel to the sides of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    pub left: i64,
    pub top: i64,
    pub right: i64,
    pub bottom: i64,
}

/// A convex part: a polygon, a line or a point.
#[derive(Clone, Debug)]
pub struct Part {
    corners: Vec<Point>,
}

/// A shape on the table: convex parts, and a rim around them.
#[derive(Clone, Debug)]
pub struct Shape {
    parts: Vec<Part>,
    rim: i64,
}

/// A fraction with a positive denominator.
type Ratio = (i128, i128);

impl Rect {
    /// A rectangle around a point.
    pub fn about([x, y]: Point, [wide, deep]: Point) -> Rect {
        Rect { left: x - wide, top: y - deep, right: x + wide, bottom: y + deep }
    }

    /// The squared distance between the nearest points of both.
    pub fn gap_squared(&self, other: &Rect) -> i64 {
        let across = (other.left - self.right).max(self.left - other.right).max(0);
        let down = (other.top - self.bottom).max(self.top - other.bottom).max(0);
        across * across + down * down
    }

    /// Whether the two are closer than a distance.
    pub fn is_nearer(&self, other: &Rect, distance: i64) -> bool {
        self.gap_squared(other) < distance * distance
    }

    /// Whether the two share some area.
    pub fn overlaps(&self, other: &Rect) -> bool {
        self.right.min(other.right) > self.left.max(other.left)
            && self.bottom.min(other.bottom) > self.top.max(other.top)
    }

    /// The side on which the other touches it edge to edge: north, east, south or west.
    pub fn contact(&self, other: &Rect) -> Option<&'static str> {
        let (across, down) = (
            self.right.min(other.right) - self.left.max(other.left),
            self.bottom.min(other.bottom) - self.top.max(other.top),
        );
        match (across, down) {
            (1.., 0) => Some(if other.bottom == self.top { "north" } else { "south" }),
            (0, 1..) => Some(if other.right == self.left { "west" } else { "east" }),
            _ => None,
        }
    }

    /// Whether another is wholly inside it.
    pub fn holds(&self, other: &Rect) -> bool {
        self.left <= other.left && self.top <= other.top && self.right >= other.right && self.bottom >= other.bottom
    }

    fn corners(&self) -> Vec<Point> {
        vec![[self.left, self.top], [self.right, self.top], [self.right, self.bottom], [self.left, self.bottom]]
    }
}

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

fn dot(a: Point, b: Point) -> i64 {
    a[0] * b[0] + a[1] * b[1]
}

fn cross(a: Point, b: Point) -> i64 {
    a[0] * b[1] - a[1] * b[0]
}

fn is_less(a: Ratio, b: Ratio) -> bool {
    a.0 * b.1 < b.0 * a.1
}

fn lesser(a: Ratio, b: Ratio) -> Ratio {
    if is_less(a, b) { a } else { b }
}

impl Part {
    fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        (0..self.corners.len()).map(|at| (self.corners[at], self.corners[(at + 1) % self.corners.len()]))
    }

    /// The minimum and the maximum along a direction.
    fn extent(&self, way: Point) -> (i64, i64) {
        let all = self.corners.iter().map(|corner| dot(*corner, way));
        all.fold((i64::MAX, i64::MIN), |(least, most), at| (least.min(at), most.max(at)))
    }

    /// The directions that can separate two convex parts: across their edges, and along those that are lines.
    fn ways<'a>(&'a self, other: &'a Part) -> impl Iterator<Item = Point> + 'a {
        let edges = self.edges().chain(other.edges()).map(|(a, b)| minus(b, a));
        edges.flat_map(|[x, y]| [[-y, x], [x, y]]).filter(|way| *way != [0, 0])
    }

    /// Whether the two share some area, or, with `touch`, a point.
    fn meets(&self, other: &Part, touch: bool) -> bool {
        !self.ways(other).any(|way| {
            let (a, b) = (self.extent(way), other.extent(way));
            if touch { a.1 < b.0 || b.1 < a.0 } else { a.1 <= b.0 || b.1 <= a.0 }
        })
    }

    /// The squared distance between two parts.
    fn gap(&self, other: &Part) -> Ratio {
        if self.meets(other, true) {
            return (0, 1);
        }
        let from = |corners: &Part, edges: &Part| {
            let all = corners.corners.iter().flat_map(|corner| edges.edges().map(move |edge| from_edge(edge, *corner)));
            all.reduce(lesser).expect("corners and edges")
        };
        lesser(from(self, other), from(other, self))
    }

    /// Whether part of a line is inside a polygon, in all half planes of its edges.
    fn is_crossed(&self, from: Point, to: Point) -> bool {
        let turn: i64 = self.edges().map(|(a, b)| cross(a, b)).sum();
        let (mut least, mut most): (Ratio, Ratio) = ((0, 1), (1, 1));
        for (a, b) in self.edges() {
            // How far inside the edge the ends of the line are; it changes linearly along the line.
            let [start, end] = [from, to].map(|point| i128::from(cross(minus(b, a), minus(point, a)) * turn.signum()));
            match (start > 0, end > 0) {
                (false, false) => return false,
                (true, true) => {}
                (false, true) if is_less(least, (-start, end - start)) => least = (-start, end - start),
                (true, false) if is_less((start, start - end), most) => most = (start, start - end),
                _ => {}
            }
        }
        is_less(least, most)
    }
}

/// The squared distance of a point from an edge.
fn from_edge((a, b): (Point, Point), point: Point) -> Ratio {
    let (way, to) = (minus(b, a), minus(point, a));
    let (length, along) = (dot(way, way), dot(way, to));
    if along <= 0 || length == 0 {
        return (dot(to, to).into(), 1);
    } else if along >= length {
        let back = minus(point, b);
        return (dot(back, back).into(), 1);
    }
    let height = i128::from(cross(way, to));
    (height * height, length.into())
}

impl Shape {
    /// An outline, which must be convex.
    pub fn outline(corners: Vec<Point>) -> Shape {
        let count = corners.len();
        let turn = |at: usize| {
            cross(minus(corners[(at + 1) % count], corners[at]), minus(corners[(at + 2) % count], corners[at]))
        };
        assert!(
            (0..count).all(|at| turn(at) > 0) || (0..count).all(|at| turn(at) < 0),
            "an outline that is not convex: {corners:?}"
        );
        Shape { parts: vec![Part { corners }], rim: 0 }
    }

    /// A line with a width.
    pub fn course(line: &[Point], width: i64) -> Shape {
        Shape { parts: line.windows(2).map(|ends| Part { corners: ends.to_vec() }).collect(), rim: width / 2 }
    }

    /// A rectangle.
    pub fn rect(rect: &Rect) -> Shape {
        Shape { parts: vec![Part { corners: rect.corners() }], rim: 0 }
    }

    /// The area a base passes over on the straight way between two places: the convex hull of both.
    pub fn swept(from: &Rect, to: &Rect) -> Shape {
        let mut points: Vec<Point> = from.corners().into_iter().chain(to.corners()).collect();
        points.sort();
        points.dedup();
        // Corner by corner: all others are on the same side of the line to the next one.
        let mut corners = vec![points[0]];
        loop {
            let last = corners[corners.len() - 1];
            let mut next = if points[0] == last { points[1] } else { points[0] };
            for point in &points {
                let side = cross(minus(next, last), minus(*point, last));
                if side < 0
                    || (side == 0
                        && dot(minus(*point, last), minus(*point, last)) > dot(minus(next, last), minus(next, last)))
                {
                    next = *point;
                }
            }
            if next == corners[0] {
                return Shape { parts: vec![Part { corners }], rim: 0 };
            }
            corners.push(next);
        }
    }

    /// Whether part of it is under a base.
    pub fn is_under(&self, base: &Rect) -> bool {
        let base = Part { corners: base.corners() };
        let rim = i128::from(self.rim);
        self.parts.iter().any(|part| match rim {
            0 => part.meets(&base, false),
            _ => is_less(part.gap(&base), (rim * rim, 1)),
        })
    }

    /// The squared distance between the parts of both, without the rims.
    fn gap(&self, other: &Shape) -> Ratio {
        let all = self.parts.iter().flat_map(|part| other.parts.iter().map(move |against| part.gap(against)));
        all.reduce(lesser).expect("parts")
    }

    /// Whether it is within a distance of another.
    pub fn is_within(&self, other: &Shape, distance: i64) -> bool {
        let all = i128::from(distance + self.rim + other.rim);
        self.is_close(other, distance) && !is_less((all * all, 1), self.gap(other))
    }

    /// Whether it is nearer to another than a distance.
    pub fn is_nearer(&self, other: &Shape, distance: i64) -> bool {
        let all = i128::from(distance + self.rim + other.rim);
        self.is_close(other, distance) && is_less(self.gap(other), (all * all, 1))
    }

    /// A quick test: whether the bounding rectangles of both are within a distance.
    fn is_close(&self, other: &Shape, distance: i64) -> bool {
        let all = distance + self.rim + other.rim;
        self.bounds().gap_squared(&other.bounds()) <= all * all
    }

    fn bounds(&self) -> Rect {
        let corners = || self.parts.iter().flat_map(|part| part.corners.iter());
        let least = |axis: usize| corners().map(|corner| corner[axis]).min().expect("a corner");
        let most = |axis: usize| corners().map(|corner| corner[axis]).max().expect("a corner");
        Rect { left: least(0), top: least(1), right: most(0), bottom: most(1) }
    }

    /// Whether a straight line passes through it.
    pub fn blocks(&self, from: Point, to: Point) -> bool {
        let line = Part { corners: vec![from, to] };
        let rim = i128::from(self.rim);
        self.parts.iter().any(|part| match rim {
            0 => part.is_crossed(from, to),
            _ => is_less(part.gap(&line), (rim * rim, 1)),
        })
    }
}

/// A length in tenths of a unit, rounded up.
pub fn tenths(from: Point, to: Point) -> i64 {
    let way = minus(to, from);
    let square = 100 * dot(way, way);
    let root = square.isqrt();
    root + i64::from(root * root < square)
}

/// Whether two places are within a distance.
pub fn is_within(from: Point, to: Point, distance: i64) -> bool {
    let way = minus(to, from);
    dot(way, way) <= distance * distance
}
