//! Exact odds: what may come of a battle, found by running the rules that fight it once for each way the dice can fall.

mod aftermath;
mod cache;
mod case_enumerator;
mod lines;
mod policy;

pub use aftermath::Aftermath;
pub(crate) use cache::{OddsCache, OddsKey};
pub(crate) use case_enumerator::CaseEnumerator;
pub use case_enumerator::CaseLimit;
pub use policy::Policy;

use grognard_engine::decision::Refusal;
use grognard_engine::fraction::Fraction;
use grognard_engine::ids::SideId;
use grognard_engine::state::StateHash;
use grognard_script::ScriptError;
use std::collections::BTreeMap;

/// Everything that may come of a battle. Ways that end in one state are one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactOdds {
    /// How it may end, the likeliest first.
    pub ends: Vec<BattleEnd>,
    /// So many times the rules were run.
    pub runs: u64,
}

/// One way in which a battle may end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleEnd {
    /// How likely it is.
    pub chance: Fraction,
    /// The state it ends in.
    pub state: StateHash,
    /// What has changed.
    pub aftermath: Aftermath,
}

/// Why there are no exact odds.
#[derive(Debug)]
pub enum NoOdds {
    /// There is no such battle.
    NoBattle,
    /// The rules do not let it be fought.
    Refused(Refusal),
    /// There are more cases than may be gone through.
    TooMany(u64),
    /// The chances need more digits than there are.
    TooFine,
    /// The rules failed.
    Failed(ScriptError),
}

impl From<ScriptError> for NoOdds {
    fn from(error: ScriptError) -> Self {
        NoOdds::Failed(error)
    }
}

impl ExactOdds {
    /// The chance of each thing that can be said of an end.
    pub fn by<K: Ord>(&self, key: impl Fn(&Aftermath) -> K) -> BTreeMap<K, Fraction> {
        let mut all: BTreeMap<K, Fraction> = BTreeMap::new();
        for end in &self.ends {
            let sum = all.entry(key(&end.aftermath)).or_insert(Fraction::ZERO);
            // The sum of chances is one at most, and their common denominator has been found to be small enough.
            *sum = sum.plus(end.chance).unwrap_or(*sum);
        }
        all
    }

    /// How many steps a side loses on average.
    pub fn mean_loss(&self, side: SideId) -> f64 {
        let lost = self.by(|aftermath| aftermath.lost(side));
        lost.iter().map(|(steps, chance)| f64::from(*steps) * chance.value()).sum()
    }
}
