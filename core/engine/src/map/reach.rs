//! Queries for the spaces that a unit can reach.

use super::flood::{RINGS, reach_rings};
use super::{FloodScratch, Map, Turning};
use crate::ids::{Id, MovementId, SpaceId};
use crate::set::bits;

/// A query for the spaces that a unit can reach.
#[derive(Clone, Copy, Debug)]
pub struct Reach<'a> {
    /// The way of moving.
    pub movement: MovementId,
    /// The unit's current space.
    pub from: SpaceId,
    /// The movement points of the unit.
    pub points: u16,
    /// Spaces the unit may not enter.
    pub blocked: &'a [u64],
    /// Spaces in which the unit must stop when it enters them. It may leave such a space if it starts there.
    pub stops: &'a [u64],
    /// Spaces that the unit may pass through, but in which it may not end its move. It may always stay in its starting
    /// space.
    pub full: &'a [u64],
    /// Additional conditions.
    pub terms: Terms<'a>,
}

/// Additional conditions on a flood, which most queries do not need.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms<'a> {
    /// Additional starting spaces.
    pub sources: &'a [u64],
    /// Steps that cost more than usual, or are closed.
    pub steps: &'a [StepRule<'a>],
    /// Whether a unit can always move one space, regardless of its movement points, if the border is not closed.
    pub one_step: bool,
    /// How the unit turns; `None` if it moves in any direction.
    pub turning: Option<Turning>,
}

/// A minimum cost for certain steps, taken from another way of moving.
#[derive(Clone, Copy, Debug)]
pub struct StepRule<'a> {
    /// The spaces that the step leaves; `None` for any.
    pub from: Option<&'a [u64]>,
    /// The spaces that the step enters.
    pub into: &'a [u64],
    /// The way of moving that sets the minimum.
    pub movement: MovementId,
}

impl Terms<'_> {
    /// Returns whether there are no additional conditions.
    fn are_plain(&self) -> bool {
        self.sources.is_empty() && self.steps.is_empty() && !self.one_step && self.turning.is_none()
    }
}

impl Map {
    /// Writes to `out` the spaces in which a unit can end its move, including its starting space.
    pub fn reach(&self, query: &Reach, scratch: &mut FloodScratch, out: &mut [u64]) {
        self.reach_any(query, scratch, out);
        bits::subtract(out, query.full);
        bits::insert(out, query.from.index());
    }

    /// Writes to `out` the spaces that a unit can reach, including those where it may not end its move.
    fn reach_any(&self, query: &Reach, scratch: &mut FloodScratch, out: &mut [u64]) {
        let costs = &self.costs[query.movement.index()];
        if !costs.masks().is_empty() && usize::from(query.points) < RINGS && query.terms.are_plain() {
            return reach_rings(costs.masks(), query, out);
        }
        out.fill(0);
        match costs.even() {
            Some(shifts) if query.terms.steps.is_empty() && !query.terms.one_step && query.terms.turning.is_none() => {
                self.spread_evenly(shifts, query, out)
            }
            _ => self.spread(query, scratch, |_, word, spaces| out[word] |= spaces),
        }
    }
}
