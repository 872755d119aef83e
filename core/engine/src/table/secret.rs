//! Secret choices: several sides decide at the same time, and nobody learns an answer before all of them have decided.
//!
//! While a secret choice is open, the state does not change. So the answers depend on nothing but the state, and their
//! order does not matter.

use super::{RuleFault, Table};
use crate::decision::{Answer, Pending, Refusal};
use crate::ids::SideId;
use crate::journal::Entry;

/// An open secret choice.
#[derive(Clone, Debug)]
pub(super) struct SecretChoice {
    /// The sides that decide.
    sides: Vec<SideId>,
    /// The side that may be asked now.
    asking: Option<SideId>,
    /// The index of the entry with which the choice began.
    entry: usize,
    /// The questions that were answered, with their answers.
    answered: Vec<(Pending, Answer)>,
}

impl Table {
    /// Begins a secret choice of several sides. Until it is closed, questions may be asked only as announced by
    /// [`Table::ask_secretly`], and their answers are returned by [`Table::secret_answer`].
    pub fn begin_secret(&mut self, sides: Vec<SideId>) -> Result<(), RuleFault> {
        if self.secret.is_some() {
            return Err(RuleFault::SecretWithinSecret);
        }
        self.mark_secret(Entry::Secret { sides: sides.clone() });
        let entry = self.journal.len().saturating_sub(1);
        self.secret = Some(SecretChoice { sides, asking: None, entry, answered: Vec::new() });
        Ok(())
    }

    /// Announces that the next question is for `side`, one of the sides of the open secret choice.
    pub fn ask_secretly(&mut self, side: SideId) {
        if let Some(secret) = &mut self.secret {
            secret.asking = Some(side);
        }
    }

    /// Returns whether a secret choice is open.
    pub fn is_secret(&self) -> bool {
        self.secret.is_some()
    }

    /// Returns the sides of the open secret choice, whether or not they have decided; `None` if none is open.
    pub fn secret_sides(&self) -> Option<&[SideId]> {
        self.secret.as_ref().map(|secret| &secret.sides[..])
    }

    /// Returns a side's questions in the open secret choice that it has answered, with its answers.
    pub fn secret_answers_of(&self, side: SideId) -> impl Iterator<Item = &(Pending, Answer)> {
        let answered = self.secret.iter().flat_map(|secret| &secret.answered);
        answered.filter(move |(pending, _)| pending.side == side)
    }

    /// Returns the side that may be asked now in the open secret choice, if one is open.
    pub(super) fn asking(&self) -> Option<SideId> {
        self.secret.as_ref()?.asking
    }

    /// Returns the index at which a question for a side is added to the pending ones, which are in the order of the
    /// sides in the secret choice.
    pub(super) fn place_among_pending(&self, side: SideId) -> usize {
        let Some(secret) = &self.secret else { return self.pending.len() };
        let place = |side: SideId| secret.sides.iter().position(|other| *other == side);
        self.pending.iter().take_while(|pending| place(pending.side) < place(side)).count()
    }

    /// Fails unless `side` may be asked now.
    pub(super) fn check_asking(&self, side: SideId) -> Result<(), RuleFault> {
        match &self.secret {
            Some(secret) if secret.asking != Some(side) => Err(RuleFault::NotAsking(self.side_name(side).to_owned())),
            _ => Ok(()),
        }
    }

    /// Returns the next answer to one of the pending questions of a secret choice, and the side that gave it: a
    /// recorded answer, the answer of a quick player, or the only possible one. Returns `None` if all sides that have
    /// not decided must be waited for, or if the next answer has to be found by [`Table::settle`].
    pub fn secret_answer(&mut self) -> Result<Option<(SideId, Answer)>, RuleFault> {
        loop {
            self.skip_reloads();
            if self.feed.is_empty() && !self.add_secret_answer()? {
                return Ok(None);
            }
            let answered = self.feed.front().and_then(Entry::answered_by);
            let asked = self.pending.iter().position(|pending| Some(pending.side) == answered);
            let Some(at) = asked else {
                let Some(first) = self.pending.first() else { return Ok(None) };
                let key = self.questions[first.question.0 as usize].key.clone();
                self.drop_feed(Refusal::plain(format!("no answer was recorded here, but `{key}` is asked now")));
                continue;
            };
            if self.has_condition(&self.pending[at].decision()) {
                return Ok(None);
            }
            let pending = self.pending.remove(at);
            match self.recorded_answer(&pending.decision(), &pending.context) {
                Some(answer) => return Ok(Some(self.answered(pending, answer))),
                None => self.pending.insert(at, pending),
            }
        }
    }

