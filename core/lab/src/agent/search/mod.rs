//! The search agent: Monte Carlo search over plans for a phase.
//!
//! A plan is what a side does up to the end of the phase or the next chance, put together from steps that the greedy agent likes. Most
//! plans that are tried differ from the best in a few steps; what playouts of them came to says what each step brings. While a phase goes
//! on, what was found out is kept.
//!
//! Behind a plan both sides play as hasty greedy agents do until the enemy's next player turn is over; then the position is judged by
//! the evaluation of the system. Dice, hidden facts and the players' whims are others in each playout; a few
//! playouts share them, since a difference is easier to see under the same dice.

mod budget;
mod imagined;
mod plans;

pub use budget::Budget;

use super::Random;
use super::greedy::{Effort, Greedy, Rest, imagination};
use crate::battle::Battle;
use grognard_engine::decision::{Answer, Pending};
use grognard_engine::game::Game;
use grognard_engine::ids::{QuestionId, SideId};
use grognard_engine::sequence::Cursor;
use grognard_script::{Host, Pause, ScriptError};
use imagined::Imagined;
use plans::Plans;
use std::time::Instant;

/// How the steps of lines are thought of: as many are looked at as there is time for.
const THOROUGH: Effort = Effort { lines: 12, looks: usize::MAX, tries: 6 };

/// With a budget of playouts so many looks are taken for each of them.
const LOOKS: usize = 2;

/// The part of a budget of time that goes into the first steps of lines at most: a quarter.
const FIRST: u32 = 4;

/// The part of it that goes into each further step at most.
const FURTHER: u32 = 64;

/// How players play behind the tree. A player who does not look at all faces of the die is much worse, and hardly faster.
const HASTY: Effort = Effort { lines: 5, looks: 1, tries: 6 };

/// A game that is won is worth so much more than the position that is thought about: far more than most, and not so much that nothing else counts.
const WON: f64 = 500.0;

/// Playouts end when the player turn has changed so often: behind the enemy's next.
const HORIZON: u32 = 2;

/// So many decisions are taken in one playout at most: games in which a player turn has hundreds are judged before it is over.
const LONGEST: u32 = 150;

/// The search agent.
pub struct Search {
    budget: Budget,
    thorough: Greedy,
    hasty: Greedy,
    rest: Rest,
    /// What the position looked like in which what is known was begun.
    base: f64,
    /// What dice and whims of playouts depend on, the same as long as something is kept.
    luck: u64,
    kept: Option<Kept>,
    whims: Random,
}

/// What is known of a decision to come.
struct Kept {
    /// Its number.
    number: u64,
    /// The part of a phase it is about.
    part: Part,
    plans: Plans,
}

/// A part of a phase: up to the next chance, and as long as the same is asked.
type Part = (Cursor, u64, QuestionId);

/// Steps whose playouts have the same luck.
const SHARED: usize = 4;

/// The player turn that the game is in.
fn player_turn(game: &Game<Pause>) -> Cursor {
    Cursor { phase: 0, ..game.table.state.cursor() }
}

impl Search {
    /// A search agent for a battle; `None` if its system declares no evaluation.
    pub fn new(battle: &Battle, seed: u64, budget: Budget) -> Option<Search> {
        let greedy = |effort| Greedy::with_effort(battle, seed, effort);
        let looks = if let Budget::Playouts(count) = budget { LOOKS * count as usize } else { THOROUGH.looks };
        let (thorough, hasty) = (greedy(Effort { looks, ..THOROUGH })?, greedy(HASTY)?);
        Some(Search { budget, thorough, hasty, rest: Rest::default(), base: 0.0, luck: 0, kept: None, whims: Random::new(seed) })
    }

    /// The answer that playouts speak for.
    pub fn answer(&mut self, host: &mut Host, game: &Game<Pause>) -> Result<Answer, ScriptError> {
        let Some(pending) = game.table.pending() else { return Ok(Answer::Stop) };
        if let Some(planned) = self.rest.take(game, pending) {
            return Ok(planned);
        }
        let until = self.share(1);
        let side = pending.side;
        let part: Part = (game.table.state.cursor(), game.table.dice_position(), pending.question);
        let kept = self.kept.take().filter(|kept| kept.number == game.table.decisions && kept.part == part);
        let is_new = kept.is_none();
        let mut plans = kept.map(|kept| kept.plans).unwrap_or_default();
        let Some(mut imagined) = Imagined::new(host, game, side, imagination(game, side))? else {
            return self.thorough.answer(host, game);
        };
        if is_new {
            self.luck = imagination(game, side);
            self.base = self.hasty.worth(host, &mut imagined.game, side).unwrap_or(0.0);
        }
        let ranked = self.note(host, &mut imagined, side, FIRST, &mut plans);
        // Rules may fail over a position that cannot be; then it is decided as the greedy agent would.
        match ranked {
            Err(error) if !imagined.hides() => return Err(error),
            Err(_) => return self.thorough.answer(host, game),
            Ok(_) => {}
        }
        self.think(host, game, pending, (side, until), &mut plans)?;
        let decision = pending.decision();
        for steps in plans.plan(|answer| decision.accepts(answer), None) {
            for at in steps {
                let Some(mut imagined) = Imagined::new(host, game, side, imagination(game, side))? else { continue };
                if !imagined.try_step(host, side, plans.step(at)).unwrap_or(false) {
                    continue;
                }
                let step = plans.step(at).clone();
                let number = game.table.decisions + step.len() as u64;
                plans.take(at);
                self.kept = Some(Kept { number, part, plans });
                return Ok(self.rest.begin(game, step));
            }
        }
        if pending.stop { Ok(Answer::Stop) } else { self.thorough.answer(host, game) }
    }

