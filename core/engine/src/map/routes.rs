//! Finds routes that differ in the spaces they pass through, such as the towns that a unit enters on its way.

use super::{IMPASSABLE, Map, Reach, TurnTable};
use crate::ids::{Id, SpaceId};
use crate::set::bits;

/// The maximum number of preferred spaces that are distinguished in one query.
const MAX_LANDMARKS: usize = 8;

impl Map {
    /// Returns routes to `goal` that pass through preferred spaces (those in `prefer`): the cheapest route for each set
    /// of preferred spaces to which no further one can be added. Routes are sorted by their sets, read as binary
    /// numbers with the first space as the lowest bit. For a unit that turns, returns one of the cheapest routes.
    pub fn routes(&self, query: &Reach, goal: SpaceId, prefer: &[u64]) -> Vec<Vec<SpaceId>> {
        if query.terms.turning.is_some() {
            return self.way(query, goal).into_iter().collect();
        }
        // A route through this space crosses at least `there + on` borders. Each costs a point or more, unless the map
        // has free borders.
        let free = self.has_free_links(query.movement);
        let detour = |space: &SpaceId| {
            let legs = self.distance(query.from, *space).zip(self.distance(*space, goal));
            free || legs.is_some_and(|(there, on)| there + on <= query.points.into())
        };
        let wanted: Vec<SpaceId> =
            bits::iter(prefer).map(SpaceId::from_index).filter(detour).take(MAX_LANDMARKS).collect();
        let passed = RouteTable::search(self, query, goal, &wanted);
        if passed.is_unreached(goal) && self.cost(query, goal).is_some() {
            return vec![vec![query.from, goal]]; // a single step that exceeds the movement points
        }
        let masks: Vec<usize> = (0..1 << wanted.len()).filter(|&mask| passed.cost(goal, mask) != UNREACHED).collect();
        let largest = |mask: &&usize| !masks.iter().any(|other| other != *mask && other & **mask == **mask);
        masks.iter().filter(largest).map(|&mask| passed.path(goal, mask)).collect()
    }
}

impl Map {
    /// Returns one of the cheapest paths to `goal` from a starting space; `None` if a unit cannot reach it.
    pub fn way(&self, query: &Reach, goal: SpaceId) -> Option<Vec<SpaceId>> {
        if let Some(table) = TurnTable::search(self, query) {
            return table.way(goal);
        }
        let costs = self.costs(query);
        costs[goal.index()]?;
        let is_start = |space: SpaceId| space == query.from || bits::has(query.terms.sources, space.index());
        let mut way = vec![goal];
        while let Some(&at) = way.last().filter(|at| !is_start(**at)) {
            let before = self.links(at).iter().map(|link| link.to).find(|&before| {
                !way.contains(&before)
                    && self.leads(query, &costs, before, at)
                    && (is_start(before) || !bits::has(query.stops, before.index()))
            });
            way.push(before?);
        }
        way.reverse();
        Some(way)
    }

    /// Returns whether the step between two spaces is part of a cheapest path.
    fn leads(&self, query: &Reach, costs: &[Option<u16>], from: SpaceId, to: SpaceId) -> bool {
        let (Some(spent), Some(total)) = (costs[from.index()], costs[to.index()]) else { return false };
        let step =
            self.links(from).iter().position(|link| link.to == to).map(|number| self.link_cost(query, from, number));
        step.is_some_and(|cost| cost != IMPASSABLE && spent.saturating_add(cost.into()) == total)
    }
}

const UNREACHED: u16 = u16::MAX;
const NONE: u32 = u32::MAX;

/// The nodes still to be expanded, by cost. Among nodes with equal costs, the last one added comes first.
struct RouteQueue {
    /// For each cost, the last entry in `all`.
    last: Vec<u32>,
    /// All nodes, each with the index of the previous entry that has the same cost.
    all: Vec<(u32, u32)>,
}

impl RouteQueue {
    fn push(&mut self, cost: u16, place: u32) {
        let cost = usize::from(cost);
        if self.last.len() <= cost {
            self.last.resize(cost + 1, NONE);
        }
        let before = std::mem::replace(&mut self.last[cost], self.all.len() as u32);
        self.all.push((place, before));
    }

    /// Removes the last node added with the lowest cost, which is `cost` or more.
    fn pop(&mut self, cost: &mut u16) -> Option<u32> {
        loop {
            let last = self.last.get_mut(usize::from(*cost))?;
            if let Some(&(place, before)) = self.all.get(*last as usize) {
                *last = before;
                return Some(place);
            }
            *cost = cost.checked_add(1)?;
        }
    }
}

/// The cheapest path to every space, for each set of preferred spaces on the way. A node of the search is a space
/// together with a set of preferred spaces.
struct RouteTable {
    spaces: usize,
    cost: Vec<u16>,
    previous: Vec<u32>,
}

