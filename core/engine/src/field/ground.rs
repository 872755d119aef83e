//! Terrain pieces on a table, and how they affect a way of moving.

use super::{Rectangle, Shape};
use crate::ids::UnitTypeId;

/// The maximum number of kinds of ground that a way of moving can distinguish, one bit per kind.
pub const MAX_KINDS: usize = 32;

/// How a kind of ground affects a way of moving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hold {
    /// The unit type of terrain pieces of this kind.
    pub kind: UnitTypeId,
    /// The cost per unit of length, in points; at least 1.
    pub cost: u16,
    /// The additional cost of entering the ground.
    pub enter: u16,
    /// Whether the ground cannot be entered.
    pub closed: bool,
    /// Whether a move stops on entering the ground.
    pub stops: bool,
    /// Whether moves on the ground are separate from moves off it: a move can enter the ground only with its first
    /// step, and leaving it ends the move.
    pub apart: bool,
    /// The maximum distance on the ground for a move that starts there.
    pub most: Option<u16>,
    /// Kinds of ground, such as bridges, that override this one where both are present; one bit per kind, by position
    /// in the list.
    pub under: u32,
}

/// A way of moving over a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Going {
    /// The name of the way of moving.
    pub name: String,
    /// The kinds of ground that affect the way of moving.
    pub holds: Vec<Hold>,
    /// Kinds of ground, such as roads: throughout the move, the base must overlap at least one of them. One bit per
    /// kind, by position in `holds`; 0 if the move may go anywhere.
    pub only: u32,
}

/// The terrain pieces on a table, as they affect one way of moving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    pub(super) going: Going,
    pieces: Vec<(u32, Shape)>,
}

/// The cost of a step, which may lead to other kinds of ground, and whether the move may continue after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GroundStep {
    pub(super) cost: u32,
    pub(super) goes_on: bool,
}

impl Ground {
    /// Collects the terrain pieces that affect this way of moving.
    pub fn new(going: &Going, pieces: impl IntoIterator<Item = (UnitTypeId, Shape)>) -> Ground {
        let bit = |kind: UnitTypeId| Some(1 << going.holds.iter().position(|hold| hold.kind == kind)?);
        let pieces = pieces.into_iter().filter_map(|(kind, shape)| Some((bit(kind)?, shape)));
        Ground { pieces: pieces.collect(), going: going.clone() }
    }

    /// Returns the kinds of ground that a base overlaps, except those that are overridden.
    pub(super) fn kinds(&self, base: &Rectangle) -> u32 {
        let all = self.pieces.iter().filter(|(_, shape)| shape.overlaps(base)).fold(0, |all, (bit, _)| all | bit);
        self.each(all).filter(|(_, hold)| hold.under & all == 0).fold(0, |kinds, (bit, _)| kinds | bit)
    }

    /// Returns whether a swept area covers plain ground only.
    pub(super) fn is_plain(&self, swept: &Shape) -> bool {
        let matters = |bit: u32| {
            self.each(bit).any(|(_, hold)| hold.closed || hold.stops || hold.apart || hold.cost > 1 || hold.enter > 0)
        };
        self.going.only == 0 && self.pieces.iter().all(|(bit, shape)| !matters(*bit) || !shape.is_within(swept, 0))
    }

    /// Returns whether a swept area contains no closed ground.
    pub(super) fn is_open(&self, swept: &Shape) -> bool {
        self.pieces
            .iter()
            .all(|(bit, shape)| self.each(*bit).all(|(_, hold)| !hold.closed) || !shape.is_within(swept, 0))
    }

    /// Returns whether ground of these kinds cannot be entered.
    pub(super) fn is_closed(&self, kinds: u32) -> bool {
        self.is_off(kinds) || self.each(kinds).any(|(_, hold)| hold.closed)
    }

    /// Returns whether the ground required by `only` is missing.
    fn is_off(&self, kinds: u32) -> bool {
        self.going.only != 0 && kinds & self.going.only == 0
    }

    /// Returns the cost of a step of `length` tenths of a unit from ground of the kinds `from` to ground of the kinds
    /// `to`; `None` if the step is not allowed. `first` marks the first step of a move.
    pub(super) fn step(&self, from: u32, to: u32, length: u32, first: bool) -> Option<GroundStep> {
        let (entered, left) = (to & !from, from & !to);
        if self.is_off(from) || self.is_closed(to) || (!first && self.each(entered).any(|(_, hold)| hold.apart)) {
            return None;
        }
        let factor = self.each(from | to).map(|(_, hold)| u32::from(hold.cost)).max().unwrap_or(1).max(1);
        let extra: u32 = self.each(entered).map(|(_, hold)| 10 * u32::from(hold.enter)).sum();
        let stopped = self.each(entered).any(|(_, hold)| hold.stops) || self.each(left).any(|(_, hold)| hold.apart);
        Some(GroundStep { cost: length * factor + extra, goes_on: !stopped })
    }

    /// Returns the maximum number of points, in tenths, that a move may have spent while it is still on the kinds of
    /// ground on which it started.
    pub(super) fn most(&self, began: u32, now: u32) -> u32 {
        let most = |hold: &Hold| hold.most.map(|most| u32::from(most) * 10 * u32::from(hold.cost.max(1)));
        self.each(began & now).filter_map(|(_, hold)| most(hold)).min().unwrap_or(u32::MAX)
    }

    fn each(&self, kinds: u32) -> impl Iterator<Item = (u32, &Hold)> {
        let all = self.going.holds.iter().enumerate().map(|(at, hold)| (1 << at, hold));
        all.filter(move |(bit, _)| kinds & bit != 0)
    }
}
