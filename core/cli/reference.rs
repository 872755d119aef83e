//! `grognard reference`: writes the book's reference of commands, files, the scripting API and errors.

use crate::cli::Cli;
use crate::failure::Failure;
use crate::file_reference;
use crate::screen::Screen;
use clap::{Command, CommandFactory};
use grognard_play::atomic_file;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

/// Width of the help texts in the book.
const WIDTH: usize = 100;

/// Write the reference for commands, pack files, the scripting API and errors as Markdown.
#[derive(clap::Args)]
pub struct Args {
    /// Write the reference to this folder.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

impl Args {
    /// Writes the pages.
    pub fn run(&self, screen: &mut Screen) -> Result<(), Failure> {
        fs::create_dir_all(&self.output).map_err(Failure::file(&self.output))?;
        let pages = [
            ("commands.md", commands()),
            ("files.md", file_reference::reference()),
            ("api.md", grognard_script::reference()),
            ("errors.md", grognard_check::codes::reference()),
        ];
        for (name, text) in pages {
            let path = self.output.join(name);
            atomic_file::write(&path, text).map_err(Failure::file(&path))?;
            screen.say(&path.display().to_string())?;
        }
        Ok(())
    }
}

/// Returns the help of every command.
fn commands() -> String {
    let mut text = String::from("# Commands\n\nThe output of `grognard help`.\n");
    let mut all = Cli::command().term_width(WIDTH);
    all.build();
    let mut shown = all.clone();
    let _ = write!(text, "\n```text\n{}\n```\n", shown.render_long_help().to_string().trim_end());
    for command in all.get_subcommands().filter(|command| command.get_name() != "help" && !command.is_hide_set()) {
        section(&mut text, command, "grognard");
    }
    text
}

fn section(text: &mut String, command: &Command, around: &str) {
    let name = format!("{around} {}", command.get_name());
    let help = command.clone().term_width(WIDTH).render_long_help().to_string();
    // Writing to a string cannot fail.
    let _ = write!(text, "\n## {name}\n\n```text\n{}\n```\n", help.trim_end());
    for below in command.get_subcommands().filter(|command| command.get_name() != "help") {
        section(text, below, &name);
    }
}
