//! Decides which battles a pack belongs to.

use crate::library::{Library, Pack};
use crate::schema::Kind;
use std::collections::BTreeSet;

/// Returns whether a pack belongs to the battles of a scenario. A mod that names scenarios, itself or through a mod it
/// needs, belongs only to the battles of those scenarios.
pub fn belongs(pack: &Pack, scenario: &Pack, library: &Library) -> bool {
    match pack.manifest.kind {
        Kind::Scenario => pack.id() == scenario.id(),
        Kind::System | Kind::Library => needs(scenario, pack.id(), library),
        Kind::Mod | Kind::Cosmetic | Kind::Translation => {
            let is_scenario = |id: &&String| library.get(id).is_some_and(|other| other.manifest.kind == Kind::Scenario);
            let needed: BTreeSet<&String> =
                with_mods(pack, library).into_iter().flat_map(|pack| pack.manifest.requires.keys()).collect();
            let named: Vec<&String> = needed.iter().copied().filter(is_scenario).collect();
            match named.is_empty() {
                true => needed.iter().any(|id| needs(scenario, id, library)),
                false => named.iter().any(|id| *id == scenario.id()),
            }
        }
    }
}

/// Returns a pack and the mods it needs, directly or indirectly.
fn with_mods<'a>(pack: &'a Pack, library: &'a Library) -> Vec<&'a Pack> {
    let mut found = vec![pack];
    let mut at = 0;
    while let Some(pack) = found.get(at).copied() {
        for needed in pack
            .manifest
            .requires
            .keys()
            .filter_map(|id| library.get(id))
            .filter(|needed| needed.manifest.kind.is_mod())
        {
            if found.iter().all(|known| known.id() != needed.id()) {
                found.push(needed);
            }
        }
        at += 1;
    }
    found
}

/// Returns whether a pack needs the pack `id`, directly or indirectly.
fn needs(pack: &Pack, id: &str, library: &Library) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![pack];
    while let Some(pack) = open.pop() {
        let all = pack.manifest.requires.keys().chain(&pack.manifest.system);
        for needed in all.filter(|needed| seen.insert(needed.as_str())) {
            open.extend(library.get(needed));
        }
    }
    seen.contains(id)
}
