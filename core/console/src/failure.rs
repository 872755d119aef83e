//! The reasons why a command failed, with their exit codes.

use crate::explain;
use crate::screen::{self, Screen};
use grognard_packs::Diagnostic;
use grognard_packs::installed::InstallError;
use grognard_play::SessionError;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The reason why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The command line names something that does not exist.
    Usage(Vec<Diagnostic>),
    /// Packs, saves or rules contain errors.
    Wrong(Vec<Diagnostic>),
    /// Problems were found and are already printed as the command's result.
    Reported,
    /// A file could not be read or written.
    File(PathBuf, io::Error),
    /// A file could not be read; the diagnostic says what to do.
    Unreadable(Diagnostic),
    /// Standard output cannot be written.
    Output(io::Error),
    /// The player left a game that could not be saved, and has been warned.
    Unsaved,
    /// Ctrl-C.
    Interrupted,
}

impl From<InstallError> for Failure {
    fn from(error: InstallError) -> Failure {
        match error {
            InstallError::Wrong(all) => Failure::Wrong(all),
            InstallError::File(path, error) => Failure::File(path, error),
        }
    }
}

impl Failure {
    /// Creates a failure for one mistake on the command line.
    pub fn usage(mistake: Diagnostic) -> Failure {
        Failure::Usage(vec![mistake])
    }

    /// Creates a failure for one error in packs, saves or rules.
    pub fn wrong(mistake: Diagnostic) -> Failure {
        Failure::Wrong(vec![mistake])
    }

    /// Turns an I/O error on `path` into a failure.
    pub fn file(path: &Path) -> impl FnOnce(io::Error) -> Failure {
        let path = path.to_owned();
        |error| Failure::File(path, error)
    }

    /// Formats the failure for display.
    pub fn describe(&self, colour: bool) -> String {
        grognard_packs::render(&self.diagnostics(), colour)
    }

    /// Returns the diagnostics that have not been printed yet.
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
            // The reader of the output (a pager, `head`) has closed it.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Failure::Wrong(_) | Failure::Reported => 1,
            Failure::Usage(_) => 2,
            Failure::File(..) | Failure::Unreadable(_) | Failure::Output(_) | Failure::Unsaved => 3,
            Failure::Interrupted => 130,
        }
    }

    /// Reports the failure to the user, also on standard output if `json` is set, and returns the exit code.
    pub fn report(&self, json: bool) -> ExitCode {
        let code = self.code();
        let diagnostics = self.diagnostics();
        if code != 0 {
            screen::complain(|colour| grognard_packs::render(&diagnostics, colour));
            screen::advise(explain::hint(&diagnostics));
        }
        if json && !diagnostics.is_empty() && !matches!(self, Failure::Output(_)) {
            // If this cannot be printed, standard error has the message.
            let _ = Screen::new().json(&serde_json::json!({ "diagnostics": diagnostics }));
        }
        ExitCode::from(code)
    }
}

/// Treats a wrong name or option as a mistake on the command line, and any other problem as an error in a file.
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
                let message = format!("{} is being played; a copy would overwrite it", held.path.display());
                Failure::Unreadable(Diagnostic::general("E410", message).help("choose another file"))
            }
        }
    }
}
