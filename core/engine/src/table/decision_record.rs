//! Decisions that were taken, and how much had been told by then.

use super::Table;

/// A decision that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakenDecision {
    /// The number of its entry in the journal.
    pub entry: usize,
    /// How many decisions had been taken before it.
    pub decisions: u64,
    /// How many lines the log had when it was asked.
    pub events: usize,
}

impl Table {
    /// The decisions that were taken, as far back as the table remembers. What came before a change of rules it does
    /// not.
    pub fn decisions_taken(&self) -> &[TakenDecision] {
        &self.taken
    }

    /// Notes a decision, if it is one, whose entry is about to be written.
    pub(super) fn record_decision(&mut self, is_decision: bool) {
        if is_decision {
            self.taken.push(TakenDecision {
                entry: self.journal.len(),
                decisions: self.decisions,
                events: self.events.len(),
            });
        }
    }

    /// Forgets decisions whose entries are taken out of the journal.
    pub(super) fn forget_decisions(&mut self, entries: usize) {
        self.taken.truncate(self.taken.partition_point(|taken| taken.entry < entries));
    }
}
