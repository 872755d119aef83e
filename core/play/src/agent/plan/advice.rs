//! Advice for a person: the answers that the planning agent would give, and what came of them when they were tried.
//!
//! The reasons come from the same copies of the game in which plans are tried, so they rest on nothing that the side
//! does not know. They are the same for every system: steps and units lost, spaces that change hands, the end of the
//! game, and the evaluation.

use super::super::greedy::worth;
use super::steps::{Course, Occasion, Plan, Step};
use super::task::{Pace, Team, Thinking};
use super::trial::{Ground, is_own, play_to_horizon};
use super::{PlanBudget, Planner, Thought, grounds};
use crate::battle::Battle;
use grognard_engine::content::Content;
use grognard_engine::decision::{Answer, Choice, Pending};
use grognard_engine::game::Game;
use grognard_engine::ids::{Id, QuestionId, SideId, SpaceId};
use grognard_engine::journal::Entry;
use grognard_engine::sequence::Cursor;
use grognard_engine::state::State;
use grognard_engine::table::Service;
use grognard_script::{Host, Pause, ScriptError, ScriptFile};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// The maximum number of other plans that are tried to find the next best one.
const MAX_OTHERS: usize = 6;

/// Values beyond this are those of a game that is won or lost.
const DECIDED: f64 = 5e5;

/// Advice on the pending decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The side that must decide.
    pub side: SideId,
    /// The advised answers, in order. The first is the answer to the pending question.
    pub line: Vec<AdvisedAnswer>,
    /// Whether further answers depend on the dice or on hidden facts.
    pub is_open: bool,
    /// What happened when the answers were tried; `None` if they could not be tried.
    pub reasons: Option<Reasons>,
}

/// An advised answer, and the question to which it belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdvisedAnswer {
    /// The phase in which the question is asked.
    pub phase: Cursor,
    /// The question.
    pub question: QuestionId,
    /// What the question is about, such as the unit that moves.
    pub about: Vec<Choice>,
    /// The answer.
    pub answer: Answer,
}

impl From<Step> for AdvisedAnswer {
    fn from(Step { occasion: Occasion { phase, question, about }, answer }: Step) -> AdvisedAnswer {
        AdvisedAnswer { phase, question, about, answer }
    }
}

/// What happened when the advised answers were tried, each time with different dice.
#[derive(Clone, Debug, PartialEq)]
pub struct Reasons {
    /// The number of tries.
    pub tries: usize,
    /// What happened on average.
    pub expected: Expectation,
    /// What would happen otherwise.
    pub otherwise: Option<(Yardstick, Expectation)>,
    /// The next best plan; `None` if no other plan was worth trying.
    pub next: Option<NextBest>,
}

/// What advice is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yardstick {
    /// Doing nothing more.
    Nothing,
    /// The next best plan, because the question must be answered.
    NextBest,
}

/// What happened on average in the tries of a plan, from now on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expectation {
    /// The number of steps and of units that the side loses on average; negative if it gains some.
    pub own_losses: [f64; 2],
    /// The number of steps and of units that the enemy loses on average.
    pub enemy_losses: [f64; 2],
    /// The number of tries in which the side takes a space from the enemy.
    pub taken: BTreeMap<SpaceId, usize>,
    /// The number of tries in which the enemy takes a space from the side.
    pub given_up: BTreeMap<SpaceId, usize>,
    /// The number of tries in which the side wins the game.
    pub wins: usize,
    /// The number of tries in which an enemy wins it.
    pub defeats: usize,
    /// The mean value of the position according to the evaluation; `None` if the game was over in a try.
    pub value: Option<f64>,
}

/// The next best plan.
#[derive(Clone, Debug, PartialEq)]
pub struct NextBest {
    /// The answers by which it differs.
    pub difference: Vec<AdvisedAnswer>,
    /// By how much its mean value is lower; `None` if a game was over in a try. If the enemy's replies decided between
    /// the plans, it can be negative.
    pub lead: Option<f64>,
    /// The number of tries in which it turned out worse.
    pub worse: usize,
}

/// A planning agent that gives advice on one decision, and on those that follow if they are made as advised.
pub struct Adviser {
    planner: Planner,
    side: SideId,
    /// The scripts by which the game is played.
    files: Arc<[ScriptFile]>,
    /// The entries that the side knew, and the phase, when advice was asked for.
    journal: Vec<Entry>,
    phase: Cursor,
    advice: Option<Advice>,
}

