//! Moves of units that face somewhere: they move ahead only, and pay to turn.

use super::{ARC_STEP, Direction, IMPASSABLE, Map, Reach};
use crate::ids::{Id, SpaceId};
use crate::set::bits;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How a unit turns as it moves. It enters only the hex ahead or, if it faces a corner, the two hexes beside that
/// corner.
#[derive(Clone, Copy, Debug)]
pub struct Turning {
    /// The heading at the start.
    pub heading: u8,
    /// The number of headings: 6 or 12.
    pub headings: u8,
    /// The direction of the first heading.
    pub first: Direction,
    /// The cost of turning by one heading, in the units of the costs of movement.
    pub cost: u16,
}

const UNREACHED: u16 = u16::MAX;
const NONE: u32 = u32::MAX;

/// The lowest cost of reaching each space with each heading. A node of the search is a space together with a heading.
pub struct TurnTable {
    spaces: usize,
    cost: Vec<u16>,
    previous: Vec<u32>,
}

impl TurnTable {
    /// Searches for the cheapest way to each space and heading; `None` if the query does not ask for turns.
    pub fn search(map: &Map, query: &Reach) -> Option<TurnTable> {
        let turning = query.terms.turning?;
        let nodes = map.len() * usize::from(turning.headings);
        let mut table = TurnTable { spaces: map.len(), cost: vec![UNREACHED; nodes], previous: vec![NONE; nodes] };
        let mut open = BinaryHeap::new();
        for start in bits::iter(query.terms.sources).chain([query.from.index()]) {
            let node = usize::from(turning.heading) * table.spaces + start;
            table.cost[node] = 0;
            open.push(Reverse((0, node)));
        }
        while let Some(Reverse((spent, node))) = open.pop() {
            if table.cost[node] == spent {
                table.leave(map, query, turning, node, &mut |cost, node| open.push(Reverse((cost, node))));
            }
        }
        Some(table)
    }

    /// Expands the nodes that follow a node: a turn to either side, and the hexes ahead.
    fn leave(&mut self, map: &Map, query: &Reach, turning: Turning, node: usize, open: &mut impl FnMut(u16, usize)) {
        let (at, heading, spent) = (SpaceId::from_index(node % self.spaces), node / self.spaces, self.cost[node]);
        let mut reach = |next: usize, total: u16| {
            if total < self.cost[next] {
                (self.cost[next], self.previous[next]) = (total, node as u32);
                open(total, next);
            }
        };
        let all = usize::from(turning.headings);
        for turned in [heading + 1, heading + all - 1].map(|turned| turned % all) {
            let total = spent.saturating_add(turning.cost);
            if total <= query.points {
                reach(turned * self.spaces + at.index(), total);
            }
        }
        let is_start = node % self.spaces == query.from.index() || bits::has(query.terms.sources, at.index());
        if bits::has(query.stops, at.index()) && !is_start {
            return;
        }
        let ahead = turning.direction(heading);
        for (number, link) in map.links(at).iter().enumerate() {
            let is_ahead = map.bearing(at, link.to).is_some_and(|bearing| bearing.from(ahead).is_in_arc(ARC_STEP));
            let cost = map.link_cost(query, at, number);
            if !is_ahead || cost == IMPASSABLE || bits::has(query.blocked, link.to.index()) {
                continue;
            }
            let total = spent.saturating_add(cost.into());
            if total <= query.points || query.terms.one_step && is_start && spent == 0 {
                reach(heading * self.spaces + link.to.index(), total);
            }
        }
    }

    /// Returns the headings with which a unit can end its move in a space, each with its cost.
    pub fn headings(&self, space: SpaceId) -> impl Iterator<Item = (usize, u16)> + '_ {
        let costs = self.cost.iter().skip(space.index()).step_by(self.spaces.max(1));
        costs.copied().enumerate().filter(|(_, cost)| *cost != UNREACHED)
    }

    /// Returns the cheapest heading with which a unit can end its move in a space, and its cost; `None` if it cannot
    /// get there.
    pub fn cheapest(&self, space: SpaceId) -> Option<(usize, u16)> {
        self.headings(space).min_by_key(|(_, cost)| *cost)
    }

    /// Returns the cheapest path to a space, including both ends; `None` if a unit cannot get there.
    pub fn way(&self, goal: SpaceId) -> Option<Vec<SpaceId>> {
        let (heading, _) = self.cheapest(goal)?;
        let mut node = heading * self.spaces + goal.index();
        let mut way = vec![goal];
        while self.previous[node] != NONE {
            node = self.previous[node] as usize;
            way.push(SpaceId::from_index(node % self.spaces));
        }
        way.dedup();
        way.reverse();
        Some(way)
    }
}

