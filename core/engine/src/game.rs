//! A game: a table, the sequence of play, and procedures that can be suspended and run again.

use crate::catalogue::ENGLISH;
use crate::content::Content;
use crate::decision::{Answer, Choice, Pending, Question, Refusal};
use crate::dice::Dice;
use crate::ids::SideId;
use crate::journal::Entry;
use crate::reader::Reader;
use crate::sequence::{Cursor, MAX_ROUNDS};
use crate::state::{Ending, State};
use crate::table::{Checkpoint, RuleFault, Service, Table, secret_before};
use std::sync::Arc;

/// How far a procedure has run.
pub enum Progress<P> {
    /// The procedure has finished.
    Done,
    /// The procedure is waiting for an answer. `P` can be resumed once the answer is available.
    Waiting(P),
}

/// The rules of a system: named procedures and predicates. A procedure that runs again from a restored table must
/// produce the same result if it gets the same answers and dice.
pub trait Rules {
    /// A suspended procedure.
    type Pause;
    /// The error type of the rules.
    type Error;
    /// Returns the questions that the rules may ask.
    fn questions(&self) -> Arc<[Question]>;
    /// Runs a procedure from the start.
    fn run(&mut self, rule: &str, table: &mut Table) -> Result<Progress<Self::Pause>, Self::Error>;
    /// Resumes a suspended procedure, which takes its answer from the table.
    fn resume(&mut self, pause: Self::Pause, table: &mut Table) -> Result<Progress<Self::Pause>, Self::Error>;
    /// Returns why an answer to a pending question does not meet the question's condition; `None` if it does, or if
    /// there is no condition.
    fn unfit(&mut self, _: &Pending, _: &Answer, _: &mut Table) -> Result<Option<Refusal>, Self::Error> {
        Ok(None)
    }
    /// Evaluates a predicate.
    fn holds(&mut self, rule: &str, table: &mut Table) -> Result<bool, Self::Error>;
    /// Creates an error attributed to a rule. `message` continues a sentence that begins with the rule's name.
    fn blame(&self, rule: &str, message: String) -> Self::Error;
}

/// The reason why [`Game::advance`] stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A decision is pending.
    Waiting,
    /// The game has ended.
    Over,
    /// The phase in [`Game::halt_after`] is over.
    Halted,
}

/// The maximum number of consecutive phases without a decision. Only games that would never end reach it; real games
/// stay far below it.
const MAX_IDLE_PHASES: u32 = 20_000;

/// Why an answer was not accepted. The game is unchanged.
#[derive(Debug)]
pub enum AnswerError<E> {
    /// The answer was not offered, or the decision belongs to another side.
    Refused(Refusal),
    /// The rules failed while processing the answer.
    Fault(E),
}

/// The rules and position before a change of rules, to be restored if the new rules fail.
struct PreviousRules {
    content: Arc<Content>,
    questions: Arc<[Question]>,
    redo: Vec<Entry>,
    checkpoint: Checkpoint,
    since: Vec<Entry>,
}

/// A game in progress. `P` is a suspended procedure of its rules.
pub struct Game<P> {
    /// The table.
    pub table: Table,
    /// The cursor of the phase after which the game stops, if any.
    pub halt_after: Option<Cursor>,
    pause: Option<P>,
    redo: Vec<Entry>,
    /// Whether the phase at the cursor has a checkpoint and has not run since.
    restored: bool,
    /// The number of decisions, and the number of phases run since that number last changed.
    idle: (u64, u32),
}

impl<P> Game<P> {
    /// Creates a game that has not started; [`Game::advance`] runs it to the first decision.
    pub fn new(content: Arc<Content>, questions: Arc<[Question]>, seed: u64, service: Service) -> Game<P> {
        Game::of(Table::new(content, questions, seed, service))
    }

    fn of(table: Table) -> Game<P> {
        Game { table, halt_after: None, pause: None, redo: Vec::new(), restored: false, idle: (0, 0) }
    }

