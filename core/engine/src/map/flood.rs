//! Floods: the least cost to every space a unit can reach, link by link.

use super::{IMPASSABLE, Map, Reach};
use crate::ids::{Id, SpaceId};
use crate::set::bits;

/// What a flood found: the least cost to every space.
#[derive(Clone, Debug)]
pub struct Flood {
    /// What is left of all points there can be; nothing where nobody comes. Zeros are had for nothing, and every flood needs many.
    left: Vec<u16>,
}

/// More points than anybody has.
const ALL: u16 = u16::MAX;

/// So many costs apart at most are two spaces that are both still to be left.
const COSTS: usize = 256;

/// The spaces still to be left, by what it costs to come to them.
struct Open {
    /// For each cost, counted round and round, the number of the last entry in `all`, from 1.
    last: [u32; COSTS],
    /// Spaces, each with the entry before it that costs the same.
    all: Vec<(SpaceId, u32)>,
    waiting: usize,
    spent: u16,
}

impl Open {
    fn new() -> Open {
        Open { last: [0; COSTS], all: Vec::with_capacity(64), waiting: 0, spent: 0 }
    }

    fn push(&mut self, cost: u16, space: SpaceId) {
        let last = &mut self.last[usize::from(cost) % COSTS];
        self.all.push((space, *last));
        *last = self.all.len() as u32;
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
            if *last > 0 {
                let (space, before) = self.all[*last as usize - 1];
                *last = before;
                return Some((self.spent, space));
            }
            self.spent += 1;
        }
    }
}

/// A flood under way.
struct Spread<'a> {
    map: &'a Map,
    query: &'a Reach<'a>,
    /// As in [`Flood`].
    left: Vec<u16>,
    reached: &'a mut [u64],
    open: Open,
    /// What the cheapest step costs.
    cheapest: u16,
}

impl Spread<'_> {
    fn begin(&mut self, start: SpaceId) {
        self.left[start.index()] = ALL;
        bits::insert(self.reached, start.index());
        self.open.push(0, start);
    }

    /// Goes to the spaces next to one.
    fn leave(&mut self, spent: u16, at: SpaceId) {
        let Reach { movement, points, blocked, terms, .. } = self.query;
        let most = if terms.one_step && self.query.begins_at(at) { ALL - 1 } else { *points };
        let ruled = terms.steps.iter().any(|rule| rule.from.is_none_or(|from| bits::has(from, at.index())));
        let links = self.map.steps.of(at);
        let costs = self.map.costs[movement.index()].links(links.clone());
        for (number, (&to, &cost)) in self.map.steps.to(links).iter().zip(costs).enumerate() {
            // Most spaces next to one have been come to for less. Rules only add to what a step costs.
            if !self.is_better(spent, cost, most, to) || bits::has(blocked, to.index()) {
                continue;
            }
            let cost = if ruled { self.map.link_cost(self.query, at, number) } else { cost };
            if !ruled || self.is_better(spent, cost, most, to) {
                self.come(spent + u16::from(cost), to);
            }
        }
    }

    /// Whether a step can be made, and is the cheapest way to a space so far.
    #[inline]
    fn is_better(&self, spent: u16, cost: u8, most: u16, to: SpaceId) -> bool {
        let total = spent.saturating_add(cost.into());
        ALL - total > self.left[to.index()] && total <= most && cost != IMPASSABLE
    }

    #[inline]
    fn come(&mut self, total: u16, to: SpaceId) {
        self.left[to.index()] = ALL - total;
        bits::insert(self.reached, to.index());
        // Whoever must stop here, or can pay no further step, goes no farther.
        if total.saturating_add(self.cheapest) <= self.query.points && !bits::has(self.query.stops, to.index()) {
            self.open.push(total, to);
        }
    }
}

impl Map {
    /// The least cost to every space a unit can come to.
    pub fn flood(&self, query: &Reach) -> Flood {
        Flood { left: self.spread(query, &mut vec![0; self.words()]) }
    }

    /// What is left in every space; the spaces that can be come to, whether a unit may end there or not, are added to `reached`.
    pub(super) fn spread(&self, query: &Reach, reached: &mut [u64]) -> Vec<u16> {
        let cheapest = u16::from(self.costs[query.movement.index()].least());
        let mut spread = Spread { map: self, query, left: vec![0; self.len()], reached, open: Open::new(), cheapest };
        spread.begin(query.from);
        bits::iter(query.terms.sources).for_each(|source| spread.begin(SpaceId::from_index(source)));
        while let Some((spent, at)) = spread.open.pop() {
            if ALL - spent >= spread.left[at.index()] {
                spread.leave(spent, at);
            }
        }
        spread.left
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
        Some(ALL - self.left[to.index()]).filter(|&cost| cost != ALL)
    }
}

#[cfg(test)]
mod tests;
