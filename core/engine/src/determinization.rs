//! Games in which the units that a side cannot identify have exchanged identities.
//!
//! An agent makes its decisions on such a copy, so that it cannot use information that its side does not have.

use crate::content::Content;
use crate::decision::{Answer, Choice, Pending};
use crate::dice::Dice;
use crate::game::{Game, Rules, Status};
use crate::ids::{Id, SideId, UnitId};
use crate::journal::{Draw, Entry};
use crate::random::Random;
use crate::state::State;
use crate::table::{Checkpoint, QuickPlayer, RuleFault, Service, Table, without_secret_answers};
use std::collections::BTreeMap;

/// An exchange of identities: for each unit, the unit that stands in for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Determinization {
    to: Vec<UnitId>,
    from: Vec<UnitId>,
}

/// The maximum number of copies to try. The first that reaches the question pending in the game is used.
const MAX_TRIES: u64 = 8;

impl Determinization {
    /// Returns the exchange that replaces none of the `units` units.
    pub fn none(units: usize) -> Determinization {
        let all: Vec<UnitId> = (0..units).map(UnitId::from_index).collect();
        Determinization { to: all.clone(), from: all }
    }

    /// Returns whether the exchange replaces no unit.
    pub fn is_none(&self) -> bool {
        self.to == self.from && self.to.iter().enumerate().all(|(at, unit)| unit.index() == at)
    }

    fn take(&mut self, unit: UnitId, for_unit: UnitId) {
        self.to[unit.index()] = for_unit;
        self.from[for_unit.index()] = unit;
    }

    /// Returns the unit that stands in for `unit`.
    pub fn unit(&self, unit: UnitId) -> UnitId {
        self.to[unit.index()]
    }

    /// Returns the reverse exchange.
    pub fn inverse(&self) -> Determinization {
        Determinization { to: self.from.clone(), from: self.to.clone() }
    }

    /// Applies the exchange to a choice.
    pub fn choice(&self, choice: &Choice) -> Choice {
        match choice {
            Choice::Unit(unit) => Choice::Unit(self.unit(*unit)),
            other => other.clone(),
        }
    }

    /// Applies the exchange to an answer.
    pub fn answer(&self, answer: &Answer) -> Answer {
        match answer {
            Answer::Stop => Answer::Stop,
            Answer::One(choice) => Answer::One(self.choice(choice)),
            Answer::Several(choices) => Answer::Several(choices.iter().map(|choice| self.choice(choice)).collect()),
            Answer::Shares(shares) => {
                Answer::Shares(shares.iter().map(|(choice, share)| (self.choice(choice), *share)).collect())
            }
        }
    }

    fn entry(&self, entry: &Entry) -> Entry {
        match entry.clone() {
            Entry::Answer { side, question, answer, state, forced } => {
                Entry::Answer { side, question, answer: self.answer(&answer), state, forced }
            }
            Entry::Draw(draw) => Entry::Draw(Draw { unit: self.unit(draw.unit), ..draw }),
            Entry::Reveal { unit, to } => Entry::Reveal { unit: self.unit(unit), to },
            Entry::Tell { to, text, about } => {
                Entry::Tell { to, text, about: about.iter().map(|choice| self.choice(choice)).collect() }
            }
            other => other,
        }
    }
}

impl Table {
    /// Returns whether there are units whose identity the viewer does not know, or answers that sides have given in
    /// secret. `None` stands for a spectator.
    pub fn keeps_secrets_from(&self, viewer: impl Into<Option<SideId>>) -> bool {
        self.is_secret() || self.hides_units_from(viewer.into())
    }

    fn hides_units_from(&self, viewer: Option<SideId>) -> bool {
        let unknown = |unit: usize| !self.knows(viewer, UnitId::from_index(unit));
        self.state.has_hidden() && (0..self.content.units.len()).any(unknown)
    }

