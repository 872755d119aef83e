//! Draws the spaces: their outlines, and the terrain with its symbols.

use super::canvas::{CREAM, INK, NARROW, Point, SvgCanvas, TextStyle, escape, fit, fit_narrow, width};
use super::cells::AreaCell;
use super::layout::AREA;
use super::plotting::plot_of;
use super::{SvgScene, counter, labels, lines, points, signs, town};
use crate::course::path;
use crate::geometry::Vertex;
use crate::lattice::HexAxes;
use crate::look;
use crate::look::ground::{Motif, PLAIN, TerrainLook, ground_of};
use crate::look::side::side_colours_of;
use crate::noise::Random;
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
        return circle(at, AREA * percent / 100, attributes);
    };
    let points: Vec<String> = corners(pointing)
        .iter()
        .map(|(x, y)| format!("{},{}", at.0 + x * percent / 100, at.1 + y * percent / 100))
        .collect();
    format!("<polygon points=\"{}\" {attributes}/>", points.join(" "))
}

/// Returns a circle as an SVG element.
pub fn circle(at: Point, radius: i64, attributes: &str) -> String {
    format!("<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" {attributes}/>", at.0, at.1)
}

/// Returns the look of the terrain in a space.
pub fn look_of(scene: &SvgScene, space: SpaceId) -> TerrainLook {
    let terrains = &scene.content.map.terrains;
    let id = scene.content.map.terrain(space);
    if id.index() < terrains.len() { ground_of(scene.style(), terrains.name(id)) } else { PLAIN }
}

/// Draws the painted ground, if there is one.
pub fn draw_painting(scene: &SvgScene, paper: &mut SvgCanvas) {
    let Some(address) = scene.options.painting else { return };
    let Some(plot) = plot_of(scene) else { return };
    paper.put(format_args!(
        "<image class=\"painting\" href=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" \
         preserveAspectRatio=\"none\" pointer-events=\"none\"/>",
        escape(address),
        plot.at.0,
        plot.at.1,
        plot.size.0,
        plot.size.1
    ));
}

/// Draws every space of the map: a group with the space's name, its colour and the symbols of its terrain.
pub fn draw(scene: &SvgScene, paper: &mut SvgCanvas) {
    // On a painting, spaces are there to be clicked. Borders are drawn twice, by both neighbours.
    let is_painted = scene.options.painting.is_some();
    let (stroke, opacity) = if is_painted { ("#4d4431", "0.24") } else { (GRID, "1") };
    let stroke = if scene.plan.cells.is_empty() && !scene.is_scanned() { stroke } else { "none" };
    paper.group(&format!(
        "class=\"spaces\" stroke-linejoin=\"round\" stroke-width=\"22\" stroke=\"{stroke}\" \
         stroke-opacity=\"{opacity}\""
    ));
    let more = if is_painted { " fill-opacity=\"0\"" } else { "" };
    for (space, at) in scene.on_map() {
        let look = look_of(scene, space);
        paper.group(&format!("data-space=\"{}\"", super::canvas::escape(&scene.content.map.space(space).name)));
        paper.title(&describe(scene, space));
        paper.put(format_args!(
            "{}",
            scene.outline(space, at, 100, &format!("class=\"land\" fill=\"{}\"{more}", look.fill))
        ));
        match scene.point(space) {
            _ if scene.is_scanned() => {}
            Some(place) => points::sign(place, at, paper),
            None => strew(scene, space, at, look, paper),
        }
        paper.close();
    }
    paper.close();
    if !scene.is_scanned() {
        draw_borders(scene, paper);
        signs::walls(scene, paper);
    }
}

/// Draws the borders of areas, each once. There are none in the middle of a lake.
fn draw_borders(scene: &SvgScene, paper: &mut SvgCanvas) {
    let is_water = |space| look_of(scene, space).motif == Motif::Waves;
    let [mut land, mut water] = [String::new(), String::new()];
    for (space, _) in scene.on_map() {
        for side in scene.cell(space).into_iter().flat_map(AreaCell::sides) {
            let line = || path(side.line.iter().map(|at| (at.0 as f64, at.1 as f64)));
            match side.beyond {
                Some(beyond) if space > beyond => {}
                Some(beyond) if is_water(space) && is_water(beyond) => water += &line(),
                // Water goes on beyond the map.
                None if is_water(space) => {}
                _ => land += &line(),
            }
        }
    }
    paper.group("class=\"borders\" fill=\"none\" stroke-linejoin=\"round\" pointer-events=\"none\"");
    paper.path(&water, "stroke=\"#fffaea\" stroke-opacity=\"0.35\" stroke-width=\"24\" stroke-dasharray=\"70 90\"");
    paper.path(&land, "class=\"casing\" stroke=\"#fffaea\" stroke-opacity=\"0.62\" stroke-width=\"74\"");
    let dashes = "stroke=\"#5a4a34\" stroke-opacity=\"0.85\" stroke-width=\"26\" stroke-dasharray=\"110 60\"";
    paper.path(&land, &format!("class=\"dashes\" {dashes}"));
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
    if matches!(look.motif, Motif::Houses | Motif::Blocks | Motif::Halls) {
        return build(scene, space, at, look.motif, paper);
    }
    if scene.options.painting.is_some() && look.motif != Motif::Tufts {
        return;
    }
    let seed = look::hash(&scene.content.map.space(space).name);
    let mut commands = String::new();
    for (spot, (x, y)) in SPOTS.into_iter().enumerate() {
        let jitter = |turn: u32| i64::from(seed.rotate_left(turn + 4 * spot as u32) % 161) - 80;
        let (x, y) = if scene.plan.lattice.is_some() { (x, y) } else { (x * 3 / 4, y * 3 / 4) };
        sign(look.motif, (at.0 + x + jitter(3), at.1 + y + jitter(17)), &mut commands);
    }
    let fill =
        if matches!(look.motif, Motif::Trees | Motif::Groves) { look.ink.to_string() } else { "none".to_owned() };
    let width = if look.motif == Motif::Dots { 34 } else { 24 };
    let attributes = format!(
        "fill=\"{fill}\" stroke=\"{}\" stroke-width=\"{width}\" stroke-linecap=\"round\" opacity=\"0.75\"",
        look.ink
    );
    paper.path(&commands, &attributes);
}

/// Draws the buildings of a space.
fn build(scene: &SvgScene, space: SpaceId, at: Point, motif: Motif, paper: &mut SvgCanvas) {
    let seed = look::hash(&scene.content.map.space(space).name);
    let (quarter, ink) = match motif {
        Motif::Houses => (town::SUBURB, town::HOUSES),
        Motif::Halls => (town::WORKS, town::HALLS),
        _ => (town::CITY, town::HOUSES),
    };
    let houses = match scene.cell(space) {
        Some(cell) => town::quarter(&cell.points().collect::<Vec<_>>(), &lettering(scene, space, at), quarter, seed),
        None => town::houses(at, 22, 118.0, seed),
    };
    paper.path(&houses, &format!("class=\"houses\" fill=\"{ink}\" fill-opacity=\"0.8\" stroke=\"none\""));
}

/// Scatters the symbols of a terrain over an outline.
pub fn scatter(motif: Motif, outline: &[Point], look: TerrainLook, seed: u32, paper: &mut SvgCanvas) {
    const STEP: i64 = 700;
    let polygon: Vec<Vertex> = outline.iter().map(|at| (at.0 as f64, at.1 as f64)).collect();
    let range = |part: fn(&Point) -> i64| {
        let [low, high] =
            [outline.iter().map(part).min(), outline.iter().map(part).max()].map(Option::unwrap_or_default);
        low / STEP..=high / STEP
    };
    let mut random = Random::new(seed);
    let mut commands = String::new();
    for row in range(|at| at.1) {
        for column in range(|at| at.0) {
            let jitter = [(); 2].map(|()| i64::from(random.below(400)));
            let at = (column * STEP + 150 + jitter[0], row * STEP + 150 + jitter[1]);
            if town::contains(&polygon, (at.0 as f64, at.1 as f64)) {
                sign(motif, at, &mut commands);
            }
        }
    }
    paper.path(&commands, &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"26\"", look.ink));
}

