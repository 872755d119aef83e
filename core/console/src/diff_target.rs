//! The battles that `diff` compares, each given as a scenario, a save, or the folder of a pack.

use crate::failure::Failure;
use crate::pack_name::PackNames;
use crate::saves::SavedGame;
use crate::scenario_arg;
use grognard_packs::source::display_path;
use grognard_packs::{Diagnostic, Kind, Library, Lock, Pack};
use grognard_play::{Battle, BattleRequest};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// One of the two battles compared.
#[derive(Serialize)]
pub struct DiffTarget {
    /// The displayed name.
    pub name: String,
    /// Remarks printed below the name.
    pub notes: Vec<String>,
    /// The rules hash of the battle.
    pub rules_hash: String,
    /// The battle.
    #[serde(skip)]
    pub battle: Battle,
    /// For a save, the packs it was started with.
    #[serde(skip)]
    pub lock: Option<Lock>,
}

impl DiffTarget {
    /// Parses `PACK[+MOD|+OPTION=VALUE]…`, or the path of a save.
    pub fn read(text: &str, roots: &[PathBuf]) -> Result<DiffTarget, Failure> {
        let path = Path::new(text);
        if path.is_file() {
            return DiffTarget::save(path, roots);
        }
        let mut names = PackNames::new(roots);
        let mut pieces = text.split('+').map(str::trim);
        let first = pieces.next().unwrap_or_default();
        let found = names.name(first)?;
        let library = names.library();
        let pack = library.find_any(&Kind::ALL, &found).map_err(Failure::usage)?;
        let mut request = battle_with(pack, &library)?;
        for piece in pieces {
            match piece.split_once('=') {
                Some((name, value)) => request.options.push((name.trim().to_owned(), value.trim().to_owned())),
                None => request.mods.push(names.name(piece)?),
            }
        }
        request.roots = names.roots().to_vec();
        let name = match found == first {
            true => text.split('+').map(str::trim).collect::<Vec<_>>().join(" + "),
            false => format!("{} in {}", pack.short(), display_path(Path::new(text))),
        };
        Ok(DiffTarget::new(name, Battle::load(request)?))
    }

    fn new(name: String, battle: Battle) -> DiffTarget {
        DiffTarget { name, notes: Vec::new(), rules_hash: battle.lock.rules_hash.clone(), battle, lock: None }
    }

    /// Loads the battle of a save, with the current packs.
    fn save(path: &Path, roots: &[PathBuf]) -> Result<DiffTarget, Failure> {
        let saved = SavedGame::read(path)?;
        let battle = saved.battle(roots)?;
        let header = &saved.save.header;
        let mods = header.mods.iter().map(|name| format!(" + {name}"));
        let options = header.options.iter().map(|(name, value)| format!(" + {name}={value}"));
        let name = format!("{}: {}{}", path.display(), header.scenario, mods.chain(options).collect::<String>());
        let notes = header.lock.changes(&battle.lock, "when the game was started", "now");
        Ok(DiffTarget { notes, lock: Some(header.lock.clone()), ..DiffTarget::new(name, battle) })
    }
}

/// Returns a battle that uses a pack.
fn battle_with(pack: &Pack, library: &Library) -> Result<BattleRequest, Failure> {
    let mods = if pack.manifest.kind.is_mod() { vec![pack.id().to_owned()] } else { Vec::new() };
    let scenario = match pack.manifest.kind {
        Kind::Scenario => pack.id().to_owned(),
        Kind::System => first_scenario(library, pack.id())?,
        Kind::Mod | Kind::Cosmetic | Kind::Library | Kind::Translation => scenario_arg::only(library, &mods)?,
    };
    Ok(BattleRequest { scenario, mods, ..BattleRequest::default() })
}

/// Returns the first scenario of a system.
fn first_scenario(library: &Library, id: &str) -> Result<String, Failure> {
    let first = library.scenarios().find(|scenario| scenario.manifest.system.as_deref() == Some(id));
    let none = || Failure::usage(Diagnostic::general("E533", format!("the system `{id}` has no scenarios")));
    first.map(|scenario| scenario.id().to_owned()).ok_or_else(none)
}
