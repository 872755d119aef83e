//! Training: the weights of an outlook, found from the outcomes of games.
//!
//! A system can keep the weights of its outlook in a chart of whole numbers. If the outlook is linear in these weights,
//! the part of each weight in the value of a position can be found by judging the position once for each weight. A
//! logistic regression then finds the weights with which the value foretells the winner best.

mod regression;
mod sample;

pub use sample::{TrainingGame, TrainingPosition};

use crate::shard::run_in_order;
use grognard_engine::chart::{Cell, Chart};
use grognard_play::{AgentKind, Battle, CancelToken};
use grognard_script::{Host, ScriptError};
use regression::Regression;
use sample::Judges;

/// The value of a position, per logit, in an outlook: a hundredth of a percent of a win when both sides are equally
/// likely to win.
pub const POINTS_PER_LOGIT: f64 = 2_500.0;

/// One in this number of games is left out of the first regression, to measure how well the weights foretell games.
const LEFT_OUT: usize = 5;

/// What to train, and by which games.
#[derive(Clone, Debug)]
pub struct Training {
    /// The name of the chart.
    pub chart: String,
    /// The agents; each side of each game is played by one of them, chosen by the seed.
    pub agents: Vec<AgentKind>,
    /// The number of games.
    pub games: u64,
    /// The seed of the first game; it is increased by 1 for each further game.
    pub seed: u64,
}

/// Why a chart cannot be trained.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// The system has no outlook.
    #[error("the system declares no `outlook`")]
    NoOutlook,
    /// The battle has no such chart.
    #[error("there is no chart `{0}`")]
    NoChart(String),
    /// A cell of the chart is not a number.
    #[error("the cell {0} of the chart is not a number")]
    NotANumber(String),
    /// The outlook is not linear in the weights.
    #[error("the outlook is not linear in the chart: a position is worth {real}, but its parts add up to {sum}")]
    NotLinear {
        /// The value of a position.
        real: f64,
        /// The sum of its parts.
        sum: f64,
    },
    /// The games do not say anything about the weights.
    #[error("the games have only one outcome; more games or other agents are needed")]
    OneOutcome,
    /// A rule failed.
    #[error(transparent)]
    Script(#[from] ScriptError),
}

impl TrainingError {
    /// Returns what to do about the error.
    pub fn cure(&self) -> &'static str {
        match self {
            TrainingError::NoOutlook => "declare an `outlook` under `[hooks]` in system.toml",
            TrainingError::NoChart(_) => "name a chart that contains the weights of the outlook with `--chart`",
            TrainingError::NotANumber(_) => "keep the weights in a chart that contains nothing else",
            TrainingError::NotLinear { .. } => "multiply each weight by a number that does not depend on other weights",
            TrainingError::OneOutcome => "play more games, or add weaker or stronger agents with `--agents`",
            TrainingError::Script(_) => "correct the rule",
        }
    }
}

/// A weight, before and after the training.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Weight {
    /// The keys of its row and column.
    pub row: String,
    /// See `row`.
    pub column: String,
    /// The weight in the chart.
    pub before: i32,
    /// The weight that foretells the winner best.
    pub after: i32,
    /// The standard error of `after`.
    pub error: f64,
}

/// The result of a training.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Trained {
    /// The weights, in the order of the chart's cells.
    pub weights: Vec<Weight>,
    /// The number of games played to the end, and of positions judged.
    pub games: usize,
    /// See `games`.
    pub positions: usize,
    /// How well games are foretold that the regression had not seen.
    pub losses: Losses,
}

/// The mean logarithmic loss for each game; 0.69 is that of a guess between two equally likely outcomes.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Losses {
    /// If every position is thought to be won as often as all others.
    pub constant: f64,
    /// With the weights in the chart, on the scale that suits them best.
    pub before: f64,
    /// With the weights found.
    pub after: f64,
}

impl Training {
    /// Plays the games on `threads` threads, and finds the weights. The result depends only on the seed and the agents.
    pub fn train(
        &self,
        battle: &Battle,
        threads: usize,
        stop: &CancelToken,
        mut done: impl FnMut(u64),
    ) -> Result<Trained, TrainingError> {
        let judges = Judges::new(battle, &self.chart)?;
        let mut games: Vec<TrainingGame> = Vec::new();
        let piece = |host: &mut Host, game: u64| sample::play(self, battle, &judges, host, game, stop);
        run_in_order(
            threads,
            (0, self.games),
            || battle.host(),
            piece,
            |number, game: Option<TrainingGame>| {
                games.extend(game);
                done(number + 1);
                Ok(!stop.is_asked())
            },
        )?;
        if let Some((real, sum)) = games.iter().find_map(|game| game.unlike) {
            return Err(TrainingError::NotLinear { real, sum });
        }
        let mut outcomes = games.iter().flat_map(|game| &game.positions).map(|position| position.won);
        let first = outcomes.next();
        if outcomes.all(|outcome| Some(outcome) == first) && first.is_none_or(|first| first != 0.5) {
            return Err(TrainingError::OneOutcome);
        }
        Ok(trained(judges.chart(), &games))
    }
}

/// Finds the weights from games.
fn trained(chart: &Chart, games: &[TrainingGame]) -> Trained {
    let is_left_out = |at: &usize| at % LEFT_OUT == LEFT_OUT - 1;
    let pick = |left_out: bool| -> Vec<&TrainingGame> {
        (0..games.len()).filter(|at| is_left_out(at) == left_out).map(|at| &games[at]).collect()
    };
    let (seen, unseen, all) = (pick(false), pick(true), games.iter().collect::<Vec<_>>());
    let before: Vec<f64> = chart.cells.iter().map(|cell| f64::from(number(cell).unwrap_or_default())).collect();
    let value = |parts: &[f64]| vec![parts.iter().zip(&before).map(|(part, weight)| part * weight).sum()];
    let losses = Losses {
        constant: Regression::of(&seen, |_| Vec::new()).loss(&unseen, |_| Vec::new()),
        before: Regression::of(&seen, value).loss(&unseen, value),
        after: Regression::of(&seen, <[f64]>::to_vec).loss(&unseen, <[f64]>::to_vec),
    };
    let found = Regression::of(&all, <[f64]>::to_vec);
    let columns = chart.columns.keys.len();
    let weight = |(at, before): (usize, &f64)| Weight {
        row: chart.rows.keys[at / columns].to_string(),
        column: chart.columns.keys[at % columns].to_string(),
        before: *before as i32,
        after: (found.weights[at] * POINTS_PER_LOGIT).round() as i32,
        error: found.errors[at] * POINTS_PER_LOGIT,
    };
    Trained {
        weights: before.iter().enumerate().map(weight).collect(),
        games: games.len(),
        positions: games.iter().map(|game| game.positions.len()).sum(),
        losses,
    }
}

/// Returns the number in a cell.
fn number(cell: &Cell) -> Option<i32> {
    match cell {
        Cell::Number(number) => Some(*number),
        Cell::Text(_) => None,
    }
}
