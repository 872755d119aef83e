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
        let side = pending.side;
        if self.is_advised(side) {
            return Ok(());
        }
        let seed = self.agent_seed(side);
        let adviser = Adviser::new(&self.battle, &self.host, &self.game, seed, budget);
        let refusal = || Refusal::plain("this system declares no evaluation, so there is no advice");
        let adviser = adviser.ok_or_else(refusal)?;
        self.drop_advice(side);
        self.advisers.push(adviser);
        Ok(())
    }

    fn adviser(&self, side: SideId) -> Option<&Adviser> {
        self.advisers.iter().find(|adviser| adviser.side() == side)
    }

    /// Returns whether advice on the pending decision of a side is ready or in the making.
    fn is_advised(&self, side: SideId) -> bool {
        self.adviser(side).is_some_and(|adviser| {
            !adviser.is_ready() && adviser.is_about(&self.host, &self.game) || self.advice(side).is_some()
        })
    }

    /// Lets the adviser of a side think in the background, within its time limit. Returns how much of the thinking is
    /// done, from 0 to 1, or `None` if the advice is ready, or if no advice on the pending decision was asked for. Advice
    /// that is in the making is dropped if the game, as the side knows it, has changed.
    pub fn think_of_advice(&mut self, side: SideId) -> Result<Option<f64>, SessionError> {
        let Some(at) = self.advisers.iter().position(|adviser| adviser.side() == side) else { return Ok(None) };
        let adviser = &mut self.advisers[at];
        if adviser.is_ready() {
            return Ok(None);
        }
        if !adviser.is_about(&self.host, &self.game) {
            self.advisers.remove(at);
            return Ok(None);
        }
        self.game.table.put_first(side);
        adviser.think(&mut self.host, &self.game).map_err(|error| broken(&self.battle, error))
    }

    /// Returns the advice on the pending decision of a side if it is ready: the advice that was asked for, or the rest of
    /// earlier advice if all decisions since then were made as advised.
    pub fn advice(&self, side: SideId) -> Option<Advice> {
        self.adviser(side)?.advice(&self.host, &self.game)
    }

    /// Asks for the advice of a side soon.
    pub fn hurry_advice(&mut self, side: SideId) {
        self.advisers.iter_mut().filter(|adviser| adviser.side() == side).for_each(Adviser::hurry);
    }

    /// Drops the advice of a side.
    pub fn drop_advice(&mut self, side: SideId) {
        self.advisers.retain(|adviser| adviser.side() != side);
    }
}
