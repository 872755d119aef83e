//! A cache of computed odds.

use super::{CaseLimit, ExactOdds, Policy};
use grognard_engine::ids::{SpaceId, UnitId};
use grognard_engine::state::StateHash;
use std::collections::HashMap;
use std::sync::Arc;

/// The inputs of an odds computation: the state, the rules, the attack, the policy for decisions, and the case limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OddsKey {
    pub(crate) state: StateHash,
    pub(crate) rules: String,
    pub(crate) space: SpaceId,
    pub(crate) attackers: Option<Vec<UnitId>>,
    pub(crate) policy: Policy,
    pub(crate) limit: CaseLimit,
}

/// Cached odds; `None` if there is no such battle.
pub(crate) type CachedOdds = Option<Arc<ExactOdds>>;

/// A cache of computed odds.
#[derive(Default)]
pub(crate) struct OddsCache {
    all: HashMap<[u8; 8], Vec<(OddsKey, CachedOdds)>>,
    count: usize,
}

/// The maximum number of entries. When it is reached, the cache is cleared.
const MAX_CACHED: usize = 500;

impl OddsCache {
    pub(crate) fn get(&self, asked: &OddsKey) -> Option<CachedOdds> {
        let of_state = self.all.get(&asked.state.0)?;
        of_state.iter().find(|(known, _)| known == asked).map(|(_, found)| found.clone())
    }

    pub(crate) fn keep(&mut self, asked: OddsKey, found: CachedOdds) {
        if self.count >= MAX_CACHED {
            self.all.clear();
            self.count = 0;
        }
        self.count += 1;
        self.all.entry(asked.state.0).or_default().push((asked, found));
    }
}
