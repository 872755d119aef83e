//! `grognard publish`: prepares a pack for a registry.

use crate::check;
use crate::failure::Failure;
use crate::pack_name::{PackNames, pack_at, roots_with};
use crate::screen::Screen;
use grognard_packs::{Diagnostic, Library, Severity};
use grognard_registry::build::{RegistryFolder, prepare};
use grognard_registry::format::index_path;
use std::path::PathBuf;

/// Prepare a pack for publication in a registry, and explain how to submit it.
///
/// With `--to`, the archive and the index entry are written to a clone of the registry's repository. The maintainers of
/// the registry update its lists and its signature.
#[derive(clap::Args)]
pub struct Args {
    /// Pack to publish: its name or the path of its folder.
    #[arg(value_name = "PACK|PATH")]
    named: String,
    /// Write the archive and the index entry to this clone of the registry's repository.
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
    /// Print the index entry as JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Prepares the archive and the index entry, unless `check` finds an error.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let real = PackNames::new(roots).folder(&self.named)?;
        let all = roots_with(&real, roots);
        let found = check::look(&all, std::slice::from_ref(&real)).diagnostics;
        let errors: Vec<_> = found.into_iter().filter(|problem| problem.severity == Severity::Error).collect();
        if !errors.is_empty() {
            return Err(Failure::Wrong(errors));
        }
        let library = Library::open(&all);
        let Some(pack) = pack_at(&library, &real) else { return Err(Failure::Wrong(library.diagnostics.clone())) };
        let published = prepare(pack).map_err(Failure::Wrong)?;
        let (id, entry) = (published.id.clone(), published.entry.clone());
        let mut files = vec![index_path(&id), entry.archive_path()];
        files.extend(entry.screenshots.iter().cloned());
        if let Some(to) = &self.to {
            let mut folder = RegistryFolder::open(to).map_err(Failure::wrong)?;
            if folder.old().is_none() {
                let error = Diagnostic::general("E734", format!("there is no registry in {}", to.display()));
                let help = "clone the registry's repository; to make a registry, use `grognard registry build`";
                return Err(Failure::usage(error.help(help)));
            }
            folder.add(published).map_err(Failure::wrong)?;
        }
        screen.report(self.json, &entry, |_| self.describe(&id, &entry.version.to_string(), &files))
    }

    fn describe(&self, id: &str, version: &str, files: &[String]) -> String {
        let files: String = files.iter().map(|file| format!("  {file}\n")).collect();
        let head = match &self.to {
            Some(to) => format!("{id} {version} has been prepared in {}:\n{files}", to.display()),
            None => format!(
                "{id} {version} is ready to publish. Clone the registry's repository, then run this command again \
                 with `--to CLONE`. It will write:\n{files}"
            ),
        };
        format!(
            "{head}\nCommit these files to a branch and open a pull request. CI then runs `grognard registry build`, \
             which tries out the pack. You can run the same commands first:\n\n  grognard check --strict {id}\n  \
             grognard test {id}\n  grognard mods info {id}\n\nDo not edit `registry.json`: the maintainers update \
             and sign it when they merge.\n"
        )
    }
}
