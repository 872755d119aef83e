//! Draws a piece of ground on a table: a hill with its relief, a wood with its trees, a town with its streets.

use super::canvas::{Point, SvgCanvas};
use super::cells::natural;
use super::relief::Hill;
use super::{ground, town};
use crate::course::path;
use crate::geometry::Vertex;
use crate::look::ground::{Motif, TerrainLook};
use crate::look::speaks_of;
use crate::noise::Random;
use grognard_engine::style::Colour;

/// The distance from tree to tree, and the radius of a tree.
const TREES: (f64, f64) = (175.0, 128.0);
/// The distance from rock to rock.
const ROCKS: f64 = 330.0;
const WATER: [&str; 3] = ["#33586b", "#6f9fb8", "#8fb9cc"];

/// Draws a piece of a kind with the given corners. Its edge looks natural, and strays from the straight lines that rules
/// measure by no more than a few millimetres.
pub fn draw(corners: &[Point], kind: &str, look: TerrainLook, seed: u32, paper: &mut SvgCanvas) {
    if speaks_of(kind, &["prepared", "fort", "trench", "entrench", "bunker"]) {
        return works(corners, paper);
    }
    let outline = natural_outline(corners);
    let area = path(outline.iter().map(|at| (at.0 as f64, at.1 as f64))) + "Z";
    match look.motif {
        Motif::Slopes | Motif::Peaks => {
            shadow(&area, 3, paper);
            Hill::new(&outline).draw(look, paper);
        }
        Motif::Crags => broken(&outline, &area, look, seed, paper),
        Motif::Trees | Motif::Groves => {
            shadow(&area, 2, paper);
            let dark = look.fill.towards(Colour::of(0x2f_4026), 38);
            paper.path(&area, &format!("fill=\"{}\" stroke=\"{dark}\" stroke-width=\"50\"", look.tone));
            trees(&outline, seed, paper);
        }
        Motif::Blocks | Motif::Houses | Motif::Halls => streets(&outline, &area, look, seed, paper),
        Motif::Waves => {
            let [bank, water, light] = WATER;
            paper.path(&area, &format!("fill=\"{water}\" stroke=\"{bank}\" stroke-width=\"60\""));
            ground::scatter(Motif::Waves, &outline, TerrainLook { ink: colour_of(light), ..look }, seed, paper);
        }
        motif => {
            let edge = look.ink.towards(look.fill, 35);
            paper.path(&area, &format!("fill=\"{}\" stroke=\"{edge}\" stroke-width=\"26\"", look.fill));
            ground::scatter(motif, &outline, look, seed, paper);
        }
    }
}

/// Draws a position prepared for defence: a rampart with the teeth of field works outside.
fn works(corners: &[Point], paper: &mut SvgCanvas) {
    let area = path(corners.iter().map(|at| (at.0 as f64, at.1 as f64))) + "Z";
    let line = |colour: &str, width: u32, dashes: &str| {
        format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" {dashes}")
    };
    paper.path(&area, &line("#6a3f22", 230, "stroke-dasharray=\"46 104\""));
    paper.path(&area, "fill=\"#d9c7a0\" stroke=\"#d9c7a0\" stroke-width=\"90\"");
    paper.path(&area, &line("#6a3f22", 62, "stroke-linejoin=\"round\""));
}

fn colour_of(text: &str) -> Colour {
    u32::from_str_radix(text.trim_start_matches('#'), 16).map_or(Colour([255; 3]), Colour::of)
}

