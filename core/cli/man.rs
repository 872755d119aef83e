//! `grognard man`: writes the manual pages.

use crate::cli::Cli;
use crate::failure::Failure;
use crate::screen::Screen;
use clap::CommandFactory;
use std::fs;
use std::path::PathBuf;

/// Write manual pages for `man`: one for each command.
#[derive(clap::Args)]
pub struct Args {
    /// Write the pages to this folder, such as `~/.local/share/man/man1`.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

impl Args {
    /// Writes the pages.
    pub fn run(&self, screen: &mut Screen) -> Result<(), Failure> {
        fs::create_dir_all(&self.output).map_err(Failure::file(&self.output))?;
        clap_mangen::generate_to(Cli::command(), &self.output).map_err(Failure::file(&self.output))?;
        screen.say(&self.output.display().to_string())
    }
}