impl Turning {
    fn direction(self, heading: usize) -> Direction {
        self.first.turned(heading * usize::from(12 / self.headings))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{CostRule, HexGrid, Orientation, Shifted, Terms};
    use super::*;
    use crate::ids::MovementId;
    use crate::map::FloodScratch;
    use crate::set::Set;

    fn map() -> Map {
        let all = (1..=7).flat_map(|column| (1..=7).map(move |row| (format!("{column:02}{row:02}"), column, row)));
        let mut map = HexGrid { orientation: Orientation::Flat, shifted: Shifted::Even }.build(all);
        map.seal(&[CostRule { name: "sail".into(), base: Some(1), ..CostRule::default() }]);
        map
    }

    fn names(map: &Map, spaces: impl IntoIterator<Item = SpaceId>) -> Vec<String> {
        spaces.into_iter().map(|space| map.names.name(space).to_owned()).collect()
    }

    fn with_query<T>(map: &Map, headings: u8, points: u16, cost: u16, stops: &[&str], work: impl Fn(&Reach) -> T) -> T {
        let find = |name: &str| map.names.find(name).unwrap();
        let none: Set<SpaceId> = Set::empty(map.len());
        let stops = Set::of(map.len(), stops.iter().map(|name| find(name)));
        let turning = Turning { heading: 0, headings, first: Direction::new(0), cost };
        work(&Reach {
            movement: MovementId(0),
            from: find("0404"),
            points,
            blocked: none.words(),
            stops: stops.words(),
            full: none.words(),
            terms: Terms { turning: Some(turning), ..Terms::default() },
        })
    }

    fn reach(map: &Map, headings: u8, points: u16, cost: u16, stops: &[&str]) -> Vec<String> {
        with_query(map, headings, points, cost, stops, |query| {
            let mut out = Set::empty(map.len());
            map.reach(query, &mut FloodScratch::default(), out.words_mut());
            names(map, out.iter())
        })
    }

    #[test]
    fn a_unit_moves_ahead_and_pays_to_turn() {
        let map = map();
        assert_eq!(reach(&map, 6, 2, 9, &[]), ["0402", "0403", "0404"], "it has no points to turn");
        assert_eq!(reach(&map, 6, 2, 1, &[]), ["0304", "0402", "0403", "0404", "0504"], "a turn and a hex");
        assert_eq!(reach(&map, 6, 2, 0, &[]).len(), 19, "turns are free");
        let stopped = reach(&map, 6, 2, 1, &["0403"]);
        assert_eq!(stopped, ["0304", "0403", "0404", "0504"], "it stops, and has no more to gain by turning");
    }

    #[test]
    fn a_unit_that_faces_a_corner_enters_the_hexes_beside_it() {
        let map = map();
        let found = with_query(&map, 12, 1, 9, &[], |query| {
            let turning = query.terms.turning.map(|turning| Turning { heading: 1, ..turning });
            let query = Reach { terms: Terms { turning, ..query.terms }, ..*query };
            let mut out = Set::empty(map.len());
            map.reach(&query, &mut FloodScratch::default(), out.words_mut());
            names(&map, out.iter())
        });
        assert_eq!(found, ["0403", "0404", "0504"]);
    }

    #[test]
    fn the_way_and_the_heading_at_its_end_are_known() {
        let map = map();
        let goal = map.names.find("0503").unwrap();
        with_query(&map, 6, 3, 1, &[], |query| {
            let table = TurnTable::search(&map, query).unwrap();
            assert_eq!(table.cheapest(goal), Some((1, 3)));
            assert_eq!(map.cost(query, goal), Some(3));
            let way = map.way(query, goal).unwrap();
            assert_eq!((way.len(), map.routes(query, goal, &[0])), (3, vec![way.clone()]));
            let here = map.names.find("0404").unwrap();
            assert_eq!(table.headings(here).map(|(heading, _)| heading).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
        });
    }
}