    /// Loads a recorded game; [`Game::advance`] replays it up to the last entry. The game starts from the last change
    /// of rules, since earlier entries were played under different ones.
    pub fn resume(mut self, entries: Vec<Entry>) -> Result<Game<P>, Refusal> {
        let mut entries = entries;
        let last = entries.iter().rposition(|entry| matches!(entry, Entry::Reload(_)));
        let Some(last) = last else {
            self.table.feed = entries.into();
            return Ok(self);
        };
        let feed = entries.split_off(last + 1);
        if let Some(Entry::Reload(snapshot)) = entries.last() {
            if !State::fits(&self.table.content, &snapshot.state) {
                return Err(Refusal::plain("the saved state does not match the map and the order of battle"));
            }
            let state = State::restore(&self.table.content, snapshot.state.clone());
            let decisions = entries.iter().filter_map(Entry::decider).count() as u64;
            let checkpoint = Checkpoint {
                entries: entries.len(),
                events: 0,
                state,
                position: snapshot.position,
                decisions,
                asked: 0,
            };
            self.table.journal = entries;
            self.restore(checkpoint, feed);
        }
        Ok(self)
    }

    /// Plays until the game is over, waits for a decision, or reaches the end of the phase in `halt_after`.
    pub fn advance<R: Rules<Pause = P>>(&mut self, rules: &mut R) -> Result<Status, R::Error> {
        loop {
            if !self.table.pending.is_empty() && self.table.feed.is_empty() {
                return Ok(Status::Waiting);
            }
            let cursor = self.table.state.cursor();
            if self.table.state.ending().is_none() && self.table.content.sequence.is_over(cursor) {
                self.table.state.end(Ending::plain(None, "the last turn is over"));
            }
            if self.table.state.ending().is_some() {
                self.table.end_feed();
                return Ok(Status::Over);
            }
            let progress = match self.pause.take() {
                Some(pause) => rules.resume(pause, &mut self.table),
                None => self.run_phase(rules),
            };
            match progress.inspect_err(|_| self.rewind())? {
                Progress::Waiting(pause) => self.pause = Some(pause),
                Progress::Done => {
                    self.next_phase(rules).inspect_err(|_| self.rewind())?;
                    if self.halt_after == Some(cursor) && self.table.state.ending().is_none() {
                        return Ok(Status::Halted);
                    }
                }
            }
        }
    }

    fn run_phase<R: Rules<Pause = P>>(&mut self, rules: &mut R) -> Result<Progress<P>, R::Error> {
        let cursor = self.table.state.cursor();
        let content = self.table.content.clone();
        let Some(phase) = content.sequence.phase(cursor) else { return Ok(Progress::Done) };
        if !phase.in_turn(cursor.turn) {
            return Ok(Progress::Done);
        }
        self.table.begin_phase();
        self.count_idle(rules, &phase.run)?;
        if let Some(when) = &phase.when
            && !rules.holds(when, &mut self.table)?
        {
            return Ok(Progress::Done);
        }
        if !std::mem::take(&mut self.restored) {
            self.table.asked = 0;
            self.table.checkpoint_at_phase();
        }
        rules.run(&phase.run, &mut self.table)
    }

    /// Fails if the game has run too many phases without a decision, which happens if the rules never end the game.
    fn count_idle<R: Rules<Pause = P>>(&mut self, rules: &R, rule: &str) -> Result<(), R::Error> {
        let (decisions, phases) = self.idle;
        self.idle =
            (self.table.decisions, if decisions == self.table.decisions { phases.saturating_add(1) } else { 1 });
        if self.idle.1 <= MAX_IDLE_PHASES {
            return Ok(());
        }
        let turn = self.table.state.cursor().turn;
        Err(rules.blame(
            rule,
            format!("would run in turn {turn} after {MAX_IDLE_PHASES} phases without a decision; can the game end?"),
        ))
    }

    fn next_phase<R: Rules<Pause = P>>(&mut self, rules: &mut R) -> Result<(), R::Error> {
        if self.table.state.ending().is_some() {
            return Ok(());
        }
        let cursor = self.table.state.cursor();
        let content = self.table.content.clone();
        let repeat = content.sequence.ending(cursor).and_then(|turn| Some((turn, turn.repeat_while.as_ref()?)));
        let again = match repeat {
            Some((turn, rule)) => {
                let again = rules.holds(rule, &mut self.table)?;
                if again && cursor.round >= MAX_ROUNDS - 1 {
                    return Err(rules.blame(rule, endless(&turn.name, cursor.turn)));
                }
                again
            }
            None => false,
        };
        self.table.state.set_cursor(content.sequence.next(cursor, again));
        Ok(())
    }

