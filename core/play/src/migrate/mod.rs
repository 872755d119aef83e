//! Adapts saves to changed rules. Some saves are kept unchanged, some migrate to the new rules with all their
//! decisions, and some stay pinned to the rules under which they were played.

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
    /// The rules are unchanged, or all states are the same under the new rules.
    Kept,
    /// All decisions fit, but their results may differ.
    Migrated,
    /// Some decision no longer fits. The save opens under the rules under which it was played, with all states as
    /// recorded.
    Pinned,
    /// Some decision no longer fits, and the save cannot be played under its own rules either.
    Stuck,
}

/// The result of checking a save.
#[derive(Clone, Debug, serde::Serialize)]
pub struct SaveVerdict {
    /// The fate of the save.
    pub fate: Fate,
    /// The hash of the current rules; `None` if the packs can no longer be loaded.
    pub rules_hash: Option<String>,
    /// The first decision that no longer fits.
    pub unfit: Option<UnfitDecision>,
    /// The reason why the save cannot be played under its own rules.
    pub problem: Option<String>,
    /// The text of the save to be written; `None` if the save can stay unchanged.
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
        // Loading a battle takes as long as many games, so each thread does it only once.
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
