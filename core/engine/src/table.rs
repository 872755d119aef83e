//! The table a game is played on: state, dice, journal, and the players who answer at once.

use crate::cases::Cases;
use crate::content::Content;
use crate::decision::{Answer, Choice, Decision, Form, Options, Pending, Question, Refusal};
use crate::dice::Dice;
use crate::ids::{Id, SideId, UnitId};
use crate::journal::{Draw, Entry, Roll, Snapshot};
use crate::log::Event;
use crate::observer::Observer;
use crate::outcome;
use crate::sequence::Cursor;
use crate::set::bits;
use crate::state::{Saved, State, StateHash};
use std::collections::VecDeque;
use std::sync::Arc;

/// A player who answers at once, from the decision alone. Others are asked when the procedure has been put aside.
pub trait QuickPlayer {
    /// An answer the decision accepts.
    fn answer(&mut self, decision: &Decision) -> Answer;
}

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
    pub state: Box<Saved>,
}

/// Entries that did not fit any more, until somebody decides something new.
#[derive(Debug)]
pub(crate) struct Dropped {
    /// How many entries the journal had.
    pub(crate) at: usize,
    pub(crate) entries: Vec<Entry>,
}

/// A point the table can go back to.
#[derive(Clone, Debug)]
pub(crate) struct Checkpoint {
    pub(crate) entries: usize,
    pub(crate) events: usize,
    pub(crate) state: State,
    pub(crate) position: u64,
    pub(crate) decisions: u64,
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
    /// Whether recorded hashes are compared with the states met.
    pub check: bool,
    pub(crate) dice: Dice,
    pub(crate) seed: u64,
    pub(crate) pending: Option<Pending>,
    pub(crate) journal: Vec<Entry>,
    pub(crate) feed: VecDeque<Entry>,
    pub(crate) events: Vec<Event>,
    pub(crate) checkpoints: Vec<Checkpoint>,
    pub(crate) misfit: Option<Misfit>,
    pub(crate) dropped: Option<Dropped>,
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
            check: false,
            dice: Dice::new(seed, 0),
            seed,
            pending: None,
            journal: Vec::new(),
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

