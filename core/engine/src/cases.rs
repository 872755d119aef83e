//! The cases of a procedure, which is run once for each combination of dice results and decisions.
//!
//! A table with [`Cases`] rolls no dice and asks nobody. At each branch it follows its path, and past the end of the
//! path it takes the first case. The branches it encounters determine the paths still to be run.

use crate::decision::{Answer, Decision, Question};
use crate::ids::SideId;
use crate::outcome::BucketDice;

/// A point at which a procedure can continue in several ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Branch {
    /// Chance decides. The field contains the weight of each case.
    Chance(Vec<u128>),
    /// A side decides. The fields are the side and the number of possible answers.
    Choice(SideId, usize),
}

/// The answers to consider at a decision.
pub enum Thought {
    /// Only this answer, without a branch.
    Settled(Answer),
    /// One of these answers, chosen by the side.
    Open(Vec<Answer>),
    /// One of these answers, all equally likely.
    Even(Vec<Answer>),
}

/// A function that returns the answers to consider at a decision, given the number of earlier branches.
pub type Counsel = Box<dyn FnMut(&Decision, &Question, usize) -> Thought>;

/// One way through a procedure.
pub struct Cases {
    path: Vec<usize>,
    branches: Vec<Branch>,
    counsel: Counsel,
    too_many: bool,
}

impl Cases {
    /// Creates a run along a path.
    pub fn new(path: Vec<usize>, counsel: Counsel) -> Cases {
        Cases { path, branches: Vec::new(), counsel, too_many: false }
    }

    /// Returns the branches encountered, in order; `None` if any of them has too many cases to count.
    pub fn branches(self) -> Option<Vec<Branch>> {
        (!self.too_many).then_some(self.branches)
    }

    fn take(&mut self, branch: Branch) -> usize {
        let at = self.path.get(self.branches.len()).copied().unwrap_or(0);
        self.branches.push(branch);
        at
    }

    /// Chooses a case by following the path; a weight of 0 excludes a case. `None` for the weights means that there are
    /// too many cases to count.
    fn choose_weighted(&mut self, weights: Option<Vec<u128>>) -> usize {
        let weights = weights.unwrap_or_else(|| {
            self.too_many = true;
            vec![1]
        });
        let possible: Vec<usize> = (0..weights.len()).filter(|&at| weights[at] > 0).collect();
        match possible[..] {
            [] => 0,
            [only] => only,
            _ => possible[self.take(Branch::Chance(possible.iter().map(|&at| weights[at]).collect()))],
        }
    }

    /// Rolls one die; each face is a separate case.
    pub(crate) fn die(&mut self, sides: u32) -> u32 {
        self.choose_weighted(Some(vec![1; sides as usize])) as u32 + 1
    }

    /// Rolls dice of which only the sum matters; each sum is a case.
    pub(crate) fn sum(&mut self, count: u32, sides: u32) -> u32 {
        self.choose_weighted(sums(count, sides)) as u32 + count
    }

    /// Rolls a bucket and returns the number of hits.
    pub(crate) fn hits(&mut self, bucket: &[BucketDice]) -> u32 {
        self.choose_weighted(hits(bucket)) as u32
    }

    pub(crate) fn answer(&mut self, decision: &Decision, question: &Question) -> Answer {
        let thought = self.think(decision, question);
        self.follow(thought, decision.side)
    }

    /// Returns the answers to consider at a decision.
    pub(crate) fn think(&mut self, decision: &Decision, question: &Question) -> Thought {
        (self.counsel)(decision, question, self.branches.len())
    }

    /// Chooses among the answers of a side by following the path.
    pub(crate) fn follow(&mut self, thought: Thought, side: SideId) -> Answer {
        let (mut answers, is_open) = match thought {
            Thought::Settled(answer) => return answer,
            Thought::Open(answers) => (answers, true),
            Thought::Even(answers) => (answers, false),
        };
        let at = match answers.len() {
            0 | 1 => 0,
            count if is_open => self.take(Branch::Choice(side, count)),
            count => self.take(Branch::Chance(vec![1; count])),
        };
        if at < answers.len() { answers.swap_remove(at) } else { Answer::Stop }
    }
}

/// Returns the number of ways to roll each sum, lowest sum first; `None` if a number exceeds 128 bits.
fn sums(count: u32, sides: u32) -> Option<Vec<u128>> {
    let mut ways: Vec<u128> = vec![1];
    for _ in 0..count {
        let mut next = vec![0_u128; ways.len() + sides as usize - 1];
        for (sum, ways) in ways.iter().enumerate() {
            for face in 0..sides as usize {
                next[sum + face] = next[sum + face].checked_add(*ways)?;
            }
        }
        ways = next;
    }
    Some(ways)
}

/// Returns the weight of each number of hits, starting at 0; `None` if a weight exceeds 128 bits.
fn hits(bucket: &[BucketDice]) -> Option<Vec<u128>> {
    let dice = bucket.iter().flat_map(|dice| std::iter::repeat_n(dice.chances(), dice.count as usize));
    dice.into_iter().try_fold(vec![1], |cases: Vec<u128>, (hit, miss)| with_die(&cases, hit, miss))
}

/// Adds one die to the weights: it either misses or adds a hit.
fn with_die(cases: &[u128], hit: u128, miss: u128) -> Option<Vec<u128>> {
    let weight = |at: Option<usize>, share: u128| {
        at.and_then(|at| cases.get(at)).map_or(Some(0), |weight| weight.checked_mul(share))
    };
    (0..=cases.len()).map(|hits| weight(Some(hits), miss)?.checked_add(weight(hits.checked_sub(1), hit)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fraction::Fraction;

    #[test]
    fn sums_of_dice_are_counted() {
        assert_eq!(sums(1, 6), Some(vec![1; 6]));
        assert_eq!(sums(2, 6), Some(vec![1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]));
        assert_eq!(sums(3, 6).map(|ways| ways.iter().sum()), Some(216));
        assert_eq!(sums(60, 6), None, "more ways than can be counted");
    }

    /// Compares the distribution of hits with one counted over every roll of five dice of two kinds.
    #[test]
    fn hits_are_those_of_all_ways_dice_can_fall() {
        let mut counted = [0_u128; 6];
        for fall in 0..6_u32.pow(5) {
            let dice: Vec<u32> = (0..5).map(|at| fall / 6_u32.pow(at) % 6 + 1).collect();
            counted[dice.iter().enumerate().filter(|(at, die)| **die >= if *at < 3 { 6 } else { 4 }).count()] += 1;
        }
        let told =
            hits(&[BucketDice { count: 3, sides: 6, hits_from: 6 }, BucketDice { count: 2, sides: 6, hits_from: 4 }])
                .expect("few dice");
        let of: u128 = told.iter().sum();
        let same = |(told, counted): (&u128, &u128)| Fraction::new(*told, of) == Fraction::new(*counted, 6_u128.pow(5));
        assert!(told.iter().zip(&counted).all(same), "{told:?} {counted:?}");
    }

    #[test]
    fn a_path_names_the_case_at_each_branch() {
        let nobody: Counsel = Box::new(|_, _, _| Thought::Settled(Answer::Stop));
        let mut cases = Cases::new(vec![3, 1], nobody);
        assert_eq!(
            (cases.die(6), cases.sum(2, 6), cases.die(6)),
            (4, 3, 1),
            "past the end of the path, the first case is taken"
        );
        assert_eq!(
            cases.hits(&[BucketDice { count: 2, sides: 6, hits_from: 7 }]),
            0,
            "dice that cannot hit create no branch"
        );
        assert_eq!(cases.branches().map(|met| met.len()), Some(3));
    }
}
