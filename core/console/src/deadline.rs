//! Runs commands that load untrusted packs in a child process with a time limit. As a result, `check` and `mods` always
//! finish, whatever a pack contains, and report which pack took too long.

use crate::failure::Failure;
use cpu_time::ProcessTime;
use grognard_packs::Diagnostic;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read, Seek};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Default time limit for one pack, in seconds of processor time.
const DEFAULT_SECONDS: u64 = 300;

/// Ratio of the wall-clock limit to the processor-time limit: high enough for a busy machine, but a blocked child
/// process is still stopped.
pub const WALL_CLOCK_FACTOR: u32 = 10;

/// Exit code of a child process that exceeded its limit.
pub const LATE: u8 = 124;

/// The processor time at which loading of the current pack began.
static BEGUN: Mutex<Option<ProcessTime>> = Mutex::new(None);

/// The environment variable that overrides the time limit.
const SECONDS: &str = "GROGNARD_DEADLINE";

/// The environment variable that names the file in which the child process notes which pack it is loading.
const NOTES: &str = "GROGNARD_WATCHED";

/// The interval at which the child process is polled.
const PAUSE: Duration = Duration::from_millis(5);

/// Returns whether this process is the child.
pub fn is_watched() -> bool {
    std::env::var_os(NOTES).is_some()
}

/// Records which pack is loaded next, and restarts the time limit.
pub fn looking_at(what: &str) {
    if let Some(notes) = std::env::var_os(NOTES) {
        // The clock is locked meanwhile: the process must not end before the note is complete.
        let mut begun = BEGUN.lock().unwrap_or_else(PoisonError::into_inner);
        // If the note cannot be written, the message is merely less precise.
        let _ = std::fs::write(notes, what);
        *begun = Some(ProcessTime::now());
    }
}

/// Something that is being loaded, while other threads may load something else.
pub struct Loading(String);

/// Everything that is being loaded.
static LOADING: Mutex<Vec<String>> = Mutex::new(Vec::new());

impl Loading {
    /// Records that something is being loaded, until the returned value is dropped.
    pub fn of(what: String) -> Loading {
        Loading::change(|all| all.push(what.clone()));
        Loading(what)
    }

    fn change(change: impl FnOnce(&mut Vec<String>)) {
        let mut all = LOADING.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut all);
        let names: BTreeSet<&str> = all.iter().map(String::as_str).collect();
        if !names.is_empty() {
            looking_at(&Vec::from_iter(names).join(" or "));
        }
    }
}

impl Drop for Loading {
    fn drop(&mut self) {
        Loading::change(|all| {
            let own = all.iter().position(|what| *what == self.0);
            own.map(|own| all.swap_remove(own));
        });
    }
}

/// Runs this command line in a child process, and watches it.
pub fn watch() -> Result<ExitCode, Failure> {
    let mut command = this_program()?;
    command.args(std::env::args_os().skip(1));
    watch_command(command).map(ExitCode::from)
}

/// What a child process printed.
pub struct Printed {
    /// Whether the command succeeded.
    pub is_success: bool,
    /// The standard output.
    pub output: Vec<u8>,
    /// The standard error.
    pub errors: String,
}

/// Runs this program in a child process with other arguments, and watches it.
pub fn run(arguments: &[std::ffi::OsString]) -> Result<Printed, Failure> {
    let [mut output, mut errors] =
        [tempfile::tempfile().map_err(watcher_failure)?, tempfile::tempfile().map_err(watcher_failure)?];
    let copy = |file: &File| file.try_clone().map_err(watcher_failure);
    let mut command = this_program()?;
    command.args(arguments).env_remove("RUST_LOG").stdout(copy(&output)?).stderr(copy(&errors)?);
    let is_success = watch_command(command)? == 0;
    let [output, errors] = [contents(&mut output)?, contents(&mut errors)?];
    Ok(Printed { is_success, output, errors: String::from_utf8_lossy(&errors).into_owned() })
}

