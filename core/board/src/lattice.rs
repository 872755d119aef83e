//! Determines whether a map's spaces form a hex grid, and the position of each space in the grid.
//!
//! The engine does not declare the orientation of hexes. It is derived from the centres of the spaces, so hex maps work
//! whatever the source of their coordinates.

use grognard_engine::ids::SpaceId;
use grognard_engine::map::Map;
use std::collections::BTreeMap;

/// A position in the grid. Along one axis, a step is half the distance between neighbours; along the other, it is the
/// distance between rows or columns.
pub type GridPoint = (i32, i32);

/// The orientation of the hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HexAxes {
    /// Flat-topped: a flat side at the top.
    Flat,
    /// Pointy-topped: a corner at the top.
    Pointy,
}

impl HexAxes {
    /// Returns the length of a grid step in x and in y, in thousandths of a hexside.
    pub const fn step(self) -> [i64; 2] {
        match self {
            HexAxes::Flat => [1500, 866],
            HexAxes::Pointy => [866, 1500],
        }
    }

    /// Returns the steps to the neighbours, clockwise from north (flat) or north-east (pointy).
    pub const fn ways(self) -> [GridPoint; 6] {
        match self {
            HexAxes::Flat => [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)],
            HexAxes::Pointy => [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)],
        }
    }
}

/// A hex grid derived from the centres of spaces.
#[derive(Clone, Debug)]
pub struct Lattice {
    /// The orientation of the hexes.
    pub pointing: HexAxes,
    /// The position of each space; `None` for boxes.
    pub nodes: Vec<Option<GridPoint>>,
    /// The largest position plus one, in each direction.
    pub size: GridPoint,
    spaces: BTreeMap<GridPoint, SpaceId>,
}

impl Lattice {
    /// Returns the grid of a map; `None` if its spaces are not hexes.
    pub fn find(map: &Map) -> Option<Lattice> {
        [HexAxes::Flat, HexAxes::Pointy].into_iter().find_map(|pointing| Lattice::of(map, pointing))
    }

    fn of(map: &Map, pointing: HexAxes) -> Option<Lattice> {
        let on_map = || map.all().filter(|&id| !map.space(id).off_map);
        let first = map.space(on_map().next()?).centre;
        let mut spaces = BTreeMap::new();
        for id in on_map() {
            let node = node(map.space(id).centre, first, pointing.step())?;
            if spaces.insert(node, id).is_some() {
                return None;
            }
        }
        let least = |part: fn(&GridPoint) -> i32| spaces.keys().map(part).min().unwrap_or_default();
        let (left, top) = (least(|node| node.0), least(|node| node.1));
        let spaces: BTreeMap<GridPoint, SpaceId> =
            spaces.into_iter().map(|((x, y), id)| ((x - left, y - top), id)).collect();
        let most = |part: fn(&GridPoint) -> i32| spaces.keys().map(part).max().unwrap_or_default() + 1;
        let size = (most(|node| node.0), most(|node| node.1));
        let mut nodes = vec![None; map.len()];
        spaces.iter().for_each(|(&node, &id)| nodes[usize::from(id.0)] = Some(node));
        let lattice = Lattice { pointing, nodes, size, spaces };
        (lattice.is_dense() && lattice.joins_only_neighbours(map)).then_some(lattice)
    }

    /// Returns whether the spaces fill the grid well enough. Two spaces a thousand hexes apart do not form a hex map,
    /// and their picture would be huge.
    fn is_dense(&self) -> bool {
        i64::from(self.size.0) * i64::from(self.size.1) <= 40 * self.spaces.len() as i64 + 400
    }

    fn joins_only_neighbours(&self, map: &Map) -> bool {
        self.spaces.values().all(|&id| {
            let others = map.links(id).iter().filter(|link| self.node(link.to).is_some());
            others.into_iter().all(|link| self.way(id, link.to).is_some())
        })
    }

    /// Returns the position of a space.
    pub fn node(&self, id: SpaceId) -> Option<GridPoint> {
        *self.nodes.get(usize::from(id.0))?
    }

    /// Returns the side of `a` that touches `b`, as an index into [`HexAxes::ways`].
    pub fn way(&self, a: SpaceId, b: SpaceId) -> Option<usize> {
        let (a, b) = (self.node(a)?, self.node(b)?);
        self.pointing.ways().iter().position(|way| (a.0 + way.0, a.1 + way.1) == b)
    }

    /// Returns the space beyond a side of the hex at a position, if there is one.
    pub fn beyond(&self, node: GridPoint, way: usize) -> Option<SpaceId> {
        let step = self.pointing.ways()[way];
        self.spaces.get(&(node.0 + step.0, node.1 + step.1)).copied()
    }
}

fn node(centre: [i32; 2], first: [i32; 2], step: [i64; 2]) -> Option<GridPoint> {
    let part = |at: usize| {
        let far = i64::from(centre[at]) - i64::from(first[at]);
        (far % step[at] == 0).then(|| i32::try_from(far / step[at]).ok()).flatten()
    };
    let node = (part(0)?, part(1)?);
    ((node.0 + node.1) % 2 == 0).then_some(node)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_engine::map::{AreaMap, HexGrid, Orientation, Shifted};

    #[test]
    fn the_centres_tell_which_way_hexes_point() {
        for (orientation, pointing) in [(Orientation::Flat, HexAxes::Flat), (Orientation::Pointy, HexAxes::Pointy)] {
            for shifted in [Shifted::Odd, Shifted::Even] {
                let all = (3..7).flat_map(|column| (2..7).map(move |row| (format!("{column}{row}"), column, row)));
                let map = HexGrid { orientation, shifted }.build(all);
                let lattice = Lattice::find(&map).expect("a hex map");
                assert_eq!(lattice.pointing, pointing);
                let joined = |id| map.links(id).iter().all(|link| lattice.way(id, link.to).is_some());
                assert!(map.all().all(joined));
            }
        }
    }

    #[test]
    fn areas_boxes_and_far_corners_are_no_grid() {
        let mut areas = AreaMap::default();
        areas.area("a", None, [0, 0]);
        areas.area("b", None, [0, 0]);
        assert!(Lattice::find(&areas.build()).is_none());
        let mut far = AreaMap::default();
        far.area("a", None, [0, 0]);
        far.area("b", None, [1_500_000_000, 0]);
        assert!(Lattice::find(&far.build()).is_none());
        let mut boxes = Map::default();
        boxes.add_box("pool", [0, 0]);
        assert!(Lattice::find(&boxes).is_none());
    }
}
