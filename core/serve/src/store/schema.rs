//! The tables of the database.

use rusqlite::{Connection, Error, ErrorCode};
use std::path::Path;
use std::time::Duration;

/// The version of the database schema.
const VERSION: i64 = 2;

const TABLES: &str = "
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    header TEXT NOT NULL,
    footer TEXT,
    decisions INTEGER NOT NULL DEFAULT 0,
    turn INTEGER NOT NULL DEFAULT 0,
    phase TEXT NOT NULL DEFAULT '',
    made INTEGER NOT NULL
);
CREATE TABLE line (
    game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, at)
) WITHOUT ROWID;
CREATE TABLE link (
    hash BLOB PRIMARY KEY,
    game INTEGER REFERENCES game (id) ON DELETE CASCADE,
    role TEXT NOT NULL
) WITHOUT ROWID;
";

/// The migration from version 1, which adds the turn and phase that the lobby shows for each game.
const FROM_1: &str = "
ALTER TABLE game ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN phase TEXT NOT NULL DEFAULT '';
";

/// Opens the database, creates its tables if there are none, and migrates old ones.
pub fn open(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if ![1, VERSION].contains(&version) && (version, tables) != (0, 0) {
        return Err(foreign());
    }
    // With a write-ahead log and synchronous transactions, no confirmed decision is lost if the program is killed or
    // the power fails.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    let steps = if tables == 0 { TABLES } else { FROM_1 };
    if version != VERSION {
        connection.execute_batch(&format!("BEGIN; {steps} PRAGMA user_version = {VERSION}; COMMIT"))?;
    }
    Ok(connection)
}

fn foreign() -> Error {
    Error::SqliteFailure(
        rusqlite::ffi::Error { code: ErrorCode::NotADatabase, extended_code: rusqlite::ffi::SQLITE_NOTADB },
        None,
    )
}

/// Returns whether an error from `open` means that the file is not a database this program can use: another program's
/// file, or one from a later version.
pub fn is_foreign(error: &Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::NotADatabase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_an_earlier_version_are_taken_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("games.sqlite");
        let old = Connection::open(&file).expect("a file");
        let tables = TABLES.replace("    turn INTEGER NOT NULL DEFAULT 0,\n    phase TEXT NOT NULL DEFAULT '',\n", "");
        assert_ne!(tables, TABLES);
        old.execute_batch(&format!(
            "{tables} INSERT INTO game (title, header, made) VALUES ('old', '{{}}', 7); PRAGMA user_version = 1"
        ))
        .expect("tables");
        drop(old);
        for _ in 0..2 {
            let now = open(&file).expect("current tables");
            let game = now.query_row("SELECT title, turn, phase FROM game", [], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            });
            assert_eq!(game, Ok(("old".to_owned(), 0, String::new())));
        }
        Connection::open(&file).expect("a file").pragma_update(None, "user_version", 3).expect("a version");
        assert!(open(&file).is_err_and(|error| is_foreign(&error)), "a file from a later version");
    }
}
