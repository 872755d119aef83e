//! Lays out the board: spaces at their centres, boxes at their declared positions or in a tray below the map.

use super::canvas::Point;
use super::cells::{AreaCell, RIM, cells};
use crate::lattice::Lattice;
use grognard_engine::ids::{Id, SpaceId};
use grognard_engine::map::Map;
use std::collections::{BTreeMap, BTreeSet};

/// The radius of the circle drawn for an area that has no cell.
pub const AREA: i64 = 760;
/// The distance between neighbouring areas after scaling, large enough that they do not overlap.
const APART: i64 = 2_300;
/// Half the size of a box with a declared position.
const BOX: Point = (880, 760);
/// The size of a counter, including the space around it.
pub const TILE: i64 = 1_080;
/// The height of the line with a box's name.
pub const HEAD: i64 = 420;
const GAP: i64 = 260;
/// The number of rows in the tray of a table, as rows of counters on a hex map; its counters are larger.
const TRAY_ROWS: i64 = 4;

/// A rectangle with horizontal and vertical sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    /// The top left corner of the rectangle.
    pub at: Point,
    /// The width and height of the rectangle.
    pub size: Point,
}

/// A box and its position.
#[derive(Clone, Copy, Debug)]
pub struct PlacedBox {
    /// The id of the box, which is a space.
    pub space: SpaceId,
    /// The position of the box.
    pub rect: Rect,
    /// The number of counters per row; 0 if they are stacked.
    pub abreast: i64,
}

/// The layout of a board.
#[derive(Debug)]
pub struct BoardLayout {
    /// The grid; `None` if this is not a hex map.
    pub lattice: Option<Lattice>,
    /// The centre of each space; `None` for boxes.
    pub centres: Vec<Option<Point>>,
    /// The cell of each area. Empty on hex maps. Also empty if several areas have the same centre; areas are then drawn
    /// as circles.
    pub cells: Vec<Option<AreaCell>>,
    /// The boxes, each with its position.
    pub boxes: Vec<PlacedBox>,
    /// The size of the map, measured from the origin.
    pub size: Point,
}

impl BoardLayout {
    /// Lays out a map, given the number of counters in each space.
    pub fn new(map: &Map, counts: &[usize]) -> BoardLayout {
        if let Some(field) = map.field() {
            return BoardLayout::of_field(map, field.size, counts);
        }
        let lattice = Lattice::find(map);
        let scale = if lattice.is_some() { (1, 1) } else { (APART, usual_length(map)) };
        let mut draft = LayoutBuilder { map, scale, centres: vec![None; map.len()], taken: BTreeMap::new() };
        let placed = draft.place_spaces();
        let boxes = draft.place_boxes();
        let corners = draft.centres.iter().flatten().copied();
        let has_land = lattice.is_none() && placed;
        let reach = if has_land {
            RIM
        } else if lattice.is_some() {
            1_000
        } else {
            1_080
        };
        let mut bounds = Bounds::default();
        corners.for_each(|(x, y)| bounds.add((x - reach, y - reach), (x + reach, y + reach)));
        boxes.iter().for_each(|(_, (x, y))| bounds.add((x - BOX.0, y - BOX.1), (x + BOX.0, y + BOX.1)));
        let plan = draft.finish(lattice, boxes, bounds, counts);
        if has_land { BoardLayout { cells: cells(&plan.centres), ..plan } } else { plan }
    }
}

impl BoardLayout {
    /// Lays out a table, with the boxes in the tray below it.
    fn of_field(map: &Map, size: [i32; 2], counts: &[usize]) -> BoardLayout {
        let draft = LayoutBuilder { map, scale: (1, 1), centres: vec![None; map.len()], taken: BTreeMap::new() };
        let [width, height] = size.map(|length| i64::from(length) * super::field::SCALE);
        let (mut size, mut boxes) = ((width, height), Vec::new());
        let off_map = || map.all().filter(|space| map.space(*space).off_map);
        // The boxes share the width of the table. Counters of a kind are piled there, so three rows have room for all.
        let columns = (width / (off_map().count() as i64).max(1) - 2 * GAP) / TILE;
        tray(off_map(), &draft, (counts, columns, TRAY_ROWS), &mut size, &mut boxes);
        BoardLayout { lattice: None, centres: draft.centres, cells: Vec::new(), boxes, size }
    }
}

