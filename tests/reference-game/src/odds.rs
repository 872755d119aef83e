//! The odds of a battle and the combat results table (9.0 to 9.2, 12.2).

use crate::bits::Bits;
use crate::position::Position;
use crate::tables::{RIVERS, ROUGH};
use crate::units::{PANZERS, UnitSet};

/// A result of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Outcome {
    /// NE
    None,
    /// DR
    Retreat,
    /// DRL
    RetreatAndLoss,
    /// AL
    AttackerLoss,
    /// EX
    Exchange,
    /// DE
    Eliminated,
}

use Outcome::{AttackerLoss as AL, Eliminated as DE, Exchange as EX, None as NE, Retreat as DR, RetreatAndLoss as DRL};

/// The combat results table: a row per die roll, a column per odds from 1:1 to 6:1.
const RESULTS: [[Outcome; 6]; 6] = [
    [DR, DR, DR, DR, DR, DRL],
    [EX, DR, DR, DR, DRL, DRL],
    [EX, EX, DR, EX, DRL, DE],
    [NE, EX, EX, DRL, DRL, DE],
    [NE, NE, EX, DRL, DE, DE],
    [AL, NE, DRL, DE, DE, DE],
];

/// The result of a roll of 1 to 6 in a column of 1 to 6.
#[inline(always)]
pub fn result(column: i32, roll: u8) -> Outcome {
    RESULTS[roll as usize - 1][column as usize - 1]
}

impl Position {
    /// 9.0 to 9.2 The column of a battle: the odds to one, at most six, minus the shifts; nothing happens below 1.
    /// `from` contains the directions of the attackers.
    #[inline(always)]
    pub fn column(&self, defender: u8, attackers: UnitSet, from: u8) -> i32 {
        let attack = self.doubled_attack(attackers);
        let odds = attack / (2 * self.strength(defender));
        odds.min(6) as i32 - self.shifts(self.units[defender as usize].space, from)
    }

    /// 9.0, 12.2 Twice the strength of the attack, so that halving panzers in mud keeps the half point.
    #[inline(always)]
    pub fn doubled_attack(&self, attackers: UnitSet) -> u32 {
        let sum = |units| Bits(units).map(|unit| self.strength(unit)).sum::<u32>();
        if self.mud() { 2 * sum(attackers & !PANZERS) + sum(attackers & PANZERS) } else { 2 * sum(attackers) }
    }

    /// 9.2 One column for terrain, one if all attackers are across a river.
    #[inline(always)]
    fn shifts(&self, space: u8, from: u8) -> i32 {
        ROUGH.contains(space) as i32 + (from & !RIVERS[space as usize] == 0) as i32
    }
}
