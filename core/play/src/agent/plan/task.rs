//! Tasks: everything that is needed to make a plan, apart from the game, so that other threads can work on it.

use super::super::greedy::GreedyEffort;
use super::climb::{Candidate, Climb, rank};
use super::replies;
use super::steps::Plan;
use super::trial::Ground;
use crate::battle::load_host;
use grognard_engine::content::Content;
use grognard_engine::ids::SideId;
use grognard_script::{Host, Instrumentation, ScriptError, ScriptFile};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A plan to be made.
pub(super) struct Task {
    pub(super) side: SideId,
    /// The rule that judges positions at the end of plans, and the one that judges single moves.
    pub(super) judge: String,
    pub(super) evaluate: String,
    pub(super) content: Arc<Content>,
    /// The copies of the game in which plans are tried.
    pub(super) grounds: Vec<Ground>,
    /// The rest of the last plan.
    pub(super) known: Plan,
    pub(super) seed: u64,
    pub(super) trials: u32,
    pub(super) climbs: u32,
    pub(super) finalists: usize,
    /// The effort of the greedy agent that begins plans.
    pub(super) effort: GreedyEffort,
}

/// A plan, and the trials and the time that it took.
pub(super) struct Thinking {
    pub(super) plan: Plan,
    /// The plans from which it was chosen, best first by their own trials.
    pub(super) others: Vec<Plan>,
    pub(super) trials: u32,
    pub(super) time: Duration,
}

impl Task {
    /// Makes the plan.
    pub(super) fn plan(&self, team: &mut Team, pace: &Pace) -> Result<Thinking, ScriptError> {
        let climbs = team.each(self.climbs as usize, |number, host| {
            let mut climb = Climb::new(host, self, pace, number as u64);
            let known = if number == 0 { self.known.clone() } else { Plan::default() };
            let peaks = climb.peaks(known, self.trials / self.climbs)?;
            Ok((peaks, climb.spent))
        })?;
        let trials = climbs.iter().map(|(_, spent)| spent).sum();
        let mut peaks: Vec<Candidate> = climbs.into_iter().flat_map(|(peaks, _)| peaks).collect();
        rank(&mut peaks, self.finalists.max(1));
        let mut plans: Vec<Plan> = peaks.into_iter().map(|peak| peak.plan).collect();
        let others = plans.clone();
        if plans.len() > 1 {
            plans = replies::best(self, team, pace, plans)?;
        }
        let plan = plans.into_iter().next().unwrap_or_default();
        Ok(Thinking { plan, others, trials, time: pace.started.elapsed() })
    }
}

/// The hosts that work on a task.
pub(super) enum Team<'a> {
    /// A single host.
    One(&'a mut Host),
    /// One host for each processor core, with these scripts.
    Many(Arc<[ScriptFile]>),
}

impl Team<'_> {
    /// Does a number of jobs, and returns the results in order.
    pub(super) fn each<T: Send>(
        &mut self,
        count: usize,
        job: impl Fn(usize, &mut Host) -> Result<T, ScriptError> + Sync,
    ) -> Result<Vec<T>, ScriptError> {
        let files = match self {
            Team::One(host) => return (0..count).map(|number| job(number, host)).collect(),
            Team::Many(files) => files,
        };
        let cores = thread::available_parallelism().map_or(1, NonZero::get).min(count);
        let next = AtomicUsize::new(0);
        let work = || {
            let mut host = load_host(files.clone(), Instrumentation::Nothing)?;
            let mut done = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    return Ok(done);
                }
                done.push((number, job(number, &mut host)?));
            }
        };
        let mut done = Vec::new();
        thread::scope(|scope| {
            let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
            for worker in workers {
                let results: Result<Vec<_>, ScriptError> =
                    worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                done.extend(results?);
            }
            Ok::<(), ScriptError>(())
        })?;
        done.sort_by_key(|(number, _)| *number);
        Ok(done.into_iter().map(|(_, result)| result).collect())
    }
}

/// The part of the time that is spent on climbing, if the enemy's replies decide afterwards.
const CLIMBING: f64 = 0.6;

/// How far a task has come, and whether it has to end.
pub(super) struct Pace {
    trials: u32,
    spent: AtomicU32,
    /// The part of the work that climbing is.
    climbing: f64,
    started: Instant,
    /// The time limits for climbing and for the whole task.
    limits: Option<[Duration; 2]>,
    is_hurried: AtomicBool,
}

impl Pace {
    pub(super) fn new(task: &Task, time: Option<Duration>) -> Pace {
        let climbing = if task.finalists > 0 { CLIMBING } else { 1.0 };
        Pace {
            trials: task.trials,
            spent: AtomicU32::new(0),
            climbing,
            started: Instant::now(),
            limits: time.map(|time| [time.mul_f64(climbing), time]),
            is_hurried: AtomicBool::new(false),
        }
    }

    pub(super) fn count(&self) {
        self.spent.fetch_add(1, Ordering::Relaxed);
    }

    /// Asks for the best plan so far.
    pub(super) fn hurry(&self) {
        self.is_hurried.store(true, Ordering::Relaxed);
    }

    /// Returns whether climbing must end.
    pub(super) fn is_late(&self) -> bool {
        self.is_over(0)
    }

    /// Returns whether everything must end.
    pub(super) fn is_too_late(&self) -> bool {
        self.is_over(1)
    }

    fn is_over(&self, limit: usize) -> bool {
        self.is_hurried.load(Ordering::Relaxed)
            || self.limits.is_some_and(|limits| self.started.elapsed() >= limits[limit])
    }

    /// Returns the part of the work that is done, from 0 to 1.
    pub(super) fn done(&self) -> f64 {
        let trials = f64::from(self.spent.load(Ordering::Relaxed)) / f64::from(self.trials.max(1));
        let trials = trials.min(1.0) * self.climbing;
        let time = self.limits.map(|[_, limit]| self.started.elapsed().as_secs_f64() / limit.as_secs_f64().max(1e-9));
        trials.max(time.unwrap_or_default()).min(1.0)
    }
}
