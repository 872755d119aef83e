//! Draws towns: blocks of houses around a market place, or rows of houses that fill an area.

use super::canvas::Point;
use crate::geometry::Vertex;
use crate::noise::Random;
use std::fmt::Write;

/// The colour of houses.
pub const HOUSES: &str = "#513f35";
/// The colour of the long halls of works.
pub const HALLS: &str = "#7d4a3c";
/// The colour of the ground below a town.
pub const TOWN_GROUND: &str = "#cdb79a";

/// A turn around the origin.
#[derive(Clone, Copy)]
struct Turn {
    cosine: f64,
    sine: f64,
}

impl Turn {
    /// Returns a turn by about `2 * half` radians, without trigonometric functions, which differ between machines.
    fn by(half: f64) -> Turn {
        let whole = 1.0 + half * half;
        Turn { cosine: (1.0 - half * half) / whole, sine: 2.0 * half / whole }
    }

    fn apply(self, (x, y): Vertex) -> Vertex {
        (x * self.cosine - y * self.sine, x * self.sine + y * self.cosine)
    }
}

/// A house: a rectangle around a point.
struct House {
    middle: Vertex,
    half: Vertex,
}

impl House {
    fn corners(&self, turn: Turn, at: Point) -> [Vertex; 4] {
        let (x, y) = self.half;
        [(-x, -y), (x, -y), (x, y), (-x, y)].map(|(dx, dy)| {
            let (right, down) = turn.apply((self.middle.0 + dx, self.middle.1 + dy));
            (at.0 as f64 + right, at.1 as f64 + down)
        })
    }
}

fn draw(corners: &[Vertex; 4], out: &mut String) {
    for (at, (x, y)) in corners.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(out, "{}{} {}", if at == 0 { "M" } else { "L" }, x.round() as i64, y.round() as i64);
    }
    out.push('Z');
}

