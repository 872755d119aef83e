//! What a painting shows: the terrain at every point, and the courses of rivers.

use crate::lattice::{HexAxes, Lattice};
use crate::look::ground::{PLAIN, TerrainLook, ground_of};
use crate::look::hash;
use crate::svg::canvas::Point;
use crate::svg::course::CurvePoint;
use crate::svg::{self, SvgScene};
use grognard_engine::ids::{Id, SpaceId};
use grognard_engine::style::Style;

/// How far a painting extends beyond the outermost spaces.
const BEYOND: i64 = 420;

/// The maximum number of terrains that are told apart.
const MAX_LOOKS: usize = 250;
/// To be changed whenever the same inputs are painted differently.
const VERSION: u32 = 3;

/// The inputs of a painting. All lengths are in thousandths of a hexside.
#[derive(Debug)]
pub struct Plot {
    /// The top left corner in the picture.
    pub at: Point,
    /// The width and height.
    pub size: Point,
    /// The looks of the terrains. The first is that of the ground outside all spaces, the last that of woods.
    pub looks: Vec<TerrainLook>,
    pub(super) shapes: Shapes,
    /// The points of the rivers.
    pub(super) rivers: Vec<Vec<CurvePoint>>,
}

/// Where the spaces lie.
#[derive(Debug)]
pub(super) enum Shapes {
    Hexes(HexPlot),
    Areas(Vec<AreaPlot>),
    /// A table, which is one piece of ground.
    Table,
}

/// An area.
#[derive(Debug)]
pub(super) struct AreaPlot {
    pub centre: Point,
    pub look: u8,
    /// The curved outline.
    pub outline: Vec<Point>,
    /// The corners. Where the outlines of two areas leave a gap, straight lines between the corners do not.
    pub corners: Vec<Point>,
}

/// The look of every hex of a grid.
#[derive(Debug)]
pub(super) struct HexPlot {
    /// The centre of the position (0, 0).
    origin: Point,
    step: [i64; 2],
    size: (i32, i32),
    /// The look of each position: for a hex, its own; for a position beside a hex, that of the hex.
    looks: Vec<Option<(u8, bool)>>,
}

impl HexPlot {
    fn new(scene: &SvgScene, lattice: &Lattice, look: impl Fn(SpaceId) -> u8) -> Option<HexPlot> {
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

    /// Returns the look at a point, and whether the point is inside a hex.
    pub fn at(&self, x: f32, y: f32) -> Option<(u8, bool)> {
        let [dx, dy] = self.step.map(|step| step as f32);
        let (x, y) = (x - self.origin.0 as f32, y - self.origin.1 as f32);
        let (column, row) = ((x / dx).floor() as i32, (y / dy).floor() as i32);
        let mut best = (f32::MAX, None);
        for i in column..=column + 1 {
            for j in row - 1..=row + 2 {
                if (i + j) % 2 != 0 {
                    continue;
                }
                let (away, down) = (x - i as f32 * dx, y - j as f32 * dy);
                let far = away * away + down * down;
                if far < best.0 {
                    best = (far, self.look(i, j));
                }
            }
        }
        best.1
    }

    fn look(&self, x: i32, y: i32) -> Option<(u8, bool)> {
        let is_inside = (-2..self.size.0 - 2).contains(&x) && (-2..self.size.1 - 2).contains(&y);
        if is_inside { self.looks[((y + 2) * self.size.0 + x + 2) as usize] } else { None }
    }
}

impl Plot {
    pub(crate) fn of(scene: &SvgScene) -> Option<Plot> {
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
            let size = field.size.map(|length| i64::from(length) * svg::SCALE);
            return Some(Plot {
                at: (0, 0),
                size: (size[0], size[1]),
                looks,
                shapes: Shapes::Table,
                rivers: Vec::new(),
            });
        }
        let (shapes, reach) = match &scene.plan.lattice {
            Some(lattice) => {
                let reach = if lattice.pointing == HexAxes::Flat { (1_000, 866) } else { (866, 1_000) };
                (Shapes::Hexes(HexPlot::new(scene, lattice, look)?), reach)
            }
            None if scene.plan.cells.is_empty() => return None,
            None => {
                let area = |(space, centre)| {
                    let cell = scene.cell(space)?;
                    let corners = cell.sides().map(|side| side.ends()[0]).collect();
                    Some(AreaPlot { centre, look: look(space), outline: cell.points().collect(), corners })
                };
                (Shapes::Areas(scene.on_map().filter_map(area).collect()), (svg::RIM, svg::RIM))
            }
        };
        let rivers = svg::rivers(scene).into_iter().map(|river| river.curve).collect();
        let (low, high) = bounds(scene)?;
        let at = (low.0 - reach.0 - BEYOND, low.1 - reach.1 - BEYOND);
        let size = (high.0 + reach.0 + BEYOND - at.0, high.1 + reach.1 + BEYOND - at.1);
        Some(Plot { at, size, looks, shapes, rivers })
    }

    /// Returns a number that differs if the painting may differ.
    pub fn key(&self) -> u32 {
        hash(&format!("{VERSION} {self:?}"))
    }
}

fn bounds(scene: &SvgScene) -> Option<(Point, Point)> {
    let points = || scene.on_map().map(|(_, at)| at);
    let least = |part: fn(Point) -> i64| points().map(part).min();
    let most = |part: fn(Point) -> i64| points().map(part).max();
    Some(((least(|at| at.0)?, least(|at| at.1)?), (most(|at| at.0)?, most(|at| at.1)?)))
}