/// Returns the corners as an outline without corners.
fn natural_outline(corners: &[Point]) -> Vec<Point> {
    let rounded = rounded(corners);
    let next = rounded.iter().cycle().skip(1);
    let sides = rounded.iter().zip(next);
    sides
        .flat_map(|(from, to)| {
            let mut line = natural(*from, *to, 0.05);
            line.pop();
            line
        })
        .collect()
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

/// Draws a soft shadow to the south-east, as long as the given number of layers.
fn shadow(area: &str, layers: i64, paper: &mut SvgCanvas) {
    for layer in (1..=layers).rev() {
        paper.path(
            area,
            &format!(
                "class=\"shadow\" transform=\"translate({} {})\" fill=\"#1d1710\" fill-opacity=\"0.1\"",
                45 * layer,
                52 * layer
            ),
        );
    }
}

/// Draws the trees of a wood.
fn trees(outline: &[Point], seed: u32, paper: &mut SvgCanvas) {
    let (step, radius) = TREES;
    let mut all = Vec::new();
    scatter(outline, step, seed, |at, random| all.push((at, radius * (0.75 + 0.45 * random.part()))));
    crowns(&all, seed, paper);
}

/// Draws trees at places, each with its radius: crowns with lit tops and dark feet.
pub fn crowns(trees: &[(Vertex, f64)], seed: u32, paper: &mut SvgCanvas) {
    let mut random = Random::new(seed);
    let [mut feet, mut dark, mut crowns, mut light] = [const { String::new() }; 4];
    for (at, size) in trees {
        feet += &disc((at.0 + size * 0.12, at.1 + size * 0.16), *size);
        let crown = if random.part() < 0.4 { &mut dark } else { &mut crowns };
        *crown += &disc((at.0 - size * 0.06, at.1 - size * 0.08), size * 0.8);
        light += &disc((at.0 - size * 0.3, at.1 - size * 0.34), size * 0.4);
    }
    for (discs, colour) in [(feet, "#47603a"), (dark, "#6f8b58"), (crowns, "#7f9b66"), (light, "#a9bf8b")] {
        paper.path(&discs, &format!("fill=\"{colour}\""));
    }
}

/// Draws broken ground: rocks with a lit and a dark side, between tufts of grass.
fn broken(outline: &[Point], area: &str, look: TerrainLook, seed: u32, paper: &mut SvgCanvas) {
    paper.path(area, &format!("fill=\"{}\" fill-opacity=\"0.8\"", look.fill));
    paper.path(
        area,
        "fill=\"none\" stroke=\"#8a6436\" stroke-opacity=\"0.75\" stroke-width=\"26\" stroke-dasharray=\"150 70\"",
    );
    let [mut shadows, mut dark, mut light, mut tufts] = [const { String::new() }; 4];
    scatter(outline, ROCKS, seed, |(x, y), random| {
        let [size, lean, kind] = [(); 3].map(|()| random.part());
        if kind < 0.25 {
            tufts += &path([(x - 50.0, y - 70.0), (x, y), (x + 10.0, y - 90.0)]);
            tufts += &path([(x, y), (x + 65.0, y - 60.0)]);
            return;
        }
        let size = 60.0 + 95.0 * size;
        let top = (x - size * (0.4 - 0.5 * lean), y - size * (0.45 + 0.3 * lean));
        let crest = (x + size * (0.5 - 0.3 * lean), y - size * 0.4);
        let [west, south, east] =
            [(x - size, y + 0.15 * size), (x + 0.1 * size, y + 0.5 * size), (x + size, y + 0.1 * size)];
        shadows += &(path([south, east, (x + 1.5 * size, y + 0.45 * size), (x + 0.5 * size, y + 0.75 * size)]) + "Z");
        light += &(path([west, top, crest, south]) + "Z");
        dark += &(path([crest, east, south]) + "Z");
    });
    paper.path(&shadows, "fill=\"#1d1710\" fill-opacity=\"0.2\"");
    paper.path(&tufts, "fill=\"none\" stroke=\"#7d8b52\" stroke-width=\"24\"");
    paper.path(&light, "fill=\"#e9dcbb\" stroke=\"#7b613f\" stroke-width=\"14\"");
    paper.path(&dark, "fill=\"#9a7d58\" stroke=\"#7b613f\" stroke-width=\"14\"");
}

/// Draws a town: blocks of houses along two streets that cross.
fn streets(outline: &[Point], area: &str, look: TerrainLook, seed: u32, paper: &mut SvgCanvas) {
    let quarter = if look.motif == Motif::Houses { town::SUBURB } else { town::STREETS };
    shadow(area, 1, paper);
    paper.path(area, &format!("fill=\"{}\" stroke=\"#8a7455\" stroke-width=\"24\"", town::TOWN_GROUND));
    let centre = middle(outline);
    // The streets are turned from the axes as the rows of houses are.
    let along = (-16..16).map(|at| (centre.0 + at * 80, centre.1 - at * 22));
    let across = (-16..16).map(|at| (centre.0 + at * 22, centre.1 + at * 80));
    let free: Vec<town::Frame> = along.chain(across).map(|(x, y)| [x - 42, y - 42, x + 42, y + 42]).collect();
    let houses = town::quarter(outline, &free, quarter, seed);
    paper.path(&houses, "transform=\"translate(38 46)\" fill=\"#1d1710\" fill-opacity=\"0.28\"");
    paper.path(&houses, "fill=\"#7a4f40\" stroke=\"#513f35\" stroke-width=\"18\"");
    paper.path(&houses, "transform=\"translate(-9 -11)\" fill=\"none\" stroke=\"#c08a6c\" stroke-width=\"12\"");
}

/// Calls `draw` for points at about the given distance from each other that lie within an outline.
fn scatter(outline: &[Point], step: f64, seed: u32, mut draw: impl FnMut(Vertex, &mut Random)) {
    let mut random = Random::new(seed);
    let polygon: Vec<Vertex> = outline.iter().map(|at| (at.0 as f64, at.1 as f64)).collect();
    let range = |part: fn(&Vertex) -> f64| {
        let low = polygon.iter().map(part).fold(f64::MAX, f64::min);
        let high = polygon.iter().map(part).fold(f64::MIN, f64::max);
        (low / step).floor() as i64..=(high / step).ceil() as i64
    };
    for row in range(|at| at.1) {
        for column in range(|at| at.0) {
            let [a, b] = std::array::from_fn(|_| random.part());
            let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
            let at = ((column as f64 + 0.25 + shift + 0.5 * a) * step, (row as f64 + 0.25 + 0.5 * b) * step);
            if town::contains(&polygon, at) {
                draw(at, &mut random);
            }
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::ground::ground_of;
    use grognard_engine::style::Style;

    #[test]
    fn every_kind_of_ground_has_a_picture_of_its_own() {
        let corners = [(0, 0), (2_400, 0), (2_400, 2_000), (0, 2_000)];
        let picture = |kind: &str| {
            let mut paper = SvgCanvas::default();
            draw(&corners, kind, ground_of(&Style::default(), kind), 7, &mut paper);
            paper.out
        };
        let kinds = ["hills", "woods", "town", "rough", "marsh", "waterway", "dunes", "prepared"];
        for (at, kind) in kinds.iter().enumerate() {
            assert_eq!(picture(kind), picture(kind));
            assert!(kinds[..at].iter().all(|other| picture(other) != picture(kind)), "{kind}");
        }
    }
}
