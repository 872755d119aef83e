//! Logistic regression with a light penalty on large weights.

use super::sample::{TrainingGame, TrainingPosition};

/// The strength of the penalty: a weight that changes the value of a typical position by one logit costs as much as half
/// a unit of loss in one game.
const PENALTY: f64 = 1.0;

/// The number of steps of Newton's method; far more than are needed.
const STEPS: usize = 30;

/// Weights with which the parts of a position foretell the winner.
pub(super) struct Regression {
    /// The weight of each part, and its standard error, in logits.
    pub(super) weights: Vec<f64>,
    pub(super) errors: Vec<f64>,
    constant: f64,
}

impl Regression {
    /// Finds the weights for the parts that `parts` makes from those of a position. Each game counts once, however many
    /// positions it has.
    pub(super) fn of(games: &[&TrainingGame], parts: impl Fn(&[f64]) -> Vec<f64>) -> Regression {
        let mut rows: Vec<(Vec<f64>, f64, f64)> = Vec::new();
        for game in games {
            let share = 1.0 / game.positions.len().max(1) as f64;
            rows.extend(game.positions.iter().map(|position| {
                let mut row = parts(&position.parts);
                row.push(1.0);
                (row, position.won, share)
            }));
        }
        let count = rows.first().map_or(1, |(row, ..)| row.len());
        let total: f64 = rows.iter().map(|(_, _, share)| share).sum::<f64>().max(1e-9);
        // All parts on one scale. The constant is not penalised.
        let scale: Vec<f64> = (0..count)
            .map(|at| {
                let mean = rows.iter().map(|(row, _, share)| row[at] * share).sum::<f64>() / total;
                let square = rows.iter().map(|(row, _, share)| (row[at] - mean).powi(2) * share).sum::<f64>() / total;
                if at + 1 == count || square < 1e-12 { 1.0 } else { square.sqrt() }
            })
            .collect();
        for (row, ..) in &mut rows {
            row.iter_mut().zip(&scale).for_each(|(part, scale)| *part /= scale);
        }
        let mut weights = vec![0.0; count];
        let mut curvature = Vec::new();
        for _ in 0..STEPS {
            let mut slope = vec![0.0; count];
            curvature = vec![vec![0.0; count]; count];
            for (row, won, share) in &rows {
                let chance = logistic(dot(row, &weights));
                for one in 0..count {
                    slope[one] += share * (won - chance) * row[one];
                    for other in 0..count {
                        curvature[one][other] += share * chance * (1.0 - chance) * row[one] * row[other];
                    }
                }
            }
            for at in 0..count {
                let penalty = if at + 1 == count { 1e-6 } else { PENALTY };
                slope[at] -= penalty * weights[at];
                curvature[at][at] += penalty;
            }
            let step = solved(curvature.clone(), slope);
            weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step.clamp(-5.0, 5.0));
            if step.iter().all(|step| step.abs() < 1e-9) {
                break;
            }
        }
        let error = |at: usize| {
            let unit = (0..count).map(|other| f64::from(u8::from(other == at))).collect();
            let variance = if curvature.is_empty() { 0.0 } else { solved(curvature.clone(), unit)[at] };
            variance.max(0.0).sqrt() / scale[at]
        };
        let errors = (0..count - 1).map(error).collect();
        let constant = weights.pop().unwrap_or_default();
        weights.iter_mut().zip(&scale).for_each(|(weight, scale)| *weight /= scale);
        Regression { weights, errors, constant }
    }

    /// Returns the mean logarithmic loss for each game.
    pub(super) fn loss(&self, games: &[&TrainingGame], parts: impl Fn(&[f64]) -> Vec<f64>) -> f64 {
        let loss_of = |game: &&TrainingGame| {
            let loss = |TrainingPosition { parts: all, won }: &TrainingPosition| {
                let chance = logistic(dot(&parts(all), &self.weights) + self.constant);
                let chance = chance.clamp(1e-9, 1.0 - 1e-9);
                -(won * chance.ln() + (1.0 - won) * (1.0 - chance).ln())
            };
            game.positions.iter().map(loss).sum::<f64>() / game.positions.len().max(1) as f64
        };
        games.iter().map(loss_of).sum::<f64>() / games.len().max(1) as f64
    }
}

fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// Solves a system of linear equations with a positive definite matrix, by elimination.
fn solved(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for at in 0..count {
        let pivot = (at..count).max_by(|&one, &other| matrix[one][at].abs().total_cmp(&matrix[other][at].abs()));
        let pivot = pivot.unwrap_or(at);
        matrix.swap(at, pivot);
        right.swap(at, pivot);
        for below in at + 1..count {
            let factor = matrix[below][at] / matrix[at][at];
            let (above, rest) = matrix.split_at_mut(below);
            rest[0].iter_mut().zip(&above[at]).skip(at).for_each(|(cell, top)| *cell -= factor * top);
            right[below] -= factor * right[at];
        }
    }
    for at in (0..count).rev() {
        let known: f64 = (at + 1..count).map(|other| matrix[at][other] * right[other]).sum();
        right[at] = (right[at] - known) / matrix[at][at];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of one position each, with two parts; the first decides, at two logits, and the second is noise.
    fn games() -> Vec<TrainingGame> {
        (0..4_000)
            .map(|number| {
                let spread = |factor: u64| ((number * factor + 7) % 1_009) as f64 / 504.5 - 1.0;
                let (part, noise, luck) = (spread(31), 100.0 * spread(57), (spread(601) + 1.0) / 2.0);
                let won = f64::from(u8::from(luck < logistic(2.0 * part)));
                TrainingGame { positions: vec![TrainingPosition { parts: vec![part, noise], won }], unlike: None }
            })
            .collect()
    }

    #[test]
    fn it_finds_what_decides() {
        let games = games();
        let all: Vec<&TrainingGame> = games.iter().collect();
        let found = Regression::of(&all, <[f64]>::to_vec);
        assert!((found.weights[0] - 2.0).abs() < 3.0 * found.errors[0], "{:?} {:?}", found.weights, found.errors);
        assert!(found.weights[1].abs() < 3.0 * found.errors[1], "{:?} {:?}", found.weights, found.errors);
        assert!(found.errors[0] < 0.2 && found.errors[1] < 0.002, "{:?}", found.errors);
        let constant = Regression::of(&all, |_| Vec::new()).loss(&all, |_| Vec::new());
        assert!((constant - 0.69).abs() < 0.02, "{constant}");
        assert!(found.loss(&all, <[f64]>::to_vec) < constant - 0.1);
    }

    #[test]
    fn a_game_counts_once() {
        let twice = |game: &TrainingGame| TrainingGame {
            positions: [game.positions.clone(), game.positions.clone()].concat(),
            ..game.clone()
        };
        let (games, doubled) = (games(), games().iter().map(twice).collect::<Vec<_>>());
        let of = |games: &[TrainingGame]| Regression::of(&games.iter().collect::<Vec<_>>(), <[f64]>::to_vec).weights;
        let (once, twice) = (of(&games), of(&doubled));
        assert!(once.iter().zip(&twice).all(|(one, other)| (one - other).abs() < 1e-6), "{once:?} {twice:?}");
    }
}
