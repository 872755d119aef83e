//! The search agent: Monte Carlo tree search over lines of play.
//!
//! A node is a decision of the side that thinks, a child of it a line of play: an answer and, where that leads to another question at
//! once, the answer to it. Lines are tried in the order in which the greedy agent likes them, the more of them the longer one thinks.
//! Behind the tree both sides play as hasty greedy agents do until the enemy's next player turn is over; then the position is judged by
//! the evaluation of the system. Dice and hidden facts are others in each playout; the first playout of every line has the same ones,
//! and so has the second, since a difference is easier to see under the same dice.

use super::greedy::{Effort, Greedy, imagination, play};
use crate::battle::Battle;
use grognard_engine::decision::{Answer, Pending};
use grognard_engine::exchange::Exchange;
use grognard_engine::game::{Game, Status};
use grognard_engine::ids::SideId;
use grognard_engine::sequence::Cursor;
use grognard_engine::table::Service;
use grognard_script::{Host, Pause, ScriptError};
use std::time::{Duration, Instant};

/// How long a search agent thinks about a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many playouts: then its answers depend on the game alone.
    Playouts(u32),
    /// So many milliseconds.
    Milliseconds(u32),
}

impl Budget {
    /// What it is unless somebody says otherwise.
    pub const USUAL: Budget = Budget::Milliseconds(1000);

    /// Reads `playouts=200`, `ms=1000`.
    pub fn parse(text: &str) -> Option<Budget> {
        let (unit, count) = text.split_once('=')?;
        let count: u32 = count.parse().ok().filter(|count| *count > 0)?;
        match unit {
            "playouts" if count <= 1_000_000 => Some(Budget::Playouts(count)),
            "ms" if count <= 600_000 => Some(Budget::Milliseconds(count)),
            _ => None,
        }
    }
}

impl std::fmt::Display for Budget {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Budget::Playouts(count) => write!(out, "playouts={count}"),
            Budget::Milliseconds(count) => write!(out, "ms={count}"),
        }
    }
}

/// How carefully lines are ranked where a decision is looked at in the tree.
const RANKING: Effort = Effort { lines: 36, looks: 2, tries: 3 };

/// How players play behind the tree.
const HASTY: Effort = Effort { lines: 5, looks: 2, tries: 1 };

/// More lines than this are not looked at in a node.
const MOST_LINES: usize = 16;

/// As many playouts as the ranking of a line counts for.
const TRUST: f64 = 6.0;

/// A line is looked into when it has been played so often.
const EXPAND: u32 = 12;

/// So many decisions of a side are looked at one behind the other.
const DEEPEST: u32 = 4;

/// How eagerly lines are tried about which little is known, in deviations of what playouts come to.
const CURIOSITY: f64 = 1.4;

/// A game that is won is worth so much: far more than any position, and not so much that nothing else counts.
const WON: f64 = 500.0;

/// Playouts end when the player turn has changed so often: behind the enemy's next.
const HORIZON: u32 = 2;

/// So many decisions are taken in one playout at most: games in which a player turn has hundreds are judged before it is over.
const LONGEST: u32 = 90;

/// The search agent.
pub struct Search {
    budget: Budget,
    ranking: Greedy,
    hasty: Greedy,
    /// The rest of the line begun with the last answer, and the number of the decision it answers.
    plan: Option<(u64, Answer)>,
    /// What was found out about the decision with this number, when another was thought about.
    kept: Option<(u64, Node)>,
}

#[derive(Default)]
struct Node {
    lines: Vec<Line>,
    visits: u32,
    sum: f64,
    squares: f64,
}

struct Line {
    answers: Vec<Answer>,
    /// What the greedy agent thinks it is worth.
    rank: f64,
    visits: u32,
    sum: f64,
    below: Node,
}

/// A game in which hidden facts are imagined, and how answers are said in it.
struct Imagined {
    game: Game<Pause>,
    exchange: Option<Exchange>,
    last: Cursor,
    changes: u32,
    decisions: u32,
    /// When there is no time left.
    until: Option<Instant>,
    is_late: bool,
}

