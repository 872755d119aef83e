//! Answers from the page, which name options by index.

use crate::dto::{AnswerBody, AnswerRequest, Fault};
use crate::game::play::Play;
use crate::role::Role;
use crate::view::fault_text;
use grognard_engine::decision::{Answer, Choice, Pending};
use grognard_engine::field::Spot;

impl AnswerBody {
    /// Returns the answer in terms of the question's options; `None` if an option does not exist.
    fn answer(&self, pending: &Pending) -> Option<Answer> {
        let option = |at: &usize| -> Option<Choice> { pending.options.get(*at).cloned() };
        match self {
            AnswerBody::Stop(stop) => stop.then_some(Answer::Stop),
            AnswerBody::One(at) => option(at).map(Answer::One),
            AnswerBody::Spot([x, y]) => Some(Answer::One(Choice::Spot(Spot { x: *x, y: *y }))),
            AnswerBody::Several(all) => all.iter().map(option).collect::<Option<_>>().map(Answer::Several),
            AnswerBody::Shares(shares) => {
                let share = |(at, share): &(usize, u32)| Some((option(at)?, *share));
                shares.iter().map(share).collect::<Option<_>>().map(Answer::Shares)
            }
        }
    }
}

impl Play {
    /// Applies an answer. On success, the answer has been stored.
    pub fn answer(&mut self, role: &Role, language: &str, given: &AnswerRequest) -> Result<(), Fault> {
        let pending = self.pending_for(role)?;
        let side = pending.side;
        if given.number != self.numbers.number(side) {
            return Err(Fault::refused("this question is no longer pending"));
        }
        if let AnswerBody::Spot([x, y]) = given.answer {
            self.check_spot(role, language, Spot { x, y })?;
        }
        let pending = self.pending_for(role)?;
        let answer =
            given.answer.answer(pending).ok_or_else(|| Fault::refused("this answer is not one of the options"))?;
        let result = self.session.answer(side, answer);
        self.after(role, language, result)?;
        // The decision was taken as advised, and the advice goes on.
        if self.session.advice(side).is_some() {
            self.show_advice(side);
        }
        Ok(())
    }

    /// Refuses a place outside the region, citing the condition that excludes it.
    fn check_spot(&mut self, role: &Role, language: &str, spot: Spot) -> Result<(), Fault> {
        if self.pending_for(role)?.region.as_ref().is_none_or(|region| region.has(spot)) {
            return Ok(());
        }
        let why = self.why_no_spot(role, language, spot)?;
        Err(why.unwrap_or_else(|| Fault::refused("this answer is not one of the options")))
    }

    /// Redoes the decision that was taken back.
    pub fn redo(&mut self, role: &Role, language: &str) -> Result<(), Fault> {
        if role.sides(&self.session).is_empty() || role.has_opponents(&self.session) {
            return Err(Fault::refused("redo is possible only if no other person is playing"));
        }
        let result = self.session.redo();
        if result.is_ok() {
            self.rewind();
        }
        self.after(role, language, result)
    }

    pub(crate) fn after(
        &mut self,
        role: &Role,
        language: &str,
        result: Result<(), grognard_play::SessionError>,
    ) -> Result<(), Fault> {
        match result {
            Ok(()) => {
                self.moved = std::time::Instant::now();
                self.publish()
            }
            Err(error) => {
                let session = &self.session;
                let fault = fault_text::fault(session, role, self.languages.catalogue(language), &error);
                // Failed rules may have been replaced by the previous ones.
                self.publish()?;
                Err(fault)
            }
        }
    }
}
