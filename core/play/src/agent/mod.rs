//! Agents: players that are programs.

mod bot;
mod forfeit;
mod greedy;
mod kind;
mod plan;
mod protocol;

pub use bot::{Bot, BotError, LineError, Patience};
pub use forfeit::Forfeit;
pub use greedy::Greedy;
pub use greedy::worth;
pub use grognard_engine::random::Random;
pub use kind::AgentKind;
pub use plan::{Advice, AdvisedAnswer, Adviser, Expectation, NextBest, PlanBudget, Planner, Reasons, Yardstick};

use crate::battle::Battle;
use crate::cancel_token::CancelToken;
use greedy::play;
use grognard_engine::decision::{Answer, Choice, Decision, Form, Refusal, Template};
use grognard_engine::game::{Game, Status};
use grognard_engine::ids::SideId;
use grognard_engine::state::{Ending, Winners};
use grognard_engine::table::{QuickPlayer, Table};
use grognard_script::{Host, Pause, ScriptError};
use std::thread;
use std::time::Duration;

/// An agent's reply.
pub enum AgentReply {
    /// An answer.
    Answer(Answer),
    /// A violation of the protocol by an external program, whose side loses.
    Trouble(BotError),
}

/// An agent that examines the game before it answers.
pub enum Agent {
    /// See [`Greedy`].
    Greedy(Box<Greedy>),
    /// See [`Planner`].
    Planner(Box<Planner>),
    /// See [`Bot`].
    Bot(Box<Bot>),
}

impl Agent {
    /// Creates an agent; returns `None` for a kind that answers immediately. The agent's random choices depend on the
    /// seed.
    pub fn new(kind: AgentKind, battle: &Battle, side: SideId, seed: u64) -> Result<Option<Agent>, Refusal> {
        Ok(Some(match kind {
            AgentKind::Random => return Ok(None),
            AgentKind::Greedy => Agent::Greedy(Box::new(Greedy::new(battle, seed).ok_or_else(no_evaluation)?)),
            AgentKind::Plan(budget) => Agent::Planner(Box::new(Planner::new(battle, seed, budget)?)),
            AgentKind::Bot(command) => Agent::Bot(Box::new(Bot::start(command, battle, side, Patience::USUAL))),
        }))
    }

    /// Returns the agent's answer to the pending decision, which meets the condition of the question if there is one.
    pub fn answer(&mut self, host: &mut Host, game: &mut Game<Pause>) -> Result<AgentReply, ScriptError> {
        let answer = match self {
            Agent::Greedy(agent) => agent.answer(host, game)?,
            Agent::Planner(agent) => agent.answer(host, game)?,
            Agent::Bot(bot) => return bot.fitting_answer(host, &mut game.table),
        };
        fitting(host, game, answer).map(AgentReply::Answer)
    }

    /// Lets the agent think about the pending decision in the background, because a person waits. Returns how much of
    /// the thinking is done, from 0 to 1, or `None` if the agent can answer at once.
    pub fn think(&mut self, host: &mut Host, game: &Game<Pause>) -> Option<f64> {
        match self {
            Agent::Planner(agent) => agent.think(host, game),
            _ => None,
        }
    }

    /// Asks the agent for an answer soon.
    pub fn hurry(&mut self) {
        if let Agent::Planner(agent) = self {
            agent.hurry();
        }
    }

    /// Returns whether the agent remembers something from decision to decision.
    pub(crate) fn remembers(&self) -> bool {
        matches!(self, Agent::Planner(_) | Agent::Bot(_))
    }

    /// Dismisses the agent because the game is over or is being abandoned.
    pub fn dismiss(self, table: &Table) {
        if let Agent::Bot(bot) = self {
            bot.dismiss(table);
        }
    }
}

/// Returns an answer to the pending decision if it meets the condition of the question, and otherwise a similar one that
/// does.
pub fn fitting(host: &mut Host, game: &mut Game<Pause>, answer: Answer) -> Result<Answer, ScriptError> {
    match game.table.pending().map(|pending| pending.side) {
        Some(side) => game.fitting(host, side, answer),
        None => Ok(answer),
    }
}

