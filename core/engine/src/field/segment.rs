//! Line segments: whether they cross, and the distance between them.

use std::cmp::Ordering;

/// A point in 64-bit coordinates, as used in calculations.
pub(super) type Point = [i64; 2];

/// Returns twice the area of a triangle, positive if it is clockwise on a field.
pub(super) fn turn(a: Point, b: Point, c: Point) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Returns whether two segments share a point, which may be an end.
pub(super) fn meet(a: Point, b: Point, c: Point, d: Point) -> bool {
    let (c_side, d_side) = (turn(a, b, c).signum(), turn(a, b, d).signum());
    let (a_side, b_side) = (turn(c, d, a).signum(), turn(c, d, b).signum());
    if c_side != d_side && a_side != b_side {
        return true;
    }
    (c_side == 0 && spans(a, b, c))
        || (d_side == 0 && spans(a, b, d))
        || (a_side == 0 && spans(c, d, a))
        || (b_side == 0 && spans(c, d, b))
}

/// Returns the point where two segments cross, rounded to whole coordinates; `None` if they share no point or are
/// parallel.
pub(super) fn crossing([a, b]: [Point; 2], [c, d]: [Point; 2]) -> Option<Point> {
    let (from, to) = (turn(c, d, a), turn(c, d, b));
    if from == to || !meet(a, b, c, d) {
        return None;
    }
    let whole = from - to;
    let rounded = |part: i64| (2 * part + whole.abs()).div_euclid(2 * whole.abs());
    Some([0, 1].map(|axis| a[axis] + rounded((b[axis] - a[axis]) * from * whole.signum())))
}

/// Returns whether a point collinear with a segment is between its ends.
pub(super) fn spans(a: Point, b: Point, point: Point) -> bool {
    (0..2).all(|axis| a[axis].min(b[axis]) <= point[axis] && point[axis] <= a[axis].max(b[axis]))
}

/// Compares the distance between a point and a segment with `distance`.
fn compare_point(a: Point, b: Point, point: Point, distance: i64) -> Ordering {
    let along = [b[0] - a[0], b[1] - a[1]];
    let to = [point[0] - a[0], point[1] - a[1]];
    let (length, dot) = (along[0] * along[0] + along[1] * along[1], to[0] * along[0] + to[1] * along[1]);
    let square = |x: i64, y: i64| x * x + y * y;
    if dot <= 0 || length == 0 {
        return square(to[0], to[1]).cmp(&(distance * distance));
    }
    if dot >= length {
        return square(point[0] - b[0], point[1] - b[1]).cmp(&(distance * distance));
    }
    // The height is twice the area divided by the length. Squaring avoids the root.
    let area = i128::from(turn(a, b, point));
    (area * area).cmp(&(i128::from(distance * distance) * i128::from(length)))
}

/// Compares the distance between two segments with `distance`. It is greater than any negative `distance`.
pub(super) fn compare([a, b]: [Point; 2], [c, d]: [Point; 2], distance: i64) -> Ordering {
    if distance < 0 {
        return Ordering::Greater;
    }
    if meet(a, b, c, d) {
        return 0.cmp(&distance);
    }
    let ends = [(a, b, c), (a, b, d), (c, d, a), (c, d, b)];
    ends.into_iter()
        .map(|(from, to, point)| compare_point(from, to, point, distance))
        .min()
        .unwrap_or(Ordering::Greater)
}
