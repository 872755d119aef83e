//! The table a game is played on: state, dice, journal, and the players who answer at once.

mod checkpoint;
mod decision_record;
mod decisions;
mod dice_rolls;
mod observation;

pub(crate) use checkpoint::Checkpoint;
pub use decision_record::TakenDecision;

use crate::cases::Cases;
use crate::content::Content;
use crate::decision::{Answer, Choice, Decision, Form, Pending, Question, Refusal};
use crate::dice::Dice;
use crate::ids::{Id, SideId, UnitId};
use crate::journal::{Entry, Snapshot};
use crate::log::Event;
use crate::observer::Observer;
use crate::sequence::Cursor;
use crate::set::bits;
use crate::state::{SavedState, State, StateHash};
use std::collections::VecDeque;
use std::sync::Arc;

/// A player who answers at once, from the decision alone. Others are asked when the procedure has been put aside.
pub trait QuickPlayer {
    /// An answer the decision accepts.
    fn answer(&mut self, decision: &Decision) -> Answer;
}

/// The number of questions a phase may ask, however they are answered: by players, by the engine or by a recorded game.
/// It is the same wherever a game is played, so a game that can be played can be played again.
pub const MAX_QUESTIONS: u32 = 20_000;

/// A mistake of the rules, found by the engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleFault {
    /// A question was asked that has no possible answer.
    #[error("the question `{0}` has no possible answer")]
    DeadEnd(String),
    /// A quick player answered something that was not offered.
    #[error("the player of {side} answered `{question}` with something that was not offered")]
    BadPlayer {
        /// The side.
        side: String,
        /// The question.
        question: String,
    },
    /// A phase asks on and on.
    #[error("the question `{0}` is asked after {MAX_QUESTIONS} others in one phase; is there a loop without an end?")]
    TooManyQuestions(String),
    /// A question was asked after the end of the game.
    #[error("the question `{0}` was asked after the game had ended")]
    AfterTheEnd(String),
}

/// The first recorded entry that no longer fits the rules in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Its number in the journal, from 0.
    pub entry: usize,
    /// Why it does not fit.
    pub refusal: Refusal,
    /// The number of the decision, from 1, that is next when it is met.
    pub decision: u64,
    /// The turn; 0 during set-up.
    pub turn: u16,
    /// The state in which it is met.
    pub state: Box<SavedState>,
}

/// Entries that did not fit any more, until somebody decides something new.
#[derive(Debug)]
pub(crate) struct DroppedEntries {
    /// How many entries the journal had.
    pub(crate) at: usize,
    pub(crate) entries: Vec<Entry>,
}

/// Which of the costly things a table does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Service {
    /// Keep a journal, checkpoints and state hashes.
    pub journal: bool,
    /// Keep the game log.
    pub log: bool,
    /// Answer for a side when only one answer is possible.
    pub forced: bool,
}

impl Service {
    /// Everything, for people.
    pub const FULL: Service = Service { journal: true, log: true, forced: true };
    /// Nothing but the game, for mass simulation.
    pub const BARE: Service = Service { journal: false, log: false, forced: true };
}

/// The table.
pub struct Table {
    /// The content of the battle.
    pub content: Arc<Content>,
    /// The questions the rules may ask.
    pub questions: Arc<[Question]>,
    /// The state.
    pub state: State,
    /// What is kept.
    pub service: Service,
    /// Players who answer at once, by side.
    pub players: Vec<Option<Box<dyn QuickPlayer>>>,
    /// Who looks on; copies of the game have nobody.
    pub observer: Option<Box<dyn Observer>>,
    /// Dice to be used before the stream: for tests and for enumeration.
    pub loaded_dice: VecDeque<u32>,
    /// Units to be drawn before the dice say which.
    pub loaded_draws: VecDeque<UnitId>,
    /// The way to go where all cases of a procedure are gone through: then no dice are rolled, and nobody is asked.
    pub cases: Option<Cases>,
    /// Decisions answered so far, without forced ones.
    pub decisions: u64,
    /// Questions asked since the phase began.
    pub(crate) asked: u32,
    /// Whether recorded hashes are compared with the states met.
    pub check: bool,
    pub(crate) dice: Dice,
    pub(crate) seed: u64,
    pub(crate) pending: Option<Pending>,
    pub(crate) journal: Vec<Entry>,
    pub(crate) taken: Vec<TakenDecision>,
    pub(crate) feed: VecDeque<Entry>,
    pub(crate) events: Vec<Event>,
    pub(crate) checkpoints: Vec<Checkpoint>,
    pub(crate) misfit: Option<Misfit>,
    pub(crate) dropped: Option<DroppedEntries>,
    /// Without a journal: the start of the phase, to go back to when the rules fail.
    pub(crate) start: Option<Checkpoint>,
}

impl Table {
    /// A table with the battle laid out and nothing played yet.
    pub fn new(content: Arc<Content>, questions: Arc<[Question]>, seed: u64, service: Service) -> Table {
        Table {
            state: State::new(&content),
            players: (0..content.sides.len()).map(|_| None).collect(),
            content,
            questions,
            service,
            observer: None,
            loaded_dice: VecDeque::new(),
            loaded_draws: VecDeque::new(),
            cases: None,
            decisions: 0,
            asked: 0,
            check: false,
            dice: Dice::new(seed, 0),
            seed,
            pending: None,
            journal: Vec::new(),
            taken: Vec::new(),
            feed: VecDeque::new(),
            events: Vec::new(),
            checkpoints: Vec::new(),
            misfit: None,
            dropped: None,
            start: None,
        }
    }

