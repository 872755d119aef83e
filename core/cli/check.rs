//! `grognard check`: reports all problems in packs.

use crate::deadline;
use crate::explain;
use crate::failure::Failure;
use crate::new::Sample;
use crate::pack_name::{PackNames, is_at, is_below};
use crate::roots::{self, nothing_here};
use crate::screen::{self, Screen};
use grognard_check::{CheckReport, PackChecker, TypeCheck};
use grognard_packs::{Diagnostic, Kind, Library, Pack, Severity};
use grognard_play::i18n as spoken;
use std::path::{Path, PathBuf};

/// Check packs: load every battle they belong to and report all problems.
///
/// Mods named individually are also checked in pairs for conflicts.
#[derive(clap::Args)]
pub struct Args {
    /// Packs to check: names, paths, files in packs, or folders of packs. By default, all packs found are checked;
    /// built-in packs are checked only if there are no others.
    #[arg(value_name = "PACK|PATH")]
    named: Vec<String>,
    /// Treat warnings as errors.
    #[arg(long)]
    strict: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Checks the packs; fails if there are errors.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let mut names = PackNames::new(roots);
        let named = self.named.iter().map(|text| names.folders(text)).collect::<Result<Vec<_>, _>>()?;
        // Naming a folder of packs does not mean using them all together.
        let together: Vec<PathBuf> = named.iter().filter(|folders| folders.len() == 1).flatten().cloned().collect();
        let report = look_with(names.roots(), &named.concat(), TYPES, &together);
        if report.packs.is_empty() {
            return Err(Failure::usage(nothing_here(names.roots())));
        }
        screen.report(self.json, &report, |screen| describe(&report, screen.colour))?;
        if !self.json {
            screen::advise(explain::hint(&report.diagnostics));
        }
        let warnings = if self.strict { report.count(Severity::Warning) } else { 0 };
        if report.count(Severity::Error) + warnings > 0 { Err(Failure::Reported) } else { Ok(()) }
    }
}

#[cfg(type_checker)]
const TYPES: &TypeCheck = &crate::types::check;
#[cfg(not(type_checker))]
const TYPES: &TypeCheck = &|_| Vec::new();

/// Checks the packs in `folders`, or all packs in the roots if `folders` is empty.
pub fn look(roots: &[PathBuf], folders: &[PathBuf]) -> CheckReport {
    look_with(roots, folders, TYPES, &[])
}

/// Checks packs like `look`, but without type-checking scripts: a player cannot fix the types in another author's pack.
pub fn look_but_types(roots: &[PathBuf], folders: &[PathBuf]) -> CheckReport {
    look_with(roots, folders, &|_| Vec::new(), &[])
}

/// Checks each requested pack by itself, and the mods in `together` also in pairs.
fn look_with(roots: &[PathBuf], folders: &[PathBuf], types: &TypeCheck, together: &[PathBuf]) -> CheckReport {
    let library = Library::open(roots);
    let mut checker = PackChecker::new(&library, roots, types, spoken::own_texts());
    let built_in = crate::built_in::folder();
    let skips_built_in = roots::without_built_in(roots).len() < roots.len();
    let is_searched = |path: &Path| !(skips_built_in && path.starts_with(&built_in));
    let is_asked_for = |error: &&Diagnostic| match folders {
        [] => is_searched(Path::new(&error.file)),
        _ => folders.iter().any(|folder| is_below(error, folder)),
    };
    library.diagnostics.iter().filter(is_asked_for).for_each(|error| checker.manifest(error.clone()));
    let is_wanted = |pack: &&Pack| match folders {
        [] => is_searched(pack.folder.path()),
        _ => folders.iter().any(|folder| is_at(pack, folder)),
    };
    let wanted: Vec<&Pack> = library.packs().iter().filter(is_wanted).collect();
    checker.prepare(&wanted, |id| deadline::Loading::of(format!("the pack {id}")));
    for pack in &wanted {
        deadline::looking_at(&format!("the pack {}", pack.id()));
        checker.pack(pack);
        if pack.manifest.kind == Kind::System {
            deadline::looking_at(&format!("the template of {}", pack.id()));
            template(pack, roots, types, &mut checker);
        }
    }
    let is_named = |pack: &&Pack| pack.manifest.kind.is_mod() && together.iter().any(|folder| is_at(pack, folder));
    let mods: Vec<&Pack> = wanted.into_iter().filter(is_named).collect();
    for (at, one) in mods.iter().enumerate() {
        for other in &mods[at + 1..] {
            deadline::looking_at(&format!("the packs {} and {}", one.id(), other.id()));
            checker.check_pair(one, other);
        }
    }
    checker.finish()
}

/// Checks a battle generated from a system's template. Does nothing if the system has no template.
fn template(system: &Pack, roots: &[PathBuf], types: &TypeCheck, checker: &mut PackChecker) {
    let sample = match Sample::new(system) {
        Ok(Some(sample)) => sample,
        Ok(None) => return,
        Err(failure) => return failure.diagnostics().into_iter().for_each(|error| checker.problem(error)),
    };
    let roots: Vec<PathBuf> = roots.iter().cloned().chain([sample.root().to_owned()]).collect();
    let library = Library::open(&roots);
    let mut inner = PackChecker::new(&library, &roots, types, spoken::own_texts());
    match library.get(&sample.id) {
        Some(battle) => inner.pack(battle),
        None => library.diagnostics.iter().for_each(|error| inner.problem(error.clone())),
    }
    inner.finish().diagnostics.iter().for_each(|error| checker.problem(sample.moved(error)));
}

fn describe(report: &CheckReport, colour: bool) -> String {
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
    if cfg!(not(type_checker)) {
        parts.push("types not checked".to_owned());
    }
    let elsewhere = report.elsewhere.iter().map(|(pack, errors)| {
        format!("\nalso {} in {pack}, listed by `grognard check {pack}`", amount(*errors, "error"))
    });
    text + &parts.join(", ") + &elsewhere.collect::<String>()
}

fn amount(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}
