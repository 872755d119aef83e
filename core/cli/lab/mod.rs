//! `grognard lab`: measures the effect of rules and the strength of agents.

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
mod train;

use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::screen::Screen;
use clap::{Parser, Subcommand};
use std::path::PathBuf;

/// Measure the effect of a rule, a unit or a number by having agents play games.
#[derive(Parser)]
pub struct Args {
    #[command(subcommand)]
    command: LabCommand,
}

#[derive(Subcommand)]
enum LabCommand {
    Compare(compare::Args),
    Sweep(sweep::Args),
    Bisect(bisect::Args),
    Envelope(envelope::Args),
    Merge(merge::Args),
    Report(report::Args),
    Ladder(ladder::Args),
    Train(train::Args),
    Profile(profile::Args),
    Coverage(coverage::Args),
}

impl Args {
    /// Runs the subcommand.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        match &self.command {
            LabCommand::Compare(args) => args.run(roots, language, screen),
            LabCommand::Sweep(args) => args.run(roots, language, screen),
            LabCommand::Bisect(args) => args.run(roots, language, screen),
            LabCommand::Envelope(args) => args.run(roots, language, screen),
            LabCommand::Merge(args) => args.run(roots, language, screen),
            LabCommand::Report(args) => args.run(roots, language, screen),
            LabCommand::Ladder(args) => args.run(roots, language, screen),
            LabCommand::Train(args) => args.run(roots, language, screen),
            LabCommand::Profile(args) => args.run(roots, language, screen),
            LabCommand::Coverage(args) => args.run(roots, language, screen),
        }
    }
}