/// The smallest rectangle that contains several rectangles.
#[derive(Default)]
struct Bounds {
    both: Option<(Point, Point)>,
}

impl Bounds {
    fn add(&mut self, low: Point, high: Point) {
        let (least, most) = self.both.unwrap_or((low, high));
        self.both = Some(((least.0.min(low.0), least.1.min(low.1)), (most.0.max(high.0), most.1.max(high.1))));
    }

    /// Returns whether a point is inside the rectangle or not far outside it: on each axis, by no more than half the
    /// rectangle's size or five hexsides, whichever is greater. If there is no rectangle yet, returns `true`.
    fn is_near(&self, at: Point) -> bool {
        let Some((low, high)) = self.both else { return true };
        let near = |at: i64, low: i64, high: i64| {
            let out = ((high - low) / 2).max(5_000);
            (low - out..=high + out).contains(&at)
        };
        near(at.0, low.0, high.0) && near(at.1, low.1, high.1)
    }
}

struct LayoutBuilder<'a> {
    map: &'a Map,
    scale: (i64, i64),
    centres: Vec<Option<Point>>,
    /// Occupied points, by grid square. Points less than a hex apart are in the same square or in adjacent ones.
    taken: BTreeMap<Point, Vec<Point>>,
}

impl LayoutBuilder<'_> {
    fn point(&self, space: SpaceId) -> Point {
        let centre = self.map.space(space).centre.map(|part| i64::from(part) * self.scale.0 / self.scale.1);
        (centre[0], centre[1])
    }

    fn take(&mut self, at: Point) {
        self.taken.entry(square(at)).or_default().push(at);
    }

    fn is_free(&self, at: Point, far: Point) -> bool {
        let (x, y) = square(at);
        let near = (x - 1..=x + 1)
            .flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)))
            .filter_map(|square| self.taken.get(&square));
        near.flatten().all(|other| (other.0 - at.0).abs() >= far.0 || (other.1 - at.1).abs() >= far.1)
    }

    /// Places the areas. Areas that share their centre with another area go into rows below the map. Returns whether
    /// every area has a centre of its own.
    fn place_spaces(&mut self) -> bool {
        let mut homeless = Vec::new();
        let mut seen = BTreeSet::new();
        for space in self.map.all().filter(|&space| !self.map.space(space).off_map) {
            let at = self.point(space);
            if seen.insert(at) {
                self.centres[space.index()] = Some(at);
                self.take(at);
            } else {
                homeless.push(space);
            }
        }
        let left = seen.iter().map(|at| at.0).min().unwrap_or(0);
        let right = seen.iter().map(|at| at.0).max().unwrap_or(0).min(left + 40 * APART);
        let below = seen.iter().map(|at| at.1).max().unwrap_or(0) + APART + 300;
        let root = (homeless.len() as i64 + 1).isqrt();
        let columns = ((right - left) / APART + 1).max(root);
        let all_placed = homeless.is_empty();
        for (at, space) in homeless.into_iter().enumerate() {
            let at = at as i64;
            let centre = (left + at % columns * APART, below + at / columns * (APART + 300));
            self.centres[space.index()] = Some(centre);
            self.take(centre);
        }
        all_placed
    }

    /// Returns the boxes whose declared positions are free and not far from the map, with those positions. All other
    /// boxes go into the tray.
    fn place_boxes(&mut self) -> Vec<(SpaceId, Point)> {
        let mut placed = Vec::new();
        let mut map = Bounds::default();
        self.centres.iter().flatten().for_each(|&at| map.add(at, at));
        for space in self.map.all().filter(|&space| self.map.space(space).off_map) {
            let at = self.point(space);
            let declared = self.map.space(space).centre != [0, 0];
            if declared && map.is_near(at) && self.is_free(at, (BOX.0 + 1_000, BOX.1 + 900)) {
                self.take(at);
                placed.push((space, at));
            }
        }
        placed
    }

    fn finish(
        self,
        lattice: Option<Lattice>,
        boxes: Vec<(SpaceId, Point)>,
        bounds: Bounds,
        counts: &[usize],
    ) -> BoardLayout {
        let (low, high) = bounds.both.unwrap_or_default();
        let shift = |at: Point| (at.0 - low.0, at.1 - low.1);
        let mut size = shift(high);
        let fixed = boxes.iter().map(|&(space, at)| {
            let (x, y) = shift(at);
            PlacedBox { space, rect: Rect { at: (x - BOX.0, y - BOX.1), size: (2 * BOX.0, 2 * BOX.1) }, abreast: 0 }
        });
        let mut all: Vec<PlacedBox> = fixed.collect();
        let placed: BTreeSet<SpaceId> = boxes.iter().map(|entry| entry.0).collect();
        let rest = self.map.all().filter(|space| self.map.space(*space).off_map && !placed.contains(space));
        size.0 = size.0.max(if self.map.is_empty() { 0 } else { 6_000 });
        tray(rest, &self, (counts, 1, 1), &mut size, &mut all);
        BoardLayout {
            lattice,
            centres: self.centres.iter().map(|centre| centre.map(shift)).collect(),
            cells: Vec::new(),
            boxes: all,
            size,
        }
    }
}

