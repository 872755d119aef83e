//! Saves under changed rules: some are kept unchanged, some migrate to the new rules with every decision, and some stay
//! pinned to the rules they were played under.

mod batch;
mod difference;
mod replay;
mod stored_save;
mod unfit_decision;

pub use batch::Batch;
pub use difference::first_difference;
pub use stored_save::{StoredSave, text};
pub use unfit_decision::UnfitDecision;

use grognard_packs::store::Store;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The fate of a save under the current rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// The rules are the same, or all states are.
    Kept,
    /// Every decision fits, but their results may differ.
    Migrated,
    /// Some decision no longer fits. The save opens under the rules it was played under, with every state as recorded.
    Pinned,
    /// Some decision no longer fits, and the save cannot be played under its own rules either.
    Stuck,
}

/// The result of checking a save.
#[derive(Clone, Debug, serde::Serialize)]
pub struct SaveVerdict {
    /// Its fate.
    pub fate: Fate,
    /// The hash of the current rules; `None` if its packs can no longer be loaded.
    pub rules_hash: Option<String>,
    /// The first decision that no longer fits.
    pub unfit: Option<UnfitDecision>,
    /// Why it cannot be played under its own rules.
    pub problem: Option<String>,
    /// The save to be written; `None` if it can stay unchanged.
    #[serde(skip)]
    pub written: Option<String>,
}

/// Checks saves on all cores, and returns the results in order. Nothing is written.
pub fn judge(
    saves: &[StoredSave],
    roots: &[PathBuf],
    store: Option<&Store>,
    done: impl Fn() + Sync,
) -> Vec<SaveVerdict> {
    let next = AtomicUsize::new(0);
    let parts = rayon::broadcast(|_| {
        // Loading a battle takes as long as many games, so each thread does it once.
        let mut batch = Batch::new(roots, store);
        let mut judged = Vec::new();
        while let at = next.fetch_add(1, Ordering::Relaxed)
            && let Some(save) = saves.get(at)
        {
            judged.push((at, batch.judge(save)));
            done();
        }
        judged
    });
    let mut all: Vec<(usize, SaveVerdict)> = parts.into_iter().flatten().collect();
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, judged)| judged).collect()
}
