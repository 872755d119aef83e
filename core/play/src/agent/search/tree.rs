//! The search results for a decision: lines of play and their playouts.
//!
//! The result of a playout is modelled as a sum: the value of its line, its luck, and a residual. Playouts with the
//! same seed have the same luck, whatever their lines (`docs/decisions/0015` has a measurement), so a few tries with
//! bad dice do not make a line look bad. Values are shrunk towards the priors of lines, and luck towards zero.

use grognard_engine::decision::Answer;
use std::collections::BTreeMap;

/// The weight of a line's prior, in playouts (`docs/decisions/0014` has the variances).
const TRUST: f64 = 15.0;

/// The weight, in playouts, of the assumption that a seed has no luck.
const FAIRNESS: f64 = 1.0;

/// The number of iterations of fitting values and luck in turn.
const FITTINGS: u32 = 8;

/// How strongly lines with few playouts are preferred, in standard deviations of a line's results.
const CURIOSITY: f64 = 1.0;

/// The results for a decision.
#[derive(Default)]
pub(super) struct SearchNode {
    /// The kept lines, most promising first; then new lines, in order of their priors.
    pub(super) lines: Vec<SearchLine>,
}

/// A line of play: the steps planned so far, up to the end of the phase or the next chance event.
pub(super) struct SearchLine {
    /// The answers of each step: one answer, or two if the first leads directly to another question.
    pub(super) steps: Vec<Vec<Answer>>,
    /// Whether the line has been planned to its end.
    pub(super) is_whole: bool,
    /// The prior of the line, relative to the best prior.
    pub(super) prior: f64,
    /// The seed of each playout, and its result; `None` if the playout failed.
    playouts: Vec<(u64, Option<f64>)>,
    /// The search results for the decision after the end of the line.
    pub(super) below: SearchNode,
}

impl SearchLine {
    /// Creates a line with a known first step.
    pub(super) fn new(step: Vec<Answer>, prior: f64) -> SearchLine {
        SearchLine { steps: vec![step], is_whole: false, prior, playouts: Vec::new(), below: SearchNode::default() }
    }

    /// Records a playout.
    pub(super) fn count(&mut self, seed: u64, value: Option<f64>) {
        self.playouts.push((seed, value));
    }

    /// Returns the number of playouts of the line.
    pub(super) fn visits(&self) -> u32 {
        self.playouts.len() as u32
    }

    fn values(&self) -> impl Iterator<Item = (u64, f64)> {
        self.playouts.iter().filter_map(|(seed, value)| Some((*seed, (*value)?)))
    }
}

/// Estimates of the values of a decision's lines, based on their playouts.
struct Judgement {
    /// The value of each line, relative to the mean of all playouts.
    worths: Vec<f64>,
    /// The root mean square deviation of playouts from the values predicted by their line and luck.
    deviation: f64,
}

impl Judgement {
    fn new(lines: &[SearchLine]) -> Judgement {
        let all = || {
            lines.iter().enumerate().flat_map(|(at, line)| line.values().map(move |(seed, value)| (at, seed, value)))
        };
        let count = all().count().max(1) as f64;
        let mean = all().map(|(.., value)| value).sum::<f64>() / count;
        let mut worths: Vec<f64> = lines.iter().map(|line| line.prior).collect();
        let mut luck: BTreeMap<u64, f64> = BTreeMap::new();
        for _ in 0..FITTINGS {
            let mut shares: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
            for (at, seed, value) in all() {
                let (sum, count) = shares.entry(seed).or_default();
                (*sum, *count) = (*sum + value - mean - worths[at], *count + 1.0);
            }
            luck = shares.into_iter().map(|(seed, (sum, count))| (seed, sum / (count + FAIRNESS))).collect();
            for (worth, line) in worths.iter_mut().zip(lines) {
                let (mut sum, mut count) = (TRUST * line.prior, TRUST);
                line.values().for_each(|(seed, value)| (sum, count) = (sum + value - mean - luck[&seed], count + 1.0));
                *worth = sum / count;
            }
        }
        let squares: f64 = all().map(|(at, seed, value)| (value - mean - worths[at] - luck[&seed]).powi(2)).sum();
        Judgement { worths, deviation: (squares / count).max(1.0).sqrt() }
    }
}

impl SearchNode {
    /// Returns the line to try next: the most promising of the first few lines. More lines are considered as the number
    /// of playouts grows.
    pub(super) fn pick(&self) -> usize {
        let visits = f64::from(self.lines.iter().map(SearchLine::visits).sum::<u32>().max(1));
        let wide = (2.0 + visits.sqrt()) as usize;
        let unknown = |line: &SearchLine| ((visits + 1.0).ln() / f64::from(line.visits() + 1)).sqrt();
        let Judgement { worths, deviation } = Judgement::new(&self.lines);
        highest(
            self.lines.iter().zip(worths).take(wide).map(|(line, worth)| worth + CURIOSITY * deviation * unknown(line)),
        )
    }

