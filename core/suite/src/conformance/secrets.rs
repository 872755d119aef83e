//! Checks that a side cannot distinguish games that differ only in information hidden from it: the view, log, questions
//! and record, an agent's answers, and advice, must be the same.

use super::difference::difference;
use super::{Breach, ConformanceTest};
use grognard_engine::catalogue::ENGLISH;
use grognard_engine::decision::Choice;
use grognard_engine::determinization::Determinization;
use grognard_engine::game::{AnswerError, Game, Status};
use grognard_engine::ids::SideId;
use grognard_engine::random::Random;
use grognard_engine::reader::Reader;
use grognard_engine::table::{QuickPlayer, Service, Table};
use grognard_engine::view::View;
use grognard_play::record::Record;
use grognard_play::{AdviceText, Adviser, Agent, AgentKind, AgentReply, PlanBudget};
use grognard_script::Pause;

/// An agent that plans a little.
const PLANNER: AgentKind = AgentKind::Plan(PlanBudget { trials: 60, ..PlanBudget::VETERAN });

/// The budget of an adviser.
const ADVISER: PlanBudget = PlanBudget { trials: 30, ..PlanBudget::VETERAN };

impl ConformanceTest<'_> {
    /// Checks that views do not depend on the identities of hidden units.
    pub(super) fn views_keep_secrets(&mut self) -> Result<(), Box<Breach>> {
        for (viewer, _) in self.battle.content.clone().seats() {
            let Some(exchange) = self.game.exchange(viewer, self.shuffle_key()) else { continue };
            for viewer in [Some(viewer), None] {
                let before = View::new(&self.game.table, viewer);
                let after = self.game.table.look_with_exchange(&exchange, |table| View::new(table, viewer));
                self.require(before == after, "a view must not depend on hidden facts")?;
            }
        }
        Ok(())
    }

    /// Checks that a side cannot distinguish this game from one in which hidden units were exchanged at the start of
    /// the phase, if both games took the same course.
    pub(super) fn secrets_change_nothing(&mut self) -> Result<(), Box<Breach>> {
        for (viewer, _) in self.battle.content.clone().seats() {
            if let Some(mut other) = self.game_with_other_answers(viewer)? {
                self.compared += 1;
                self.looks_the_same(&other, viewer)?;
                self.bots_choose_alike(&mut other, viewer)?;
            }
            let Some(exchange) = self.game.exchange(viewer, self.shuffle_key()) else { continue };
            let Some(mut other) = self.other_game(&exchange) else { continue };
            if tells_of(&other.table, viewer, &exchange) {
                continue;
            }
            self.compared += 1;
            self.looks_the_same(&other, viewer)?;
            let state = self.game.table.state.with_exchange(&self.battle.content, &exchange);
            if *state.saved() == *other.table.state.saved() {
                self.bots_choose_alike(&mut other, viewer)?;
            }
        }
        Ok(())
    }

    /// Returns the game with other answers of the sides that have decided in secret; `None` if the viewer knows
    /// everything.
    fn game_with_other_answers(&mut self, viewer: SideId) -> Result<Option<Game<Pause>>, Box<Breach>> {
        let table = &self.game.table;
        let has_decided = |side: &SideId| *side != viewer && table.pending_for(*side).is_none();
        let decided: Vec<SideId> =
            table.secret_sides().unwrap_or_default().iter().copied().filter(has_decided).collect();
        if decided.is_empty() {
            return Ok(None);
        }
        let nothing = Determinization::none(self.battle.content.units.len());
        let mut random = Random::new(self.shuffle_key());
        let mut other = self.game.fork_with_exchange(&nothing, self.game.table.seed(), Service::FULL);
        other.forget_secret_answers(viewer);
        let mut came = other.advance(self.host).map(drop);
        for side in decided {
            while let (Ok(()), Some(pending)) = (&came, other.table.pending_for(side)) {
                let answer = random.answer(&pending.decision());
                let answer = other.fitting(self.host, side, answer).or_else(|error| self.failed(error))?;
                came = match other.answer(self.host, side, answer) {
                    Ok(_) => Ok(()),
                    Err(AnswerError::Fault(error)) => Err(error),
                    Err(AnswerError::Refused(refusal)) => {
                        return self
                            .breach(format!("every offered option must be accepted, but one was refused: {refusal}"));
                    }
                };
            }
        }
        other.table.put_first(self.game.table.pending().map_or(viewer, |pending| pending.side));
        match came {
            Ok(()) => Ok(Some(other)),
            Err(error) => self.failed(error),
        }
    }

    /// Returns the game after an exchange, if it reaches the next question in a state that differs only by the
    /// exchange.
    fn other_game(&mut self, exchange: &Determinization) -> Option<Game<Pause>> {
        let mut other = self.game.fork_with_exchange(exchange, self.game.table.seed(), Service::FULL);
        let came = other.advance(self.host).is_ok_and(|status| status == Status::Waiting)
            && other.table.take_misfit().is_none();
        // If several sides decide in secret, both games are at the question of the same side.
        other.table.put_first(self.game.table.pending()?.side);
        let state = self.game.table.state.with_exchange(&self.battle.content, exchange);
        (came && state.saved().is_but_for_tokens(other.table.state.saved())).then_some(other)
    }

    fn looks_the_same(&self, other: &Game<Pause>, viewer: SideId) -> Result<(), Box<Breach>> {
        // The other game has the log only from the last checkpoint on.
        let news = View::new(&other.table, Some(viewer)).log.len();
        let lines = View::new(&self.game.table, Some(viewer)).log.len();
        let line = |table: &Table, told: usize| Record::new(viewer, &ENGLISH, told).line(table, None);
        let (here, there) = (line(&self.game.table, lines - news), line(&other.table, 0));
        let Some(difference) = difference(&here, &there) else { return Ok(()) };
        let side = self.battle.content.sides.name(viewer);
        self.breach(format!(
            "what a side sees, reads and is asked must not depend on hidden facts, but for {side}, {difference}"
        ))
    }

    fn bots_choose_alike(&mut self, other: &mut Game<Pause>, viewer: SideId) -> Result<(), Box<Breach>> {
        let is_asked = self.game.table.pending().is_some_and(|pending| pending.side == viewer);
        if !is_asked || self.battle.system.hooks.evaluate.is_none() {
            return Ok(());
        }
        for kind in [AgentKind::Greedy, PLANNER] {
            let choices = [self.bot(kind, None, viewer)?, self.bot(kind, Some(&mut *other), viewer)?];
            if choices[0] != choices[1] {
                return self.breach(format!(
                    "a bot's answers must not depend on hidden facts, but {} answers `{}` and, with hidden units \
                     exchanged, `{}`",
                    kind.name(),
                    choices[0],
                    choices[1]
                ));
            }
        }
        // Advice takes longest: it is asked for in some comparisons only.
        if !self.game.table.journal().len().is_multiple_of(40) {
            return Ok(());
        }
        let advice = [self.advice(None, viewer)?, self.advice(Some(&*other), viewer)?];
        if advice[0] != advice[1] {
            return self.breach(format!(
                "advice must not depend on hidden facts, but it is `{:?}` and, with hidden units exchanged, `{:?}`",
                advice[0], advice[1]
            ));
        }
        Ok(())
    }

    /// Returns advice, in words.
    fn advice(&mut self, game: Option<&Game<Pause>>, viewer: SideId) -> Result<Option<AdviceText>, Box<Breach>> {
        let game = game.unwrap_or(&self.game);
        let Some(mut adviser) = Adviser::new(self.battle, self.host, game, self.seed, ADVISER) else { return Ok(None) };
        if let Err(error) = adviser.think_now(self.host, game) {
            return self.failed(error);
        }
        let reader = Reader::new(&game.table, Some(viewer), &ENGLISH);
        Ok(adviser.advice(self.host, game).map(|advice| AdviceText::new(&advice, &reader)))
    }

    /// Returns an agent's answer, in words.
    fn bot(&mut self, kind: AgentKind, game: Option<&mut Game<Pause>>, viewer: SideId) -> Result<String, Box<Breach>> {
        let game = game.unwrap_or(&mut self.game);
        let Ok(Some(mut bot)) = Agent::new(kind, self.battle, viewer, self.seed) else { return Ok(String::new()) };
        match bot.answer(self.host, game) {
            Ok(AgentReply::Answer(answer)) => Ok(Reader::new(&game.table, Some(viewer), &ENGLISH).answer(&answer)),
            Ok(AgentReply::Trouble(_)) => Ok(String::new()),
            Err(error) => self.failed(error),
        }
    }

    fn shuffle_key(&self) -> u64 {
        self.seed.wrapping_mul(1_000_003).wrapping_add(self.game.table.decisions)
    }
}

/// Returns whether the log names an exchanged unit. If so, the two games differ in more than hidden information.
fn tells_of(table: &Table, viewer: SideId, exchange: &Determinization) -> bool {
    table.events().iter().any(|event| {
        event.fillings.iter().zip(&event.hidden_from).any(|(choice, hidden_from)| match choice {
            Choice::Unit(unit) => hidden_from >> viewer.0 & 1 == 0 && exchange.unit(*unit) != *unit,
            _ => false,
        })
    })
}
