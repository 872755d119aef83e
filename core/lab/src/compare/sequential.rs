//! Decides when a comparison has its answer: a group-sequential test. docs/decisions/0009 explains the choice of test.
//!
//! The amount of information needed is planned in advance, and the allowed error is spent as information arrives: at
//! each look, the share of the error spent so far may rise to the share of the planned information gathered so far.
//! Looking repeatedly and stopping at will does not raise the error above the planned level.

use super::interval::difference_within;
use super::walk::RandomWalk;
use super::{Estimate, Pairs, won};
use crate::question::ComparisonQuestion;
use crate::shard::SeedRow;
use crate::stats::critical_value;
use serde::{Deserialize, Serialize};

/// The number of pairs between looks.
const LOOK: u64 = 20;

/// The minimum number of pairs for an answer; with fewer, the mean is too uncertain.
pub const MIN_COMPARED_PAIRS: u64 = 100;

/// The power of the plan: the probability that an ordinary test, with a single look at the planned amount of
/// information, detects a difference as large as the margin.
const POWER: f64 = 0.96;

/// A conclusion about a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// There is a difference.
    Different,
    /// Any difference is smaller than the margin.
    Same,
    /// No conclusion yet.
    Open,
}

/// The answer to a comparison: from the first look that reached a conclusion, or else from all pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ComparisonAnswer {
    /// The conclusion.
    pub verdict: Verdict,
    /// The pairs on which the answer is based. Later pairs do not change it.
    pub pairs: Pairs,
    /// The difference with its repeated confidence interval, which holds at every look: it excludes 0 if and only if
    /// the verdict is that there is a difference.
    pub repeated: Estimate,
    /// The share of the planned information gathered so far; once it reaches 1, no more differences are detected.
    pub progress: f64,
}

/// A comparison that receives pairs one by one, in the order of the seeds.
#[derive(Clone, Debug)]
pub struct SequentialTest {
    question: ComparisonQuestion,
    /// The critical value of an ordinary test.
    ordinary: f64,
    /// The amount of information needed, as 1 / variance of the difference.
    plan: f64,
    pairs: Pairs,
    walk: RandomWalk,
    /// The critical value of the last look at which error could be spent.
    critical: Option<f64>,
    has_ended: bool,
    verdict: Verdict,
}

impl SequentialTest {
    /// Creates a comparison without any pairs.
    pub fn new(question: &ComparisonQuestion) -> SequentialTest {
        let ordinary = critical_value(question.error);
        SequentialTest {
            question: question.clone(),
            ordinary,
            plan: ((ordinary + critical_value(2.0 * (1.0 - POWER))) / question.margin).powi(2),
            pairs: Pairs::default(),
            walk: RandomWalk::new(),
            critical: None,
            has_ended: false,
            verdict: Verdict::Open,
        }
    }

    /// Adds a pair. Once there is an answer, it does not change.
    pub fn add(&mut self, first: bool, second: bool) {
        if self.is_answered() {
            return;
        }
        self.pairs.add(first, second);
        if first != second && !self.has_ended {
            self.walk.step();
        }
        let count = self.pairs.count();
        if count >= MIN_COMPARED_PAIRS && count.is_multiple_of(LOOK) {
            self.look();
        }
    }

    /// Adds the new pairs of two variants of an experiment; `rows` contains all pairs, starting with the first.
    pub fn follow(&mut self, rows: &[SeedRow], a: usize, b: usize) {
        for row in rows.iter().skip(self.pairs.count() as usize) {
            let [first, second] = [a, b].map(|at| won(row, at, &self.question.side));
            self.add(first, second);
        }
    }

    /// Returns whether a look has found the answer.
    pub fn is_answered(&self) -> bool {
        self.verdict != Verdict::Open
    }

    /// Returns the current conclusion.
    pub fn answer(&self) -> ComparisonAnswer {
        let progress = if self.has_ended { self.progress().max(1.0) } else { self.progress().min(1.0) };
        ComparisonAnswer { verdict: self.verdict, pairs: self.pairs, repeated: self.repeated_interval(), progress }
    }

    fn look(&mut self) {
        if !self.has_ended {
            if self.walk.narrow(self.alpha_spent()) {
                // Halfway between the boundary and the nearest position before it, two steps away, so that rounding
                // makes no difference.
                self.critical = Some((self.walk.boundary() - 1) as f64 / (self.pairs.discordant() as f64).sqrt());
            }
            if self.pairs.lead() >= self.walk.boundary() {
                self.verdict = Verdict::Different;
                return;
            }
            self.has_ended = self.progress() >= 1.0;
        }
        if self.has_ended {
            let Estimate { low, high, .. } = self.repeated_interval();
            let is_within = low > -self.question.margin && high < self.question.margin;
            self.verdict = if is_within { Verdict::Same } else { Verdict::Open };
        }
    }

    /// Returns the share of the planned information gathered so far.
    ///
    /// With few discordant pairs their true rate is uncertain: the score interval of a count of 0 extends to the square
    /// of its critical value, so that square is added to the number of pairs.
    fn progress(&self) -> f64 {
        let variance =
            (self.pairs.discordant() as f64 + self.ordinary.powi(2)) / (self.pairs.count().max(1) as f64).powi(2);
        1.0 / (variance * self.plan)
    }

    /// Returns how much of the allowed error may have been spent by now.
    fn alpha_spent(&self) -> f64 {
        self.question.error * self.progress().min(1.0)
    }

