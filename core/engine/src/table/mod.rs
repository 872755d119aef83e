//! The table on which a game is played: the state, the dice, the journal and the quick players.

mod automatic;
mod checkpoint;
mod conditions;
mod decision_record;
mod decisions;
mod dice_rolls;
mod observation;
mod secret;

pub use automatic::AutomaticAnswer;
pub(crate) use checkpoint::Checkpoint;
pub use conditions::Condition;
pub use decision_record::TakenDecision;
pub(crate) use secret::{secret_before, without_secret_answers};

use crate::cases::Cases;
use crate::chart::{Chart, Modifier};
use crate::content::Content;
use crate::decision::{Answer, Choice, Decision, Form, Pending, Question, Refusal};
use crate::dice::Dice;
use crate::ids::{Id, SideId, SpaceId, UnitId};
use crate::journal::{Entry, Snapshot};
use crate::log::Event;
use crate::observer::Observer;
use crate::sequence::Cursor;
use crate::set::bits;
use crate::state::{SavedState, State, StateHash};
use secret::SecretChoice;
use std::collections::VecDeque;
use std::sync::Arc;

/// A player who answers immediately, based on the decision alone. All other players are asked after the procedure has
/// been suspended.
pub trait QuickPlayer {
    /// Returns an answer that the decision accepts.
    fn answer(&mut self, decision: &Decision) -> Answer;

    /// Returns the number of the chosen option, from 0, for a player to whom only the number of options matters. If the
    /// result is `None`, [`QuickPlayer::answer`] is called instead.
    fn pick(&mut self, _count: usize) -> Option<usize> {
        None
    }

    /// Returns whether the player wants to know what its questions are about. It is then asked by
    /// [`QuickPlayer::answer_about`].
    fn reads_context(&self) -> bool {
        false
    }

    /// Returns another answer to a question with a condition that the player's first answer does not meet; `None` if the
    /// player always answers in the same way.
    fn another(&mut self, _decision: &Decision) -> Option<Answer> {
        None
    }

    /// Is called if the player's answer to a question with a condition did not fit, and another one was found.
    fn correct(&mut self, _answer: &Answer) {}

    /// Like [`QuickPlayer::answer`], with the context of the question: the choices that fill its prompt, such as the
    /// unit that moves.
    fn answer_about(&mut self, decision: &Decision, _context: &[Choice]) -> Answer {
        self.answer(decision)
    }
}

/// The maximum number of questions in a phase. Questions count whether they are answered by players, the engine or a
/// recorded game, so that every game can be replayed.
pub const MAX_QUESTIONS: u32 = 20_000;

/// A fault in the rules, found by the engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleFault {
    /// A question was asked that has no possible answer.
    #[error("the question `{0}` has no possible answer")]
    DeadEnd(String),
    /// The bounds of a question leave no possible answer.
    #[error("the question `{question}` has no possible answer: {demanded}, and there are {options} options")]
    BadBounds {
        /// The question.
        question: String,
        /// What the question demands.
        demanded: String,
        /// How many options there are.
        options: usize,
    },
    /// No set of options was found that meets the condition of a question.
    #[error("no set of options was found that fits the question `{0}`, which cannot be declined")]
    NothingFits(String),
    /// A side without a player was asked a question.
    #[error("the question `{question}` is asked of `{side}`, a neutral side, which has no player")]
    Neutral {
        /// The side.
        side: String,
        /// The question.
        question: String,
    },
    /// A quick player gave an answer that was not offered.
    #[error("the player for {side} gave an answer to `{question}` that was not offered")]
    BadPlayer {
        /// The side.
        side: String,
        /// The question.
        question: String,
    },
    /// A phase asked too many questions.
    #[error(
        "the question `{0}` is asked after {MAX_QUESTIONS} other questions in one phase; is there an endless loop?"
    )]
    TooManyQuestions(String),
    /// A question was asked after the end of the game.
    #[error("the question `{0}` was asked after the game had ended")]
    AfterTheEnd(String),
    /// A secret choice was begun while another one was open.
    #[error("a secret choice is open, and another one cannot begin within it; ask the side with `choose` and its like")]
    SecretWithinSecret,
    /// During a secret choice, a side was asked whose turn to decide it is not.
    #[error("{0} may not be asked while another side decides in secret")]
    NotAsking(String),
}

