//! Whether comparisons keep their word: how often a variant is called different from itself, and how many games it takes to find a
//! difference of a known size.
//!
//! A thousand comparisons would be millions of games. Games from different seeds know nothing of each other, so that who won can
//! be drawn at random from a pool of games that were played; what is tested, the looking again and again, is the real thing.

use super::{Pairs, Question, Verdict, is_answered};
use crate::stats::Proportion;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::Serialize;

/// What many comparisons of two variants came to.
#[derive(Clone, Debug, Serialize)]
pub struct Trials {
    /// The difference there is.
    pub planted: f64,
    /// Comparisons that called them different.
    pub different: Proportion,
    /// Of those, how many were wrong about who is helped.
    pub astray: u64,
    /// Comparisons that called them the same.
    pub same: u64,
    /// Comparisons that were not settled by the last pair.
    pub open: u64,
    /// Pairs until it was called different: a quarter, a half, three quarters and nine tenths of those comparisons needed no more.
    pub pairs: [u64; 4],
}

/// What calibration found.
#[derive(Clone, Debug, Serialize)]
pub struct Calibration {
    /// Comparisons of each kind.
    pub repetitions: u64,
    /// At most so many pairs in each.
    pub most: u64,
    /// The win rate of the side.
    pub rate: f64,
    /// A variant against itself.
    pub itself: Trials,
    /// Against one in which the side wins this much more often.
    pub planted: Trials,
}

/// Calibrates with the wins of a side in a pool of games, all pairs being as unlike as luck makes them.
pub fn calibrate(pool: &[bool], question: &Question, planted: f64, (repetitions, most): (u64, u64), seed: u64) -> Calibration {
    let rate = pool.iter().filter(|won| **won).count() as f64 / pool.len().max(1) as f64;
    let mut numbers = ChaCha8Rng::seed_from_u64(seed);
    let mut trials = |planted: f64| {
        let all = (0..repetitions).map(|_| one(pool, question, planted / (1.0 - rate).max(1e-9), most, &mut numbers));
        Trials::new(planted, all.collect())
    };
    Calibration { repetitions, most, rate, itself: trials(0.0), planted: trials(planted) }
}

/// One comparison: a game that was lost is won in the second variant with a chance.
fn one(pool: &[bool], question: &Question, chance: f64, most: u64, numbers: &mut ChaCha8Rng) -> (Pairs, Verdict) {
    let mut pairs = Pairs::default();
    while pairs.count() < most && !is_answered(&pairs, question) {
        let first = draw(pool, numbers);
        let second = draw(pool, numbers) || (chance > 0.0 && unit(numbers) < chance);
        pairs.add(first, second);
    }
    (pairs, pairs.verdict(question.margin, question.error))
}

fn draw(pool: &[bool], numbers: &mut ChaCha8Rng) -> bool {
    pool[((u128::from(numbers.next_u64()) * pool.len() as u128) >> 64) as usize]
}

fn unit(numbers: &mut ChaCha8Rng) -> f64 {
    (numbers.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

impl Trials {
    fn new(planted: f64, all: Vec<(Pairs, Verdict)>) -> Trials {
        let count = |verdict: Verdict| all.iter().filter(|(_, found)| *found == verdict).count() as u64;
        let mut needed: Vec<u64> = Vec::new();
        let mut astray = 0;
        for (pairs, _) in all.iter().filter(|(_, verdict)| *verdict == Verdict::Different) {
            needed.push(pairs.count());
            astray += u64::from(planted != 0.0 && pairs.difference() * planted < 0.0);
        }
        needed.sort_unstable();
        let part = |share: f64| needed.get(((needed.len() as f64 * share).ceil() as usize).saturating_sub(1)).copied().unwrap_or(0);
        Trials {
            planted,
            different: Proportion::new(count(Verdict::Different), all.len() as u64),
            astray,
            same: count(Verdict::Same),
            open: count(Verdict::Open),
            pairs: [part(0.25), part(0.5), part(0.75), part(0.9)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_variants_are_rarely_called_different_and_five_points_are_found() {
        let question = Question { side: "blue".into(), margin: 0.03, error: 0.05 };
        let pool: Vec<bool> = (0..1000).map(|at| at % 2 == 0).collect();
        let found = calibrate(&pool, &question, 0.05, (200, 10_000), 1);
        assert!(found.itself.different.value() <= 0.05, "{found:?}");
        assert!(found.planted.different.value() >= 0.9 && found.planted.astray <= 2, "{found:?}");
        assert!(found.planted.pairs.windows(2).all(|two| two[0] <= two[1]) && found.planted.pairs[1] < 6_000, "{found:?}");
    }
}
