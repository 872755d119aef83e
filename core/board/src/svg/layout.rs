//! Lays out the board: spaces at their centres, boxes at their declared positions or in a tray below the map.

use super::canvas::Point;
use super::cells::{AreaCell, RIM, cells};
use super::panels::{self, ColumnPanels, PanelHeading};
use crate::lattice::Lattice;
use grognard_engine::content::Content;
use grognard_engine::ids::{Id, SpaceId};
use grognard_engine::map::Map;
use grognard_engine::style::{Panel, PanelPlace};
use std::collections::{BTreeMap, BTreeSet};

/// The radius of the circle drawn for an area that has no cell.
pub const AREA: i64 = 760;
/// The distance between neighbouring areas after scaling, large enough that they do not overlap.
const APART: i64 = 2_300;
/// The distance between neighbouring points, between which there is room for counters and names.
const APART_POINTS: i64 = 3_000;
/// The size of a counter, including the space around it.
pub const TILE: i64 = 1_080;
/// The height of the line with a box's name.
pub const HEAD: i64 = 540;
/// The distance between boxes.
pub const GAP: i64 = 260;
/// The number of rows in the tray of a table, as rows of counters on a hex map; its counters are larger.
const TRAY_ROWS: i64 = 5;

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
    /// The number of counters per row.
    pub abreast: i64,
    /// The index of the box's panel, if it is in one.
    pub panel: Option<usize>,
}

/// The layout of a board.
#[derive(Debug)]
pub struct BoardLayout {
    /// The grid; `None` if this is not a hex map.
    pub lattice: Option<Lattice>,
    /// The centre of each space; `None` for boxes.
    pub centres: Vec<Option<Point>>,
    /// The cell of each area. Empty on hex maps. Also empty if several areas have the same centre, and on maps of
    /// points; these are then drawn as circles.
    pub cells: Vec<Option<AreaCell>>,
    /// The boxes, each with its position.
    pub boxes: Vec<PlacedBox>,
    /// The headings of the panels in the column beside the map.
    pub panels: Vec<PanelHeading>,
    /// The panels in the column, which stand nowhere yet.
    pub column: ColumnPanels,
    /// The size of the map and the boxes without the column, measured from the origin.
    pub size: Point,
    /// Picture units per unit of the packs' coordinates, as a fraction.
    pub scale: (i64, i64),
}

impl BoardLayout {
    /// Lays out a map, given the number of counters in each space, and whether there is a column beside it.
    pub fn new(content: &Content, counts: &[usize], has_column: bool) -> BoardLayout {
        let map = &content.map;
        let is_table = map.field().is_some();
        let lattice = if is_table || !content.style.points.is_empty() { None } else { Lattice::find(map) };
        let has_points = !content.style.points.is_empty();
        let apart = if has_points { APART_POINTS } else { APART };
        let scale = if is_table || lattice.is_some() { (1, 1) } else { (apart, usual_length(map)) };
        let mut draft = LayoutBuilder::new(content, scale, has_column);
        if let Some(field) = map.field() {
            return draft.finish_table(field.size, counts);
        }
        let placed = draft.place_spaces();
        let boxes = draft.place_boxes();
        let corners = draft.centres.iter().flatten().copied();
        let has_land = lattice.is_none() && placed && !has_points;
        let reach = if has_land {
            RIM
        } else if lattice.is_some() {
            1_000
        } else if has_points {
            1_500
        } else {
            1_080
        };
        let mut bounds = Bounds::default();
        corners.for_each(|(x, y)| bounds.add((x - reach, y - reach), (x + reach, y + reach)));
        boxes.iter().for_each(|boxed| bounds.add_rect(boxed.rect));
        let plan = draft.finish(lattice, boxes, bounds, counts);
        if has_land { BoardLayout { cells: cells(&plan.centres), ..plan } } else { plan }
    }

    /// Puts the panels of the column into their place, as large as the room there allows.
    pub fn settle(&mut self, at: Point, room: Point) {
        let column = std::mem::take(&mut self.column.boxes);
        let wide = (room.0 * 100 / self.column.size.0.max(1)).clamp(100, 200);
        let tall = (room.1 * 100 / self.column.size.1.max(1)).clamp(100, wide);
        let place = |(x, y): Point| (at.0 + x * wide / 100, at.1 + y * tall / 100);
        self.panels.iter_mut().for_each(|heading| heading.at = place(heading.at));
        let stretched = |boxed: PlacedBox| {
            let size = (boxed.rect.size.0 * wide / 100, boxed.rect.size.1 * tall / 100);
            PlacedBox { rect: Rect { at: place(boxed.rect.at), size }, ..boxed }
        };
        self.boxes.extend(column.into_iter().map(stretched));
    }
}

