//! Draws the lines of border features, the map's named edges, and the borders of areas.

use super::canvas::{Point, SvgCanvas};
use super::cells::AreaCell;
use super::crossings::{self, Crossing};
use super::hexside::{corner, side};
use super::{SvgScene, courses, ground, points};
use crate::course::{Bends, CurvePoint, Network, Strand, beside, path, ribbon, taper};
use crate::geometry::Vertex;
use crate::lattice::Lattice;
use crate::look::feature::{FeatureLook, Stroke, feature_of};
use crate::look::ground::Motif;
use crate::look::side::edge_ink;
use crate::look::tag::sign_of;
use crate::terminal_text;
use grognard_engine::ids::{Id, SpaceId};
use grognard_engine::set::bits;
use std::collections::{BTreeMap, BTreeSet};

const BARE: &str = "fill=\"none\" stroke-linejoin=\"round\"";
const ROUND: &str = "stroke-linecap=\"round\"";
/// How rivers bend that follow hexsides, and those that follow the borders of areas, which are curves already.
const RIVER_BENDS: Bends = Bends { relaxation: 0.62, wiggle: (75.0, 620.0), step: 90.0 };
const BORDER_BENDS: Bends = Bends { relaxation: 0.3, wiggle: (40.0, 500.0), step: 110.0 };
/// How roads and railways bend.
const ROAD_BENDS: Bends = Bends { relaxation: 0.5, wiggle: (35.0, 900.0), step: 170.0 };
/// How far a road and a railway are drawn beside their course, so that both are seen where they share it.
const ROAD_ASIDE: f64 = 120.0;
const RAIL_ASIDE: f64 = -90.0;
/// The length over which a river narrows towards its source.
const SOURCE: f64 = 2_600.0;

/// Returns the borders that have the feature with this bit, or all borders if `bit` is 0. Each lists the smaller space
/// id first.
pub fn borders(scene: &SvgScene, bit: u32) -> Vec<(SpaceId, SpaceId)> {
    let map = &scene.content.map;
    let marked =
        |space: SpaceId| map.links(space).iter().filter(move |link| link.features & bit == bit && space < link.to);
    map.all().flat_map(|space| marked(space).map(move |link| (space, link.to))).collect()
}

/// Returns the bit, name and look of every feature, in drawing order.
pub fn features<'a>(scene: &'a SvgScene) -> Vec<(u32, &'a str, FeatureLook)> {
    let look = |look| if scene.has_points() { points::connection_look(look) } else { look };
    let named = scene.content.map.features().iter().take(32).enumerate();
    let mut all: Vec<(u32, &'a str, FeatureLook)> =
        named.map(|(at, name)| (1 << at, name.as_str(), look(feature_of(name)))).collect();
    all.sort_by_key(|(bit, _, look)| (look.leads_across, look.stroke == Stroke::Bridge, *bit));
    all
}

/// Draws rivers, railways and roads.
pub fn draw(scene: &SvgScene, paper: &mut SvgCanvas) {
    if scene.has_points() {
        return points::connections(scene, paper);
    }
    if scene.areas_are_circles() {
        return draw_area_lines(scene, paper);
    }
    draw_closed_border(&closed_sides(scene).map(|line| path(vertices(line))).collect::<String>(), paper);
    courses::draw(scene, paper);
    let mut rivers_are_drawn = false;
    for (bit, name, look) in features(scene) {
        if look.stroke.is_water() {
            // All water is one network, drawn where its first feature comes.
            if !std::mem::replace(&mut rivers_are_drawn, true) {
                draw_water(scene, paper);
            }
        } else if look.stroke == Stroke::Bridge {
            feature(name, look, &bridges(scene, bit), paper);
        } else if look.leads_across {
            let curves = roads(scene, bit, look).into_iter().map(path);
            feature(name, look, &curves.collect::<String>(), paper);
        } else {
            let strands = sides(scene, |features| (features & bit != 0).then_some(0.0));
            let straight = Bends { relaxation: 0.0, wiggle: (0.0, 1.0), step: 1e9 };
            let lines = strands.strands(straight, |_| true).into_iter().map(|strand| path(curve(&strand)));
            feature(name, look, &lines.collect::<String>(), paper);
        }
    }
    crossings::draw(scene.crossings(), paper);
    draw_links_apart(scene, paper);
}

fn curve(strand: &Strand) -> impl Iterator<Item = Vertex> + '_ {
    strand.curve.iter().map(|point| point.at)
}

