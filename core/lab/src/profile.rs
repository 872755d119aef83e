//! Measures the costs of a battle's rules: which functions take time or memory, or call the engine.

use crate::sim::{GameResult, SimPlan, play_watched};
use grognard_play::Battle;
use grognard_play::CancelToken;
use grognard_play::provenance::Passage;
use grognard_script::{CostSums, FunctionCost, Instrumentation, MethodCost, ProfileData, ScriptError};
use serde::Serialize;
use std::time::Instant;

/// The costs of a battle's rules, measured over several games.
#[derive(Clone, Debug, Serialize)]
pub struct Profile {
    /// The battle.
    pub scenario: String,
    /// The hash of the battle's rules.
    pub rules_hash: String,
    /// The number of games played.
    pub games: u64,
    /// The seed of the first game.
    pub seed: u64,
    /// The number of decisions in the games.
    pub decisions: u64,
    /// The duration of the games in nanoseconds, less the time spent on recording.
    pub nanoseconds: u64,
    /// The number of times the engine ran a script.
    pub runs: u64,
    /// The total cost of all scripts.
    pub scripts: CostSums,
    /// The functions, most expensive first.
    pub functions: Vec<FunctionProfile>,
    /// The methods and fields of the engine, most frequently called first.
    pub methods: Vec<MethodCost>,
    /// The results of the games, which recording does not affect.
    #[serde(skip)]
    pub results: Vec<GameResult>,
}

/// A function, its cost, its pack and its paragraphs.
#[derive(Clone, Debug, Serialize)]
pub struct FunctionProfile {
    /// The pack that contains the function.
    pub pack: String,
    /// The paragraphs named in the comment above the function.
    pub paragraphs: Vec<String>,
    /// The cost of the function.
    #[serde(flatten)]
    pub cost: FunctionCost,
}

impl Profile {
    /// Plays the games of a plan one by one and records their costs, including those of abandoned games. Calls `done`
    /// after each game with the number played.
    pub fn take(
        battle: &Battle,
        plan: &SimPlan,
        stop: &CancelToken,
        mut done: impl FnMut(u64),
    ) -> Result<Profile, ScriptError> {
        let mut host = battle.noting_host(Instrumentation::Costs)?;
        let mut results = Vec::new();
        let begun = Instant::now();
        for game in 0..plan.games {
            let seed = plan.seed.wrapping_add(game);
            let Some(over) = play_watched(battle, &mut host, plan, seed, None, stop)? else { break };
            results.push(GameResult::new(battle, &over, seed));
            done(game + 1);
            if stop.is_asked() {
                break;
            }
        }
        let took = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let ProfileData { functions, methods, runs, all, noting } = host.costs();
        Ok(Profile {
            scenario: battle.content.id.clone(),
            rules_hash: battle.lock.rules_hash.clone(),
            games: results.len() as u64,
            seed: plan.seed,
            decisions: results.iter().map(|game| game.decisions).sum(),
            nanoseconds: took.saturating_sub(noting),
            runs,
            scripts: all,
            functions: functions.into_iter().map(|cost| FunctionProfile::new(battle, cost)).collect(),
            methods,
            results,
        })
    }
}

impl FunctionProfile {
    fn new(battle: &Battle, cost: FunctionCost) -> FunctionProfile {
        let Passage { pack, paragraphs, .. } = Passage::read(battle, &cost.file, cost.line);
        FunctionProfile { pack, paragraphs, cost }
    }
}
