//! Courses: smooth, continuous lines through a network, such as rivers along hexsides and railways between hexes.
//!
//! A network is taken apart into strands, the longest first, so that a stem is one line and its tributaries end on it.

use crate::geometry::{Point, Vertex};
use crate::noise::noise;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A network of nodes, each joined to its neighbours by segments of a certain width.
#[derive(Default)]
pub struct Network {
    nodes: BTreeMap<Point, NetworkNode>,
}

struct NetworkNode {
    at: Vertex,
    /// The width of the segment to each neighbour.
    widths: BTreeMap<Point, f64>,
}

/// A continuous line through a network.
#[derive(Clone, Debug)]
pub struct Strand {
    /// The nodes, in order. The line of a ring ends at the node where it began.
    pub nodes: Vec<Point>,
    /// The curve through the nodes.
    pub curve: Vec<CurvePoint>,
    /// For each end, whether no other segment of the network reaches it.
    pub is_free: [bool; 2],
}

/// A point on a strand.
#[derive(Clone, Copy, Debug)]
pub struct CurvePoint {
    /// The position.
    pub at: Vertex,
    /// The width of the line.
    pub width: f64,
}

/// How the lines of a network bend.
#[derive(Clone, Copy, Debug)]
pub struct Bends {
    /// How far a node with two neighbours is drawn towards the point halfway between them, from 0 to 1.
    pub relaxation: f64,
    /// How far the line strays from its course, and the length over which it does.
    pub wiggle: (f64, f64),
    /// The distance between the points of a curve.
    pub step: f64,
}

impl Network {
    /// Adds a segment between two nodes, which are identified by the first point of each pair and drawn at the second.
    pub fn join(&mut self, from: (Point, Point), to: (Point, Point), width: f64) {
        if from.0 == to.0 {
            return;
        }
        for ((node, at), (other, _)) in [(from, to), (to, from)] {
            let at = (at.0 as f64, at.1 as f64);
            let node = self.nodes.entry(node).or_insert_with(|| NetworkNode { at, widths: BTreeMap::new() });
            let kept = node.widths.entry(other).or_insert(width);
            *kept = kept.max(width);
        }
    }

    /// Returns the strands, the longest first. Nodes for which `is_fixed` holds are not moved.
    pub fn strands(&self, bends: Bends, is_fixed: impl Fn(Point) -> bool) -> Vec<Strand> {
        let relaxed = |node: &Point| {
            let here = &self.nodes[node];
            let ends: Vec<Vertex> = here.widths.keys().map(|other| self.nodes[other].at).collect();
            match ends[..] {
                [a, b] if !is_fixed(*node) => mix(here.at, mix(a, b, 0.5), bends.relaxation),
                _ => here.at,
            }
        };
        let places: BTreeMap<Point, Vertex> = self.nodes.keys().map(|node| (*node, relaxed(node))).collect();
        let paths = self.paths();
        let strand = |(number, nodes): (usize, Vec<Point>)| {
            let points: Vec<CurvePoint> = (0..nodes.len())
                .map(|at| CurvePoint { at: places[&nodes[at]], width: self.width_at(&nodes, at) })
                .collect();
            let curve = stray(&smooth(&points, bends.step), bends.wiggle, number as f32);
            let is_free =
                [nodes.first(), nodes.last()].map(|end| end.is_some_and(|end| self.nodes[end].widths.len() == 1));
            Strand { nodes, curve, is_free }
        };
        paths.into_iter().enumerate().map(strand).collect()
    }

    /// Returns the width of a path at one of its nodes: the mean of the segments on both sides.
    fn width_at(&self, nodes: &[Point], at: usize) -> f64 {
        let width = |a: usize, b: usize| self.nodes[&nodes[a]].widths.get(&nodes[b]).copied().unwrap_or(0.0);
        let before = (at > 0).then(|| width(at, at - 1));
        let after = (at + 1 < nodes.len()).then(|| width(at, at + 1));
        let both: Vec<f64> = before.into_iter().chain(after).collect();
        both.iter().sum::<f64>() / both.len().max(1) as f64
    }

    /// Takes the longest path out of the network again and again, until no segment is left.
    fn paths(&self) -> Vec<Vec<Point>> {
        let mut left: BTreeMap<Point, BTreeSet<Point>> =
            self.nodes.iter().map(|(node, here)| (*node, here.widths.keys().copied().collect())).collect();
        let mut all = Vec::new();
        while let Some(mut path) = longest(&left) {
            let pairs: Vec<(Point, Point)> = path.windows(2).map(|pair| (pair[0], pair[1])).collect();
            pairs.iter().for_each(|&(a, b)| cut(&mut left, a, b));
            if let (Some(&first), Some(&last)) = (path.first(), path.last())
                && left.get(&last).is_some_and(|others| others.contains(&first))
            {
                cut(&mut left, first, last);
                path.push(first);
            }
            all.push(path);
        }
        all
    }
}

