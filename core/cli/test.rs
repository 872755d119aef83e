//! `grognard test`: rulebook suites.

use crate::failure::Failure;
use crate::screen::Screen;
use grognard_packs::Diagnostic;
use std::path::PathBuf;

/// Run rulebook suites and the tests of packs.
#[derive(clap::Args)]
pub struct Args {
    /// Only tests whose name contains this.
    pattern: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Runs them.
    pub fn run(&self, _: &[PathBuf], _: &mut Screen) -> Result<(), Failure> {
        let _ = (&self.pattern, self.json);
        Err(Failure::wrong(Diagnostic::general("E521", "there is no suite runner yet")))
    }
}
