//! `grognard completions`: prints a script that completes commands in a shell.

use crate::cli::Cli;
use crate::failure::Failure;
use crate::screen::Screen;
use clap::CommandFactory;
use clap_complete::Shell;

/// Print a script that lets a shell complete commands and options.
///
/// For bash: `grognard completions bash > ~/.local/share/bash-completion/completions/grognard`. For fish: `grognard
/// completions fish > ~/.config/fish/completions/grognard.fish`. For zsh, write the script to a file `_grognard` in a
/// folder of `$fpath`.
#[derive(clap::Args)]
pub struct Args {
    /// Shell to print the script for.
    shell: Shell,
}

impl Args {
    /// Prints the script.
    pub fn run(&self, screen: &mut Screen) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "grognard", &mut script);
        screen.say(&String::from_utf8_lossy(&script))
    }
}