fn known_entries(game: &Game<Pause>, side: SideId) -> Vec<Entry> {
    game.table.entries_known_to(side).cloned().collect()
}

impl Adviser {
    /// Creates an adviser for the pending decision of a game; `None` if there is none, or if the system declares no
    /// evaluation.
    pub fn new(battle: &Battle, host: &Host, game: &Game<Pause>, seed: u64, budget: PlanBudget) -> Option<Adviser> {
        Some(Adviser {
            planner: Planner::new(battle, seed, budget).ok()?,
            side: game.table.pending()?.side,
            files: host.files().clone(),
            journal: known_entries(game, game.table.pending()?.side),
            phase: game.table.state.cursor(),
            advice: None,
        })
    }

    /// Thinks on threads of its own, within the time limit of the budget. Returns how much of the thinking is done, from
    /// 0 to 1, or `None` if the advice is ready.
    pub fn think(&mut self, host: &mut Host, game: &Game<Pause>) -> Result<Option<f64>, ScriptError> {
        if self.advice.is_some() {
            return Ok(None);
        }
        let done = self.planner.think(host, game);
        if done.is_none() {
            self.conclude(host, game)?;
        }
        Ok(done)
    }

    /// Thinks here and now, without a time limit unless the budget is one of time.
    pub fn think_now(&mut self, host: &mut Host, game: &Game<Pause>) -> Result<(), ScriptError> {
        if self.advice.is_none() { self.conclude(host, game) } else { Ok(()) }
    }

    /// Returns the side that is advised.
    pub fn side(&self) -> SideId {
        self.side
    }

    /// Asks for the advice soon.
    pub fn hurry(&mut self) {
        self.planner.hurry();
    }

    /// Returns whether the advice is ready.
    pub fn is_ready(&self) -> bool {
        self.advice.is_some()
    }

    /// Returns whether the game is still at the decision for which advice was asked.
    pub fn is_about(&self, host: &Host, game: &Game<Pause>) -> bool {
        Arc::ptr_eq(&self.files, host.files()) && known_entries(game, self.side) == self.journal
    }

    /// Returns the advice on the pending decision, if it is ready, and if all decisions since it was asked for have been
    /// made as advised.
    pub fn advice(&self, host: &Host, game: &Game<Pause>) -> Option<Advice> {
        let advice = self.advice.as_ref()?;
        let table = &game.table;
        let known = known_entries(game, self.side);
        let since = known.strip_prefix(self.journal.as_slice())?;
        let pending = table.pending_for(self.side)?;
        if !Arc::ptr_eq(&self.files, host.files()) || table.state.cursor() != self.phase {
            return None;
        }
        let mut line = advice.line.iter();
        for entry in since {
            match entry {
                Entry::Answer { forced: true, .. } => {}
                Entry::Answer { side, answer, .. } if *side == self.side => {
                    line.next().filter(|advised| advised.answer == *answer)?;
                }
                _ => return None,
            }
        }
        let line: Vec<AdvisedAnswer> = line.cloned().collect();
        let fits = line.first().is_some_and(|next| {
            (next.phase, next.question, &next.about) == (self.phase, pending.question, &pending.context)
                && pending.decision().accepts(&next.answer)
        });
        fits.then(|| Advice { line, ..advice.clone() })
    }

    /// Makes the advice from the plan that is being made, or from one made here and now.
    fn conclude(&mut self, host: &mut Host, game: &Game<Pause>) -> Result<(), ScriptError> {
        let Some(pending) = game.table.pending() else { return Ok(()) };
        let (mut plan, others) = if is_own(&game.table, pending.side) {
            let thinking = self.thinking(host, game, pending)?;
            (thinking.plan, thinking.others)
        } else {
            Default::default()
        };
        let mut course = Course::new(plan.clone(), None, false);
        course.phase = game.table.state.cursor();
        let occasion = course.occasion(pending.question, &pending.context);
        let first = match course.planned(&occasion, &pending.decision()) {
            Some(answer) => Step { occasion, answer },
            None => {
                let first = Step { occasion, answer: self.planner.greedy.answer(host, game)? };
                plan.steps.insert(0, first.clone());
                first
            }
        };
        let grounds = grounds(host, game, pending.side, self.planner.seen.as_ref());
        let mut trials = Trials { host, grounds: &grounds, side: pending.side, judge: &self.planner.judge };
        let runs = trials.of(&plan)?;
        let mut otherwise = Vec::new();
        if pending.stop && first.answer != Answer::Stop {
            otherwise = trials.of(&Plan::default())?;
        }
        let others = others.iter().take(MAX_OTHERS).map(|other| trials.of(other)).collect::<Result<Vec<_>, _>>()?;
        let next = next_best(&runs, others);
        let reasons = reasons(&game.table.content, pending.side, &runs, otherwise, next);
        let (line, is_open) = line(first, &runs);
        self.advice = Some(Advice { side: pending.side, line, is_open, reasons });
        Ok(())
    }

