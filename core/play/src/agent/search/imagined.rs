//! A game as the thinking side may imagine it.

use super::super::greedy::play;
use super::control_variate::RolledAnswer;
use super::{HORIZON, MAX_PLAYOUT, player_turn};
use grognard_engine::decision::Answer;
use grognard_engine::determinization::Determinization;
use grognard_engine::game::{Game, Status};
use grognard_engine::ids::SideId;
use grognard_engine::sequence::Cursor;
use grognard_engine::table::Service;
use grognard_script::{Host, Pause, ScriptError};
use std::time::Instant;

/// A game with imagined hidden facts, and the translation of answers between it and the real game.
pub(super) struct ImaginedGame {
    pub(super) game: Game<Pause>,
    /// The seed of the game's dice and its imagined facts.
    pub(super) seed: u64,
    /// The answers after which dice were rolled.
    pub(super) rolled: Vec<RolledAnswer>,
    exchange: Option<Determinization>,
    last: Cursor,
    changes: u32,
    decisions: u32,
    /// The deadline, if there is a time limit.
    pub(super) until: Option<Instant>,
    pub(super) is_late: bool,
}

impl ImaginedGame {
    /// Creates a copy at the same decision, with different dice and with new values for facts the side does not know.
    /// Returns `None` if no facts can be imagined.
    pub(super) fn new(
        host: &mut Host,
        game: &Game<Pause>,
        side: SideId,
        seed: u64,
    ) -> Result<Option<ImaginedGame>, ScriptError> {
        let service = Service { log: false, ..Service::FULL };
        let (mut game, exchange) = if game.table.keeps_secrets_from(side) {
            let Some((copy, exchange)) = game.imagined(host, side, seed) else { return Ok(None) };
            (copy, Some(exchange))
        } else {
            (game.fork(seed, service), None)
        };
        game.advance(host)?;
        let last = player_turn(&game);
        let (rolled, changes, decisions) = (Vec::new(), 0, 0);
        Ok(Some(ImaginedGame { game, seed, rolled, exchange, last, changes, decisions, until: None, is_late: false }))
    }

    /// Returns whether the game has imagined facts.
    pub(super) fn hides(&self) -> bool {
        self.exchange.is_some()
    }

    /// Returns the side that must decide next; `None` once the game is over, or the horizon or the time limit is
    /// reached.
    pub(super) fn side_to_decide(&mut self, host: &mut Host) -> Result<Option<SideId>, ScriptError> {
        self.is_late |= self.until.is_some_and(|until| Instant::now() >= until);
        if self.is_late || self.game.advance(host)? == Status::Over || self.decisions >= MAX_PLAYOUT {
            return Ok(None);
        }
        let now = player_turn(&self.game);
        self.changes += u32::from(now != self.last);
        self.last = now;
        self.decisions += 1;
        Ok(self.game.table.pending().map(|pending| pending.side).filter(|_| self.changes < HORIZON))
    }

    /// Gives an answer that uses the real game's unit ids. Returns `false` if the answer is not offered in this
    /// game.
    pub(super) fn try_answer(&mut self, host: &mut Host, side: SideId, answer: &Answer) -> Result<bool, ScriptError> {
        self.game.advance(host)?;
        match &self.exchange {
            Some(exchange) => {
                let answer = exchange.answer(answer);
                self.give(host, side, &answer)
            }
            None => self.give(host, side, answer),
        }
    }

    /// Gives an answer that uses this game's unit ids. Returns `false` if the answer is not offered.
    pub(super) fn give(&mut self, host: &mut Host, side: SideId, answer: &Answer) -> Result<bool, ScriptError> {
        let pending = self.game.table.pending().filter(|pending| pending.side == side);
        let fits = pending.is_some_and(|pending| pending.decision().accepts(answer));
        if fits {
            let before = self.game.table.journal().len();
            play(host, &mut self.game, side, answer)?;
            self.rolled.extend(RolledAnswer::since(before, &self.game, side, answer));
        }
        Ok(fits)
    }

    /// Gives answers in order. Returns false at the first answer that is not offered in this game.
    pub(super) fn try_step(&mut self, host: &mut Host, side: SideId, step: &[Answer]) -> Result<bool, ScriptError> {
        for answer in step {
            if !self.try_answer(host, side, answer)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Translates answers given in this game into answers for the real game.
    pub(super) fn real_answers(&self, step: &[Answer]) -> Vec<Answer> {
        let back = self.exchange.as_ref().map(Determinization::inverse);
        step.iter().map(|answer| back.as_ref().map_or(answer.clone(), |back| back.answer(answer))).collect()
    }
}