    /// Answers the pending decision and plays on. If the answer is refused or the rules fail, the game is unchanged.
    pub fn answer<R: Rules<Pause = P>>(
        &mut self,
        rules: &mut R,
        side: SideId,
        answer: Answer,
    ) -> Result<Status, AnswerError<R::Error>> {
        let first =
            self.table.pending().ok_or_else(|| AnswerError::Refused(Refusal::plain("no decision is pending")))?;
        let Some(pending) = self.table.pending_for(side) else {
            let asked = self.table.side_name(first.side);
            return Err(AnswerError::Refused(Refusal::plain(format!(
                "the question is for {asked}, not for {}",
                self.table.side_name(side)
            ))));
        };
        if !pending.decision().accepts(&answer) {
            let rule = self.table.questions[pending.question.0 as usize].rule.clone();
            let answer = Reader::new(&self.table, Some(side), &ENGLISH).answer(&answer);
            let refusal =
                Refusal::about("`{1}` is not offered", vec![Choice::Label(answer.into())], &self.table.content);
            return Err(AnswerError::Refused(refusal.under(rule)));
        }
        let pending = pending.clone();
        if let Some(refusal) = rules.unfit(&pending, &answer, &mut self.table).map_err(AnswerError::Fault)? {
            return Err(AnswerError::Refused(refusal));
        }
        let entry = self.table.answer_entry(&pending.decision(), answer, false);
        let before = self.table.journal.len();
        if !self.table.is_secret() {
            self.table.pending.clear();
        }
        self.table.feed.push_back(entry);
        self.table.dropped = None;
        self.redo.clear();
        self.advance(rules).map_err(|fault| {
            self.back_to(rules, before);
            AnswerError::Fault(fault)
        })
    }

    /// Returns an answer of an agent to the pending decision if it fits, and otherwise a similar one that does.
    pub fn fitting<R: Rules<Pause = P>>(
        &mut self,
        rules: &mut R,
        side: SideId,
        answer: Answer,
    ) -> Result<Answer, R::Error>
    where
        R::Error: From<RuleFault>,
    {
        let Some(pending) = self.table.pending_for(side).cloned() else { return Ok(answer) };
        self.table.fitting(&pending, answer, &mut |table, pending, answer| rules.unfit(pending, answer, table))
    }

    /// Drops the pending decision of a game that has been ended from outside the rules.
    pub fn leave(&mut self) {
        self.pause = None;
        self.table.pending.clear();
    }

    /// Goes back to the decision that was pending when the journal had `entries` entries.
    fn back_to<R: Rules<Pause = P>>(&mut self, rules: &mut R, entries: usize) {
        self.rewind_to(entries);
        // If this fails too, the game stays at the checkpoint, ready to replay its entries once the rules are fixed.
        let _ = self.advance(rules);
    }

    /// Discards the effects of a procedure after the rules have failed.
    fn rewind(&mut self) {
        if !self.table.service.journal
            && let Some(start) = self.table.start.clone()
        {
            self.table.restore(start, []);
            // Without a journal, nothing can be replayed from the start, so it must not remain as a checkpoint.
            self.table.checkpoints.clear();
            self.pause = None;
            return;
        }
        self.rewind_to(self.table.journal.len() + self.table.feed.len());
    }

    /// Restores the last checkpoint among the first `entries` entries of the journal. The entries from there up to
    /// `entries` will be replayed.
    fn rewind_to(&mut self, entries: usize) {
        self.pause = None;
        self.table.pending.clear();
        let Some(checkpoint) = self.checkpoint_before(entries) else { return };
        let mut all = std::mem::take(&mut self.table.journal);
        all.extend(self.table.feed.drain(..));
        all.truncate(entries);
        let feed = all.split_off(checkpoint.entries);
        self.table.journal = all;
        self.restore(checkpoint, feed);
    }

