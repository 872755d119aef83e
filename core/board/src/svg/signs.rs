//! Draws symbols in a space: towns, fortifications, small symbols for other tags, and its owner's flag.

use super::canvas::{CREAM, INK, Point, SvgCanvas, TextStyle};
use super::ground::outline;
use super::hexside::side;
use super::town::{self, TOWN_GROUND};
use super::{SvgScene, points};
use crate::course::path;
use crate::geometry::Vertex;
use crate::lattice::{HexAxes, Lattice};
use crate::look::hash;
use crate::look::tag::{TagSign, sign_of};
use grognard_engine::ids::SpaceId;
use grognard_engine::style::Colour;

const WORKS: &str = "#6a3f22";
const HOUSES: Colour = Colour::of(0x5d_544c);

/// The positions of small symbols, away from the counter in the centre.
const CORNERS: [Point; 4] = [(-680, 210), (680, -210), (-680, -210), (680, 210)];

/// Draws the symbols for a space's tags, apart from its wall.
pub fn tags(scene: &SvgScene, space: SpaceId, at: Point, paper: &mut SvgCanvas) {
    let small = small_signs(scene, space);
    if let Some(place) = scene.point(space) {
        for ((sign, name), spot) in small.into_iter().zip(points::sign_spots(place.radius)) {
            small_sign(sign, name, (at.0 + spot.0, at.1 + spot.1), paper);
        }
        return;
    }
    let all = signs_in(scene, space);
    let largest = all.first().filter(|(sign, _)| sign.is_settled()).map(|(sign, _)| *sign);
    // A hex with a name has a place of that name, too small to matter for the rules.
    let is_named =
        scene.plan.lattice.is_some() && !scene.title(space).is_empty() && !super::ground::is_built(scene, space);
    if let Some(largest) = largest.or(is_named.then_some(TagSign::Village)) {
        settlement(largest, &scene.content.map.space(space).name, at, paper);
    }
    for ((sign, name), corner) in small.into_iter().zip(CORNERS) {
        small_sign(sign, name, (at.0 + corner.0, at.1 + corner.1), paper);
    }
}

/// Returns the symbols for a space's tags, with the names of the tags, the most important first.
fn signs_in<'a>(scene: &'a SvgScene, space: SpaceId) -> Vec<(TagSign, &'a str)> {
    let here = scene.content.map.tags().iter().filter(|(_, spaces)| spaces.has(space));
    let mut all: Vec<(TagSign, &str)> = here.map(|(name, _)| (sign_of(name), name.as_str())).collect();
    all.sort();
    all
}

/// Returns the small symbols that are drawn in a space.
pub fn small_signs<'a>(scene: &'a SvgScene, space: SpaceId) -> Vec<(TagSign, &'a str)> {
    let is_small = |sign: TagSign| sign.is_drawn() && !sign.is_settled() && sign != TagSign::Fort;
    signs_in(scene, space).into_iter().filter(|(sign, _)| is_small(*sign)).collect()
}

/// Draws the walls of fortified spaces, below rivers and roads: around all hexes that touch each other, or around each
/// area.
pub fn walls(scene: &SvgScene, paper: &mut SvgCanvas) {
    let forts: Vec<(SpaceId, Point)> = scene.on_map().filter(|(space, _)| is_fortified(scene, *space)).collect();
    if forts.is_empty() {
        return;
    }
    paper.group("class=\"works\" stroke-linejoin=\"round\"");
    match &scene.plan.lattice {
        Some(lattice) => {
            let line: String =
                forts.iter().flat_map(|&(space, at)| belt(scene, lattice, space, at)).map(rampart).collect();
            paper.path(&line, &format!("fill=\"none\" stroke=\"{WORKS}\" stroke-width=\"40\""));
        }
        None => {
            for (space, at) in forts {
                works(100, paper, |percent, look| scene.outline(space, at, percent, look));
            }
        }
    }
    paper.close();
}

fn is_fortified(scene: &SvgScene, space: SpaceId) -> bool {
    scene.content.map.tags().iter().any(|(name, spaces)| spaces.has(space) && sign_of(name) == TagSign::Fort)
}

/// The height of battlements.
const BATTLEMENT: f64 = 75.0;
/// How far a wall lies inside its hexside, and the same along another hexside.
const INSET: i64 = 120;
const INSET_ALONG: i64 = INSET * 1_155 / 1_000;

/// Returns the walls of a hex: one inside each side beyond which no fortified hex lies. Each ends where the next one
/// begins: in the same hex, or beyond a side that it shares with a fortified hex.
fn belt(scene: &SvgScene, lattice: &Lattice, space: SpaceId, at: Point) -> Vec<[Vertex; 2]> {
    let Some(node) = lattice.node(space) else { return Vec::new() };
    let is_open: Vec<bool> =
        (0..6).map(|way| lattice.beyond(node, way).is_none_or(|beyond| !is_fortified(scene, beyond))).collect();
    let ways = lattice.pointing.ways();
    let step = lattice.pointing.step();
    let ends = |way: usize| {
        let (dx, dy) = ways[way % 6];
        side(at, (at.0 + i64::from(dx) * step[0], at.1 + i64::from(dy) * step[1]))
    };
    let shared = |a: [Point; 2], b: [Point; 2]| {
        let is_same = |(p, q): (Point, Point)| (p.0 - q.0).abs() < 10 && (p.1 - q.1).abs() < 10;
        a.into_iter().find(|p| b.iter().any(|q| is_same((*p, *q)))).unwrap_or(a[0])
    };
    let along = |from: Point, to: Point| {
        let part = |from: i64, to: i64| from as f64 + (to - from) as f64 * INSET_ALONG as f64 / 1_000.0;
        (part(from.0, to.0), part(from.1, to.1))
    };
    let end = |way: usize, next: usize| {
        let corner = shared(ends(way), ends(next));
        if is_open[next % 6] {
            return along(corner, at);
        }
        let [a, b] = ends(next);
        along(corner, if corner == shared([a, b], ends(way)) && corner == a { b } else { a })
    };
    (0..6).filter(|way| is_open[*way]).map(|way| [end(way, way + 5), end(way, way + 1)]).collect()
}

