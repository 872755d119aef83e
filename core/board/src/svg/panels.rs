//! Panels: boxes that stand together beside the map or in the column, as packs declare.

use super::canvas::Point;
use super::layout::{GAP, HEAD, PlacedBox, Rect};
use grognard_engine::ids::SpaceId;
use grognard_engine::map::Map;
use grognard_engine::style::{Panel, PanelPlace};

/// The least width of a box, for its name.
const LEAST_WIDTH: i64 = 1_760;
/// The room for a counter in a box of a panel. Counters are as large there as on the map.
const PANEL_TILE: i64 = 1_400;
/// The distance between the map and the boxes beside it, with room for the frame and an arrow.
const BESIDE: i64 = 1_500;
/// The height of a heading.
pub const HEADING: i64 = 900;

/// The heading of a panel in the column.
#[derive(Clone, Debug)]
pub struct PanelHeading {
    /// The text.
    pub title: String,
    /// Its top left corner.
    pub at: Point,
}

/// The panels of the column, measured from their common top left corner.
#[derive(Clone, Debug, Default)]
pub struct ColumnPanels {
    /// The boxes.
    pub boxes: Vec<PlacedBox>,
    /// The size of all panels together.
    pub size: Point,
}

/// Returns a box of a panel at the origin.
pub fn boxed(space: SpaceId, panel: Option<usize>, panels: &[Panel]) -> PlacedBox {
    let [abreast, rows] = panel.map_or([1, 1], |panel| panels[panel].room).map(i64::from);
    let size = ((abreast * PANEL_TILE + GAP).max(LEAST_WIDTH), rows * PANEL_TILE + HEAD + 20);
    PlacedBox { space, rect: Rect { at: (0, 0), size }, abreast, panel }
}

/// Returns the boxes left or right of the map from top to bottom, with the edge towards the map at 0 and their middle at
/// the given height. They may overlap.
pub fn beside(panels: &[Panel], place: PanelPlace, height: impl Fn(SpaceId) -> i64) -> Vec<PlacedBox> {
    let mut all = Vec::new();
    for (number, panel) in panels.iter().enumerate().filter(|(_, panel)| panel.place == place) {
        for row in panel.spaces.chunks(usize::from(panel.columns.max(1))) {
            let middle = row.iter().map(|&space| height(space)).sum::<i64>() / (row.len() as i64).max(1);
            for (at, &space) in row.iter().enumerate() {
                let boxed = boxed(space, Some(number), panels);
                let (width, tall) = boxed.rect.size;
                let out = if place == PanelPlace::Left { (row.len() - at) as i64 } else { -(at as i64) };
                all.push(boxed.moved((-out * (width + GAP), middle - tall / 2)));
            }
        }
    }
    all.sort_by_key(|boxed| boxed.rect.at.1);
    all
}

/// Moves boxes to their side of the map, and apart, so that they do not overlap.
pub fn settle_beside(mut boxes: Vec<PlacedBox>, place: PanelPlace, (low, high): (Point, Point)) -> Vec<PlacedBox> {
    let x = if place == PanelPlace::Left { low.0 - BESIDE + GAP } else { high.0 + BESIDE };
    for boxed in &mut boxes {
        boxed.rect.at.0 += x;
    }
    let foot = |rect: Rect| rect.at.1 + rect.size.1 + GAP;
    let is_row = |a: Rect, b: Rect| a.at.1 == b.at.1 && a.at.0 != b.at.0;
    let mut next = low.1;
    let mut before: Option<Rect> = None;
    for boxed in &mut boxes {
        let own = boxed.rect;
        let is_beside = before.is_some_and(|before| is_row(before, own));
        boxed.rect.at.1 = if is_beside { next - own.size.1 - GAP } else { own.at.1.max(next) };
        next = foot(boxed.rect);
        before = Some(own);
    }
    let mut limit = high.1.max(low.1 + boxes.iter().map(|boxed| boxed.rect.size.1 + GAP).sum::<i64>());
    let mut row = None;
    for boxed in boxes.iter_mut().rev() {
        if row != Some(boxed.rect.at.1) {
            row = Some(boxed.rect.at.1);
            let moved = boxed.rect.at.1.min(limit - boxed.rect.size.1);
            limit = moved - GAP;
            boxed.rect.at.1 = moved;
        } else {
            boxed.rect.at.1 = limit + GAP;
        }
    }
    boxes
}

/// Lays out the panels of the column below each other.
pub fn column(panels: &[Panel], map: &Map) -> (Vec<PanelHeading>, ColumnPanels) {
    let (mut headings, mut column) = (Vec::new(), ColumnPanels::default());
    let in_column = |panel: &&(usize, &Panel)| panel.1.place == PanelPlace::Column && !panel.1.spaces.is_empty();
    for (number, panel) in panels.iter().enumerate().collect::<Vec<_>>().iter().filter(in_column) {
        if let Some(title) = &panel.title {
            headings.push(PanelHeading { title: title.clone(), at: (0, column.size.1) });
            column.size.1 += HEADING;
        }
        let columns = usize::from(panel.columns.max(1));
        let turns = winds(panel, columns, map);
        let size = boxed(panel.spaces[0], Some(*number), panels).rect.size;
        for (at, &space) in panel.spaces.iter().enumerate() {
            let (row, across) = (at / columns, at % columns);
            let across = if turns && row % 2 == 1 { columns - 1 - across } else { across };
            let at = (across as i64 * (size.0 + GAP), column.size.1 + row as i64 * (size.1 + GAP));
            column.boxes.push(boxed(space, Some(*number), panels).moved(at));
        }
        let (rows, widest) = (panel.spaces.len().div_ceil(columns) as i64, panel.spaces.len().min(columns) as i64);
        column.size.0 = column.size.0.max(widest * (size.0 + GAP) - GAP);
        column.size.1 += rows * (size.1 + GAP) + GAP;
    }
    (headings, column)
}

/// Returns whether the boxes are stations of a road, so that every other row runs back: the last box of a row touches the
/// first of the next.
fn winds(panel: &Panel, columns: usize, map: &Map) -> bool {
    let ends = (panel.spaces.get(columns - 1), panel.spaces.get(columns));
    let (Some(&last), Some(first)) = ends else { return false };
    map.links(last).iter().any(|link| link.to == *first)
}
