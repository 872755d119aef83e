//! Draws the lines and crossings of a table: rivers, roads, gullies and works as courses, bridges and fords where they
//! lie.

use super::canvas::{Point, SvgCanvas};
use super::piece_of_ground;
use crate::course::{CurvePoint, path, ribbon, smooth, stray, taper};
use crate::geometry::Vertex;
use crate::look::feature::{Stroke, feature_of};
use crate::look::ground::TerrainLook;
use crate::look::speaks_of;
use crate::noise::{Random, noise};
use grognard_engine::field::Facing;

/// The distance between the points of a curve.
const STEP: f64 = 160.0;
/// The distance from one group of bushes to the next along a river.
const GROWTH: f64 = 1_900.0;
/// The length over which a gully becomes as broad as it is.
const GULLY_HEAD: f64 = 2_000.0;

/// Draws a course with the given corners and width. What it looks like depends on its kind.
pub fn draw(corners: &[Point], width: i64, kind: &str, look: TerrainLook, paper: &mut SvgCanvas) {
    let wide = width as f64;
    let curve = |far: f64, length: f64| {
        let points: Vec<CurvePoint> =
            corners.iter().map(|(x, y)| CurvePoint { at: (*x as f64, *y as f64), width: wide }).collect();
        stray(&smooth(&finer(&points), STEP), (far, length), corners[0].0 as f32 / 977.0)
    };
    match feature_of(kind).stroke {
        Stroke::River | Stroke::GreatRiver | Stroke::Stream => river(&curve(wide * 0.22, 2_300.0), kind, look, paper),
        Stroke::Rail => rail(&curve(0.0, 1.0), paper),
        Stroke::Road | Stroke::Track => road(&curve(0.0, 1.0), width, paper),
        Stroke::Gully => gully(&curve(wide * 0.5, 1_100.0), kind, paper),
        Stroke::Wall | Stroke::Bridge => works(&curve(0.0, 1.0), kind, paper),
    }
}

/// Returns whether courses of a kind are drawn as water.
pub fn is_water(kind: &str) -> bool {
    matches!(feature_of(kind).stroke, Stroke::River | Stroke::GreatRiver | Stroke::Stream)
}

/// Returns the line of a course with the given corners, without its small windings.
pub fn line(corners: &[Point]) -> Vec<Vertex> {
    let points: Vec<CurvePoint> =
        corners.iter().map(|(x, y)| CurvePoint { at: (*x as f64, *y as f64), width: 0.0 }).collect();
    smooth(&points, STEP).iter().map(|point| point.at).collect()
}

/// Adds a point halfway along each long segment, so that a curve has something to stray from.
fn finer(points: &[CurvePoint]) -> Vec<CurvePoint> {
    let mut out = Vec::new();
    for pair in points.windows(2) {
        let [a, b] = [pair[0], pair[1]];
        out.push(a);
        out.push(CurvePoint { at: ((a.at.0 + b.at.0) / 2.0, (a.at.1 + b.at.1) / 2.0), width: a.width });
    }
    out.extend(points.last());
    out
}

fn points(curve: &[CurvePoint]) -> String {
    path(curve.iter().map(|point| point.at))
}

fn stroked(commands: &str, colour: &str, width: f64, more: &str, paper: &mut SvgCanvas) {
    paper
        .path(commands, &format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" {more}", width.round() as i64));
}

/// Draws a river in its meadows: banks, water and a light thread.
fn river(curve: &[CurvePoint], kind: &str, look: TerrainLook, paper: &mut SvgCanvas) {
    let line = points(curve);
    let width = curve[0].width;
    let is_frozen = speaks_of(kind, &["frozen", "ice"]);
    for (more, opacity) in [(3.4, 13), (2.5, 15), (1.7, 18)] {
        stroked(&line, "#8f9f78", width * more, &format!("stroke-opacity=\"0.{opacity}\""), paper);
    }
    let water = if is_frozen { look.fill.to_string() } else { "#6f9fb8".to_owned() };
    let light = if is_frozen { "#ffffff" } else { "#9cc3d4" };
    paper.path(&ribbon(curve, 0.0), "fill=\"#33586b\"");
    paper.path(&ribbon(curve, -0.22 * width), &format!("fill=\"{water}\""));
    stroked(&line, light, width * 0.16, "stroke-opacity=\"0.45\"", paper);
    piece_of_ground::crowns(&willows(curve), 3, paper);
}

