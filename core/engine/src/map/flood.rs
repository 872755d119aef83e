//! Floods: the least cost to every space a unit can reach, link by link.

use super::{IMPASSABLE, Map, Reach};
use crate::ids::{Id, SpaceId};
use crate::set::bits;

/// What a flood found: the least cost to every space.
#[derive(Clone, Debug)]
pub struct Flood {
    cost: Vec<u16>,
}

const UNREACHED: u16 = u16::MAX;
const NONE: u32 = u32::MAX;

/// So many costs apart at most are two spaces that are both still to be left.
const COSTS: usize = 256;

/// The spaces still to be left, by what it costs to come to them.
struct Open {
    /// For each cost, counted round and round, the last entry in `all`.
    last: [u32; COSTS],
    /// Spaces, each with the entry before it that costs the same.
    all: Vec<(SpaceId, u32)>,
    waiting: usize,
    spent: u16,
}

impl Open {
    fn new() -> Open {
        Open { last: [NONE; COSTS], all: Vec::with_capacity(64), waiting: 0, spent: 0 }
    }

    fn push(&mut self, cost: u16, space: SpaceId) {
        let before = std::mem::replace(&mut self.last[usize::from(cost) % COSTS], self.all.len() as u32);
        self.all.push((space, before));
        self.waiting += 1;
    }

    /// A space that costs least, and its cost.
    fn pop(&mut self) -> Option<(u16, SpaceId)> {
        if self.waiting == 0 {
            return None;
        }
        self.waiting -= 1;
        loop {
            let last = &mut self.last[usize::from(self.spent) % COSTS];
            if let Some(&(space, before)) = self.all.get(*last as usize) {
                *last = before;
                return Some((self.spent, space));
            }
            self.spent += 1;
        }
    }
}

impl Map {
    /// The least cost to every space a unit can come to.
    pub fn flood(&self, query: &Reach) -> Flood {
        Flood { cost: self.spread(query, &mut vec![0; self.words()]) }
    }

    /// The least costs; the spaces that can be come to, whether a unit may end there or not, are added to `reached`.
    pub(super) fn spread(&self, query: &Reach, reached: &mut [u64]) -> Vec<u16> {
        let mut least = vec![UNREACHED; self.len()];
        let mut open = Open::new();
        for start in bits::iter(query.terms.sources).chain([query.from.index()]) {
            least[start] = 0;
            bits::insert(reached, start);
            open.push(0, SpaceId::from_index(start));
        }
        let cheapest = u16::from(self.costs[query.movement.index()].least());
        while let Some((spent, at)) = open.pop() {
            if spent == least[at.index()] {
                self.leave(query, at, spent, |to, total| {
                    if total < least[to.index()] {
                        least[to.index()] = total;
                        bits::insert(reached, to.index());
                        // Whoever must stop here, or can pay no further step, goes no farther.
                        if total.saturating_add(cheapest) <= query.points && !bits::has(query.stops, to.index()) {
                            open.push(total, to);
                        }
                    }
                });
            }
        }
        least
    }

    /// The steps out of a space that can be paid, and what has been spent after each.
    #[inline]
    fn leave(&self, query: &Reach, at: SpaceId, spent: u16, mut step: impl FnMut(SpaceId, u16)) {
        let most = if query.terms.one_step && query.begins_at(at) { UNREACHED - 1 } else { query.points };
        let links = self.steps.of(at);
        let costs = self.costs[query.movement.index()].links(links.clone());
        let ruled = query.terms.steps.iter().any(|rule| rule.from.is_none_or(|from| bits::has(from, at.index())));
        for (number, (&to, &cost)) in self.steps.to(links).iter().zip(costs).enumerate() {
            if cost == IMPASSABLE || spent.saturating_add(cost.into()) > most || bits::has(query.blocked, to.index()) {
                continue;
            }
            let cost = if ruled { self.link_cost(query, at, number) } else { cost };
            let total = spent.saturating_add(cost.into());
            if cost != IMPASSABLE && total <= most {
                step(to, total);
            }
        }
    }

    /// What it costs to leave a space by one of its links, with the rules for steps.
    #[inline]
    pub(super) fn link_cost(&self, query: &Reach, at: SpaceId, number: usize) -> u8 {
        let link = self.steps.of(at).start + number;
        let to = self.steps.to(link..link + 1)[0].index();
        let mut cost = self.costs[query.movement.index()].links(link..link + 1)[0];
        for rule in query.terms.steps {
            if bits::has(rule.into, to) && rule.from.is_none_or(|from| bits::has(from, at.index())) {
                cost = cost.max(self.costs[rule.movement.index()].links(link..link + 1)[0]);
            }
        }
        cost
    }
}

impl Flood {
    /// The least cost to a space; `None` if it cannot be reached.
    pub fn cost(&self, to: SpaceId) -> Option<u16> {
        Some(self.cost[to.index()]).filter(|&cost| cost != UNREACHED)
    }
}

#[cfg(test)]
mod tests;
