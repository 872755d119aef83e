//! Compares two variants of a battle: how often each side wins, how certain the difference is, and what else changes.

mod effect;
mod interval;
mod pairs;
mod sequential;
mod walk;

pub use effect::{Effect, EffectGroup, Mean, effects, mean};
pub use interval::{Estimate, paired_difference};
pub use pairs::Pairs;
pub use sequential::{ComparisonAnswer, MIN_COMPARED_PAIRS, SequentialTest, Verdict};

use crate::question::ComparisonQuestion;
use crate::shard::{SeedRow, ShardFile};
use crate::stats::Proportion;
use serde::Serialize;

/// The result of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The question asked.
    pub question: ComparisonQuestion,
    /// The question for which the games were played, if it was a different one. Choosing a question after seeing the
    /// games makes a wrong answer more likely.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_for: Option<ComparisonQuestion>,
    /// The answer at the first look that found one, even if more games were played.
    pub answer: ComparisonAnswer,
    /// The results of all pairs.
    pub pairs: Pairs,
    /// The side's win rates in the first and second variants, with Wilson intervals.
    pub wins: [Proportion; 2],
    /// The shares of games won by each side and each alliance, and the shares of draws, in both variants.
    pub shares: Vec<(String, [Proportion; 2])>,
    /// The difference of the win rates over all pairs with its ordinary 95 % interval, valid for a number of games
    /// fixed in advance.
    pub difference: Estimate,
    /// The other quantities measured.
    pub effects: Vec<Effect>,
}

/// Returns whether a side or an alliance won the game played under a variant.
pub fn won(row: &SeedRow, variant: usize, side: &str) -> bool {
    row.games[variant].result.is_won_by(side)
}

/// Returns a side's results in the pairs of games under two variants.
pub fn pairs(rows: &[SeedRow], side: &str, a: usize, b: usize) -> Pairs {
    let mut pairs = Pairs::default();
    rows.iter().for_each(|row| pairs.add(won(row, a, side), won(row, b, side)));
    pairs
}

/// Returns whether the games in a file answer the question for which they were played.
pub fn is_answered(file: &ShardFile) -> bool {
    let Some(question) = file.head.question.as_ref().filter(|_| file.head.experiment.variants.len() == 2) else {
        return false;
    };
    let mut test = SequentialTest::new(question);
    test.follow(&file.rows, 0, 1);
    test.is_answered()
}

impl Comparison {
    /// Compares two variants of an experiment.
    pub fn new(file: &ShardFile, question: ComparisonQuestion, a: usize, b: usize) -> Comparison {
        let rows = &file.rows;
        let pairs = pairs(rows, &question.side, a, b);
        let mut test = SequentialTest::new(&question);
        test.follow(rows, a, b);
        Comparison {
            answer: test.answer(),
            wins: pairs.wins().map(|wins| Proportion::new(wins, pairs.count())),
            shares: shares(file, a, b),
            difference: paired_difference(&pairs),
            effects: effects(rows, &file.head.experiment.sides, a, b),
            played_for: file.head.question.clone().filter(|played_for| *played_for != question),
            pairs,
            question,
        }
    }

    /// Returns the effects in a group.
    pub fn of(&self, group: EffectGroup) -> impl Iterator<Item = &Effect> {
        self.effects.iter().filter(move |effect| effect.group == group)
    }
}

/// Returns the share of games won by each side and each alliance, and then the share of draws, in both variants.
fn shares(file: &ShardFile, a: usize, b: usize) -> Vec<(String, [Proportion; 2])> {
    let trials = file.rows.len() as u64;
    let share = |is_one: &dyn Fn(&SeedRow, usize) -> bool| {
        [a, b].map(|at| Proportion::new(file.rows.iter().filter(|row| is_one(row, at)).count() as u64, trials))
    };
    let wins = file.head.experiment.contestants().map(|name| (name.clone(), share(&|row, at| won(row, at, name))));
    let draws = share(&|row, at| row.games[at].result.winner.is_draw());
    wins.chain([("draws".to_owned(), draws)]).collect()
}
