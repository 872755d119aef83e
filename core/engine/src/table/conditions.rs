//! Questions with a condition: a set of options counts as an answer only if a rule finds that it fits.
//!
//! The engine runs no rules while a procedure runs. So a question with a condition always suspends its procedure; then
//! the host, which can run the rule, lets [`Table::settle`] look for an answer.

use super::{RuleFault, Table};
use crate::cases::Thought;
use crate::decision::{Answer, Decision, Form, Pending, Refusal};
use crate::fitting::nearest;
use crate::ids::{Id, SideId};
use crate::journal::Entry;

/// The number of answers that a random player tries before a search begins.
const TRIES: usize = 16;

/// A function that runs the rule of a condition: returns why an answer does not fit, and `None` if it does.
pub type Condition<'a, E> = &'a mut dyn FnMut(&mut Table, &Pending, &Answer) -> Result<Option<Refusal>, E>;

impl Table {
    /// Returns whether the answer to a question has to meet a condition.
    pub fn has_condition(&self, decision: &Decision) -> bool {
        matches!(decision.form, Form::Several(..)) && self.questions[decision.question.index()].fits.is_some()
    }

    /// Answers a pending question with a condition, if its answer is recorded or need not be waited for. Returns the
    /// answer and the side that gave it. A recorded answer that does not fit is dropped.
    pub fn settle<E: From<RuleFault>>(&mut self, condition: Condition<E>) -> Result<Option<(SideId, Answer)>, E> {
        self.skip_reloads();
        let Some(front) = self.feed.front() else { return self.settle_now(condition) };
        let at = match front {
            Entry::Answer { side, .. } if self.is_secret() => {
                self.pending.iter().position(|pending| pending.side == *side)
            }
            _ if self.is_secret() => None,
            _ => Some(0),
        };
        let Some(at) = at.filter(|at| self.pending.get(*at).is_some_and(|asked| self.has_condition(&asked.decision())))
        else {
            return Ok(None);
        };
        let pending = self.pending.remove(at);
        if let Some(answer) = self.next_recorded(&pending)
            && let Some(refusal) = condition(self, &pending, &answer)?
        {
            self.drop_feed(refusal);
        }
        if let Some(answer) = self.recorded_answer(&pending.decision(), &pending.context) {
            return Ok(Some(self.answered(pending, answer)));
        }
        self.pending.insert(at, pending);
        self.settle_now(condition)
    }

    /// Returns the next recorded answer, if it is one that a decision accepts.
    fn next_recorded(&self, pending: &Pending) -> Option<Answer> {
        let Entry::Answer { side, question, answer, .. } = self.feed.front()? else { return None };
        let key = &self.questions[pending.question.index()].key;
        let is_same = *side == pending.side && question == key && pending.decision().accepts(answer);
        is_same.then(|| answer.clone())
    }

    /// Answers the first pending question with a condition that nobody need wait for.
    fn settle_now<E: From<RuleFault>>(&mut self, condition: Condition<E>) -> Result<Option<(SideId, Answer)>, E> {
        for at in 0..self.pending.len() {
            let pending = self.pending[at].clone();
            let decision = pending.decision();
            if !self.has_condition(&decision) {
                continue;
            }
            let Some((answer, forced)) = self.fitting_case(&pending, condition)?.map_or_else(
                || self.immediate(&decision, &pending.context).map_err(E::from),
                |answer| Ok(Some((answer, false))),
            )?
            else {
                continue;
            };
            let answer = self.fitting(&pending, answer, condition)?;
            if forced {
                self.record_automatic(&pending.context);
            }
            self.record_answer(&decision, &answer, forced);
            self.pending.remove(at);
            return Ok(Some(self.answered(pending, answer)));
        }
        Ok(None)
    }

    /// Returns the case to follow among the answers that fit, if the cases of a procedure are enumerated.
    fn fitting_case<E>(&mut self, pending: &Pending, condition: Condition<E>) -> Result<Option<Answer>, E> {
        let Some(cases) = &mut self.cases else { return Ok(None) };
        let mut thought = cases.think(&pending.decision(), &self.questions[pending.question.index()]);
        if let Thought::Open(answers) | Thought::Even(answers) = &mut thought {
            let mut fitting = Vec::new();
            for answer in std::mem::take(answers) {
                if self.fits(pending, &answer, condition)? {
                    fitting.push(answer);
                }
            }
            *answers = fitting;
        }
        Ok(self.cases.as_mut().map(|cases| cases.follow(thought, pending.side)))
    }

    fn fits<E>(&mut self, pending: &Pending, answer: &Answer, condition: Condition<E>) -> Result<bool, E> {
        Ok(*answer == Answer::Stop || condition(self, pending, answer)?.is_none())
    }

    /// Returns an answer if it fits, and otherwise another answer of the same player, or a similar one that fits. If
    /// none is found, the question is declined; if it cannot be declined, the rules are at fault.
    pub fn fitting<E: From<RuleFault>>(
        &mut self,
        pending: &Pending,
        answer: Answer,
        condition: Condition<E>,
    ) -> Result<Answer, E> {
        let decision = pending.decision();
        if !self.has_condition(&decision) || self.fits(pending, &answer, condition)? {
            return Ok(answer);
        }
        for _ in 0..TRIES {
            let player = self.players[pending.side.index()].as_mut();
            let Some(other) = player.and_then(|player| player.another(&decision)) else { break };
            if decision.accepts(&other) && self.fits(pending, &other, condition)? {
                return Ok(other);
            }
        }
        let found = match nearest(&decision, &answer, |answer| self.fits(pending, answer, condition))? {
            Some(answer) => answer,
            None if pending.stop => Answer::Stop,
            None => {
                return Err(RuleFault::NothingFits(self.questions[pending.question.index()].key.to_string()).into());
            }
        };
        if let Some(player) = &mut self.players[pending.side.index()] {
            player.correct(&found);
        }
        Ok(found)
    }
}
