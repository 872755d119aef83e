//! An agent that plans whole turns.
//!
//! A plan is a list of answers for the rest of the side's turn. It begins with what the greedy agent would do. Then the
//! agent changes one to three answers at a time, carries the changed plan out in copies of the game with different
//! dice, and keeps it if the mean result is at least as good. So a move and the attack that it makes possible are
//! changed together, and judged after the dice. Changes are proposed from the questions that were asked; the agent knows
//! nothing else about a game. It plans again at the beginning of every phase, and after every roll of the dice.
//!
//! Facts that the side does not know are imagined anew in every copy. Decisions outside the side's own phases, and those
//! for which the plan has no answer, are made by the greedy agent.

mod budget;
mod changes;
mod steps;
mod trial;

pub use budget::PlanBudget;

use super::greedy::{Greedy, GreedyEffort, imagination, play};
use super::{Quiet, Random};
use crate::battle::Battle;
use changes::Draft;
use grognard_engine::decision::{Answer, Pending};
use grognard_engine::dice::Dice;
use grognard_engine::game::{Game, Status};
use grognard_engine::ids::{Id, SideId};
use grognard_engine::sequence::Cursor;
use grognard_engine::table::Service;
use grognard_script::{Host, Pause, ScriptError};
use std::sync::Arc;
use std::time::{Duration, Instant};
use steps::{Asked, Course, Known, Plan, Step};
use trial::{Ground, carry_out, owner};

/// The number of copies of the game in which each plan is tried.
const TRIES: u32 = 6;

/// The effort of the greedy agent that begins plans.
const HASTY: GreedyEffort = GreedyEffort { lines: 5, looks: 1 };

/// The number of changes in a row without a gain after which a plan is considered good enough; and the number to add
/// for each decision in the plan.
const PATIENCE: usize = 40;
const PATIENCE_PER_DECISION: usize = 8;

/// The share of the remaining budget that is spent at the first phase of a turn, at each later phase, and after a roll of
/// the dice within a phase.
const FIRST: f64 = 0.4;
const LATER: f64 = 0.5;
const WITHIN: f64 = 0.06;

/// The planning agent.
pub struct Planner {
    /// The rule that judges positions.
    judge: String,
    greedy: Greedy,
    numbers: Random,
    budget: PlanBudget,
    /// Whether a person waits, so that the time limit counts.
    is_awaited: bool,
    plan: Plan,
    /// When the agent last planned.
    planned: Option<Moment>,
    /// The trials and the time left for the turn.
    left: (u32, Duration),
}

/// A moment at which an agent plans.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Moment {
    phase: Cursor,
    /// The position in the stream of dice.
    dice: u64,
    /// The number of decisions made in the game.
    decisions: u64,
}

impl Planner {
    /// Creates a planning agent for a battle; `None` if its system declares no evaluation.
    pub fn new(battle: &Battle, seed: u64, budget: PlanBudget) -> Option<Planner> {
        let hooks = &battle.system.hooks;
        let evaluate = hooks.evaluate.clone()?;
        let judge = hooks.outlook.clone().unwrap_or(evaluate);
        Some(Planner {
            greedy: Greedy::judging_by(judge.clone(), seed, HASTY),
            judge,
            numbers: Random::new(seed),
            budget,
            is_awaited: false,
            plan: Plan::default(),
            planned: None,
            left: (0, Duration::ZERO),
        })
    }

    /// Limits the time spent on a turn, because a person waits.
    pub fn mind_the_time(&mut self) {
        self.is_awaited = true;
    }

    /// Returns the planned answer to the pending decision.
    pub fn answer(&mut self, host: &mut Host, game: &Game<Pause>) -> Result<Answer, ScriptError> {
        let table = &game.table;
        let Some(pending) = table.pending() else { return Ok(Answer::Stop) };
        if owner(table) != Some(pending.side) {
            return self.greedy.answer(host, game);
        }
        let now = Moment { phase: table.state.cursor(), dice: table.dice_position(), decisions: table.decisions };
        // Fewer decisions than before: the game has been taken back.
        let stands = |planned: Moment| {
            (planned.phase, planned.dice) == (now.phase, now.dice) && planned.decisions <= now.decisions
        };
        if !self.planned.is_some_and(stands) {
            self.think(host, game, pending, now)?;
        }
        self.planned = Some(now);
        match self.next_answer(pending, now.phase) {
            Some(answer) => Ok(answer),
            None => self.greedy.answer(host, game),
        }
    }

