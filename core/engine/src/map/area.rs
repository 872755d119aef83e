//! Builds area maps from named areas and a list of their borders.

use super::{Map, Space};

/// A builder for maps of named areas, joined by borders.
#[derive(Clone, Debug, Default)]
pub struct AreaMap {
    map: Map,
}

impl AreaMap {
    /// Adds an area; returns `false` if its name is taken.
    pub fn area(&mut self, name: &str, title: Option<String>, centre: [i32; 2]) -> bool {
        self.map.add_space(Space { name: name.to_owned(), title, centre, off_map: false }).is_some()
    }

    /// Makes two areas adjacent; returns `false` if one of them does not exist.
    pub fn border(&mut self, a: &str, b: &str) -> bool {
        match (self.map.names.find(a), self.map.names.find(b)) {
            (Some(a), Some(b)) if a != b => {
                self.map.join(a, b);
                true
            }
            _ => false,
        }
    }

    /// Builds the map. Attributes can be added to it until it is sealed with [`Map::seal`].
    pub fn build(self) -> Map {
        self.map
    }
}

#[cfg(test)]
mod tests {
    use super::super::{CostRule, FloodScratch, Reach, Terms};
    use super::*;
    use crate::ids::SpaceId;
    use crate::set::{Set, bits};

    /// Creates a ring of four areas with a river on one border.
    fn ring() -> Map {
        let mut areas = AreaMap::default();
        for name in ["north", "east", "south", "west"] {
            assert!(areas.area(name, None, [0, 0]));
        }
        for (a, b) in [("north", "east"), ("east", "south"), ("south", "west"), ("west", "north")] {
            assert!(areas.border(a, b));
        }
        assert!(!areas.border("north", "nowhere"));
        let mut map = areas.build();
        let river = map.add_feature("river");
        let (north, east) = (map.names.find("north").unwrap(), map.names.find("east").unwrap());
        assert!(map.mark_border(north, east, river));
        let foot = CostRule { name: "foot".into(), base: Some(1), across: vec![(river, 2)], ..CostRule::default() };
        map.seal(&[foot]);
        map
    }

    #[test]
    fn the_same_queries_answer_on_areas() {
        let map = ring();
        let north = map.names.find("north").unwrap();
        let south = map.names.find("south").unwrap();
        assert_eq!(map.distance(north, south), Some(2));
        let none: Set<SpaceId> = Set::empty(map.len());
        let reach = Reach {
            movement: map.movement("foot").unwrap(),
            from: north,
            points: 2,
            blocked: none.words(),
            stops: none.words(),
            full: none.words(),
            terms: Terms::default(),
        };
        let mut out = vec![0; map.words()];
        map.reach(&reach, &mut FloodScratch::default(), &mut out);
        let names: Vec<_> = bits::iter(&out).map(|at| map.names.name(crate::ids::Id::from_index(at))).collect();
        assert_eq!(names, ["north", "south", "west"], "the river costs two extra");
    }
}
