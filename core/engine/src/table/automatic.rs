//! What the answers that the engine gave by itself were about, for display only: no state, journal or save has it.

use super::Table;
use crate::decision::Choice;
use crate::sequence::Cursor;

/// The circumstances of an answer that the engine gave because it was the only one possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AutomaticAnswer {
    /// The index of the answer in the journal.
    pub entry: usize,
    /// What the prompt was about, such as the moving unit. Empty if nobody would have read the prompt.
    pub context: Vec<Choice>,
    /// The number of events that had been logged.
    pub events: usize,
    /// The turn and the phase.
    pub at: Cursor,
}

impl Table {
    /// Returns the circumstances of the automatic answers, oldest first.
    pub fn automatic_answers(&self) -> &[AutomaticAnswer] {
        &self.automatic
    }

    /// Records the circumstances of the automatic answer that is about to be written to the journal.
    pub(super) fn record_automatic(&mut self, context: &[Choice]) {
        if !self.service.journal || !self.service.log {
            return;
        }
        let (entry, context) = (self.journal.len(), context.to_vec());
        self.automatic.push(AutomaticAnswer { entry, context, events: self.events.len(), at: self.state.cursor() });
    }

    /// Forgets the answers from a journal entry on.
    pub(super) fn forget_automatic(&mut self, entry: usize) {
        self.automatic.truncate(self.automatic.partition_point(|answer| answer.entry < entry));
    }
}