    /// Takes the next answer of the plan, if it fits the pending decision.
    fn next_answer(&mut self, pending: &Pending, phase: Cursor) -> Option<Answer> {
        let mut course = Course::new(std::mem::take(&mut self.plan), None, false);
        course.phase = phase;
        let occasion = course.occasion(pending.question, &pending.context);
        let answer = course.planned(&occasion, &pending.decision());
        self.plan = course.rest();
        answer
    }

    /// Makes a plan, or improves the present one.
    fn think(
        &mut self,
        host: &mut Host,
        game: &Game<Pause>,
        pending: &Pending,
        now: Moment,
    ) -> Result<(), ScriptError> {
        let started = Instant::now();
        let (trials, time) = self.share(now);
        let until = self.is_awaited.then(|| started + time);
        let is_late = || until.is_some_and(|until| Instant::now() >= until);
        let (side, content) = (pending.side, &game.table.content);
        let grounds = grounds(host, game, side);
        let Some(first) = grounds.first() else { return Ok(()) };
        let begun = self.begin(host, first, side, is_late)?;
        let mut climb = Climb { host, side, judge: &self.judge, grounds: &grounds, spent: 0 };
        let (mut best, mut idle) = (climb.look(begun)?, 0);
        while climb.spent < trials && idle < PATIENCE + PATIENCE_PER_DECISION * best.asked[0].len() && !is_late() {
            let asked = &best.asked[self.numbers.below(best.asked.len())];
            let draft = Draft { content, plan: &best.plan, asked, known: &best.known };
            let Some(plan) = draft.changed(&mut self.numbers) else { break };
            idle += 1;
            let Some(value) = climb.values(&plan, Some(&best.values))?.map(|values| mean(&values)) else { continue };
            if value >= best.value() {
                let looked = climb.look(plan)?;
                if looked.value() >= best.value() {
                    idle = if looked.value() > best.value() { 0 } else { idle };
                    best = looked;
                }
            }
        }
        self.left.0 = self.left.0.saturating_sub(climb.spent);
        self.left.1 = self.left.1.saturating_sub(started.elapsed());
        self.plan = best.plan;
        Ok(())
    }

    /// Returns how much of the budget may be spent now: trials and time.
    fn share(&mut self, now: Moment) -> (u32, Duration) {
        let turn = |phase: Cursor| Cursor { phase: 0, ..phase };
        let share = match self.planned.map(|planned| planned.phase) {
            Some(phase) if phase == now.phase => WITHIN,
            Some(phase) if turn(phase) == turn(now.phase) => LATER,
            _ => {
                self.left = (self.budget.trials, self.budget.time);
                FIRST
            }
        };
        ((f64::from(self.left.0) * share) as u32, self.left.1.mul_f64(share))
    }

    /// Begins a plan: what is left of the last one, and what the greedy agent would do besides, up to the next roll of
    /// the dice.
    fn begin(
        &mut self,
        host: &mut Host,
        ground: &Ground,
        side: SideId,
        is_late: impl Fn() -> bool,
    ) -> Result<Plan, ScriptError> {
        let mut game = ground.game(Service { log: false, ..Service::FULL });
        let mut course = Course::new(std::mem::take(&mut self.plan), ground.exchange.clone(), true);
        for (at, player) in game.table.players.iter_mut().enumerate() {
            *player = (at != side.index()).then(|| Box::new(Quiet) as _);
        }
        let mut line = Vec::new().into_iter();
        let mut dice = None;
        while game.advance(host)? == Status::Waiting && !is_late() {
            let table = &game.table;
            let Some(pending) = table.pending().filter(|pending| pending.side == side).cloned() else { break };
            if owner(table) != Some(side) || *dice.get_or_insert(table.dice_position()) != table.dice_position() {
                break;
            }
            course.phase = table.state.cursor();
            let (occasion, decision) = (course.occasion(pending.question, &pending.context), pending.decision());
            let fits = |answer: &Answer| decision.accepts(answer);
            let answer = match course.planned(&occasion, &decision).or_else(|| line.next().filter(fits)) {
                Some(answer) => answer,
                None => {
                    line = match self.greedy.line_openly(host, &game) {
                        Ok(line) => line.into_iter(),
                        // Rules may fail in an imagined position that is impossible.
                        Err(_) if ground.exchange.is_some() => break,
                        Err(error) => return Err(error),
                    };
                    let Some(answer) = line.next().filter(fits) else { break };
                    answer
                }
            };
            course.record(occasion, &decision, &answer);
            play(host, &mut game, side, &answer)?;
        }
        let asked = course.asked.take().unwrap_or_default();
        let steps = asked.into_iter().map(Step::from).chain(course.rest().steps).collect();
        Ok(Plan { steps, ..Plan::default() })
    }
}