/// Returns the path of a wall with its battlements, which face outwards: to the left of its direction.
fn rampart([from, to]: [Vertex; 2]) -> String {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt().max(1.0);
    let count = (length / 210.0).round().max(1.0);
    let (nx, ny) = (dy / length * BATTLEMENT, -dx / length * BATTLEMENT);
    let mut line = vec![from];
    for merlon in 0..count as i64 {
        let at = |part: f64, out: f64| {
            let along = (merlon as f64 + part) / count;
            (from.0 + dx * along + nx * out, from.1 + dy * along + ny * out)
        };
        line.extend([at(0.25, 0.0), at(0.25, 1.0), at(0.75, 1.0), at(0.75, 0.0)]);
    }
    line.push(to);
    path(line)
}

/// Draws a symbol for the legend.
pub fn sample(name: &str, pointing: Option<HexAxes>, at: Point, paper: &mut SvgCanvas) {
    match sign_of(name) {
        sign if sign.is_settled() => {
            paper.group(&format!("transform=\"translate({} {}) scale(0.5)\"", at.0, at.1));
            settlement(sign, name, (0, 0), paper);
            paper.close();
        }
        TagSign::Fort => works(30, paper, |percent, look| outline(pointing, at, percent, look)),
        sign => small_sign(sign, name, at, paper),
    }
}

/// Draws a settlement: blocks of houses, the more the larger it is.
fn settlement(sign: TagSign, name: &str, at: Point, paper: &mut SvgCanvas) {
    let (count, size, radius) = match sign {
        TagSign::Capital => (42, 122.0, 620),
        TagSign::Town => (19, 112.0, 420),
        _ => (9, 96.0, 270),
    };
    paper.put(format_args!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"{TOWN_GROUND}\" fill-opacity=\"0.7\"/>",
        at.0, at.1
    ));
    paper.path(&town::houses(at, count, size, hash(name)), &format!("class=\"houses\" fill=\"{}\"", town::HOUSES));
}

/// Draws a toothed wall just inside the space.
fn works(percent: i64, paper: &mut SvgCanvas, outline: impl Fn(i64, &str) -> String) {
    let line =
        |width: i64| format!("fill=\"none\" stroke=\"{WORKS}\" stroke-width=\"{}\"", width * percent.max(50) / 100);
    let teeth =
        format!("{} stroke-dasharray=\"{} {}\"", line(86), 60 * percent.max(50) / 100, 107 * percent.max(50) / 100);
    paper.put(format_args!("{}", outline(percent * 91 / 100, &line(34))));
    paper.put(format_args!("{}", outline(percent * 87 / 100, &teeth)));
}

/// Draws a symbol that is about the size of a letter.
fn small_sign(sign: TagSign, name: &str, at: Point, paper: &mut SvgCanvas) {
    let (commands, filled) = match sign {
        TagSign::Star => ("m0 -120l28 85h90l-72 54l27 86l-73 -52l-73 52l27 -86l-72 -54h90z", true),
        TagSign::Cross => ("m-32 -110h64v78h78v64h-78v78h-64v-78h-78v-64h78z", true),
        TagSign::Port => (
            "m0 -60v170m-60 -110h120m-160 40q20 90 100 90q80 0 100 -90m-130 -100a30 30 0 1 0 60 0a30 30 0 1 0 -60 0",
            false,
        ),
        TagSign::Airfield => ("m0 -120v230m-110 -110h220m-160 100h100", false),
        TagSign::Depot => ("m-100 100v-120l100 -90l100 90v120z", false),
        TagSign::Goal => ("m-70 120v-230h150l-40 60l40 60h-150", false),
        _ => {
            let letter: String =
                name.chars().find(|letter| letter.is_alphanumeric()).into_iter().flat_map(char::to_uppercase).collect();
            paper.group("class=\"fine\"");
            paper.put(format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"220\" height=\"220\" rx=\"40\" fill=\"{CREAM}\" stroke=\"{HOUSES}\" \
                 stroke-width=\"20\"/>",
                at.0 - 110,
                at.1 - 110
            ));
            paper.text((at.0, at.1 + 65), TextStyle::centred(180, HOUSES).bold(), &letter);
            paper.close();
            return;
        }
    };
    let fill = if filled {
        format!("fill=\"{HOUSES}\"")
    } else {
        format!("fill=\"none\" stroke=\"{HOUSES}\" stroke-width=\"36\"")
    };
    paper.path(&format!("M{} {}{commands}", at.0, at.1), &fill);
}

/// Draws a pennant in a side's colour.
pub fn flag(at: Point, colour: Colour, paper: &mut SvgCanvas) {
    let pole = format!("fill=\"{colour}\" stroke=\"{INK}\" stroke-width=\"22\" stroke-linejoin=\"round\"");
    paper.path(&format!("M{} {}v-240l190 65l-190 65", at.0, at.1 + 30), &pole);
}
