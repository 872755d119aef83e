//! Ground: the pieces that lie on a table, and what they are to a way of moving.

use super::{Rectangle, Shape};
use crate::ids::UnitTypeId;

/// So many kinds of ground a way of moving can tell apart; each has a bit.
pub const MAX_KINDS: usize = 32;

/// What a kind of ground is to a way of moving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hold {
    /// The type of the pieces.
    pub kind: UnitTypeId,
    /// How many points each unit of length costs; at least 1.
    pub cost: u16,
    /// What coming onto it costs besides.
    pub enter: u16,
    /// Nobody comes onto it.
    pub closed: bool,
    /// Whoever comes onto it stops.
    pub stops: bool,
    /// A move is all on it or all off it: who comes onto it begins beside it, who leaves it stops.
    pub apart: bool,
    /// The most that can be gone on it by who begins there.
    pub most: Option<u16>,
    /// Where one of these kinds lies as well, this one counts for nothing: bridges. A bit for each, by its place in the
    /// list.
    pub under: u32,
}

/// A way of moving over a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Going {
    /// Its name.
    pub name: String,
    /// The kinds of ground that are something to it.
    pub holds: Vec<Hold>,
    /// Whoever moves so is always on one of these kinds, in whole or in part: roads. A bit for each, by its place in
    /// the list; none where one moves anywhere.
    pub only: u32,
}

/// The pieces on a table, as a way of moving sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    pub(super) going: Going,
    pieces: Vec<(u32, Shape)>,
}

/// What a step from some ground onto other costs, and whether one may go on from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GroundStep {
    pub(super) cost: u32,
    pub(super) goes_on: bool,
}

impl Ground {
    /// The ground made of these pieces; those that are nothing to this way of moving are left out.
    pub fn new(going: &Going, pieces: impl IntoIterator<Item = (UnitTypeId, Shape)>) -> Ground {
        let bit = |kind: UnitTypeId| Some(1 << going.holds.iter().position(|hold| hold.kind == kind)?);
        let pieces = pieces.into_iter().filter_map(|(kind, shape)| Some((bit(kind)?, shape)));
        Ground { pieces: pieces.collect(), going: going.clone() }
    }

    /// The kinds of ground a base stands on, in whole or in part, without those that lie under others.
    pub(super) fn kinds(&self, base: &Rectangle) -> u32 {
        let all = self.pieces.iter().filter(|(_, shape)| shape.overlaps(base)).fold(0, |all, (bit, _)| all | bit);
        self.each(all).filter(|(_, hold)| hold.under & all == 0).fold(0, |kinds, (bit, _)| kinds | bit)
    }

    /// Whether there is nothing but plain ground in what a base sweeps over.
    pub(super) fn is_plain(&self, swept: &Shape) -> bool {
        let matters = |bit: u32| {
            self.each(bit).any(|(_, hold)| hold.closed || hold.stops || hold.apart || hold.cost > 1 || hold.enter > 0)
        };
        self.going.only == 0 && self.pieces.iter().all(|(bit, shape)| !matters(*bit) || !shape.is_within(swept, 0))
    }

    /// Whether nothing that closes the way lies in what a base sweeps over.
    pub(super) fn is_open(&self, swept: &Shape) -> bool {
        self.pieces
            .iter()
            .all(|(bit, shape)| self.each(*bit).all(|(_, hold)| !hold.closed) || !shape.is_within(swept, 0))
    }

    /// Whether nobody may stand on these kinds.
    pub(super) fn is_closed(&self, kinds: u32) -> bool {
        self.is_off(kinds) || self.each(kinds).any(|(_, hold)| hold.closed)
    }

    /// Whether there is nothing of what one has to keep to.
    fn is_off(&self, kinds: u32) -> bool {
        self.going.only != 0 && kinds & self.going.only == 0
    }

    /// A step from some ground onto other, so many tenths of a unit long. The first step of a move is `first`.
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

    /// The most points, in tenths, that can be spent on ground where a move began and still is.
    pub(super) fn most(&self, began: u32, now: u32) -> u32 {
        let most = |hold: &Hold| hold.most.map(|most| u32::from(most) * 10 * u32::from(hold.cost.max(1)));
        self.each(began & now).filter_map(|(_, hold)| most(hold)).min().unwrap_or(u32::MAX)
    }

    fn each(&self, kinds: u32) -> impl Iterator<Item = (u32, &Hold)> {
        let all = self.going.holds.iter().enumerate().map(|(at, hold)| (1 << at, hold));
        all.filter(move |(bit, _)| kinds & bit != 0)
    }
}