fn vertices(line: &[Point]) -> impl Iterator<Item = Vertex> + '_ {
    line.iter().map(|(x, y)| (*x as f64, *y as f64))
}

/// Returns the network of the borders for whose features `width` returns a width.
fn sides(scene: &SvgScene, width: impl Fn(u32) -> Option<f64>) -> Network {
    let mut network = Network::default();
    let Some((_, origin)) = scene.on_map().next() else { return network };
    let map = &scene.content.map;
    for (a, b) in borders(scene, 0) {
        let (Some(here), Some(there)) = (scene.centre(a), scene.centre(b)) else { continue };
        let features = map.links(a).iter().find(|link| link.to == b).map_or(0, |link| link.features);
        let Some(width) = width(features) else { continue };
        if let Some(pointing) = scene.pointing() {
            let [from, to] = side(here, there).map(|end| (corner(end, origin, pointing), end));
            network.join(from, to, width);
        } else if let Some(side) = scene.cell(a).and_then(|cell| cell.side(b)) {
            side.line.windows(2).for_each(|pair| network.join((pair[0], pair[0]), (pair[1], pair[1]), width));
        }
    }
    network
}

/// Returns the rivers and streams, the longest first, with their widths.
pub fn rivers(scene: &SvgScene) -> Vec<Strand> {
    let water: Vec<(u32, f64)> = features(scene)
        .into_iter()
        .filter(|(.., look)| look.stroke.is_water())
        .map(|(bit, _, look)| (bit, look.stroke.width()))
        .collect();
    let width = |features: u32| {
        let widths = water.iter().filter(|(bit, _)| features & bit != 0).map(|(_, width)| *width);
        widths.reduce(f64::max)
    };
    let network = sides(scene, width);
    let is_inland = inland(scene);
    let bends = if scene.plan.lattice.is_some() { RIVER_BENDS } else { BORDER_BENDS };
    let mut strands = network.strands(bends, |_| false);
    for strand in &mut strands {
        // A long river is a broad one.
        let share = if scene.plan.lattice.is_some() { 1.0 } else { 14.0 };
        let long = (0.7 + strand.nodes.len() as f64 / share / 60.0).min(1.15);
        strand.curve.iter_mut().for_each(|point| point.width *= long);
        for (at, is_first) in [(0, true), (strand.nodes.len() - 1, false)] {
            if strand.is_free[usize::from(!is_first)] && is_inland(strand.nodes[at]) {
                taper(&mut strand.curve, is_first, SOURCE);
            }
        }
    }
    strands
}

/// Returns a function that tells whether a corner lies inland: land on all its sides, and none of them the map's edge.
fn inland(scene: &SvgScene) -> impl Fn(Point) -> bool {
    let mut land: BTreeMap<Point, usize> = BTreeMap::new();
    let origin = scene.on_map().next().map_or((0, 0), |(_, at)| at);
    for (space, at) in scene.on_map().filter(|(space, _)| ground::look_of(scene, *space).motif != Motif::Waves) {
        if let Some(pointing) = scene.pointing() {
            for (x, y) in ground::corners(pointing) {
                *land.entry(corner((at.0 + x, at.1 + y), origin, pointing)).or_default() += 1;
            }
        } else if let Some(cell) = scene.cell(space) {
            cell.sides().for_each(|side| *land.entry(side.ends()[0]).or_default() += 1);
        }
    }
    move |node| land.get(&node).is_some_and(|count| *count >= 3)
}

/// Draws all water: the banks first, then the water, then the light on it, so that nothing shows where lines meet.
fn draw_water(scene: &SvgScene, paper: &mut SvgCanvas) {
    let rivers = scene.rivers();
    paper.group("class=\"water\"");
    paper.title(scene.say("river"));
    let outline = |more: f64| rivers.iter().map(|river| ribbon(&river.curve, more)).collect::<String>();
    paper.path(&outline(65.0), "fill=\"#33586b\" fill-opacity=\"0.75\"");
    paper.path(&outline(0.0), "fill=\"#6f9fb8\"");
    let middle: String = rivers.iter().filter(|river| is_broad(river)).map(|river| path(curve(river))).collect();
    paper.path(&middle, &format!("class=\"fine\" {BARE} {ROUND} stroke=\"#8fb9cc\" stroke-width=\"50\""));
    paper.close();
}

fn is_broad(river: &Strand) -> bool {
    river.curve.iter().any(|point| point.width > 100.0)
}

