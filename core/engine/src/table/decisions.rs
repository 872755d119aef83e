//! Asks questions, and answers them from a recorded game during a replay.

use super::{DroppedEntries, MAX_QUESTIONS, Misfit, RuleFault, Table};
use crate::decision::{Answer, Choice, Decision, Form, Options, Pending, Refusal};
use crate::ids::{Id, SideId};
use crate::journal::Entry;

impl Table {
    /// Asks a side for a decision. Returns `None` if there is no answer yet and the procedure must be suspended.
    pub fn choose(&mut self, decision: &Decision, context: &[Choice]) -> Result<Option<Answer>, RuleFault> {
        if self.asked == MAX_QUESTIONS {
            return Err(RuleFault::TooManyQuestions(self.key(decision)));
        }
        self.asked += 1;
        if self.content.is_neutral(decision.side) {
            let side = self.content.sides.name(decision.side).to_owned();
            return Err(RuleFault::Neutral { side, question: self.key(decision) });
        }
        if self.state.has_hidden() {
            self.state.give_tokens();
        }
        let unanswerable;
        let decision = match decision.options.is_empty() || decision.form != Form::One && decision.has_no_choice() {
            false => decision,
            true if !decision.stop || matches!(decision.form, Form::Several(least, most) if least > most) => {
                return Err(self.dead_end(decision));
            }
            // A side that may decline and can choose nothing is not asked, unless others would notice.
            true if !self.is_always_asked(decision) => return Ok(Some(Answer::Stop)),
            true => {
                unanswerable = Decision { form: Form::One, options: Options::List(&[]), ..*decision };
                &unanswerable
            }
        };
        if self.state.ending().is_some() {
            return Err(RuleFault::AfterTheEnd(self.key(decision)));
        }
        if self.secret.is_some() {
            self.check_asking(decision.side)?;
            self.suspend(decision, context);
            return Ok(None);
        }
        if self.has_condition(decision) {
            self.suspend(decision, context);
            return Ok(None);
        }
        if !self.feed.is_empty()
            && let Some(answer) = self.recorded_answer(decision, context)
        {
            return Ok(Some(answer));
        }
        if let Some((answer, forced)) = self.immediate(decision, context)? {
            if forced {
                self.record_automatic(context);
            }
            self.record_answer(decision, &answer, forced);
            return Ok(Some(answer));
        }
        self.suspend(decision, context);
        Ok(None)
    }

    /// Returns the answer to a decision that nobody need wait for, and whether it is the only possible one.
    #[inline(always)]
    pub(super) fn immediate(
        &mut self,
        decision: &Decision,
        context: &[Choice],
    ) -> Result<Option<(Answer, bool)>, RuleFault> {
        if self.service.forced
            && let Some(answer) = decision.forced_answer()
            && !self.is_always_asked(decision)
        {
            return Ok(Some((answer, true)));
        }
        if let Some(answer) = self.picked(decision) {
            return Ok(Some((answer, false)));
        }
        let thought = match &mut self.cases {
            Some(cases) => Some(cases.answer(decision, &self.questions[decision.question.index()])),
            None => self.players[decision.side.index()].as_mut().map(|player| player.answer_about(decision, context)),
        };
        match thought {
            Some(answer) if !decision.accepts(&answer) => {
                let side = self.content.sides.name(decision.side).to_owned();
                Err(RuleFault::BadPlayer { side, question: self.key(decision) })
            }
            answer => Ok(answer.map(|answer| (answer, false))),
        }
    }

    #[cold]
    fn dead_end(&self, decision: &Decision) -> RuleFault {
        let (question, options) = (self.key(decision), decision.options.len());
        let demanded = match decision.form {
            Form::One | Form::Order => return RuleFault::DeadEnd(question),
            _ if options == 0 => return RuleFault::DeadEnd(question),
            Form::Several(least, most) if least > most => format!("`min` is {least} and `max` is {most}"),
            Form::Several(least, _) => format!("`min` is {least}"),
            Form::Allocate { total, most } => format!("`total` is {total} and `max` is {most} for each"),
        };
        RuleFault::BadBounds { question, demanded, options }
    }

    fn is_always_asked(&self, decision: &Decision) -> bool {
        self.questions[decision.question.index()].always
    }

    /// Makes a decision pending.
    fn suspend(&mut self, decision: &Decision, context: &[Choice]) {
        let at = self.place_among_pending(decision.side);
        let pending = Pending {
            side: decision.side,
            question: decision.question,
            form: decision.form,
            options: self.neutral_order(decision.side, decision.options.iter().collect()),
            is_set: matches!(decision.options, Options::Units(_) | Options::Spaces(_)),
            stop: decision.stop,
            context: context.to_vec(),
            costs: Vec::new(),
            region: match decision.options {
                Options::Region(region) => Some(region.clone()),
                _ => None,
            },
        };
        self.pending.insert(at, pending);
    }

    /// Returns the answer of a quick player who picks an option by its number. It need not be checked.
    #[inline(always)]
    fn picked(&mut self, decision: &Decision) -> Option<Answer> {
        if decision.form != Form::One || self.cases.is_some() {
            return None;
        }
        let player = self.players[decision.side.index()].as_mut()?;
        decision.single_answer(player.pick(decision.single_answers())?)
    }

