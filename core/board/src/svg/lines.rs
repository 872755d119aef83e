//! Draws the lines of border features, the map's named edges, and the borders of areas.

use super::canvas::{Point, SvgCanvas};
use super::cells::AreaCell;
use super::network::{Junction, NetworkSegment, corner, path, side, springs};
use super::{SvgScene, ground};
use crate::lattice::{HexAxes, Lattice};
use crate::look::feature::{FeatureLook, Stroke, feature_of};
use crate::look::ground::Motif;
use crate::look::side::edge_ink;
use crate::look::tag::sign_of;
use crate::terminal_text;
use grognard_engine::ids::{Id, SpaceId};
use grognard_engine::set::bits;
use std::collections::{BTreeMap, BTreeSet};

const BARE: &str = "fill=\"none\" stroke-linejoin=\"round\"";

/// Returns the borders that have the feature with this bit, or all borders if `bit` is 0. Each lists the smaller space
/// id first.
fn borders(scene: &SvgScene, bit: u32) -> Vec<(SpaceId, SpaceId)> {
    let map = &scene.content.map;
    let marked =
        |space: SpaceId| map.links(space).iter().filter(move |link| link.features & bit == bit && space < link.to);
    map.all().flat_map(|space| marked(space).map(move |link| (space, link.to))).collect()
}

