//! Stored games, as the lines of their saves.

use super::Store;
use crate::dto::Fault;
use crate::game_id::GameId;
use grognard_play::save;
use rusqlite::{Connection, OptionalExtension, params};

/// A game in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// The title of the battle.
    pub title: String,
    /// The first line of the save.
    pub header: String,
    /// The lines of the journal.
    pub lines: Vec<String>,
    /// The last line, if the game is over.
    pub footer: Option<String>,
}

impl StoredGame {
    /// Returns the save of the game as text.
    pub fn text(&self) -> String {
        let lines = [&self.header].into_iter().chain(&self.lines).chain(&self.footer);
        save::text(lines.map(String::as_str))
    }
}

/// A change to a stored game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameChange {
    /// The number of existing journal lines to keep.
    pub stay: usize,
    /// The journal lines to append to those kept.
    pub lines: Vec<String>,
    /// The new first line, if it has changed.
    pub header: Option<String>,
    /// The last line, if the game is over.
    pub footer: Option<String>,
    /// The number of decisions.
    pub decisions: u64,
    /// The current turn and phase.
    pub progress: (u16, String),
}

/// A summary of a stored game, for the list of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// The number of the game.
    pub id: GameId,
    /// The title of the battle.
    pub title: String,
    /// The first line of the save.
    pub header: String,
    /// The last line of the save, if the game is over.
    pub footer: Option<String>,
    /// The number of decisions.
    pub decisions: u64,
    /// The current turn and phase; 0 and empty until the game has been opened once.
    pub progress: (u16, String),
    /// The creation time, as a Unix timestamp in seconds.
    pub made: i64,
}

impl Store {
    /// Stores a new game and returns its number.
    pub fn add_game(&self, game: StoredGame, decisions: u64) -> Result<GameId, Fault> {
        self.run(move |connection| {
            let insert =
                "INSERT INTO game (title, header, footer, decisions, made) VALUES (?1, ?2, ?3, ?4, unixepoch())";
            let mut insert = connection.prepare_cached(insert)?;
            insert.execute(params![game.title, game.header, game.footer, decisions.cast_signed()])?;
            let id = GameId(connection.last_insert_rowid());
            add_lines(connection, id, 0, &game.lines)?;
            Ok(id)
        })
    }

    /// Changes a stored game.
    pub fn change(&self, id: GameId, change: GameChange) -> Result<(), Fault> {
        self.run(move |connection| {
            let stay = change.stay as i64;
            connection.prepare_cached("DELETE FROM line WHERE game = ?1 AND at >= ?2")?.execute(params![id.0, stay])?;
            add_lines(connection, id, stay, &change.lines)?;
            let changed = params![
                id.0,
                change.header,
                change.footer,
                change.decisions.cast_signed(),
                change.progress.0,
                change.progress.1
            ];
            connection.prepare_cached(UPDATE)?.execute(changed)?;
            Ok(())
        })
    }

    /// Returns the game with the given number; `None` if it does not exist.
    pub fn game(&self, id: GameId) -> Result<Option<StoredGame>, Fault> {
        self.run(move |connection| {
            let mut game = connection.prepare_cached("SELECT title, header, footer FROM game WHERE id = ?1")?;
            let read = |row: &rusqlite::Row| {
                Ok(StoredGame { title: row.get(0)?, header: row.get(1)?, lines: Vec::new(), footer: row.get(2)? })
            };
            let Some(stored) = game.query_row([id.0], read).optional()? else { return Ok(None) };
            let mut lines = connection.prepare_cached("SELECT text FROM line WHERE game = ?1 ORDER BY at")?;
            let lines = lines.query_map([id.0], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
            Ok(Some(StoredGame { lines, ..stored }))
        })
    }

    /// Returns all games, newest first.
    pub fn games(&self) -> Result<Vec<GameSummary>, Fault> {
        self.run(|connection| {
            let mut games = connection.prepare_cached(
                "SELECT id, title, header, footer, decisions, made, turn, phase FROM game ORDER BY id DESC",
            )?;
            let read = |row: &rusqlite::Row| {
                let decisions: i64 = row.get(4)?;
                Ok(GameSummary {
                    id: GameId(row.get(0)?),
                    title: row.get(1)?,
                    header: row.get(2)?,
                    footer: row.get(3)?,
                    decisions: decisions.cast_unsigned(),
                    made: row.get(5)?,
                    progress: (row.get(6)?, row.get(7)?),
                })
            };
            games.query_map([], read)?.collect()
        })
    }
}

const UPDATE: &str =
    "UPDATE game SET header = coalesce(?2, header), footer = ?3, decisions = ?4, turn = ?5, phase = ?6 WHERE id = ?1";

fn add_lines(connection: &Connection, id: GameId, first: i64, lines: &[String]) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached("INSERT INTO line (game, at, text) VALUES (?1, ?2, ?3)")?;
    for (at, line) in (first..).zip(lines) {
        insert.execute(params![id.0, at, line])?;
    }
    Ok(())
}
