//! Hill climbing: a plan is changed again and again, and a change is kept if the plan is not worse with it.

use super::super::greedy::{Greedy, play};
use super::super::{Quiet, Random};
use super::changes::Draft;
use super::steps::{Asked, Course, Known, Plan, Step};
use super::task::{Pace, Task};
use super::trial::{Ground, carry_out, is_own, owner};
use grognard_engine::decision::Answer;
use grognard_engine::game::Status;
use grognard_engine::ids::Id;
use grognard_engine::table::Service;
use grognard_script::{Host, ScriptError};
use std::sync::Arc;

/// The number of changes in a row without a gain after which a plan counts as a peak; and the number to add for each
/// decision in the plan.
const PATIENCE: usize = 20;
const PATIENCE_PER_DECISION: usize = 4;

/// The number of changes with which the climb goes on from its best plan after a peak.
const KICK: usize = 3;

/// The number of peaks in a row without a gain after which the climb ends.
const MAX_PEAKS: u32 = 16;

/// The number of peaks that a climb returns.
const KEPT_PEAKS: usize = 3;

/// A plan, and what happened when it was carried out.
#[derive(Clone)]
pub(super) struct Candidate {
    pub(super) plan: Plan,
    /// Its value in each copy.
    pub(super) values: Vec<f64>,
    /// The decisions that came up in the first and in the last copy.
    asked: [Vec<Asked>; 2],
    /// The options that were offered in these decisions.
    known: Arc<Known>,
}