/// Returns the curves of a road or railway.
fn roads(scene: &SvgScene, bit: u32, look: FeatureLook) -> Vec<Vec<Vertex>> {
    let mut network = Network::default();
    let hubs: BTreeSet<Point> =
        scene.on_map().filter(|(space, _)| is_settled(scene, *space)).map(|(_, at)| at).collect();
    for (a, b) in borders(scene, bit) {
        if let (Some(a), Some(b)) = (scene.centre(a), scene.centre(b)) {
            network.join((a, a), (b, b), 0.0);
        }
    }
    if let Some(lattice) = &scene.plan.lattice {
        exits(scene, lattice, bit).into_iter().for_each(|(a, edge)| network.join((a, a), (edge, edge), 0.0));
    }
    let is_alone = features(scene).iter().filter(|(.., look)| look.leads_across).count() < 2;
    let out = match look.stroke {
        _ if is_alone => 0.0,
        Stroke::Road | Stroke::Track => ROAD_ASIDE,
        _ => RAIL_ASIDE,
    };
    network.strands(ROAD_BENDS, |node| hubs.contains(&node)).iter().map(|strand| aside(strand, out)).collect()
}

/// Returns the curves of all roads and railways.
fn all_roads(scene: &SvgScene) -> Vec<Vec<Vertex>> {
    let all = features(scene).into_iter().filter(|(.., look)| look.leads_across && look.stroke != Stroke::Bridge);
    all.flat_map(|(bit, _, look)| roads(scene, bit, look)).collect()
}

/// Returns points of all roads and railways.
pub fn road_points(scene: &SvgScene) -> Vec<Vertex> {
    all_roads(scene).into_iter().flatten().collect()
}

/// Returns where roads and railways cross rivers, if they are drawn as curves.
pub fn crossings(scene: &SvgScene) -> Vec<Crossing> {
    if scene.areas_are_circles() { Vec::new() } else { crossings::find(scene.rivers(), &all_roads(scene)) }
}

/// Returns the curve of a road beside its course, but on it at its ends.
fn aside(strand: &Strand, out: f64) -> Vec<Vertex> {
    let moved = beside(&strand.curve, out);
    let last = strand.curve.len().saturating_sub(1);
    let blend = |(at, (here, there)): (usize, (&CurvePoint, &CurvePoint))| {
        let part = (at.min(last - at) as f64 / 4.0).min(1.0);
        (here.at.0 + (there.at.0 - here.at.0) * part, here.at.1 + (there.at.1 - here.at.1) * part)
    };
    strand.curve.iter().zip(&moved).enumerate().map(blend).collect()
}

/// Returns lines that lead off the map. Each continues a feature that would otherwise end in a hex at the edge of the
/// map: it runs from the centre of the hex to an outer side, as nearly as possible opposite the side by which the
/// feature enters.
fn exits(scene: &SvgScene, lattice: &Lattice, bit: u32) -> Vec<(Point, Point)> {
    let mut ends: BTreeMap<SpaceId, Vec<SpaceId>> = BTreeMap::new();
    for (a, b) in borders(scene, bit) {
        ends.entry(a).or_default().push(b);
        ends.entry(b).or_default().push(a);
    }
    let exit = |(&space, others): (&SpaceId, &Vec<SpaceId>)| {
        let [from] = others[..] else { return None };
        let (node, at, back) = (lattice.node(space)?, scene.centre(space)?, lattice.way(space, from)?);
        let ahead =
            [3, 2, 4].map(|turn| (back + turn) % 6).into_iter().find(|&way| lattice.beyond(node, way).is_none())?;
        let (step, (dx, dy)) = (lattice.pointing.step(), lattice.pointing.ways()[ahead]);
        let beyond = (at.0 + i64::from(dx) * step[0], at.1 + i64::from(dy) * step[1]);
        (!is_settled(scene, space)).then_some((at, middle(at, beyond)))
    };
    ends.iter().filter_map(exit).collect()
}

fn is_settled(scene: &SvgScene, space: SpaceId) -> bool {
    scene.content.map.tags().iter().any(|(name, spaces)| spaces.has(space) && sign_of(name).is_settled())
}

fn middle(a: Point, b: Point) -> Point {
    ((a.0 + b.0) / 2, (a.1 + b.1) / 2)
}