    /// When a share of the time for a decision is over, if it begins now.
    fn share(&self, of: u32) -> Option<Instant> {
        self.budget.time().map(|time| Instant::now() + time / of)
    }

    /// Ranks steps, notes all of them, and tells the best.
    fn note(
        &mut self,
        host: &mut Host,
        game: &mut Imagined,
        side: SideId,
        share: u32,
        plans: &mut Plans,
    ) -> Result<Option<(Vec<Answer>, usize)>, ScriptError> {
        if game.asked(host)? != Some(side) {
            return Ok(None);
        }
        let ranked = self.thorough.ranked(host, &game.game, self.share(share))?;
        let stop = ranked.iter().find(|(step, _)| step[0] == Answer::Stop).map(|(_, value)| self.beyond_base(*value));
        let least = stop.or_else(|| ranked.first().map(|(_, value)| self.beyond_base(*value))).unwrap_or(0.0);
        let mut best = None;
        for (step, value) in &ranked {
            if step[0] == Answer::Stop {
                if best.is_none() {
                    best = Some((step.clone(), usize::MAX));
                }
                continue;
            }
            let told = game.told(step);
            let at = plans.note(&told, self.beyond_base(*value) - least, stop.is_some());
            if best.is_none() {
                best = Some((told, at));
            }
        }
        Ok(best)
    }

    fn think(
        &mut self,
        host: &mut Host,
        game: &Game<Pause>,
        pending: &Pending,
        (side, until): (SideId, Option<Instant>),
        plans: &mut Plans,
    ) -> Result<(), ScriptError> {
        let most = if let Budget::Playouts(most) = self.budget { most } else { u32::MAX };
        let decision = pending.decision();
        for _ in 0..most {
            let number = plans.playouts();
            let seed = self.luck ^ ((number / SHARED) as u64 + 1).wrapping_mul(0xa076_1d64_78bd_642f);
            let Some(mut imagined) = Imagined::new(host, game, side, seed)? else { return Ok(()) };
            imagined.until = until;
            self.hasty.reseed(seed);
            self.whims = Random::new(seed ^ number as u64);
            let plan = if number == 0 {
                None
            } else {
                let explore = if number % SHARED == 0 { None } else { Some(&mut self.whims) };
                Some(plans.plan(|answer| decision.accepts(answer), explore))
            };
            let value = self.playout(host, &mut imagined, pending.question, side, plan, plans);
            if imagined.is_late {
                break;
            }
            match value {
                Ok((steps, value)) => plans.count(seed, steps, value),
                // Rules may fail over a position that cannot be.
                Err(_) if imagined.hides() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// What a plan came to in one playout, and the steps of it that could be taken.
    fn playout(
        &mut self,
        host: &mut Host,
        game: &mut Imagined,
        question: QuestionId,
        side: SideId,
        plan: Option<Vec<Vec<usize>>>,
        plans: &mut Plans,
    ) -> Result<(Vec<usize>, f64), ScriptError> {
        game.asked(host)?;
        let (phase, chances) = (game.game.table.state.cursor(), game.game.table.dice_position());
        let is_model = plan.is_none();
        let mut plan = plan.map(Vec::into_iter);
        let mut used = Vec::new();
        loop {
            let asked = game.asked(host)?;
            let table = &game.game.table;
            if asked != Some(side) || table.state.cursor() != phase || table.dice_position() != chances {
                break;
            }
            let is_same = table.pending().is_some_and(|pending| pending.question == question);
            let may_stop = table.pending().is_some_and(|pending| pending.stop);
            if !is_same || is_model {
                if is_same {
                    let Some((step, at)) = self.note(host, game, side, FURTHER, plans)? else { break };
                    game.try_step(host, side, &step)?;
                    if at != usize::MAX {
                        used.push(at);
                    }
                } else {
                    let ranked = self.thorough.ranked(host, &game.game, self.share(FURTHER))?;
                    let step = ranked.first().map_or(vec![Answer::Stop], |(step, _)| game.told(step));
                    game.try_step(host, side, &step)?;
                }
                continue;
            }
            let Some(steps) = plan.as_mut().and_then(Iterator::next) else {
                if may_stop {
                    game.try_answer(host, side, &Answer::Stop)?;
                } else {
                    let ranked = self.thorough.ranked(host, &game.game, self.share(FURTHER))?;
                    let step = ranked.first().map_or(vec![Answer::Stop], |(step, _)| game.told(step));
                    game.try_step(host, side, &step)?;
                }
                continue;
            };
            // Where a side must answer, steps need not begin alike.
            let mut begun = false;
            for at in steps {
                let step = plans.step(at).clone();
                if !begun {
                    if !game.try_answer(host, side, &step[0])? {
                        continue;
                    }
                    if step.len() == 1 {
                        used.push(at);
                        break;
                    }
                    begun = true;
                    game.asked(host)?;
                }
                if step.len() == 2 && game.try_answer(host, side, &step[1])? {
                    used.push(at);
                    break;
                }
            }
        }
        if is_model {
            plans.in_order(&used);
        }
        let value = self.play_out(host, game, side)?;
        Ok((used, value))
    }

    /// Lets both sides play on, to the horizon.
    fn play_out(&mut self, host: &mut Host, game: &mut Imagined, side: SideId) -> Result<f64, ScriptError> {
        while let Some(asked) = game.asked(host)? {
            for answer in self.hasty.line_openly(host, &game.game)? {
                game.give(host, asked, &answer)?;
            }
        }
        let value = self.hasty.worth(host, &mut game.game, side)?;
        Ok(self.beyond_base(value))
    }

    /// By how much a position is better than the one that is thought about.
    fn beyond_base(&self, value: f64) -> f64 {
        (value - self.base).clamp(-WON, WON)
    }
}
