//! Writes games as a Parquet file if the program was built with the `parquet` feature.

use crate::failure::Failure;
use grognard_lab::shard::ShardFile;
use grognard_packs::Diagnostic;
use grognard_play::atomic_file;
use grognard_report::parquet;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct ParquetArg {
    /// Write the games to this file as a table for pandas or DuckDB, one row per game; requires a build with the
    /// `parquet` feature.
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,
}

impl ParquetArg {
    /// Fails before any game is played if this build cannot write Parquet.
    pub fn check(&self) -> Result<(), Failure> {
        if self.parquet.is_none() || cfg!(feature = "parquet") {
            return Ok(());
        }
        let error = Diagnostic::general("E571", "this program was built without Parquet support");
        Err(Failure::usage(error.help(
            "build it with `cargo build --release --features parquet`, or use `--output games.jsonl`, which DuckDB \
             can also read",
        )))
    }

    /// Returns the path of the file, if one was requested.
    pub fn path(&self) -> Option<&Path> {
        self.parquet.as_deref()
    }

    /// Writes the file, if one was requested.
    pub fn write(&self, file: &ShardFile) -> Result<(), Failure> {
        let Some(path) = &self.parquet else { return Ok(()) };
        self.check()?;
        let bytes = parquet(file).unwrap_or_else(|| Ok(Vec::new())).map_err(Failure::file(path))?;
        atomic_file::write(path, bytes).map_err(Failure::file(path))
    }
}
