//! Options common to all commands that play games: scenario, players and seed.

use crate::battle_args::BattleArgs;
use crate::failure::Failure;
use crate::pack_name::PackNames;
use crate::player_arg::{self, PlayerArg, agents};
use grognard_lab::Change;
use grognard_lab::shard::Contender;
use grognard_play::{AgentKind, Battle};
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct GameArgs {
    /// Scenario to play (see `grognard list`).
    pub scenario: String,
    /// Choose the player for a side, or for every side that has none of its own: random (the default, except in
    /// `lab compare`), recruit, veteran, general, plan:trials=N, plan:ms=N or exec:PROGRAM; may be repeated.
    #[arg(long = "player", value_name = "[SIDE=]AGENT", value_parser = player_arg::player)]
    pub players: Vec<PlayerArg>,
    /// Seed the first game with this number, and each later game with the next one.
    #[arg(long, default_value_t = 1, value_parser = between(0, u64::MAX), allow_negative_numbers = true)]
    pub seed: u64,
    #[command(flatten)]
    pub battle: BattleArgs,
}

/// Creates a parser for whole numbers from `least` to `most`.
pub fn between(least: u64, most: u64) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse::<u64>().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| match most {
            u64::MAX => format!("expected a whole number, {least} or more"),
            _ => format!("expected a whole number from {least} to {most}"),
        })
    }
}

#[derive(clap::Args)]
pub struct ThreadArgs {
    /// Use this many threads; by default, one per core.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

impl ThreadArgs {
    /// Returns the number of threads to use.
    pub fn threads(&self) -> usize {
        self.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}

impl GameArgs {
    /// Loads the battle unchanged, with its players, and reports on standard error which installed mods were added.
    pub fn load_contender(&self, roots: &[PathBuf]) -> Result<Contender, Failure> {
        let battle = self.battle.load_and_tell(roots, &self.scenario)?;
        let players = agents(&battle, &self.players, AgentKind::Random)?;
        Ok(Contender { name: battle.content.id.clone(), changes: Vec::new(), battle, players })
    }

    /// Loads the battle with changes, and its players. `default` plays the sides for which no player is chosen; if the
    /// system has no evaluation, the random agent plays them.
    pub fn contender(
        &self,
        default: AgentKind,
        name: &str,
        changes: &[Change],
        roots: &[PathBuf],
    ) -> Result<Contender, Failure> {
        Change::check(changes).map_err(Failure::usage)?;
        self.battle.check()?;
        let mut request = self.battle.battle_request(roots, &self.scenario)?;
        let changes = resolve_mods(changes, &mut request.roots)?;
        let mut players = self.players.clone();
        changes.iter().cloned().for_each(|change| change.apply(&mut request, &mut players));
        let battle = Battle::load(request)?;
        let players = agents(&battle, &players, default)?;
        Ok(Contender {
            name: name.to_owned(),
            changes: changes.iter().map(Change::to_string).collect(),
            battle,
            players,
        })
    }
}

/// Replaces mod paths with ids, because on another machine a path may lead to a different pack.
fn resolve_mods(changes: &[Change], roots: &mut Vec<PathBuf>) -> Result<Vec<Change>, Failure> {
    let mut names = PackNames::new(roots);
    let name = |change: &Change| match change {
        Change::Mod(text) => names.name(text).map(Change::Mod),
        other => Ok(other.clone()),
    };
    let changes = changes.iter().map(name).collect();
    *roots = names.roots().to_vec();
    changes
}
