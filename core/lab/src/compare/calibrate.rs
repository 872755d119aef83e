//! Whether comparisons keep their word: how often a variant is called different from itself, and how many games it takes to find a
//! difference of a known size, or to find none.
//!
//! A thousand comparisons would be millions of games. Games from different seeds know nothing of each other, so that who won can
//! be drawn at random from a pool of games that were played; what is tested, the looking again and again, is the real thing.

use super::{ComparisonAnswer, ComparisonQuestion, SequentialTest, Verdict};
use crate::stats::Proportion;
use grognard_play::CancelToken;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::Serialize;

/// What many comparisons of two variants came to.
#[derive(Clone, Debug, Serialize)]
pub struct ComparisonCounts {
    /// The difference there is.
    pub planted: f64,
    /// Comparisons that called them different.
    pub different: Proportion,
    /// Of those, how many were wrong about who is helped.
    pub astray: u64,
    /// Comparisons that called them the same.
    pub same: Proportion,
    /// Comparisons that were not settled by the last pair.
    pub open: Proportion,
    /// Comparisons whose interval, at the end, did not have the difference in it.
    pub missed: Proportion,
    /// Pairs until they were called different: a quarter, a half, three quarters and nine tenths of those comparisons needed no more.
    pub pairs: [u64; 4],
    /// Pairs until they were called the same.
    pub pairs_to_same: [u64; 4],
}

/// What calibration found.
#[derive(Clone, Debug, Serialize)]
pub struct Calibration {
    /// Comparisons of each kind that were to be made.
    pub repetitions: u64,
    /// At most so many pairs in each.
    pub most: u64,
    /// The win rate of the side.
    pub rate: f64,
    /// A variant against itself.
    pub itself: ComparisonCounts,
    /// Against one in which the side wins this much more often, or less often where it wins most games anyway.
    pub planted: ComparisonCounts,
}

impl Calibration {
    /// Whether all comparisons were made.
    pub fn is_complete(&self) -> bool {
        [&self.itself, &self.planted].iter().all(|trials| trials.made() == self.repetitions)
    }
}

/// Calibrates with the wins of a side in a pool of games, all pairs being as unlike as luck makes them. `planted` is a share of the
/// games, at most a half. If it is to stop, it has the comparisons that were made until then; without games there are none. `done` is
/// told after each how many were made.
pub fn calibrate(
    pool: &[bool],
    question: &ComparisonQuestion,
    planted: f64,
    (repetitions, most): (u64, u64),
    seed: u64,
    stop: &CancelToken,
    done: &dyn Fn(u64),
) -> Calibration {
    let rate = pool.iter().filter(|won| **won).count() as f64 / pool.len().max(1) as f64;
    let mut numbers = ChaCha8Rng::seed_from_u64(seed);
    // Where there is more room: games that were lost are won in the second variant with a chance, or the other way round.
    let helps = rate <= 0.5;
    let mut trials = |planted: f64, before: u64| {
        let chance = planted / if helps { 1.0 - rate } else { rate };
        let second = |won: bool, numbers: &mut ChaCha8Rng| if won == helps || unit(numbers) >= chance { won } else { helps };
        let numbered = (1..=repetitions).take_while(|_| !stop.is_asked() && !pool.is_empty());
        let all = numbered.map(|number| {
            let answer = one(pool, question, second, most, &mut numbers);
            done(before + number);
            answer
        });
        ComparisonCounts::new(if helps { planted } else { -planted }, &all.collect::<Vec<ComparisonAnswer>>())
    };
    Calibration { repetitions, most, rate, itself: trials(0.0, 0), planted: trials(planted, repetitions) }
}

/// One comparison; `second` says whether a game that was drawn is won in the second variant.
fn one(
    pool: &[bool],
    question: &ComparisonQuestion,
    second: impl Fn(bool, &mut ChaCha8Rng) -> bool,
    most: u64,
    numbers: &mut ChaCha8Rng,
) -> ComparisonAnswer {
    let mut test = SequentialTest::new(question);
    for _ in 0..most {
        let first = draw(pool, numbers);
        let drawn = draw(pool, numbers);
        test.add(first, second(drawn, numbers));
        if test.is_answered() {
            break;
        }
    }
    test.answer()
}

