//! The search agent: Monte Carlo tree search over lines of play.
//!
//! A node is a decision of the thinking side. Its children are lines of play: the actions of the side up to the end of
//! the phase or the next chance event. A line begins with a step that the greedy agent favours. Later steps are taken
//! from the best known line if they still fit, and otherwise chosen by the greedy agent. While the agent follows a
//! line, it keeps the results for that line and for lines with the same beginning, and new lines branch off at each
//! step. Thus a phase is planned as a unit, with the thinking time of all its decisions. The most promising lines are
//! tried first; the longer the agent thinks, the more lines it tries.
//!
//! Beyond the tree, both sides play like hasty greedy agents until the enemy's next player turn is over. Dice, hidden
//! facts and the players' random choices differ from playout to playout. However, all lines share them in their first
//! playouts, in their second playouts, and so on, because differences are easier to see with the same dice. Luck, the
//! effect of the dice beyond the expected value, is subtracted.
//!
//! The system's outlook, or its evaluation if it has no outlook, evaluates lines, the side's moves beyond the tree, and
//! the final positions of playouts. Beyond the tree, the enemy uses the evaluation, as a greedy agent does.

mod budget;
mod control_variate;
mod imagined;
mod tree;

pub use budget::Budget;

use super::greedy::{Greedy, GreedyEffort, StepRemainder, imagination};
use crate::battle::Battle;
use control_variate::luck_adjustment;
use grognard_engine::decision::{Answer, Pending};
use grognard_engine::game::Game;
use grognard_engine::ids::SideId;
use grognard_engine::sequence::Cursor;
use grognard_packs::Hooks;
use grognard_script::{Host, Pause, ScriptError};
use imagined::ImaginedGame;
use std::time::Instant;
use tree::{SearchLine, SearchNode};

/// The effort for choosing the steps of lines: as many steps are considered as time permits.
const THOROUGH: GreedyEffort = GreedyEffort { lines: 12, looks: usize::MAX };

/// With a budget of playouts, the number of batches of steps considered per playout.
const LOOKS: usize = 2;

/// The time limit for ranking the first steps of lines is the time budget divided by this number.
const FIRST: u32 = 4;

/// The time limit for ranking each later step of a line is the time budget divided by this number.
const FURTHER: u32 = 64;

/// The effort of players beyond the tree.
const HASTY: GreedyEffort = GreedyEffort { lines: 5, looks: 1 };

/// The maximum number of new lines that branch off at a decision.
const MAX_LINES: usize = 16;

/// The number of playouts of a line after which the decision at its end is searched.
const EXPAND: u32 = 12;

/// The maximum depth of the tree, in decisions of the thinking side.
const MAX_DEPTH: u32 = 4;

/// The value of a won game relative to the base position: far above most positions, but not so high that nothing else
/// counts.
const WON: f64 = 500.0;

/// The number of player turns in a playout: the current one and the enemy's next one.
const HORIZON: u32 = 2;

/// The maximum number of decisions in a playout. Games with hundreds of decisions in a player turn are evaluated before
/// that turn is over.
const MAX_PLAYOUT: u32 = 150;

/// The search agent.
pub struct Search {
    budget: Budget,
    thorough: Greedy,
    /// The players beyond the tree: `own` for the thinking side, and `enemy` for all other sides.
    own: Greedy,
    enemy: Greedy,
    rest: StepRemainder,
    /// The value of the base position: the position in which the search that produced the kept results began.
    base: f64,
    /// The seed of the dice and the random choices in playouts; it stays the same while results are kept.
    seed: u64,
    subtree: Option<SubtreeCache>,
}

/// The results kept for an upcoming decision.
struct SubtreeCache {
    /// The number of the decision.
    number: u64,
    /// The player turn in which the results were found. In a different player turn, playouts would have a different
    /// horizon.
    player_turn: Cursor,
    node: SearchNode,
}

/// Returns the current player turn.
fn player_turn(game: &Game<Pause>) -> Cursor {
    Cursor { phase: 0, ..game.table.state.cursor() }
}

impl Search {
    /// Creates a search agent for a battle; `None` if its system declares no evaluation.
    pub fn new(battle: &Battle, seed: u64, budget: Budget) -> Option<Search> {
        let Hooks { evaluate, outlook, .. } = battle.system.hooks.clone();
        let evaluate = evaluate?;
        let outlook = outlook.unwrap_or(evaluate.clone());
        let looks = if let Budget::Playouts(count) = budget { LOOKS * count as usize } else { THOROUGH.looks };
        let thorough = Greedy::judging_by(outlook.clone(), seed, GreedyEffort { looks, ..THOROUGH });
        let [own, enemy] = [outlook, evaluate].map(|judge| Greedy::judging_by(judge, seed, HASTY));
        Some(Search { budget, thorough, own, enemy, rest: StepRemainder::default(), base: 0.0, seed: 0, subtree: None })
    }