/// Returns the bit, name and look of every feature, in drawing order.
pub fn features<'a>(scene: &'a SvgScene) -> Vec<(u32, &'a str, FeatureLook)> {
    let named = scene.content.map.features().iter().take(32).enumerate();
    let mut all: Vec<(u32, &'a str, FeatureLook)> =
        named.map(|(at, name)| (1 << at, name.as_str(), feature_of(name))).collect();
    all.sort_by_key(|(bit, _, look)| (look.leads_across, look.stroke == Stroke::Bridge, *bit));
    all
}

/// Draws rivers, railways and roads.
pub fn draw(scene: &SvgScene, paper: &mut SvgCanvas) {
    match &scene.plan.lattice {
        Some(lattice) => draw_hex_lines(scene, lattice, paper),
        None if scene.plan.cells.is_empty() => draw_area_lines(scene, paper),
        None => draw_land_lines(scene, paper),
    }
}

fn draw_hex_lines(scene: &SvgScene, lattice: &Lattice, paper: &mut SvgCanvas) {
    let Some((_, origin)) = scene.on_map().next() else { return };
    let hubs: BTreeSet<Point> =
        scene.on_map().filter(|(space, _)| is_settled(scene, *space)).map(|(_, at)| at).collect();
    let rising = rising(scene, origin, lattice.pointing);
    for (bit, name, look) in features(scene) {
        let ends = borders(scene, bit).into_iter().filter_map(|(a, b)| Some((scene.centre(a)?, scene.centre(b)?)));
        let commands = match (look.stroke, look.leads_across) {
            (Stroke::Bridge, _) => ends.map(|(a, b)| bridge(a, b)).collect(),
            (_, true) => {
                let inside = ends.map(|(a, b)| NetworkSegment { nodes: [a, b], at: [a, b], middle: middle(a, b) });
                let off_map = exits(scene, lattice, bit).into_iter().map(|(a, edge)| NetworkSegment {
                    nodes: [a, edge],
                    at: [a, edge],
                    middle: edge,
                });
                path(&inside.chain(off_map).collect::<Vec<_>>(), |node| {
                    if hubs.contains(&node) { Junction::Hub } else { Junction::Bend }
                })
            }
            (_, false) => {
                let strands: Vec<NetworkSegment> = ends.map(|(a, b)| along(a, b, origin, lattice.pointing)).collect();
                let knot = |node| {
                    if look.is_broad_river() && rising.contains(&node) { Junction::Spring } else { Junction::Bend }
                };
                feature(name, FeatureLook { stroke: Stroke::Stream, ..look }, &springs(&strands, knot), paper);
                path(&strands, knot)
            }
        };
        feature(name, look, &commands, paper);
    }
}

/// Returns the corners at which rivers rise. At such a corner, three land hexes meet and exactly one river hexside
/// ends; beyond the other end of that hexside, the river continues.
fn rising(scene: &SvgScene, origin: Point, pointing: HexAxes) -> BTreeSet<Point> {
    let mut land: BTreeMap<Point, usize> = BTreeMap::new();
    for (_, at) in scene.on_map().filter(|(space, _)| ground::look_of(scene, *space).motif != Motif::Waves) {
        for (x, y) in ground::corners(pointing) {
            *land.entry(corner((at.0 + x, at.1 + y), origin, pointing)).or_default() += 1;
        }
    }
    let sides = river_sides(scene, origin, pointing);
    let mut meet: BTreeMap<Point, usize> = BTreeMap::new();
    sides.iter().flatten().for_each(|node| *meet.entry(*node).or_default() += 1);
    let ends = |&[a, b]: &[Point; 2]| match (meet[&a], meet[&b]) {
        (1, 2..) => Some(a),
        (2.., 1) => Some(b),
        _ => None,
    };
    sides.iter().filter_map(ends).filter(|node| land.get(node) == Some(&3)).collect()
}

/// Returns the two corners of every hexside with a river.
fn river_sides(scene: &SvgScene, origin: Point, pointing: HexAxes) -> BTreeSet<[Point; 2]> {
    let rivers = features(scene).into_iter().filter(|(.., look)| look.is_broad_river());
    let centres = rivers
        .flat_map(|(bit, ..)| borders(scene, bit))
        .filter_map(|(a, b)| Some((scene.centre(a)?, scene.centre(b)?)));
    let side = |(a, b): (Point, Point)| {
        let [from, to] = along(a, b, origin, pointing).nodes;
        [from.min(to), from.max(to)]
    };
    centres.map(side).collect()
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

fn along(a: Point, b: Point, origin: Point, pointing: HexAxes) -> NetworkSegment {
    let at = side(a, b);
    NetworkSegment { nodes: at.map(|end| corner(end, origin, pointing)), at, middle: middle(a, b) }
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
        Stroke::GreatRiver => &[(ink, 270, ROUND), ("#7fb0d0", 190, ROUND)],
        Stroke::River => &[(ink, 150, ROUND), ("#8fbad1", 96, ROUND)],
        Stroke::Stream => &[(ink, 64, ROUND)],
        Stroke::Wall => &[(ink, 46, ROUND), (ink, 130, "stroke-dasharray=\"40 120\"")],
        Stroke::Bridge => &[(ink, 210, ""), ("#f7f2e4", 120, "")],
        Stroke::Rail => &[(ink, 36, ""), (ink, 130, "stroke-dasharray=\"26 147\" stroke-dashoffset=\"-60\"")],
        Stroke::Road => &[("#8b5a3a", 96, ""), ("#ecd0a8", 54, "")],
        Stroke::Track => &[(ink, 44, "stroke-dasharray=\"150 90\"")],
    };
    paper.group(BARE);
    paper.title(&terminal_text::words(name));
    for (colour, width, more) in strokes {
        paper.path(commands, &format!("stroke=\"{colour}\" stroke-width=\"{width}\" {more}"));
    }
    paper.close();
}

const ROUND: &str = "stroke-linecap=\"round\"";

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

/// Draws the lines of areas with land: rivers along their sides, roads between their centres, walls on impassable
/// sides.
fn draw_land_lines(scene: &SvgScene, paper: &mut SvgCanvas) {
    draw_closed_border(&closed_sides(scene).map(stroke).collect::<String>(), paper);
    for (bit, name, look) in features(scene) {
        let commands: String = borders(scene, bit).into_iter().filter_map(|(a, b)| across(scene, look, a, b)).collect();
        feature(name, look, &commands, paper);
    }
    // A line connects two linked areas whose land does not meet.
    let apart =
        borders(scene, 0).into_iter().filter(|(a, b)| scene.cell(*a).is_some_and(|cell| cell.side(*b).is_none()));
    let commands: String = apart.filter_map(|(a, b)| Some(stroke([scene.centre(a)?, scene.centre(b)?]))).collect();
    paper.path(
        &commands,
        &format!("{BARE} stroke=\"{}\" stroke-width=\"40\" stroke-dasharray=\"120 90\"", ground::GRID),
    );
}

/// Returns the path commands for a feature on the border between two areas.
fn across(scene: &SvgScene, look: FeatureLook, a: SpaceId, b: SpaceId) -> Option<String> {
    let (here, there) = (scene.centre(a)?, scene.centre(b)?);
    Some(match (look.stroke, look.leads_across, scene.cell(a)?.side(b)) {
        (Stroke::Bridge, ..) => bridge(here, there),
        (_, true, _) => stroke([here, there]),
        (_, false, Some(side)) => stroke(side),
        (_, false, None) => bar(here, there),
    })
}

fn stroke([from, to]: [Point; 2]) -> String {
    format!("M{} {}L{} {}", from.0, from.1, to.0, to.1)
}

/// Returns the sides at which the land of two unconnected areas meets, each listed once.
fn closed_sides<'a>(scene: &'a SvgScene) -> impl Iterator<Item = [Point; 2]> + 'a {
    let map = &scene.content.map;
    scene.on_map().filter_map(|(space, _)| Some((space, scene.cell(space)?))).flat_map(move |(space, cell)| {
        let sides = cell
            .sides()
            .filter_map(move |(from, to, beyond)| Some((from, to, beyond.filter(|beyond| space < *beyond)?)));
        sides
            .filter(move |(.., beyond)| !map.links(space).iter().any(|link| link.to == *beyond))
            .map(|(from, to, _)| [from, to])
    })
}

/// Returns whether the land of any two unconnected areas meets.
pub fn has_closed(scene: &SvgScene) -> bool {
    closed_sides(scene).next().is_some()
}

/// Draws the line that marks an impassable border.
pub fn draw_closed_border(commands: &str, paper: &mut SvgCanvas) {
    paper.path(commands, &format!("{BARE} {ROUND} stroke=\"#4a423a\" stroke-width=\"90\""));
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
                    None => paper.put(format_args!("{}", ground::outline(None, at, 108, ""))),
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
        cell.sides().filter(|(.., beyond)| beyond.is_none()).map(|(from, to, _)| stroke([from, to])).collect();
    let inner = |(x, y): Point| (at.0 + (x - at.0) * 85 / 100, at.1 + (y - at.1) * 85 / 100);
    let all = || cell.sides().map(|(from, to, _)| stroke([inner(from), inner(to)])).collect();
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
