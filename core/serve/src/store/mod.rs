//! Games and links on disk, in a database written by a single thread.
//!
//! Pending jobs share a transaction and report their results once it is on disk.

mod games;
mod links;
mod private;
mod schema;
pub mod sync;

pub use crate::game_id::GameId;
pub use games::{GameChange, GameSummary, StoredGame};

use crate::dto::Fault;
use grognard_packs::Diagnostic;
use grognard_play::{FileLock, FileLocked};
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// The maximum number of jobs in a transaction.
const MAX_BATCH: usize = 256;

/// Reports the result of a job after its transaction has ended.
type JobResult = Box<dyn FnOnce(Result<(), &str>) + Send>;
type Job = Box<dyn FnOnce(&Connection) -> JobResult + Send>;

/// The database. Dropping it waits for all pending jobs.
pub struct Store {
    jobs: Option<Sender<Job>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    // Held until the database is closed.
    _claim: FileLock,
}

impl Store {
    /// Opens the database in a file and locks it against other servers. Creates the file if necessary.
    pub fn open(path: &Path) -> Result<Store, Diagnostic> {
        let cannot =
            |why: String| Diagnostic::general("E810", format!("cannot store games in {}: {why}", path.display()));
        if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
            private::create_folder(folder).map_err(|error| cannot(error.to_string()))?;
        }
        let file_lock = FileLock::take(path).map_err(|held| locked_store(&held))?;
        private::create_file(path).map_err(|error| cannot(error.to_string()))?;
        let connection = schema::open(path).map_err(|error| match schema::is_foreign(&error) {
            true => cannot("the file belongs to another program".to_owned())
                .help("choose another file: `--data games.sqlite`"),
            false => cannot(error.to_string()),
        })?;
        private::close_to_others(path);
        let (jobs, todo) = channel();
        let thread = std::thread::Builder::new().name("store".into()).spawn(move || run_jobs(&connection, &todo));
        let thread = thread.map_err(|error| cannot(error.to_string()))?;
        Ok(Store { jobs: Some(jobs), thread: Mutex::new(Some(thread)), _claim: file_lock })
    }

    /// Runs a job on the database and waits until its result is on disk. A job that fails changes nothing.
    pub fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, Fault> {
        let (reply, result) = channel();
        let job: Job = Box::new(move |connection| {
            let done = in_savepoint(connection, work).map_err(|error| error.to_string());
            Box::new(move |written| {
                let result = done.and_then(|value| written.map(|()| value).map_err(str::to_owned));
                // If the request was cancelled, nobody receives the result.
                let _ = reply.send(result);
            })
        });
        let gone = || Fault::inside("the store is closed");
        self.jobs.as_ref().ok_or_else(gone)?.send(job).map_err(|_| gone())?;
        let result = result.recv().map_err(|_| gone())?;
        result.map_err(|error| Fault::inside(format!("the game cannot be saved: {error}")))
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.jobs = None;
        let thread = self.thread.lock().ok().and_then(|mut thread| thread.take());
        // A thread that panicked has nothing left to write.
        let _ = thread.map(JoinHandle::join);
    }
}

/// Returns the error for a file locked by another server.
fn locked_store(held: &FileLocked) -> Diagnostic {
    let by = held.process.map(|process| format!(" (process {process})")).unwrap_or_default();
    let message = format!("{} is in use by another server{by}", held.path.display());
    Diagnostic::general("E811", message).help("stop that server, or choose another file: `--data games.sqlite`")
}

fn run_jobs(connection: &Connection, todo: &Receiver<Job>) {
    while let Ok(first) = todo.recv() {
        let jobs: Vec<Job> = [first].into_iter().chain(todo.try_iter().take(MAX_BATCH - 1)).collect();
        let begun = connection.execute_batch("BEGIN IMMEDIATE");
        let done: Vec<JobResult> = jobs.into_iter().map(|job| job(connection)).collect();
        let written = begun.and_then(|()| connection.execute_batch("COMMIT")).map_err(|error| error.to_string());
        if written.is_err() {
            // Nothing was written, so the next transaction can begin.
            let _ = connection.execute_batch("ROLLBACK");
        }
        let result = || written.as_ref().map(|&()| ()).map_err(String::as_str);
        done.into_iter().for_each(|done| done(result()));
    }
    // Merges the write-ahead log into the database, so that one file is left instead of three.
    let _ = connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
}

/// Runs one job of a transaction. If it fails, the results of the other jobs are kept.
fn in_savepoint<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    connection.execute_batch("SAVEPOINT job")?;
    let result = work(connection);
    let end = if result.is_ok() { "RELEASE job" } else { "ROLLBACK TO job; RELEASE job" };
    connection.execute_batch(end)?;
    result
}

/// Returns the path of the default database file.
pub fn default_file(data: &Path) -> PathBuf {
    data.join("board.sqlite")
}
