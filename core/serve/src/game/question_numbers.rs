//! QuestionNumbers of questions: an answer names the question it is to. A side's numbers depend on nothing but what that side was asked and
//! has answered, so they count nobody else's decisions.

use grognard_engine::ids::{Id, SideId};
use grognard_engine::journal::Entry;
use grognard_lab::Session;

/// QuestionNumbers of questions.
#[derive(Default)]
pub struct QuestionNumbers {
    asked: Option<SideId>,
    /// For each side, how many decisions it has taken, and how often a question it had been shown was taken from it.
    sides: Vec<(u64, u64)>,
}

impl QuestionNumbers {
    /// The way the game had come is another now: a question that was shown may be another with the same number of decisions before it.
    pub fn rewind(&mut self, session: &Session) {
        let now = taken(session);
        for (at, (side, now)) in self.sides.iter_mut().zip(now).enumerate() {
            if side.0 != now || self.asked.is_some_and(|asked| asked.index() == at) {
                side.1 += 1;
            }
        }
        self.follow(session);
    }

    /// The game has gone on, or has been shown.
    pub fn follow(&mut self, session: &Session) {
        let taken = taken(session);
        self.sides.resize(taken.len(), (0, 0));
        self.sides.iter_mut().zip(taken).for_each(|(side, taken)| side.0 = taken);
        self.asked = session.game.table.pending().map(|pending| pending.side);
    }

    /// The number of the question a side is asked: another for every question, of whichever side.
    pub fn number(&self, side: SideId) -> u64 {
        let (taken, turned) = self.sides.get(side.index()).copied().unwrap_or_default();
        (taken + 1_000_000 * turned) * self.sides.len() as u64 + side.index() as u64
    }
}

/// How many decisions each side has taken.
fn taken(session: &Session) -> Vec<u64> {
    let mut taken = vec![0; session.seats().len()];
    for side in session.game.table.journal().iter().filter_map(Entry::decider) {
        taken[side.index()] += 1;
    }
    taken
}
