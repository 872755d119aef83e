//! Draws bridges where roads and railways cross rivers.

use super::canvas::SvgCanvas;
use crate::course::Strand;
use crate::geometry::Vertex;
use std::collections::BTreeMap;

/// The length of a bridge beyond each bank, and how far its ends bend outwards.
const BEYOND: f64 = 55.0;
const FLARE: f64 = 45.0;
/// Half the width of a bridge.
const HALF: f64 = 95.0;
/// Crossings that are closer than this have one bridge.
const APART: f64 = 420.0;
/// The size of the squares in which pieces of rivers are looked up.
const SQUARE: f64 = 1_000.0;

/// A place where a road crosses a river.
pub struct Crossing {
    /// The middle of the bridge.
    pub at: Vertex,
    /// The direction of the road, with a length of 1.
    pub way: Vertex,
    /// The width of the river along the road.
    pub width: f64,
}

/// A short straight piece of a river, and its width.
type Piece = ([Vertex; 2], f64);

/// Returns where the curves of roads and railways cross rivers.
pub fn find(rivers: &[Strand], roads: &[Vec<Vertex>]) -> Vec<Crossing> {
    let pieces = Pieces::of(rivers);
    let mut all: Vec<Crossing> = Vec::new();
    for pair in roads.iter().flat_map(|road| road.windows(2)) {
        for found in pieces.crossings([pair[0], pair[1]]) {
            if all.iter().all(|other| far(other.at, found.at) > APART) {
                all.push(found);
            }
        }
    }
    all
}

/// Draws a bridge at every crossing.
pub fn draw(crossings: &[Crossing], paper: &mut SvgCanvas) {
    let commands: String = crossings.iter().map(bridge).collect();
    if !commands.is_empty() {
        let look = "class=\"fine\" fill=\"none\" stroke=\"#3a322a\" stroke-width=\"26\" stroke-linejoin=\"round\"";
        paper.path(&commands, look);
    }
}

/// Draws a road on a bridge over a river.
pub fn sample((x, y): (i64, i64), paper: &mut SvgCanvas) {
    let at = (x as f64, y as f64);
    paper.path(&format!("M{x} {}v520", y - 260), "fill=\"none\" stroke=\"#6f9fb8\" stroke-width=\"150\"");
    paper.path(&format!("M{} {y}h520", x - 260), "fill=\"none\" stroke=\"#e9c48f\" stroke-width=\"100\"");
    draw(&[Crossing { at, way: (1.0, 0.0), width: 150.0 }], paper);
}

/// The pieces of all rivers, by the squares that they touch.
struct Pieces(BTreeMap<(i64, i64), Vec<Piece>>);

impl Pieces {
    fn of(rivers: &[Strand]) -> Pieces {
        let mut squares: BTreeMap<(i64, i64), Vec<Piece>> = BTreeMap::new();
        for pair in rivers.iter().flat_map(|river| river.curve.windows(2)) {
            let ends = [pair[0].at, pair[1].at];
            for square in touched(ends) {
                squares.entry(square).or_default().push((ends, pair[0].width));
            }
        }
        Pieces(squares)
    }

    /// Returns where a straight piece of road crosses rivers.
    fn crossings(&self, road: [Vertex; 2]) -> Vec<Crossing> {
        let near = touched(road).into_iter().flat_map(|square| self.0.get(&square).into_iter().flatten());
        near.filter_map(|(river, width)| crossing(road, *river, *width)).collect()
    }
}

/// Returns the squares that the box around a short line touches.
fn touched([a, b]: [Vertex; 2]) -> Vec<(i64, i64)> {
    let range = |a: f64, b: f64| (a.min(b) / SQUARE).floor() as i64..=(a.max(b) / SQUARE).floor() as i64;
    range(a.0, b.0).flat_map(|column| range(a.1, b.1).map(move |row| (column, row))).collect()
}

fn crossing([a, b]: [Vertex; 2], [c, d]: [Vertex; 2], width: f64) -> Option<Crossing> {
    let (road, river) = ((b.0 - a.0, b.1 - a.1), (d.0 - c.0, d.1 - c.1));
    let cross = |u: Vertex, v: Vertex| u.0 * v.1 - u.1 * v.0;
    let whole = cross(road, river);
    let between = (c.0 - a.0, c.1 - a.1);
    let (along, across) = (cross(between, river) / whole, cross(between, road) / whole);
    let is_met = whole.abs() > 1e-6 && (0.0..1.0).contains(&along) && (0.0..1.0).contains(&across);
    let length = (road.0 * road.0 + road.1 * road.1).sqrt();
    // A river that is met at an angle is crossed over a longer way.
    let slant = whole.abs() / length / (river.0 * river.0 + river.1 * river.1).sqrt();
    is_met.then(|| Crossing {
        at: (a.0 + along * road.0, a.1 + along * road.1),
        way: (road.0 / length, road.1 / length),
        width: width / slant.max(0.5),
    })
}

fn far(a: Vertex, b: Vertex) -> f64 {
    ((a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1)).sqrt()
}

/// Returns the lines on both sides of a bridge.
fn bridge(crossing: &Crossing) -> String {
    let Crossing { at, way, width } = crossing;
    let half = width / 2.0 + BEYOND;
    let point = |along: f64, out: f64| {
        format!("{:.0} {:.0}", at.0 + way.0 * along - way.1 * out, at.1 + way.1 * along + way.0 * out)
    };
    let side = |out: f64| {
        let end = out + FLARE * out.signum();
        let [a, b] = [point(-half - FLARE, end), point(-half, out)];
        let [c, d] = [point(half, out), point(half + FLARE, end)];
        format!("M{a}L{b}L{c}L{d}")
    };
    side(-HALF) + &side(HALF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_road_that_crosses_a_river_has_a_bridge_there() {
        let found = crossing([(0.0, 0.0), (100.0, 0.0)], [(40.0, -50.0), (40.0, 50.0)], 80.0).unwrap();
        assert_eq!((found.at, found.way, found.width), ((40.0, 0.0), (1.0, 0.0), 80.0));
        assert!(bridge(&found).starts_with("M-100 -140L-55 -95L135 -95L180 -140"), "{}", bridge(&found));
    }

    #[test]
    fn a_road_beside_a_river_has_none() {
        assert!(crossing([(0.0, 0.0), (100.0, 0.0)], [(0.0, 50.0), (100.0, 50.0)], 80.0).is_none());
        assert!(crossing([(0.0, 0.0), (100.0, 0.0)], [(140.0, -50.0), (140.0, 50.0)], 80.0).is_none());
    }
}
