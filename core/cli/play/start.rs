//! The start of a session at the terminal: a new game or a saved one.

use super::outdated_save::{self, OutdatedSaveChoice};
use crate::command_line::CommandLine;
use crate::failure::Failure;
use crate::pin::keep;
use crate::player_arg::{self, PlayerArg, with_opponent};
use crate::saves::{self, SavedGame};
use grognard_engine::ids::{Id, SideId};
use grognard_play::{Battle, FileLock, FileLocked, Session};
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};

/// A game about to be played.
pub struct GameStart {
    pub session: Session,
    /// The file to which the game is saved.
    pub save: PathBuf,
    /// Notes for the player.
    pub notes: Vec<String>,
    /// Whether the seats are the default ones.
    pub usual_seats: bool,
}

impl GameStart {
    /// Starts a new game. An existing file is not overwritten.
    pub fn new(battle: Battle, players: &[PlayerArg], seed: u64, save: Option<&Path>) -> Result<GameStart, Failure> {
        let seats = battle.seats(player_arg::seats(&battle, &with_opponent(&battle, players))?);
        let save = match save {
            Some(path) if path.symlink_metadata().is_ok() => return Err(existing_file(path, &battle.request.roots)),
            Some(path) => path.to_owned(),
            None => saves::new_file(&battle.request.scenario, seed),
        };
        let mut session = Session::new(battle, seed, seats)?;
        let file_lock = FileLock::take(&save).map_err(|by| locked_file(by, &session.battle.request.roots))?;
        session.save_to(file_lock)?;
        let notes = keep(&session.battle).into_iter().collect();
        Ok(GameStart { session, save, notes, usual_seats: players.is_empty() })
    }

    /// Opens a saved game. A fork is saved to a separate file; the old save is left unchanged.
    pub fn saved(
        file: &Path,
        save: Option<&Path>,
        roots: &[PathBuf],
        way: Option<OutdatedSaveChoice>,
        players: &[PlayerArg],
    ) -> Result<GameStart, Failure> {
        // Locked before it is read, so that no other program appends to it in between.
        let file_lock = FileLock::take(save.unwrap_or(file)).map_err(|by| locked_file(by, roots))?;
        let saved = SavedGame::read(file)?;
        let cut_off = saved.save.cut_off;
        let opened = outdated_save::open(saved, roots, way, players.is_empty())?;
        let path = outdated_save::file(&opened, file, save);
        let outdated_save::OpenedSave { mut session, elsewhere, mut notes } = opened;
        if cut_off {
            notes.push(
                "The last line of the save was truncated; the game continues from the decision before it.".to_owned(),
            );
        }
        if elsewhere {
            notes.push(format!("{} is unchanged.", file.display()));
        }
        notes.extend(keep(&session.battle));
        let seats = player_arg::seats(&session.battle, players)?;
        for (at, seat) in seats.into_iter().enumerate().filter_map(|(at, seat)| Some((at, seat?))) {
            session.seat(SideId::from_index(at), seat)?;
        }
        let file_lock = if file_lock.path() == path {
            file_lock
        } else {
            FileLock::take(&path).map_err(|by| locked_file(by, roots))?
        };
        session.save_to(file_lock)?;
        Ok(GameStart { session, save: path, notes, usual_seats: false })
    }
}

fn existing_file(path: &Path, roots: &[PathBuf]) -> Failure {
    let message = format!("{} already exists", path.display());
    let error = grognard_packs::Diagnostic::general("E509", message);
    let load = CommandLine::new(roots).words(["play", "--load"]).path(path);
    Failure::usage(error.help(format!("continue it with `{load}`, or choose another file")))
}

/// Creates the error for a game that another program is playing.
fn locked_file(held: FileLocked, roots: &[PathBuf]) -> Failure {
    let file = held.path.display();
    let by = held.process.map(|process| format!(" (process {process})")).unwrap_or_default();
    let error = grognard_packs::Diagnostic::general("E410", format!("{file} is being played by another program{by}"));
    let load = CommandLine::new(roots).words(["play", "--load"]).path(&held.path).words(["--save", "COPY.jsonl"]);
    Failure::Unreadable(error.help(format!("leave the game in that program first, or play a copy: `{load}`")))
}

/// Returns a random seed, short enough to type.
pub fn any_seed() -> u64 {
    RandomState::new().hash_one(std::process::id()) % 1_000_000
}