/// Draws the symbols of a terrain for a legend.
pub fn motif_sample(scene: &SvgScene, terrain: &str, at: Point, paper: &mut SvgCanvas) {
    let look = ground_of(scene.style(), terrain);
    paper.group(&format!("transform=\"translate({} {}) scale(0.4)\"", at.0, at.1));
    match look.motif {
        Motif::Trees | Motif::Groves => {
            let trees = [(-250, -120), (120, -200), (10, 60), (-220, 190), (300, 120)];
            for (x, y) in trees.into_iter().take(if look.motif == Motif::Trees { 5 } else { 2 }) {
                paper.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"130\" fill=\"#61784b\"/>"));
                paper.put(format_args!("<circle cx=\"{}\" cy=\"{}\" r=\"75\" fill=\"#93a873\"/>", x - 40, y - 40));
            }
        }
        Motif::Houses => paper.path(&town::houses((0, 0), 8, 110.0, 3), &format!("fill=\"{}\"", town::HOUSES)),
        Motif::Blocks => paper.path(&town::houses((0, 0), 9, 170.0, 3), &format!("fill=\"{}\"", town::HOUSES)),
        Motif::Halls => {
            paper.path("M-330 -190h480v130h-480zM-150 60h480v130h-480z", &format!("fill=\"{}\"", town::HALLS))
        }
        motif => {
            let mut commands = String::new();
            [(-260, -100), (200, -160), (0, 170)].into_iter().for_each(|spot| sign(motif, spot, &mut commands));
            paper.path(&commands, &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"34\"", look.ink));
        }
    }
    paper.close();
}

