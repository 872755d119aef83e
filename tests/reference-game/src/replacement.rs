//! Replacements and the reinforcement (10.0, 11.0).

use crate::bits::Bits;
use crate::decision::{Choice, Decision, Player};
use crate::game::Game;
use crate::position::{Phase, Position};
use crate::spaces::SpaceSet;
use crate::tables::{BLACK_EDGE, BOARD, MOSCOW, RED_EDGE};
use crate::units::{FIRST_SHOCK, Side, UnitSet};

/// The replacement points of each side by turn (10.0), by [`Side`].
pub const POINTS: [[u8; 7]; 2] = [[5, 5, 4, 4, 5, 5, 5], [0, 1, 1, 1, 1, 1, 1]];

/// The turn of the 1st Shock Army (11.0).
pub const SHOCK_TURN: u8 = 4;

impl<P: Player> Game<P> {
    /// Phases 1 and 5: each point restores a reduced unit or builds one, at most one point per unit (10.1).
    pub fn replacement(&mut self, phase: Phase) {
        self.position.phase = phase;
        let side = phase.side();
        if side == Side::Soviet {
            self.reinforcement();
        }
        if (self.position.pool(side) | (self.position.reduced & side.units())) == 0 {
            return;
        }
        let linked = self.position.linked(side);
        let mut restorable = self.position.restorable(side, linked);
        for _ in 0..POINTS[side as usize][self.position.turn as usize - 1] {
            let spaces = self.position.building_sites(side, linked);
            let pool = if spaces.is_empty() { 0 } else { self.position.pool(side) };
            let units = restorable | pool;
            if units == 0 {
                return;
            }
            let Some(unit) = self.ask_unit(Decision::Replace { units }) else { return };
            if pool >> unit & 1 == 1 {
                let at = self.ask(Decision::Build { unit, spaces }).space();
                self.position.place(unit, at, 1);
            } else {
                self.position.restore(unit);
                restorable &= !(1 << unit);
            }
        }
    }

    /// 11.0 The 1st Shock Army enters on turn 4, or in a later Soviet replacement phase, before the points are spent.
    #[inline(always)]
    fn reinforcement(&mut self) {
        if self.position.turn < SHOCK_TURN || !self.position.shock_waits {
            return;
        }
        let spaces = RED_EDGE.without(self.position.filled()).without(self.position.zone(Side::German));
        if spaces.is_empty() {
            return;
        }
        if let Choice::Space(at) = self.ask(Decision::Enter { spaces }) {
            self.position.shock_waits = false;
            self.position.place(FIRST_SHOCK, at, 2);
        }
    }
}

impl Position {
    /// 10.0 The spaces in communication with a side's edge, assuming a friend is or was there. The space itself may be
    /// in an enemy zone of control, the rest of the line may not.
    pub fn linked(&self, side: Side) -> SpaceSet {
        let enemy = side.other();
        let blocked = self.occupied[enemy as usize] | self.zone(enemy);
        let free = BOARD.without(blocked);
        let mut line = (edge(side) & free) | hinterland(side, blocked);
        loop {
            let once = line | (line.neighbours() & free);
            let twice = once | (once.neighbours() & free);
            if twice == line {
                return edge(side) | line | line.neighbours();
            }
            line = twice;
        }
    }

    /// 10.2, 10.3 The reduced units a side may restore.
    #[inline(always)]
    fn restorable(&self, side: Side, linked: SpaceSet) -> UnitSet {
        let spaces = if side == Side::Soviet { linked | SpaceSet::one(MOSCOW) } else { linked };
        let standing = |unit: &u8| spaces.contains(self.units[*unit as usize].space);
        Bits(self.reduced & side.units()).filter(standing).fold(0, |units, unit| units | 1 << unit)
    }

    /// 10.2, 10.3 Where a side may build: empty spaces of its edge, its empty cities in communication, and for the
    /// Soviets Moscow even out of communication.
    #[inline(always)]
    pub fn building_sites(&self, side: Side, linked: SpaceSet) -> SpaceSet {
        let cities = self.owned[side as usize];
        let moscow = if side == Side::Soviet { SpaceSet::one(MOSCOW) } else { SpaceSet::EMPTY };
        (edge(side) | (cities & (linked | moscow))).without(self.filled())
    }
}

/// 10.2, 10.3 The edge a side's units come from.
#[inline(always)]
const fn edge(side: Side) -> SpaceSet {
    match side {
        Side::Soviet => RED_EDGE,
        Side::German => BLACK_EDGE,
    }
}

/// The spaces nearer to a side's edge than any blocked space, in numerical order. Columns run north to south, the first
/// is the black edge and the last the red edge, so these spaces need no flood.
#[inline(always)]
fn hinterland(side: Side, blocked: SpaceSet) -> SpaceSet {
    match side {
        Side::Soviet => blocked.above(),
        Side::German => blocked.below(),
    }
}