fn contents(file: &mut File) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    file.rewind().and_then(|()| file.read_to_end(&mut bytes)).map_err(watcher_failure)?;
    Ok(bytes)
}

fn this_program() -> Result<Command, Failure> {
    crate::own_program::path().map(Command::new).map_err(watcher_failure)
}

/// Runs a command of this program, and stops it if a pack takes too long. Returns its exit code. The command's standard
/// input is closed when this process ends, which makes the command exit as well.
fn watch_command(mut command: Command) -> Result<u8, Failure> {
    let limit = limit()?;
    let notes = tempfile::NamedTempFile::new().map_err(watcher_failure)?;
    let mut child = command.env(NOTES, notes.path()).stdin(Stdio::piped()).spawn().map_err(watcher_failure)?;
    let mut seen = (String::new(), Instant::now());
    loop {
        if let Some(status) = child.try_wait().map_err(watcher_failure)? {
            return match status.code() {
                Some(code) if code == i32::from(LATE) => {
                    Err(Failure::wrong(too_long(&read_notes(notes.path()), limit)))
                }
                Some(code) => Ok(u8::try_from(code).unwrap_or(1)),
                None => Err(Failure::wrong(broken_off(&read_notes(notes.path())))),
            };
        }
        let now = read_notes(notes.path());
        if now != seen.0 {
            seen = (now, Instant::now());
        }
        if !seen.0.is_empty() && seen.1.elapsed() > limit * WALL_CLOCK_FACTOR {
            let _ = child.kill();
            let _ = child.wait();
            return Err(Failure::wrong(too_long(&seen.0, limit)));
        }
        thread::sleep(PAUSE);
    }
}

fn limit() -> Result<Duration, Failure> {
    let Some(given) = std::env::var_os(SECONDS) else { return Ok(Duration::from_secs(DEFAULT_SECONDS)) };
    given.to_str().and_then(|given| given.parse().ok()).map(Duration::from_secs).ok_or_else(|| {
        let message = format!("{SECONDS} must be a whole number of seconds, not `{}`", given.to_string_lossy());
        Failure::usage(Diagnostic::general("E545", message).help(format!("the default is {DEFAULT_SECONDS}")))
    })
}

fn read_notes(notes: &Path) -> String {
    std::fs::read_to_string(notes).unwrap_or_default()
}

/// Starts threads that exit this process when its parent has gone or a pack has exceeded its limit.
pub fn end_with_the_watcher() -> Result<(), Failure> {
    let limit = limit()?;
    thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(1);
    });
    exit_when_late(limit);
    Ok(())
}

/// Starts a thread that exits with [`LATE`] once this process has used `limit` of processor time.
pub fn exit_after(limit: Duration) {
    restart();
    exit_when_late(limit);
}

/// Restarts the time limit.
fn restart() {
    *BEGUN.lock().unwrap_or_else(PoisonError::into_inner) = Some(ProcessTime::now());
}

fn exit_when_late(limit: Duration) {
    thread::spawn(move || {
        loop {
            let begun = BEGUN.lock().unwrap_or_else(PoisonError::into_inner);
            if begun.is_some_and(|begun| begun.elapsed() > limit) {
                std::process::exit(LATE.into());
            }
            drop(begun);
            thread::sleep(PAUSE);
        }
    });
}

fn watcher_failure(error: std::io::Error) -> Failure {
    Failure::wrong(Diagnostic::general("E547", format!("cannot start the process that loads packs: {error}")))
}

fn too_long(what: &str, limit: Duration) -> Diagnostic {
    let message = format!("loading {what} took more than {} seconds and was stopped", limit.as_secs());
    Diagnostic::general("E546", message)
        .help(format!("do not use packs you do not trust; for a large pack, increase {SECONDS}"))
}

fn broken_off(what: &str) -> Diagnostic {
    let what = if what.is_empty() { "packs" } else { what };
    Diagnostic::general("E547", format!("the process that loaded {what} crashed"))
        .help("please report this, with the pack")
}
