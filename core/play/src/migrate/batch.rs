//! Checks saves one by one. A battle that several saves need is loaded only once.

use super::replay::ReplayBattle;
use super::{Fate, SaveVerdict, StoredSave, UnfitDecision};
use crate::battle::Battle;
use crate::save::Header;
use grognard_packs::store::Store;
use grognard_packs::{Diagnostic, LockedPack};
use std::collections::BTreeMap;
use std::path::PathBuf;

type BattleResult = Result<ReplayBattle, Vec<Diagnostic>>;

/// A cache of battles for checking saves.
pub struct Batch<'a> {
    roots: &'a [PathBuf],
    store: Option<&'a Store>,
    current: BTreeMap<String, BattleResult>,
    earlier: BTreeMap<String, BattleResult>,
}

impl Batch<'_> {
    /// Creates an empty cache.
    pub fn new<'a>(roots: &'a [PathBuf], store: Option<&'a Store>) -> Batch<'a> {
        Batch { roots, store, current: BTreeMap::new(), earlier: BTreeMap::new() }
    }

    /// Returns a save's battle, loaded from the current packs.
    pub(super) fn current(&mut self, header: &Header) -> &mut BattleResult {
        let load = || Battle::of_save(header, self.roots).and_then(ReplayBattle::new);
        self.current.entry(asked(header)).or_insert_with(load)
    }

    /// Returns a save's battle, loaded from the packs that the save locks.
    pub(super) fn earlier(&mut self, header: &Header) -> &mut BattleResult {
        let packs: String = header.lock.packs.iter().map(|pack: &LockedPack| format!(" {}", pack.content)).collect();
        let load = || match self.store {
            Some(store) => Battle::pinned(header, store).and_then(ReplayBattle::new),
            None => Err(vec![Diagnostic::general("E712", "no folder is set for the pack store")]),
        };
        self.earlier.entry(asked(header) + &packs).or_insert_with(load)
    }

    /// Determines the fate of a save without writing anything.
    pub fn judge(&mut self, stored: &StoredSave) -> SaveVerdict {
        let header = &stored.save.header;
        let ready = match self.current(header) {
            Ok(ready) => ready,
            Err(all) => {
                let why = all.first().map(|error| error.message.clone()).unwrap_or_default();
                return self.pin(stored, UnfitDecision::whole(why), None);
            }
        };
        let lock = ready.battle.lock.clone();
        let rules_hash = Some(lock.rules_hash.clone());
        if lock.same_rules(&header.lock) {
            let written = (header.pinned || lock != header.lock).then(|| stored.under(&lock));
            return SaveVerdict { fate: Fate::Kept, rules_hash, unfit: None, problem: None, written };
        }
        let replayed = ready.replay(stored, false);
        match replayed.unfit {
            Some(unfit) => self.pin(stored, unfit, rules_hash),
            None if replayed.is(stored) => SaveVerdict {
                fate: Fate::Kept,
                rules_hash,
                unfit: None,
                problem: None,
                written: Some(stored.under(&lock)),
            },
            None => {
                let written = Some(stored.migrated(&lock, replayed.entries, replayed.footer.as_ref()));
                SaveVerdict { fate: Fate::Migrated, rules_hash, unfit: None, problem: None, written }
            }
        }
    }

    /// Checks a save against the rules under which it was played.
    fn pin(&mut self, stored: &StoredSave, unfit: UnfitDecision, rules_hash: Option<String>) -> SaveVerdict {
        let judged = SaveVerdict { fate: Fate::Stuck, rules_hash, unfit: Some(unfit), problem: None, written: None };
        let stuck = |problem: String| SaveVerdict { problem: Some(problem), ..judged.clone() };
        let ready = match self.earlier(&stored.save.header) {
            Ok(ready) => ready,
            Err(all) => return stuck(all.iter().map(|error| error.message.clone()).collect::<Vec<_>>().join("; ")),
        };
        let replayed = ready.replay(stored, true);
        match &replayed.unfit {
            Some(problem) => stuck(format!("under its own rules, {}", problem.describe())),
            None if !replayed.is(stored) => stuck("under its own rules, the game does not end as recorded".to_owned()),
            None => {
                let written = (!stored.save.header.pinned).then(|| stored.pinned());
                SaveVerdict { fate: Fate::Pinned, written, ..judged }
            }
        }
    }
}

/// Returns the cache key of a save's battle, which is made from the battle's request.
fn asked(header: &Header) -> String {
    format!("{} {:?} {:?}", header.scenario, header.mods, header.options)
}
