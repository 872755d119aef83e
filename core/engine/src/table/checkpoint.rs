//! Points a table can go back to.

use super::Table;
use crate::journal::Entry;
use crate::state::State;

/// A point the table can go back to.
#[derive(Clone, Debug)]
pub(crate) struct Checkpoint {
    pub(crate) entries: usize,
    pub(crate) events: usize,
    pub(crate) state: State,
    pub(crate) position: u64,
    pub(crate) decisions: u64,
    /// Questions asked in the phase before it.
    pub(crate) asked: u32,
}

impl Table {
    /// Makes a checkpoint here: the procedure that runs can be run again from its beginning with the state as it is
    /// now.
    pub fn checkpoint(&mut self) {
        if !self.service.journal || !self.feed.is_empty() {
            return;
        }
        self.checkpoints.retain(|checkpoint| checkpoint.entries < self.journal.len());
        let checkpoint = self.here();
        self.checkpoints.push(checkpoint);
    }

    /// A checkpoint where the game stands now.
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

    /// Remembers the start of a phase where no journal does; there is room for it from the last one.
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

    /// Goes back to a checkpoint, with entries to be played again from there.
    pub(crate) fn restore(&mut self, checkpoint: Checkpoint, feed: impl IntoIterator<Item = Entry>) {
        self.checkpoints.retain(|other| other.entries < checkpoint.entries);
        self.state = checkpoint.state.clone();
        self.dice.set_position(checkpoint.position);
        self.journal.truncate(checkpoint.entries);
        self.forget_decisions(checkpoint.entries);
        self.events.truncate(checkpoint.events);
        self.decisions = checkpoint.decisions;
        self.asked = checkpoint.asked;
        self.pending = None;
        self.feed = feed.into_iter().collect();
        self.checkpoints.push(checkpoint);
    }

    /// Goes back to the last checkpoint, with everything since to be played again: for rules whose procedures cannot be
    /// put aside, and run again from their beginning instead. Needs a journal.
    pub fn rewind(&mut self) {
        if let Some(checkpoint) = self.checkpoints.last().cloned() {
            let mut entries = self.journal.split_off(checkpoint.entries);
            entries.extend(self.feed.drain(..));
            self.restore(checkpoint, entries);
        }
    }
}
