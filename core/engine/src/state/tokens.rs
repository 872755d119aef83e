//! Tokens: numbers that stand for hidden units on the map and are shown to the sides that do not know the units'
//! identities.
//!
//! A unit that has just been hidden, or a hidden unit that has just entered the map, gets a token before the next
//! question: the lowest free number. Tokens are assigned in the order of spaces, so that they reveal only what
//! everybody can see. When a hidden unit joins other hidden units of its side on a space, their tokens are shuffled, so
//! that they can no longer be told apart.

use crate::dice::scramble;
use crate::ids::{Id, UnitId};

/// The tokens, and the generator that shuffles them.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Tokens {
    /// The token of each unit, or 0 if it has none; empty until a unit is hidden for the first time.
    tokens: Vec<u16>,
    /// The state of the shuffling generator.
    mixer: u64,
}

impl Tokens {
    /// Returns whether nothing has ever been hidden.
    #[inline]
    pub fn is_unused(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Returns whether the tokens fit a battle with `units` units: there is one for each unit, or none at all.
    pub fn fits(&self, units: usize) -> bool {
        self.tokens.is_empty() || self.tokens.len() == units
    }

    /// Prepares the tokens for `units` units, unless this has been done already.
    pub fn begin(&mut self, units: usize, seed: u64) {
        if self.is_unused() {
            self.tokens = vec![0; units];
            self.mixer = seed;
        }
    }

    pub fn token(&self, unit: UnitId) -> u16 {
        self.tokens.get(unit.index()).copied().unwrap_or(0)
    }

    pub fn set(&mut self, unit: UnitId, token: u16) {
        self.tokens[unit.index()] = token;
    }

    /// Assigns the lowest free token to a unit. `others` are the units on its side, whose tokens are taken.
    pub fn give(&mut self, unit: UnitId, others: impl Iterator<Item = UnitId>) {
        let mut taken: Vec<u16> = others.map(|other| self.token(other)).filter(|token| *token > 0).collect();
        taken.sort_unstable();
        let free = (1..).zip(&taken).take_while(|(token, taken)| token == *taken).count();
        self.set(unit, free as u16 + 1);
    }

    /// Shuffles the tokens among these units.
    pub fn mix(&mut self, units: &[UnitId]) {
        let mut tokens: Vec<u16> = units.iter().map(|unit| self.token(*unit)).collect();
        tokens.sort_unstable();
        for last in (1..tokens.len()).rev() {
            tokens.swap(last, (self.number() % (last as u64 + 1)) as usize);
        }
        units.iter().zip(tokens).for_each(|(unit, token)| self.set(*unit, token));
    }

    fn number(&mut self) -> u64 {
        self.mixer = self.mixer.wrapping_add(0x9e37_79b9_7f4a_7c15);
        scramble(self.mixer)
    }

    /// Returns a key for sorting units without tokens in an order that reveals nothing.
    pub fn shuffle_key(&self, unit: UnitId, moment: u64) -> u64 {
        scramble(self.mixer ^ moment.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ unit.index() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_free_token_is_given() {
        let units: Vec<UnitId> = (0..4).map(UnitId).collect();
        let mut tokens = Tokens::default();
        tokens.begin(4, 7);
        for unit in [2, 0, 3] {
            tokens.give(UnitId(unit), units.iter().copied());
        }
        assert_eq!([0, 1, 2, 3].map(|unit| tokens.token(UnitId(unit))), [2, 0, 1, 3]);
        tokens.set(UnitId(2), 0);
        tokens.give(UnitId(1), units.iter().copied());
        assert_eq!(tokens.token(UnitId(1)), 1);
    }

    #[test]
    fn who_mixes_can_be_anyone() {
        let mut tokens = Tokens::default();
        tokens.begin(2, 7);
        let (a, b) = (UnitId(0), UnitId(1));
        [a, b].into_iter().for_each(|unit| tokens.give(unit, [a, b].into_iter()));
        let mut first = 0;
        for _ in 0..1000 {
            tokens.mix(&[a, b]);
            first += usize::from(tokens.token(a) == 1);
        }
        assert!((400..600).contains(&first), "{first}");
    }
}
