//! Points to which a table can be restored.

use super::Table;
use crate::journal::Entry;
use crate::state::State;

/// A point to which the table can be restored.
#[derive(Clone, Debug)]
pub(crate) struct Checkpoint {
    pub(crate) entries: usize,
    pub(crate) events: usize,
    pub(crate) state: State,
    pub(crate) position: u64,
    pub(crate) decisions: u64,
    /// The number of questions asked in the phase before this point.
    pub(crate) asked: u32,
}

impl Table {
    /// Makes a checkpoint of the present state, from which the current procedure can be rerun. Does nothing without a
    /// journal, or while recorded entries are being replayed.
    pub fn checkpoint(&mut self) {
        self.state.give_neutral_tokens();
        if !self.service.journal || !self.feed.is_empty() {
            return;
        }
        self.checkpoints.retain(|checkpoint| checkpoint.entries < self.journal.len());
        let checkpoint = self.here();
        self.checkpoints.push(checkpoint);
    }

    /// Creates a checkpoint of the present state without storing it.
    pub(crate) fn here(&self) -> Checkpoint {
        Checkpoint {
            entries: self.journal.len(),
            events: self.events.len(),
            state: self.state.clone(),
            position: self.dice.position(),
            decisions: self.decisions,
            asked: self.asked,
        }
    }

    /// Notifies the observer that a phase begins. Without a journal, also records the start of the phase, reusing the
    /// memory of the previous record.
    pub(crate) fn begin_phase(&mut self) {
        if let Some(observer) = &mut self.observer {
            observer.phase(&self.content, &self.state);
        }
        match &mut self.start {
            _ if self.service.journal => {}
            None => self.start = Some(self.here()),
            Some(start) => {
                start.state.clone_from(&self.state);
                (start.events, start.position, start.decisions) =
                    (self.events.len(), self.dice.position(), self.decisions);
                start.asked = 0;
            }
        }
    }

    /// Returns to a checkpoint, from which the entries in `feed` will be replayed.
    pub(crate) fn restore(&mut self, checkpoint: Checkpoint, feed: impl IntoIterator<Item = Entry>) {
        self.checkpoints.retain(|other| other.entries < checkpoint.entries);
        self.state = checkpoint.state.clone();
        self.dice.set_position(checkpoint.position);
        self.journal.truncate(checkpoint.entries);
        self.forget_decisions(checkpoint.entries);
        self.forget_automatic(checkpoint.entries);
        self.events.truncate(checkpoint.events);
        self.decisions = checkpoint.decisions;
        self.asked = checkpoint.asked;
        self.pending.clear();
        self.secret = None;
        self.feed = feed.into_iter().collect();
        self.checkpoints.push(checkpoint);
    }

    /// Returns to the last checkpoint, from which all entries since then will be replayed. This is for rules whose
    /// procedures cannot be suspended and are rerun from the start instead. It requires a journal.
    pub fn rewind(&mut self) {
        if let Some(checkpoint) = self.checkpoints.last().cloned() {
            let mut entries = self.journal.split_off(checkpoint.entries);
            entries.extend(self.feed.drain(..));
            self.restore(checkpoint, entries);
        }
    }
}
