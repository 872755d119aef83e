//! Elo ratings: the Bradley–Terry model, fitted to all games together.
//!
//! An agent of strength `p` beats an agent of strength `q` with probability `p / (p + q)`; a draw counts as half a win.
//! Each agent is also credited with one draw against a player of average strength, so that an agent that won all its
//! games also has a rating. The fewer games an agent played, the closer its rating is to the average.

use super::Meeting;

/// The strength of an agent.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Rating {
    /// The Elo rating of the agent; the mean of all agents is 0.
    pub elo: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
}

/// Elo points per unit of the logarithm of strength: 400 for a factor of ten.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// The maximum number of iterations; the strengths converge long before that.
const STEPS: u32 = 100_000;

const NORMAL: f64 = 1.959_963_984_540_054;

pub(super) fn ratings(agents: usize, meetings: &[Meeting]) -> Vec<Rating> {
    let (mut games, mut points) = (vec![vec![0.0; agents]; agents], vec![0.5; agents]);
    for Meeting { agents: (one, other), won, drawn, lost, .. } in meetings {
        let count = (won + drawn + lost) as f64;
        games[*one][*other] += count;
        games[*other][*one] += count;
        points[*one] += *won as f64 + *drawn as f64 / 2.0;
        points[*other] += *lost as f64 + *drawn as f64 / 2.0;
    }
    let strengths = fit(&games, &points);
    let spread = covariance(&games, &strengths);
    let mean = strengths.iter().map(|strength| strength.ln()).sum::<f64>() / agents.max(1) as f64;
    let rating = |at: usize| {
        let elo = POINTS * (strengths[at].ln() - mean);
        let half = NORMAL * POINTS * variance(&spread, at).sqrt();
        Rating { elo, low: elo - half, high: elo + half }
    };
    (0..agents).map(rating).collect()
}

/// Returns the most likely strengths, by Zermelo's iteration.
fn fit(games: &[Vec<f64>], points: &[f64]) -> Vec<f64> {
    let mut strengths = vec![1.0_f64; points.len()];
    for _ in 0..STEPS {
        let mut change = 0.0_f64;
        for at in 0..points.len() {
            let others = games[at].iter().zip(&strengths).map(|(count, other)| count / (strengths[at] + other));
            let expected = others.sum::<f64>() + 1.0 / (strengths[at] + 1.0);
            let next = points[at] / expected;
            change = change.max((next / strengths[at] - 1.0).abs());
            strengths[at] = next;
        }
        if change < 1e-13 {
            break;
        }
    }
    strengths
}

/// Returns the inverse of the information that the games provide about the logarithms of strengths.
fn covariance(games: &[Vec<f64>], strengths: &[f64]) -> Vec<Vec<f64>> {
    let count = strengths.len();
    let told = |one: f64, other: f64| one * other / (one + other).powi(2);
    let mut matrix = vec![vec![0.0; 2 * count]; count];
    for at in 0..count {
        matrix[at][at] += told(strengths[at], 1.0);
        matrix[at][count + at] = 1.0;
        for other in (0..count).filter(|other| *other != at) {
            let weight = games[at][other] * told(strengths[at], strengths[other]);
            matrix[at][at] += weight;
            matrix[at][other] -= weight;
        }
    }
    invert(matrix)
}

/// Inverts a matrix by Gaussian elimination. Each row is diagonally dominant, so no pivoting is needed.
fn invert(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    for pivot in 0..count {
        let scale = matrix[pivot][pivot];
        matrix[pivot].iter_mut().for_each(|entry| *entry /= scale);
        let row = matrix[pivot].clone();
        for (_, other) in matrix.iter_mut().enumerate().filter(|(at, _)| *at != pivot) {
            let factor = other[pivot];
            other.iter_mut().zip(&row).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    matrix.into_iter().map(|row| row[count..].to_vec()).collect()
}

/// Returns the variance of an agent's distance from the mean.
fn variance(spread: &[Vec<f64>], at: usize) -> f64 {
    let share = 1.0 / spread.len() as f64;
    let weight = |agent: usize| if agent == at { 1.0 - share } else { -share };
    let cells = spread
        .iter()
        .enumerate()
        .flat_map(|(one, row)| row.iter().enumerate().map(move |(other, cell)| (one, other, cell)));
    cells.map(|(one, other, cell)| weight(one) * weight(other) * cell).sum::<f64>().max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_engine::ids::SideId;

    fn meeting(one: usize, other: usize, won: u64, lost: u64) -> Meeting {
        Meeting { agents: (one, other), side: SideId(0), won, drawn: 0, lost }
    }

    /// Three wins in four games are worth 191 points, whatever the number of agents, and the interval of a single
    /// difference matches the textbook formula.
    #[test]
    fn ratings_of_two() {
        let ratings = ratings(2, &[meeting(0, 1, 30_000, 10_000)]);
        let difference = ratings[0].elo - ratings[1].elo;
        assert!((difference - 400.0 * 3.0_f64.log10()).abs() < 0.1, "{difference}");
        let half = ratings[0].high - ratings[0].elo;
        let expected = NORMAL * POINTS / (40_000.0_f64 * 0.75 * 0.25).sqrt() / 2.0;
        assert!((half / expected - 1.0).abs() < 1e-3, "{half} {expected}");
    }

    #[test]
    fn who_won_everything_has_a_rating() {
        let ratings = ratings(3, &[meeting(0, 1, 10, 0), meeting(0, 2, 10, 0), meeting(1, 2, 5, 5)]);
        assert!(ratings[0].elo > 200.0 && ratings[0].elo < 2000.0 && ratings[0].low > ratings[1].high);
        assert!((ratings[1].elo - ratings[2].elo).abs() < 1e-6);
        assert!(ratings.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6);
    }

    #[test]
    fn strengths_that_made_the_games_are_found_again() {
        let strengths: [f64; 3] = [1.0, 3.0, 9.0];
        let chance = |one: usize, other: usize| strengths[one] / (strengths[one] + strengths[other]);
        let pairs = [(0, 1), (0, 2), (1, 2)];
        let games = pairs.map(|(one, other)| {
            let won = (1e6 * chance(one, other)).round() as u64;
            meeting(one, other, won, 1_000_000 - won)
        });
        let found = ratings(3, &games);
        let step = 400.0 * 3.0_f64.log10();
        assert!(
            (found[1].elo - found[0].elo - step).abs() < 0.1 && (found[2].elo - found[1].elo - step).abs() < 0.1,
            "{found:?}"
        );
    }
}
