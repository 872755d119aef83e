//! Many games, on one machine or several: the experiment, the results, and the files that contain both.
//!
//! An [`Experiment`] contains everything the games depend on. A shard is a part of its seeds. Its [`SeedRow`]s do not
//! depend on the machine or on the number of threads, so that a [merged](crate::merge()) file equals the file that a
//! single machine would have written.

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

/// The version of the file format. Files of other versions are not read.
pub const FORMAT: u32 = 1;

/// Everything that determines the games of an experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Experiment {
    /// The version of the file format.
    pub format: u32,
    /// The id of the scenario.
    pub scenario: String,
    /// The sides with a player, in the order in which the system declares them.
    pub sides: Vec<String>,
    /// The alliances.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alliances: Vec<String>,
    /// The seed of the first game of each variant; it is increased by 1 for each further game.
    pub seed: u64,
    /// The number of games per variant.
    pub games: u64,
    /// Whether losses, columns, rules and territory are observed.
    pub observed: bool,
    /// The battles played, all from the same seeds.
    pub variants: Vec<Variant>,
}

impl Experiment {
    /// Returns the names of those who can win: sides, then alliances.
    pub fn contestants(&self) -> impl Iterator<Item = &String> {
        self.sides.iter().chain(&self.alliances)
    }
}

/// A battle as played in an experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    /// The name of the variant, such as `a` or `b` in a comparison, or the value tried in a sweep. If only one battle
    /// is played, its name is the id of its scenario.
    pub name: String,
    /// The changes made for the variant, as on the command line: `mod:frozen-rivers`.
    pub changes: Vec<String>,
    /// All mods of the variant.
    pub mods: Vec<String>,
    /// All options that are set.
    pub options: Vec<(String, String)>,
    /// All values set with `cell:PATH=VALUE`.
    pub cells: Vec<(String, String)>,
    /// The player of each side.
    pub players: BTreeMap<String, String>,
    /// The packs, options and rules of the variant.
    pub lock: Lock,
}

impl Experiment {
    /// Returns the players that may play differently when a game is repeated: those limited by time, and programs.
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
    /// Returns the request that loads the variant.
    pub fn request(&self, roots: &[PathBuf], scenario: &str) -> BattleRequest {
        let (roots, scenario) = (roots.to_vec(), scenario.to_owned());
        let tweaks = Tweaks { cells: self.cells.clone(), ..Tweaks::default() };
        BattleRequest { roots, scenario, mods: self.mods.clone(), options: self.options.clone(), tweaks }
    }

    /// Returns all settings as changes to the bare battle, as on the command line.
    pub fn whole(&self) -> Vec<String> {
        let agents = self.players.iter().map(|(side, agent)| format!("agent:{side}={agent}"));
        self.rules().into_iter().chain(agents).collect()
    }

    /// Returns all settings except the players, as on the command line.
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
    /// The result of the game.
    #[serde(flatten)]
    pub result: GameResult,
    /// The observations of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Observation>,
}

/// The games of all variants from one seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedRow {
    /// The games, one for each variant.
    pub games: Vec<VariantGame>,
}
