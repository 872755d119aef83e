//! Many games at once. The results depend on the seeds alone, not on how many threads play them.

use crate::agent::{AgentKind, Greedy, Random, finish};
use crate::battle::Battle;
use crate::stats::Proportion;
use grognard_engine::game::Game;
use grognard_engine::state::StateHash;
use grognard_engine::table::Service;
use grognard_script::{Host, Pause, ScriptError};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// What to play.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many games.
    pub games: u64,
    /// The seed of the first game; the next one has the next seed.
    pub seed: u64,
    /// Who plays each side.
    pub players: Vec<AgentKind>,
    /// What to keep besides the game itself.
    pub service: Service,
}

/// How a game went.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct GameResult {
    /// Its seed.
    pub seed: u64,
    /// The winner; `None` for a draw.
    pub winner: Option<String>,
    /// Why.
    pub reason: String,
    /// Decisions taken.
    pub decisions: u64,
    /// The turn in which it ended.
    pub turn: u16,
    /// Hash of the last state.
    #[serde(serialize_with = "as_text")]
    pub state: StateHash,
}

fn as_text<S: serde::Serializer>(hash: &StateHash, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(hash)
}

/// What came of a plan.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Summary {
    /// Games played.
    pub games: u64,
    /// For each side its share of wins.
    pub wins: BTreeMap<String, Proportion>,
    /// The share of draws.
    pub draws: Proportion,
    /// Mean number of decisions in a game.
    pub decisions: f64,
    /// How often each reason ended a game.
    pub reasons: BTreeMap<String, u64>,
}

/// Plays one game on a host.
pub fn play(battle: &Battle, host: &mut Host, plan: &Plan, seed: u64) -> Result<GameResult, ScriptError> {
    let mut game: Game<Pause> = Game::new(battle.content.clone(), grognard_engine::game::Rules::questions(host), seed, plan.service);
    let mut agents: Vec<Option<Greedy>> = Vec::new();
    for (side, kind) in plan.players.iter().enumerate() {
        let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(side as u64);
        agents.push(match kind {
            AgentKind::Random => {
                game.table.players[side] = Some(Box::new(Random::new(seed)));
                None
            }
            AgentKind::Greedy => {
                let none = || ScriptError::plain("this system declares no evaluation, so there is no greedy player");
                Some(Greedy::new(battle, seed).ok_or_else(none)?)
            }
        });
    }
    // The greedy agents go back to the start of a phase for every answer they try.
    game.table.service.journal |= agents.iter().any(Option::is_some);
    finish(host, &mut game, &mut agents)?;
    let ending = game.table.state.ending();
    Ok(GameResult {
        seed,
        winner: ending.and_then(|ending| ending.winner).map(|side| battle.content.sides.name(side).to_owned()),
        reason: ending.map(|ending| ending.reason.clone()).unwrap_or_default(),
        decisions: game.table.decisions,
        turn: game.table.state.cursor().turn,
        state: game.table.hash(),
    })
}

/// Plays a plan on all cores. `done` is called after every game, from any thread.
pub fn run(battle: &Battle, plan: &Plan, done: impl Fn() + Sync) -> Result<Vec<GameResult>, ScriptError> {
    let seeds = (0..plan.games).map(|game| plan.seed.wrapping_add(game)).collect::<Vec<_>>();
    let chunk = (plan.games as usize / (rayon::current_num_threads() * 8)).clamp(1, 256);
    let chunks: Result<Vec<Vec<GameResult>>, ScriptError> = seeds
        .par_chunks(chunk)
        .map(|seeds| {
            let mut host = battle.host()?;
            let play = |seed: &u64| {
                let result = play(battle, &mut host, plan, *seed);
                done();
                result
            };
            seeds.iter().map(play).collect()
        })
        .collect();
    Ok(chunks?.into_iter().flatten().collect())
}

impl Summary {
    /// Adds up results.
    pub fn new(battle: &Battle, results: &[GameResult]) -> Summary {
        let games = results.len() as u64;
        let count = |winner: Option<&str>| results.iter().filter(|game| game.winner.as_deref() == winner).count() as u64;
        let sides = battle.content.sides.iter();
        let mut reasons = BTreeMap::new();
        for game in results {
            *reasons.entry(game.reason.clone()).or_default() += 1;
        }
        Summary {
            games,
            wins: sides.map(|(_, side)| (side.to_owned(), Proportion::new(count(Some(side)), games))).collect(),
            draws: Proportion::new(count(None), games),
            decisions: results.iter().map(|game| game.decisions as f64).sum::<f64>() / games.max(1) as f64,
            reasons,
        }
    }
}