impl Search {
    /// A search agent for a battle; `None` if its system declares no evaluation.
    pub fn new(battle: &Battle, seed: u64, budget: Budget) -> Option<Search> {
        let greedy = |effort| Greedy::with_effort(battle, seed, effort);
        Some(Search { budget, ranking: greedy(RANKING)?, hasty: greedy(HASTY)?, plan: None, kept: None })
    }

    /// The answer that playouts speak for.
    pub fn answer(&mut self, host: &mut Host, game: &Game<Pause>) -> Result<Answer, ScriptError> {
        let Some(pending) = game.table.pending() else { return Ok(Answer::Stop) };
        if let Some((number, planned)) = self.plan.take()
            && number == game.table.decisions
            && pending.decision().accepts(&planned)
        {
            return Ok(planned);
        }
        let mut root = self.begin(host, game, pending)?;
        let Some(first) = root.lines.first() else { return self.ranking.answer(host, game) };
        if root.lines.len() == 1 {
            return Ok(first.answers[0].clone());
        }
        self.think(host, game, pending.side, &mut root)?;
        let best = root.best();
        let Line { answers, below, .. } = root.lines.swap_remove(best);
        let number = game.table.decisions + answers.len() as u64;
        self.kept = Some((number, below));
        let mut answers = answers.into_iter();
        let answer = answers.next().unwrap_or(Answer::Stop);
        self.plan = answers.next().map(|second| (game.table.decisions + 1, second));
        Ok(answer)
    }

    /// What is known of the decision already, if it is the one that was foreseen; otherwise its lines, ranked.
    fn begin(&mut self, host: &mut Host, game: &Game<Pause>, pending: &Pending) -> Result<Node, ScriptError> {
        let kept = self.kept.take().filter(|(number, node)| *number == game.table.decisions && !node.lines.is_empty());
        if let Some((_, mut node)) = kept {
            node.lines.retain(|line| pending.decision().accepts(&line.answers[0]));
            if node.lines.len() > 1 {
                return Ok(node);
            }
        }
        match Imagined::new(host, game, pending.side, imagination(game, pending.side))? {
            Some(mut imagined) => {
                let hides = imagined.exchange.is_some();
                let ranked = self.ranked(host, &mut imagined, pending.side);
                // Rules may fail over a position that cannot be; then it is decided as the greedy agent would.
                let mut node = if hides { ranked.unwrap_or_default() } else { ranked? };
                node.lines.retain(|line| pending.decision().accepts(&line.answers[0]));
                Ok(node)
            }
            None => Ok(Node::default()),
        }
    }

