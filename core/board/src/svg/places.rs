//! The positions of spaces and counters on a map.

use super::canvas::Point;
use super::cells::{AreaCell, AreaSide};
use super::layout::{AREA, PlacedBox};
use super::sheet::Sheet;
use super::{MARGIN, SvgOptions, SvgScene, boxes, counter};
use crate::look::tag::sign_of;
use grognard_engine::content::Content;
use grognard_engine::ids::{Id, SpaceId};
use serde::Serialize;
use std::collections::BTreeMap;

/// The positions of everything on the map from [`super::ground()`], in picture units. The side of a hex is 1000.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardPlaces {
    /// The top left corner of the picture.
    pub origin: [i64; 2],
    /// The width and height of the picture.
    pub size: [i64; 2],
    /// The width and height of the map with the boxes around it, without the column. Its top left corner is the
    /// picture's.
    pub ground: [i64; 2],
    /// The width and height of a counter.
    pub counter: i64,
    /// The spaces, by name.
    pub spaces: BTreeMap<String, BoardPlace>,
}

/// A space in the picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardPlace {
    /// The point on which counters are centred.
    pub at: [i64; 2],
    /// The width and height that counters can fill without covering the number and the name.
    pub room: [i64; 2],
    /// The number and name of the space, translated.
    pub label: String,
    /// The terrain, translated; empty for a box.
    pub terrain: String,
    /// The drawn tags of the space and its numeric values, translated: `port`, `points 3`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// Whether the space is a box.
    #[serde(rename = "box")]
    pub is_box: bool,
}

/// Returns the positions of everything on the map.
pub fn places(content: &Content, options: &SvgOptions) -> BoardPlaces {
    let scene = SvgScene::new(content, None, options);
    let map = scene.on_map().map(|(space, at)| {
        (space, place(&scene, space, (scene.counters_at(space, at), room(&scene, space, at)), false))
    });
    let called = |boxed: &PlacedBox| BoardPlace {
        label: boxes::name(&scene, boxed),
        ..place(&scene, boxed.space, boxes::room(boxed), true)
    };
    let boxes = scene.plan.boxes.iter().map(|boxed| (boxed.space, called(boxed)));
    let (size, ground) = (Sheet::new(&scene).size, scene.plan.size);
    BoardPlaces {
        origin: [-MARGIN, -MARGIN],
        size: [size.0 + 2 * MARGIN, size.1 + 2 * MARGIN],
        ground: [ground.0 + 2 * MARGIN, ground.1 + 2 * MARGIN],
        counter: 2 * counter::HALF,
        spaces: map.chain(boxes).map(|(space, place)| (content.map.space(space).name.clone(), place)).collect(),
    }
}

fn place(scene: &SvgScene, space: SpaceId, (at, room): (Point, Point), is_box: bool) -> BoardPlace {
    let terrains = &scene.content.map.terrains;
    let terrain = scene.content.map.terrain(space);
    let is_known = !is_box && terrain.index() < terrains.len();
    BoardPlace {
        at: [at.0, at.1],
        room: [room.0, room.1],
        label: scene.label(space),
        terrain: if is_known { scene.words(terrains.name(terrain)) } else { String::new() },
        features: features(scene, space),
        is_box,
    }
}

/// Returns the drawn tags of a space and its numeric values, translated: `port`, `points 3`.
fn features(scene: &SvgScene, space: SpaceId) -> Vec<String> {
    let tags = scene.content.map.tags().iter().filter(|(name, spaces)| spaces.has(space) && sign_of(name).is_drawn());
    tags.map(|(name, _)| scene.words(name)).chain(scene.values(space)).collect()
}

/// Returns the width and height available for counters between the number above them and the name below.
fn room(scene: &SvgScene, space: SpaceId, at: Point) -> Point {
    let side = 2 * counter::half_in(scene, space, at) * 108 / 96;
    if scene.plan.lattice.is_some() {
        return (side * 5 / 4, side);
    }
    // Where the area is broad enough, the counters of two sides stand beside each other at their full size.
    let breadth = scene.cell(space).map_or(0, |cell| {
        let (x, y) = at;
        2 * [y - side / 4, y, y + side / 4].into_iter().map(|y| cell.across((x, y))).min().unwrap_or(0)
    });
    (breadth.clamp(side, 2 * side + side / 5), side)
}

/// Returns the distance from the centre of an area to its nearest side.
pub fn nearest_side(cell: &AreaCell, at: Point) -> i64 {
    let distance = |[from, to]: [Point; 2]| {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let twice_the_area = (dx * (at.1 - from.1) - dy * (at.0 - from.0)).abs();
        twice_the_area / (dx * dx + dy * dy).isqrt().max(1)
    };
    cell.sides().map(AreaSide::ends).map(distance).min().unwrap_or(AREA)
}
