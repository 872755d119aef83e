//! Saves under changed rules: which are kept as they are, which migrate to the new rules with every decision, and which
//! stay pinned to the rules they were played under.

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

/// What becomes of a save when the rules are those of now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// The rules are the same, or every state is.
    Kept,
    /// Every decision fits; what came of them may be different.
    Migrated,
    /// Some decision no longer fits. Under the rules it was played under the save opens, with every state as it was
    /// recorded.
    Pinned,
    /// Some decision no longer fits, and the save cannot be played under its own rules either.
    Stuck,
}

/// A save that was looked at.
#[derive(Clone, Debug, serde::Serialize)]
pub struct SaveVerdict {
    /// What becomes of it.
    pub fate: Fate,
    /// Hash of the rules of now; `None` where its packs can no longer be loaded.
    pub rules_hash: Option<String>,
    /// The first decision that no longer fits.
    pub unfit: Option<UnfitDecision>,
    /// Why it cannot be played under its own rules.
    pub problem: Option<String>,
    /// The save as it is to be written; nothing where it can stay as it is.
    #[serde(skip)]
    pub written: Option<String>,
}

/// Looks at saves on all cores; the results are in their order. Nothing is written.
pub fn judge(
    saves: &[StoredSave],
    roots: &[PathBuf],
    store: Option<&Store>,
    done: impl Fn() + Sync,
) -> Vec<SaveVerdict> {
    let next = AtomicUsize::new(0);
    let parts = rayon::broadcast(|_| {
        // Loading a battle takes as long as many games, so every thread does it once.
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