    /// Returns the line with the highest value among the lines that were tried.
    pub(super) fn best(&self) -> usize {
        let worths = Judgement::new(&self.lines).worths;
        highest(self.lines.iter().zip(worths).map(|(line, worth)| if line.visits() > 0 { worth } else { f64::MIN }))
    }

    /// Returns the results that remain valid after the first step of `line`: all lines that begin with this step, with
    /// `line` first. If `line` ends with this step, returns the results after its end.
    pub(super) fn after_step(mut self, line: usize) -> SearchNode {
        let mut taken = self.lines.swap_remove(line);
        let step = taken.steps.remove(0);
        if taken.steps.is_empty() {
            return taken.below;
        }
        let mut others: Vec<SearchLine> =
            self.lines.into_iter().filter(|line| line.steps.len() > 1 && line.steps[0] == step).collect();
        others.iter_mut().for_each(|line| drop(line.steps.remove(0)));
        others.sort_by_key(|line| std::cmp::Reverse(line.visits()));
        others.dedup_by(|one, other| one.steps == other.steps);
        SearchNode { lines: std::iter::once(taken).chain(others).collect() }
    }
}

/// Returns the index of the highest value; the first index if several values are equal.
fn highest(values: impl Iterator<Item = f64>) -> usize {
    let best = values
        .enumerate()
        .fold((0, f64::NEG_INFINITY), |best, (at, value)| if value > best.1 { (at, value) } else { best });
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_engine::decision::Choice;

    fn step(number: i32) -> Vec<Answer> {
        vec![Answer::One(Choice::Number(number))]
    }

    fn node(priors: &[f64]) -> SearchNode {
        SearchNode {
            lines: priors.iter().enumerate().map(|(at, prior)| SearchLine::new(step(at as i32), *prior)).collect(),
        }
    }

    #[test]
    fn what_is_best_is_settled_by_playouts_in_the_end() {
        let mut node = node(&[0.0, -1.0]);
        assert_eq!((node.best(), node.pick()), (0, 0), "only the prior");
        for seed in 0..200 {
            let at = node.pick();
            node.lines[at].count(seed, Some(if at == 0 { 1.0 } else { 51.0 }));
        }
        assert_eq!(node.best(), 1, "the line with the worse prior had better results");
        assert!(node.lines[1].visits() > node.lines[0].visits(), "it was played more often");
    }

    #[test]
    fn who_had_bad_dice_is_compared_with_those_who_had_them_too() {
        let mut node = node(&[0.0, 0.0]);
        let dice = [-30.0, -20.0, 0.0, -10.0, 60.0, 50.0];
        (0..6).for_each(|seed| node.lines[0].count(seed, Some(dice[seed as usize])));
        (0..4).for_each(|seed| node.lines[1].count(seed, Some(dice[seed as usize] + 20.0)));
        assert_eq!(node.best(), 1, "better by twenty under the same dice, despite a lower mean");
        node.lines[1].count(9, None);
        assert_eq!((node.best(), node.lines[1].visits()), (1, 5), "failed playouts do not count");
    }

    #[test]
    fn more_lines_are_looked_at_the_longer_one_thinks() {
        let mut node = node(&[0.0, -1.0, -2.0, -3.0, -4.0, -5.0, -6.0, -7.0]);
        for seed in 0..4 {
            let at = node.pick();
            node.lines[at].count(seed, Some(0.0));
        }
        assert!(node.lines[5..].iter().all(|line| line.visits() == 0));
    }

    #[test]
    fn lines_with_the_same_step_go_on() {
        let mut node = node(&[0.0, 0.0, 0.0]);
        node.lines[0].steps = vec![step(7), step(1)];
        node.lines[1].steps = vec![step(8), step(2)];
        node.lines[2].steps = vec![step(7), step(3), step(4)];
        let next = node.after_step(2);
        let steps: Vec<_> = next.lines.iter().map(|line| line.steps.clone()).collect();
        assert_eq!(steps, [vec![step(3), step(4)], vec![step(1)]]);
        let mut behind = next.after_step(1);
        assert!(behind.lines.is_empty(), "there are no results after the end of this line");
        behind.lines.push(SearchLine::new(step(5), 0.0));
        let last = SearchNode { lines: vec![SearchLine { below: behind, ..SearchLine::new(step(6), 0.0) }] };
        assert_eq!(last.after_step(0).lines[0].steps, [step(5)]);
    }
}
