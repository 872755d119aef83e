//! A status line in the terminal during a long operation.

use indicatif::ProgressBar;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The time after which the line appears, and the interval at which it is updated.
const INTERVAL: Duration = Duration::from_secs(1);

/// The line for the running command.
static COMMAND: Mutex<Option<Spinner>> = Mutex::new(None);

/// Shows how long the command has been running, until it prints something.
pub fn show_command_time() {
    set(Some(Spinner::start(|seconds| format!("working ({seconds} s)"))));
}

/// Removes the line for the running command.
pub fn clear_command_time() {
    set(None);
}

fn set(spinner: Option<Spinner>) {
    *COMMAND.lock().unwrap_or_else(PoisonError::into_inner) = spinner;
}

/// A line in the terminal that is removed when the spinner is dropped.
pub struct Spinner {
    /// Dropping the sender ends the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Spinner {
    /// Shows a line after the first second, if standard error is a terminal. `text` receives the number of seconds
    /// elapsed and returns the line.
    pub fn start(text: impl Fn(u64) -> String + Send + 'static) -> Spinner {
        let (end, ended) = mpsc::channel::<()>();
        let show = move || {
            let (begun, bar) = (Instant::now(), ProgressBar::new_spinner());
            while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                bar.set_message(text(begun.elapsed().as_secs()));
                bar.tick();
            }
            bar.finish_and_clear();
        };
        let thread = io::stderr().is_terminal().then(|| thread::spawn(show));
        Spinner { end: Some(end), thread }
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.end = None;
        if let Some(thread) = self.thread.take() {
            // The thread only draws; if it failed, the line may remain.
            let _ = thread.join();
        }
    }
}