    pub(crate) fn checkpoint_before(&self, entries: usize) -> Option<Checkpoint> {
        self.last_checkpoint(entries).cloned()
    }

    /// Returns the last checkpoint among the first `entries` entries of the journal.
    fn last_checkpoint(&self, entries: usize) -> Option<&Checkpoint> {
        self.table.checkpoints.iter().rfind(|checkpoint| checkpoint.entries <= entries)
    }

    fn restore(&mut self, checkpoint: Checkpoint, feed: impl IntoIterator<Item = Entry>) {
        self.table.restore(checkpoint, feed);
        self.pause = None;
        self.restored = true;
    }

    /// Undoes the last decision of a side and everything after it, unless dice have been rolled, a unit drawn or secret
    /// information revealed since.
    pub fn undo<R: Rules<Pause = P>>(&mut self, rules: &mut R, side: SideId) -> Result<(), AnswerError<R::Error>> {
        let at = self.undo_point(side).map_err(AnswerError::Refused)?;
        let checkpoint = self
            .checkpoint_before(at)
            .ok_or_else(|| AnswerError::Refused(Refusal::plain("there is nothing to undo")))?;
        let mut feed: Vec<Entry> = self.table.journal[checkpoint.entries..at].to_vec();
        self.table.dropped = None;
        let is_secret = self.table.is_secret() && at + self.table.open_entries().len() > self.table.journal.len();
        let mut undone = self.table.journal.split_off(at);
        if is_secret {
            // The answers of the other sides stay.
            let own = |entry: &Entry| entry.answered_by() == Some(side);
            let (mine, others): (Vec<Entry>, Vec<Entry>) = undone.into_iter().partition(own);
            feed.extend(others);
            undone = mine;
        }
        undone.append(&mut self.redo);
        self.restore(checkpoint, feed);
        self.redo = undone;
        self.advance(rules).map(drop).map_err(AnswerError::Fault)
    }

    /// Checks whether [`Game::undo`] is possible. If it is not, the error gives the reason.
    pub fn may_undo(&self, side: SideId) -> Result<(), Refusal> {
        self.undo_point(side).map(drop)
    }

    /// Returns the other sides whose secret answers have been shown since the decision that [`Game::undo`] would take
    /// back.
    pub fn shown_since(&self, side: SideId) -> Vec<SideId> {
        let Ok(at) = self.undo_point(side) else { return Vec::new() };
        let since = &self.table.journal[at..];
        let Some(last) = since.iter().rposition(|entry| *entry == Entry::Disclosed) else { return Vec::new() };
        let mut sides: Vec<SideId> = since[..last].iter().filter_map(Entry::decider).collect();
        sides.retain(|other| *other != side);
        sides
    }

    /// Returns whether there is something to redo.
    pub fn may_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    pub(crate) fn undo_point(&self, side: SideId) -> Result<usize, Refusal> {
        let journal = &self.table.journal;
        let mut end = journal.len();
        while let Some(at) = end.checked_sub(1) {
            end = at;
            match &journal[at] {
                Entry::Answer { side: who, forced: false, .. } if *who == side => return Ok(at),
                Entry::Answer { .. } => {}
                Entry::Roll(roll) => {
                    let purpose = Choice::Label(roll.purpose.as_str().into());
                    return Err(Refusal::about(
                        "dice have been rolled since ({1})",
                        vec![purpose],
                        &self.table.content,
                    ));
                }
                Entry::Draw(draw) => {
                    let purpose = Choice::Label(draw.purpose.as_str().into());
                    return Err(Refusal::about(
                        "a unit has been drawn since ({1})",
                        vec![purpose],
                        &self.table.content,
                    ));
                }
                Entry::Reveal { unit, .. } => {
                    let name = Reader::new(&self.table, Some(side), &ENGLISH).name(&Choice::Unit(*unit));
                    return Err(Refusal::plain(format!("{name} has been revealed since")));
                }
                Entry::Tell { to, .. } => {
                    let side = Choice::Label(self.table.side_name(*to).into());
                    return Err(Refusal::about(
                        "the {1} side has received secret information since",
                        vec![side],
                        &self.table.content,
                    ));
                }
                // After the answers have been compared, all sides decide again.
                Entry::Disclosed => {
                    let begin = secret_before(journal, at);
                    if journal[begin..at].iter().any(|entry| entry.decider() == Some(side)) {
                        return Ok(begin + 1);
                    }
                    end = begin;
                }
                Entry::Secret { .. } => {}
                Entry::Reload(_) | Entry::Migrated { .. } => {
                    return Err(Refusal::plain("the rules have changed since"));
                }
            }
        }
        let side = Choice::Label(self.table.side_name(side).into());
        Err(Refusal::about("the {1} side has made no decision yet", vec![side], &self.table.content))
    }

