//! `grognard check`: everything that is wrong with packs.

use crate::deadline;
use crate::failure::Failure;
use crate::new::Sample;
use crate::screen::Screen;
pub use grognard_lab::check::belongs;
use grognard_lab::check::{Checker, Report, TypeCheck};
use grognard_lab::spoken;
use grognard_packs::{Diagnostic, Kind, Library, Pack, Severity};
use std::path::{Path, PathBuf};

/// Check packs: load every battle they belong to and report all that is wrong.
///
/// Mods that are named one by one are also checked two by two: what keeps them from being used together is reported.
#[derive(clap::Args)]
pub struct Args {
    /// Packs, files in them, or folders of packs; without any, every pack there is.
    paths: Vec<PathBuf>,
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
        let folders = self.paths.iter().map(|path| pack_folders(path)).collect::<Result<Vec<_>, _>>()?.concat();
        let mut roots = roots.to_vec();
        for root in folders.iter().filter_map(|folder| folder.parent()?.parent()) {
            if roots.iter().all(|known| known.canonicalize().ok().as_deref() != Some(root)) {
                roots.push(crate::roots::relative(root));
            }
        }
        let report = look_with(&roots, &folders, TYPES, &self.named());
        if report.packs.is_empty() {
            return Err(Failure::usage(crate::roots::nothing_here(&roots)));
        }
        if self.json {
            screen.json(&report)?
        } else {
            screen.say(&describe(&report, screen.colour))?
        }
        let warnings = if self.strict { report.count(Severity::Warning) } else { 0 };
        if report.count(Severity::Error) + warnings > 0 { Err(Failure::Reported) } else { Ok(()) }
    }

    /// The packs that were named one by one, and not as all that is in a folder.
    fn named(&self) -> Vec<PathBuf> {
        self.paths.iter().filter_map(|path| around(path)).collect()
    }
}

/// The folder of the pack a path lies in.
fn around(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok()?.ancestors().find(|folder| is_pack(folder)).map(Path::to_owned)
}

/// The folders of the packs a path means: the pack it lies in, or all below it.
fn pack_folders(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let real = path.canonicalize().map_err(Failure::file(path))?;
    if let Some(folder) = around(path) {
        return Ok(vec![on_a_shelf(&folder)?]);
    }
    let shelves = crate::roots::SHELVES.iter().map(|shelf| real.join(shelf)).chain(is_shelf(&real).then(|| real.clone()));
    let below: Vec<PathBuf> = shelves.flat_map(|shelf| folders(&shelf)).filter(|folder| is_pack(folder)).collect();
    if below.is_empty() {
        let error = Diagnostic::general("E506", format!("there is no pack at {}", path.display()));
        return Err(Failure::usage(error.help("a pack is a folder with a file pack.toml")));
    }
    Ok(below)
}

fn is_shelf(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| crate::roots::SHELVES.iter().any(|shelf| name == *shelf))
}

fn is_pack(folder: &Path) -> bool {
    folder.join("pack.toml").symlink_metadata().is_ok()
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// Packs are found only where others would find them too.
fn on_a_shelf(folder: &Path) -> Result<PathBuf, Failure> {
    if folder.parent().is_some_and(is_shelf) {
        return Ok(folder.to_owned());
    }
    let error = Diagnostic::general("E507", format!("{} is not where packs are found", folder.display()));
    Err(Failure::usage(error.help("put the folder of the pack into a folder scripts, scenarios or mods")))
}

/// Whether a manifest that is wrong lies below one of the folders asked for.
fn is_below(error: &Diagnostic, folders: &[PathBuf]) -> bool {
    let file = Path::new(&error.file).canonicalize();
    folders.is_empty() || file.is_ok_and(|file| folders.iter().any(|folder| file.starts_with(folder)))
}

fn is_at(pack: &Pack, folder: &Path) -> bool {
    pack.folder.path().canonicalize().is_ok_and(|path| path == folder)
}

/// The folder of the one pack at a path, wherever that is.
pub fn folder_of(path: &Path) -> Result<PathBuf, Failure> {
    let real = path.canonicalize().map_err(Failure::file(path))?;
    if is_pack(&real) {
        return Ok(real);
    }
    let error = Diagnostic::general("E506", format!("there is no pack at {}", path.display()));
    Err(Failure::usage(error.help("a pack is a folder with a file pack.toml")))
}

/// The roots for somebody who works on the pack in a folder: it comes first, then what lies beside it on its shelves.
pub fn roots_with(folder: &Path, roots: &[PathBuf]) -> Vec<PathBuf> {
    let beside = folder.parent().filter(|parent| is_shelf(parent)).and_then(Path::parent);
    let own = std::iter::once(folder).chain(beside).map(crate::roots::relative);
    own.chain(roots.iter().cloned()).collect()
}

#[cfg(feature = "types")]
const TYPES: &TypeCheck = &crate::types::check;
#[cfg(not(feature = "types"))]
const TYPES: &TypeCheck = &|_| Vec::new();

/// Checks the packs in these folders; without any, all packs of the roots.
pub fn look(roots: &[PathBuf], folders: &[PathBuf]) -> Report {
    look_with(roots, folders, TYPES, &[])
}

/// The same, with scripts loaded and their types left alone: for packs of others, which a player cannot mend.
pub fn look_but_types(roots: &[PathBuf], folders: &[PathBuf]) -> Report {
    look_with(roots, folders, &|_| Vec::new(), &[])
}

/// Checks packs each by itself, and each two of the mods in the folders `together` as well.
fn look_with(roots: &[PathBuf], folders: &[PathBuf], types: &TypeCheck, together: &[PathBuf]) -> Report {
    let library = Library::open(roots);
    let mut checker = Checker::new(&library, roots, types, spoken::own_texts());
    library.diagnostics.iter().filter(|error| is_below(error, folders)).for_each(|error| checker.manifest(error.clone()));
    let is_wanted = |pack: &&Pack| folders.is_empty() || folders.iter().any(|folder| is_at(pack, folder));
    let wanted: Vec<&Pack> = library.packs().iter().filter(is_wanted).collect();
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
            checker.together(one, other);
        }
    }
    checker.finish()
}

/// Checks a battle made from the template of a system, if it has one.
fn template(system: &Pack, roots: &[PathBuf], types: &TypeCheck, checker: &mut Checker) {
    let sample = match Sample::new(system) {
        Ok(Some(sample)) => sample,
        Ok(None) => return,
        Err(failure) => return failure.diagnostics().into_iter().for_each(|error| checker.problem(error)),
    };
    let roots: Vec<PathBuf> = roots.iter().cloned().chain([sample.root().to_owned()]).collect();
    let library = Library::open(&roots);
    let mut inner = Checker::new(&library, &roots, types, spoken::own_texts());
    match library.get(&sample.id) {
        Some(battle) => inner.pack(battle),
        None => library.diagnostics.iter().for_each(|error| inner.problem(error.clone())),
    }
    inner.finish().diagnostics.iter().for_each(|error| checker.problem(sample.moved(error)));
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
