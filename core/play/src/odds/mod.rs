//! Exact odds: the outcomes of a battle, computed by running its rules once for each way the dice can fall.

mod aftermath;
mod cache;
mod case_enumerator;
mod lines;
mod policy;

pub use aftermath::Aftermath;
pub(crate) use cache::{OddsCache, OddsKey};
pub use case_enumerator::CaseLimit;
pub(crate) use case_enumerator::{CaseEnumerator, try_out};
pub use policy::Policy;

use grognard_engine::decision::Refusal;
use grognard_engine::fraction::Fraction;
use grognard_engine::ids::SideId;
use grognard_engine::state::StateHash;
use grognard_script::ScriptError;
use std::collections::BTreeMap;

/// All outcomes of a battle. Cases that end in the same state are merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactOdds {
    /// The possible final states, most likely first.
    pub ends: Vec<BattleEnd>,
    /// The number of times the rules were run.
    pub runs: u64,
}

/// A possible final state of a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleEnd {
    /// The chance of this final state.
    pub chance: Fraction,
    /// The hash of the final state.
    pub state: StateHash,
    /// The changes since the battle began.
    pub aftermath: Aftermath,
}

/// The reason why there are no exact odds.
#[derive(Debug)]
pub enum NoOdds {
    /// There is no such battle.
    NoBattle,
    /// The rules do not allow the battle.
    Refused(Refusal),
    /// There are more cases than the limit.
    TooMany(u64),
    /// The exact chances are fractions that need more than 128 bits.
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
    /// Adds up the chances of all final states with the same key.
    pub fn by<K: Ord>(&self, key: impl Fn(&Aftermath) -> K) -> BTreeMap<K, Fraction> {
        let mut all: BTreeMap<K, Fraction> = BTreeMap::new();
        for end in &self.ends {
            let sum = all.entry(key(&end.aftermath)).or_insert(Fraction::ZERO);
            // The sum of chances is at most one, and their common denominator was found to be small enough.
            *sum = sum.plus(end.chance).unwrap_or(*sum);
        }
        all
    }

    /// Returns the mean number of steps that a side loses.
    pub fn mean_loss(&self, side: SideId) -> f64 {
        let lost = self.by(|aftermath| aftermath.lost(side));
        lost.iter().map(|(steps, chance)| f64::from(*steps) * chance.value()).sum()
    }
}