    /// Redoes the first of the undone decisions: replays it and all entries before the next decision.
    pub fn redo<R: Rules<Pause = P>>(&mut self, rules: &mut R) -> Result<(), AnswerError<R::Error>> {
        if self.redo.is_empty() {
            return Err(AnswerError::Refused(Refusal::plain("there is nothing to redo")));
        }
        self.table.dropped = None;
        let all = std::mem::take(&mut self.redo);
        let next = all.iter().skip(1).position(|entry| entry.decider().is_some());
        let (now, later) = all.split_at(next.map_or(all.len(), |at| at + 1));
        // A suspended procedure can take only one answer, so several entries are replayed from the phase's checkpoint.
        let before = self.table.journal.len();
        if let Some(checkpoint) = self.checkpoint_before(before) {
            let feed: Vec<Entry> = self.table.journal[checkpoint.entries..].iter().chain(now).cloned().collect();
            self.restore(checkpoint, feed);
        }
        self.redo = later.to_vec();
        self.advance(rules).map(drop).map_err(AnswerError::Fault)
    }

    /// Continues under different rules and content. The phase runs again from the last checkpoint with the answers and
    /// dice recorded since then. [`Table::take_misfit`] reports the first entry that no longer fits. Reloading is
    /// refused, and nothing changes, if the content has a different shape (see [`Content::same_shape`]) or if the phase
    /// in progress no longer exists. If the new rules fail before the next question, the old content is restored;
    /// [`Game::advance`] with the old rules then continues the game. Answers that did not fit earlier rules are tried
    /// again, unless a new decision has been made since.
    pub fn reload<R: Rules<Pause = P>>(
        &mut self,
        rules: &mut R,
        content: Arc<Content>,
    ) -> Result<Status, AnswerError<R::Error>> {
        let end = self.table.dropped.as_ref().map_or(self.table.journal.len(), |dropped| dropped.at);
        let checkpoint = self.checkpoint_before(end).or_else(|| self.table.start.clone());
        let checkpoint = checkpoint.unwrap_or_else(|| self.table.here());
        let cursor = self.cursor_in(&content, checkpoint.state.cursor()).map_err(AnswerError::Refused)?;
        self.table.journal.truncate(end);
        let mut since = self.table.journal.split_off(checkpoint.entries);
        since.extend(self.table.feed.drain(..));
        since.extend(self.table.dropped.take().into_iter().flat_map(|dropped| dropped.entries));
        let before = PreviousRules {
            content: std::mem::replace(&mut self.table.content, content),
            questions: std::mem::replace(&mut self.table.questions, rules.questions()),
            redo: std::mem::take(&mut self.redo),
            checkpoint: checkpoint.clone(),
            since: since.clone(),
        };
        since.retain(|entry| !matches!(entry, Entry::Reload(_)));
        self.restart_from(checkpoint, cursor, since);
        self.advance(rules).map_err(|fault| {
            self.restore_rules(before);
            AnswerError::Fault(fault)
        })
    }

    /// Returns the position in the sequence of play of `content` that corresponds to `at`.
    fn cursor_in(&self, content: &Content, at: Cursor) -> Result<Cursor, Refusal> {
        if !self.table.content.same_shape(content) {
            return Err(Refusal::plain("spaces, units or declared numbers were added or removed; start a new game"));
        }
        let old = &self.table.content.sequence;
        let gone = || {
            let name = Choice::Label(old.phase(at).map_or("", |phase| &phase.name).into());
            Refusal::about("the current phase, `{1}`, is no longer in the sequence of play", vec![name], content)
        };
        content.sequence.find_again(old, at).ok_or_else(gone)
    }

