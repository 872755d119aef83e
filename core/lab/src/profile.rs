//! What the rules of a battle cost: which function takes the time, takes memory, calls the engine.

use crate::sim::{GameResult, SimPlan, play_watched};
use grognard_play::Battle;
use grognard_play::CancelToken;
use grognard_play::provenance::Passage;
use grognard_script::{CostSums, FunctionCost, Instrumentation, MethodCost, ProfileData, ScriptError};
use serde::Serialize;
use std::time::Instant;

/// What some games have cost.
#[derive(Clone, Debug, Serialize)]
pub struct Profile {
    /// The battle.
    pub scenario: String,
    /// Its rules.
    pub rules_hash: String,
    /// How many games were played.
    pub games: u64,
    /// The seed of the first one.
    pub seed: u64,
    /// How many decisions were taken in them.
    pub decisions: u64,
    /// How long they took, without the noting, in nanoseconds.
    pub nanoseconds: u64,
    /// How often the engine ran a script.
    pub runs: u64,
    /// What all scripts have cost together.
    pub scripts: CostSums,
    /// The functions, the dearest first.
    pub functions: Vec<FunctionProfile>,
    /// The methods and fields of the engine, the most called first.
    pub methods: Vec<MethodCost>,
    /// How the games went: as they go when nobody notes anything.
    #[serde(skip)]
    pub results: Vec<GameResult>,
}

/// A function, what it has cost, and where it belongs.
#[derive(Clone, Debug, Serialize)]
pub struct FunctionProfile {
    /// The pack.
    pub pack: String,
    /// The paragraphs the comment above it names.
    pub paragraphs: Vec<String>,
    /// What it has cost.
    #[serde(flatten)]
    pub cost: FunctionCost,
}

impl Profile {
    /// Plays the games of a plan one after the other and notes what they cost. `done` is told after each how many were
    /// played. What a game has cost that was given up is noted with the others.
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
