//! An agent that plans whole turns.
//!
//! A plan is a list of answers for the rest of the side's turn. It begins with what the greedy agent would do. Then the
//! agent changes one to three answers at a time, carries the changed plan out in copies of the game with different
//! dice, and keeps it if the mean result is at least as good. So a move and the attack that it makes possible are
//! changed together, and judged after the dice. Changes are proposed from the questions that were asked; the agent knows
//! nothing else about a game. It plans again at the beginning of every phase, and after every roll of the dice.
//!
//! Facts that the side does not know are imagined anew in every copy, and so are the answers of others who decide in
//! secret at the same time. Decisions outside the side's own phases, and those for which the plan has no answer, are made
//! by the greedy agent.

mod advice;
mod budget;
mod changes;
mod character;
mod climb;
mod replies;
mod steps;
mod task;
mod trial;

pub use advice::{Advice, AdvisedAnswer, Adviser, Expectation, NextBest, Reasons, Yardstick};
pub use budget::PlanBudget;

use super::greedy::{Greedy, GreedyEffort, imagination, judge_as_it_is};
use super::{Random, no_evaluation};
use crate::battle::Battle;
use grognard_engine::content::Content;
use grognard_engine::decision::{Answer, Pending, Refusal};
use grognard_engine::dice::Dice;
use grognard_engine::game::Game;
use grognard_engine::ids::SideId;
use grognard_engine::sequence::Cursor;
use grognard_script::{Host, Pause, ScriptError, ScriptFile};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;
use steps::{Course, Plan};
use task::{Pace, Task, Team, Thinking};
use trial::{Ground, is_own, owner};

/// The number of copies of the game in which each plan is tried.
const TRIES: u32 = 6;

/// The share of the remaining budget that is spent at the first phase of a turn, at each later phase, and after a roll of
/// the dice within a phase.
const FIRST: f64 = 0.4;
const LATER: f64 = 0.5;
const WITHIN: f64 = 0.06;

/// The planning agent.
pub struct Planner {
    /// The rule that judges positions at the end of plans, and the one that judges single moves.
    judge: String,
    evaluate: String,
    /// The battle as the agent's character sees it, with other weights in a chart, if it has one.
    seen: Option<Arc<Content>>,
    greedy: Greedy,
    numbers: Random,
    budget: PlanBudget,
    plan: Plan,
    /// When the agent last planned.
    planned: Option<Moment>,
    /// The plan that other threads are making.
    thought: Option<Thought>,
    /// The trials and the time left for the turn.
    left: (u32, Duration),
}

/// A moment at which an agent plans.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Moment {
    phase: Cursor,
    /// The position in the stream of dice.
    dice: u64,
    /// The number of decisions of which the side knows.
    decisions: u64,
}

impl Moment {
    fn of(game: &Game<Pause>, side: SideId) -> Moment {
        let table = &game.table;
        let decisions = table.decisions_known_to(side);
        Moment { phase: table.state.cursor(), dice: table.dice_position(), decisions }
    }
}

/// A plan that other threads are making.
struct Thought {
    moment: Moment,
    /// The scripts by which it is made.
    files: Arc<[ScriptFile]>,
    pace: Arc<Pace>,
    thread: Option<JoinHandle<Result<Thinking, ScriptError>>>,
}

impl Thought {
    fn begin(task: Task, time: Duration, moment: Moment, files: Arc<[ScriptFile]>) -> Thought {
        let pace = Arc::new(Pace::new(&task, Some(time)));
        let (paced, scripts) = (pace.clone(), files.clone());
        let thread = thread::spawn(move || task.plan(&mut Team::Many(scripts), &paced));
        Thought { moment, files, pace, thread: Some(thread) }
    }

    /// Returns whether the plan is still of use.
    fn fits(&self, host: &Host, game: &Game<Pause>, side: SideId) -> bool {
        self.moment == Moment::of(game, side) && Arc::ptr_eq(&self.files, host.files())
    }

    fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the plan.
    fn finish(mut self) -> Option<Result<Thinking, ScriptError>> {
        let thread = self.thread.take()?;
        Some(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    }
}

impl Drop for Thought {
    fn drop(&mut self) {
        self.pace.hurry();
    }
}

impl Planner {
    /// Creates a planning agent for a battle. Refuses if the system declares no evaluation, or no such character.
    pub fn new(battle: &Battle, seed: u64, budget: PlanBudget) -> Result<Planner, Refusal> {
        let hooks = &battle.system.hooks;
        let evaluate = hooks.evaluate.clone().ok_or_else(no_evaluation)?;
        let judge = hooks.outlook.clone().unwrap_or_else(|| evaluate.clone());
        let seen = budget.character.map(|name| character::seen(battle, name)).transpose()?;
        Ok(Planner {
            seen,
            greedy: Greedy::judging_by(judge.clone(), seed, GreedyEffort::USUAL),
            judge,
            evaluate,
            numbers: Random::new(seed),
            budget,
            plan: Plan::default(),
            planned: None,
            thought: None,
            left: (0, Duration::ZERO),
        })
    }