    /// Waits for the plan that is being made, or makes one here and now.
    fn thinking(&mut self, host: &mut Host, game: &Game<Pause>, pending: &Pending) -> Result<Thinking, ScriptError> {
        let thought = self.planner.thought.take().filter(|thought| thought.fits(host, game, pending.side));
        if let Some(thinking) = thought.and_then(Thought::finish) {
            return thinking;
        }
        let (task, time) = self.planner.task(host, game, pending);
        let pace = Pace::new(&task, self.planner.budget.is_timed.then_some(time));
        task.plan(&mut Team::One(host), &pace)
    }
}

/// What happened when a plan was tried in a copy of the game.
struct Run {
    start: State,
    end: State,
    value: f64,
    /// The decisions of the side, as they were made.
    steps: Vec<Step>,
}

/// Tries plans.
struct Trials<'a> {
    host: &'a mut Host,
    grounds: &'a [Ground],
    side: SideId,
    judge: &'a str,
}

impl Trials<'_> {
    /// Tries a plan in each copy. The result is `None` in an imagined position in which the rules fail.
    fn of(&mut self, plan: &Plan) -> Result<Vec<Option<Run>>, ScriptError> {
        let grounds = self.grounds;
        let try_in = |ground: &Ground| match self.run(ground, plan) {
            Ok(run) => Ok(Some(run)),
            Err(_) if ground.exchange.is_some() => Ok(None),
            Err(error) => Err(error),
        };
        grounds.iter().map(try_in).collect()
    }

    fn run(&mut self, ground: &Ground, plan: &Plan) -> Result<Run, ScriptError> {
        let mut game: Game<Pause> = ground.game(Service::BARE);
        game.advance(self.host)?;
        let start = game.table.state;
        let course = Rc::new(RefCell::new(Course::new(plan.clone(), ground.exchange.clone(), true)));
        let (mut game, _) = play_to_horizon(self.host, ground, self.side, &course)?;
        let value = worth(self.host, self.judge, &mut game.table, self.side)?;
        let asked = course.borrow_mut().asked.take().unwrap_or_default();
        Ok(Run { start, end: game.table.state, value, steps: asked.into_iter().map(Step::from).collect() })
    }
}

/// Returns the answers that are given in most tries, in the order of the first try, and whether any were left out.
fn line(first: Step, runs: &[Option<Run>]) -> (Vec<AdvisedAnswer>, bool) {
    let all: Vec<&Run> = runs.iter().flatten().collect();
    let is_usual = |step: &&Step| all.iter().filter(|run| run.steps.contains(step)).count() * 2 > all.len();
    let tried = all.first().map_or(&[][..], |run| run.steps.as_slice());
    let later = match tried.first() {
        Some(step) if step.occasion == first.occasion => &tried[1..],
        _ => tried,
    };
    let usual: Vec<&Step> = later.iter().filter(is_usual).collect();
    let is_open = usual.len() < later.len();
    (std::iter::once(&first).chain(usual).cloned().map(AdvisedAnswer::from).collect(), is_open)
}

/// The next best plan, with its tries.
struct Other {
    difference: Vec<AdvisedAnswer>,
    runs: Vec<Option<Run>>,
}

/// Returns the best plan that is not merely the same in another order.
fn next_best(runs: &[Option<Run>], others: Vec<Vec<Option<Run>>>) -> Option<Other> {
    let own = &runs.first()?.as_ref()?.steps;
    let difference = |other: &[Option<Run>]| -> Vec<AdvisedAnswer> {
        let steps = other.first().and_then(Option::as_ref).map_or(&[][..], |run| run.steps.as_slice());
        let news = steps.iter().filter(|step| step.answer != Answer::Stop && !own.contains(step));
        news.cloned().map(AdvisedAnswer::from).collect()
    };
    let others = others.into_iter().map(|runs| Other { difference: difference(&runs), runs });
    let value = |other: &Other| mean(other.runs.iter().flatten().map(|run| run.value));
    others.filter(|other| !other.difference.is_empty()).max_by(|one, other| value(one).total_cmp(&value(other)))
}

