//! Many games, on one machine or on several: what is to be played, what came of it, and files of both.
//!
//! An [`Experiment`] says everything the games depend on. A shard is a part of its seeds; whoever plays it, on however
//! many threads, comes to the same [`SeedRow`]s, so that a file that was [merged](crate::merge()) is the file one
//! machine would have written.

mod file;
mod pace;
mod part;
mod play;

pub use file::{ShardEnd, ShardError, ShardFile, ShardHeader};
pub(crate) use file::{question_difference, unlike};
pub use pace::run_in_order;
pub use part::{PartError, ShardPart};
pub use play::{Contender, ExperimentBattles};

use crate::observation::Observation;
use crate::sim::GameResult;
use grognard_packs::{Lock, Tweaks};
use grognard_play::AgentKind;
use grognard_play::BattleRequest;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The version of the files. Files of another are not read.
pub const FORMAT: u32 = 1;

/// Everything that decides how the games of an experiment go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Experiment {
    /// The version of the file.
    pub format: u32,
    /// The scenario, by its id.
    pub scenario: String,
    /// Its sides, in the order of the system.
    pub sides: Vec<String>,
    /// The seed of the first games; the next have the next.
    pub seed: u64,
    /// How many games of each variant.
    pub games: u64,
    /// Whether losses, columns, rules and ground are looked at.
    pub observed: bool,
    /// The battles that are played, all from the same seeds.
    pub variants: Vec<Variant>,
}

/// A battle as it is played in an experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    /// What it is called: `a`, the value of a number that is varied, or the scenario where there is no other.
    pub name: String,
    /// What was changed for it, as on the command line: `mod:frozen-rivers`.
    pub changes: Vec<String>,
    /// All its mods.
    pub mods: Vec<String>,
    /// All options that were chosen.
    pub options: Vec<(String, String)>,
    /// All values that were set by hand.
    pub cells: Vec<(String, String)>,
    /// Who plays each side.
    pub players: BTreeMap<String, String>,
    /// Its packs, options and rules.
    pub lock: Lock,
}

impl Experiment {
    /// Players whose games go otherwise when they are played again: those that are given time, and programs.
    pub fn unrepeatable(&self) -> Vec<&str> {
        let all = self.variants.iter().flat_map(|variant| variant.players.values());
        let is_one = |name: &&str| !AgentKind::of_command_line(name).is_some_and(AgentKind::repeats);
        let mut found: Vec<&str> = all.map(String::as_str).filter(is_one).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

impl Variant {
    /// What to load for it.
    pub fn request(&self, roots: &[PathBuf], scenario: &str) -> BattleRequest {
        let (roots, scenario) = (roots.to_vec(), scenario.to_owned());
        let tweaks = Tweaks { cells: self.cells.clone(), ..Tweaks::default() };
        BattleRequest { roots, scenario, mods: self.mods.clone(), options: self.options.clone(), tweaks }
    }

    /// All of it as changes to the bare battle, as on the command line.
    pub fn whole(&self) -> Vec<String> {
        let agents = self.players.iter().map(|(side, agent)| format!("agent:{side}={agent}"));
        self.rules().into_iter().chain(agents).collect()
    }

    /// The same without who plays.
    pub fn rules(&self) -> Vec<String> {
        let mods = self.mods.iter().map(|id| format!("mod:{id}"));
        let options = self.options.iter().map(|(name, value)| format!("option:{name}={value}"));
        let cells = self.cells.iter().map(|(path, value)| format!("cell:{path}={value}"));
        mods.chain(options).chain(cells).collect()
    }
}

/// A game of one variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariantGame {
    /// How it went.
    #[serde(flatten)]
    pub result: GameResult,
    /// What was seen of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Observation>,
}

/// The games of all variants from one seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedRow {
    /// The games, one for each variant.
    pub games: Vec<VariantGame>,
}