    /// Returns the answer that the playouts favour.
    pub fn answer(&mut self, host: &mut Host, game: &Game<Pause>) -> Result<Answer, ScriptError> {
        let Some(pending) = game.table.pending() else { return Ok(Answer::Stop) };
        if let Some(planned) = self.rest.take(game, pending) {
            return Ok(planned);
        }
        let until = self.share(1);
        let mut root = self.begin(host, game, pending)?;
        if root.lines.is_empty() {
            return self.thorough.answer(host, game);
        }
        if root.lines.len() > 1 {
            self.think(host, game, (pending.side, until), &mut root)?;
        }
        let best = root.best();
        let step = root.lines[best].steps[0].clone();
        let number = game.table.decisions + step.len() as u64;
        self.subtree = Some(SubtreeCache { number, player_turn: player_turn(game), node: root.after_step(best) });
        Ok(self.rest.begin(game, step))
    }

    /// Returns the deadline after 1/`of` of the time for a decision, counted from now; `None` without a time budget.
    fn share(&self, of: u32) -> Option<Instant> {
        self.budget.time().map(|time| Instant::now() + time / of)
    }

    /// Returns the kept results for the decision, with new lines added.
    fn begin(&mut self, host: &mut Host, game: &Game<Pause>, pending: &Pending) -> Result<SearchNode, ScriptError> {
        let still = |kept: &SubtreeCache| kept.number == game.table.decisions && kept.player_turn == player_turn(game);
        let kept = self.subtree.take().filter(still);
        let is_new = kept.is_none();
        let mut root = kept.map(|kept| kept.node).unwrap_or_default();
        if let Some(mut imagined) = ImaginedGame::new(host, game, pending.side, imagination(game, pending.side))? {
            if is_new {
                self.seed = imagination(game, pending.side);
                self.base = self.thorough.worth(host, &mut imagined.game, pending.side).unwrap_or(0.0);
            }
            let ranked = self.ranked_steps(host, &mut imagined, pending.side, FIRST);
            // Rules may fail in an imagined position that is impossible. In that case the greedy agent decides.
            let new = if imagined.hides() { ranked.unwrap_or_default() } else { ranked? };
            let unknown = |line: &SearchLine| root.lines.iter().all(|known| known.steps[0] != line.steps[0]);
            let new: Vec<SearchLine> = new.lines.into_iter().filter(unknown).collect();
            root.lines.extend(new);
        }
        root.lines.retain(|line| pending.decision().accepts(&line.steps[0][0]));
        Ok(root)
    }