/// Puts boxes side by side below the map, each as large as its counters require, with at least the given numbers of
/// columns and rows.
fn tray(
    rest: impl Iterator<Item = SpaceId>,
    draft: &LayoutBuilder,
    (counts, columns, least_rows): (&[usize], i64, i64),
    size: &mut Point,
    all: &mut Vec<PlacedBox>,
) {
    let (mut at, mut height) = ((0, size.1 + GAP), 0);
    for space in rest {
        let count = counts.get(space.index()).map_or(0, |&count| count as i64);
        let abreast = count.clamp(1, 6.max((count + 3).isqrt())).max(columns);
        let rows = ((count + abreast - 1) / abreast).max(least_rows);
        let label = super::canvas::width(&draft.map.label(space), 230).min(6_000);
        let width = (abreast * TILE).max(label) + GAP;
        if at.0 > 0 && at.0 + width > size.0 {
            at = (0, at.1 + height + GAP);
            height = 0;
        }
        let tall = rows * TILE + HEAD;
        all.push(PlacedBox { space, rect: Rect { at, size: (width, tall) }, abreast });
        at.0 += width + GAP;
        height = height.max(tall);
        size.0 = size.0.max(at.0 - GAP);
        size.1 = size.1.max(at.1 + height);
    }
}

fn square(at: Point) -> Point {
    (at.0.div_euclid(2_000), at.1.div_euclid(2_000))
}

/// Returns a length that is exceeded by 95 % of the distances between the centres of adjacent areas. Scaling it to a
/// fixed distance keeps areas from overlapping.
fn usual_length(map: &Map) -> i64 {
    let length = |a: SpaceId, b: SpaceId| {
        let ([ax, ay], [bx, by]) = (map.space(a).centre, map.space(b).centre);
        let (dx, dy) = (i128::from(ax) - i128::from(bx), i128::from(ay) - i128::from(by));
        i64::try_from((dx * dx + dy * dy).isqrt()).unwrap_or(i64::MAX)
    };
    let on_map = |space: &SpaceId| !map.space(*space).off_map;
    let ends = map.all().filter(on_map).flat_map(|a| map.links(a).iter().map(move |link| (a, link.to)));
    let mut all: Vec<i64> =
        ends.filter(|(a, b)| a < b && on_map(b)).map(|(a, b)| length(a, b)).filter(|&far| far > 0).collect();
    all.sort_unstable();
    all.get(all.len() / 20).copied().unwrap_or(APART)
}
