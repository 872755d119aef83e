//! Collects what a painting of the ground shows: the terrain at every point, and the courses of rivers.

use super::cells::RIM;
use super::{SvgOptions, SvgScene};
use crate::geometry::Point;
use crate::lattice::{HexAxes, Lattice};
use crate::look::ground::{PLAIN, ground_of};
use crate::paint::{AreaPlot, HexPlot, Plot, ScanPlot, Shapes};
use grognard_engine::content::Content;
use grognard_engine::ids::{Id, SpaceId};
use grognard_engine::style::Style;

/// How far a painting extends beyond the outermost spaces.
const BEYOND: i64 = 420;
/// The maximum number of terrains that are told apart.
const MAX_LOOKS: usize = 250;

/// Returns what a painting of a battle's map needs; `None` if the map has no ground to paint: its areas have neither
/// shape nor place.
pub fn plot(content: &Content) -> Option<Plot> {
    let options = SvgOptions::default();
    plot_of(&SvgScene::new(content, None, &options))
}

/// Returns the painted ground of a battle's map as an address that contains the whole picture; `None` if the map has
/// none, or if this build makes no pictures with pixels.
pub fn painting_address(content: &Content) -> Option<String> {
    #[cfg(feature = "png")]
    return plot(content)?.paint_for_export().data_address();
    #[cfg(not(feature = "png"))]
    return plot(content).and(None);
}

/// Returns what a painting of the scene's map needs.
pub fn plot_of(scene: &SvgScene) -> Option<Plot> {
    let map = &scene.content.map;
    let base = map.terrains.iter().next().map_or(PLAIN, |(_, name)| ground_of(scene.style(), name));
    let mut looks = vec![base];
    looks.extend(map.terrains.iter().take(MAX_LOOKS).map(|(_, name)| ground_of(scene.style(), name)));
    looks.push(ground_of(&Style::default(), "woods"));
    let look = |space: SpaceId| {
        let terrain = map.terrain(space).index();
        if terrain < map.terrains.len().min(MAX_LOOKS) { (terrain + 1) as u8 } else { 0 }
    };
    if let Some(field) = map.field() {
        let size = field.size.map(|length| i64::from(length) * super::SCALE);
        let (size, shapes) = ((size[0], size[1]), Shapes::Table);
        return Some(Plot { at: (0, 0), size, looks, shapes, scan: None, rivers: Vec::new() });
    }
    let (shapes, reach) = match &scene.plan.lattice {
        Some(lattice) => {
            let reach = if lattice.pointing == HexAxes::Flat { (1_000, 866) } else { (866, 1_000) };
            (Shapes::Hexes(hex_plot(scene, lattice, look)?), reach)
        }
        None if scene.plan.cells.is_empty() => return None,
        None => {
            let area = |(space, centre)| {
                let cell = scene.cell(space)?;
                let corners = cell.sides().map(|side| side.ends()[0]).collect();
                Some(AreaPlot { centre, look: look(space), outline: cell.points().collect(), corners })
            };
            (Shapes::Areas(scene.on_map().filter_map(area).collect()), (RIM, RIM))
        }
    };
    let rivers = scene.rivers().iter().map(|river| river.curve.clone()).collect();
    let (low, high) = bounds(scene)?;
    let at = (low.0 - reach.0 - BEYOND, low.1 - reach.1 - BEYOND);
    let size = (high.0 + reach.0 + BEYOND - at.0, high.1 + reach.1 + BEYOND - at.1);
    Some(Plot { at, size, looks, shapes, scan: scan_plot(scene), rivers })
}

/// Returns the scan of a printed map with the places of its points.
fn scan_plot(scene: &SvgScene) -> Option<ScanPlot> {
    let scan = scene.style().scan.as_ref()?;
    let [a, b, c] = scan.points.map(|(space, _)| scene.centre(space));
    let pixels = scan.points.map(|(_, pixel)| pixel);
    Some(ScanPlot { picture: scan.picture.clone(), places: [a?, b?, c?], pixels })
}

fn hex_plot(scene: &SvgScene, lattice: &Lattice, look: impl Fn(SpaceId) -> u8) -> Option<HexPlot> {
    let step = lattice.pointing.step();
    let (first, centre) = scene.on_map().next()?;
    let node = lattice.node(first)?;
    let origin = (centre.0 - i64::from(node.0) * step[0], centre.1 - i64::from(node.1) * step[1]);
    // One position more on each side.
    let size = (lattice.size.0 + 4, lattice.size.1 + 4);
    let mut looks = vec![None; (size.0 * size.1) as usize];
    let index = |(x, y): (i32, i32)| ((y + 2) * size.0 + x + 2) as usize;
    for (space, _) in scene.on_map() {
        let Some(node) = lattice.node(space) else { continue };
        looks[index(node)] = Some((look(space), true));
        for (way, (dx, dy)) in lattice.pointing.ways().into_iter().enumerate() {
            if lattice.beyond(node, way).is_none() {
                looks[index((node.0 + dx, node.1 + dy))].get_or_insert((look(space), false));
            }
        }
    }
    Some(HexPlot { origin, step, size, looks })
}

fn bounds(scene: &SvgScene) -> Option<(Point, Point)> {
    let points = || scene.on_map().map(|(_, at)| at);
    let least = |part: fn(Point) -> i64| points().map(part).min();
    let most = |part: fn(Point) -> i64| points().map(part).max();
    Some(((least(|at| at.0)?, least(|at| at.1)?), (most(|at| at.0)?, most(|at| at.1)?)))
}
