//! `grognard pack`: makes an archive of a pack for others to install.

use crate::check;
use crate::failure::Failure;
use crate::pack_name::{PackNames, roots_with};
use crate::screen::Screen;
use grognard_packs::source::Folder;
use grognard_packs::{Severity, archive};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Create a reproducible zip archive of a pack, for others to install.
#[derive(clap::Args)]
pub struct Args {
    /// Pack to archive: its name or the path of its folder.
    #[arg(value_name = "PACK|PATH")]
    named: String,
    /// Write the archive to this file.
    #[arg(short, long, value_name = "FILE.zip")]
    output: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The archive that was made.
#[derive(Serialize)]
struct Report<'a> {
    archive: String,
    bytes: usize,
    /// Hash of the names and contents of the files.
    content: &'a str,
    files: &'a [String],
    left_out: &'a [String],
}

impl Args {
    /// Writes the archive, unless `check` finds an error.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let real = PackNames::new(roots).folder(&self.named)?;
        let found = check::look(&roots_with(&real, roots), std::slice::from_ref(&real)).diagnostics;
        let errors: Vec<_> = found.into_iter().filter(|problem| problem.severity == Severity::Error).collect();
        if !errors.is_empty() {
            return Err(Failure::Wrong(errors));
        }
        let shown = crate::roots::relative(&real);
        let folder = Folder::open(&shown).map_err(Failure::file(&shown))?;
        let packed = archive::pack(&folder).map_err(Failure::Wrong)?;
        self.write(&packed.bytes)?;
        let archive = self.output.display().to_string();
        let report = Report {
            archive,
            bytes: packed.bytes.len(),
            content: &packed.hash,
            files: &packed.files,
            left_out: &packed.left_out,
        };
        screen.report(self.json, &report, |_| report.describe())
    }

    /// Writes to a temporary file first, so that the archive is never incomplete.
    fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        let folder = self.output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(".".as_ref());
        let failed = || Failure::file(&self.output);
        let mut builder = tempfile::Builder::new();
        builder.prefix(".part-");
        // A temporary file is private; the archive gets ordinary permissions.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut beside = builder.tempfile_in(folder).map_err(failed())?;
        beside.write_all(bytes).map_err(failed())?;
        beside.persist(&self.output).map_err(|error| Failure::File(self.output.clone(), error.error))?;
        Ok(())
    }
}

impl Report<'_> {
    fn describe(&self) -> String {
        let files = if self.files.len() == 1 { "file" } else { "files" };
        let mut text = format!("{}: {} {files}, {} bytes\n", self.archive, self.files.len(), self.bytes);
        for name in self.left_out {
            text += &format!("left out: {name}\n");
        }
        text + &format!("content hash {}\n", self.content)
    }
}
