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
    share: Option<Share>,
}

/// The part of all results that falls to one of several dice.
#[derive(Clone, Copy, Debug)]
struct Share {
    number: u32,
    of: u32,
}

impl Dice {
    /// Creates dice from a seed. Different streams of the same seed are independent.
    pub fn new(seed: u64, stream: u64) -> Dice {
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        dice.set_stream(stream);
        Dice { stream: dice, share: None }
    }

    /// Creates `of` dice from a seed, at most 16, that share all results evenly: with six of them, the first roll of a
    /// six-sided die shows every face once, and so does the second. Each of them is as fair as any other die.
    pub fn shared(seed: u64, of: u32) -> Vec<Dice> {
        let of = of.clamp(1, 16);
        (0..of).map(|number| Dice { share: Some(Share { number, of }), ..Dice::new(seed, 3) }).collect()
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
        if let Some(share) = self.share {
            return self.shared_die(share, sides);
        }
        let fair = u32::MAX - u32::MAX % sides;
        loop {
            let word = self.stream.next_u32();
            if word < fair {
                return word % sides + 1;
            }
        }
    }

    /// Rolls a die whose results are spread over several dice: each takes another part of the range, in random order.
    fn shared_die(&mut self, Share { number, of }: Share, sides: u32) -> u32 {
        let (mut order, mut parts) = (self.stream.next_u64(), [0; 16]);
        for at in 0..of {
            let other = (order % u64::from(at + 1)) as usize;
            order /= u64::from(at + 1);
            parts[at as usize] = parts[other];
            parts[other] = at;
        }
        let within = u64::from(self.stream.next_u32());
        let place = (u64::from(parts[number as usize]) << 32) + within;
        (((place * u64::from(sides)) >> 32) / u64::from(of)) as u32 + 1
    }
}

/// Scrambles a number with the final step of the SplitMix64 generator.
pub fn scramble(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
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
    fn shared_dice_show_every_face_equally_often() {
        let mut counts = [[0; 6]; 6];
        for seed in 0..2000 {
            let mut dice = Dice::shared(seed, 6);
            let mut roll = || dice.iter_mut().map(|dice| dice.die(6)).collect::<Vec<u32>>();
            let (first, second) = (roll(), roll());
            first.iter().zip(&second).for_each(|(one, two)| counts[*one as usize - 1][*two as usize - 1] += 1);
            for mut faces in [first, second] {
                faces.sort_unstable();
                assert_eq!(faces, [1, 2, 3, 4, 5, 6]);
            }
        }
        let even = 2000.0 * 6.0 / 36.0;
        assert!(
            counts.iter().flatten().all(|count| (f64::from(*count) - even).abs() < 5.0 * even.sqrt()),
            "one die says nothing about the next: {counts:?}"
        );
        let tens: Vec<u32> = Dice::shared(5, 4).iter_mut().map(|dice| dice.die(10)).collect();
        assert!(tens.iter().all(|face| (1..=10).contains(face)), "{tens:?}");
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
