//! Plays many games in parallel. The results depend only on the seeds, not on the number of threads.

use crate::stats::Proportion;
use grognard_engine::content::Content;
use grognard_engine::game::Game;
use grognard_engine::observer::Observer;
use grognard_engine::state::{Ending, StateHash, Winners};
use grognard_engine::table::{Service, Table};
use grognard_play::Battle;
use grognard_play::CancelToken;
use grognard_play::Forfeit;
use grognard_play::{Agent, AgentKind, GameExit, Random, finish};
use grognard_script::{Host, Pause, ScriptError};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// The games to play.
#[derive(Clone, Debug)]
pub struct SimPlan {
    /// The number of games.
    pub games: u64,
    /// The seed of the first game; it is increased by 1 for each further game.
    pub seed: u64,
    /// The player of each side.
    pub players: Vec<AgentKind>,
    /// The services of the table.
    pub service: Service,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct GameResult {
    /// The seed of the game.
    pub seed: u64,
    /// The winners.
    #[serde(default)]
    pub winner: Winners<String>,
    /// The alliances of the winners.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alliances: Vec<String>,
    /// The grade of the victory, if the rules have grades.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<String>,
    /// The reason for the result.
    pub reason: String,
    /// The ending, for translation.
    #[serde(skip)]
    pub ending: Option<Ending>,
    /// The protocol violation by which a program forfeited the game, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
    /// The number of decisions.
    pub decisions: u64,
    /// The turn in which the game ended.
    pub turn: u16,
    /// The hash of the last state.
    #[serde(serialize_with = "as_text", deserialize_with = "from_text")]
    pub state: StateHash,
}

fn as_text<S: serde::Serializer>(hash: &StateHash, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(hash)
}

fn from_text<'de, D: serde::Deserializer<'de>>(text: D) -> Result<StateHash, D::Error> {
    let text = <String as serde::Deserialize>::deserialize(text)?;
    StateHash::parse(&text).ok_or_else(|| serde::de::Error::custom("expected a state hash"))
}

/// The results of the games in a plan.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Summary {
    /// The number of games played.
    pub games: u64,
    /// The share of games won by each side and by each alliance. A game may have several winners.
    pub wins: BTreeMap<String, Proportion>,
    /// The share of draws.
    pub draws: Proportion,
    /// The mean number of decisions per game.
    pub decisions: f64,
    /// The number of games that ended with each grade of victory.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub grades: BTreeMap<String, u64>,
    /// The number of games that ended for each reason.
    pub reasons: BTreeMap<String, u64>,
}

/// Plays one game on a host.
pub fn play(battle: &Battle, host: &mut Host, plan: &SimPlan, seed: u64) -> Result<GameResult, ScriptError> {
    Ok(GameResult::new(battle, &play_to_the_end(battle, host, plan, seed)?, seed))
}

const NOBODY: &Winners = &Winners::none();

impl GameResult {
    /// Returns whether a side won, or a side of an alliance.
    pub fn is_won_by(&self, name: &str) -> bool {
        self.winner.has(name) || self.alliances.iter().any(|alliance| alliance == name)
    }

    /// Returns the result of a finished game.
    pub fn new(battle: &Battle, over: &FinishedGame, seed: u64) -> GameResult {
        let table = &over.table;
        let ending = table.state.ending();
        let winners = ending.map_or(NOBODY, |ending| &ending.winners);
        GameResult {
            seed,
            winner: winners.names(&battle.content),
            alliances: battle
                .content
                .alliances()
                .into_iter()
                .filter(|(_, members)| members.iter().any(|side| winners.has(side)))
                .map(|(alliance, _)| alliance.to_owned())
                .collect(),
            grade: ending.and_then(|ending| ending.grade.clone()),
            reason: ending.map(Ending::english).unwrap_or_default(),
            ending: ending.cloned(),
            forfeit: over.forfeit.clone(),
            decisions: table.decisions,
            turn: table.state.cursor().turn,
            state: table.hash(),
        }
    }
}

/// A finished game.
pub struct FinishedGame {
    /// The table at the end.
    pub table: Table,
    /// The protocol violation by which a program forfeited the game, if one did.
    pub forfeit: Option<Forfeit>,
}

/// Plays one game on a host to its end.
pub fn play_to_the_end(
    battle: &Battle,
    host: &mut Host,
    plan: &SimPlan,
    seed: u64,
) -> Result<FinishedGame, ScriptError> {
    let over = play_watched(battle, host, plan, seed, None, &CancelToken::new())?;
    over.ok_or_else(|| ScriptError::plain("the game did not end"))
}