/// Returns short lines across the centres of borders.
fn bridges(scene: &SvgScene, bit: u32) -> String {
    let ends = borders(scene, bit).into_iter().filter_map(|(a, b)| Some((scene.centre(a)?, scene.centre(b)?)));
    ends.map(|(a, b)| bridge(a, b)).collect()
}

/// Returns the path of a short line that crosses the centre of a border.
fn bridge(a: Point, b: Point) -> String {
    let (x, y) = middle(a, b);
    let (dx, dy) = ((b.0 - a.0) / 7, (b.1 - a.1) / 7);
    format!("M{} {}L{} {}", x - dx, y - dy, x + dx, y + dy)
}

/// Draws a line in a feature's style, in one or two strokes.
pub fn feature(name: &str, look: FeatureLook, commands: &str, paper: &mut SvgCanvas) {
    if commands.is_empty() {
        return;
    }
    let ink = look.ink;
    let strokes: &[(&str, i64, &str)] = match look.stroke {
        Stroke::GreatRiver => &[("#33586b", 330, ROUND), ("#6f9fb8", 270, ROUND), ("#8fb9cc", 60, ROUND)],
        Stroke::River => &[("#33586b", 190, ROUND), ("#6f9fb8", 130, ROUND), ("#8fb9cc", 40, ROUND)],
        Stroke::Stream => &[("#33586b", 110, ROUND), ("#6f9fb8", 60, ROUND)],
        Stroke::Gully => &[(ink, 110, "stroke-dasharray=\"30 40\""), ("#cbb184", 60, ROUND)],
        Stroke::Wall => &[(ink, 120, ""), ("#f4ecd6", 56, "stroke-dasharray=\"80 80\" stroke-dashoffset=\"-40\"")],
        Stroke::Bridge => &[(ink, 210, ""), ("#f7f2e4", 120, "")],
        Stroke::Rail => &[
            ("#f4ecd6", 100, "stroke-opacity=\"0.5\""),
            (ink, 42, ""),
            (ink, 150, "stroke-dasharray=\"32 200\" stroke-dashoffset=\"-60\""),
        ],
        Stroke::Road => &[("#7a4a2b", 125, ""), ("#e9c48f", 72, "")],
        Stroke::Track => &[(ink, 44, "stroke-dasharray=\"150 90\"")],
    };
    paper.group(BARE);
    paper.title(&terminal_text::words(name));
    for (colour, width, more) in strokes {
        paper.path(commands, &format!("stroke=\"{colour}\" stroke-width=\"{width}\" {more}"));
    }
    paper.close();
}

/// Draws borders between areas as thin lines from centre to centre. A feature that leads across has a line of its own;
/// a feature that follows the border is drawn as a bar across the thin line.
fn draw_area_lines(scene: &SvgScene, paper: &mut SvgCanvas) {
    let all = borders(scene, 0);
    let ends = |pairs: Vec<(SpaceId, SpaceId)>| {
        pairs.into_iter().filter_map(|(a, b)| Some((scene.centre(a)?, scene.centre(b)?)))
    };
    let line = |(a, b): (Point, Point)| format!("M{} {}L{} {}", a.0, a.1, b.0, b.1);
    let commands: String = ends(all).map(line).collect();
    paper.path(&commands, &format!("{BARE} stroke=\"{}\" stroke-width=\"40\"", ground::GRID));
    for (bit, name, look) in features(scene) {
        let marked = ends(borders(scene, bit));
        let commands = match (look.stroke, look.leads_across) {
            (Stroke::Bridge, _) => marked.map(|(a, b)| bridge(a, b)).collect(),
            (_, true) => marked.map(line).collect::<String>(),
            (_, false) => marked.map(|(a, b)| bar(a, b)).collect(),
        };
        feature(name, look, &commands, paper);
    }
}

/// Draws a line between any two linked areas whose land does not meet.
fn draw_links_apart(scene: &SvgScene, paper: &mut SvgCanvas) {
    let apart =
        borders(scene, 0).into_iter().filter(|(a, b)| scene.cell(*a).is_some_and(|cell| cell.side(*b).is_none()));
    let commands: String = apart.filter_map(|(a, b)| Some(stroke([scene.centre(a)?, scene.centre(b)?]))).collect();
    paper.path(
        &commands,
        &format!("{BARE} stroke=\"{}\" stroke-width=\"40\" stroke-dasharray=\"120 90\"", ground::GRID),
    );
}

fn stroke([from, to]: [Point; 2]) -> String {
    format!("M{} {}L{} {}", from.0, from.1, to.0, to.1)
}

