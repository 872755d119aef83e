//! A game that runs in the background.

use crate::cli::shell::Shell;
use grognard_testing::MAX_WAIT;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// A game that runs while the test continues.
pub struct BackgroundGame {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    seen: Vec<String>,
}

impl BackgroundGame {
    /// Starts a command.
    pub fn new(shell: &Shell, line: &str) -> BackgroundGame {
        let mut child = shell.command(line).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (send, lines) = mpsc::channel();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| send.send(line)));
        BackgroundGame { stdin: child.stdin.take(), child, lines, seen: Vec::new() }
    }

    /// Types a line.
    pub fn types(&mut self, line: &str) {
        writeln!(self.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Waits for a line that contains this text; returns the lines since the last wait.
    pub fn waits_for(&mut self, text: &str) -> Vec<String> {
        let start = Instant::now();
        while start.elapsed() < MAX_WAIT {
            if let Ok(line) = self.lines.recv_timeout(Duration::from_millis(100)) {
                self.seen.push(line);
                if self.seen.last().unwrap().contains(text) {
                    return std::mem::take(&mut self.seen);
                }
            }
        }
        panic!("`{text}` did not come; what came:\n{}", self.seen.join("\n"));
    }

    /// Closes its input and waits for its exit code.
    pub fn ends(mut self) -> Option<i32> {
        drop(self.stdin.take());
        self.child.wait().unwrap().code()
    }

    /// Quits; returns the lines since the last wait.
    pub fn quits(mut self) -> (String, Option<i32>) {
        self.types("quit");
        drop(self.stdin.take());
        let code = self.child.wait().unwrap().code();
        self.seen.extend(self.lines.iter());
        (self.seen.join("\n"), code)
    }

    /// Kills the process, as if the power failed.
    pub fn dies(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// The process id.
    pub fn process(&self) -> u32 {
        self.child.id()
    }
}
