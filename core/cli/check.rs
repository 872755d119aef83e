//! `grognard check`: everything that is wrong with packs.

use crate::failure::Failure;
use crate::pack_name::{PackNames, is_at, is_below};
use crate::screen::Screen;
pub use grognard_lab::check::belongs;
use grognard_lab::check::{Checker, Report, TypeCheck};
use grognard_lab::spoken;
use grognard_packs::{Diagnostic, Library, Severity};
use std::path::PathBuf;

/// Check packs: load every battle they belong to and report all that is wrong.
#[derive(clap::Args)]
pub struct Args {
    /// Packs by name or path, files in them, or folders of packs; without any, every pack there is.
    #[arg(value_name = "PACK|PATH")]
    named: Vec<String>,
    /// Fail on warnings too.
    #[arg(long)]
    strict: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Checks, and fails when there are errors.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let mut names = PackNames::new(roots);
        let folders = self.named.iter().map(|text| names.folders(text)).collect::<Result<Vec<_>, _>>()?.concat();
        let report = look(names.roots(), &folders);
        if self.json {
            screen.json(&report)?
        } else {
            screen.say(&describe(&report, screen.colour))?
        }
        let warnings = if self.strict { report.count(Severity::Warning) } else { 0 };
        if report.count(Severity::Error) + warnings > 0 { Err(Failure::Reported) } else { Ok(()) }
    }
}

/// Checks the packs in these folders; without any, all packs of the roots.
pub fn look(roots: &[PathBuf], folders: &[PathBuf]) -> Report {
    #[cfg(feature = "types")]
    return look_with(roots, folders, &crate::types::check);
    #[cfg(not(feature = "types"))]
    look_but_types(roots, folders)
}

/// The same, with scripts loaded and their types left alone: for packs of others, which a player cannot mend.
pub fn look_but_types(roots: &[PathBuf], folders: &[PathBuf]) -> Report {
    look_with(roots, folders, &|_| Vec::new())
}

fn look_with(roots: &[PathBuf], folders: &[PathBuf], types: &TypeCheck) -> Report {
    let library = Library::open(roots);
    let mut checker = Checker::new(&library, roots, types, spoken::own_texts());
    let is_asked_for = |error: &&Diagnostic| folders.is_empty() || folders.iter().any(|folder| is_below(error, folder));
    library.diagnostics.iter().filter(is_asked_for).for_each(|error| checker.manifest(error.clone()));
    match folders {
        [] => library.packs().iter().for_each(|pack| checker.pack(pack)),
        _ => library.packs().iter().filter(|pack| folders.iter().any(|folder| is_at(pack, folder))).for_each(|pack| checker.pack(pack)),
    }
    checker.finish()
}

fn describe(report: &Report, colour: bool) -> String {
    let mut text = grognard_packs::render(&report.diagnostics, colour);
    if !text.is_empty() {
        text.push('\n');
    }
    let mut parts = vec![
        amount(report.packs.len(), "pack"),
        amount(report.battles, "battle"),
        amount(report.count(Severity::Error), "error"),
        amount(report.count(Severity::Warning), "warning"),
    ];
    if report.allowed > 0 {
        parts.push(format!("{} allowed by comments", report.allowed));
    }
    if cfg!(not(feature = "types")) {
        parts.push("types not checked".to_owned());
    }
    text + &parts.join(", ")
}

fn amount(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}
