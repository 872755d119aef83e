//! Draws hills and mountains: a body shaded by light from the north-west, with contour lines.

use super::canvas::{Point, SvgCanvas};
use crate::course::path;
use crate::geometry::Vertex;
use crate::look::ground::TerrainLook;
use crate::noise::octaves;
use grognard_engine::style::Colour;
use std::collections::BTreeMap;

/// The number of points on each ring of a hill.
const AROUND: usize = 72;
/// The number of rings from the foot of a hill to its top.
const RINGS: usize = 15;
/// The number of rings from one contour line to the next.
const CONTOUR: usize = 3;
/// The size of the topmost ring, as a part of the outline.
const TOP: f64 = 0.06;
/// The direction of the light.
const LIGHT: Vertex = (-0.66, -0.75);
/// The number of shades on each side of the level one.
const SHADES: f64 = 9.0;
const LIT: Colour = Colour::of(0xff_f6d4);
const DARK: Colour = Colour::of(0x5a_4226);

/// The shape of a hill: rings of points, the lowest first.
pub struct Hill {
    rings: Vec<Vec<Vertex>>,
}

impl Hill {
    /// Creates a hill with the given foot.
    pub fn new(outline: &[Point]) -> Hill {
        let foot = resampled(outline, AROUND);
        let centre = middle(&foot);
        let size = foot.iter().map(|at| distance(*at, centre)).sum::<f64>() / AROUND as f64;
        Hill { rings: (0..=RINGS).map(|ring| rise(&foot, centre, size, ring)).collect() }
    }

    /// Draws the hill.
    pub fn draw(&self, look: TerrainLook, paper: &mut SvgCanvas) {
        let foot = outline(&self.rings[0]);
        paper.path(&foot, &format!("fill=\"{}\"", look.fill));
        for (level, strips) in self.shades() {
            let colour = match level {
                0.. => look.fill.towards(LIT, (level * 8) as u8),
                _ => look.fill.towards(DARK, (-level * 7) as u8),
            };
            paper.path(&strips, &format!("fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\"16\""));
        }
        for (ring, points) in self.rings.iter().enumerate().step_by(CONTOUR) {
            let (width, opacity) = if ring == 0 { (34, 85) } else { (20, 62) };
            paper.path(
                &outline(points),
                &format!("fill=\"none\" stroke=\"#8a6436\" stroke-opacity=\"0.{opacity}\" stroke-width=\"{width}\""),
            );
        }
    }

    /// Returns the strips of the hillside by how bright they are.
    fn shades(&self) -> BTreeMap<i32, String> {
        let mut all: BTreeMap<i32, String> = BTreeMap::new();
        for ring in 0..RINGS {
            let levels: Vec<i32> = (0..AROUND).map(|at| self.level(ring, at)).collect();
            let mut from = 0;
            while from < AROUND {
                let run = levels[from..].iter().take_while(|level| **level == levels[from]).count();
                *all.entry(levels[from]).or_default() += &self.strip(ring, from, from + run);
                from += run;
            }
        }
        all
    }

    /// Returns a strip of a ring, between two of its points.
    fn strip(&self, ring: usize, from: usize, to: usize) -> String {
        let point = |ring: usize, at: usize| self.rings[ring][at % AROUND];
        path((from..=to).map(|at| point(ring, at)).chain((from..=to).rev().map(|at| point(ring + 1, at)))) + "Z"
    }

    /// Returns how bright a part of a ring is: 0 where it is as bright as level ground.
    fn level(&self, ring: usize, at: usize) -> i32 {
        let points = &self.rings[ring];
        let (before, after) = (points[(at + AROUND - 2) % AROUND], points[(at + 3) % AROUND]);
        let (dx, dy) = (after.0 - before.0, after.1 - before.1);
        let far = (dx * dx + dy * dy).sqrt().max(1.0);
        // The outline runs clockwise in the picture, so this normal points outwards.
        let facing = (dy * LIGHT.0 - dx * LIGHT.1) / far;
        let height = (ring as f64 + 0.5) / RINGS as f64;
        // The flank is steepest just above the foot, and the top is level.
        let steep = (1.0 - height) * (0.55 + 1.8 * height).min(1.0);
        let here = points[at];
        let rough = f64::from(octaves((here.0 / 760.0) as f32, (here.1 / 760.0) as f32, 2));
        let bright = facing * steep * 1.0 + rough * 0.22 * steep + 0.16 * height;
        (bright * SHADES).round().clamp(-SHADES, SHADES) as i32
    }
}

