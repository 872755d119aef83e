//! What is known of the rest of a phase: the steps a side may take in it, and what playouts of plans made of them came to.
//!
//! What a playout comes to is thought to be a sum: what each step of its plan brings, its luck, and a rest. So a playout says something of
//! every step in it, not of the first alone, and plans are put together from the steps that bring most (naive sampling, as it is called for
//! games in which many units move at once). Playouts with the same seed have the same luck, whatever their plans are
//! (`docs/performance.md` has a measure of it). What steps bring is pulled towards what they look like, luck towards none.

use crate::agent::Random;
use grognard_engine::decision::Answer;
use std::collections::BTreeMap;

/// The variance of what a step brings beyond what it looks like.
const SPREAD: f64 = 30.0;

/// As many playouts as having no luck counts for.
const FAIRNESS: f64 = 1.0;

/// So often what steps bring is made to fit luck and luck to fit what steps bring, after each playout.
const FITTINGS: u32 = 3;

/// In so many things a plan that is tried differs from the best one.
const TRIED: usize = 3;

/// So many steps of each, those that seem to bring most, are tried.
const ALTERNATIVES: usize = 4;

/// A step: one answer, or two where the first leads to another question at once.
pub(super) type Step = Vec<Answer>;

struct Known {
    step: Step,
    /// Whose step it is: steps of the same exclude each other.
    whose: usize,
    /// What it looks like: better than doing nothing by so much.
    prior: f64,
    /// What playouts say beyond that.
    beyond: f64,
    visits: u32,
}

struct Playout {
    seed: u64,
    steps: Vec<usize>,
    value: f64,
    rest: f64,
}

/// What is known of the rest of a phase.
#[derive(Default)]
pub(super) struct Plans {
    known: Vec<Known>,
    /// What steps begin with: a unit, most often. Where one cannot stop, all steps are of the same.
    actors: Vec<Option<Answer>>,
    /// The order in which they act.
    order: Vec<usize>,
    playouts: Vec<Playout>,
    taken: Vec<usize>,
    deviation: f64,
    mean: f64,
    luck: BTreeMap<u64, f64>,
}

impl Plans {
    /// A step that is possible, and by how much it looks better than doing nothing.
    pub(super) fn note(&mut self, step: &Step, prior: f64, may_stop: bool) -> usize {
        if let Some(at) = self.known.iter().position(|known| known.step == *step) {
            self.known[at].prior = prior;
            return at;
        }
        let actor = may_stop.then(|| step[0].clone());
        let whose = self.actors.iter().position(|other| *other == actor).unwrap_or_else(|| {
            self.actors.push(actor);
            self.actors.len() - 1
        });
        self.known.push(Known { step: step.clone(), whose, prior, beyond: 0.0, visits: 0 });
        self.known.len() - 1
    }

    /// These steps were thought of one after the other.
    pub(super) fn in_order(&mut self, steps: &[usize]) {
        self.order = steps.iter().map(|at| self.known[*at].whose).collect();
    }

    pub(super) fn step(&self, at: usize) -> &Step {
        &self.known[at].step
    }

    pub(super) fn playouts(&self) -> usize {
        self.playouts.len()
    }

    /// The game itself has gone on by a step.
    pub(super) fn take(&mut self, at: usize) {
        self.taken.push(at);
    }

    fn worth(&self, at: usize) -> f64 {
        self.known[at].prior + self.known[at].beyond
    }

