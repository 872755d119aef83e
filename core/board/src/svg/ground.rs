//! Draws the spaces: their outlines, and the terrain with its symbols.

use super::canvas::{CREAM, INK, Point, SvgCanvas, TextStyle, fit, width};
use super::layout::AREA;
use super::{SvgScene, signs};
use crate::lattice::HexAxes;
use crate::look;
use crate::look::ground::{Motif, PLAIN, TerrainLook, ground_of};
use crate::look::side::side_colours_of;
use crate::terminal_text;
use grognard_engine::ids::{Id, SpaceId};
use grognard_engine::style::Colour;
use std::fmt::Write;

const FLAT: [Point; 6] = [(1000, 0), (500, 866), (-500, 866), (-1000, 0), (-500, -866), (500, -866)];
const POINTY: [Point; 6] = [(0, 1000), (866, 500), (866, -500), (0, -1000), (-866, -500), (-866, 500)];

/// Returns the corners of a hex relative to its centre.
pub fn corners(pointing: HexAxes) -> [Point; 6] {
    match pointing {
        HexAxes::Flat => FLAT,
        HexAxes::Pointy => POINTY,
    }
}

/// Returns the outline of a space around a point as an SVG element, at a percentage of its full size.
pub fn outline(pointing: Option<HexAxes>, at: Point, percent: i64, attributes: &str) -> String {
    let Some(pointing) = pointing else {
        return format!("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {attributes}/>", at.0, at.1, AREA * percent / 100);
    };
    let points: Vec<String> = corners(pointing)
        .iter()
        .map(|(x, y)| format!("{},{}", at.0 + x * percent / 100, at.1 + y * percent / 100))
        .collect();
    format!("<polygon points=\"{}\" {attributes}/>", points.join(" "))
}

/// Returns the look of the terrain in a space.
pub fn look_of(scene: &SvgScene, space: SpaceId) -> TerrainLook {
    let terrains = &scene.content.map.terrains;
    let id = scene.content.map.terrain(space);
    if id.index() < terrains.len() { ground_of(scene.style(), terrains.name(id)) } else { PLAIN }
}

/// Draws every space of the map: a group with the space's name, its colour and the symbols of its terrain.
pub fn draw(scene: &SvgScene, paper: &mut SvgCanvas) {
    paper.group(&format!("class=\"spaces\" stroke-linejoin=\"round\" stroke-width=\"18\" stroke=\"{GRID}\""));
    for (space, at) in scene.on_map() {
        let look = look_of(scene, space);
        paper.group(&format!("data-space=\"{}\"", super::canvas::escape(&scene.content.map.space(space).name)));
        paper.title(&describe(scene, space));
        paper.put(format_args!("{}", scene.outline(space, at, 100, &format!("class=\"land\" fill=\"{}\"", look.fill))));
        strew(scene, space, at, look, paper);
        signs::wall(scene, space, at, paper);
        paper.close();
    }
    paper.close();
}

/// The colour of the lines between spaces.
pub const GRID: &str = "#9c927b";

/// Describes a space: `1103 Moscow: clear, city; 2 units`.
fn describe(scene: &SvgScene, space: SpaceId) -> String {
    let map = &scene.content.map;
    let terrain = map.terrains.iter().find(|(id, _)| *id == map.terrain(space)).map(|(_, name)| scene.words(name));
    let tags = map.tags().iter().filter(|(_, spaces)| spaces.has(space)).map(|(name, _)| scene.words(name));
    let what: Vec<String> = terrain.into_iter().chain(tags).chain(scene.values(space)).collect();
    let owner = scene.owner(space).map(|side| format!("; {}", scene.words(scene.content.side_title(side))));
    let label = scene.label(space);
    let colon = if what.is_empty() { "" } else { ": " };
    let offered =
        if scene.options.highlight.contains(&space) { format!("; {}", scene.say("on offer")) } else { String::new() };
    format!("{label}{colon}{}{}{offered}", what.join(", "), owner.unwrap_or_default())
}

const SPOTS: [Point; 7] = [(0, -290), (490, -270), (470, 250), (0, 500), (-470, 250), (-490, -270), (0, 110)];

/// Scatters the symbols of a terrain in a pattern that depends only on the name of the space.
fn strew(scene: &SvgScene, space: SpaceId, at: Point, look: TerrainLook, paper: &mut SvgCanvas) {
    let seed = look::hash(&scene.content.map.space(space).name);
    let mut commands = String::new();
    for (spot, (x, y)) in SPOTS.into_iter().enumerate() {
        let jitter = |turn: u32| i64::from(seed.rotate_left(turn + 4 * spot as u32) % 161) - 80;
        let (x, y) = if scene.plan.lattice.is_some() { (x, y) } else { (x * 3 / 4, y * 3 / 4) };
        sign(look.motif, (at.0 + x + jitter(3), at.1 + y + jitter(17)), &mut commands);
    }
    let fill =
        if matches!(look.motif, Motif::Trees | Motif::Blocks) { look.ink.to_string() } else { "none".to_owned() };
    let width = if look.motif == Motif::Dots { 34 } else { 24 };
    let attributes = format!(
        "fill=\"{fill}\" stroke=\"{}\" stroke-width=\"{width}\" stroke-linecap=\"round\" opacity=\"0.75\"",
        look.ink
    );
    paper.path(&commands, &attributes);
}