/// Compares the tries of a plan with those of doing nothing more, or else with those of the next best plan. A copy counts
/// if all plans could be tried in it.
fn reasons(
    content: &Content,
    side: SideId,
    runs: &[Option<Run>],
    otherwise: Vec<Option<Run>>,
    next: Option<Other>,
) -> Option<Reasons> {
    let next_runs = next.as_ref().map_or(&[][..], |next| next.runs.as_slice());
    let is_tried = |at: &usize| {
        let has = |runs: &[Option<Run>]| runs.is_empty() || runs.get(*at).is_some_and(Option::is_some);
        has(runs) && has(&otherwise) && has(next_runs)
    };
    let whole: Vec<usize> = (0..runs.len()).filter(is_tried).collect();
    let of = |runs: &'_ [Option<Run>]| -> Option<Expectation> {
        let runs: Vec<&Run> = whole.iter().filter_map(|at| runs.get(*at)?.as_ref()).collect();
        (!runs.is_empty()).then(|| Expectation::of(content, side, &runs))
    };
    let expected = of(runs)?;
    let after_next = of(next_runs);
    let values = |runs: &'_ [Option<Run>]| -> Vec<f64> {
        whole.iter().filter_map(|at| Some(runs.get(*at)?.as_ref()?.value)).collect()
    };
    let (ours, theirs) = (values(runs), values(next_runs));
    let next = next.map(|next| NextBest {
        difference: next.difference,
        lead: expected.value.zip(after_next.as_ref().and_then(|next| next.value)).map(|(ours, theirs)| ours - theirs),
        worse: ours.iter().zip(&theirs).filter(|(ours, theirs)| theirs < ours).count(),
    });
    let nothing = of(&otherwise).map(|otherwise| (Yardstick::Nothing, otherwise));
    let otherwise = nothing.or(after_next.map(|next| (Yardstick::NextBest, next)));
    Some(Reasons { tries: whole.len(), expected, otherwise, next })
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let all: Vec<f64> = values.collect();
    all.iter().sum::<f64>() / all.len().max(1) as f64
}

impl Expectation {
    fn of(content: &Content, side: SideId, runs: &[&Run]) -> Expectation {
        let tries = runs.len() as f64;
        let mut all = Expectation::default();
        for run in runs {
            for (at, unit) in content.units.iter().enumerate() {
                // A unit that arrives is no gain, and none that has not arrived is a loss.
                if run.start.units()[at].place.is_none() {
                    continue;
                }
                let [before, after] = [&run.start, &run.end].map(|state| state.units()[at].steps);
                let losses = match unit.side == side {
                    true => &mut all.own_losses,
                    false if content.are_enemies(unit.side, side) => &mut all.enemy_losses,
                    false => continue,
                };
                losses[0] += (f64::from(before) - f64::from(after)) / tries;
                losses[1] += f64::from(u8::from(before > 0 && after == 0)) / tries;
            }
            for space in content.map.all() {
                let [before, after] = [&run.start, &run.end].map(|state| holder(content, state, space));
                let (Some(before), Some(after)) = (before, after) else { continue };
                if after == side && content.are_enemies(before, side) {
                    *all.taken.entry(space).or_default() += 1;
                } else if before == side && content.are_enemies(after, side) {
                    *all.given_up.entry(space).or_default() += 1;
                }
            }
            if let Some(winners) = run.end.ending().map(|ending| &ending.winners).filter(|all| !all.is_draw()) {
                *(if winners.has(&side) { &mut all.wins } else { &mut all.defeats }) += 1;
            }
        }
        let is_open = runs.iter().all(|run| run.value.abs() < DECIDED);
        all.value = is_open.then(|| mean(runs.iter().map(|run| run.value)));
        all
    }
}

/// Returns the side that holds a space: its owner, or else the side that occupies it, if it has a name.
fn holder(content: &Content, state: &State, space: SpaceId) -> Option<SideId> {
    state.owner(space).or_else(|| {
        content.map.space(space).title.as_ref()?;
        let sides = state.units_at(space).map(|unit| content.units[unit.index()].side);
        let mut sides = sides.filter(|side| !content.is_neutral(*side));
        let first = sides.next()?;
        sides.all(|side| side == first).then_some(first)
    })
}
