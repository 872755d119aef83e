//! Lines of sight: whether a straight line passes through a shape.

use super::segment;
use super::{Shape, Spot};
use std::cmp::Ordering;

/// A position on a line as a fraction of its length, with a positive denominator.
type LineFraction = (i128, i128);

impl Shape {
    /// Returns whether the line between two places passes through the interior of the shape; passing along the edge is
    /// not enough.
    pub fn blocks(&self, from: Spot, to: Spot) -> bool {
        let line = [from.point(), to.point()];
        if self.half() > 0 {
            return self.lines().any(|course| segment::compare(course, line, self.half()) == Ordering::Less);
        }
        // Between two neighbouring cuts, the line is either wholly inside or wholly outside.
        let mut cuts = vec![(0, 1), (1, 1)];
        self.lines().for_each(|edge| cuts.extend(parts(line, edge)));
        cuts.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
        cuts.windows(2).any(|pair| self.holds_part(line, between(pair[0], pair[1])))
    }

    /// Returns whether a position on a line is inside the shape.
    fn holds_part(&self, [a, b]: [[i64; 2]; 2], (over, under): LineFraction) -> bool {
        let along = |axis: usize| i128::from(a[axis]) * (under - over) + i128::from(b[axis]) * over;
        let (x, y) = (along(0), along(1));
        let mut inside = false;
        for [c, d] in self.lines() {
            let scaled = |point: [i64; 2]| [i128::from(point[0]) * under, i128::from(point[1]) * under];
            let (c, d) = (scaled(c), scaled(d));
            let side = (d[0] - c[0]) * (y - c[1]) - (d[1] - c[1]) * (x - c[0]);
            let spans = |axis: usize, value: i128| c[axis].min(d[axis]) <= value && value <= c[axis].max(d[axis]);
            if side == 0 && spans(0, x) && spans(1, y) {
                return false;
            }
            if (c[1] > y) != (d[1] > y) && (side > 0) == (d[1] > c[1]) {
                inside = !inside;
            }
        }
        inside
    }
}

fn between(a: LineFraction, b: LineFraction) -> LineFraction {
    (a.0 * b.1 + b.0 * a.1, 2 * a.1 * b.1)
}

/// Returns positions at which an edge may cut a line: where the edge, extended in both directions, crosses the line or,
/// if they are parallel, where an end of the edge is on the line.
fn parts([a, b]: [[i64; 2]; 2], [c, d]: [[i64; 2]; 2]) -> Vec<LineFraction> {
    let way = [b[0] - a[0], b[1] - a[1]];
    let edge = [d[0] - c[0], d[1] - c[1]];
    let under = way[0] * edge[1] - way[1] * edge[0];
    if under != 0 {
        let over = (c[0] - a[0]) * edge[1] - (c[1] - a[1]) * edge[0];
        let part = (i128::from(over * under.signum()), i128::from(under.abs()));
        return if (0..=part.1).contains(&part.0) { vec![part] } else { Vec::new() };
    }
    // A parallel edge cuts the line where one of the edge's ends is on it.
    let length = way[0] * way[0] + way[1] * way[1];
    let part = |point: [i64; 2]| {
        let over = (point[0] - a[0]) * way[0] + (point[1] - a[1]) * way[1];
        let on_it = length > 0 && segment::turn(a, b, point) == 0 && (0..=length).contains(&over);
        on_it.then_some((i128::from(over), i128::from(length)))
    };
    [c, d].into_iter().filter_map(part).collect()
}