impl PlacedBox {
    /// Returns the box at a place that is so much further right and further down.
    pub fn moved(self, by: Point) -> PlacedBox {
        let Rect { at, size } = self.rect;
        PlacedBox { rect: Rect { at: (at.0 + by.0, at.1 + by.1), size }, ..self }
    }
}

/// The smallest rectangle that contains several rectangles.
#[derive(Default)]
struct Bounds {
    both: Option<(Point, Point)>,
}

impl Bounds {
    fn add_rect(&mut self, rect: Rect) {
        self.add(rect.at, (rect.at.0 + rect.size.0, rect.at.1 + rect.size.1));
    }

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
    panels: &'a [Panel],
    /// The panel of each space that is in one.
    panel_of: Vec<Option<usize>>,
    has_column: bool,
    scale: (i64, i64),
    centres: Vec<Option<Point>>,
    /// Occupied points, by grid square.
    taken: BTreeMap<Point, Vec<Point>>,
}

impl<'a> LayoutBuilder<'a> {
    fn new(content: &'a Content, scale: (i64, i64), has_column: bool) -> LayoutBuilder<'a> {
        let (map, panels) = (&content.map, &content.style.panels);
        let mut panel_of = vec![None; map.len()];
        for (at, panel) in panels.iter().enumerate() {
            panel.spaces.iter().for_each(|space| panel_of[space.index()] = Some(at));
        }
        let centres = vec![None; map.len()];
        LayoutBuilder { map, panels, panel_of, has_column, scale, centres, taken: BTreeMap::new() }
    }

    /// Returns whether a space is drawn as a box.
    fn is_box(&self, space: SpaceId) -> bool {
        self.map.space(space).off_map || self.panel_of[space.index()].is_some()
    }

    /// Returns where a box stands; `None` if no pack tells it.
    fn place_of(&self, space: SpaceId) -> Option<PanelPlace> {
        match self.panel_of[space.index()] {
            Some(panel) => Some(self.panels[panel].place),
            None => (self.map.space(space).centre != [0, 0]).then_some(PanelPlace::Map),
        }
    }

    fn boxes(&self) -> impl Iterator<Item = SpaceId> {
        self.map.all().filter(|&space| self.is_box(space))
    }

    fn point(&self, space: SpaceId) -> Point {
        let centre = self.map.space(space).centre.map(|part| i64::from(part) * self.scale.0 / self.scale.1);
        (centre[0], centre[1])
    }

    fn take(&mut self, at: Point) {
        self.taken.entry(square(at)).or_default().push(at);
    }

    fn is_free(&self, at: Point, far: Point) -> bool {
        let (low, high) = (square((at.0 - far.0, at.1 - far.1)), square((at.0 + far.0, at.1 + far.1)));
        let near = (low.0..=high.0)
            .flat_map(|x| (low.1..=high.1).map(move |y| (x, y)))
            .filter_map(|square| self.taken.get(&square));
        near.flatten().all(|other| (other.0 - at.0).abs() >= far.0 || (other.1 - at.1).abs() >= far.1)
    }

    /// Places the areas. Areas that share their centre with another area go into rows below the map. Returns whether
    /// every area has a centre of its own.
    fn place_spaces(&mut self) -> bool {
        let mut homeless = Vec::new();
        let mut seen = BTreeSet::new();
        let areas: Vec<SpaceId> = self.map.all().filter(|&space| !self.is_box(space)).collect();
        for space in areas {
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

    /// Returns the boxes whose declared positions are free and not far from the map. All boxes that no panel places go
    /// into the tray.
    fn place_boxes(&mut self) -> Vec<PlacedBox> {
        let mut placed = Vec::new();
        let mut map = Bounds::default();
        self.centres.iter().flatten().for_each(|&at| map.add(at, at));
        let all: Vec<SpaceId> = self.boxes().filter(|&space| self.place_of(space) == Some(PanelPlace::Map)).collect();
        for space in all {
            let at = self.point(space);
            let panel = self.panel_of[space.index()];
            let boxed = panels::boxed(space, panel, self.panels);
            let half = (boxed.rect.size.0 / 2, boxed.rect.size.1 / 2);
            if map.is_near(at) && self.is_free(at, (half.0 + 1_000, half.1 + 900)) {
                self.take(at);
                placed.push(boxed.moved((at.0 - half.0, at.1 - half.1)));
            }
        }
        placed
    }

    /// Returns the spaces that a panel puts left or right of the map.
    fn beside(&self, place: PanelPlace) -> Vec<PlacedBox> {
        let height = |space: SpaceId| {
            let links = self.map.links(space);
            let near: Vec<i64> = links.iter().filter_map(|link| Some(self.centres[link.to.index()]?.1)).collect();
            if near.is_empty() { self.point(space).1 } else { near.iter().sum::<i64>() / near.len() as i64 }
        };
        panels::beside(self.panels, place, height)
    }

    fn finish(
        self,
        lattice: Option<Lattice>,
        mut boxes: Vec<PlacedBox>,
        mut bounds: Bounds,
        counts: &[usize],
    ) -> BoardLayout {
        let (low, high) = bounds.both.unwrap_or_default();
        for place in [PanelPlace::Left, PanelPlace::Right] {
            let beside = panels::settle_beside(self.beside(place), place, (low, high));
            beside.iter().for_each(|boxed| bounds.add_rect(boxed.rect));
            boxes.extend(beside);
        }
        let (low, high) = bounds.both.unwrap_or_default();
        let shift = |at: Point| (at.0 - low.0, at.1 - low.1);
        let mut size = shift(high);
        let mut all: Vec<PlacedBox> = boxes.into_iter().map(|boxed| boxed.moved((-low.0, -low.1))).collect();
        size.0 = size.0.max(if self.map.is_empty() { 0 } else { 6_000 });
        self.tray((counts, 1, 1), &mut size, &mut all);
        let centres = self.centres.iter().map(|centre| centre.map(shift)).collect();
        self.planned(lattice, centres, all, size)
    }

    /// Finishes the layout of a table, with the boxes in the tray below it.
    fn finish_table(self, size: [i32; 2], counts: &[usize]) -> BoardLayout {
        let [width, height] = size.map(|length| i64::from(length) * super::field::SCALE);
        let (mut size, mut boxes) = ((width, height), Vec::new());
        // The boxes share the width of the table. Counters of a kind are piled there, so three rows have room for all.
        let columns = (width / (self.boxes().count() as i64).max(1) - 2 * GAP) / TILE;
        self.tray((counts, columns, TRAY_ROWS), &mut size, &mut boxes);
        let centres = vec![None; self.map.len()];
        self.planned(None, centres, boxes, size)
    }

    fn planned(
        &self,
        lattice: Option<Lattice>,
        centres: Vec<Option<Point>>,
        boxes: Vec<PlacedBox>,
        size: Point,
    ) -> BoardLayout {
        let (panels, column) = if self.has_column { panels::column(self.panels, self.map) } else { Default::default() };
        BoardLayout { lattice, centres, cells: Vec::new(), boxes, panels, column, size, scale: self.scale }
    }

    /// Puts the boxes that stand nowhere yet side by side below the map, each as large as its counters require, with at
    /// least the given numbers of columns and rows.
    fn tray(&self, (counts, columns, least_rows): (&[usize], i64, i64), size: &mut Point, all: &mut Vec<PlacedBox>) {
        let placed: BTreeSet<SpaceId> = all.iter().map(|boxed| boxed.space).collect();
        let is_in_column = |space: SpaceId| self.has_column && self.place_of(space) == Some(PanelPlace::Column);
        let rest = self.boxes().filter(|&space| !placed.contains(&space) && !is_in_column(space));
        let (mut at, mut height) = ((0, size.1 + GAP), 0);
        for space in rest {
            let count = counts.get(space.index()).map_or(0, |&count| count as i64);
            let abreast = count.clamp(1, 6.max((count + 3).isqrt())).max(columns);
            let rows = ((count + abreast - 1) / abreast).max(least_rows);
            let label = super::canvas::width(&self.map.label(space), 230).min(6_000);
            let width = (abreast * TILE).max(label) + GAP;
            if at.0 > 0 && at.0 + width > size.0 {
                at = (0, at.1 + height + GAP);
                height = 0;
            }
            let tall = rows * TILE + HEAD;
            let panel = self.panel_of[space.index()];
            all.push(PlacedBox { space, rect: Rect { at, size: (width, tall) }, abreast, panel });
            at.0 += width + GAP;
            height = height.max(tall);
            size.0 = size.0.max(at.0 - GAP);
            size.1 = size.1.max(at.1 + height);
        }
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
