//! Floods: searches for the spaces that a unit can reach, in order of cost. All spaces with the same cost are expanded
//! together.

mod bit_shifts;
mod frontier;
mod grouped_links;
mod neighbour_sets;
mod scratch;

pub(super) use bit_shifts::Shifts;
pub(super) use frontier::{FrontierMasks, MASKS_UP_TO, RINGS, reach_rings};
pub(super) use grouped_links::LinkGroups;
pub(super) use neighbour_sets::NeighbourSets;
pub use scratch::FloodScratch;

use super::{IMPASSABLE, Map, Reach, TurnTable};
use crate::ids::{Id, SpaceId};
use crate::set::bits;
use scratch::Open;

/// A flood in progress. It reports the spaces that it reaches, word by word, with their costs.
struct Flood<'a, N> {
    map: &'a Map,
    query: &'a Reach<'a>,
    link_groups: &'a LinkGroups,
    /// The lowest cost of a step.
    min_cost: u32,
    scratch: &'a mut FloodScratch,
    note: N,
}

impl<N: FnMut(u32, usize, u64)> Flood<'_, N> {
    /// Starts from a space, even if units must stop there. The first step may cost up to `most`.
    fn begin(&mut self, start: usize, most: u32) {
        let (word, space) = (start / 64, 1 << (start % 64));
        self.scratch.open[word].close(space);
        (self.note)(0, word, space);
        self.leave(0, most, word, space);
    }

    /// Expands the spaces queued at cost `spent`; returns `false` if there are none.
    #[inline]
    fn come(&mut self, spent: u32) -> bool {
        let (points, mut found) = (self.query.points.into(), false);
        while let Some(words) = self.scratch.waiting.next(spent) {
            found = true;
            for word in words {
                let came = self.scratch.waiting.take(spent, word);
                let fresh = self.scratch.open[word].close(came);
                (self.note)(spent, word, fresh);
                // A unit that cannot pay for another step stops here.
                if spent + self.min_cost <= points {
                    self.leave(spent, points, word, fresh & !self.query.stops[word]);
                }
            }
        }
        found
    }

    /// Expands spaces, given as a word of a set, up to a total cost of `most`.
    #[inline]
    fn leave(&mut self, spent: u32, most: u32, word: usize, mut spaces: u64) {
        while spaces != 0 {
            let at = SpaceId::from_index(word * 64 + spaces.trailing_zeros() as usize);
            spaces &= spaces - 1;
            if self.leave_freely(spent, most, at) {
                self.leave_by_rules(spent, most, at);
            }
        }
    }

    /// Queues the neighbours of `at` that no step rule restricts. Returns `true` if step rules may restrict entry to
    /// other neighbours.
    #[inline]
    fn leave_freely(&mut self, spent: u32, most: u32, at: SpaceId) -> bool {
        let FloodScratch { waiting, open, .. } = &mut *self.scratch;
        let mut others = 0;
        for link_group in self.link_groups.of(at) {
            let (total, word) = (spent + u32::from(link_group.cost), usize::from(link_group.word));
            if total > most {
                break;
            }
            let Open { free, ruled } = open[word];
            others |= link_group.bits & ruled;
            if link_group.bits & free != 0 {
                waiting.add(total, word, link_group.bits & free);
            }
        }
        others != 0
    }

    /// Queues the neighbours of `at` to which step rules may restrict entry. A step rule can only raise a cost.
    fn leave_by_rules(&mut self, spent: u32, most: u32, at: SpaceId) {
        let links = self.map.steps.to(self.map.steps.of(at)).iter().map(|to| to.index()).enumerate();
        for (number, to) in links {
            if self.scratch.open[to / 64].ruled >> (to % 64) & 1 == 0 {
                continue;
            }
            let cost = self.map.link_cost(self.query, at, number);
            let total = spent + u32::from(cost);
            if cost != IMPASSABLE && total <= most {
                self.scratch.waiting.add(total, to / 64, 1 << (to % 64));
            }
        }
    }
}

impl Map {
    /// Returns the lowest cost of reaching a space; `None` if a unit cannot reach it.
    pub fn cost(&self, query: &Reach, to: SpaceId) -> Option<u16> {
        let mut cost = None;
        self.spread(query, &mut FloodScratch::default(), |spent, word, spaces| {
            if word == to.index() / 64 && spaces >> (to.index() % 64) & 1 == 1 {
                cost = Some(spent as u16);
            }
        });
        cost
    }

    /// Returns the lowest cost of reaching each space of the map; `None` for unreachable spaces.
    pub fn costs(&self, query: &Reach) -> Vec<Option<u16>> {
        let mut costs = vec![None; self.len()];
        self.spread(query, &mut FloodScratch::default(), |spent, word, spaces| {
            bits::iter(&[spaces]).for_each(|space| costs[word * 64 + space] = Some(spent as u16));
        });
        costs
    }

    /// Reports the spaces that can be reached, including those where a unit may not end its move. `note` receives a
    /// cost, the index of a word, and the spaces with that cost as the bits of this word.
    pub(super) fn spread(&self, query: &Reach, scratch: &mut FloodScratch, mut note: impl FnMut(u32, usize, u64)) {
        if let Some(table) = TurnTable::search(self, query) {
            let reached = self.all().filter_map(|space| Some((space.index(), table.cheapest(space)?.1)));
            return reached.for_each(|(space, cost)| note(cost.into(), space / 64, 1 << (space % 64)));
        }
        let costs = &self.costs[query.movement.index()];
        let dearest = query
            .terms
            .steps
            .iter()
            .map(|rule| self.costs[rule.movement.index()].max_cost())
            .fold(costs.max_cost(), u8::max);
        let last = if query.terms.one_step { query.points.max(dearest.into()) } else { query.points }.into();
        scratch.prepare(query, self.words, dearest);
        let min_cost = u32::from(costs.min_cost());
        let mut flood = Flood { map: self, query, link_groups: costs.link_groups(), min_cost, scratch, note };
        flood.begin(query.from.index(), last);
        bits::iter(query.terms.sources).for_each(|start| flood.begin(start, last));
        let (mut spent, mut empty) = (0, 0);
        // Free steps queue more spaces at the same cost, which is then expanded again.
        while spent <= last && empty < flood.scratch.waiting.rings() {
            empty = if flood.come(spent) { 0 } else { empty + 1 };
            spent += u32::from(min_cost > 0 || empty > 0);
        }
    }

    /// Returns the cost of leaving a space by one of its links, with step rules applied.
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

#[cfg(test)]
mod naive;
#[cfg(test)]
mod tests;
