//! The tables.

use rusqlite::{Connection, Error, ErrorCode};
use std::path::Path;
use std::time::Duration;

/// Version of the tables.
const VERSION: i64 = 1;

const TABLES: &str = "
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    header TEXT NOT NULL,
    footer TEXT,
    decisions INTEGER NOT NULL DEFAULT 0,
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

/// Opens the database and makes its tables if it has none.
pub fn open(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if version != VERSION && (version, tables) != (0, 0) {
        return Err(foreign());
    }
    // With a journal written ahead, and every transaction on the disk before it counts, neither a program that is killed nor a
    // computer that is switched off loses what was told to be kept.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    if tables == 0 {
        connection.execute_batch(&format!("BEGIN; {TABLES} PRAGMA user_version = {VERSION}; COMMIT"))?;
    }
    Ok(connection)
}

fn foreign() -> Error {
    Error::SqliteFailure(rusqlite::ffi::Error { code: ErrorCode::NotADatabase, extended_code: rusqlite::ffi::SQLITE_NOTADB }, None)
}

/// Whether a file belongs to something else.
pub fn is_foreign(error: &Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::NotADatabase)
}
