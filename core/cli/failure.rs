//! Why a command did not do what it was asked to, and the exit code for it.

use crate::explain;
use crate::screen::{self, Screen};
use grognard_packs::Diagnostic;
use grognard_play::SessionError;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The command line names something that is not there.
    Usage(Vec<Diagnostic>),
    /// Packs, saves or rules are wrong.
    Wrong(Vec<Diagnostic>),
    /// Something is wrong and has been reported as what the command was asked for.
    Reported,
    /// A file could not be read or written.
    File(PathBuf, io::Error),
    /// A file could not be read, and what may be done about it.
    Unreadable(Diagnostic),
    /// What is printed cannot be written.
    Output(io::Error),
    /// A game was left that could not be saved; this has been told.
    Unsaved,
    /// Ctrl-C.
    Interrupted,
}

impl Failure {
    /// One mistake of the command line.
    pub fn usage(mistake: Diagnostic) -> Failure {
        Failure::Usage(vec![mistake])
    }

    /// One thing that is wrong.
    pub fn wrong(mistake: Diagnostic) -> Failure {
        Failure::Wrong(vec![mistake])
    }

    /// A file that could not be read or written.
    pub fn file(path: &Path) -> impl FnOnce(io::Error) -> Failure {
        let path = path.to_owned();
        |error| Failure::File(path, error)
    }

    /// What went wrong, in words.
    pub fn describe(&self, colour: bool) -> String {
        grognard_packs::render(&self.diagnostics(), colour)
    }

    /// What there still is to tell.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        match self {
            Failure::Usage(all) | Failure::Wrong(all) => all.clone(),
            Failure::Unreadable(error) => vec![error.clone()],
            Failure::Reported | Failure::Unsaved | Failure::Interrupted => Vec::new(),
            Failure::File(path, error) => {
                vec![Diagnostic::general("E510", format!("cannot use {}: {error}", path.display()))]
            }
            Failure::Output(error) => vec![Diagnostic::general("E511", format!("cannot print: {error}"))],
        }
    }

    fn code(&self) -> u8 {
        match self {
            // Whoever reads the output (a pager, `head`) has read enough.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Failure::Wrong(_) | Failure::Reported => 1,
            Failure::Usage(_) => 2,
            Failure::File(..) | Failure::Unreadable(_) | Failure::Output(_) | Failure::Unsaved => 3,
            Failure::Interrupted => 130,
        }
    }

    /// Tells the user, in JSON too if the command was asked for that, and returns the exit code.
    pub fn report(&self, json: bool) -> ExitCode {
        let code = self.code();
        let diagnostics = self.diagnostics();
        if code != 0 {
            screen::complain(|colour| grognard_packs::render(&diagnostics, colour));
            screen::advise(explain::hint(&diagnostics));
        }
        if json && !diagnostics.is_empty() && !matches!(self, Failure::Output(_)) {
            // What cannot be printed has been told on standard error.
            let _ = Screen::new().json(&serde_json::json!({ "diagnostics": diagnostics }));
        }
        ExitCode::from(code)
    }
}

/// Names and options that were given on the command line are mistakes there; all else is wrong in files.
impl From<Vec<Diagnostic>> for Failure {
    fn from(all: Vec<Diagnostic>) -> Failure {
        let is_usage = |error: &Diagnostic| {
            error.file.is_empty() && error.related.is_empty() && matches!(error.code, "E123" | "E126")
        };
        if all.iter().any(is_usage) { Failure::Usage(all) } else { Failure::Wrong(all) }
    }
}

impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Failure {
        match error {
            SessionError::Refused(refusal) => Failure::wrong(Diagnostic::general("E501", refusal.to_string())),
            SessionError::Broken(all) => Failure::Wrong(all),
            SessionError::File(path, error) => Failure::File(path, error),
            SessionError::Held(held) => {
                let message = format!("{} is being played; a copy would be lost", held.path.display());
                Failure::Unreadable(Diagnostic::general("E410", message).help("name another file"))
            }
        }
    }
}
