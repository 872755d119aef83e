//! What is known of a decision: lines of play, and what playouts of them came to.

use grognard_engine::decision::Answer;

/// As many playouts as what a line looks like counts for.
const TRUST: f64 = 6.0;

/// How eagerly lines are tried about which little is known, in deviations of what playouts come to.
const CURIOSITY: f64 = 1.0;

/// A decision.
#[derive(Default)]
pub(super) struct Node {
    /// Those that were thought of before, the best of them first; then others, those that look best first.
    pub(super) lines: Vec<Line>,
}

/// A line of play: steps up to the end of the phase or the next chance, as far as it has been thought through.
pub(super) struct Line {
    /// The answers of each step: one, or two where the first leads to another question at once.
    pub(super) steps: Vec<Vec<Answer>>,
    /// Whether it has been thought through.
    pub(super) is_whole: bool,
    /// What it looks like: less than what the best looks like by so much.
    pub(super) prior: f64,
    pub(super) visits: u32,
    sum: f64,
    squares: f64,
    /// The decision behind its end.
    pub(super) below: Node,
}

impl Line {
    /// A line of which the first step is known.
    pub(super) fn new(step: Vec<Answer>, prior: f64) -> Line {
        Line { steps: vec![step], is_whole: false, prior, visits: 0, sum: 0.0, squares: 0.0, below: Node::default() }
    }

    /// Counts a playout.
    pub(super) fn count(&mut self, value: f64) {
        self.visits += 1;
        self.sum += value;
        self.squares += value * value;
    }
}

impl Node {
    fn visits(&self) -> f64 {
        f64::from(self.lines.iter().map(|line| line.visits).sum::<u32>().max(1))
    }

    fn mean(&self) -> f64 {
        self.lines.iter().map(|line| line.sum).sum::<f64>() / self.visits()
    }

    fn deviation(&self) -> f64 {
        let squares = self.lines.iter().map(|line| line.squares).sum::<f64>() / self.visits();
        (squares - self.mean().powi(2)).max(1.0).sqrt()
    }

    /// What a line is thought to be worth: its playouts, and what it looks like as if it were some more of them.
    fn worth(line: &Line, mean: f64) -> f64 {
        (line.sum + TRUST * (mean + line.prior)) / (f64::from(line.visits) + TRUST)
    }

    /// The line to try next: of those that are looked at by now the one that promises most.
    pub(super) fn pick(&self) -> usize {
        let (visits, mean, deviation) = (self.visits(), self.mean(), self.deviation());
        let wide = (2.0 + visits.sqrt()) as usize;
        let unknown = |line: &Line| ((visits + 1.0).ln() / f64::from(line.visits + 1)).sqrt();
        self.highest(self.lines.iter().take(wide), |line| Node::worth(line, mean) + CURIOSITY * deviation * unknown(line))
    }

    /// The line that is worth most, of those that were tried.
    pub(super) fn best(&self) -> usize {
        let mean = self.mean();
        self.highest(self.lines.iter(), |line| if line.visits > 0 { Node::worth(line, mean) } else { f64::MIN })
    }

    /// The first of the highest.
    fn highest<'a>(&self, lines: impl Iterator<Item = &'a Line>, value: impl Fn(&Line) -> f64) -> usize {
        let mut best = (0, f64::NEG_INFINITY);
        for (at, line) in lines.enumerate() {
            let value = value(line);
            if value > best.1 {
                best = (at, value);
            }
        }
        best.0
    }

    /// What is still known when a step of a line has been taken: all lines that begin with it, the line itself first. Where it ends with
    /// this step, what lies behind it.
    pub(super) fn after_step(mut self, line: usize) -> Node {
        let mut taken = self.lines.swap_remove(line);
        let step = taken.steps.remove(0);
        if taken.steps.is_empty() {
            return taken.below;
        }
        let mut others: Vec<Line> = self.lines.into_iter().filter(|line| line.steps.len() > 1 && line.steps[0] == step).collect();
        others.iter_mut().for_each(|line| drop(line.steps.remove(0)));
        others.sort_by_key(|line| std::cmp::Reverse(line.visits));
        others.dedup_by(|one, other| one.steps == other.steps);
        Node { lines: std::iter::once(taken).chain(others).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_engine::decision::Choice;

    fn step(number: i32) -> Vec<Answer> {
        vec![Answer::One(Choice::Number(number))]
    }

    fn node(priors: &[f64]) -> Node {
        Node { lines: priors.iter().enumerate().map(|(at, prior)| Line::new(step(at as i32), *prior)).collect() }
    }

    #[test]
    fn what_is_best_is_settled_by_playouts_in_the_end() {
        let mut node = node(&[0.0, -1.0]);
        assert_eq!((node.best(), node.pick()), (0, 0), "what it looks like alone");
        for _ in 0..200 {
            let at = node.pick();
            node.lines[at].count(if at == 0 { 1.0 } else { 5.0 });
        }
        assert_eq!(node.best(), 1, "the line that looked worse came to more");
        assert!(node.lines[1].visits > node.lines[0].visits, "and was played more often");
    }

    #[test]
    fn more_lines_are_looked_at_the_longer_one_thinks() {
        let mut node = node(&[0.0, -1.0, -2.0, -3.0, -4.0, -5.0, -6.0, -7.0]);
        for _ in 0..4 {
            let at = node.pick();
            node.lines[at].count(0.0);
        }
        assert!(node.lines[5..].iter().all(|line| line.visits == 0));
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
        assert!(behind.lines.is_empty(), "nothing is known behind the end of this line");
        behind.lines.push(Line::new(step(5), 0.0));
        let last = Node { lines: vec![Line { below: behind, ..Line::new(step(6), 0.0) }] };
        assert_eq!(last.after_step(0).lines[0].steps, [step(5)]);
    }
}
