//! Positions: the state of a game as flat arrays and bit sets.

use crate::bits::Bits;
use crate::spaces::SpaceSet;
use crate::tables::{CITIES, NEIGHBOURS, NOWHERE, ROSLAVL, SMOLENSK, STARS};
use crate::units::{FIRST_SHOCK, STRENGTHS, Side, UNITS, UnitSet};

/// The place and the state of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// Its space, or [`NOWHERE`] off the map.
    pub space: u8,
    /// 2 at full strength, 1 reduced, 0 eliminated or not yet used.
    pub steps: u8,
}

/// The phases of a turn (4.0) and the set-up before the first (6.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Phase {
    /// The Germans set up (6.0).
    Setup,
    /// Phase 1.
    GermanReplacement,
    /// Phase 2.
    PanzerMovement,
    /// Phase 3.
    GermanCombat,
    /// Phase 4.
    GermanMovement,
    /// Phase 5.
    SovietReplacement,
    /// Phase 6.
    RailMovement,
    /// Phase 7.
    SovietCombat,
    /// Phase 8.
    SovietMovement,
    /// Phase 9.
    Maintenance,
}

impl Phase {
    /// The phasing side; maintenance belongs to the Soviet turn before it.
    #[inline(always)]
    pub const fn side(self) -> Side {
        if (self as u8) < Phase::SovietReplacement as u8 { Side::German } else { Side::Soviet }
    }
}

/// The state of a game. The fields from `on_map` on repeat `units` in other forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Every unit.
    pub units: [Unit; UNITS],
    /// The cities each side owns, by [`Side`] (10.0).
    pub owned: [SpaceSet; 2],
    /// The turn, 1 to 7.
    pub turn: u8,
    /// The phase.
    pub phase: Phase,
    /// Whether the 1st Shock Army has yet to enter (11.0).
    pub shock_waits: bool,
    /// The units on the map.
    pub on_map: UnitSet,
    /// The units on the map that are reduced.
    pub reduced: UnitSet,
    /// The spaces each side occupies, by [`Side`].
    pub occupied: [SpaceSet; 2],
    /// The unit on every space, or [`NOBODY`]; the entry of [`NOWHERE`] is always empty.
    pub occupants: [u8; 256],
}

/// No unit; as a bit of a unit set it is above the bits of all units.
pub const NOBODY: u8 = 63;

impl Position {
    /// The start of turn 1: the Soviet armies on their stars, the German corps not yet on the map (6.0).
    pub const START: Position = {
        let mut position = Position::BARE;
        let mut star = 0;
        while star < STARS.len() {
            position.place(star as u8 + 1, STARS[star], 1);
            star += 1;
        }
        position
    };

    /// A position with no units on the map, and the cities owned as at the start (10.0).
    pub const BARE: Position = {
        let mut german = SpaceSet::one(SMOLENSK);
        german.insert(ROSLAVL);
        Position {
            units: [Unit { space: NOWHERE, steps: 0 }; UNITS],
            owned: [CITIES.without(german), german],
            turn: 1,
            phase: Phase::Setup,
            shock_waits: true,
            on_map: 0,
            reduced: 0,
            occupied: [SpaceSet::EMPTY; 2],
            occupants: [NOBODY; 256],
        }
    };

    /// Places a unit that is off the map on an empty space.
    #[inline(always)]
    pub const fn place(&mut self, unit: u8, space: u8, steps: u8) {
        self.units[unit as usize] = Unit { space, steps };
        self.on_map |= 1 << unit;
        self.reduced |= (steps as u64 & 1) << unit;
        self.occupied[Side::of(unit) as usize].insert(space);
        self.occupants[space as usize] = unit;
        self.take(space, Side::of(unit));
    }

