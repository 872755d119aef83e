//! `grognard stubs`: the types of the scripting API, for editors.

use crate::failure::Failure;
use crate::screen::Screen;
use grognard_packs::Diagnostic;
use std::path::PathBuf;

/// Write the types of the scripting API, for editors.
#[derive(clap::Args)]
pub struct Args {
    /// The folder to write to.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

impl Args {
    /// Writes them.
    pub fn run(&self, _: &mut Screen) -> Result<(), Failure> {
        Err(Failure::wrong(Diagnostic::general("E520", format!("there are no stubs yet to write to {}", self.output.display()))))
    }
}