/// Writes a symbol as path commands.
fn sign(motif: Motif, (x, y): Point, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = match motif {
        Motif::Bare | Motif::Grass | Motif::Houses | Motif::Blocks | Motif::Halls => Ok(()),
        Motif::Trees | Motif::Groves => write!(out, "M{x} {}l-75 150h150zm0 150v50", y - 90),
        Motif::Tufts => write!(out, "M{} {y}h200m-100 0v-110m-50 110l-45 -80m145 80l45 -80", x - 100),
        Motif::Slopes | Motif::Crags => {
            write!(out, "M{} {}q40 -90 110 -90q70 0 110 90m-165 -50l-25 95m85 -115v110m60 -90l25 95", x - 110, y)
        }
        Motif::Peaks => write!(out, "M{} {}l120 -190l120 190m-120 -190l20 90l45 20", x - 120, y + 90),
        Motif::Waves => write!(out, "M{} {y}q50 -60 100 0t100 0", x - 100),
        Motif::Dots => write!(out, "M{x} {y}h1m110 60h1m-160 50h1"),
    };
}

const NUMBER: Colour = Colour::of(0x4d_4431);

/// Returns the vertical positions of an area's number and title.
fn lines_of(scene: &SvgScene, space: SpaceId, at: Point) -> (i64, i64) {
    match scene.cell(space) {
        None => (-AREA + 230, AREA + 250),
        Some(_) => {
            let half = counter::half_in(scene, space, at);
            (-half - 70, half + 270)
        }
    }
}

/// Returns whether the terrain of a space is a town.
pub fn is_built(scene: &SvgScene, space: SpaceId) -> bool {
    matches!(look_of(scene, space).motif, Motif::Blocks | Motif::Halls)
}

/// Returns the title of a space in one or two lines, with its style.
fn title(scene: &SvgScene, space: SpaceId) -> (Vec<String>, TextStyle) {
    let title = terminal_text::shorten(&terminal_text::clean(scene.title(space)), 32);
    let look =
        |text: &str| TextStyle { halo: Some(CREAM), ..TextStyle::centred(fit(text, 2_000, 150, 300), INK).bold() };
    let whole = look(&title);
    if whole.size >= 240 || title.is_empty() {
        return (vec![title], whole);
    }
    let middle = title.len() / 2;
    let gaps = title.match_indices([' ', '-']).map(|(at, gap)| at + gap.len());
    let Some(gap) = gaps.min_by_key(|gap| gap.abs_diff(middle)) else { return (vec![title], whole) };
    let lines: Vec<String> = [&title[..gap], &title[gap..]].map(|line| line.trim_end().to_owned()).into();
    let longest = lines.iter().max_by_key(|line| terminal_text::columns(line)).map_or("", String::as_str);
    let look = look(longest);
    (lines, TextStyle { size: look.size.min(250), ..look })
}

/// Returns the frames of the number and the title of an area.
fn lettering(scene: &SvgScene, space: SpaceId, at: Point) -> [town::Frame; 2] {
    let (above, below) = lines_of(scene, space, at);
    let (lines, look) = title(scene, space);
    let half = |width: i64| width / 2 + 60;
    let broad = half(lines.iter().map(|line| width(line, look.size)).max().unwrap_or(0));
    let first = below - if lines.len() > 1 { 100 } else { 0 };
    let last = first + (lines.len() as i64 - 1) * look.size;
    [
        [at.0 - 200, at.1 + above - 230, at.0 + 200, at.1 + above + 50],
        [at.0 - broad, at.1 + first - look.size, at.0 + broad, at.1 + last + 70],
    ]
}