    /// Moves a unit to another, empty space; cities on the way are not captured.
    #[inline(always)]
    pub const fn shift(&mut self, unit: u8, to: u8) {
        let from = self.units[unit as usize].space;
        let side = Side::of(unit) as usize;
        self.units[unit as usize].space = to;
        self.occupants[from as usize] = NOBODY;
        self.occupants[to as usize] = unit;
        self.occupied[side] = self.occupied[side].without(SpaceSet::one(from)).or(SpaceSet::one(to));
        self.take(to, Side::of(unit));
    }

    /// 10.0 A city belongs to the side whose unit was there last.
    #[inline(always)]
    pub const fn take(&mut self, space: u8, side: Side) {
        if CITIES.contains(space) {
            self.owned[side as usize].insert(space);
            self.owned[side.other() as usize].remove(space);
        }
    }

    /// Takes a step from a unit. Returns the printed strength lost (EX).
    #[inline(always)]
    pub fn lose_step(&mut self, unit: u8) -> u8 {
        let [_, reduced, full] = STRENGTHS[unit as usize];
        if self.units[unit as usize].steps == 2 {
            self.units[unit as usize].steps = 1;
            self.reduced |= 1 << unit;
            full - reduced
        } else {
            self.eliminate(unit);
            reduced
        }
    }

    /// Removes a unit from the map.
    #[inline(always)]
    pub fn eliminate(&mut self, unit: u8) {
        let from = self.units[unit as usize].space;
        self.units[unit as usize] = Unit { space: NOWHERE, steps: 0 };
        self.on_map &= !(1 << unit);
        self.reduced &= !(1 << unit);
        self.occupied[Side::of(unit) as usize].remove(from);
        self.occupants[from as usize] = NOBODY;
    }

    /// 10.0 Restores a reduced unit to full strength.
    #[inline(always)]
    pub fn restore(&mut self, unit: u8) {
        self.units[unit as usize].steps = 2;
        self.reduced &= !(1 << unit);
    }

    /// A side's units on the map.
    #[inline(always)]
    pub fn army(&self, side: Side) -> UnitSet {
        self.on_map & side.units()
    }

    /// A side's units that may be built: those eliminated or not yet used, except one that waits for its entry (11.0).
    #[inline(always)]
    pub fn pool(&self, side: Side) -> UnitSet {
        side.units() & !self.on_map & !((self.shock_waits as u64) << FIRST_SHOCK)
    }

    /// The current strength of a unit.
    #[inline(always)]
    pub fn strength(&self, unit: u8) -> u32 {
        STRENGTHS[unit as usize][self.units[unit as usize].steps as usize & 3] as u32
    }

    /// 7.0 A side's zone of control.
    #[inline(always)]
    pub fn zone(&self, side: Side) -> SpaceSet {
        self.occupied[side as usize].neighbours()
    }

    /// The spaces with a unit.
    #[inline(always)]
    pub fn filled(&self) -> SpaceSet {
        self.occupied[0] | self.occupied[1]
    }

    /// The units adjacent to a space.
    #[inline(always)]
    pub fn beside(&self, space: u8) -> UnitSet {
        let at = |neighbour: u8| 1u64 << (self.occupants[neighbour as usize] & 63);
        let all = NEIGHBOURS[space as usize].iter().fold(0, |units, &neighbour| units | at(neighbour));
        all & !(1 << NOBODY)
    }

    /// The units of both sides on these spaces.
    #[inline(always)]
    pub fn units_on(&self, spaces: SpaceSet) -> UnitSet {
        spaces.iter().fold(0, |units, space| units | 1 << (self.occupants[space as usize] & 63)) & !(1 << NOBODY)
    }

    /// The spaces of these units.
    #[inline(always)]
    pub fn spaces_of(&self, units: UnitSet) -> SpaceSet {
        Bits(units).fold(SpaceSet::EMPTY, |spaces, unit| spaces | SpaceSet::one(self.units[unit as usize].space))
    }

    /// 12.0 Whether this is a mud turn.
    #[inline(always)]
    pub fn mud(&self) -> bool {
        self.turn == 3 || self.turn == 4
    }
}
