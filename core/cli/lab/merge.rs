//! `grognard lab merge`: merges the shards of an experiment.

use super::compare::QuestionArgs;
use super::report::Pages;
use super::run::{failure, take_lock, warn_of_clocks};
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::screen::Screen;
use grognard_lab::merge;
use grognard_lab::shard::ShardFile;
use std::path::PathBuf;

/// Merge the shard files of an experiment, check that they are complete and belong together, and report the results.
///
/// The result is identical to the file that a single machine would have written. A single complete file is also
/// accepted.
#[derive(clap::Args)]
pub struct Args {
    /// Shard files to merge; all shards are needed.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write all games to this file.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    asked: QuestionArgs,
    #[command(flatten)]
    pages: Pages,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Merges the files and prints the report.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        self.pages.check(&self.files, self.output.as_deref())?;
        let read = |path: &PathBuf| Ok((path.clone(), ShardFile::read(path).map_err(failure)?));
        let parts = self.files.iter().map(read).collect::<Result<Vec<_>, Failure>>()?;
        let whole = merge(parts).map_err(failure)?;
        warn_of_clocks(&whole.head.experiment);
        if let Some(path) = &self.output {
            let _lock = take_lock(path)?;
            // An existing output file is overwritten only if it belongs to the same experiment.
            whole.resume(path).map_err(failure)?;
            whole.write(path).map_err(failure)?;
        }
        super::report::tell(&whole, (&self.asked, &self.pages), self.json, (roots, language), screen)
    }
}