/// Returns the refusal for an agent that needs an evaluation, in a system without one.
pub(crate) fn no_evaluation() -> Refusal {
    Refusal::plain("this system declares no evaluation, so only the random agent can play")
}

/// Ends the game with a loss for a side whose program violated the protocol. Its enemies win if they are allies of one
/// another; otherwise nobody does.
pub(crate) fn forfeit(table: &mut Table, side: SideId, trouble: &BotError) {
    let enemies: Vec<SideId> = table.content.enemies(side).collect();
    let is_one_camp = enemies.iter().all(|enemy| table.content.are_allied(*enemy, enemies[0]));
    let winners: Winners = enemies.into_iter().filter(|_| is_one_camp).collect();
    let (text, about) = trouble.words(table.side_name(side));
    let about = about.into_iter().map(|text| Choice::Label(text.into())).collect();
    let (reason, template) = Template::reason(text, about, &table.content);
    table.state.end(Ending { template, ..Ending::plain(winners, reason) });
}

/// A player that declines if possible. Otherwise it takes the first option or, if the question asks for several
/// options, as many as allowed. This finishes a phase without further actions.
pub(crate) struct Quiet;

/// Returns the answer of the quiet player.
pub(crate) fn quiet(decision: &Decision) -> Answer {
    Quiet.answer(decision)
}

impl QuickPlayer for Quiet {
    fn answer(&mut self, decision: &Decision) -> Answer {
        if decision.stop {
            return Answer::Stop;
        }
        let first = || decision.options.iter().next().map_or(Answer::Stop, Answer::One);
        match decision.form {
            Form::One => first(),
            Form::Several(_, most) => Answer::Several(decision.options.iter().take(most.into()).collect()),
            Form::Order => Answer::Several(decision.options.iter().collect()),
            Form::Allocate { total, most } => {
                let mut left = total;
                let mut shares = Vec::new();
                for choice in decision.options.iter() {
                    let share = left.min(most);
                    shares.push((choice, share));
                    left -= share;
                }
                shares.retain(|(_, share)| *share > 0);
                Answer::Shares(shares)
            }
        }
    }
}

/// How long to wait for a cancellation after a bot fails. The signal that interrupts a job may also kill its bots, and
/// the interruption must be noticed first.
const MOMENT: Duration = Duration::from_millis(100);

/// How a game ended.
pub enum GameExit {
    /// The game is over.
    Over,
    /// The game is over because a program violated the protocol.
    Forfeited(Forfeit),
    /// The game was cancelled before its end.
    GivenUp,
}

/// Plays a game until it is over or cancelled. Each side is played by its agent or by a quick player.
pub fn finish(
    host: &mut Host,
    game: &mut Game<Pause>,
    agents: &mut [Option<Agent>],
    stop: &CancelToken,
) -> Result<GameExit, ScriptError> {
    while game.advance(host)? == Status::Waiting {
        if stop.is_asked() {
            return Ok(GameExit::GivenUp);
        }
        let Some(side) = game.table.pending().map(|pending| pending.side) else { break };
        let Some(agent) = agents.get_mut(side.0 as usize).and_then(Option::as_mut) else {
            return Err(ScriptError::plain(format!("nobody plays {}", game.table.side_name(side))));
        };
        match agent.answer(host, game)? {
            AgentReply::Answer(answer) => play(host, game, side, &answer)?,
            AgentReply::Trouble(trouble) => {
                thread::sleep(MOMENT);
                if stop.is_asked() {
                    return Ok(GameExit::GivenUp);
                }
                forfeit(&mut game.table, side, &trouble);
                return Ok(GameExit::Forfeited(Forfeit { side: game.table.side_name(side).to_owned(), trouble }));
            }
        }
    }
    Ok(GameExit::Over)
}