    /// Continues from a checkpoint under different rules; the journal records the change.
    fn restart_from(&mut self, mut checkpoint: Checkpoint, cursor: Cursor, feed: Vec<Entry>) {
        checkpoint.state = State::restore(&self.table.content, checkpoint.state.saved().clone());
        checkpoint.state.set_cursor(cursor);
        self.idle = (0, 0);
        self.restore(checkpoint.clone(), []);
        if self.table.service.journal {
            let snapshot = self.table.snapshot();
            self.table.journal.push(Entry::Reload(Box::new(snapshot)));
            checkpoint.entries += 1;
        }
        self.restore(checkpoint, feed);
    }

    fn restore_rules(&mut self, before: PreviousRules) {
        (self.table.content, self.table.questions, self.redo) = (before.content, before.questions, before.redo);
        self.table.misfit = None;
        self.restore(before.checkpoint, before.since);
    }

    /// Returns a copy of the game as it was when its journal had `entries` entries; `None` if there is no checkpoint
    /// that far back. The copy still has to be advanced.
    pub fn past(&self, entries: usize) -> Option<Game<P>> {
        let checkpoint = self.checkpoint_before(entries)?;
        let mut past =
            Game::new(self.table.content.clone(), self.table.questions.clone(), self.table.seed, self.table.service);
        past.table.journal = self.table.journal[..checkpoint.entries].to_vec();
        past.table.taken = self.table.taken.clone();
        past.table.events = self.table.events[..checkpoint.events.min(self.table.events.len())].to_vec();
        past.table.automatic = self.table.automatic.clone();
        let feed = self.table.journal.get(checkpoint.entries..entries)?.to_vec();
        past.restore(checkpoint, feed);
        Some(past)
    }

    /// Returns an independent copy with different dice, so that the copy cannot be used to predict the game's rolls.
    /// The copy still has to be advanced.
    pub fn fork(&self, seed: u64, service: Service) -> Game<P> {
        self.position().game(seed, Dice::new(seed, 1), service)
    }

    /// Returns the present position.
    pub fn position(&self) -> Position {
        let table = &self.table;
        let checkpoint = self.last_checkpoint(table.journal.len());
        Position {
            content: table.content.clone(),
            questions: table.questions.clone(),
            state: checkpoint.map_or(&table.state, |checkpoint| &checkpoint.state).clone(),
            feed: checkpoint.map_or_else(Vec::new, |checkpoint| table.journal[checkpoint.entries..].to_vec()),
        }
    }
}

/// A position of a game, from which copies can be played, on any thread. It contains the last checkpoint, and what has
/// been answered and rolled since.
#[derive(Clone)]
pub struct Position {
    content: Arc<Content>,
    questions: Arc<[Question]>,
    state: State,
    feed: Vec<Entry>,
}

impl Position {
    /// Returns the position with another content, which may differ only in what rules judge positions by.
    pub fn seen_as(self, content: Option<&Arc<Content>>) -> Position {
        Position { content: content.cloned().unwrap_or(self.content), ..self }
    }

    /// Creates a copy of the game with a seed of its own, which rolls the given dice. The copy still has to be advanced.
    pub fn game<P>(&self, seed: u64, dice: Dice, service: Service) -> Game<P> {
        let (content, questions) = (self.content.clone(), self.questions.clone());
        let mut game = Game::of(Table::from_state(content, questions, seed, service, self.state.clone()));
        game.table.dice = dice;
        game.table.feed = self.feed.clone().into();
        game
    }
}

fn endless(player_turn: &str, turn: u16) -> String {
    format!("would repeat `{player_turn}` more than {MAX_ROUNDS} times in turn {turn}; can it ever return false?")
}

impl Table {
    /// Makes a checkpoint at the start of a phase, even while recorded entries are being replayed.
    fn checkpoint_at_phase(&mut self) {
        let feed = std::mem::take(&mut self.feed);
        self.checkpoint();
        self.feed = feed;
    }
}
