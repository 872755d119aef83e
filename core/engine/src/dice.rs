//! Dice: a stream of numbers that any machine can reproduce from a seed and a position.
//!
//! ```
//! use grognard_engine::Dice;
//!
//! let mut dice = Dice::new(42, 0);
//! assert_eq!([dice.die(6), dice.die(6), dice.die(6)], [4, 4, 5]);
//!
//! // A checkpoint stores only the position.
//! let position = dice.position();
//! let next = dice.die(6);
//! dice.set_position(position);
//! assert_eq!(dice.die(6), next);
//! ```

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A stream of dice.
#[derive(Clone, Debug)]
pub struct Dice {
    stream: ChaCha8Rng,
}

impl Dice {
    /// Creates dice from a seed. Different streams of the same seed are independent.
    pub fn new(seed: u64, stream: u64) -> Dice {
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        dice.set_stream(stream);
        Dice { stream: dice }
    }

    /// Returns the number of 32-bit words taken from the stream so far.
    pub fn position(&self) -> u64 {
        self.stream.get_word_pos() as u64
    }

    /// Moves to a position in the stream.
    pub fn set_position(&mut self, position: u64) {
        self.stream.set_word_pos(position.into());
    }

    /// Rolls a die with `sides` sides, numbered from 1. Words that would favour low numbers are redrawn.
    pub fn die(&mut self, sides: u32) -> u32 {
        let fair = u32::MAX - u32::MAX % sides;
        loop {
            let word = self.stream.next_u32();
            if word < fair {
                return word % sides + 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_pinned() {
        let mut dice = Dice::new(42, 0);
        let first: Vec<u32> = (0..16).map(|_| dice.die(6)).collect();
        assert_eq!(first, [4, 4, 5, 1, 3, 3, 5, 4, 1, 3, 3, 4, 3, 4, 5, 6]);
        let mut dice = Dice::new(42, 1);
        let first: Vec<u32> = (0..8).map(|_| dice.die(6)).collect();
        assert_eq!(first, [5, 6, 4, 1, 4, 3, 5, 2]);
    }

    #[test]
    fn a_position_can_be_gone_back_to() {
        let mut dice = Dice::new(7, 0);
        (0..5).for_each(|_| {
            dice.die(6);
        });
        let (position, next) = (dice.position(), dice.clone().die(6));
        dice.set_position(0);
        dice.set_position(position);
        assert_eq!(dice.die(6), next);
    }
}