    /// Returns the repeated confidence interval: Tango's, at the critical value of the look.
    ///
    /// Once all planned information has been gathered, no more differences are detected, and the ordinary interval
    /// applies. Unless a difference has been found, the interval is widened to include 0, which was never rejected.
    fn repeated_interval(&self) -> Estimate {
        let critical = match self.critical {
            _ if self.has_ended => self.ordinary,
            Some(critical) => critical,
            None => critical_value(self.alpha_spent()),
        };
        let found = difference_within(&self.pairs, critical);
        match self.verdict {
            Verdict::Different => found,
            _ => Estimate { low: found.low.min(0.0), high: found.high.max(0.0), ..found },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    fn test(margin: f64) -> SequentialTest {
        SequentialTest::new(&ComparisonQuestion { side: "red".into(), margin, error: 0.05 })
    }

    /// Plays pairs with the given rates of gained and forfeited pairs, per 1,000, until there is an answer or the
    /// maximum is reached.
    fn played(
        test: &mut SequentialTest,
        (gained, forfeited): (u64, u64),
        most: u64,
        numbers: &mut ChaCha8Rng,
    ) -> ComparisonAnswer {
        while test.pairs.count() < most && !test.is_answered() {
            let drawn = numbers.next_u64() % 1000;
            test.add(drawn >= gained && drawn < gained + forfeited, drawn < gained);
        }
        test.answer()
    }

    #[test]
    fn the_whole_plan_spends_the_error_and_no_more() {
        // The error spent depends only on the rate of discordant pairs, not on how many are gained and how many
        // forfeited.
        for (every, unspent) in [(2, 0.002), (5, 0.003), (15, 0.006)] {
            let mut test = test(0.03);
            while !test.has_ended {
                let count = test.pairs.count();
                let is_apart = count.is_multiple_of(every);
                test.add(is_apart && (count / every).is_multiple_of(2), is_apart && !(count / every).is_multiple_of(2));
            }
            let crossed = test.walk.crossed;
            assert!(crossed <= 0.05 && crossed > 0.05 - unspent, "every {every}: {crossed}");
        }
    }

    #[test]
    fn verdict_and_interval_agree_at_every_look() {
        let mut numbers = ChaCha8Rng::seed_from_u64(1);
        let mut seen = [0; 3];
        for (gained, forfeited) in
            [(250, 250), (275, 225), (265, 235), (30, 30), (60, 30), (10, 4), (3, 0), (0, 40), (0, 0)]
        {
            for _ in 0..10 {
                let mut test = test(0.03);
                for most in (0..=4000).step_by(7) {
                    let ComparisonAnswer { verdict, repeated: Estimate { value, low, high }, pairs, progress } =
                        played(&mut test, (gained, forfeited), most, &mut numbers);
                    let has_zero = (low..=high).contains(&0.0);
                    assert_eq!(has_zero, verdict != Verdict::Different, "{pairs:?}: {low} to {high}");
                    assert!(
                        (low..=high).contains(&value) && (-1.0..=1.0).contains(&low) && (-1.0..=1.0).contains(&high)
                    );
                    assert!(verdict != Verdict::Same || progress >= 1.0 && low > -0.03 && high < 0.03, "{pairs:?}");
                    assert!(
                        verdict == Verdict::Open
                            || pairs.count() >= MIN_COMPARED_PAIRS && pairs.count().is_multiple_of(LOOK)
                    );
                }
                seen[test.verdict as usize] += 1;
            }
        }
        assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
    }

    #[test]
    fn few_pairs_that_fall_apart_end_no_plan_early() {
        let mut test = test(0.03);
        let mut numbers = ChaCha8Rng::seed_from_u64(1);
        let answer = played(&mut test, (0, 0), 10_000, &mut numbers);
        assert_eq!((answer.verdict, answer.pairs.count()), (Verdict::Same, 260));
        assert!(answer.repeated.high < 0.016, "no difference was seen: {answer:?}");
    }

    #[test]
    fn a_difference_as_large_as_the_margin_is_rarely_called_none() {
        for (gained, forfeited) in [(265, 235), (130, 100), (60, 30)] {
            let mut numbers = ChaCha8Rng::seed_from_u64(3);
            let all: Vec<ComparisonAnswer> =
                (0..400).map(|_| played(&mut test(0.03), (gained, forfeited), 10_000, &mut numbers)).collect();
            let share = |verdict: Verdict| all.iter().filter(|answer| answer.verdict == verdict).count() as f64 / 400.0;
            assert!(share(Verdict::Same) < 0.08, "{}", share(Verdict::Same));
            assert!(share(Verdict::Different) > 0.89, "{}", share(Verdict::Different));
        }
    }

    #[test]
    fn when_the_plan_has_ended_nothing_becomes_different_any_more() {
        let mut test = test(0.03);
        // The sides are level until the end of the plan, but the lead is too large for the variants to be the same.
        let mut pairs = (0..).map(|at| (at % 47 == 0 && at % 26 != 0, at % 26 == 0));
        while !test.has_ended {
            let (first, second) = pairs.next().expect("a pair");
            test.add(first, second);
        }
        assert_eq!(test.verdict, Verdict::Open, "{:?}", test.answer());
        for _ in 0..2000 {
            test.add(false, true);
        }
        let answer = test.answer();
        assert_eq!((answer.verdict, answer.repeated.low), (Verdict::Open, 0.0), "{answer:?}");
        assert!(answer.progress >= 1.0);
    }
}