    /// The best plan, or one to be tried that differs from it: for each that may act its steps, best first; those that had better do
    /// nothing are left out.
    pub(super) fn plan(&self, is_open: impl Fn(&Answer) -> bool, mut tries: Option<&mut Random>) -> Vec<Vec<usize>> {
        let mut steps: Vec<Vec<usize>> = vec![Vec::new(); self.actors.len()];
        for (at, known) in self.known.iter().enumerate() {
            if !self.taken.contains(&at) && is_open(&known.step[0]) {
                steps[known.whose].push(at);
            }
        }
        let mut acting: Vec<usize> = (0..steps.len()).filter(|whose| !steps[*whose].is_empty()).collect();
        for whose in &acting {
            steps[*whose].sort_by(|one, other| self.worth(*other).total_cmp(&self.worth(*one)));
        }
        let best = |whose: usize| self.worth(steps[whose][0]);
        let place = |whose: usize| self.order.iter().position(|other| *other == whose).unwrap_or(usize::MAX);
        acting.sort_by(|one, other| place(*one).cmp(&place(*other)).then(best(*other).total_cmp(&best(*one))));
        let mut tried = Vec::new();
        if let Some(numbers) = tries.as_deref_mut() {
            // Those about which there is a question at all.
            let near = |whose: &usize| best(*whose) > -20.0;
            tried = numbers.shuffled(acting.iter().copied().filter(near).collect());
            tried.truncate(TRIED);
        }
        let count = (self.playouts.len() as f64 + 1.0).ln();
        let mut plan = Vec::new();
        for whose in acting {
            let is_forced = self.actors[whose].is_none();
            let mut own = std::mem::take(&mut steps[whose]);
            let mut stays = !is_forced && self.worth(own[0]) < 0.0;
            if tried.contains(&whose) {
                let eager = |at: usize| {
                    let known = &self.known[at];
                    self.worth(at) + self.deviation * (count / f64::from(known.visits + 1)).sqrt() / 3.0
                };
                let visits: u32 = own.iter().map(|at| self.known[*at].visits).sum();
                let none = (self.playouts.len() as u32).saturating_sub(visits);
                let idle = self.deviation * (count / f64::from(none + 1)).sqrt() / 3.0;
                let few = own.len().min(ALTERNATIVES);
                own[..few].sort_by(|one, other| eager(*other).total_cmp(&eager(*one)));
                stays = !is_forced && eager(own[0]) < idle;
            }
            if !stays {
                plan.push(own);
            }
        }
        plan
    }

    /// What a plan came to.
    pub(super) fn count(&mut self, seed: u64, mut steps: Vec<usize>, value: f64) {
        steps.extend(self.taken.iter().copied());
        steps.iter().for_each(|at| self.known[*at].visits += 1);
        self.playouts.push(Playout { seed, steps, value, rest: 0.0 });
        self.fit();
    }

    fn fit(&mut self) {
        let spread = if self.deviation > 0.0 { self.deviation.powi(2) } else { 900.0 };
        let trust = (spread / SPREAD).max(1.0);
        let count = self.playouts.len() as f64;
        for _ in 0..FITTINGS {
            for playout in &mut self.playouts {
                let steps: f64 = playout.steps.iter().map(|at| self.known[*at].prior + self.known[*at].beyond).sum();
                playout.rest = playout.value - steps;
            }
            self.mean =
                self.playouts.iter().map(|playout| playout.rest - self.luck.get(&playout.seed).unwrap_or(&0.0)).sum::<f64>() / count;
            let mut shares: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
            for playout in &self.playouts {
                let (sum, count) = shares.entry(playout.seed).or_default();
                (*sum, *count) = (*sum + playout.rest - self.mean, *count + 1.0);
            }
            self.luck = shares.into_iter().map(|(seed, (sum, count))| (seed, sum / (count + FAIRNESS))).collect();
            for playout in &mut self.playouts {
                playout.rest -= self.mean + self.luck[&playout.seed];
            }
            let mut by_step: Vec<Vec<usize>> = vec![Vec::new(); self.known.len()];
            for (number, playout) in self.playouts.iter().enumerate() {
                playout.steps.iter().for_each(|at| by_step[*at].push(number));
            }
            for (known, numbers) in self.known.iter_mut().zip(by_step) {
                let sum: f64 = numbers.iter().map(|number| self.playouts[*number].rest + known.beyond).sum();
                let beyond = sum / (numbers.len() as f64 + trust);
                let change = beyond - known.beyond;
                numbers.iter().for_each(|number| self.playouts[*number].rest -= change);
                known.beyond = beyond;
            }
        }
        let squares: f64 = self.playouts.iter().map(|playout| playout.rest.powi(2)).sum();
        self.deviation = ((squares + 900.0) / (count + 1.0)).sqrt();
    }
}
