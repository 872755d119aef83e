//! Two variants of a battle compared: who wins how often, how sure that is, and what else changes.

mod calibrate;
mod effect;
mod newcombe;
mod wager;

pub use calibrate::{Calibration, Trials, calibrate};
pub use effect::{Effect, Group, Mean, effects, mean, two_sided};
pub use newcombe::{Estimate, difference, paired_difference};
pub use wager::{Pairs, Verdict};

use crate::shard::{Row, ShardFile};
use crate::stats::Proportion;
use serde::Serialize;

/// What is asked of two variants.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Question {
    /// The side whose wins are counted.
    pub side: String,
    /// Differences up to this do not matter: 0.03 are three wins in 100 games.
    pub margin: f64,
    /// In at most this share of all comparisons of equal variants may a difference be claimed.
    pub error: f64,
}

/// After so many pairs it is looked whether the answer is known.
pub const LOOK: u64 = 20;

/// Fewer pairs are never taken for an answer: of means they would say too little.
pub const LEAST: u64 = 100;

/// What came of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// What was asked.
    pub question: Question,
    /// How the pairs went.
    pub pairs: Pairs,
    /// Win rates of the side, in the first variant and in the second, with Wilson's intervals.
    pub wins: [Proportion; 2],
    /// Wins of all sides and draws, by name.
    pub shares: Vec<(String, [Proportion; 2])>,
    /// The difference of the win rates with Newcombe's interval, for this number of games.
    pub difference: Estimate,
    /// The difference with the interval that holds whenever one looks.
    pub anytime: Estimate,
    /// What can be said.
    pub verdict: Verdict,
    /// What else was counted.
    pub effects: Vec<Effect>,
}

/// How the pairs of two variants went for a side.
pub fn pairs(rows: &[Row], side: &str, a: usize, b: usize) -> Pairs {
    let mut pairs = Pairs::default();
    let won = |row: &Row, at: usize| row.games[at].result.winner.as_deref() == Some(side);
    rows.iter().for_each(|row| pairs.add(won(row, a), won(row, b)));
    pairs
}

/// Whether enough has been played, with the pairs so far.
pub fn is_answered(pairs: &Pairs, question: &Question) -> bool {
    let count = pairs.count();
    count >= LEAST && count.is_multiple_of(LOOK) && pairs.verdict(question.margin, question.error) != Verdict::Open
}

impl Comparison {
    /// Of two variants of an experiment.
    pub fn new(file: &ShardFile, question: Question, a: usize, b: usize) -> Comparison {
        let rows = &file.rows;
        let pairs = pairs(rows, &question.side, a, b);
        let (low, high) = pairs.believed(question.error);
        Comparison {
            wins: pairs.wins().map(|wins| Proportion::new(wins, pairs.count())),
            shares: shares(file, a, b),
            difference: paired_difference(&pairs),
            anytime: Estimate { value: pairs.difference(), low, high },
            verdict: pairs.verdict(question.margin, question.error),
            effects: effects(rows, &file.head.experiment.sides, a, b),
            pairs,
            question,
        }
    }

    /// What was counted of a kind.
    pub fn of(&self, group: Group) -> impl Iterator<Item = &Effect> {
        self.effects.iter().filter(move |effect| effect.group == group)
    }
}

/// Wins of each side, then draws.
fn shares(file: &ShardFile, a: usize, b: usize) -> Vec<(String, [Proportion; 2])> {
    let trials = file.rows.len() as u64;
    let share = |winner: Option<&str>, at: usize| {
        let hits = file.rows.iter().filter(|row| row.games[at].result.winner.as_deref() == winner).count();
        Proportion::new(hits as u64, trials)
    };
    let wins = file.head.experiment.sides.iter().map(|side| (side.clone(), [a, b].map(|at| share(Some(side), at))));
    wins.chain([("draws".to_owned(), [a, b].map(|at| share(None, at)))]).collect()
}