    /// Returns the planned answer to the pending decision.
    pub fn answer(&mut self, host: &mut Host, game: &Game<Pause>) -> Result<Answer, ScriptError> {
        let Some(pending) = game.table.pending() else { return Ok(Answer::Stop) };
        if self.must_plan(game, pending) {
            self.finish(host, game, pending)?;
        }
        if !is_own(&game.table, pending.side) {
            return self.greedy.answer(host, game);
        }
        let now = Moment::of(game, pending.side);
        self.planned = Some(now);
        match self.next_answer(pending, now.phase) {
            Some(answer) => Ok(answer),
            None => self.greedy.answer(host, game),
        }
    }

    /// Thinks about the pending decision on threads of its own, within the time limit. Returns how much of the thinking
    /// is done, from 0 to 1, or `None` if the agent can answer without further thought.
    pub fn think(&mut self, host: &mut Host, game: &Game<Pause>) -> Option<f64> {
        let pending = game.table.pending().filter(|pending| self.must_plan(game, pending))?;
        let thought = match self.thought.take().filter(|thought| thought.fits(host, game, pending.side)) {
            Some(thought) => thought,
            None => {
                let (task, time) = self.task(host, game, pending);
                Thought::begin(task, time, Moment::of(game, pending.side), host.files().clone())
            }
        };
        let done = (!thought.is_finished()).then(|| thought.pace.done());
        self.thought = Some(thought);
        done
    }

    /// Asks for an answer soon, and for no more thought in this turn.
    pub fn hurry(&mut self) {
        if let Some(thought) = &self.thought {
            thought.pace.hurry();
            self.left = (0, Duration::ZERO);
        }
    }

    /// Returns whether the agent must make a plan before it answers.
    fn must_plan(&self, game: &Game<Pause>, pending: &Pending) -> bool {
        let now = Moment::of(game, pending.side);
        // Fewer decisions than before: the game has been taken back.
        let stands = |planned: Moment| {
            (planned.phase, planned.dice) == (now.phase, now.dice) && planned.decisions <= now.decisions
        };
        is_own(&game.table, pending.side) && !self.planned.is_some_and(stands)
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

    /// Waits for the plan that is being made, or makes one here and now, without a time limit unless the budget is one of
    /// time.
    fn finish(&mut self, host: &mut Host, game: &Game<Pause>, pending: &Pending) -> Result<(), ScriptError> {
        if game.table.keeps_secrets_from(pending.side) {
            judge_as_it_is(host, game, &self.judge, pending.side)?;
        }
        let thought = self.thought.take().filter(|thought| thought.fits(host, game, pending.side));
        let thinking = match thought.and_then(Thought::finish) {
            Some(thinking) => thinking?,
            None => {
                let (task, time) = self.task(host, game, pending);
                let pace = Pace::new(&task, self.budget.is_timed.then_some(time));
                task.plan(&mut Team::One(host), &pace)?
            }
        };
        self.left.0 = self.left.0.saturating_sub(thinking.trials);
        self.left.1 = self.left.1.saturating_sub(thinking.time);
        self.plan = thinking.plan;
        Ok(())
    }

    /// Returns the task of planning now, and its time limit.
    fn task(&mut self, host: &mut Host, game: &Game<Pause>, pending: &Pending) -> (Task, Duration) {
        let (share, is_within) = self.share(Moment::of(game, pending.side));
        let is_short = is_within || self.left.0 == 0;
        let task = Task {
            side: pending.side,
            judge: self.judge.clone(),
            evaluate: self.evaluate.clone(),
            content: game.table.content.clone(),
            grounds: grounds(host, game, pending.side, self.seen.as_ref()),
            known: std::mem::take(&mut self.plan),
            seed: self.numbers.word(),
            trials: (f64::from(self.left.0) * share) as u32,
            climbs: if is_short { 1 } else { self.budget.climbs },
            // Where all sides decide at once, nobody replies.
            finalists: if is_short || owner(&game.table).is_none() { 0 } else { self.budget.finalists as usize },
            effort: if is_short { GreedyEffort::HASTY } else { GreedyEffort::USUAL },
        };
        (task, self.left.1.mul_f64(share))
    }

    /// Returns how much of what is left of the budget may be spent now, and whether that is after a roll of the dice
    /// within a phase.
    fn share(&mut self, now: Moment) -> (f64, bool) {
        let turn = |phase: Cursor| Cursor { phase: 0, ..phase };
        match self.planned.map(|planned| planned.phase) {
            Some(phase) if phase == now.phase => (WITHIN, true),
            Some(phase) if turn(phase) == turn(now.phase) => (LATER, false),
            _ => {
                self.left = (self.budget.trials, self.budget.time);
                (FIRST, false)
            }
        }
    }
}

/// Returns the copies of the game in which plans are tried. If the side does not know everything, each copy imagines it
/// anew; there is none if nothing can be imagined.
fn grounds(host: &mut Host, game: &Game<Pause>, side: SideId, seen: Option<&Arc<Content>>) -> Vec<Ground> {
    let seed = imagination(game, side);
    let dice = (seed..).zip(Dice::shared(seed, TRIES));
    if !game.table.keeps_secrets_from(side) {
        let position = game.position().seen_as(seen);
        return dice.map(|(_, dice)| Ground { position: position.clone(), exchange: None, dice, seed }).collect();
    }
    dice.filter_map(|(seed, dice)| {
        let (copy, exchange) = game.imagined(host, side, seed)?;
        let back = exchange.inverse();
        Some(Ground { position: copy.position().seen_as(seen), exchange: Some(Arc::new([exchange, back])), dice, seed })
    })
    .collect()
}
