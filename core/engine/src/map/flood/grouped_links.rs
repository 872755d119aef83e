//! Each space's links in groups: links that have the same cost and lead into the same word of a set are followed
//! together.

use crate::ids::{Id, SpaceId};
use crate::map::{IMPASSABLE, Map};

/// A group of links that start from one space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::map) struct LinkGroup {
    /// The destinations, as bits of a word.
    pub(in crate::map) bits: u64,
    /// The index of the word in the set.
    pub(in crate::map) word: u16,
    /// The cost of each link.
    pub(in crate::map) cost: u8,
}

/// The links that a way of moving can cross, by space, cheapest first.
#[derive(Clone, Debug, Default)]
pub(in crate::map) struct LinkGroups {
    first: Vec<u32>,
    all: Vec<LinkGroup>,
}

impl LinkGroups {
    /// Groups the links of a map, given their costs in the order of [`Map::all`] and [`Map::links`].
    pub(in crate::map) fn new(map: &Map, costs: &[u8]) -> LinkGroups {
        let mut link_groups = LinkGroups { first: vec![0], ..LinkGroups::default() };
        let mut costs = costs.iter();
        for at in map.all() {
            let links = map.links(at).iter().map(|link| link.to.index()).zip(&mut costs);
            links.filter(|(_, cost)| **cost != IMPASSABLE).for_each(|(to, &cost)| link_groups.add(to, cost));
            let first = link_groups.first[at.index()] as usize;
            link_groups.all[first..].sort_by_key(|link_group| (link_group.cost, link_group.word));
            link_groups.first.push(link_groups.all.len() as u32);
        }
        link_groups
    }

    /// Adds a link to the groups of the last space.
    fn add(&mut self, to: usize, cost: u8) {
        let (word, bit) = ((to / 64) as u16, 1 << (to % 64));
        let first = self.first[self.first.len() - 1] as usize;
        match self.all[first..].iter_mut().find(|link_group| (link_group.cost, link_group.word) == (cost, word)) {
            Some(link_group) => link_group.bits |= bit,
            None => self.all.push(LinkGroup { bits: bit, word, cost }),
        }
    }

    /// Returns the link groups of a space, cheapest first.
    #[inline]
    pub(in crate::map) fn of(&self, at: SpaceId) -> &[LinkGroup] {
        &self.all[self.first[at.index()] as usize..self.first[at.index() + 1] as usize]
    }
}
