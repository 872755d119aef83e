//! Determines whether information has been revealed since a decision. If so, the side that made it may not undo it
//! alone.

use crate::game::Game;
use crate::ids::{Id, SideId, UnitId};
use crate::journal::Entry;
use crate::sequence::Cursor;
use std::ops::Range;

impl<P> Game<P> {
    /// Returns whether information may have been revealed since a side's last decision, so that an undo would let the
    /// side use what it has learned. This is the case if answers of a secret choice have been disclosed since. It is
    /// also the case if the log or the board has changed since then, and either the decision's phase is over or one of
    /// `others` made a decision earlier in that phase. Such an earlier decision may have been secret until now. The end
    /// of a set-up alone reveals nothing.
    pub fn has_come_out(&self, side: SideId, others: &[SideId]) -> bool {
        let Ok(at) = self.undo_point(side) else { return false };
        let since = &self.table.journal()[at..];
        if since.contains(&Entry::Disclosed)
            && since.iter().filter_map(Entry::decider).any(|side| others.contains(&side))
        {
            return true;
        }
        let Some((phase, entries)) = self.phase_of(at) else { return true };
        let is_over = phase != self.table.state.cursor() || self.table.state.ending().is_some();
        let may_reveal = is_over && !self.is_fresh_setup(side, at, phase);
        (may_reveal || self.has_decision_of(others, entries)) && self.was_shown_since(at, phase)
    }

    /// Returns whether the entry `at` belongs to a set-up after which the side has learned no decision of another side:
    /// no other side has decided anything since, and all their earlier decisions were visible on the board at once.
    fn is_fresh_setup(&self, side: SideId, at: usize, phase: Cursor) -> bool {
        let journal = self.table.journal();
        let is_other = |entry: &Entry| entry.decider().is_some_and(|decider| decider != side);
        phase.turn == 0
            && self.table.state.ending().is_none()
            && !journal[at..].iter().any(is_other)
            && journal[..at].iter().enumerate().all(|(earlier, entry)| !is_other(entry) || self.has_moved(earlier))
    }

    /// Returns whether units of the side that made a decision changed before the next checkpoint.
    fn has_moved(&self, at: usize) -> bool {
        let checkpoints = &self.table.checkpoints;
        let next = checkpoints.partition_point(|checkpoint| checkpoint.entries <= at);
        let Some(side) = self.table.journal()[at].decider() else { return false };
        let (Some(before), Some(after)) = (checkpoints[..next].last(), checkpoints.get(next)) else { return false };
        let units = self.table.content.units.iter().enumerate().filter(|(_, unit)| unit.side == side);
        units.map(|(unit, _)| UnitId::from_index(unit)).any(|unit| before.state.unit(unit) != after.state.unit(unit))
    }

    /// Returns the phase in which an entry was written, and the range of the phase's earlier entries.
    fn phase_of(&self, at: usize) -> Option<(Cursor, Range<usize>)> {
        let checkpoints = &self.table.checkpoints;
        let last = checkpoints.iter().rposition(|checkpoint| checkpoint.entries <= at)?;
        let cursor = checkpoints[last].state.cursor();
        let of_phase = checkpoints[..=last].iter().rev().take_while(|checkpoint| checkpoint.state.cursor() == cursor);
        Some((cursor, of_phase.last()?.entries..at))
    }

    fn has_decision_of(&self, sides: &[SideId], entries: Range<usize>) -> bool {
        self.table.journal()[entries].iter().filter_map(Entry::decider).any(|side| sides.contains(&side))
    }

    /// Returns whether the log or the board has changed since the question that the entry `at` answers was asked.
    fn was_shown_since(&self, at: usize, phase: Cursor) -> bool {
        let taken = self.table.decisions_taken().iter().find(|taken| taken.entry == at);
        let Some(Entry::Answer { state, .. }) = self.table.journal().get(at) else { return true };
        let mut now = self.table.state.clone();
        now.set_cursor(phase);
        taken.is_none_or(|taken| taken.events != self.table.events().len()) || now.hash() != *state
    }
}