impl Candidate {
    pub(super) fn value(&self) -> f64 {
        mean(&self.values)
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Puts the best candidate first. Of candidates with the same values, only the first is kept.
pub(super) fn rank(candidates: &mut Vec<Candidate>, most: usize) {
    candidates.sort_by(|one, other| other.value().total_cmp(&one.value()));
    candidates.dedup_by(|later, earlier| later.values == earlier.values);
    candidates.truncate(most);
}

/// A search for better plans.
pub(super) struct Climb<'a> {
    host: &'a mut Host,
    task: &'a Task,
    pace: &'a Pace,
    numbers: Random,
    greedy: Greedy,
    /// The number of trials so far.
    pub(super) spent: u32,
}

impl<'a> Climb<'a> {
    /// Creates one of the climbs of a task.
    pub(super) fn new(host: &'a mut Host, task: &'a Task, pace: &'a Pace, number: u64) -> Climb<'a> {
        let seed = task.seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let greedy = Greedy::judging_by(task.evaluate.clone(), seed, task.effort);
        Climb { host, task, pace, numbers: Random::new(seed), greedy, spent: 0 }
    }

    /// Improves a plan with a number of trials. Returns the best peaks, best first.
    pub(super) fn peaks(&mut self, known: Plan, trials: u32) -> Result<Vec<Candidate>, ScriptError> {
        let Some(first) = self.task.grounds.first() else { return Ok(Vec::new()) };
        let begun = [self.begin(known.clone(), first, true)?, self.begin(known, first, false)?];
        if self.pace.is_late() {
            // The greedy agent decides what is not in the plan. In a plan that was carried out, it would be declined.
            let [plan, _] = begun;
            let values = vec![f64::MIN];
            return Ok(vec![Candidate { plan, values, asked: Default::default(), known: Arc::default() }]);
        }
        let mut peaks = Vec::new();
        for plan in begun {
            peaks.push(self.look(plan)?);
        }
        rank(&mut peaks, KEPT_PEAKS);
        let (mut here, mut idle, mut vain) = (peaks[0].clone(), 0, 0);
        while self.spent < trials && vain < MAX_PEAKS && !self.pace.is_late() {
            if idle > PATIENCE + PATIENCE_PER_DECISION * here.asked[0].len() {
                vain = if here.value() > peaks[0].value() { 0 } else { vain + 1 };
                peaks.insert(0, here);
                rank(&mut peaks, KEPT_PEAKS);
                here = peaks[0].clone();
                for _ in 0..KICK {
                    let Some(plan) = self.changed(&here) else { break };
                    here = self.look(plan)?;
                }
                idle = 0;
            }
            let Some(plan) = self.changed(&here) else { break };
            idle += 1;
            let Some(values) = self.values(&plan, Some(&here.values))? else { continue };
            let (value, present) = (mean(&values), here.value());
            if value > present {
                let looked = self.look(plan)?;
                idle = if looked.value() > present { 0 } else { idle };
                here = if looked.value() >= present { looked } else { here };
            } else if value == present {
                here = self.recorded(plan, values)?;
            }
        }
        peaks.insert(0, here);
        rank(&mut peaks, KEPT_PEAKS);
        Ok(peaks)
    }

    /// Begins a plan: what is known of it, and what the greedy agent would do besides, up to the end of a phase of nobody
    /// or of the phase with the next roll of the dice. If the plan is not `trusted`, the greedy agent may also do more than planned.
    fn begin(&mut self, known: Plan, ground: &Ground, trusted: bool) -> Result<Plan, ScriptError> {
        let side = self.task.side;
        let mut game = ground.game(Service { log: false, ..Service::FULL });
        let mut course = Course::new(known, ground.exchange.clone(), true);
        for (at, player) in game.table.players.iter_mut().enumerate() {
            *player = (at != side.index()).then(|| Box::new(Quiet) as _);
        }
        let mut line = Vec::new().into_iter();
        let (start, first, mut chance) = (game.table.dice_position(), game.table.state.cursor(), None);
        while game.advance(self.host)? == Status::Waiting && !self.pace.is_late() {
            let table = &game.table;
            let Some(pending) = table.pending().filter(|pending| pending.side == side).cloned() else { break };
            let phase = table.state.cursor();
            let is_over = owner(table).is_none() && phase != first || chance.is_some_and(|chance| chance != phase);
            if !is_own(table, side) || is_over {
                break;
            }
            chance = chance.or((table.dice_position() != start).then_some(phase));
            course.phase = phase;
            let (occasion, decision) = (course.occasion(pending.question, &pending.context), pending.decision());
            let fits = |answer: &Answer| decision.accepts(answer);
            let planned = course.planned(&occasion, &decision).filter(|answer| trusted || *answer != Answer::Stop);
            let answer = match planned.or_else(|| line.next().filter(fits)) {
                Some(answer) => answer,
                None => {
                    line = match self.greedy.line_openly(self.host, &game) {
                        Ok(line) => line.into_iter(),
                        // Rules may fail in an imagined position that is impossible.
                        Err(_) if ground.exchange.is_some() => break,
                        Err(error) => return Err(error),
                    };
                    let Some(answer) = line.next().filter(fits) else { break };
                    answer
                }
            };
            let answer = game.fitting(self.host, side, answer)?;
            course.record(occasion, &decision, &answer);
            play(self.host, &mut game, side, &answer)?;
        }
        let asked = course.asked.take().unwrap_or_default();
        let steps = asked.into_iter().map(Step::from).chain(course.rest().steps).collect();
        Ok(Plan { steps, ..Plan::default() })
    }

    fn changed(&mut self, here: &Candidate) -> Option<Plan> {
        let asked = &here.asked[self.numbers.below(here.asked.len())];
        let draft = Draft { content: &self.task.content, plan: &here.plan, asked, known: &here.known };
        draft.changed(&mut self.numbers)
    }

    /// Returns the value of a plan in each copy. Returns `None` if the plan does not begin better than one with the
    /// values `best`, although a few plans that begin alike are tried to the end.
    fn values(&mut self, plan: &Plan, best: Option<&[f64]>) -> Result<Option<Vec<f64>>, ScriptError> {
        let is_patient = self.numbers.below(4) == 0;
        let mut values: Vec<f64> = Vec::new();
        let mut before_dice = None;
        for ground in &self.task.grounds {
            self.count();
            let later = before_dice.take().map(|position| Ground { position, ..ground.clone() });
            let trial = carry_out(self.host, later.as_ref().unwrap_or(ground), self.task, plan, false)?;
            values.push(trial.value);
            // Without secrets, all copies are the same up to the first phase with dice.
            if ground.exchange.is_none() {
                before_dice = later.map(|later| later.position).or(trial.before_dice);
                if before_dice.is_none() {
                    values.resize(self.task.grounds.len(), trial.value);
                    break;
                }
            }
            let pairs = || values.iter().zip(best.into_iter().flatten());
            let is_worse = |(new, old): (&f64, &f64)| new < old || new == old && !is_patient;
            if values.len() > 1 && pairs().all(|(new, old)| new <= old) && pairs().any(is_worse) {
                return Ok(None);
            }
        }
        Ok(Some(values))
    }

    /// Carries a plan out and records what comes up. The plan becomes what was done.
    fn recorded(&mut self, plan: Plan, values: Vec<f64>) -> Result<Candidate, ScriptError> {
        let mut asked = [Vec::new(), Vec::new()];
        let grounds = [self.task.grounds.first(), self.task.grounds.last()];
        for (asked, ground) in asked.iter_mut().zip(grounds.into_iter().flatten()) {
            self.count();
            *asked = carry_out(self.host, ground, self.task, &plan, true)?.asked;
        }
        let mut steps: Vec<Step> = asked[0].iter().cloned().map(Step::from).collect();
        let is_new = |asked: &&Asked| steps.iter().all(|step| step.occasion != asked.occasion);
        let others: Vec<Step> = asked[1].iter().filter(is_new).cloned().map(Step::from).collect();
        steps.extend(others);
        let known = Arc::new(Known::of(asked.iter().flatten()));
        Ok(Candidate { plan: Plan { steps, ..Plan::default() }, values, asked, known })
    }

    /// Records what comes up, and judges what was done.
    fn look(&mut self, plan: Plan) -> Result<Candidate, ScriptError> {
        let mut candidate = self.recorded(plan, Vec::new())?;
        candidate.values = self.values(&candidate.plan, None)?.unwrap_or_default();
        Ok(candidate)
    }

    fn count(&mut self) {
        self.spent += 1;
        self.pace.count();
    }
}
