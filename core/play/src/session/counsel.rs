//! Advice for a person who must decide.

use super::{Session, SessionError, broken};
use crate::agent::{Advice, Adviser, PlanBudget};
use crate::seat::Seat;
use grognard_engine::decision::Refusal;
use grognard_engine::ids::{Id, SideId};

impl Session {
    /// Asks for advice on the pending decision, which must be a person's. Changes nothing in the game. Advice that is
    /// ready, or that follows from earlier advice, is kept.
    pub fn ask_advice(&mut self, budget: PlanBudget) -> Result<(), SessionError> {
        let Some(pending) = self.game.table.pending() else {
            return Err(Refusal::plain("no decision is pending").into());
        };
        if self.seats[pending.side.index()] != Seat::Person {
            return Err(Refusal::plain("that side is not played by a person").into());
        }
        if self.is_advised() {
            return Ok(());
        }
        let seed = self.agent_seed(pending.side);
        let adviser = Adviser::new(&self.battle, &self.host, &self.game, seed, budget);
        let refusal = || Refusal::plain("this system declares no evaluation, so there is no advice");
        self.adviser = Some(adviser.ok_or_else(refusal)?);
        Ok(())
    }

    /// Returns whether advice on the pending decision is ready or in the making.
    fn is_advised(&self) -> bool {
        let adviser = self.adviser.as_ref();
        adviser.is_some_and(|adviser| {
            !adviser.is_ready() && adviser.is_about(&self.host, &self.game) || self.advice().is_some()
        })
    }

    /// Lets the adviser think in the background, within its time limit. Returns how much of the thinking is done, from 0
    /// to 1, or `None` if the advice is ready, or if no advice on the pending decision was asked for. Advice that is in
    /// the making is dropped if the game has changed.
    pub fn think_of_advice(&mut self) -> Result<Option<f64>, SessionError> {
        let Some(mut adviser) = self.adviser.take() else { return Ok(None) };
        if adviser.is_ready() || !adviser.is_about(&self.host, &self.game) {
            self.adviser = Some(adviser).filter(Adviser::is_ready);
            return Ok(None);
        }
        self.game.table.put_first(adviser.side());
        let done = adviser.think(&mut self.host, &self.game).map_err(|error| broken(&self.battle, error))?;
        self.adviser = Some(adviser);
        Ok(done)
    }

    /// Returns the advice on the pending decision if it is ready: the advice that was asked for, or the rest of earlier
    /// advice if all decisions since then were made as advised.
    pub fn advice(&self) -> Option<Advice> {
        self.adviser.as_ref()?.advice(&self.host, &self.game)
    }

    /// Returns the side for which advice is ready or in the making.
    pub fn advised_side(&self) -> Option<SideId> {
        self.adviser.as_ref().map(Adviser::side)
    }

    /// Asks for the advice soon.
    pub fn hurry_advice(&mut self) {
        self.adviser.iter_mut().for_each(Adviser::hurry);
    }

    /// Drops the advice.
    pub fn drop_advice(&mut self) {
        self.adviser = None;
    }
}
