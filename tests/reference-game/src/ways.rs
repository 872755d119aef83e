//! The enemy cities a unit can capture on its way to a goal (10.0).

use crate::ground::{Flood, Ground};
use crate::path::List;
use crate::spaces::SpaceSet;

/// The maximum number of cities a unit chooses among, as a test confirms.
const MAX_CITIES: usize = 5;

/// The maximum number of sets of [`MAX_CITIES`] of which none contains another.
const MAX_WAYS: usize = 10;

/// The largest sets of cities a unit can capture on its way to the goal, in ascending order of the sets read as numbers
/// (the first city is the lowest bit). `cities` are the enemy cities it can pass.
pub fn ways(from: u8, goal: u8, points: u8, cities: SpaceSet, ground: &Ground) -> List<SpaceSet, MAX_WAYS> {
    let flood = ground.flood(from, points);
    let stages = stages(goal, cities, ground, &flood);
    let mut search = Search { goal, stages: &stages, feasible: [false; 1 << MAX_CITIES] };
    search.visit(&flood, points, 0);
    let mut ways = List::new(SpaceSet::EMPTY);
    for set in (0..1usize << stages.len()).filter(|&set| search.is_largest(set)) {
        let taken = stages.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1);
        ways.push(taken.fold(SpaceSet::EMPTY, |all, (_, (city, _))| all | SpaceSet::one(*city)));
    }
    ways
}

/// The cities that can be captured, and where a unit can go from each with the points left there.
fn stages(goal: u8, cities: SpaceSet, ground: &Ground, flood: &Flood) -> List<(u8, Flood), MAX_CITIES> {
    let mut stages = List::new((0, Flood::NONE));
    for city in cities.iter().filter(|&city| city != goal) {
        let left = flood.points - flood.cost(city).unwrap_or(flood.points);
        let onward = ground.flood(city, left);
        if left > 0 && onward.cost(goal).is_some() {
            stages.push((city, onward));
        }
    }
    stages
}

/// Tries the cities in every order.
struct Search<'a> {
    goal: u8,
    /// The cities and where a unit can move from each.
    stages: &'a [(u8, Flood)],
    /// The sets of cities that leave enough points for the goal.
    feasible: [bool; 1 << MAX_CITIES],
}

impl Search<'_> {
    /// Visits the start of `flood` with `left` points and the cities in `taken` captured.
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

    /// Whether no other feasible set contains this one. Subsets of a feasible set are feasible, so it is enough to try
    /// one more city.
    fn is_largest(&self, set: usize) -> bool {
        let more = |bit: usize| set >> bit & 1 == 0 && self.feasible[set | 1 << bit];
        self.feasible[set] && !(0..self.stages.len()).any(more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::March;
    use crate::tables::{BOARD, CITIES, SPACES};

    #[test]
    fn there_is_a_place_for_every_city_on_the_way() {
        let mut most = 0;
        for (march, points) in [(March::Ordinary, 6), (March::Rail, 4)] {
            let ground = Ground { open: BOARD, held: SpaceSet::EMPTY, march, mud: false };
            for from in 0..SPACES as u8 {
                let flood = ground.flood(from, points);
                let cities = CITIES.without(SpaceSet::one(from)) & flood.within[points as usize - 1];
                let on_the_way = |goal| stages(goal, cities, &ground, &flood).len();
                most = most.max(flood.within[points as usize].iter().map(on_the_way).max().unwrap_or(0));
            }
        }
        assert_eq!(most, MAX_CITIES);
    }
}