    /// Keeps the answer to a question that was pending if a secret choice is open. Returns the side and its answer.
    /// Nobody reads the answers in games without a journal.
    pub(super) fn answered(&mut self, pending: Pending, answer: Answer) -> (SideId, Answer) {
        let side = pending.side;
        if self.service.journal
            && let Some(secret) = &mut self.secret
        {
            secret.answered.push((pending, answer.clone()));
        }
        (side, answer)
    }

    /// Adds the answer of a side that need not be waited for to the recorded entries. Returns whether there is one.
    fn add_secret_answer(&mut self) -> Result<bool, RuleFault> {
        let pending = std::mem::take(&mut self.pending);
        let mut added = Ok(false);
        for asked in &pending {
            if self.has_condition(&asked.decision()) {
                continue;
            }
            added = self.immediate(&asked.decision(), &asked.context).map(|answer| match answer {
                Some((answer, forced)) => {
                    let entry = self.answer_entry(&asked.decision(), answer, forced);
                    self.feed.push_back(entry);
                    true
                }
                None => false,
            });
            if !matches!(added, Ok(false)) {
                break;
            }
        }
        self.pending = pending;
        added
    }

    /// Closes the secret choice, whose answers the rules may now use.
    pub fn close_secret(&mut self) {
        self.mark_secret(Entry::Disclosed);
        self.secret = None;
        self.pending.clear();
    }

    /// Writes an entry that begins or ends a secret choice. In a replay it must match the recording.
    fn mark_secret(&mut self, entry: Entry) {
        self.skip_reloads();
        match self.feed.front() {
            Some(next) if *next == entry => drop(self.feed.pop_front()),
            Some(_) => self.drop_feed(Refusal::plain(match entry {
                Entry::Disclosed => "a secret choice ends here, but did not when the game was recorded",
                _ => "a secret choice begins here, but did not when the game was recorded",
            })),
            None => {}
        }
        if self.service.journal {
            self.journal.push(entry);
        }
    }

    /// Returns the pending question for a side; `None` if it is not asked.
    pub fn pending_for(&self, side: SideId) -> Option<&Pending> {
        self.pending.iter().find(|pending| pending.side == side)
    }

    /// Returns all pending questions: one, or several while a secret choice is open.
    pub fn all_pending(&self) -> &[Pending] {
        &self.pending
    }

    /// Puts the pending question for a side first, if the side is asked.
    pub fn put_first(&mut self, side: SideId) {
        if let Some(at) = self.pending.iter().position(|pending| pending.side == side) {
            self.pending[..=at].rotate_right(1);
        }
    }

    /// Returns the sides that a viewer waits for. While a secret choice is open, these are all of its sides, because
    /// nobody may know which of them have decided.
    pub fn waiting_for(&self, viewer: Option<SideId>) -> Vec<SideId> {
        match (&self.secret, self.pending()) {
            (Some(secret), Some(_)) => secret.sides.iter().copied().filter(|side| Some(*side) != viewer).collect(),
            (_, pending) => pending.map(|pending| pending.side).into_iter().collect(),
        }
    }

    /// Returns the journal entries of which a side may know: all entries, or all but the other sides' answers in an
    /// open secret choice.
    pub fn entries_known_to(&self, side: SideId) -> impl Iterator<Item = &Entry> {
        let open = self.open_entries();
        let known = open.iter().filter(move |entry| entry.is_known_to(side));
        self.journal[..self.journal.len() - open.len()].iter().chain(known)
    }

    /// Returns the number of decisions of which a side may know, as in [`Table::entries_known_to`].
    pub fn decisions_known_to(&self, side: SideId) -> u64 {
        let others = self.open_entries().iter().filter_map(Entry::decider).filter(|other| *other != side);
        self.decisions - others.count() as u64
    }

    /// Returns the entries since the open secret choice began; none if no choice is open.
    pub fn open_entries(&self) -> &[Entry] {
        let begin = self.secret.as_ref().map_or(self.journal.len(), |secret| secret.entry);
        self.journal.get(begin..).unwrap_or_default()
    }
}

/// Returns the index of the entry with which the secret choice began that was closed by the entry `end`.
pub(crate) fn secret_before(journal: &[Entry], end: usize) -> usize {
    journal[..end].iter().rposition(|entry| matches!(entry, Entry::Secret { .. })).unwrap_or(end)
}

/// Removes what a side may not know from entries to be replayed: the answers that other sides have given in a secret
/// choice that is still open.
pub(crate) fn without_secret_answers(mut feed: Vec<Entry>, viewer: SideId) -> Vec<Entry> {
    let begin = feed.iter().rposition(|entry| matches!(entry, Entry::Secret { .. } | Entry::Disclosed));
    if let Some(begin) = begin.filter(|begin| matches!(feed[*begin], Entry::Secret { .. })) {
        let open = feed.split_off(begin);
        feed.extend(open.into_iter().filter(|entry| entry.is_known_to(viewer)));
    }
    feed
}