    fn think(
        &mut self,
        host: &mut Host,
        game: &Game<Pause>,
        (side, until): (SideId, Option<Instant>),
        root: &mut SearchNode,
    ) -> Result<(), ScriptError> {
        let most = if let Budget::Playouts(most) = self.budget { most } else { u32::MAX };
        for _ in 0..most {
            let at = root.pick();
            let seed = self.seed ^ u64::from(root.lines[at].visits() + 1).wrapping_mul(0xa076_1d64_78bd_642f);
            let Some(mut imagined) = ImaginedGame::new(host, game, side, seed)? else { return Ok(()) };
            imagined.until = until;
            self.own.reseed(seed);
            self.enemy.reseed(seed);
            let value = self.playout(host, &mut imagined, side, (root, at), 1);
            if imagined.is_late {
                break;
            }
            match value {
                Ok(value) => root.lines[at].count(seed, Some(value)),
                // Rules may fail in an imagined position that is impossible.
                Err(_) if imagined.hides() => root.lines[at].count(seed, None),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Plays a line in one playout, and returns the result.
    fn playout(
        &mut self,
        host: &mut Host,
        game: &mut ImaginedGame,
        side: SideId,
        (node, at): (&mut SearchNode, usize),
        depth: u32,
    ) -> Result<f64, ScriptError> {
        let mut fits = true;
        for step in &node.lines[at].steps {
            fits = fits && game.try_step(host, side, step)?;
        }
        if fits && !node.lines[at].is_whole {
            let model = node.lines[node.best()].steps.clone();
            let rest = self.think_through(host, game, side, &model)?;
            if !game.is_late {
                node.lines[at].steps.extend(rest);
                node.lines[at].is_whole = true;
            }
        }
        let line = &mut node.lines[at];
        let goes_on = self.play_on(host, game, side)?;
        if !goes_on || line.visits() < EXPAND || depth >= MAX_DEPTH {
            return self.play_out(host, game, side);
        }
        if line.below.lines.is_empty() {
            line.below = self.ranked_steps(host, game, side, FURTHER)?;
        }
        if line.below.lines.is_empty() {
            return self.play_out(host, game, side);
        }
        let at = line.below.pick();
        let value = self.playout(host, game, side, (&mut line.below, at), depth + 1)?;
        if !game.is_late {
            line.below.lines[at].count(game.seed, Some(value));
        }
        Ok(value)
    }

    /// Plays the rest of a line, up to the end of the phase, the next chance event or the enemy's next answer. Steps of
    /// the line `model` are reused where they fit.
    fn think_through(
        &mut self,
        host: &mut Host,
        game: &mut ImaginedGame,
        side: SideId,
        model: &[Vec<Answer>],
    ) -> Result<Vec<Vec<Answer>>, ScriptError> {
        let (phase, chances) = (game.game.table.state.cursor(), game.game.table.dice_position());
        let (mut steps, mut model) = (Vec::new(), model.iter());
        loop {
            let asked = game.side_to_decide(host)?;
            let table = &game.game.table;
            if asked != Some(side) || table.state.cursor() != phase || table.dice_position() != chances {
                return Ok(steps);
            }
            let mut copied = None;
            for step in model.by_ref() {
                if game.try_answer(host, side, &step[0])? {
                    copied = Some(step);
                    break;
                }
            }
            steps.push(match copied {
                Some(step) if game.try_step(host, side, &step[1..])? => step.clone(),
                Some(step) => vec![step[0].clone()],
                None => {
                    let ranked = self.thorough.ranked_lines(host, &game.game, self.share(FURTHER))?;
                    let step = ranked.first().map_or(vec![Answer::Stop], |(step, _)| game.real_answers(step));
                    game.try_step(host, side, &step)?;
                    step
                }
            });
        }
    }

    /// Lets other sides play until `side` must decide. Returns `false` if the horizon or the time limit is reached
    /// first.
    fn play_on(&mut self, host: &mut Host, game: &mut ImaginedGame, side: SideId) -> Result<bool, ScriptError> {
        while let Some(asked) = game.side_to_decide(host)? {
            if asked == side {
                return Ok(true);
            }
            self.step(host, game, side, asked)?;
        }
        Ok(false)
    }

    /// Plays a step for the side `asked`, beyond the tree.
    fn step(
        &mut self,
        host: &mut Host,
        game: &mut ImaginedGame,
        side: SideId,
        asked: SideId,
    ) -> Result<(), ScriptError> {
        let player = if asked == side { &mut self.own } else { &mut self.enemy };
        for answer in player.line_openly(host, &game.game)? {
            game.give(host, asked, &answer)?;
        }
        Ok(())
    }

    /// Plays both sides to the horizon, and returns the result with luck subtracted; zero if time has run out.
    fn play_out(&mut self, host: &mut Host, game: &mut ImaginedGame, side: SideId) -> Result<f64, ScriptError> {
        while let Some(asked) = game.side_to_decide(host)? {
            self.step(host, game, side, asked)?;
        }
        if game.is_late {
            return Ok(0.0);
        }
        let seen =
            |host: &mut Host, game: &mut Game<Pause>| Ok(self.beyond_base(self.thorough.worth(host, game, side)?));
        Ok(seen(host, &mut game.game)? - luck_adjustment(host, game, seen)?)
    }

    /// Returns how much better a position of this value is than the base position, limited to the value of a win.
    fn beyond_base(&self, value: f64) -> f64 {
        (value - self.base).clamp(-WON, WON)
    }

    /// Returns the candidates for the first step of a line at a side's decision, best first.
    fn ranked_steps(
        &mut self,
        host: &mut Host,
        game: &mut ImaginedGame,
        side: SideId,
        share: u32,
    ) -> Result<SearchNode, ScriptError> {
        if game.side_to_decide(host)? != Some(side) {
            return Ok(SearchNode::default());
        }
        let mut ranked = self.thorough.ranked_lines(host, &game.game, self.share(share))?;
        ranked.truncate(MAX_LINES);
        let best = ranked.first().map_or(0.0, |(_, value)| self.beyond_base(*value));
        let line = |(step, value): &(Vec<Answer>, f64)| {
            SearchLine::new(game.real_answers(step), self.beyond_base(*value) - best)
        };
        Ok(SearchNode { lines: ranked.iter().map(line).collect() })
    }
}