fn draw(pool: &[bool], numbers: &mut ChaCha8Rng) -> bool {
    pool[((u128::from(numbers.next_u64()) * pool.len() as u128) >> 64) as usize]
}

fn unit(numbers: &mut ChaCha8Rng) -> f64 {
    (numbers.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

impl ComparisonCounts {
    /// How many comparisons were made.
    pub fn made(&self) -> u64 {
        self.different.trials
    }

    fn new(planted: f64, all: &[ComparisonAnswer]) -> ComparisonCounts {
        let share = |is_one: &dyn Fn(&ComparisonAnswer) -> bool| {
            Proportion::new(all.iter().filter(|answer| is_one(answer)).count() as u64, all.len() as u64)
        };
        let called = |verdict: Verdict| share(&|answer| answer.verdict == verdict);
        let is_astray = |answer: &ComparisonAnswer| answer.verdict == Verdict::Different && answer.repeated.value * planted < 0.0;
        let misses = |answer: &ComparisonAnswer| !(answer.repeated.low..=answer.repeated.high).contains(&planted);
        ComparisonCounts {
            planted,
            different: called(Verdict::Different),
            astray: share(&is_astray).hits,
            same: called(Verdict::Same),
            open: called(Verdict::Open),
            missed: share(&misses),
            pairs: parts(all, Verdict::Different),
            pairs_to_same: parts(all, Verdict::Same),
        }
    }
}

/// The pairs that a quarter, a half, three quarters and nine tenths of the comparisons with this verdict needed at most.
fn parts(all: &[ComparisonAnswer], verdict: Verdict) -> [u64; 4] {
    let mut needed: Vec<u64> = all.iter().filter(|answer| answer.verdict == verdict).map(|answer| answer.pairs.count()).collect();
    needed.sort_unstable();
    let part = |share: f64| needed.get(((needed.len() as f64 * share).ceil() as usize).saturating_sub(1)).copied().unwrap_or(0);
    [0.25, 0.5, 0.75, 0.9].map(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(wins: u64, planted: f64) -> Calibration {
        let question = ComparisonQuestion { side: "blue".into(), margin: 0.03, error: 0.05 };
        let pool: Vec<bool> = (0..1000).map(|at| at < wins).collect();
        calibrate(&pool, &question, planted, (600, 10_000), 1, &CancelToken::new(), &|_| ())
    }

    #[test]
    fn a_variant_is_called_different_from_itself_in_five_comparisons_of_a_hundred() {
        for wins in [500, 35] {
            let itself = found(wins, 0.05).itself;
            // Of 600 comparisons 30 are expected, give or take 16: what a test that is right misses once in 300 times.
            assert!((15..=46).contains(&itself.different.hits), "{itself:?}");
            assert!(itself.open.value() < 0.02 && itself.missed.hits <= itself.different.hits, "{itself:?}");
        }
    }

    #[test]
    fn five_points_are_found_where_there_is_room_for_them() {
        for (wins, most) in [(500, 1700), (35, 450), (970, 450)] {
            let planted = found(wins, 0.05).planted;
            assert_eq!(planted.planted < 0.0, wins > 500);
            assert!(planted.different.value() > 0.99 && planted.astray <= 2, "{planted:?}");
            assert!(planted.pairs.windows(2).all(|two| two[0] <= two[1]) && planted.pairs[1] < most, "{planted:?}");
            assert!(planted.missed.value() < 0.05, "{planted:?}");
        }
    }

    #[test]
    fn half_of_all_games_can_be_planted_whatever_the_side_wins() {
        for wins in [0, 500, 1000] {
            let planted = found(wins, 0.5).planted;
            assert_eq!((planted.different.value(), planted.pairs), (1.0, [100; 4]), "{planted:?}");
        }
    }
}
