//! `grognard check`: everything that is wrong with packs.

use crate::failure::Failure;
use crate::language;
use crate::screen::Screen;
use grognard_lab::{Battle, Request};
use grognard_packs::{Diagnostic, Kind, Library, Pack, Severity};
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Check packs: load every battle they belong to and report all that is wrong.
#[derive(clap::Args)]
pub struct Args {
    /// Packs, files in them, or folders of packs; without any, every pack there is.
    paths: Vec<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// What was checked and what was found.
#[derive(Default, Serialize)]
pub struct Report {
    packs: BTreeSet<String>,
    battles: usize,
    /// All that is wrong.
    pub diagnostics: Vec<Diagnostic>,
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
        let report = Report::of(&roots, &folders);
        if self.json {
            screen.json(&report)?
        } else {
            screen.say(&report.describe(screen.colour))?
        }
        let errors = report.count(Severity::Error);
        if errors > 0 { Err(Failure::Reported) } else { Ok(()) }
    }
}

/// The folders of the packs a path means: the pack it lies in, or all below it.
fn pack_folders(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let real = path.canonicalize().map_err(Failure::file(path))?;
    if let Some(folder) = real.ancestors().find(|folder| is_pack(folder)) {
        return Ok(vec![on_a_shelf(folder)?]);
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

fn is_at(pack: &Pack, folder: &Path) -> bool {
    pack.folder.path().canonicalize().is_ok_and(|path| path == folder)
}

/// The folder of the one pack at a path.
pub fn folder_of(path: &Path) -> Result<PathBuf, Failure> {
    let real = path.canonicalize().map_err(Failure::file(path))?;
    if is_pack(&real) {
        return on_a_shelf(&real);
    }
    let error = Diagnostic::general("E506", format!("there is no pack at {}", path.display()));
    Err(Failure::usage(error.help("a pack is a folder with a file pack.toml")))
}

impl Report {
    /// Checks the packs in these folders; without any, all packs of the roots.
    pub fn of(roots: &[PathBuf], folders: &[PathBuf]) -> Report {
        let library = Library::open(roots);
        let mut report = Report::default();
        report.check_manifests(&library, folders);
        let wanted = |pack: &&Pack| folders.is_empty() || folders.iter().any(|folder| is_at(pack, folder));
        for pack in library.packs().iter().filter(wanted) {
            report.check_pack(pack, &library, roots);
        }
        report
    }

    /// Manifests that are so wrong that their packs are left out.
    fn check_manifests(&mut self, library: &Library, folders: &[PathBuf]) {
        let is_wanted = |error: &&Diagnostic| {
            let file = Path::new(&error.file).canonicalize();
            folders.is_empty() || file.is_ok_and(|file| folders.iter().any(|folder| file.starts_with(folder)))
        };
        let wrong: Vec<Diagnostic> = library.diagnostics.iter().filter(is_wanted).cloned().collect();
        self.packs.extend(wrong.iter().map(|error| error.file.clone()));
        self.add(wrong);
    }

    /// Loads every battle a pack belongs to.
    fn check_pack(&mut self, pack: &Pack, library: &Library, roots: &[PathBuf]) {
        self.packs.insert(pack.id().to_owned());
        let mods = mods_with(pack, library);
        let scenarios: Vec<&Pack> = library.scenarios().filter(|scenario| belongs(pack, scenario, library)).collect();
        if scenarios.is_empty() {
            let message = format!("`{}` belongs to no scenario that is here, so only its manifest was checked", pack.id());
            self.add(vec![Diagnostic::general("E508", message).warning()]);
        }
        let mut loaded = Vec::new();
        for scenario in scenarios {
            let request = Request { roots: roots.to_vec(), scenario: scenario.id().to_owned(), mods: mods.clone(), options: Vec::new() };
            self.battles += 1;
            match Battle::load(request) {
                Ok(_) => loaded.extend(grognard_packs::load(library, scenario.id(), &mods, &[])),
                Err(wrong) => self.add(wrong),
            }
        }
        // What is wrong with a battle comes first: its texts may not be known.
        if !loaded.is_empty() {
            self.add(grognard_lab::locale::check(library, pack, &loaded, &language::own_texts()));
        }
    }

    fn add(&mut self, found: Vec<Diagnostic>) {
        for diagnostic in found {
            if !self.diagnostics.contains(&diagnostic) {
                self.diagnostics.push(diagnostic);
            }
        }
    }

    fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    }

    fn describe(&self, colour: bool) -> String {
        let mut text = grognard_packs::render(&self.diagnostics, colour);
        if !text.is_empty() {
            text.push('\n');
        }
        let parts = [
            amount(self.packs.len(), "pack"),
            amount(self.battles, "battle"),
            amount(self.count(Severity::Error), "error"),
            amount(self.count(Severity::Warning), "warning"),
        ];
        text + &parts.join(", ")
    }
}

fn amount(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// The mods a pack is loaded with: itself, or those a translation is made for.
fn mods_with(pack: &Pack, library: &Library) -> Vec<String> {
    let is_mod = |id: &&String| library.get(id).is_some_and(|other| other.manifest.kind == Kind::Mod);
    match pack.manifest.kind {
        Kind::Mod => vec![pack.id().to_owned()],
        Kind::Translation => pack.manifest.requires.keys().filter(is_mod).cloned().collect(),
        _ => Vec::new(),
    }
}

/// Whether a pack takes part in the battles of a scenario. A mod that names scenarios is for those only.
pub fn belongs(pack: &Pack, scenario: &Pack, library: &Library) -> bool {
    match pack.manifest.kind {
        Kind::Scenario => pack.id() == scenario.id(),
        Kind::System | Kind::Library => needs(scenario, pack.id(), library),
        Kind::Mod | Kind::Translation => {
            let is_scenario = |id: &&String| library.get(id).is_some_and(|other| other.manifest.kind == Kind::Scenario);
            let named: Vec<&String> = pack.manifest.requires.keys().filter(is_scenario).collect();
            match named.is_empty() {
                true => pack.manifest.requires.keys().any(|id| needs(scenario, id, library)),
                false => named.iter().any(|id| *id == scenario.id()),
            }
        }
    }
}

/// Whether a pack needs another, directly or through others.
fn needs(pack: &Pack, id: &str, library: &Library) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![pack];
    while let Some(pack) = open.pop() {
        let all = pack.manifest.requires.keys().chain(&pack.manifest.system);
        for needed in all.filter(|needed| seen.insert(needed.as_str())) {
            open.extend(library.get(needed));
        }
    }
    seen.contains(id)
}