/// Returns the places and sizes of groups of bushes on the banks of a river.
fn willows(curve: &[CurvePoint]) -> Vec<(Vertex, f64)> {
    let mut random = Random::new(11);
    let mut out = Vec::new();
    for pair in curve.windows(2) {
        let [from, to] = [pair[0], pair[1]];
        let (dx, dy) = (to.at.0 - from.at.0, to.at.1 - from.at.1);
        let far = dx.hypot(dy).max(1.0);
        for bank in [-1.0, 1.0] {
            let [along, out_of_water, size] = [(); 3].map(|()| random.part());
            let at = (from.at.0 + dx * along, from.at.1 + dy * along);
            let growth = noise((at.0 / GROWTH) as f32 + 7.0 * bank as f32, (at.1 / GROWTH) as f32);
            if growth < 0.1 {
                continue;
            }
            let away = bank * (from.width * 0.5 + 60.0 + 170.0 * out_of_water);
            out.push(((at.0 - dy / far * away, at.1 + dx / far * away), 48.0 + 42.0 * size));
        }
    }
    out
}

fn road(curve: &[CurvePoint], width: i64, paper: &mut SvgCanvas) {
    let (line, width) = (points(curve), width as f64);
    stroked(&line, "#7a4a2b", width * 1.15, "", paper);
    stroked(&line, "#e9c48f", width * 0.72, "", paper);
    stroked(&line, "#f6e2ba", width * 0.2, "", paper);
}

fn rail(curve: &[CurvePoint], paper: &mut SvgCanvas) {
    let line = points(curve);
    stroked(&line, "#2c2722", 150.0, "stroke-dasharray=\"24 150\"", paper);
    stroked(&line, "#2c2722", 44.0, "", paper);
}

/// Draws a gully: steep sides with hachures, and a bed, dry in the desert. It becomes narrower towards its head.
fn gully(curve: &[CurvePoint], kind: &str, paper: &mut SvgCanvas) {
    let mut curve = curve.to_vec();
    taper(&mut curve, true, GULLY_HEAD);
    let line = points(&curve);
    let width = curve.last().map_or(0.0, |point| point.width);
    paper.path(&ribbon(&curve, 80.0), "fill=\"#64482a\" fill-opacity=\"0.55\"");
    paper.path(&ribbon(&curve, 0.0), "fill=\"#a98b5f\"");
    stroked(&line, "#64482a", width * 0.96, "stroke-opacity=\"0.7\" stroke-dasharray=\"18 62\"", paper);
    paper.path(&ribbon(&curve, -0.55 * width), "fill=\"#bfa376\"");
    if !speaks_of(kind, &["wadi", "dry"]) {
        stroked(&line, "#5f8fab", 34.0, "stroke-linecap=\"round\"", paper);
    }
}

/// Draws a trench, or wire.
fn works(curve: &[CurvePoint], kind: &str, paper: &mut SvgCanvas) {
    let line = points(curve);
    if speaks_of(kind, &["wire"]) {
        stroked(&line, "#4a4034", 26.0, "", paper);
        return stroked(&line, "#4a4034", 150.0, "stroke-dasharray=\"26 130\"", paper);
    }
    stroked(&line, "#6a3f22", 210.0, "stroke-dasharray=\"50 110\"", paper);
    stroked(&line, "#e2cfa6", 120.0, "", paper);
    stroked(&line, "#6a3f22", 60.0, "", paper);
}

/// Draws a crossing or an obstacle that has a base, around the origin. Returns `false` if its kind has no picture.
pub fn crossing(kind: &str, facing: Facing, (width, height): Point, paper: &mut SvgCanvas) -> bool {
    if speaks_of(kind, &["mine"]) {
        mines((width, height), paper);
        return true;
    }
    if feature_of(kind).stroke != Stroke::Bridge {
        return false;
    }
    if speaks_of(kind, &["ford"]) {
        ford(paper);
    } else {
        bridge(facing, width.max(height), paper);
    }
    true
}

/// Draws a bridge: a deck with two rails and piers. Its road runs across its front.
fn bridge(facing: Facing, length: i64, paper: &mut SvgCanvas) {
    let turn = if matches!(facing, Facing::North | Facing::South) { 0 } else { 90 };
    let half = length / 2;
    paper.group(&format!("transform=\"rotate({turn})\""));
    paper.put(format_args!(
        "<rect x=\"-{half}\" y=\"-95\" width=\"{length}\" height=\"250\" fill=\"#1d1710\" fill-opacity=\"0.3\"/>"
    ));
    for x in [-half / 2, 0, half / 2] {
        paper.put(format_args!("<rect x=\"{}\" y=\"-150\" width=\"50\" height=\"300\" fill=\"#5b4a3a\"/>", x - 25));
    }
    paper.put(format_args!(
        "<rect x=\"-{half}\" y=\"-105\" width=\"{length}\" height=\"210\" fill=\"#d8c3a0\" stroke=\"#4a3a2c\" \
         stroke-width=\"34\"/>"
    ));
    let planks: String = (1..12).map(|at| format!("M{} -90v180", at * length / 12 - half)).collect();
    paper.path(&planks, "stroke=\"#8a7455\" stroke-width=\"14\"");
    let wings = format!("M-{half} -105l-70 -80M{half} -105l70 -80M-{half} 105l-70 80M{half} 105l70 80");
    paper.path(&wings, "stroke=\"#4a3a2c\" stroke-width=\"44\" stroke-linecap=\"round\"");
    paper.close();
}