/// Like [`play_to_the_end`], but with an observer. Returns `None` if cancellation is requested.
pub fn play_watched(
    battle: &Battle,
    host: &mut Host,
    plan: &SimPlan,
    seed: u64,
    observer: Option<Box<dyn Observer>>,
    stop: &CancelToken,
) -> Result<Option<FinishedGame>, ScriptError> {
    let mut game: Game<Pause> =
        Game::new(battle.content.clone(), grognard_engine::game::Rules::questions(host), seed, plan.service);
    game.table.observer = observer;
    let mut agents: Vec<Option<Agent>> = Vec::new();
    for (side, kind) in plan.players.iter().enumerate() {
        let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(side as u64);
        let agent = Agent::new(*kind, battle, grognard_engine::ids::SideId(side as u16), seed);
        let agent = agent.map_err(|refusal| ScriptError::plain(refusal.to_string()))?;
        if agent.is_none() {
            game.table.players[side] = Some(Box::new(Random::new(seed)));
        }
        agents.push(agent);
    }
    // Search agents need the journal: they go back to the start of a phase for every answer they try. Programs need the
    // log.
    game.table.service.journal |= agents.iter().any(Option::is_some);
    game.table.service.log |= plan.players.iter().any(|kind| matches!(kind, AgentKind::Bot(_)));
    let in_this_game = |error| ScriptError { seed: Some(seed), ..error };
    let forfeit = match finish(host, &mut game, &mut agents, stop).map_err(in_this_game)? {
        GameExit::Over => None,
        GameExit::Forfeited(forfeit) => Some(forfeit),
        GameExit::GivenUp => return Ok(None),
    };
    agents.into_iter().flatten().for_each(|agent| agent.dismiss(&game.table));
    Ok(Some(FinishedGame { table: game.table, forfeit }))
}

/// Plays a plan on all cores. `done` is called after every game, from any thread.
pub fn run(battle: &Battle, plan: &SimPlan, done: impl Fn() + Sync) -> Result<Vec<GameResult>, ScriptError> {
    // Loading the scripts takes as long as dozens of games, so every thread loads them once and then plays game after
    // game.
    let next = AtomicU64::new(0);
    let parts: Result<Vec<Vec<GameResult>>, ScriptError> = rayon::broadcast(|_| {
        let played = play_until(battle, plan, &next, &done);
        played.inspect_err(|_| next.store(plan.games, Ordering::Relaxed))
    })
    .into_iter()
    .collect();
    let mut results: Vec<GameResult> = parts?.into_iter().flatten().collect();
    results.sort_by_key(|game| game.seed.wrapping_sub(plan.seed));
    Ok(results)
}

/// Plays games that no other thread has taken, until there are none left.
fn play_until(
    battle: &Battle,
    plan: &SimPlan,
    next: &AtomicU64,
    done: impl Fn(),
) -> Result<Vec<GameResult>, ScriptError> {
    let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&game| game < plan.games);
    let Some(mut game) = take() else { return Ok(Vec::new()) };
    let mut host = battle.host()?;
    let mut results = Vec::new();
    loop {
        results.push(play(battle, &mut host, plan, plan.seed.wrapping_add(game))?);
        done();
        match take() {
            Some(following) => game = following,
            None => return Ok(results),
        }
    }
}

impl Summary {
    /// Sums up the results of a battle.
    pub fn new(battle: &Battle, results: &[GameResult]) -> Summary {
        tally(contestants(&battle.content), results)
    }
}

/// Returns the names of those who can win a battle: its sides with a player, then its alliances.
pub fn contestants(content: &Content) -> Vec<String> {
    let alliances = content.alliances().into_keys();
    content.seats().map(|(_, side)| side).chain(alliances).map(str::to_owned).collect()
}

/// Sums up the results of a battle with these contestants.
pub fn tally(contestants: impl IntoIterator<Item = impl Into<String>>, results: &[GameResult]) -> Summary {
    let games = results.len() as u64;
    let count = |is_one: &dyn Fn(&GameResult) -> bool| {
        Proportion::new(results.iter().filter(|game| is_one(game)).count() as u64, games)
    };
    let (mut reasons, mut grades) = (BTreeMap::new(), BTreeMap::new());
    for game in results {
        *reasons.entry(game.reason.clone()).or_default() += 1;
        game.grade.iter().for_each(|grade| *grades.entry(grade.clone()).or_default() += 1);
    }
    let wins = contestants.into_iter().map(Into::into).map(|name| {
        let share = count(&|game| game.is_won_by(&name));
        (name, share)
    });
    Summary {
        games,
        wins: wins.collect(),
        draws: count(&|game| game.winner.is_draw()),
        grades,
        decisions: results.iter().map(|game| game.decisions).sum::<u64>() as f64 / games.max(1) as f64,
        reasons,
    }
}
