//! Searches for a set of options that meets a condition of the rules.

use crate::decision::{Answer, Choice, Decision, Form};
use std::collections::{BTreeSet, VecDeque};

/// The maximum number of sets that a search tests, and the maximum number that it remembers.
const MAX_TESTS: usize = 2000;
const MAX_SETS: usize = 20_000;

/// Returns the answer `first` if it fits, and otherwise a similar set of options that does: one with options added or
/// left out one after another, or else one that differs in as few options as possible. Returns `None` if the search,
/// which is limited, finds nothing.
pub(crate) fn nearest<E>(
    decision: &Decision,
    first: &Answer,
    mut fits: impl FnMut(&Answer) -> Result<bool, E>,
) -> Result<Option<Answer>, E> {
    let (Form::Several(least, most), Answer::Several(chosen)) = (decision.form, first) else {
        return Ok(Some(first.clone()));
    };
    let options: Vec<Choice> = decision.options.iter().collect();
    let first: Vec<bool> = options.iter().map(|option| chosen.contains(option)).collect();
    let chains = chain(&first, true).chain(chain(&first, false)).collect::<Vec<_>>();
    let size = |set: &Vec<bool>| set.iter().filter(|is_in| **is_in).count();
    let is_allowed = |set: &Vec<bool>| (least as usize..=most as usize).contains(&size(set));
    let sets = std::iter::once(first.clone()).chain(chains).chain(Neighbours::of(first));
    for set in sets.filter(is_allowed).take(MAX_TESTS) {
        let chosen = options.iter().zip(&set).filter(|(_, is_in)| **is_in).map(|(option, _)| option.clone());
        let answer = Answer::Several(chosen.collect());
        if fits(&answer)? {
            return Ok(Some(answer));
        }
    }
    Ok(None)
}

/// Returns a set with more and more options added or, if `is_in` is false, left out.
fn chain(set: &[bool], is_in: bool) -> impl Iterator<Item = Vec<bool>> {
    let mut set = set.to_vec();
    let changes: Vec<usize> = (0..set.len()).filter(|&at| set[at] != is_in).collect();
    changes.into_iter().map(move |at| {
        set[at] = is_in;
        set.clone()
    })
}

/// The sets that differ from a set: first those that differ in one option, then those that differ in two, and so on.
struct Neighbours {
    known: BTreeSet<Vec<bool>>,
    open: VecDeque<Vec<bool>>,
    found: VecDeque<Vec<bool>>,
}

impl Neighbours {
    fn of(set: Vec<bool>) -> Neighbours {
        Neighbours { known: BTreeSet::from([set.clone()]), open: VecDeque::from([set]), found: VecDeque::new() }
    }
}

impl Iterator for Neighbours {
    type Item = Vec<bool>;

    fn next(&mut self) -> Option<Vec<bool>> {
        while self.found.is_empty() && self.known.len() < MAX_SETS {
            let set = self.open.pop_front()?;
            for at in 0..set.len() {
                let mut other = set.clone();
                other[at] = !other[at];
                if self.known.insert(other.clone()) {
                    self.open.push_back(other.clone());
                    self.found.push_back(other);
                }
            }
        }
        self.found.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::Options;
    use crate::ids::{QuestionId, SideId};

    fn found(least: u16, most: u16, first: &[i32], fits: impl Fn(&[i32]) -> bool) -> Option<Vec<i32>> {
        let number = |choice: &Choice| if let Choice::Number(number) = choice { *number } else { 0 };
        let decision = Decision {
            side: SideId(0),
            question: QuestionId(0),
            form: Form::Several(least, most),
            options: Options::Numbers(1, 12),
            stop: false,
        };
        let first = Answer::Several(first.iter().map(|&number| Choice::Number(number)).collect());
        let numbers = |answer: &Answer| match answer {
            Answer::Several(all) => all.iter().map(number).collect::<Vec<_>>(),
            _ => Vec::new(),
        };
        let fits = |answer: &Answer| Ok::<_, ()>(fits(&numbers(answer)));
        nearest(&decision, &first, fits).expect("no errors").map(|answer| numbers(&answer))
    }

    #[test]
    fn a_set_that_fits_is_kept() {
        assert_eq!(found(1, 3, &[5, 2], |_| true), Some(vec![2, 5]));
    }

    #[test]
    fn options_are_added_or_left_out_until_a_set_fits() {
        assert_eq!(found(1, 12, &[1], |set| set.iter().sum::<i32>() >= 12), Some(vec![1, 2, 3, 4, 5]));
        assert_eq!(found(1, 12, &[1, 2, 9, 11, 12], |set| set.len() < 3), Some(vec![11, 12]));
    }

    #[test]
    fn options_are_exchanged_if_the_size_is_fixed() {
        assert_eq!(found(2, 2, &[1, 2], |set| set.iter().sum::<i32>() == 13).map(|set| set.len()), Some(2));
    }

    #[test]
    fn the_search_ends_if_nothing_fits() {
        assert_eq!(found(0, 12, &[], |_| false), None);
    }
}