fn cut(left: &mut BTreeMap<Point, BTreeSet<Point>>, a: Point, b: Point) {
    for (from, to) in [(a, b), (b, a)] {
        if let Some(others) = left.get_mut(&from) {
            others.remove(&to);
            if others.is_empty() {
                left.remove(&from);
            }
        }
    }
}

/// Returns the longest of the shortest paths between the far ends of the parts of a network; `None` if it is empty.
fn longest(left: &BTreeMap<Point, BTreeSet<Point>>) -> Option<Vec<Point>> {
    let mut seen = BTreeSet::new();
    let mut best: Option<Vec<Point>> = None;
    for start in left.keys() {
        if seen.contains(start) {
            continue;
        }
        let (end, reached) = farthest(left, *start);
        seen.extend(reached.into_keys());
        let (other, back) = farthest(left, end);
        let path: Vec<Point> = std::iter::successors(Some(other), |node| back[node]).collect();
        if best.as_ref().is_none_or(|best| path.len() > best.len()) {
            best = Some(path);
        }
    }
    best
}

/// Returns the node farthest from a start, and for every node reached the one before it.
fn farthest(left: &BTreeMap<Point, BTreeSet<Point>>, start: Point) -> (Point, BTreeMap<Point, Option<Point>>) {
    let mut before = BTreeMap::from([(start, None)]);
    let (mut last, mut edge) = (start, vec![start]);
    while !edge.is_empty() {
        let mut next = Vec::new();
        for node in edge {
            last = node;
            for &other in left.get(&node).into_iter().flatten() {
                before.entry(other).or_insert_with(|| {
                    next.push(other);
                    Some(node)
                });
            }
        }
        edge = next;
    }
    (last, before)
}

fn mix(from: Vertex, to: Vertex, part: f64) -> Vertex {
    (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
}

fn length((x, y): Vertex) -> f64 {
    (x * x + y * y).sqrt()
}

/// Returns a curve through points (a Catmull-Rom spline). The curve of a ring has no corner where it closes.
pub fn smooth(points: &[CurvePoint], step: f64) -> Vec<CurvePoint> {
    let count = points.len();
    if count < 3 {
        return points.to_vec();
    }
    let is_ring = points[0].at == points[count - 1].at;
    let get = |at: isize| match is_ring {
        true => points[at.rem_euclid(count as isize - 1) as usize],
        false => points[at.clamp(0, count as isize - 1) as usize],
    };
    let mut out = Vec::new();
    for at in 0..count as isize - 1 {
        let [p0, p1, p2, p3] = [at - 1, at, at + 1, at + 2].map(get);
        let pieces = (length((p2.at.0 - p1.at.0, p2.at.1 - p1.at.1)) / step).ceil().clamp(2.0, 64.0) as u32;
        for piece in 0..pieces {
            let t = f64::from(piece) / f64::from(pieces);
            let spline = |a: f64, b: f64, c: f64, d: f64| {
                0.5 * (2.0 * b
                    + (c - a) * t
                    + (2.0 * a - 5.0 * b + 4.0 * c - d) * t * t
                    + (3.0 * b - a - 3.0 * c + d) * t * t * t)
            };
            out.push(CurvePoint {
                at: (spline(p0.at.0, p1.at.0, p2.at.0, p3.at.0), spline(p0.at.1, p1.at.1, p2.at.1, p3.at.1)),
                width: p1.width + (p2.width - p1.width) * t,
            });
        }
    }
    out.push(points[count - 1]);
    out
}

/// Returns the normal of a curve at each of its points.
fn normals(curve: &[CurvePoint]) -> Vec<Vertex> {
    let normal = |at: usize| {
        let (before, after) = (curve[at.saturating_sub(1)].at, curve[(at + 1).min(curve.len() - 1)].at);
        let (dx, dy) = (after.0 - before.0, after.1 - before.1);
        let far = length((dx, dy)).max(1e-9);
        (-dy / far, dx / far)
    };
    (0..curve.len()).map(normal).collect()
}

/// Moves the points of a curve to its sides, but not at the ends.
pub fn stray(curve: &[CurvePoint], (far, wave): (f64, f64), seed: f32) -> Vec<CurvePoint> {
    if far == 0.0 {
        return curve.to_vec();
    }
    let last = curve.len().saturating_sub(1);
    let moved = |(at, (point, (nx, ny))): (usize, (&CurvePoint, Vertex))| {
        let fade = (at.min(last - at) as f64 / 4.0).min(1.0);
        let (x, y) = ((point.at.0 / wave) as f32, (point.at.1 / wave) as f32);
        let out = far * fade * f64::from(noise(x + seed, y + seed * 0.7)) * 1.7;
        CurvePoint { at: (point.at.0 + nx * out, point.at.1 + ny * out), ..*point }
    };
    curve.iter().zip(normals(curve)).enumerate().map(moved).collect()
}

/// Moves a curve sideways: by `out` to the right where it runs to the right, and less the more it runs upright, so that
/// it does not jump where it turns back.
pub fn beside(curve: &[CurvePoint], out: f64) -> Vec<CurvePoint> {
    let moved = |(point, (nx, ny)): (&CurvePoint, Vertex)| {
        // The tangent's part along a slanted axis.
        let along = (ny + 0.4 * -nx) / 1.077;
        let far = out * (along * 3.0).clamp(-1.0, 1.0);
        CurvePoint { at: (point.at.0 + nx * far, point.at.1 + ny * far), ..*point }
    };
    curve.iter().zip(normals(curve)).map(moved).collect()
}

/// Returns the path along points.
pub fn path(points: impl IntoIterator<Item = Vertex>) -> String {
    let mut out = String::new();
    for (at, (x, y)) in points.into_iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(out, "{}{} {}", if at == 0 { "M" } else { "L" }, x.round() as i64, y.round() as i64);
    }
    out
}