    /// Runs `look` on the table with an exchange applied, then restores the table.
    pub fn look_with_exchange<T>(&mut self, exchange: &Determinization, look: impl FnOnce(&Table) -> T) -> T {
        let exchanged = self.state.with_exchange(&self.content, exchange);
        let state = std::mem::replace(&mut self.state, exchanged);
        let pending = self.pending.clone();
        let exchanged = |pending: &Pending| {
            let each = |choices: &[Choice]| choices.iter().map(|choice| exchange.choice(choice)).collect();
            let options = self.neutral_order(pending.side, each(&pending.options));
            Pending { options, context: each(&pending.context), ..pending.clone() }
        };
        self.pending = pending.iter().map(exchanged).collect();
        let seen = look(self);
        (self.state, self.pending) = (state, pending);
        seen
    }
}

impl<P> Game<P> {
    /// Returns the enemy units that a side cannot identify. A currently hidden unit is left out if the side could see
    /// it on the map at the last checkpoint, or if it has been revealed since, because the side remembers it. The order
    /// of the result depends only on information that the side has.
    fn secrets(&self, viewer: SideId) -> Vec<UnitId> {
        let table = &self.table;
        if !table.hides_units_from(Some(viewer)) {
            return Vec::new();
        }
        let start = self.start();
        let before = start.as_ref().map_or(&table.state, |start| &start.state);
        let since = &table.journal()[start.as_ref().map_or(table.journal().len(), |start| start.entries)..];
        let was_shown = |unit: UnitId| {
            since
                .iter()
                .any(|entry| matches!(entry, Entry::Reveal { unit: shown, to } if (*shown, *to) == (unit, viewer)))
        };
        let bit = |state: &State, unit: UnitId| state.unit(unit).hidden_from >> viewer.0 & 1 == 1;
        let was_known = |unit: UnitId| before.unit(unit).place.is_some() && !bit(before, unit);
        let is_secret = |unit: &UnitId| {
            table.content.units[unit.index()].side != viewer
                && bit(&table.state, *unit)
                && !was_known(*unit)
                && !was_shown(*unit)
        };
        let mut secrets: Vec<UnitId> =
            (0..table.content.units.len()).map(UnitId::from_index).filter(is_secret).collect();
        secrets.sort_by_cached_key(|unit| (table.state.slot(*unit), before.slot(*unit)));
        secrets
    }

    fn start(&self) -> Option<Checkpoint> {
        self.checkpoint_before(self.table.journal().len())
    }

    /// Returns a random exchange among the units that a side cannot identify; `None` if there are none. The exchange
    /// depends only on the seed and on information that the side has.
    pub fn exchange(&self, viewer: SideId, seed: u64) -> Option<Determinization> {
        let secrets = self.secrets(viewer);
        let content = &self.table.content;
        let mut exchange = Determinization::none(content.units.len());
        let mut dice = Dice::new(seed, 3);
        for class in self.classes(&secrets) {
            let mut units = class.clone();
            units.sort_unstable();
            for last in (1..units.len()).rev() {
                units.swap(last, dice.die(last as u32 + 1) as usize - 1);
            }
            class.into_iter().zip(units).for_each(|(slot, unit)| exchange.take(slot, unit));
        }
        (!secrets.is_empty()).then_some(exchange)
    }

    /// Groups units that may be exchanged with one another: units on the same side with the same status (alive, on the
    /// map), both now and at the last checkpoint.
    fn classes(&self, secrets: &[UnitId]) -> Vec<Vec<UnitId>> {
        let start = self.start();
        let before = start.as_ref().map_or(&self.table.state, |start| &start.state);
        let class = |unit: UnitId| {
            let fate = |state: &State| (state.unit(unit).steps > 0, state.unit(unit).place.is_some());
            (self.table.content.units[unit.index()].side, fate(&self.table.state), fate(before))
        };
        let mut classes: BTreeMap<_, Vec<UnitId>> = BTreeMap::new();
        secrets.iter().for_each(|unit| classes.entry(class(*unit)).or_default().push(*unit));
        classes.into_values().collect()
    }