    /// Attaches the cost of each offered space to the pending decision. If spaces already have a cost, because several
    /// units may go there, the range of their costs becomes wider.
    pub fn tell_costs(&mut self, costs: &[Option<u16>]) {
        let asking = self.asking().or(self.pending().map(|pending| pending.side));
        let Some(pending) = self.pending.iter_mut().find(|pending| Some(pending.side) == asking) else { return };
        pending.costs.resize(pending.options.len(), None);
        for (choice, known) in pending.options.iter().zip(&mut pending.costs) {
            let Choice::Space(space) = choice else { continue };
            let Some(cost) = costs.get(space.index()).copied().flatten() else { continue };
            *known = Some(known.map_or([cost; 2], |[least, most]| [least.min(cost), most.max(cost)]));
        }
    }

    /// Returns whether the context of a side's questions is read: by a player who waits, or by a quick player who asks
    /// for it.
    pub fn reads_context(&self, side: SideId) -> bool {
        self.players[side.index()].as_ref().is_none_or(|player| player.reads_context())
    }

    fn key(&self, decision: &Decision) -> String {
        self.questions[decision.question.index()].key.to_string()
    }

    /// Returns the answer to the decision for which a procedure was suspended; `None` if there is no answer yet.
    pub fn take_answer(&mut self) -> Option<Answer> {
        let entry = self.feed.pop_front()?;
        let Entry::Answer { answer, .. } = &entry else {
            self.feed.push_front(entry);
            return None;
        };
        let answer = answer.clone();
        if self.service.journal {
            self.record_decision(true);
            self.journal.push(entry);
        }
        self.decisions += 1;
        Some(answer)
    }

    /// Returns the recorded answer to a decision. If it does not fit, drops the recorded entries and returns `None`.
    pub(super) fn recorded_answer(&mut self, decision: &Decision, context: &[Choice]) -> Option<Answer> {
        self.skip_reloads();
        let key = self.questions[decision.question.index()].key.clone();
        let refusal = match self.feed.front()? {
            Entry::Answer { side, question, answer, state, .. } => {
                // Computing a hash is slow compared with the work between two decisions, so it is skipped if possible.
                let met = if self.check || self.service.journal { self.state.hash() } else { *state };
                let diverged = self.check && *state != met;
                if *side != decision.side && *question == key {
                    let [who, asked] = [*side, decision.side].map(|side| self.content.sides.name(side));
                    Refusal::plain(format!("`{key}` was answered by {who}, but {asked} is asked now"))
                } else if *side != decision.side || *question != key {
                    Refusal::plain(format!("`{question}` was answered here, but `{key}` is asked now"))
                } else if !decision.accepts(answer) {
                    self.no_longer_offered(decision, answer)
                } else if diverged {
                    Refusal::plain(format!("the state at `{key}` is {met}, but the recorded state is {state}"))
                } else {
                    let mut entry = self.feed.pop_front()?;
                    let Entry::Answer { answer, state, forced, .. } = &mut entry else { return None };
                    // Under different rules the state may have changed, so the recorded hash is replaced.
                    *state = met;
                    let (answer, is_decision) = (answer.clone(), !*forced);
                    if !is_decision {
                        self.record_automatic(context);
                    }
                    if self.service.journal {
                        self.record_decision(is_decision);
                        self.journal.push(entry);
                    }
                    self.decisions += u64::from(is_decision);
                    return Some(answer);
                }
            }
            _ => Refusal::plain(format!("no answer was recorded here, but `{key}` is asked now")),
        };
        self.drop_feed(refusal);
        None
    }

    fn no_longer_offered(&self, decision: &Decision, answer: &Answer) -> Refusal {
        let question = &self.questions[decision.question.index()];
        let (text, mut about) = answer.template();
        about.push(Choice::Label(question.key.clone()));
        let text = format!("`{text}` is no longer offered in answer to `{{{}}}`", about.len());
        Refusal::about(&text, about, &self.content).under(&question.rule)
    }

    pub(super) fn skip_reloads(&mut self) {
        while let Some(Entry::Reload(_) | Entry::Migrated { .. }) = self.feed.front() {
            self.journal.extend(self.feed.pop_front());
        }
    }

    pub(super) fn drop_feed(&mut self, refusal: Refusal) {
        let misfit = self.misfit(refusal);
        self.misfit.get_or_insert(misfit);
        let dropped = DroppedEntries { at: self.journal.len(), entries: self.feed.drain(..).collect() };
        self.dropped.get_or_insert(dropped);
    }

    /// Describes the next journal entry as a misfit, refused for the given reason.
    pub fn misfit(&self, refusal: Refusal) -> Misfit {
        let (decision, turn) = (self.decisions + 1, self.state.cursor().turn);
        Misfit { entry: self.journal.len(), refusal, decision, turn, state: Box::new(self.state.saved().clone()) }
    }

    /// Drops the recorded entries that remain after the game has ended.
    pub(crate) fn end_feed(&mut self) {
        self.skip_reloads();
        if !self.feed.is_empty() {
            self.drop_feed(Refusal::plain("the game ends before this entry"));
        }
    }

    pub(super) fn record_answer(&mut self, decision: &Decision, answer: &Answer, forced: bool) {
        if !forced {
            self.dropped = None;
        }
        if self.service.journal {
            self.record_decision(!forced);
            self.journal.push(self.answer_entry(decision, answer.clone(), forced));
        }
        self.decisions += u64::from(!forced);
    }

    pub(crate) fn answer_entry(&self, decision: &Decision, answer: Answer, forced: bool) -> Entry {
        let question = self.questions[decision.question.index()].key.clone();
        Entry::Answer { side: decision.side, question, answer, state: self.state.hash(), forced }
    }
}
