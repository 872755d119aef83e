//! Which enemy cities a unit can take on its way to a goal (10.0).

use crate::ground::{Flood, Ground};
use crate::path::List;
use crate::spaces::SpaceSet;

/// More cities than this never lie within one reach.
const MOST_CITIES: usize = 8;

/// The most sets of [`MOST_CITIES`] of which none holds another.
const MOST_WAYS: usize = 70;

/// The largest sets of cities a unit can take on its way to the goal, in ascending order of the sets read as numbers
/// (the first city is the lowest bit). `cities` are the enemy cities it can pass.
pub fn ways(from: u8, goal: u8, points: u8, cities: SpaceSet, ground: &Ground) -> List<SpaceSet, MOST_WAYS> {
    let flood = ground.flood(from, points);
    let mut stages = List::<(u8, Flood), MOST_CITIES>::new((0, Flood::NONE));
    for city in cities.iter().filter(|&city| city != goal) {
        let left = points - flood.cost(city).unwrap_or(points);
        stages.push((city, ground.flood(city, left.max(1))));
    }
    let mut search = Search { goal, stages: &stages, feasible: [false; 1 << MOST_CITIES] };
    search.visit(&flood, points, 0);
    let mut ways = List::new(SpaceSet::EMPTY);
    for set in (0..1usize << stages.len()).filter(|&set| search.is_largest(set)) {
        let taken = stages.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1);
        ways.push(taken.fold(SpaceSet::EMPTY, |all, (_, (city, _))| all | SpaceSet::one(*city)));
    }
    ways
}

/// Tries the cities in every order.
struct Search<'a> {
    goal: u8,
    /// The cities and where a unit can go from each.
    stages: &'a [(u8, Flood)],
    /// The sets of cities that leave enough points for the goal.
    feasible: [bool; 1 << MOST_CITIES],
}

impl Search<'_> {
    /// The unit stands where `flood` starts, has `left` points, and has taken the cities of `taken`.
    fn visit(&mut self, flood: &Flood, left: u8, taken: usize) {
        let within = |space: u8| flood.cost(space).filter(|&cost| cost <= left);
        if within(self.goal).is_some() {
            self.feasible[taken] = true;
        }
        for (bit, (city, next)) in self.stages.iter().enumerate() {
            if taken >> bit & 1 == 0
                && let Some(cost) = within(*city).filter(|&cost| cost < left)
            {
                self.visit(next, left - cost, taken | 1 << bit);
            }
        }
    }

    /// Whether no other feasible set holds this one. Every part of a feasible set is feasible, so one city more suffices.
    fn is_largest(&self, set: usize) -> bool {
        let more = |bit: usize| set >> bit & 1 == 0 && self.feasible[set | 1 << bit];
        self.feasible[set] && !(0..self.stages.len()).any(more)
    }
}
