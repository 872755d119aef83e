//! The decisions made so far, and the length of the log at each of them.

use super::Table;

/// A decision made earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakenDecision {
    /// The index of the decision's entry in the journal.
    pub entry: usize,
    /// The number of earlier decisions.
    pub decisions: u64,
    /// The length of the log when the decision came up.
    pub events: usize,
}

impl Table {
    /// Returns the decisions made so far, oldest first. Decisions before a change of rules are forgotten.
    pub fn decisions_taken(&self) -> &[TakenDecision] {
        &self.taken
    }

    /// Records a decision whose entry is about to be written. Does nothing for forced answers.
    pub(super) fn record_decision(&mut self, is_decision: bool) {
        if is_decision {
            self.taken.push(TakenDecision {
                entry: self.journal.len(),
                decisions: self.decisions,
                events: self.events.len(),
            });
        }
    }

    /// Forgets the decisions whose entries are no longer among the first `entries` entries of the journal.
    pub(super) fn forget_decisions(&mut self, entries: usize) {
        self.taken.truncate(self.taken.partition_point(|taken| taken.entry < entries));
    }
}