/// Returns the outline of a curve that is as wide as its points say, plus `more`.
pub fn ribbon(curve: &[CurvePoint], more: f64) -> String {
    let normals = normals(curve);
    let edge = |side: f64| {
        curve.iter().zip(&normals).map(move |(point, (nx, ny))| {
            let half = side * (point.width + more) / 2.0;
            (point.at.0 + nx * half, point.at.1 + ny * half)
        })
    };
    let back: Vec<Vertex> = edge(-1.0).collect();
    path(edge(1.0).chain(back.into_iter().rev())) + "Z"
}

/// Narrows a curve towards one of its ends, over a given length, to 30 per cent of its width.
pub fn taper(curve: &mut [CurvePoint], is_first: bool, over: f64) {
    let mut far = 0.0;
    let count = curve.len();
    for at in 0..count {
        let here = if is_first { at } else { count - 1 - at };
        if at > 0 {
            let (a, b) = (curve[here].at, curve[if is_first { here - 1 } else { here + 1 }].at);
            far += length((a.0 - b.0, a.1 - b.1));
        }
        curve[here].width *= (0.3 + 0.7 * far / over).min(1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Bends = Bends { relaxation: 0.0, wiggle: (0.0, 1.0), step: 100.0 };

    fn network(segments: &[[Point; 2]]) -> Network {
        let mut network = Network::default();
        segments.iter().for_each(|&[a, b]| network.join((a, a), (b, b), 10.0));
        network
    }

    #[test]
    fn a_stem_is_one_line_and_a_tributary_ends_on_it() {
        let stem: Vec<[Point; 2]> = (0..5).map(|x| [(x * 100, 0), (x * 100 + 100, 0)]).collect();
        let all = [stem, vec![[(200, 0), (200, 100)], [(200, 100), (200, 200)]]].concat();
        let strands = network(&all).strands(PLAIN, |_| false);
        assert_eq!(strands.iter().map(|strand| strand.nodes.len()).collect::<Vec<_>>(), [6, 3]);
        assert_eq!(strands[0].is_free, [true, true]);
        let end = strands[1].nodes.iter().position(|node| *node == (200, 0)).unwrap();
        assert!((end == 0 || end == 2) && strands[1].is_free.iter().filter(|free| **free).count() == 1);
    }

    #[test]
    fn a_ring_closes_and_every_segment_is_drawn_once() {
        let ring = network(&[[(0, 0), (100, 0)], [(100, 0), (100, 100)], [(100, 100), (0, 100)], [(0, 100), (0, 0)]]);
        let strands = ring.strands(Bends { relaxation: 0.5, ..PLAIN }, |_| false);
        let segments: usize = strands.iter().map(|strand| strand.nodes.len() - 1).sum();
        assert_eq!(segments, 4);
    }

    #[test]
    fn bends_are_relaxed_unless_fixed() {
        let bend = network(&[[(0, 0), (100, 0)], [(100, 0), (100, 100)]]);
        let relaxed = Bends { relaxation: 0.5, ..PLAIN };
        let has = |strand: &Strand, at: Vertex| strand.curve.iter().any(|point| point.at == at);
        assert!(has(&bend.strands(relaxed, |_| false)[0], (75.0, 25.0)));
        assert!(has(&bend.strands(relaxed, |node| node == (100, 0))[0], (100.0, 0.0)));
    }

    #[test]
    fn a_ribbon_has_two_edges_and_a_taper_a_point() {
        let mut curve: Vec<CurvePoint> =
            (0..3).map(|x| CurvePoint { at: (f64::from(x) * 100.0, 0.0), width: 20.0 }).collect();
        assert_eq!(ribbon(&curve, 0.0), "M0 10L100 10L200 10L200 -10L100 -10L0 -10Z");
        taper(&mut curve, true, 100.0);
        assert_eq!(curve.iter().map(|point| point.width).collect::<Vec<_>>(), [6.0, 20.0, 20.0]);
    }
}
