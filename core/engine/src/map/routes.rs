//! Routes that differ in what they pass: which towns a unit takes on its way.

use super::{IMPASSABLE, Map, Reach};
use crate::ids::{Id, SpaceId};
use crate::set::bits;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// More spaces of interest than this within one reach are not told apart.
const MOST: usize = 12;

impl Map {
    /// The ways to `goal` that pass as many spaces of `prefer` as can be: one for each largest set of them, cheapest first
    /// within a set, ordered by the set (its first space is the lowest bit).
    pub fn routes(&self, query: &Reach, goal: SpaceId, prefer: &[u64]) -> Vec<Vec<SpaceId>> {
        let mut near = vec![0; self.words()];
        self.reach(query, &mut near);
        if !bits::has(&near, goal.index()) {
            return Vec::new();
        }
        bits::intersect(&mut near, prefer);
        let wanted: Vec<SpaceId> = bits::iter(&near).take(MOST).map(SpaceId::from_index).collect();
        let passed = Passed::search(self, query, &wanted);
        let masks: Vec<u32> = passed.cheapest.keys().filter(|(at, _)| *at == goal.0).map(|(_, mask)| *mask).collect();
        let largest = |mask: &&u32| !masks.iter().any(|other| other != *mask && other & **mask == **mask);
        masks.iter().filter(largest).map(|&mask| passed.path(goal, mask)).collect()
    }
}

/// The cheapest way to every space for every set of wanted spaces passed.
struct Passed {
    cheapest: BTreeMap<(u16, u32), (u16, Option<(u16, u32)>)>,
}

impl Passed {
    fn search(map: &Map, query: &Reach, wanted: &[SpaceId]) -> Passed {
        let bit = |space: SpaceId| wanted.iter().position(|&at| at == space).map_or(0, |at| 1 << at);
        let start = (query.from.0, bit(query.from));
        let mut passed = Passed { cheapest: BTreeMap::from([(start, (0, None))]) };
        let mut open = BinaryHeap::from([Reverse((0u16, start))]);
        while let Some(Reverse((spent, state))) = open.pop() {
            let at = SpaceId(state.0);
            let held = spent > 0 && bits::has(query.stops, at.index());
            if held || spent > passed.cheapest[&state].0 {
                continue;
            }
            let costs = map.costs[query.movement.index()].of(at);
            for (link, &cost) in map.links(at).iter().zip(costs) {
                let total = spent.saturating_add(cost as u16);
                if cost == IMPASSABLE || total > query.points || bits::has(query.blocked, link.to.index()) {
                    continue;
                }
                let next = (link.to.0, state.1 | bit(link.to));
                if passed.cheapest.get(&next).is_none_or(|(known, _)| total < *known) {
                    passed.cheapest.insert(next, (total, Some(state)));
                    open.push(Reverse((total, next)));
                }
            }
        }
        passed
    }

    fn path(&self, goal: SpaceId, mask: u32) -> Vec<SpaceId> {
        let mut state = (goal.0, mask);
        let mut path = vec![goal];
        while let Some(previous) = self.cheapest[&state].1 {
            path.push(SpaceId(previous.0));
            state = previous;
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use super::super::{CostRule, HexGrid, Orientation, Shifted};
    use super::*;
    use crate::ids::MovementId;
    use crate::set::Set;

    #[test]
    fn a_route_takes_the_towns_it_can_and_tells_alternatives_apart() {
        let all = (1..=5).flat_map(|column| (1..=5).map(move |row| (format!("{column:02}{row:02}"), column, row)));
        let mut map = HexGrid { orientation: Orientation::Flat, shifted: Shifted::Even }.build(all);
        map.seal(&[CostRule { name: "foot".into(), base: Some(1), ..CostRule::default() }]);
        let find = |name: &str| map.names.find(name).unwrap();
        let none: Set<SpaceId> = Set::empty(map.len());
        let query = |points| Reach { movement: MovementId(0), from: find("0103"), points, blocked: none.words(), stops: none.words() };
        let towns = Set::of(map.len(), [find("0202"), find("0203"), find("0401")]);
        let short = map.routes(&query(2), find("0303"), towns.words());
        assert_eq!(short.len(), 2, "north about or south about");
        assert_eq!(short[0], [find("0103"), find("0202"), find("0303")]);
        let long = map.routes(&query(3), find("0303"), towns.words());
        assert_eq!(long.len(), 1, "three points take both towns");
        assert!(long[0].contains(&find("0202")) && long[0].contains(&find("0203")) && long[0].len() == 4);
        assert!(map.routes(&query(1), find("0303"), towns.words()).is_empty());
    }
}
