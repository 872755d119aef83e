//! Question numbers, to which answers refer. A side's numbers depend only on its own questions and answers, so they do
//! not reveal the decisions of other sides.

use grognard_engine::ids::{Id, SideId};
use grognard_engine::journal::Entry;
use grognard_play::Session;

/// Assigns numbers to questions.
#[derive(Default)]
pub struct QuestionNumbers {
    /// The sides that are asked.
    asked: Vec<SideId>,
    /// For each side, the number of its decisions and the number of its withdrawn questions.
    sides: Vec<(u64, u64)>,
}

impl QuestionNumbers {
    /// Updates the numbers after a rewind. The next question may differ from an earlier one after the same number of
    /// decisions, so it gets a new number.
    pub fn rewind(&mut self, session: &Session) {
        let now = decision_counts(session);
        for (at, (side, now)) in self.sides.iter_mut().zip(now).enumerate() {
            if side.0 != now || self.asked.iter().any(|asked| asked.index() == at) {
                side.1 += 1;
            }
        }
        self.follow(session);
    }

    /// Notes, before a rewind, that a side takes back its own answer in a secret choice. The questions of the other
    /// sides stay, so they learn nothing of it.
    pub fn ask_again(&mut self, side: SideId) {
        self.asked = vec![side];
    }

    /// Updates the numbers after the game has advanced.
    pub fn follow(&mut self, session: &Session) {
        let taken = decision_counts(session);
        self.sides.resize(taken.len(), (0, 0));
        self.sides.iter_mut().zip(taken).for_each(|(side, taken)| side.0 = taken);
        self.asked = session.game.table.all_pending().iter().map(|pending| pending.side).collect();
    }

    /// Returns the number of a side's pending question, which is unique in the game.
    pub fn number(&self, side: SideId) -> u64 {
        let (taken, turned) = self.sides.get(side.index()).copied().unwrap_or_default();
        (taken + 1_000_000 * turned) * self.sides.len() as u64 + side.index() as u64
    }
}

/// Returns the number of decisions taken by each side.
fn decision_counts(session: &Session) -> Vec<u64> {
    let mut taken = vec![0; session.seats().len()];
    for side in session.game.table.journal().iter().filter_map(Entry::decider) {
        taken[side.index()] += 1;
    }
    taken
}