impl RouteTable {
    /// Searches for the paths to `goal`, skipping nodes from which it cannot be reached with the remaining points.
    fn search(map: &Map, query: &Reach, goal: SpaceId, wanted: &[SpaceId]) -> RouteTable {
        let free = map.has_free_links(query.movement);
        let in_time =
            |at: SpaceId, spent: u16| free || u32::from(spent) + map.min_distance(at, goal) <= query.points.into();
        let places = map.len() << wanted.len();
        let mut passed = RouteTable { spaces: map.len(), cost: vec![UNREACHED; places], previous: vec![NONE; places] };
        let bit = |space: SpaceId| wanted.iter().position(|&at| at == space).map_or(0, |at| 1 << at);
        let start = passed.place(query.from, bit(query.from));
        passed.cost[start] = 0;
        let mut open = RouteQueue { last: Vec::new(), all: Vec::with_capacity(map.len()) };
        open.push(0, start as u32);
        // No other route matters once the goal is reached through all preferred spaces.
        let (best, mut spent) = (passed.place(goal, (1 << wanted.len()) - 1) as u32, 0);
        while let Some(place) = open.pop(&mut spent).filter(|&place| place != best) {
            if passed.cost[place as usize] == spent {
                passed.leave(map, query, place, bit, in_time, &mut open);
            }
        }
        passed
    }

    /// Expands the neighbours of a node.
    fn leave(
        &mut self,
        map: &Map,
        query: &Reach,
        place: u32,
        bit: impl Fn(SpaceId) -> usize,
        in_time: impl Fn(SpaceId, u16) -> bool,
        open: &mut RouteQueue,
    ) {
        let (at, mask) = (SpaceId::from_index(place as usize % self.spaces), place as usize / self.spaces);
        let spent = self.cost[place as usize];
        if spent > 0 && bits::has(query.stops, at.index()) {
            return;
        }
        let links = map.steps.of(at);
        let printed = map.costs[query.movement.index()].links(links.clone());
        for (number, (&to, &printed)) in map.steps.to(links).iter().zip(printed).enumerate() {
            if bits::has(query.blocked, to.index()) {
                continue;
            }
            let cost = if query.terms.steps.is_empty() { printed } else { map.link_cost(query, at, number) };
            let total = spent.saturating_add(cost.into());
            if cost == IMPASSABLE || total > query.points {
                continue;
            }
            let next = self.place(to, mask | bit(to));
            if total < self.cost[next] && in_time(to, total) {
                self.cost[next] = total;
                self.previous[next] = place;
                open.push(total, next as u32);
            }
        }
    }

    fn place(&self, space: SpaceId, mask: usize) -> usize {
        mask * self.spaces + space.index()
    }

    /// Returns whether a space cannot be reached with the movement points of the query.
    fn is_unreached(&self, space: SpaceId) -> bool {
        (space.index()..self.cost.len()).step_by(self.spaces).all(|place| self.cost[place] == UNREACHED)
    }

    fn cost(&self, space: SpaceId, mask: usize) -> u16 {
        self.cost[self.place(space, mask)]
    }

    fn path(&self, goal: SpaceId, mask: usize) -> Vec<SpaceId> {
        let mut place = self.place(goal, mask);
        let mut path = vec![goal];
        while self.previous[place] != NONE {
            place = self.previous[place] as usize;
            path.push(SpaceId::from_index(place % self.spaces));
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
        let query = |points| Reach {
            movement: MovementId(0),
            from: find("0103"),
            points,
            blocked: none.words(),
            stops: none.words(),
            full: none.words(),
            terms: super::super::Terms::default(),
        };
        let towns = Set::of(map.len(), [find("0202"), find("0203"), find("0401")]);
        let short = map.routes(&query(2), find("0303"), towns.words());
        assert_eq!(short.len(), 2, "one route passes to the north, the other to the south");
        assert_eq!(short[0], [find("0103"), find("0202"), find("0303")]);
        let long = map.routes(&query(3), find("0303"), towns.words());
        assert_eq!(long.len(), 1, "three points are enough for both towns");
        assert!(long[0].contains(&find("0202")) && long[0].contains(&find("0203")) && long[0].len() == 4);
        assert!(map.routes(&query(1), find("0303"), towns.words()).is_empty());
        assert_eq!(map.way(&query(9), find("0103")), Some(vec![find("0103")]));
        assert_eq!(map.way(&query(9), find("0503")).map(|way| way.len()), Some(5));
        assert_eq!(map.way(&query(3), find("0503")), None, "too far");
        let sources = Set::of(map.len(), [find("0501")]);
        let terms = super::super::Terms { sources: sources.words(), ..super::super::Terms::default() };
        assert_eq!(
            map.way(&Reach { terms, ..query(9) }, find("0503")).and_then(|way| way.first().copied()),
            Some(find("0501")),
            "the nearest source"
        );
    }
}