/// Returns a ring of a hill: the smaller and rounder the higher it is, and slightly towards the light.
fn rise(foot: &[Vertex], centre: Vertex, size: f64, ring: usize) -> Vec<Vertex> {
    let height = ring as f64 / RINGS as f64;
    let scale = 1.0 - (1.0 - TOP) * height;
    let shift = 0.10 * size * height;
    let ring_at = |at: &Vertex| {
        let far = distance(*at, centre).max(1.0);
        let round = far + (size - far) * 0.8 * (1.6 * height).min(1.0);
        // Spurs and hollows, which are the same on rings that lie above each other.
        let (x, y) = ((at.0 / 820.0) as f32, (at.1 / 820.0) as f32);
        let stray = 1.0 + 0.62 * (height * 1.6).min(0.55) * f64::from(octaves(x + ring as f32 * 0.03, y, 2));
        let part = round / far * scale * stray;
        (centre.0 + (at.0 - centre.0) * part - 0.7 * shift, centre.1 + (at.1 - centre.1) * part - 0.8 * shift)
    };
    foot.iter().map(ring_at).collect()
}

/// Returns points at equal distances along an outline, clockwise in the picture.
fn resampled(outline: &[Point], count: usize) -> Vec<Vertex> {
    let mut corners: Vec<Vertex> = outline.iter().map(|at| (at.0 as f64, at.1 as f64)).collect();
    let next = |corners: &[Vertex], at: usize| corners[(at + 1) % corners.len()];
    let area: f64 = (0..corners.len())
        .map(|at| {
            let (a, b) = (corners[at], next(&corners, at));
            a.0 * b.1 - b.0 * a.1
        })
        .sum();
    if area < 0.0 {
        corners.reverse();
    }
    let whole: f64 = (0..corners.len()).map(|at| distance(corners[at], next(&corners, at))).sum();
    let step = whole / count as f64;
    let (mut out, mut left) = (Vec::with_capacity(count), 0.0);
    for at in 0..corners.len() {
        let (a, b) = (corners[at], next(&corners, at));
        let length = distance(a, b);
        while left < length && out.len() < count {
            let part = left / length;
            out.push((a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part));
            left += step;
        }
        left -= length;
    }
    while out.len() < count {
        out.push(corners.last().copied().unwrap_or_default());
    }
    out
}

fn outline(points: &[Vertex]) -> String {
    path(points.iter().copied()) + "Z"
}

fn middle(points: &[Vertex]) -> Vertex {
    let count = points.len().max(1) as f64;
    let sum = points.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    (sum.0 / count, sum.1 / count)
}

fn distance(a: Vertex, b: Vertex) -> f64 {
    ((a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_towards_the_light_is_brighter() {
        let square = [(0, 0), (3_000, 0), (3_000, 3_000), (0, 3_000)];
        for outline in [square.to_vec(), square.iter().rev().copied().collect()] {
            let hill = Hill::new(&outline);
            assert!(hill.rings.iter().all(|ring| ring.len() == AROUND));
            let bright = |is_there: fn(&Vertex) -> bool| {
                let parts = (0..AROUND).filter(|at| is_there(&hill.rings[0][*at]));
                parts.map(|at| hill.level(4, at)).max().unwrap()
            };
            assert!(bright(|at| at.0 + at.1 < 2_000.0) > 2 + bright(|at| at.0 + at.1 > 4_500.0));
        }
    }
}
