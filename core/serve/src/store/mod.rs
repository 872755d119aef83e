//! Games and links on disk: one database, written by one thread.
//!
//! What waits to be written is written together, in one transaction; who asked for it is told when that is on disk.

mod games;
mod links;
mod private;
mod schema;
pub mod sync;

pub use games::{GameChange, GameId, GameSummary, StoredGame};

use crate::dto::Fault;
use grognard_lab::{Claim, Held};
use grognard_packs::Diagnostic;
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// So much is written together at most.
const MAX_BATCH: usize = 256;

/// Tells who asked what came of it, once it is on disk or is not.
type Done = Box<dyn FnOnce(Result<(), &str>) + Send>;
type Job = Box<dyn FnOnce(&Connection) -> Done + Send>;

/// The database. It is closed when this is dropped, after everything that was asked for has been done.
pub struct Store {
    jobs: Option<Sender<Job>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    // Held as long as the database is open.
    _claim: Claim,
}

impl Store {
    /// Opens the database of a file, which is made if it is not there. No other server can have it open.
    pub fn open(path: &Path) -> Result<Store, Diagnostic> {
        let cannot = |why: String| Diagnostic::general("E810", format!("cannot keep games in {}: {why}", path.display()));
        if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
            private::create_folder(folder).map_err(|error| cannot(error.to_string()))?;
        }
        let claim = Claim::take(path).map_err(|held| taken(&held))?;
        private::create_file(path).map_err(|error| cannot(error.to_string()))?;
        let connection = schema::open(path).map_err(|error| match schema::is_foreign(&error) {
            true => cannot("this is a file of something else".to_owned()).help("name another file: `--data games.sqlite`"),
            false => cannot(error.to_string()),
        })?;
        private::close_to_others(path);
        let (jobs, todo) = channel();
        let thread = std::thread::Builder::new().name("store".into()).spawn(move || work(&connection, &todo));
        let thread = thread.map_err(|error| cannot(error.to_string()))?;
        Ok(Store { jobs: Some(jobs), thread: Mutex::new(Some(thread)), _claim: claim })
    }

    /// Does something with the database and waits until it is on disk. Where a part of it fails, nothing of it has happened.
    pub fn run<T: Send + 'static>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static) -> Result<T, Fault> {
        let (tell, told) = channel();
        let job: Job = Box::new(move |connection| {
            let done = apart(connection, work).map_err(|error| error.to_string());
            Box::new(move |written| {
                let result = done.and_then(|value| written.map(|()| value).map_err(str::to_owned));
                // Who asked may have gone.
                let _ = tell.send(result);
            })
        });
        let gone = || Fault::inside("the store is closed");
        self.jobs.as_ref().ok_or_else(gone)?.send(job).map_err(|_| gone())?;
        let result = told.recv().map_err(|_| gone())?;
        result.map_err(|error| Fault::inside(format!("the game cannot be kept: {error}")))
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.jobs = None;
        let thread = self.thread.lock().ok().and_then(|mut thread| thread.take());
        // A thread that has panicked has nothing left to write.
        let _ = thread.map(JoinHandle::join);
    }
}

/// Another server has the file.
fn taken(held: &Held) -> Diagnostic {
    let by = held.process.map(|process| format!(" (process {process})")).unwrap_or_default();
    let message = format!("{} is in use by another server{by}", held.path.display());
    Diagnostic::general("E811", message).help("stop that one, or keep the games of this one blocking: `--data games.sqlite`")
}

fn work(connection: &Connection, todo: &Receiver<Job>) {
    while let Ok(first) = todo.recv() {
        let jobs: Vec<Job> = [first].into_iter().chain(todo.try_iter().take(MAX_BATCH - 1)).collect();
        let begun = connection.execute_batch("BEGIN IMMEDIATE");
        let done: Vec<Done> = jobs.into_iter().map(|job| job(connection)).collect();
        let written = begun.and_then(|()| connection.execute_batch("COMMIT")).map_err(|error| error.to_string());
        if written.is_err() {
            // Nothing of it has happened, and the next transaction can begin.
            let _ = connection.execute_batch("ROLLBACK");
        }
        let told = || written.as_ref().map(|&()| ()).map_err(String::as_str);
        done.into_iter().for_each(|done| done(told()));
    }
    // Leaves one file behind, not three.
    let _ = connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
}

/// Does a part of a transaction; where it fails, the others stand.
fn apart<T>(connection: &Connection, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> rusqlite::Result<T> {
    connection.execute_batch("SAVEPOINT job")?;
    let result = work(connection);
    let end = if result.is_ok() { "RELEASE job" } else { "ROLLBACK TO job; RELEASE job" };
    connection.execute_batch(end)?;
    result
}

/// The file games are kept in unless another is named.
pub fn default_file(data: Option<PathBuf>) -> PathBuf {
    data.unwrap_or_else(|| PathBuf::from("grognard-saves")).join("board.sqlite")
}