    /// Returns an independent copy with an exchange applied and with different dice. The copy still has to be advanced,
    /// which replays the entries since the last checkpoint. Those entries may no longer fit.
    pub fn fork_with_exchange(&self, exchange: &Determinization, seed: u64, service: Service) -> Game<P> {
        let mut copy = self.fork(seed, service);
        copy.table.decisions = self.start().map_or(self.table.decisions, |start| start.decisions);
        copy.table.state = copy.table.state.with_exchange(&self.table.content, exchange);
        copy.table.feed = copy.table.feed.iter().map(|entry| exchange.entry(entry)).collect();
        copy
    }

    /// Returns the game as a side may imagine it: a copy that has reached the same question, in which the units that
    /// the side cannot identify have exchanged identities. Also returns the exchange. Returns `None` if no copy reached
    /// that question.
    pub fn imagined<R: Rules<Pause = P>>(
        &self,
        rules: &mut R,
        viewer: SideId,
        seed: u64,
    ) -> Option<(Game<P>, Determinization)>
    where
        R::Error: From<RuleFault>,
    {
        let service = Service { log: false, ..Service::FULL };
        (0..MAX_TRIES).find_map(|attempt| {
            let seed = seed.wrapping_add(attempt.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let exchange =
                self.exchange(viewer, seed).unwrap_or_else(|| Determinization::none(self.table.content.units.len()));
            let mut copy = self.fork_with_exchange(&exchange, seed, service);
            copy.forget_secret_answers(viewer);
            let came =
                copy.advance(rules).is_ok_and(|status| status == Status::Waiting) && copy.table.take_misfit().is_none();
            let same = came && copy.imagine_answers(rules, viewer, seed) && copy.table.asks_like(&self.table, viewer);
            same.then_some((copy, exchange))
        })
    }

    /// Removes what a side may not know from the entries that a copy will replay: the answers that other sides have
    /// given in a secret choice that is still open.
    pub fn forget_secret_answers(&mut self, viewer: SideId) {
        let feed = std::mem::take(&mut self.table.feed);
        self.table.feed = without_secret_answers(feed.into(), viewer).into();
    }

    /// If the viewer and others are deciding in secret, answers for the others at random. Returns `false` if the rules
    /// fail.
    fn imagine_answers<R: Rules<Pause = P>>(&mut self, rules: &mut R, viewer: SideId, seed: u64) -> bool
    where
        R::Error: From<RuleFault>,
    {
        let mut random = Random::new(seed ^ u64::from(viewer.0) << 32);
        while self.table.is_secret() && self.table.pending_for(viewer).is_some() {
            let others = self.table.all_pending().iter().find(|pending| pending.side != viewer);
            let Some((side, answer)) = others.map(|pending| (pending.side, random.answer(&pending.decision()))) else {
                break;
            };
            let fitting = self.fitting(rules, side, answer);
            if !fitting.is_ok_and(|answer| self.answer(rules, side, answer).is_ok()) {
                return false;
            }
        }
        true
    }
}

impl Table {
    /// Returns whether `other` asks the same side the same question. If the viewer decides in secret, its question
    /// counts, and if it has decided, any question of the same secret choice.
    fn asks_like(&self, other: &Table, viewer: SideId) -> bool {
        let asked = |table: &Table| {
            let pending = if table.is_secret() { table.pending_for(viewer) } else { table.pending() };
            pending.map(|pending| (pending.side, pending.question, pending.form, pending.stop))
        };
        asked(self) == asked(other) && self.secret_sides() == other.secret_sides() && self.pending().is_some()
    }
}

impl State {
    /// Returns the state after an exchange. A unit takes the place, marks, numbers and links of the unit it stands in
    /// for, but not its steps, so that the inverse exchange restores the state.
    pub fn with_exchange(&self, content: &Content, exchange: &Determinization) -> State {
        let mut saved = self.saved().clone();
        for unit in (0..content.units.len()).map(UnitId::from_index) {
            let other = exchange.unit(unit);
            saved.exchange_unit(self.saved(), unit, other, |linked| exchange.unit(linked));
        }
        State::restore(content, saved)
    }
}
