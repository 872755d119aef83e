//! Saved games: the folder that contains them, and how to read them.

use crate::failure::Failure;
use grognard_packs::Diagnostic;
use grognard_packs::suggest::nearest;
use grognard_play::migrate::{StoredSave, UnfitDecision};
use grognard_play::save::Save;
use grognard_play::{Battle, Session};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A save with its source text, for messages.
pub struct SavedGame {
    /// The save.
    pub save: Save,
    /// The file name of the save, for messages.
    pub name: String,
    /// The contents of the file.
    pub text: String,
}

impl SavedGame {
    /// Reads a save.
    pub fn read(path: &Path) -> Result<SavedGame, Failure> {
        let save = Save::read(path).map_err(|error| match error.code {
            "E401" => Failure::Unreadable(with_near_saves(error, path)),
            _ => Failure::wrong(error),
        })?;
        let text = std::fs::read_to_string(path).map_err(Failure::file(path))?;
        Ok(SavedGame { save, name: path.display().to_string(), text })
    }

    /// Loads the battle of the save with the current packs.
    pub fn battle(&self, roots: &[PathBuf]) -> Result<Battle, Failure> {
        Battle::of_save(&self.save.header, roots).map_err(Failure::Wrong)
    }

    /// Loads the battle of the save from the store, with the packs that the game was started with.
    pub fn pinned_battle(&self) -> Result<Battle, Vec<Diagnostic>> {
        Battle::pinned(&self.save.header, &crate::data_folder::store())
    }

    /// Returns the save in the form used by functions that check many saves.
    pub fn stored(&self) -> StoredSave {
        StoredSave { name: self.name.clone(), text: self.text.clone(), save: self.save.clone() }
    }

    /// Drops the first entry that cannot be parsed in this battle, and all entries after it. Returns the decision in
    /// that entry, if there is one.
    pub fn cut_to(&mut self, battle: &Battle) -> Option<UnfitDecision> {
        let error = self.save.entries(&self.name, &self.text, battle).err()?;
        let unfit = UnfitDecision::unreadable(&self.stored(), &error);
        self.save.entries.truncate(error.line.saturating_sub(2));
        self.save.footer = None;
        Some(unfit)
    }

    /// Replays the save. With `check`, states are compared with the recorded ones.
    pub fn open(&self, battle: Battle, check: bool) -> Result<Session, Failure> {
        Ok(Session::open(battle, &self.save, &self.name, &self.text, check)?)
    }

    /// Returns whether the rules differ from those the game was started with.
    pub fn is_under_other_rules(&self, battle: &Battle) -> bool {
        !self.save.header.lock.same_rules(&battle.lock)
    }
}

/// Returns an unused path for a save that the user did not name, and creates the folder for saves.
pub fn new_file(scenario: &str, seed: u64) -> PathBuf {
    // A failure to create it is reported when the game is saved.
    let _ = std::fs::create_dir_all(folder());
    let short = scenario.rsplit('.').next().unwrap_or(scenario);
    let name =
        |copy: u32| if copy == 1 { format!("{short}-{seed}.jsonl") } else { format!("{short}-{seed}-{copy}.jsonl") };
    let all = (1..).map(|copy| folder().join(name(copy)));
    all.into_iter().find(|path| path.symlink_metadata().is_err()).unwrap_or_else(|| folder().join(name(1)))
}

/// Returns the folder for saves, which may not exist yet.
fn folder() -> PathBuf {
    crate::data_folder::saves()
}

/// Suggests the save that was probably meant, or the latest one.
fn with_near_saves(error: Diagnostic, missing: &Path) -> Diagnostic {
    let beside = missing.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."));
    let mut known = saves_in(beside);
    known.extend(saves_in(&folder()));
    known.sort_by(|(one, earlier), (other, later)| later.cmp(earlier).then_with(|| one.cmp(other)));
    let file_name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let names: Vec<String> = known.iter().map(|(path, _)| file_name(path)).collect();
    let near = nearest(&file_name(missing), names.iter().map(String::as_str))
        .and_then(|near| names.iter().position(|name| name == near));
    let path = |(path, _): &(PathBuf, _)| format!("`{}`", path.strip_prefix(".").unwrap_or(path).display());
    match near {
        Some(at) => error.help(format!("did you mean {}?", path(&known[at]))),
        None => match known.first() {
            Some(last) => error.help(format!("the latest save is {}", path(last))),
            None => error,
        },
    }
}

/// Returns the saves in a folder, with their modification times.
fn saves_in(folder: &Path) -> Vec<(PathBuf, Option<SystemTime>)> {
    let paths = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let saves = paths.filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    saves.map(|path| (path.clone(), path.metadata().and_then(|meta| meta.modified()).ok())).collect()
}
