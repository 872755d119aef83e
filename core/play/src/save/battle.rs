//! Loads the battle of a save.

use super::Header;
use crate::battle::{Battle, BattleRequest};
use grognard_packs::Diagnostic;
use grognard_packs::store::Store;
use std::path::PathBuf;
use std::sync::Arc;

impl Battle {
    /// Returns a save's battle, loaded from the current packs. If they have errors, the battle is loaded without the
    /// mods that do not affect the rules.
    pub fn of_save(header: &Header, roots: &[PathBuf]) -> Result<Battle, Vec<Diagnostic>> {
        let request = header.request(roots);
        let mods: Vec<String> = request.mods.iter().filter(|name| !header.lock.is_cosmetic(name)).cloned().collect();
        let can_do_without = mods.len() < request.mods.len();
        Battle::load(request.clone()).or_else(|errors| match can_do_without {
            true => Battle::load(BattleRequest { mods, ..request }).map_err(|_| errors),
            false => Err(errors),
        })
    }

    /// Returns a save's battle, loaded from the store with the packs that the save locks.
    pub fn pinned(header: &Header, store: &Store) -> Result<Battle, Vec<Diagnostic>> {
        let ground = store.lay_out(&header.lock)?;
        let battle = Battle::of_save(header, &[ground.path().to_owned()])?;
        Ok(Battle { ground: Some(Arc::new(ground)), ..battle })
    }
}
