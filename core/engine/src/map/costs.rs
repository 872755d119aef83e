//! Costs of moving from space to space, compiled for a map.

use super::flood::{FrontierMasks, LinkGroups, MASKS_UP_TO, NeighbourSets, Shifts};
use super::{CostRule, IMPASSABLE, Link, Map};
use crate::ids::{Id, MovementId, SpaceId};
use std::ops::Range;

/// The links of all spaces in one array, grouped by space.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    first: Vec<u32>,
    to: Vec<SpaceId>,
}

impl Steps {
    pub(super) fn new(links: &[Vec<Link>]) -> Steps {
        let mut steps = Steps { first: vec![0], to: Vec::new() };
        for links in links {
            steps.to.extend(links.iter().map(|link| link.to));
            steps.first.push(steps.to.len() as u32);
        }
        steps
    }

    /// Returns the range of a space's links in the array.
    #[inline]
    pub(super) fn of(&self, at: SpaceId) -> Range<usize> {
        self.first[at.index()] as usize..self.first[at.index() + 1] as usize
    }

    /// Returns the destinations of `links`.
    #[inline]
    pub(super) fn to(&self, links: Range<usize>) -> &[SpaceId] {
        &self.to[links]
    }
}

/// The costs of one way of moving.
#[derive(Clone, Debug, Default)]
pub(super) struct Costs {
    /// The cost of each link, in the order of [`Steps`].
    links: Vec<u8>,
    /// The lowest link cost.
    min_cost: u8,
    /// The highest link cost, leaving out closed links.
    max_cost: u8,
    /// The links that can be crossed, in groups.
    link_groups: LinkGroups,
    /// The neighbours of each space by cost, for small maps without free links.
    masks: FrontierMasks,
    /// The steps as shifts, for large maps on which every open link costs one point.
    even: Option<Shifts>,
}

impl Costs {
    pub(super) fn compile(map: &Map, rule: &CostRule) -> Costs {
        let links: Vec<u8> =
            map.all().flat_map(|at| map.links(at).iter().map(move |link| cost(map, rule, at, link))).collect();
        let min_cost = links.iter().copied().min().unwrap_or(IMPASSABLE);
        let max_cost = links.iter().copied().filter(|&cost| cost != IMPASSABLE).max().unwrap_or(0);
        let link_groups = LinkGroups::new(map, &links);
        let mut costs = Costs { links, min_cost, max_cost, link_groups, masks: FrontierMasks::new(), even: None };
        if map.len() > MASKS_UP_TO {
            costs.even = costs.make_shifts(map);
        } else if min_cost > 0 {
            costs.masks = costs.make_masks(map);
        }
        costs
    }

    fn make_masks(&self, map: &Map) -> FrontierMasks {
        let mut masks = FrontierMasks::new();
        for at in map.all() {
            for (link, &cost) in map.links(at).iter().zip(self.of(map, at)).filter(|(_, cost)| **cost != IMPASSABLE) {
                let class = masks.iter().position(|(known, _)| *known == cost).unwrap_or_else(|| {
                    masks.push((cost, NeighbourSets::new(map.len())));
                    masks.len() - 1
                });
                masks[class].1.insert(at, link.to);
            }
        }
        masks.sort_by_key(|(cost, _)| *cost);
        masks
    }

    /// Returns the steps as shifts; `None` unless every open link costs one point and most links are open. If few links
    /// are open, as with railways, it is faster to follow them.
    fn make_shifts(&self, map: &Map) -> Option<Shifts> {
        let open = self.links.iter().filter(|&&cost| cost != IMPASSABLE);
        let is_even = open.clone().all(|&cost| cost == 1) && open.count() * 2 > self.links.len();
        is_even.then(|| Shifts::new(map, |at, number| self.of(map, at)[number] == 1)).flatten()
    }

    /// Returns the costs of a space's links, in link order.
    fn of(&self, map: &Map, at: SpaceId) -> &[u8] {
        self.links(map.steps.of(at))
    }

    /// Returns the costs of `links`.
    #[inline]
    pub(super) fn links(&self, links: Range<usize>) -> &[u8] {
        &self.links[links]
    }

    /// Returns the lowest link cost.
    pub(super) fn min_cost(&self) -> u8 {
        self.min_cost
    }

    /// Returns the highest link cost, leaving out closed links.
    pub(super) fn max_cost(&self) -> u8 {
        self.max_cost
    }

    pub(super) fn link_groups(&self) -> &LinkGroups {
        &self.link_groups
    }

    pub(super) fn masks(&self) -> &FrontierMasks {
        &self.masks
    }

    pub(super) fn even(&self) -> Option<&Shifts> {
        self.even.as_ref()
    }
}

fn cost(map: &Map, rule: &CostRule, from: SpaceId, link: &Link) -> u8 {
    if rule.along.is_some_and(|feature| link.features & feature == 0) {
        return IMPASSABLE;
    }
    let terrain = map.terrain(link.to);
    let named = rule.terrain.iter().find(|(named, _)| *named == terrain).map(|(_, cost)| *cost);
    let over = rule.over.iter().filter(|(feature, _)| link.features & feature != 0).map(|(_, cost)| *cost).min();
    let Some(mut total) = over.or(named).or(rule.base) else { return IMPASSABLE };
    let town = |space| rule.bridge_terrain.contains(&map.terrain(space));
    if link.features & rule.bridges != 0 || town(from) || town(link.to) {
        return total;
    }
    for (feature, extra) in &rule.across {
        if link.features & feature != 0 {
            total = total.saturating_add(*extra);
        }
    }
    total
}

impl Map {
    /// Returns whether a border can be crossed by at least one way of moving. If the map has no ways of moving, every
    /// border is open.
    pub fn is_open(&self, from: SpaceId, to: SpaceId) -> bool {
        self.costs.is_empty() || self.movements.iter().any(|(movement, _)| self.step_cost(movement, from, to).is_some())
    }

    /// Returns whether a way of moving can cross some border at no cost.
    pub fn has_free_links(&self, movement: MovementId) -> bool {
        self.costs[movement.index()].min_cost == 0
    }

    /// Returns the cost of a step between adjacent spaces; `None` if they are not adjacent or the border is closed.
    pub fn step_cost(&self, movement: MovementId, from: SpaceId, to: SpaceId) -> Option<u8> {
        let at = self.links(from).iter().position(|link| link.to == to)?;
        Some(self.costs[movement.index()].of(self, from)[at]).filter(|&cost| cost != IMPASSABLE)
    }
}
