//! What a painting shows: the terrain at every point, and the courses of rivers.

use crate::course::CurvePoint;
use crate::geometry::Point;
use crate::look::ground::TerrainLook;
use crate::look::hash;
use grognard_engine::style::FileBytes;

/// To be changed whenever the same inputs are painted differently.
const VERSION: u32 = 13;

/// The inputs of a painting. All lengths are in thousandths of a hexside.
#[derive(Debug)]
pub struct Plot {
    /// The top left corner in the picture.
    pub at: Point,
    /// The width and height.
    pub size: Point,
    /// The looks of the terrains. The first is that of the ground outside all spaces, the last that of woods.
    pub looks: Vec<TerrainLook>,
    pub(crate) shapes: Shapes,
    /// The scan that replaces the ground, if there is one.
    pub(crate) scan: Option<ScanPlot>,
    /// The points of the rivers.
    pub(crate) rivers: Vec<Vec<CurvePoint>>,
}

/// A scan of a printed map, with three places and their pixels.
#[derive(Debug)]
pub(crate) struct ScanPlot {
    pub picture: FileBytes,
    pub places: [Point; 3],
    pub pixels: [[i32; 2]; 3],
}

/// Where the spaces lie.
#[derive(Debug)]
pub(crate) enum Shapes {
    Hexes(HexPlot),
    Areas(Vec<AreaPlot>),
    /// A table, which is one piece of ground.
    Table,
}

/// An area.
#[derive(Debug)]
pub(crate) struct AreaPlot {
    pub centre: Point,
    pub look: u8,
    /// The curved outline.
    pub outline: Vec<Point>,
    /// The corners. Where the outlines of two areas leave a gap, straight lines between the corners do not.
    pub corners: Vec<Point>,
}

/// The look of every hex of a grid.
#[derive(Debug)]
pub(crate) struct HexPlot {
    /// The centre of the position (0, 0).
    pub origin: Point,
    pub step: [i64; 2],
    pub size: (i32, i32),
    /// The look of each position: for a hex, its own; for a position beside a hex, that of the hex.
    pub looks: Vec<Option<(u8, bool)>>,
}

impl HexPlot {
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
    /// Returns a number that differs if the painting may differ.
    pub fn key(&self) -> u32 {
        hash(&format!("{VERSION} {self:?}"))
    }
}