/// The first recorded entry that no longer fits the rules in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The index of the entry in the journal, from 0.
    pub entry: usize,
    /// Why the entry does not fit.
    pub refusal: Refusal,
    /// The number, counting from 1, of the decision that comes next when the entry is reached.
    pub decision: u64,
    /// The turn; 0 during set-up.
    pub turn: u16,
    /// The state when the entry is reached.
    pub state: Box<SavedState>,
}

/// Entries that no longer fit, kept until a new decision is made.
#[derive(Debug)]
pub(crate) struct DroppedEntries {
    /// The length of the journal when the entries were dropped.
    pub(crate) at: usize,
    pub(crate) entries: Vec<Entry>,
}

/// The services of a table, which can be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Service {
    /// Whether to keep a journal, checkpoints and state hashes.
    pub journal: bool,
    /// Whether to keep the game log.
    pub log: bool,
    /// Whether to answer for a side when only one answer is possible.
    pub forced: bool,
}

impl Service {
    /// All services, for interactive play.
    pub const FULL: Service = Service { journal: true, log: true, forced: true };
    /// No services except forced answers, for mass simulation.
    pub const BARE: Service = Service { journal: false, log: false, forced: true };
}

/// The table on which a game is played.
pub struct Table {
    /// The content of the battle.
    pub content: Arc<Content>,
    /// The questions that the rules may ask.
    pub questions: Arc<[Question]>,
    /// The state.
    pub state: State,
    /// The services in use.
    pub service: Service,
    /// The quick players, by side.
    pub players: Vec<Option<Box<dyn QuickPlayer>>>,
    /// The observer, if any; copies of the game have none.
    pub observer: Option<Box<dyn Observer>>,
    /// Dice results to use before any from the stream, for tests and enumeration.
    pub loaded_dice: VecDeque<u32>,
    /// Units to draw, in order, before any are drawn at random.
    pub loaded_draws: VecDeque<UnitId>,
    /// The path to follow while a procedure's cases are enumerated. Meanwhile, no dice are rolled and no questions are
    /// put to players.
    pub cases: Option<Cases>,
    /// The number of decisions answered so far, not counting forced ones.
    pub decisions: u64,
    /// The number of questions asked since the phase began.
    pub(crate) asked: u32,
    /// Whether recorded hashes are compared with the actual states.
    pub check: bool,
    pub(crate) dice: Dice,
    pub(crate) seed: u64,
    /// The pending questions: at most one, or one for each side while a secret choice is open.
    pub(crate) pending: Vec<Pending>,
    secret: Option<SecretChoice>,
    pub(crate) journal: Vec<Entry>,
    pub(crate) taken: Vec<TakenDecision>,
    pub(crate) feed: VecDeque<Entry>,
    pub(crate) events: Vec<Event>,
    pub(crate) automatic: Vec<AutomaticAnswer>,
    pub(crate) checkpoints: Vec<Checkpoint>,
    pub(crate) misfit: Option<Misfit>,
    pub(crate) dropped: Option<DroppedEntries>,
    /// The start of the phase, to which the table returns if the rules fail; kept only if there is no journal.
    pub(crate) start: Option<Checkpoint>,
}

impl Table {
    /// Creates a table with the initial placements, before anything has been played.
    pub fn new(content: Arc<Content>, questions: Arc<[Question]>, seed: u64, service: Service) -> Table {
        let state = State::new(&content);
        Table::from_state(content, questions, seed, service, state)
    }

    /// Creates a table with a state that fits the content.
    pub fn from_state(
        content: Arc<Content>,
        questions: Arc<[Question]>,
        seed: u64,
        service: Service,
        state: State,
    ) -> Table {
        Table {
            state,
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
            pending: Vec::new(),
            secret: None,
            journal: Vec::new(),
            taken: Vec::new(),
            feed: VecDeque::new(),
            events: Vec::new(),
            automatic: Vec::new(),
            checkpoints: Vec::new(),
            misfit: None,
            dropped: None,
            start: None,
        }
    }