/// Returns the sides at which the land of two unconnected areas meets, each listed once. Water needs no such border.
fn closed_sides<'a>(scene: &'a SvgScene) -> impl Iterator<Item = &'a [Point]> + 'a {
    let map = &scene.content.map;
    let is_water = |space| ground::look_of(scene, space).motif == Motif::Waves;
    let cells = scene.on_map().filter_map(|(space, _)| Some((space, scene.cell(space)?)));
    cells.flat_map(move |(space, cell)| {
        let faces = move |beyond: SpaceId| {
            space < beyond
                && !map.links(space).iter().any(|link| link.to == beyond)
                && !(is_water(space) && is_water(beyond))
        };
        cell.sides().filter(move |side| side.beyond.is_some_and(faces)).map(|side| side.line.as_slice())
    })
}

/// Returns whether the land of any two unconnected areas meets.
pub fn has_closed(scene: &SvgScene) -> bool {
    closed_sides(scene).next().is_some()
}

/// Draws the line that marks an impassable border.
pub fn draw_closed_border(commands: &str, paper: &mut SvgCanvas) {
    paper.path(commands, &format!("{BARE} {ROUND} stroke=\"#4a423a\" stroke-width=\"56\" stroke-opacity=\"0.85\""));
}

/// Returns the path of a wavy bar of fixed length that crosses the centre of a line.
fn bar(a: Point, b: Point) -> String {
    let (x, y) = middle(a, b);
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = (dx.saturating_mul(dx).saturating_add(dy.saturating_mul(dy))).isqrt().max(1);
    let (u, v) = (-dy * 300 / length, dx * 300 / length);
    format!("M{} {}Q{} {} {x} {y}T{} {}", x - u, y - v, x - u / 2 + v / 3, y - v / 2 - u / 3, x + u, y + v)
}

/// Draws the named edges: broad lines outside the hexes, or rings around the areas. Edges that overlap an earlier one
/// are dashed.
pub fn edges(scene: &SvgScene, paper: &mut SvgCanvas) {
    let edges = scene.content.map.edges();
    for (nth, (name, spaces)) in edges.iter().enumerate().filter(|(_, (_, spaces))| !spaces.is_empty()) {
        let ink = edge_ink(scene.style(), name, scene.content.sides.find(name));
        let lies_on = edges[..nth].iter().any(|(_, others)| bits::meets(others.words(), spaces.words()));
        let ends = if lies_on { "stroke-dasharray=\"240 240\"" } else { ROUND };
        paper.group(&format!("{BARE} {ends} stroke=\"{ink}\" stroke-width=\"110\""));
        paper.title(&scene.options.catalogue.say("{1} edge", &[&scene.words(name)]));
        for space in spaces.iter().filter(|space| space.index() < scene.content.map.len()) {
            let Some(at) = scene.centre(space) else { continue };
            match &scene.plan.lattice {
                Some(lattice) => paper.path(&outer_sides(lattice, space, at), ""),
                None => match scene.cell(space) {
                    Some(cell) => paper.path(&rim(cell, at), ""),
                    None => paper.put(format_args!("{}", scene.outline(space, at, 108, ""))),
                },
            }
        }
        paper.close();
    }
}

/// Returns the path along the sides of an area at the edge of the map. If it has no such sides, returns the path along
/// all its sides, slightly inside the area.
fn rim(cell: &AreaCell, at: Point) -> String {
    let outer: String =
        cell.sides().filter(|side| side.beyond.is_none()).map(|side| path(vertices(&side.line))).collect();
    let inner = |(x, y): Vertex| (at.0 as f64 + (x - at.0 as f64) * 0.85, at.1 as f64 + (y - at.1 as f64) * 0.85);
    let all = || cell.sides().map(|side| path(vertices(&side.line).map(inner))).collect();
    if outer.is_empty() { all() } else { outer }
}

fn outer_sides(lattice: &Lattice, space: SpaceId, at: Point) -> String {
    let Some(node) = lattice.node(space) else { return String::new() };
    let step = lattice.pointing.step();
    let outer = (0..6).filter(|&way| lattice.beyond(node, way).is_none()).map(|way| lattice.pointing.ways()[way]);
    let line = |(dx, dy): (i32, i32)| {
        let [a, b] = side(at, (at.0 + i64::from(dx) * step[0], at.1 + i64::from(dy) * step[1]));
        format!("M{} {}L{} {}", a.0, a.1, b.0, b.1)
    };
    outer.map(line).collect()
}