/// Returns the copies of the game in which plans are tried. If the side does not know everything, each copy imagines it
/// anew; there is none if nothing can be imagined.
fn grounds(host: &mut Host, game: &Game<Pause>, side: SideId) -> Vec<Ground> {
    let seed = imagination(game, side);
    let dice = (seed..).zip(Dice::shared(seed, TRIES));
    if !game.table.keeps_secrets_from(side) {
        let position = game.position();
        return dice.map(|(_, dice)| Ground { position: position.clone(), exchange: None, dice, seed }).collect();
    }
    dice.filter_map(|(seed, dice)| {
        let (copy, exchange) = game.imagined(host, side, seed)?;
        let back = exchange.inverse();
        Some(Ground { position: copy.position(), exchange: Some(Arc::new([exchange, back])), dice, seed })
    })
    .collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The best plan so far.
struct Best {
    plan: Plan,
    /// Its value in each copy.
    values: Vec<f64>,
    /// The decisions that came up in some of the copies.
    asked: [Vec<Asked>; 2],
    /// The options that were offered in these decisions.
    known: Arc<Known>,
}

impl Best {
    fn value(&self) -> f64 {
        mean(&self.values)
    }
}

/// A search for better plans.
struct Climb<'a> {
    host: &'a mut Host,
    side: SideId,
    judge: &'a str,
    grounds: &'a [Ground],
    /// The number of trials so far.
    spent: u32,
}

impl Climb<'_> {
    /// Returns the value of a plan in each copy; `None` if it begins worse than a plan with the values `best`.
    fn values(&mut self, plan: &Plan, best: Option<&[f64]>) -> Result<Option<Vec<f64>>, ScriptError> {
        let mut values: Vec<f64> = Vec::new();
        let mut before_dice = None;
        for ground in self.grounds {
            self.spent += 1;
            let later = before_dice.take().map(|position| Ground { position, ..ground.clone() });
            let trial = carry_out(self.host, later.as_ref().unwrap_or(ground), (self.side, self.judge), plan, false)?;
            values.push(trial.value);
            // Without secrets, all copies are the same up to the first phase with dice.
            if ground.exchange.is_none() {
                before_dice = later.map(|later| later.position).or(trial.before_dice);
                if before_dice.is_none() {
                    values.resize(self.grounds.len(), trial.value);
                    break;
                }
            }
            let pairs = || values.iter().zip(best.into_iter().flatten());
            if values.len() > 1 && pairs().all(|(new, old)| new <= old) && pairs().any(|(new, old)| new < old) {
                return Ok(None);
            }
        }
        Ok(Some(values))
    }

    /// Carries a plan out and records what comes up. The plan becomes what was done.
    fn look(&mut self, plan: Plan) -> Result<Best, ScriptError> {
        let mut asked = [Vec::new(), Vec::new()];
        for (asked, ground) in asked.iter_mut().zip([self.grounds.first(), self.grounds.last()].into_iter().flatten()) {
            self.spent += 1;
            *asked = carry_out(self.host, ground, (self.side, self.judge), &plan, true)?.asked;
        }
        let mut steps: Vec<Step> = asked[0].iter().cloned().map(Step::from).collect();
        let is_new = |asked: &&Asked| steps.iter().all(|step| step.occasion != asked.occasion);
        let others: Vec<Step> = asked[1].iter().filter(is_new).cloned().map(Step::from).collect();
        steps.extend(others);
        let plan = Plan { steps, ..Plan::default() };
        let values = self.values(&plan, None)?.unwrap_or_default();
        let known = Arc::new(Known::of(asked.iter().flatten()));
        Ok(Best { plan, values, asked, known })
    }
}