    /// The seed of the dice.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The decision that waits for an answer.
    pub fn pending(&self) -> Option<&Pending> {
        self.pending.as_ref()
    }

    /// Everything that happened.
    pub fn journal(&self) -> &[Entry] {
        &self.journal
    }

    /// The game log.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The phases that have begun, as far back as the table remembers: how many decisions there were, and where in the
    /// sequence.
    pub fn phases(&self) -> impl Iterator<Item = (u64, Cursor)> + '_ {
        self.checkpoints.iter().map(|checkpoint| (checkpoint.decisions, checkpoint.state.cursor()))
    }

    /// How many entries the journal had before the decision after so many; all of them, where that has not been taken.
    pub fn entries_after(&self, decisions: u64) -> usize {
        let is_decision = |(_, entry): &(usize, &Entry)| entry.decider().is_some();
        let at = usize::try_from(decisions).unwrap_or(usize::MAX);
        self.journal.iter().enumerate().filter(is_decision).nth(at).map_or(self.journal.len(), |(at, _)| at)
    }

    /// The first recorded entry that did not fit, since this was last asked.
    pub fn take_misfit(&mut self) -> Option<Misfit> {
        self.misfit.take()
    }

    /// Hides from a side which unit this is.
    pub fn hide(&mut self, unit: UnitId, from: SideId) {
        self.state.begin_hiding(self.seed);
        self.state.set_hidden(unit, from, true);
    }

    /// Shows a side which unit this is. What is known once cannot be undone, so it goes into the journal.
    pub fn reveal(&mut self, unit: UnitId, to: SideId) {
        if self.state.unit(unit).hidden_from >> to.0 & 1 == 0 {
            return;
        }
        self.state.set_hidden(unit, to, false);
        self.learn(
            Entry::Reveal { unit, to },
            "{1} is now revealed, but was not when the game was recorded",
            Choice::Unit(unit),
        );
    }

    /// Tells a side something that it could not know, as a line of the log. What is known once cannot be undone, so it
    /// goes into the journal.
    pub fn tell(&mut self, to: SideId, event: Event) {
        let (text, about) = (event.text.as_str().into(), event.fillings.clone());
        let side = Choice::Label(self.side_name(to).into());
        self.learn(
            Entry::Tell { to, text, about },
            "{1} now learns something that was not revealed when the game was recorded",
            side,
        );
        self.log(|| event);
    }

    /// Notes what a side learns. Where a game is played again, it has to be what was learned then; if it is not,
    /// `misfit` says so of `about`.
    fn learn(&mut self, entry: Entry, misfit: &str, about: Choice) {
        self.skip_reloads();
        match self.feed.front() {
            Some(next) if *next == entry => drop(self.feed.pop_front()),
            Some(_) => self.drop_feed(Refusal::about(misfit, vec![about], &self.content)),
            None => {}
        }
        if self.service.journal {
            self.journal.push(entry);
        }
    }

    /// Writes to the game log, if anybody reads it.
    pub fn log(&mut self, event: impl FnOnce() -> Event) {
        if self.service.log {
            let mut event = event();
            let hidden_from = |choice: &Choice| match choice {
                Choice::Unit(id) => self.state.unit(*id).hidden_from,
                _ => 0,
            };
            event.hidden_from = event.fillings.iter().map(hidden_from).collect();
            self.events.push(event);
        }
    }

    /// Notes that everything up to here has been played again under other rules.
    pub fn note_migration(&mut self, from: &str, to: &str) {
        self.journal.push(Entry::Migrated { from: from.into(), to: to.into() });
    }

    /// A point to save with a change of rules.
    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot { state: self.state.saved().clone(), position: self.dice.position() }
    }

    /// The hash of the state.
    pub fn hash(&self) -> StateHash {
        self.state.hash()
    }

    /// What is asked now, in the form of a decision; for whoever answers from outside.
    pub fn form(&self) -> Option<Form> {
        self.pending.as_ref().map(|pending| pending.form)
    }

    /// Whether two units differ in nothing but their names, formations and places, and in what rules have written on
    /// them.
    pub fn are_alike(&self, a: UnitId, b: UnitId) -> bool {
        let (this, other) = (&self.content.units[a.index()], &self.content.units[b.index()]);
        let (now, then) = (self.state.unit(a), self.state.unit(b));
        (this.side, this.kind, now.steps, now.marks) == (other.side, other.kind, then.steps, then.marks)
            && this.steps == other.steps
            && this.tags == other.tags
            && this.values == other.values
    }

    /// Adds to `out` the spaces on which units of a set together have more than `most` of a property.
    pub fn stacks_over(&self, units: &[u64], property: usize, most: f64, out: &mut [u64]) {
        let value = |unit: usize| self.content.units[unit].value(property, self.state.units()[unit].steps).unwrap_or(0);
        let on_map = |unit: &usize| bits::has(self.state.on_map(), *unit);
        for place in bits::iter(units).filter(on_map).filter_map(|unit| self.state.units()[unit].place) {
            let stack = self.state.units_at(place).map(|unit| unit.index()).filter(|&unit| bits::has(units, unit));
            if !bits::has(out, place.index()) && stack.map(|unit| f64::from(value(unit))).sum::<f64>() > most {
                bits::insert(out, place.index());
            }
        }
    }

    /// The name of a side.
    pub fn side_name(&self, side: SideId) -> &str {
        self.content.sides.name(side)
    }
}