    /// The phases that have begun, as far back as the table remembers: how many decisions there were, and where in the sequence.
    pub fn phases(&self) -> impl Iterator<Item = (u64, Cursor)> + '_ {
        self.checkpoints.iter().map(|checkpoint| (checkpoint.decisions, checkpoint.state.cursor()))
    }

    /// How many entries the journal had before the decision after so many; all of them, where that has not been taken.
    pub fn entries_after(&self, decisions: u64) -> usize {
        let is_decision = |(_, entry): &(usize, &Entry)| matches!(entry, Entry::Answer { forced: false, .. });
        let at = usize::try_from(decisions).unwrap_or(usize::MAX);
        self.journal.iter().enumerate().filter(is_decision).nth(at).map_or(self.journal.len(), |(at, _)| at)
    }

    /// The first recorded entry that did not fit, since this was last asked.
    pub fn take_misfit(&mut self) -> Option<Misfit> {
        self.misfit.take()
    }

    /// Whether every side is played by somebody who answers at once.
    pub fn never_waits(&self) -> bool {
        self.players.iter().all(Option::is_some)
    }

    /// Asks a side. `None`: nobody has answered yet, and the procedure must be put aside.
    pub fn choose(&mut self, decision: &Decision, context: &[Choice]) -> Result<Option<Answer>, RuleFault> {
        if self.state.has_hidden() {
            self.state.give_tokens();
        }
        if decision.options.is_empty() {
            // Whoever may decline, and has nothing to choose from, is not asked.
            return if decision.stop { Ok(Some(Answer::Stop)) } else { Err(RuleFault::DeadEnd(self.key(decision))) };
        }
        if decision.is_dead_end() {
            return Err(RuleFault::DeadEnd(self.key(decision)));
        }
        if self.state.ending().is_some() {
            return Err(RuleFault::AfterTheEnd(self.key(decision)));
        }
        if !self.feed.is_empty()
            && let Some(answer) = self.fed(decision)
        {
            return Ok(Some(answer));
        }
        if self.service.forced
            && let Some(answer) = decision.forced()
        {
            self.record_answer(decision, &answer, true);
            return Ok(Some(answer));
        }
        let thought = match &mut self.cases {
            Some(cases) => Some(cases.answer(decision, &self.questions[decision.question.index()])),
            None => self.players[decision.side.index()].as_mut().map(|player| player.answer(decision)),
        };
        if let Some(answer) = thought {
            if !decision.accepts(&answer) {
                let side = self.content.sides.name(decision.side).to_owned();
                return Err(RuleFault::BadPlayer { side, question: self.key(decision) });
            }
            self.record_answer(decision, &answer, false);
            return Ok(Some(answer));
        }
        self.pending = Some(Pending {
            side: decision.side,
            question: decision.question,
            form: decision.form,
            options: self.in_plain_order(decision.side, decision.options.iter().collect()),
            stop: decision.stop,
            context: context.to_vec(),
            costs: Vec::new(),
            region: match decision.options {
                Options::Region(region) => Some(region.clone()),
                _ => None,
            },
        });
        Ok(None)
    }

    /// Tells whoever reads the question that waits what each space on offer costs.
    pub fn tell_costs(&mut self, costs: &[Option<u16>]) {
        let Some(pending) = &mut self.pending else { return };
        let cost = |choice: &Choice| match choice {
            Choice::Space(space) => costs.get(space.index()).copied().flatten(),
            _ => None,
        };
        pending.costs = pending.options.iter().map(cost).collect();
    }

    fn key(&self, decision: &Decision) -> String {
        self.questions[decision.question.index()].key.to_string()
    }

    /// The answer that was given to the decision a procedure was put aside for.
    pub fn take_answer(&mut self) -> Option<Answer> {
        let entry = self.feed.pop_front()?;
        let Entry::Answer { answer, .. } = &entry else {
            self.feed.push_front(entry);
            return None;
        };
        let answer = answer.clone();
        self.decisions += 1;
        if self.service.journal {
            self.journal.push(entry);
        }
        Some(answer)
    }

    /// The recorded answer to a decision, if it fits.
    fn fed(&mut self, decision: &Decision) -> Option<Answer> {
        self.skip_reloads();
        let key = self.questions[decision.question.index()].key.clone();
        let refusal = match self.feed.front()? {
            Entry::Answer { side, question, answer, state, forced } => {
                // A hash costs more than most of what is done between two decisions.
                let met = if self.check || self.service.journal { self.state.hash() } else { *state };
                let diverged = self.check && *state != met;
                if *side != decision.side && *question == key {
                    let [who, asked] = [*side, decision.side].map(|side| self.content.sides.name(side));
                    Refusal::plain(format!("`{key}` was answered by {who} where {asked} is asked now"))
                } else if *side != decision.side || *question != key {
                    Refusal::plain(format!("`{question}` was answered where `{key}` is asked now"))
                } else if !decision.accepts(answer) {
                    self.not_offered_any_more(decision, answer)
                } else if diverged {
                    Refusal::plain(format!("the state in which `{key}` is asked is {met}, recorded was {state}"))
                } else {
                    self.decisions += u64::from(!forced);
                    let mut entry = self.feed.pop_front()?;
                    let Entry::Answer { answer, state, .. } = &mut entry else { return None };
                    // Under other rules the same answer may be given in another state.
                    *state = met;
                    let answer = answer.clone();
                    if self.service.journal {
                        self.journal.push(entry);
                    }
                    return Some(answer);
                }
            }
            _ => Refusal::plain(format!("dice were rolled where `{key}` is asked now")),
        };
        self.drop_feed(refusal);
        None
    }

    fn not_offered_any_more(&self, decision: &Decision, answer: &Answer) -> Refusal {
        let question = &self.questions[decision.question.index()];
        let (text, mut about) = answer.template();
        about.push(Choice::Label(question.key.clone()));
        let text = format!("`{text}` is not offered any more in answer to `{{{}}}`", about.len());
        Refusal::about(&text, about, &self.content).under(&question.rule)
    }

    fn skip_reloads(&mut self) {
        while let Some(Entry::Reload(_) | Entry::Migrated { .. }) = self.feed.front() {
            self.journal.extend(self.feed.pop_front());
        }
    }

    fn drop_feed(&mut self, refusal: Refusal) {
        let misfit = self.misfit_here(refusal);
        self.misfit.get_or_insert(misfit);
        let dropped = Dropped { at: self.journal.len(), entries: self.feed.drain(..).collect() };
        self.dropped.get_or_insert(dropped);
    }

    /// The next entry does not fit.
    pub fn misfit_here(&self, refusal: Refusal) -> Misfit {
        let (decision, turn) = (self.decisions + 1, self.state.cursor().turn);
        Misfit { entry: self.journal.len(), refusal, decision, turn, state: Box::new(self.state.saved().clone()) }
    }

    /// When the game is over nothing recorded may be left.
    pub(crate) fn end_feed(&mut self) {
        self.skip_reloads();
        if !self.feed.is_empty() {
            self.drop_feed(Refusal::plain("the game is over before this"));
        }
    }

    fn record_answer(&mut self, decision: &Decision, answer: &Answer, forced: bool) {
        self.decisions += u64::from(!forced);
        if !forced {
            self.dropped = None;
        }
        if self.service.journal {
            self.journal.push(self.answer_entry(decision, answer.clone(), forced));
        }
    }

    pub(crate) fn answer_entry(&self, decision: &Decision, answer: Answer, forced: bool) -> Entry {
        let question = self.questions[decision.question.index()].key.clone();
        Entry::Answer { side: decision.side, question, answer, state: self.state.hash(), forced }
    }

    /// Rolls dice. The purpose is recorded, with the paragraph first: `9.0 combat`.
    pub fn roll(&mut self, count: u32, sides: u32, purpose: &str) -> Vec<u32> {
        if let Some(cases) = &mut self.cases {
            return (0..count).map(|_| cases.die(sides)).collect();
        }
        self.skip_reloads();
        if let Some(entry) = self.feed.front() {
            match entry {
                Entry::Roll(roll) if (roll.sides, roll.dice.len() as u32, &*roll.purpose) == (sides, count, purpose) => {
                    let dice = roll.dice.clone();
                    self.dice.set_position(roll.position);
                    let entry = self.feed.pop_front();
                    self.journal.extend(entry.filter(|_| self.service.journal));
                    return dice;
                }
                _ => self
                    .drop_feed(Refusal::plain(format!("dice are rolled now for `{purpose}`, which was not so when the game was recorded"))),
            }
        }
        let mut next = || match self.loaded_dice.pop_front() {
            Some(die) => die.clamp(1, sides),
            None => self.dice.die(sides),
        };
        let dice: Vec<u32> = (0..count).map(|_| next()).collect();
        if self.service.journal {
            let roll = Roll { sides, dice: dice.clone(), purpose: purpose.to_owned(), position: self.dice.position() };
            self.journal.push(Entry::Roll(roll));
        }
        dice
    }

    /// Rolls dice of which only the sum matters.
    pub fn roll_sum(&mut self, count: u32, sides: u32, purpose: &str) -> u32 {
        match &mut self.cases {
            Some(cases) => cases.sum(count, sides),
            None => self.roll(count, sides, purpose).iter().sum(),
        }
    }

    /// Rolls a bucket of dice of which only the number of hits matters; each kind of dice is a roll of its own.
    pub fn roll_hits(&mut self, bucket: &[outcome::Dice], purpose: &str) -> u32 {
        if let Some(cases) = &mut self.cases {
            return cases.hits(bucket);
        }
        let thrown = bucket.iter().filter(|dice| dice.count > 0);
        thrown.map(|dice| self.roll(dice.count, dice.sides, purpose).iter().filter(|die| **die >= dice.least).count() as u32).sum()
    }

    /// Draws a unit at random; `None` from no units. The purpose is recorded as that of a roll is. Only who may know the unit
    /// learns which it was: the journal is for nobody's eyes.
    pub fn draw(&mut self, units: &[u64], purpose: &str) -> Option<UnitId> {
        let of = bits::count(units) as u32;
        if of == 0 {
            return None;
        }
        if let Some(cases) = &mut self.cases {
            return Some(UnitId::from_index(bits::nth(units, cases.die(of) as usize - 1)?));
        }
        self.skip_reloads();
        match self.feed.front() {
            Some(Entry::Draw(draw)) if draw.of == of && draw.purpose == purpose && bits::has(units, draw.unit.index()) => {
                let unit = draw.unit;
                self.dice.set_position(draw.position);
                let entry = self.feed.pop_front();
                self.journal.extend(entry.filter(|_| self.service.journal));
                return Some(unit);
            }
            Some(_) => {
                self.drop_feed(Refusal::plain(format!("a unit is drawn now for `{purpose}`, which was not so when the game was recorded")))
            }
            None => {}
        }
        let loaded = self.loaded_draws.front().copied().filter(|unit| bits::has(units, unit.index()));
        let die = match loaded {
            Some(unit) => {
                self.loaded_draws.pop_front();
                bits::iter(units).take_while(|&other| other <= unit.index()).count() as u32
            }
            None => self.dice.die(of),
        };
        let unit = UnitId::from_index(bits::nth(units, die as usize - 1)?);
        if self.service.journal {
            self.journal.push(Entry::Draw(Draw { unit, of, die, purpose: purpose.to_owned(), position: self.dice.position() }));
        }
        Some(unit)
    }

    /// Goes on with dice that have nothing to do with those of any game.
    pub fn take_other_dice(&mut self, seed: u64) {
        self.dice = Dice::new(seed, 1);
    }

    /// How far the stream of dice has been used. Dice that were loaded do not count.
    pub fn dice_position(&self) -> u64 {
        self.dice.position()
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
        self.skip_reloads();
        let entry = Entry::Reveal { unit, to };
        match self.feed.front() {
            Some(next) if *next == entry => drop(self.feed.pop_front()),
            Some(_) => {
                let text = "{1} is revealed now, which was not so when the game was recorded";
                self.drop_feed(Refusal::about(text, vec![Choice::Unit(unit)], &self.content));
            }
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
            event.hidden_from = event.about.iter().map(hidden_from).collect();
            self.events.push(event);
        }
    }

    /// Makes a checkpoint here: the procedure that runs can be run again from its beginning with the state as it is now.
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
                (start.events, start.position, start.decisions) = (self.events.len(), self.dice.position(), self.decisions);
            }
        }
    }

    /// Goes back to a checkpoint, with entries to be played again from there.
    pub(crate) fn restore(&mut self, checkpoint: Checkpoint, feed: impl IntoIterator<Item = Entry>) {
        self.checkpoints.retain(|other| other.entries < checkpoint.entries);
        self.state = checkpoint.state.clone();
        self.dice.set_position(checkpoint.position);
        self.journal.truncate(checkpoint.entries);
        self.events.truncate(checkpoint.events);
        self.decisions = checkpoint.decisions;
        self.pending = None;
        self.feed = feed.into_iter().collect();
        self.checkpoints.push(checkpoint);
    }

    /// Goes back to the last checkpoint, with everything since to be played again: for rules whose procedures cannot be put
    /// aside, and run again from their beginning instead. Needs a journal.
    pub fn rewind(&mut self) {
        if let Some(checkpoint) = self.checkpoints.last().cloned() {
            let mut entries = self.journal.split_off(checkpoint.entries);
            entries.extend(self.feed.drain(..));
            self.restore(checkpoint, entries);
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

    /// Whether two units differ in nothing but their names, formations and places, and in what rules have written on them.
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
