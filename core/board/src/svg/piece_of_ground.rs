//! Draws a piece of ground on a table: a hill with contour lines, a wood with its trees, a town with its houses.

use super::canvas::{Point, SvgCanvas};
use super::cells::natural;
use super::{ground, town};
use crate::course::path;
use crate::geometry::Vertex;
use crate::look::ground::{Motif, TerrainLook};
use crate::noise::Random;
use grognard_engine::style::Colour;

/// The distance from tree to tree, and the radius of a tree.
const TREES: (f64, f64) = (200.0, 125.0);
const WHITE: Colour = Colour::of(0xff_ffff);

/// Draws a piece with the given corners. Its edge looks natural, and strays from the straight lines that rules measure
/// by no more than a few millimetres.
pub fn draw(corners: &[Point], look: TerrainLook, seed: u32, paper: &mut SvgCanvas) {
    let rounded = rounded(corners);
    let next = rounded.iter().cycle().skip(1);
    let outline: Vec<Point> = rounded
        .iter()
        .zip(next)
        .flat_map(|(from, to)| {
            let mut line = natural(*from, *to, 0.05);
            line.pop();
            line
        })
        .collect();
    let centre = middle(corners);
    let edge = format!("stroke=\"{}\" stroke-width=\"26\" stroke-linejoin=\"round\"", look.ink);
    let area = |percent: i64| path(outline.iter().map(|at| scaled(*at, centre, percent))) + "Z";
    paper.path(&moved(&area(100), (70, 100)), "class=\"shadow\" fill=\"#1d1710\" fill-opacity=\"0.16\"");
    paper.path(&area(100), &format!("fill=\"{}\" {edge}", look.fill));
    match look.motif {
        Motif::Slopes | Motif::Peaks => contours(look, area, paper),
        Motif::Trees => trees(&outline, seed, paper),
        Motif::Blocks | Motif::Houses | Motif::Halls => {
            let quarter = if look.motif == Motif::Houses { town::SUBURB } else { town::CITY };
            let fill = format!("fill=\"{}\" fill-opacity=\"0.85\"", town::HOUSES);
            paper.path(&town::quarter(&outline, &[], quarter, seed), &fill);
        }
        motif => ground::scatter(motif, &outline, look, seed, paper),
    }
}

/// Cuts the corners of an outline, twice.
fn rounded(corners: &[Point]) -> Vec<Point> {
    let cut = |corners: &[Point]| -> Vec<Point> {
        let next = corners.iter().cycle().skip(1);
        let part = |from: Point, to: Point, percent: i64| {
            (from.0 + (to.0 - from.0) * percent / 100, from.1 + (to.1 - from.1) * percent / 100)
        };
        corners.iter().zip(next).flat_map(|(from, to)| [part(*from, *to, 14), part(*from, *to, 86)]).collect()
    };
    cut(&cut(corners))
}

/// Draws the contour lines of a hill, each ring a little lighter than the one around it.
fn contours(look: TerrainLook, area: impl Fn(i64) -> String, paper: &mut SvgCanvas) {
    for (ring, percent) in (1..).zip([80, 59, 38, 19]) {
        let fill = look.fill.towards(WHITE, 9 * ring);
        let light = format!("fill=\"{fill}\" stroke=\"#8f6a3c\" stroke-opacity=\"0.6\" stroke-width=\"22\"");
        // Light falls from the north-west, so the rings stand a little to that side.
        paper.path(&moved(&area(percent), (-28 * i64::from(ring), -32 * i64::from(ring))), &light);
    }
}

/// Draws the trees of a wood: dark crowns with lit tops.
fn trees(outline: &[Point], seed: u32, paper: &mut SvgCanvas) {
    let mut random = Random::new(seed);
    let (step, radius) = TREES;
    let polygon: Vec<Vertex> = outline.iter().map(|at| (at.0 as f64, at.1 as f64)).collect();
    let range = |part: fn(&Vertex) -> f64| {
        let low = polygon.iter().map(part).fold(f64::MAX, f64::min);
        let high = polygon.iter().map(part).fold(f64::MIN, f64::max);
        (low / step).floor() as i64..=(high / step).ceil() as i64
    };
    let [mut dark, mut light] = [String::new(), String::new()];
    for row in range(|at| at.1) {
        for column in range(|at| at.0) {
            let [a, b, c] = std::array::from_fn(|_| random.part());
            let at = ((column as f64 + 0.2 + 0.6 * a) * step, (row as f64 + 0.2 + 0.6 * b) * step);
            if !town::contains(&polygon, at) {
                continue;
            }
            let size = radius * (0.8 + 0.4 * c);
            dark += &disc(at, size);
            light += &disc((at.0 - size * 0.25, at.1 - size * 0.28), size * 0.6);
        }
    }
    paper.path(&dark, "fill=\"#5d7448\"");
    paper.path(&light, "fill=\"#8ea56f\"");
}

fn disc((x, y): Vertex, radius: f64) -> String {
    let [x, y, radius] = [x - radius, y, radius].map(|part| part.round() as i64);
    format!("M{x} {y}a{radius} {radius} 0 1 0 {0} 0a{radius} {radius} 0 1 0 -{0} 0", 2 * radius)
}

fn middle(corners: &[Point]) -> Point {
    let count = (corners.len() as i64).max(1);
    let sum = corners.iter().fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    (sum.0 / count, sum.1 / count)
}

fn scaled(at: Point, centre: Point, percent: i64) -> Vertex {
    let part = |from: i64, to: i64| (from + (to - from) * percent / 100) as f64;
    (part(centre.0, at.0), part(centre.1, at.1))
}

/// Returns a path that begins elsewhere. All its commands are absolute, so each point is moved.
fn moved(commands: &str, (dx, dy): Point) -> String {
    let mut out = String::new();
    for part in commands.split_inclusive(['M', 'L', 'Z']) {
        let end = part.find(['M', 'L', 'Z']).unwrap_or(part.len());
        if let Some((x, y)) = part[..end].split_once(' ') {
            let number = |text: &str| text.parse::<i64>().unwrap_or(0);
            out += &format!("{} {}", number(x) + dx, number(y) + dy);
        }
        out += &part[end..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_moved_as_a_whole() {
        assert_eq!(moved("M0 0L10 -5L3 4Z", (1, 2)), "M1 2L11 -3L4 6Z");
    }
}
