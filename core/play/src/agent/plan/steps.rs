//! Plans: what a side means to answer, and when.

use super::super::greedy::MAX_PLACES;
use super::super::quiet;
use grognard_engine::decision::{Answer, Choice, Decision, Form};
use grognard_engine::determinization::Determinization;
use grognard_engine::dice::scramble;
use grognard_engine::ids::{Id, QuestionId};
use grognard_engine::sequence::Cursor;
use grognard_engine::table::QuickPlayer;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// The maximum number of options recorded for a decision.
const MAX_OPTIONS: usize = 400;

/// When an answer is due: in which phase, to which question, and about what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Occasion {
    pub(super) phase: Cursor,
    pub(super) question: QuestionId,
    /// The context of the question, such as the unit that moves.
    pub(super) about: Vec<Choice>,
}

/// Returns a random number for a question about something. It must not depend on hidden facts, so the context is that of
/// the imagined game.
fn lot(phase: Cursor, question: QuestionId, context: &[Choice], salt: u64) -> u64 {
    let part = |choice: &Choice| match choice {
        Choice::Unit(unit) => unit.index() as u64,
        Choice::Space(space) => space.index() as u64 | 1 << 32,
        Choice::Number(number) => *number as u64 | 1 << 33,
        Choice::Path(path) => path.iter().fold(1 << 34, |sum, space| scramble(sum ^ space.index() as u64)),
        Choice::Label(label) => label.bytes().fold(1 << 35, |sum, byte| scramble(sum ^ u64::from(byte))),
        Choice::Spot(_) => 1 << 36,
    };
    let start = salt ^ u64::from(question.0) << 20 ^ u64::from(phase.phase);
    context.iter().fold(scramble(start), |sum, choice| scramble(sum ^ part(choice)))
}

/// An answer, and when it is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) occasion: Occasion,
    pub(super) answer: Answer,
}

/// A plan: answers in the order in which they are expected to be due. Each is given once, at the first occasion that
/// fits; an answer that is not allowed then is left out. Identities are those of the real game.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) steps: Vec<Step>,
    /// What has just changed. It is forgotten once the plan has been carried out.
    pub(super) news: News,
}

/// What is new in a plan, and how to answer the questions that follow from it.
#[derive(Clone, Debug, Default)]
pub(super) struct News {
    /// Choices that have just entered the plan. What follows from them is answered at random, by `salt`.
    pub(super) choices: Vec<Choice>,
    pub(super) salt: u64,
    /// Choices that join whenever several can be chosen.
    pub(super) joins: Vec<Choice>,
    /// The options offered so far, by phase and question. If an option that was never offered comes up where the plan
    /// declines, it is taken.
    pub(super) known: Option<Arc<Known>>,
}

/// The options that were offered while the present plan was carried out.
#[derive(Clone, Debug, Default)]
pub(super) struct Known(BTreeMap<(Cursor, QuestionId), BTreeSet<Choice>>);

impl Known {
    pub(super) fn of<'a>(asked: impl Iterator<Item = &'a Asked>) -> Known {
        let mut all = Known::default();
        for asked in asked {
            let place = (asked.occasion.phase, asked.occasion.question);
            all.0.entry(place).or_default().extend(asked.options.iter().cloned());
        }
        all
    }

    /// Returns whether this option was never offered in answer to the question.
    fn lacks(&self, occasion: &Occasion, choice: &Choice) -> bool {
        self.0.get(&(occasion.phase, occasion.question)).is_none_or(|options| !options.contains(choice))
    }
}

/// A decision that came up while a plan was carried out, with its options and the answer given.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) occasion: Occasion,
    pub(super) form: Form,
    pub(super) options: Vec<Choice>,
    pub(super) stop: bool,
    pub(super) answer: Answer,
}

impl From<Asked> for Step {
    fn from(asked: Asked) -> Step {
        Step { occasion: asked.occasion, answer: asked.answer }
    }
}

/// Returns an answer that the decision accepts and that is as close as possible to the given one; `None` if it differs
/// too much.
pub(super) fn fitted(answer: &Answer, decision: &Decision) -> Option<Answer> {
    if decision.accepts(answer) {
        return Some(answer.clone());
    }
    match (decision.form, answer) {
        (Form::Several(least, most), Answer::Several(choices)) => {
            let left: Vec<Choice> =
                choices.iter().filter(|choice| decision.options.has(choice)).take(most.into()).cloned().collect();
            (left.len() >= usize::from(least).max(1)).then_some(Answer::Several(left))
        }
        _ => None,
    }
}

/// A plan that is being carried out.
pub(super) struct Course {
    pub(super) phase: Cursor,
    plan: Plan,
    used: Vec<bool>,
    /// The exchange from real identities to those of the imagined game, and its inverse.
    exchange: Option<Arc<[Determinization; 2]>>,
    /// The decisions so far, if they are recorded.
    pub(super) asked: Option<Vec<Asked>>,
}

