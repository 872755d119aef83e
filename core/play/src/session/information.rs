//! Ensures that the information given to a side does not depend on facts that the side does not know.

use super::queries::{IMAGINED, unknown};
use super::{Session, SessionError, broken};
use grognard_engine::decision::{Answer, Choice, Refusal};
use grognard_engine::determinization::Determinization;
use grognard_engine::ids::SideId;
use grognard_script::ScriptError;

impl Session {
    /// Returns why a choice is not offered to a side, or would not be offered after an answer. The reason is given only
    /// if it is the same in all imagined games.
    pub fn why_known(
        &mut self,
        viewer: SideId,
        after: Option<Answer>,
        choice: &Choice,
    ) -> Result<Option<Refusal>, SessionError> {
        if !self.game.table.keeps_secrets_from(viewer) {
            return self.why(after, choice);
        }
        self.same_reason(viewer, |session, exchange| session.why_exchanged(exchange, after.as_ref(), choice))
    }

    /// Returns why an answer to the pending question of a side does not meet the question's condition; `None` if it does.
    /// The reason is given only if it is the same in all imagined games.
    pub fn unfit_known(&mut self, viewer: SideId, answer: &Answer) -> Result<Option<Refusal>, SessionError> {
        if !self.game.table.keeps_secrets_from(viewer) {
            return self.unfit(viewer, answer).map_err(|error| broken(&self.battle, error));
        }
        self.same_reason(viewer, |session, exchange| session.unfit(viewer, &exchange.answer(answer)))
    }

    /// Returns the reason that `reason` gives in the games that a side imagines, if it is the same in all of them and
    /// names nothing hidden.
    fn same_reason<E>(
        &mut self,
        viewer: SideId,
        reason: impl Fn(&mut Session, &Determinization) -> Result<Option<Refusal>, E>,
    ) -> Result<Option<Refusal>, SessionError> {
        let mut same: Option<Option<Refusal>> = None;
        for seed in 0..IMAGINED {
            let (game, exchange) = self.game.imagined(&mut self.host, viewer, seed).ok_or_else(unknown)?;
            let there = std::mem::replace(&mut self.game, game);
            let reason = reason(self, &exchange);
            self.game = there;
            let reason = reason.map_err(|_| unknown())?;
            if names_a_secret(self, viewer, reason.as_ref()) || same.as_ref().is_some_and(|same| *same != reason) {
                return Err(unknown());
            }
            same = Some(reason);
        }
        Ok(same.flatten())
    }

    fn unfit(&mut self, side: SideId, answer: &Answer) -> Result<Option<Refusal>, ScriptError> {
        let Some(pending) = self.game.table.pending_for(side).cloned() else { return Ok(None) };
        self.host.unfit(&pending, answer, &mut self.game.table)
    }

    fn why(&mut self, after: Option<Answer>, choice: &Choice) -> Result<Option<Refusal>, SessionError> {
        match after {
            Some(answer) => self.why_not_after(answer, choice),
            None => self.why_not(choice),
        }
    }

    fn why_exchanged(
        &mut self,
        exchange: &Determinization,
        after: Option<&Answer>,
        choice: &Choice,
    ) -> Result<Option<Refusal>, SessionError> {
        let choice = exchange.choice(choice);
        match after {
            Some(answer) => self.reason_after(exchange.answer(answer), &choice),
            None => self.reason(&choice),
        }
    }
}

/// Returns whether a reason names a unit that the viewer does not know.
fn names_a_secret(session: &Session, viewer: SideId, reason: Option<&Refusal>) -> bool {
    let about = reason.and_then(|reason| reason.template.as_ref()).map_or(&[][..], |template| &template.fillings);
    about.iter().any(|choice| matches!(choice, Choice::Unit(unit) if !session.game.table.knows(Some(viewer), *unit)))
}