/// Returns the path of a town: its houses stand in blocks, the denser the nearer to its centre.
pub fn houses(at: Point, count: usize, size: f64, seed: u32) -> String {
    let mut random = Random::new(seed);
    let turn = Turn::by((random.part() - 0.5) * 0.45);
    let reach = ((count as f64).sqrt() * 0.75).ceil() as i64;
    let mut all: Vec<(f64, House)> = Vec::new();
    for column in -reach..=reach {
        for row in -reach..=reach {
            let [a, b, c, d, e] = std::array::from_fn(|_| random.part());
            if (column, row) == (0, 0) && count < 7 {
                continue;
            }
            let u = column as f64 + (row.rem_euclid(2)) as f64 * 0.3 + (a - 0.5) * 0.25;
            let v = row as f64 + (b - 0.5) * 0.25;
            let house = House {
                middle: (u * size * 1.5, v * size * 1.32),
                half: (size * (0.62 + 0.5 * c) / 2.0, size * (0.5 + 0.42 * d) / 2.0),
            };
            all.push(((u * u + v * v).sqrt() + e * 0.9, house));
        }
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut out = String::new();
    all.iter().take(count).for_each(|(_, house)| draw(&house.corners(turn, at), &mut out));
    out
}

/// How the buildings of an area look.
#[derive(Clone, Copy)]
pub struct Quarter {
    /// The distance from building to building, along a row and from row to row.
    pub step: Vertex,
    /// The length and depth of a building.
    pub size: Vertex,
    /// The part of the places that are built on.
    pub density: f64,
    /// How far a building may be off its place, as a part of the distances.
    pub stray: f64,
}

/// The small houses of a suburb.
pub const SUBURB: Quarter = Quarter { step: (215.0, 235.0), size: (105.0, 80.0), density: 0.62, stray: 0.3 };
/// The blocks of a city.
pub const CITY: Quarter = Quarter { step: (290.0, 250.0), size: (255.0, 200.0), density: 0.88, stray: 0.05 };
/// The houses of a town on a table.
pub const STREETS: Quarter = Quarter { step: (158.0, 150.0), size: (122.0, 102.0), density: 0.92, stray: 0.14 };
/// The halls of works.
pub const WORKS: Quarter = Quarter { step: (640.0, 330.0), size: (500.0, 170.0), density: 0.7, stray: 0.12 };

/// A rectangle: left, top, right and bottom.
pub type Frame = [i64; 4];

/// Returns the path of the buildings that lie within an outline and outside the frames of names, in rows along the
/// streets of a whole town.
pub fn quarter(outline: &[Point], names: &[Frame], quarter: Quarter, seed: u32) -> String {
    let polygon: Vec<Vertex> = outline.iter().map(|at| (at.0 as f64, at.1 as f64)).collect();
    let turn = Turn::by(-0.14);
    let back = Turn { sine: -turn.sine, ..turn };
    let turned: Vec<Vertex> = polygon.iter().map(|at| back.apply(*at)).collect();
    let range = |part: fn(&Vertex) -> f64, step: f64| {
        let low = turned.iter().map(part).fold(f64::MAX, f64::min);
        let high = turned.iter().map(part).fold(f64::MIN, f64::max);
        (low / step).floor() as i64..=(high / step).ceil() as i64
    };
    let mut random = Random::new(seed);
    let mut out = String::new();
    for row in range(|at| at.1, quarter.step.1) {
        for column in range(|at| at.0, quarter.step.0) {
            let [a, b, c, d] = std::array::from_fn(|_| random.part());
            let house = House {
                middle: (
                    (column as f64 + (a - 0.5) * quarter.stray) * quarter.step.0,
                    (row as f64 + (b - 0.5) * quarter.stray) * quarter.step.1,
                ),
                half: (quarter.size.0 * (0.65 + 0.5 * c) / 2.0, quarter.size.1 * (0.75 + 0.35 * c) / 2.0),
            };
            let corners = house.corners(turn, (0, 0));
            // A building must not touch the border.
            let is_inside = |(x, y): &Vertex| {
                let margin = [(60.0, 0.0), (-60.0, 0.0), (0.0, 60.0), (0.0, -60.0)];
                margin.iter().all(|(dx, dy)| contains(&polygon, (x + dx, y + dy)))
            };
            let covers = |(x, y): &Vertex| {
                let (x, y) = (*x as i64, *y as i64);
                names.iter().any(|name| (name[0]..=name[2]).contains(&x) && (name[1]..=name[3]).contains(&y))
            };
            if d < quarter.density && corners.iter().all(is_inside) && !corners.iter().any(covers) {
                draw(&corners, &mut out);
            }
        }
    }
    out
}

/// Returns whether a point lies within an outline.
pub fn contains(polygon: &[Vertex], (x, y): Vertex) -> bool {
    let next = polygon.iter().cycle().skip(1);
    let crossings = polygon
        .iter()
        .zip(next)
        .filter(|(a, b)| (a.1 > y) != (b.1 > y) && x < (b.0 - a.0) * (y - a.1) / (b.1 - a.1) + a.0);
    crossings.count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_town_has_its_houses_and_always_looks_the_same() {
        let town = |seed: u32| houses((1_000, 1_000), 9, 115.0, seed);
        assert_eq!((town(3).matches('Z').count(), town(3)), (9, town(3)));
        assert_ne!(town(3), town(4));
    }

    #[test]
    fn buildings_stay_within_their_area() {
        let square = [(0, 0), (3_000, 0), (3_000, 3_000), (0, 3_000)];
        for kind in [SUBURB, CITY, WORKS] {
            let path = quarter(&square, &[], kind, 5);
            let numbers: Vec<i64> = path.split(['M', 'L', 'Z', ' ']).filter_map(|number| number.parse().ok()).collect();
            assert!(path.matches('Z').count() > 8, "{path}");
            assert!(numbers.iter().all(|number| (50..=2_950).contains(number)), "{path}");
        }
    }
}
