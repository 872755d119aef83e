//! Random numbers, and a player that uses them.

use crate::decision::{Choice, Decision, Options, Player};
use crate::position::Position;

/// A small generator (splitmix64): fast, and good enough for play.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator; the same seed gives the same numbers.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// 64 random bits.
    #[inline(always)]
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`.
    #[inline(always)]
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.word() >> 32) * bound as u64) >> 32) as u32
    }
}

/// A player that picks every option, and stopping, with the same probability.
#[derive(Clone, Debug)]
pub struct RandomPlayer(pub Random);

impl RandomPlayer {
    /// A random player; the same seed plays the same games.
    pub const fn new(seed: u64) -> RandomPlayer {
        RandomPlayer(Random::new(seed))
    }
}

impl Player for RandomPlayer {
    #[inline(always)]
    fn choose(&mut self, _: &Position, decision: &Decision) -> Choice {
        let options = decision.options();
        if let Options::Several(units) = options {
            return Choice::Units(some_of(&mut self.0, units));
        }
        let count = options.count();
        let index = self.0.below(count + decision.may_stop() as u32);
        if index == count { Choice::Stop } else { options.nth(index) }
    }

    #[inline(always)]
    fn roll(&mut self) -> u8 {
        1 + self.0.below(6) as u8
    }
}

/// A random non-empty subset of the units.
#[inline(always)]
fn some_of(random: &mut Random, units: u64) -> u64 {
    debug_assert!(units != 0);
    loop {
        let chosen = random.word() & units;
        if chosen != 0 {
            return chosen;
        }
    }
}