/// Writes a symbol as path commands.
fn sign(motif: Motif, (x, y): Point, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = match motif {
        Motif::Bare => Ok(()),
        Motif::Trees => write!(out, "M{x} {}l-75 150h150zm0 150v50", y - 90),
        Motif::Tufts => write!(out, "M{} {y}h200m-100 0v-110m-50 110l-45 -80m145 80l45 -80", x - 100),
        Motif::Slopes => {
            write!(out, "M{} {}q40 -90 110 -90q70 0 110 90m-165 -50l-25 95m85 -115v110m60 -90l25 95", x - 110, y)
        }
        Motif::Peaks => write!(out, "M{} {}l120 -190l120 190m-120 -190l20 90l45 20", x - 120, y + 90),
        Motif::Waves => write!(out, "M{} {y}q50 -60 100 0t100 0", x - 100),
        Motif::Blocks => write!(out, "M{} {}h120v90h-120z", x - 60, y - 45),
        Motif::Dots => write!(out, "M{x} {y}h1m110 60h1m-160 50h1"),
    };
}

const NUMBER: Colour = Colour::of(0x7d_745f);
const AREA_NUMBER: Colour = Colour::of(0x5d_544c);

/// Returns the vertical positions of a space's number and title.
fn lines_of(scene: &SvgScene, space: SpaceId, at: Point) -> (i64, i64) {
    match (scene.pointing(), scene.cell(space)) {
        (Some(HexAxes::Flat), _) => (-545, 770),
        (Some(HexAxes::Pointy), _) => (-545, 720),
        (None, None) => (-AREA + 230, AREA + 250),
        (None, Some(cell)) => {
            // The title is inside the land if the land is low, but not below the counters.
            let (top, foot) = cell.upright(at);
            ((top + 290).clamp(-640, -560), (foot - 120).clamp(690, 820))
        }
    }
}

/// Returns the title of a space in one or two lines, with its style.
fn title(scene: &SvgScene, space: SpaceId) -> (Vec<String>, TextStyle) {
    let title = terminal_text::shorten(&terminal_text::clean(scene.title(space)), 32);
    let look =
        |text: &str| TextStyle { halo: Some(CREAM), ..TextStyle::centred(fit(text, 1_500, 130, 230), INK).bold() };
    let whole = look(&title);
    if whole.size >= 175 || title.is_empty() {
        return (vec![title], whole);
    }
    let middle = title.len() / 2;
    let gaps = title.match_indices([' ', '-']).map(|(at, gap)| at + gap.len());
    let Some(gap) = gaps.min_by_key(|gap| gap.abs_diff(middle)) else { return (vec![title], whole) };
    let lines: Vec<String> = [&title[..gap], &title[gap..]].map(|line| line.trim_end().to_owned()).into();
    let longest = lines.iter().max_by_key(|line| terminal_text::columns(line)).map_or("", String::as_str);
    let look = look(longest);
    (lines, TextStyle { size: look.size.min(195), ..look })
}

/// Draws the owners' flags next to the titles of their spaces, except where the land shows the owner.
pub fn flags(scene: &SvgScene, paper: &mut SvgCanvas) {
    if !scene.plan.cells.is_empty() {
        return;
    }
    for (space, at) in scene.on_map() {
        let Some(side) = scene.owner(space) else { continue };
        let foot = lines_of(scene, space, at).1;
        let (lines, look) = title(scene, space);
        let broad = lines.iter().map(|line| width(line, look.size)).max().unwrap_or(0);
        let behind = if broad == 0 { -70 } else { broad / 2 + 60 };
        signs::flag((at.0 + behind, at.1 + foot), side_colours_of(scene.style(), Some(side)).flag, paper);
    }
}

/// Draws the numbers at the top of hexes, the titles at the foot, and the symbols of tags.
pub fn letter(scene: &SvgScene, paper: &mut SvgCanvas) {
    for (space, at) in scene.on_map() {
        let (top, foot) = lines_of(scene, space, at);
        signs::tags(scene, space, at, paper);
        let shown = scene.content.map.space(space);
        if scene.options.numbers {
            let name = terminal_text::shorten(&terminal_text::clean(&shown.name), 24);
            let width = if scene.plan.lattice.is_some() { 900 } else { 1_100 };
            let look = match scene.plan.cells.is_empty() {
                true => TextStyle::centred(fit(&name, width, 110, 180), NUMBER),
                false => TextStyle::centred(fit(&name, width, 140, 270), AREA_NUMBER).bold(),
            };
            let look = TextStyle { halo: Some(look_of(scene, space).fill), ..look };
            paper.text((at.0, at.1 + top), look, &name);
        }
        let (lines, look) = title(scene, space);
        let first = foot - if lines.len() > 1 { 100 } else { 0 };
        for (number, line) in (0..).zip(&lines) {
            paper.text((at.0, at.1 + first + number * look.size), look, line);
        }
    }
}