    /// Returns the seed of the dice.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the pending decision, if any; the first one if several sides decide in secret.
    pub fn pending(&self) -> Option<&Pending> {
        self.pending.first()
    }

    /// Returns the paragraph under which a pending question is shown: that of the phase if it replaces the question's.
    pub fn question_rule(&self, pending: &Pending) -> &str {
        let rule = &self.questions[pending.question.index()].rule;
        self.content.sequence.question_rule(self.state.cursor(), rule)
    }

    /// Returns the journal.
    pub fn journal(&self) -> &[Entry] {
        &self.journal
    }

    /// Returns the events of the game log.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Returns the phases to which the table can return, oldest first: for each, the number of decisions before it, and
    /// its cursor.
    pub fn phases(&self) -> impl Iterator<Item = (u64, Cursor)> + '_ {
        self.checkpoints.iter().map(|checkpoint| (checkpoint.decisions, checkpoint.state.cursor()))
    }

    /// Returns the length of the journal before the decision that follows `decisions` earlier ones, or its full length
    /// if that decision has not been made yet.
    pub fn entries_after(&self, decisions: u64) -> usize {
        let is_decision = |(_, entry): &(usize, &Entry)| entry.decider().is_some();
        let at = usize::try_from(decisions).unwrap_or(usize::MAX);
        self.journal.iter().enumerate().filter(is_decision).nth(at).map_or(self.journal.len(), |(at, _)| at)
    }

    /// Takes the first misfit found since the last call, if any.
    pub fn take_misfit(&mut self) -> Option<Misfit> {
        self.misfit.take()
    }

    /// Hides a unit's identity from a side.
    pub fn hide(&mut self, unit: UnitId, from: SideId) {
        self.state.begin_hiding(self.seed);
        self.state.set_hidden(unit, from, true);
    }

    /// Reveals a unit's identity to a side. The revelation cannot be undone, so it is recorded in the journal, unless
    /// the side is neutral and has no player who could learn anything.
    pub fn reveal(&mut self, unit: UnitId, to: SideId) {
        if self.state.unit(unit).hidden_from >> to.0 & 1 == 0 {
            return;
        }
        self.state.set_hidden(unit, to, false);
        if self.content.is_neutral(to) {
            return;
        }
        self.learn(
            Entry::Reveal { unit, to },
            "{1} is revealed now, but was not when the game was recorded",
            Choice::Unit(unit),
        );
    }

    /// Gives a side secret information, as a line of the log. This cannot be undone, so it is recorded in the journal.
    pub fn tell(&mut self, to: SideId, event: Event) {
        let (text, about) = (event.text.as_str().into(), event.fillings.clone());
        let side = Choice::Label(self.side_name(to).into());
        self.learn(
            Entry::Tell { to, text, about },
            "{1} receives secret information now, but did not when the game was recorded",
            side,
        );
        self.log(|| event);
    }

    /// Records information that a side receives. In a replay, the entry must match the recording; if it does not, the
    /// recorded entries are refused for the reason `misfit`, whose placeholder is filled with `about`.
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

    /// Writes an event to the game log, if a log is kept.
    pub fn log(&mut self, event: impl FnOnce() -> Event) {
        if self.service.log {
            let mut event = event();
            let hidden_from = |choice: &Choice| match choice {
                Choice::Unit(id) => self.state.unit(*id).hidden_from,
                _ => 0,
            };
            event.hidden_from = event.fillings.iter().map(hidden_from).collect();
            event.at = self.state.cursor();
            self.events.push(event);
        }
    }

    /// Records that everything so far has been replayed under different rules.
    pub fn note_migration(&mut self, from: &str, to: &str) {
        self.journal.push(Entry::Migrated { from: from.into(), to: to.into() });
    }

    /// Creates a snapshot to be saved with a change of rules.
    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot { state: self.state.saved().clone(), position: self.dice.position() }
    }

    /// Returns the hash of the state.
    pub fn hash(&self) -> StateHash {
        self.state.hash()
    }

    /// Returns the form of the answer to the pending decision; `None` if no decision is pending.
    pub fn form(&self) -> Option<Form> {
        self.pending().map(|pending| pending.form)
    }

    /// Returns whether two units have the same side, type, steps, marks, tags and properties. Their names, formations,
    /// places, numbers and links may differ.
    pub fn are_alike(&self, a: UnitId, b: UnitId) -> bool {
        let (this, other) = (&self.content.units[a.index()], &self.content.units[b.index()]);
        let (now, then) = (self.state.unit(a), self.state.unit(b));
        (this.side, this.kind, now.steps, now.marks) == (other.side, other.kind, then.steps, then.marks)
            && this.steps == other.steps
            && this.tags == other.tags
            && this.values == other.values
    }

    /// Returns the value of a unit's property at its current steps; 0 if none is printed or it has no steps.
    #[inline]
    pub fn value(&self, unit: UnitId, property: usize) -> i32 {
        self.content.units[unit.index()].value(property, self.state.unit(unit).steps).unwrap_or(0)
    }

    /// Calls `add` with each shift of a chart that applies to an attack on a space under some circumstances, given as
    /// one bit each.
    pub fn shifts(
        &self,
        chart: &Chart,
        attackers: &[u64],
        space: SpaceId,
        circumstances: u32,
        mut add: impl FnMut(&Modifier),
    ) {
        let map = &self.content.map;
        let side = bits::next(attackers, 0).map(|unit| self.content.units[unit].side);
        let mut counted = 0u64;
        for shift in &chart.shifts {
            let group = shift.group.map_or(0, |group| 1 << group);
            let across = |feature| move |unit| self.is_across(UnitId::from_index(unit), space, feature);
            let holds = counted & group == 0
                && (shift.when == 0 || shift.when & circumstances != 0)
                && shift.unless & circumstances == 0
                && (shift.terrains.is_empty() || shift.terrains.contains(&map.terrain(space)))
                && shift.attacker.is_none_or(|attacker| side == Some(attacker))
                && shift.tag.as_ref().is_none_or(|tag| map.tag(tag).is_some_and(|spaces| spaces.has(space)))
                && shift.attackers.as_ref().is_none_or(|tag| bits::meets(attackers, self.content.tagged(tag)))
                && shift.all_across.is_none_or(|feature| side.is_some() && bits::iter(attackers).all(across(feature)))
                && shift.any_across.is_none_or(|feature| bits::iter(attackers).any(across(feature)));
            if holds {
                counted |= group;
                add(&shift.modifier);
            }
        }
    }

    /// Returns whether a unit would cross a border with one of these features to enter a space.
    pub fn is_across(&self, unit: UnitId, space: SpaceId, features: u32) -> bool {
        let link = |from| self.content.map.link(space, from);
        self.state.unit(unit).place.and_then(link).is_some_and(|link| link.features & features != 0)
    }

    /// Adds to `out` the spaces with at least `count` of the units in `units`.
    pub fn stacks_of(&self, units: &[u64], count: f64, out: &mut [u64]) {
        self.stacks(units, |_| 1.0, |total| total >= count, out);
    }

    /// Adds to `out` the spaces where the total of a property over the units in `units` exceeds `most`.
    pub fn stacks_over(&self, units: &[u64], property: usize, most: f64, out: &mut [u64]) {
        self.stacks(units, |unit| f64::from(self.value(unit, property)), |total| total > most, out);
    }

    /// Adds to `out` the spaces where the total value of the units in `units` passes a test.
    fn stacks(&self, units: &[u64], value: impl Fn(UnitId) -> f64, passes: impl Fn(f64) -> bool, out: &mut [u64]) {
        bits::each_of_both(units, self.state.on_map(), |unit| {
            let Some(place) = self.state.units()[unit].place else { return };
            let stack = self.state.units_at(place).filter(|unit| bits::has(units, unit.index()));
            if !bits::has(out, place.index()) && passes(stack.map(&value).sum()) {
                bits::insert(out, place.index());
            }
        });
    }

    /// Returns the name of a side.
    pub fn side_name(&self, side: SideId) -> &str {
        self.content.sides.name(side)
    }
}