    fn think(&mut self, host: &mut Host, game: &Game<Pause>, side: SideId, root: &mut Node) -> Result<(), ScriptError> {
        let base = imagination(game, side);
        let hides = game.table.keeps_secrets_from(side);
        let (most, until) = match self.budget {
            Budget::Playouts(most) => (most, None),
            Budget::Milliseconds(most) => (u32::MAX, Some(Instant::now() + Duration::from_millis(most.into()))),
        };
        for _ in 0..most {
            if until.is_some_and(|until| Instant::now() >= until) {
                break;
            }
            let at = root.pick();
            let seed = base ^ u64::from(root.lines[at].visits + 1).wrapping_mul(0xa076_1d64_78bd_642f);
            let value = match Imagined::new(host, game, side, seed)? {
                Some(mut imagined) => {
                    imagined.until = until;
                    let value = self.playout(host, &mut imagined, side, &mut root.lines[at], 1);
                    if imagined.is_late {
                        break;
                    }
                    value
                }
                None => return Ok(()),
            };
            match value {
                Ok(value) => root.count(at, value),
                // Rules may fail over a position that cannot be.
                Err(_) if hides => root.lines[at].visits += 1,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// What a line came to in one playout.
    fn playout(&mut self, host: &mut Host, game: &mut Imagined, side: SideId, line: &mut Line, depth: u32) -> Result<f64, ScriptError> {
        for answer in &line.answers {
            if !game.try_answer(host, side, answer)? {
                break;
            }
        }
        let goes_on = self.play_on(host, game, Some(side))?;
        if !goes_on || line.visits < EXPAND || depth >= DEEPEST {
            return self.play_out(host, game, side);
        }
        if line.below.lines.is_empty() {
            line.below = self.ranked(host, game, side)?;
        }
        let below = &mut line.below;
        if below.lines.is_empty() {
            return self.play_out(host, game, side);
        }
        let at = below.pick();
        let value = self.playout(host, game, side, &mut below.lines[at], depth + 1)?;
        below.count(at, value);
        Ok(value)
    }

    /// Lets both sides play on, until this side is asked; with nobody, to the horizon. False where that is reached first.
    fn play_on(&mut self, host: &mut Host, game: &mut Imagined, side: Option<SideId>) -> Result<bool, ScriptError> {
        loop {
            let Some(asked) = game.asked(host)? else { return Ok(false) };
            if Some(asked) == side {
                return Ok(true);
            }
            let answer = self.hasty.answer_openly(host, &game.game)?;
            play(host, &mut game.game, asked, &answer)?;
        }
    }

    fn play_out(&mut self, host: &mut Host, game: &mut Imagined, side: SideId) -> Result<f64, ScriptError> {
        self.play_on(host, game, None)?;
        Ok(self.hasty.worth(host, &mut game.game, side)?.clamp(-WON, WON))
    }

    /// The lines of play at the decision of a side, best first.
    fn ranked(&mut self, host: &mut Host, game: &mut Imagined, side: SideId) -> Result<Node, ScriptError> {
        if game.asked(host)? != Some(side) {
            return Ok(Node::default());
        }
        let mut ranked = self.ranking.ranked(host, &game.game)?;
        ranked.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        ranked.truncate(MOST_LINES);
        let back = game.exchange.as_ref().map(Exchange::back);
        let line = |(answers, rank): (Vec<Answer>, f64)| {
            let answers = answers.into_iter().map(|answer| back.as_ref().map_or(answer.clone(), |back| back.answer(&answer))).collect();
            Line { answers, rank: rank.clamp(-WON, WON), visits: 0, sum: 0.0, below: Node::default() }
        };
        Ok(Node { lines: ranked.into_iter().map(line).collect(), ..Node::default() })
    }
}

impl Node {
    /// What a line is thought to be worth: its playouts, and its rank beside that of the best line as if it were some more of them.
    fn worth(&self, line: &Line) -> f64 {
        let mean = self.sum / f64::from(self.visits.max(1));
        let best = self.lines.first().map_or(0.0, |best| best.rank);
        (line.sum + TRUST * (mean + line.rank - best)) / (f64::from(line.visits) + TRUST)
    }

    /// The line to try next: of those that are looked at by now the one that promises most.
    fn pick(&self) -> usize {
        let visits = f64::from(self.visits.max(1));
        let wide = (2.0 + visits.sqrt()) as usize;
        let mean = self.sum / visits;
        let deviation = (self.squares / visits - mean * mean).max(1.0).sqrt();
        let promise = |line: &Line| self.worth(line) + CURIOSITY * deviation * ((visits + 1.0).ln() / f64::from(line.visits + 1)).sqrt();
        let mut best = (0, f64::NEG_INFINITY);
        for (at, line) in self.lines.iter().enumerate().take(wide) {
            let promise = promise(line);
            if promise > best.1 {
                best = (at, promise);
            }
        }
        best.0
    }

    /// The line that is worth most, of those that were tried.
    fn best(&self) -> usize {
        let mut best = (0, f64::NEG_INFINITY);
        for (at, line) in self.lines.iter().enumerate().filter(|(at, line)| *at == 0 || line.visits > 0) {
            let worth = self.worth(line);
            if worth > best.1 {
                best = (at, worth);
            }
        }
        best.0
    }

    fn count(&mut self, at: usize, value: f64) {
        self.visits += 1;
        self.sum += value;
        self.squares += value * value;
        self.lines[at].visits += 1;
        self.lines[at].sum += value;
    }
}

impl Imagined {
    /// A copy at the same decision, with other dice and, as far as the side does not know them, other facts. `None` where none can be
    /// imagined.
    fn new(host: &mut Host, game: &Game<Pause>, side: SideId, seed: u64) -> Result<Option<Imagined>, ScriptError> {
        let service = Service { log: false, ..Service::FULL };
        let (mut game, exchange) = if game.table.keeps_secrets_from(side) {
            let Some((copy, exchange)) = game.imagined(host, side, seed) else { return Ok(None) };
            (copy, Some(exchange))
        } else {
            (game.fork(seed, service), None)
        };
        game.advance(host)?;
        let last = game.table.state.cursor();
        Ok(Some(Imagined { game, exchange, last, changes: 0, decisions: 0, until: None, is_late: false }))
    }

    /// The side that is asked next, as long as the horizon is not reached.
    fn asked(&mut self, host: &mut Host) -> Result<Option<SideId>, ScriptError> {
        self.is_late |= self.until.is_some_and(|until| Instant::now() >= until);
        if self.is_late || self.game.advance(host)? == Status::Over || self.decisions >= LONGEST {
            return Ok(None);
        }
        let turn = |cursor: Cursor| Cursor { phase: 0, ..cursor };
        let now = self.game.table.state.cursor();
        self.changes += u32::from(turn(now) != turn(self.last));
        self.last = now;
        self.decisions += 1;
        Ok(self.game.table.pending().map(|pending| pending.side).filter(|_| self.changes < HORIZON))
    }

    /// Answers as somebody would who knows the real names; false where that is not on offer here.
    fn try_answer(&mut self, host: &mut Host, side: SideId, answer: &Answer) -> Result<bool, ScriptError> {
        self.game.advance(host)?;
        let answer = self.exchange.as_ref().map_or(answer.clone(), |exchange| exchange.answer(answer));
        let pending = self.game.table.pending().filter(|pending| pending.side == side);
        if !pending.is_some_and(|pending| pending.decision().accepts(&answer)) {
            return Ok(false);
        }
        play(host, &mut self.game, side, &answer)?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(rank: f64, visits: u32, mean: f64) -> Line {
        Line { answers: vec![Answer::Stop], rank, visits, sum: mean * f64::from(visits), below: Node::default() }
    }

    #[test]
    fn budgets_are_read_as_they_are_written() {
        for text in ["playouts=200", "ms=1000"] {
            assert_eq!(Budget::parse(text).map(|budget| budget.to_string()).as_deref(), Some(text));
        }
        assert_eq!(["", "playouts", "playouts=0", "ms=-1", "games=3", "ms=99999999999"].map(Budget::parse), [None; 6]);
    }

    #[test]
    fn what_is_best_is_settled_by_playouts_in_the_end() {
        let mut node = Node { lines: vec![line(10.0, 0, 0.0), line(8.0, 0, 0.0)], ..Node::default() };
        assert_eq!((node.best(), node.pick()), (0, 0), "the ranking alone");
        for _ in 0..200 {
            let at = node.pick();
            node.count(at, if at == 0 { 1.0 } else { 5.0 });
        }
        assert_eq!(node.best(), 1, "the line ranked second came to more");
        assert!(node.lines[1].visits > node.lines[0].visits, "and was played more often");
    }

    #[test]
    fn more_lines_are_looked_at_the_longer_one_thinks() {
        let lines = (0..10).map(|at| line(-f64::from(at), 0, 0.0)).collect();
        let mut node = Node { lines, ..Node::default() };
        for _ in 0..4 {
            let at = node.pick();
            node.count(at, 0.0);
        }
        assert!(node.lines[5..].iter().all(|line| line.visits == 0));
    }
}
