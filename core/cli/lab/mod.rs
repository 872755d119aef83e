//! `grognard lab`: what agents and rules are worth.

mod ladder;

use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::screen::Screen;
use clap::{Parser, Subcommand};
use std::path::PathBuf;

/// Let agents play, and find out what a rule, a unit or a number does to the game.
#[derive(Parser)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Ladder(ladder::Args),
}

impl Args {
    /// Does what was asked for.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        match &self.what {
            What::Ladder(args) => args.run(roots, language, screen),
        }
    }
}