impl Course {
    pub(super) fn new(plan: Plan, exchange: Option<Arc<[Determinization; 2]>>, records: bool) -> Course {
        let used = vec![false; plan.steps.len()];
        Course { phase: Cursor::default(), plan, used, exchange, asked: records.then(Vec::new) }
    }

    /// Returns the part of the plan that has not been carried out.
    pub(super) fn rest(mut self) -> Plan {
        let mut used = self.used.iter();
        self.plan.steps.retain(|_| !used.next().is_some_and(|used| *used));
        self.plan
    }

    /// Returns the occasion of a decision, by the identities of the real game.
    pub(super) fn occasion(&self, question: QuestionId, context: &[Choice]) -> Occasion {
        Occasion { phase: self.phase, question, about: context.iter().map(|choice| self.real(choice)).collect() }
    }

    /// Takes the planned answer to a decision, if there is one that fits.
    pub(super) fn planned(&mut self, occasion: &Occasion, decision: &Decision) -> Option<Answer> {
        for (at, step) in self.plan.steps.iter().enumerate() {
            if self.used[at] || step.occasion != *occasion {
                continue;
            }
            let answer = self.exchange.as_ref().map(|exchange| exchange[0].answer(&step.answer));
            let fits = fitted(answer.as_ref().unwrap_or(&step.answer), decision);
            if fits.is_some() {
                self.used[at] = true;
                return fits;
            }
        }
        None
    }

    /// Returns the choice in the imagined game that stands for one in the real game.
    fn imagined(&self, choice: &Choice) -> Choice {
        self.exchange.as_ref().map_or_else(|| choice.clone(), |exchange| exchange[0].choice(choice))
    }

    /// Returns the choice in the real game for which one in the imagined game stands.
    fn real(&self, choice: &Choice) -> Choice {
        self.exchange.as_ref().map_or_else(|| choice.clone(), |exchange| exchange[1].choice(choice))
    }

    /// Adds to an answer the choices that join.
    fn joined(&self, answer: Answer, decision: &Decision) -> Answer {
        let (Form::Several(_, most), Answer::Several(mut choices)) = (decision.form, answer.clone()) else {
            return answer;
        };
        for choice in &self.plan.news.joins {
            let choice = self.imagined(choice);
            if choices.len() < most.into() && !choices.contains(&choice) && decision.options.has(&choice) {
                choices.push(choice);
            }
        }
        Answer::Several(choices)
    }

    /// Returns an option that has become possible by what is new in the plan, if the plan takes such chances.
    fn chance(&mut self, occasion: &Occasion, decision: &Decision, context: &[Choice]) -> Option<Answer> {
        let known = self.plan.news.known.as_ref().filter(|_| decision.form == Form::One)?;
        let open: Vec<Choice> = decision
            .options
            .sample(MAX_PLACES)
            .into_iter()
            .filter(|choice| known.lacks(occasion, &self.real(choice)))
            .collect();
        let count = open.len();
        let number = lot(occasion.phase, occasion.question, context, self.plan.news.salt) as usize;
        let choice = open.into_iter().nth(number % count.max(1))?;
        let real = self.real(&choice);
        self.plan.news.choices.push(real);
        Some(Answer::One(choice))
    }

    /// Returns the answer to a decision that the plan does not mention: always the same for the same occasion.
    fn unplanned(&self, occasion: &Occasion, decision: &Decision, context: &[Choice]) -> Answer {
        let is_new = self.plan.news.choices.iter().any(|choice| occasion.about.contains(choice));
        if decision.stop && !is_new {
            return Answer::Stop;
        }
        let salt = if is_new { self.plan.news.salt } else { 0 };
        let number = lot(occasion.phase, occasion.question, context, salt) as usize;
        match decision.form {
            Form::One => match decision.options.len() {
                0 => quiet(decision),
                count => decision.options.nth(number % count).map_or(Answer::Stop, Answer::One),
            },
            _ => quiet(&Decision { stop: false, ..*decision }),
        }
    }

    /// Records a decision and its answer.
    pub(super) fn record(&mut self, occasion: Occasion, decision: &Decision, answer: &Answer) {
        if self.asked.is_none() {
            return;
        }
        let options = decision.options.sample(MAX_PLACES);
        let options = options.iter().take(MAX_OPTIONS).map(|choice| self.real(choice)).collect();
        let answer = self.exchange.as_ref().map_or_else(|| answer.clone(), |exchange| exchange[1].answer(answer));
        if let Some(all) = &mut self.asked {
            all.push(Asked { occasion, form: decision.form, options, stop: decision.stop, answer });
        }
    }

