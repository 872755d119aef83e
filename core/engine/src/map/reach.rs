//! Where a unit can go: the question.

use super::flood::{RINGS, reach_rings};
use super::{FloodScratch, Map};
use crate::ids::{Id, MovementId, SpaceId};
use crate::set::bits;

/// A question: where can a unit go?
#[derive(Clone, Copy, Debug)]
pub struct Reach<'a> {
    /// The way of moving.
    pub movement: MovementId,
    /// Where the unit stands.
    pub from: SpaceId,
    /// Its movement points.
    pub points: u16,
    /// Spaces it may not enter.
    pub blocked: &'a [u64],
    /// Spaces in which it must stop on entering; starting in one does not hold it.
    pub stops: &'a [u64],
    /// Spaces it may pass but not end in; it may always stay where it is.
    pub full: &'a [u64],
    /// What else holds.
    pub terms: Terms<'a>,
}

/// What a flood keeps to besides its costs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms<'a> {
    /// Spaces it begins at besides the first.
    pub sources: &'a [u64],
    /// Steps that cost more than the way of moving says, or that are closed.
    pub steps: &'a [StepRule<'a>],
    /// Whether a unit can always go to the next space, if the way there is not closed.
    pub one_step: bool,
}

/// Steps from some spaces into others cost at least what another way of moving says.
#[derive(Clone, Copy, Debug)]
pub struct StepRule<'a> {
    /// The spaces such a step leaves; `None`: any.
    pub from: Option<&'a [u64]>,
    /// The spaces it enters.
    pub into: &'a [u64],
    /// The way of moving that says what it costs.
    pub movement: MovementId,
}

impl Terms<'_> {
    /// Whether they change nothing.
    fn are_plain(&self) -> bool {
        self.sources.is_empty() && self.steps.is_empty() && !self.one_step
    }
}

impl Map {
    /// The spaces in which a unit can end its move, its own included, into `out`.
    pub fn reach(&self, query: &Reach, scratch: &mut FloodScratch, out: &mut [u64]) {
        self.reach_any(query, scratch, out);
        bits::subtract(out, query.full);
        bits::insert(out, query.from.index());
    }

    /// The spaces a unit can come to, whether it may end there or not.
    fn reach_any(&self, query: &Reach, scratch: &mut FloodScratch, out: &mut [u64]) {
        let costs = &self.costs[query.movement.index()];
        if !costs.masks().is_empty() && usize::from(query.points) < RINGS && query.terms.are_plain() {
            return reach_rings(costs.masks(), query, out);
        }
        out.fill(0);
        match costs.even() {
            Some(shifts) if query.terms.steps.is_empty() && !query.terms.one_step => {
                self.spread_evenly(shifts, query, out)
            }
            _ => self.spread(query, scratch, |_, word, spaces| out[word] |= spaces),
        }
    }
}