/// Draws a ford: shallows with gravel and ripples.
fn ford(paper: &mut SvgCanvas) {
    paper.put(format_args!("<ellipse rx=\"270\" ry=\"230\" fill=\"#e0d3ac\" stroke=\"#8a7455\" stroke-width=\"22\"/>"));
    paper.put(format_args!("<ellipse rx=\"215\" ry=\"150\" fill=\"#a9cbd6\"/>"));
    let ripples: String =
        [(-130, -70), (0, -20), (-110, 40)].map(|(x, y)| format!("M{x} {y}q35 -34 70 0t70 0")).concat();
    paper.path(&ripples, "fill=\"none\" stroke=\"#4d7f97\" stroke-width=\"22\"");
    let stones = [(-205, -110), (-60, 185), (120, 165), (195, -95), (30, -190), (-190, 100)];
    for (x, y) in stones {
        paper.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"26\" fill=\"#8a7455\"/>"));
    }
}

/// Draws a minefield: rows of mines behind a dashed line.
fn mines((width, height): Point, paper: &mut SvgCanvas) {
    let (x, y) = (width / 2, height / 2);
    paper.put(format_args!(
        "<rect x=\"-{x}\" y=\"-{y}\" width=\"{width}\" height=\"{height}\" fill=\"#e5d6b0\" fill-opacity=\"0.8\" \
         stroke=\"#8c1d12\" stroke-width=\"30\" stroke-dasharray=\"90 60\"/>"
    ));
    let (columns, rows) = ((width / 260).max(1), (height / 260).max(1));
    for column in 0..columns {
        for row in 0..rows {
            let at = ((2 * column + 1) * width / (2 * columns) - x, (2 * row + 1) * height / (2 * rows) - y);
            paper.put(format_args!("<circle cx=\"{}\" cy=\"{}\" r=\"52\" fill=\"#3a322a\"/>", at.0, at.1));
            paper.path(&format!("M{} {}v-60", at.0, at.1 - 40), "stroke=\"#3a322a\" stroke-width=\"20\"");
        }
    }
}

/// The outline of a small picture of ground, as parts of its half width and height.
const SAMPLE: [Vertex; 8] =
    [(-1.0, -0.2), (-0.55, -0.8), (0.1, -0.95), (0.8, -0.7), (1.0, 0.15), (0.6, 0.85), (-0.2, 0.95), (-0.85, 0.6)];

/// Draws a small picture of a kind of ground around a point, within a frame of the given half width and height. Areas
/// are drawn at about the size that they have on a table, and then made smaller as a whole.
pub fn sample(kind: &str, look: TerrainLook, is_line: bool, (at, half): (Point, Point), paper: &mut SvgCanvas) {
    let (x, y) = half;
    let scaled = |whole: i64| format!("transform=\"translate({} {}) scale(0.{:03})\"", at.0, at.1, 1_000 * x / whole);
    if is_line {
        paper.group(&scaled(700));
        let y = 700 * y / x.max(1);
        let corners = [(-700, y / 4), (-230, -y / 5), (230, y / 5), (700, -y / 4)];
        draw(&corners, if feature_of(kind).stroke == Stroke::Road { 120 } else { 260 }, kind, look, paper);
        return paper.close();
    }
    let mut inner = SvgCanvas::default();
    if crossing(kind, Facing::North, (600, 420), &mut inner) {
        paper.group(&scaled(430));
        paper.out += &inner.out;
    } else {
        let whole = (1_150, 1_150 * y / x.max(1));
        let part = |part: f64, of: i64| (part * of as f64) as i64;
        let corners: Vec<Point> = SAMPLE.iter().map(|(dx, dy)| (part(*dx, whole.0), part(*dy, whole.1))).collect();
        paper.group(&scaled(whole.0));
        piece_of_ground::draw(&corners, kind, look, 5, paper);
    }
    paper.close();
}
