//! `grognard lab`: what rules and agents are worth.

mod bisect;
pub mod common_args;
mod compare;
mod coverage;
mod envelope;
mod ladder;
mod merge;
pub mod parquet;
mod profile;
mod report;
pub mod run;
mod sweep;

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
    Compare(compare::Args),
    Sweep(sweep::Args),
    Bisect(bisect::Args),
    Envelope(envelope::Args),
    Merge(merge::Args),
    Report(report::Args),
    Ladder(ladder::Args),
    Profile(profile::Args),
    Coverage(coverage::Args),
}

impl Args {
    /// Does what was asked for.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        match &self.what {
            What::Compare(args) => args.run(roots, language, screen),
            What::Sweep(args) => args.run(roots, language, screen),
            What::Bisect(args) => args.run(roots, language, screen),
            What::Envelope(args) => args.run(roots, language, screen),
            What::Merge(args) => args.run(roots, language, screen),
            What::Report(args) => args.run(roots, language, screen),
            What::Ladder(args) => args.run(roots, language, screen),
            What::Profile(args) => args.run(roots, language, screen),
            What::Coverage(args) => args.run(roots, language, screen),
        }
    }
}