/// Draws the owners' flags next to the titles of their spaces, except where the land shows the owner.
pub fn flags(scene: &SvgScene, paper: &mut SvgCanvas) {
    if !scene.plan.cells.is_empty() {
        return;
    }
    for (space, at) in scene.on_map() {
        let Some(side) = scene.owner(space) else { continue };
        let beside = match scene.point(space) {
            Some(place) => (place.radius * 7 / 10, -place.radius * 7 / 10),
            None if scene.plan.lattice.is_some() => (330, -280),
            None => (-70, AREA + 250),
        };
        let colour = side_colours_of(scene.style(), Some(side)).flag;
        signs::flag((at.0 + beside.0, at.1 + beside.1), colour, paper);
    }
}

/// The size of names on a distant map, in per cent.
const DISTANT: i64 = 150;

/// Draws the symbols of tags and the numbers of spaces.
pub fn letter(scene: &SvgScene, paper: &mut SvgCanvas) {
    scene.on_map().for_each(|(space, at)| signs::tags(scene, space, at, paper));
    if scene.options.numbers && !scene.has_points() {
        let roads = if scene.plan.lattice.is_some() { lines::road_points(scene) } else { Vec::new() };
        let class = |space, at| {
            if is_crossed(at, &roads) {
                "numbers crossed"
            } else if matches!(look_of(scene, space).motif, Motif::Trees | Motif::Groves) {
                "numbers wooded"
            } else {
                "numbers"
            }
        };
        let all: Vec<(SpaceId, Point, &str)> =
            scene.on_map().map(|(space, at)| (space, at, class(space, at))).collect();
        for name in ["numbers", "numbers wooded", "numbers crossed"] {
            paper.group(&format!("class=\"{name}\" font-family=\"{NARROW}\" fill-opacity=\"0.85\""));
            let here = all.iter().filter(|(.., class)| *class == name);
            here.for_each(|(space, at, _)| number(scene, *space, *at, paper));
            paper.close();
        }
    }
}

/// Returns whether a road crosses the number at the top of a hex.
fn is_crossed((x, y): Point, roads: &[Vertex]) -> bool {
    let is_near = |at: &Vertex| (at.0 - x as f64).abs() < 270.0 && (at.1 - y as f64 + 720.0).abs() < 130.0;
    roads.iter().any(is_near)
}

/// Draws the titles of spaces, above the counters.
pub fn names(scene: &SvgScene, paper: &mut SvgCanvas) {
    if scene.plan.lattice.is_some() {
        return labels::draw(scene, paper);
    }
    if scene.has_points() {
        return points::names(scene, paper);
    }
    let mut covered: Vec<[i64; 4]> = Vec::new();
    for (space, at) in scene.on_map() {
        let foot = lines_of(scene, space, at).1;
        let (lines, look) = title(scene, space);
        // On a distant map, names are larger. Those that would cover another are left out there.
        let broad = lines.iter().map(|line| width(line, look.size * DISTANT / 100)).max().unwrap_or(0);
        let high = lines.len() as i64 * look.size * DISTANT / 100;
        let frame = [at.0 - broad / 2, at.1 + foot - high, at.0 + broad / 2, at.1 + foot + 60];
        let meets =
            |other: &[i64; 4]| frame[0] < other[2] && other[0] < frame[2] && frame[1] < other[3] && other[1] < frame[3];
        let is_crowded = covered.iter().any(meets);
        if !is_crowded {
            covered.push(frame);
        }
        paper.group(if is_crowded { "class=\"title crowded\"" } else { "class=\"title area\"" });
        let first = foot - if lines.len() > 1 { 100 } else { 0 };
        for (number, line) in (0..).zip(&lines) {
            paper.text((at.0, at.1 + first + number * look.size), look, line);
        }
        paper.close();
    }
}

/// Draws the number of a space: at the top of a hex, or above the counter of an area.
fn number(scene: &SvgScene, space: SpaceId, at: Point, paper: &mut SvgCanvas) {
    let name = terminal_text::shorten(&terminal_text::clean(&scene.content.map.space(space).name), 24);
    let (top, look) = match scene.pointing() {
        Some(HexAxes::Flat) => (-640, TextStyle::centred(fit_narrow(&name, 900, 110, 235), NUMBER)),
        Some(HexAxes::Pointy) => (-600, TextStyle::centred(fit_narrow(&name, 900, 110, 235), NUMBER)),
        None => {
            let look = look_of(scene, space);
            let halo = matches!(look.motif, Motif::Blocks | Motif::Houses | Motif::Halls).then_some(look.fill);
            let size = fit_narrow(&name, 1_100, 140, 240);
            (lines_of(scene, space, at).0, TextStyle { halo, ..TextStyle::centred(size, NUMBER).bold() })
        }
    };
    paper.text((at.0, at.1 + top), look, &name);
}