    /// Replaces the answer to the decision recorded last.
    fn correct(&mut self, answer: &Answer) {
        let answer = self.exchange.as_ref().map_or_else(|| answer.clone(), |exchange| exchange[1].answer(answer));
        if let Some(last) = self.asked.as_mut().and_then(|asked| asked.last_mut()) {
            last.answer = answer;
        }
    }

    /// Returns the answer to a decision.
    fn answer(&mut self, decision: &Decision, context: &[Choice]) -> Answer {
        let occasion = self.occasion(decision.question, context);
        let mut answer = self.planned(&occasion, decision).map(|answer| self.joined(answer, decision));
        if answer.as_ref().is_none_or(|answer| *answer == Answer::Stop) {
            answer = self.chance(&occasion, decision, context).or(answer);
        }
        let answer = answer.unwrap_or_else(|| self.unplanned(&occasion, decision, context));
        self.record(occasion, decision, &answer);
        answer
    }
}

/// A player who carries out a plan.
pub(super) struct PlanPlayer(pub(super) Rc<RefCell<Course>>);

impl QuickPlayer for PlanPlayer {
    fn answer(&mut self, decision: &Decision) -> Answer {
        self.answer_about(decision, &[])
    }

    fn reads_context(&self) -> bool {
        true
    }

    fn answer_about(&mut self, decision: &Decision, context: &[Choice]) -> Answer {
        self.0.borrow_mut().answer(decision, context)
    }

    fn correct(&mut self, answer: &Answer) {
        self.0.borrow_mut().correct(answer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_engine::decision::Options;
    use grognard_engine::ids::{SideId, UnitId};

    const TARGET: QuestionId = QuestionId(0);
    const ATTACKERS: QuestionId = QuestionId(1);

    fn unit(number: usize) -> Choice {
        Choice::Unit(UnitId::from_index(number))
    }

    fn units(numbers: &[usize]) -> Vec<Choice> {
        numbers.iter().map(|number| unit(*number)).collect()
    }

    fn step(question: QuestionId, about: &[usize], answer: Answer) -> Step {
        Step { occasion: Occasion { phase: Cursor::default(), question, about: units(about) }, answer }
    }

    /// Asks which unit is attacked, or which units attack `about`.
    fn ask(course: &mut Course, question: QuestionId, about: &[usize], options: &[usize]) -> Answer {
        let options = units(options);
        let is_target = question == TARGET;
        let form = if is_target { Form::One } else { Form::Several(1, options.len() as u16) };
        let options = Options::List(&options);
        let decision = Decision { side: SideId(0), question, form, options, stop: is_target };
        course.answer(&decision, &units(about))
    }

    fn course(news: News) -> Course {
        let steps = vec![
            step(TARGET, &[], Answer::One(unit(7))),
            step(ATTACKERS, &[7], Answer::Several(units(&[1, 2]))),
            step(TARGET, &[], Answer::Stop),
        ];
        Course::new(Plan { steps, news }, None, true)
    }

    #[test]
    fn answers_are_given_when_they_are_due_and_as_far_as_they_fit() {
        let mut course = course(News::default());
        assert_eq!(ask(&mut course, TARGET, &[], &[7, 8]), Answer::One(unit(7)));
        assert_eq!(ask(&mut course, ATTACKERS, &[8], &[3]), Answer::Several(units(&[3])), "not in the plan");
        assert_eq!(ask(&mut course, ATTACKERS, &[7], &[2, 3]), Answer::Several(units(&[2])), "1 cannot attack");
        assert_eq!(ask(&mut course, TARGET, &[], &[8]), Answer::Stop);
        assert_eq!(course.asked.as_ref().map(Vec::len), Some(4));
        assert!(course.rest().steps.is_empty());
    }

    #[test]
    fn an_answer_that_is_not_possible_is_left_out() {
        let mut course = course(News::default());
        assert_eq!(ask(&mut course, TARGET, &[], &[8]), Answer::Stop);
        assert_eq!(course.rest().steps.len(), 2);
    }

    #[test]
    fn what_is_new_joins_and_takes_new_chances() {
        let known = [Asked {
            occasion: step(TARGET, &[], Answer::Stop).occasion,
            form: Form::One,
            options: units(&[7, 8]),
            stop: true,
            answer: Answer::Stop,
        }];
        let news = News { joins: units(&[3]), known: Some(Arc::new(Known::of(known.iter()))), ..News::default() };
        let mut course = course(news);
        assert_eq!(ask(&mut course, TARGET, &[], &[7, 8]), Answer::One(unit(7)));
        assert_eq!(ask(&mut course, ATTACKERS, &[7], &[1, 2, 3, 4]), Answer::Several(units(&[1, 2, 3])));
        assert_eq!(ask(&mut course, TARGET, &[], &[8, 9]), Answer::One(unit(9)), "9 could not be attacked before");
        assert_eq!(ask(&mut course, TARGET, &[], &[8]), Answer::Stop);
    }
}
