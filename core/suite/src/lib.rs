//! Tests rules: rulebook suites in Markdown, conformance of a system, and coverage of rules and rulebooks.
//!
//! A rulebook suite contains tests that read like the rulebook. They are written in Markdown, so no programming is
//! needed.
//!
//! A heading is the name of a case. A number at its start (`9.2`, or `A2` and `G3.1` in rulebooks with lettered
//! series), or at the start of a heading above, is the paragraph tested. Three kinds of fenced blocks follow it:
//! `given` sets the battle, the point in the sequence of play and the position; a `given` under a heading without
//! `then` applies to all cases below that heading. `when` has a question and an answer on each line. `then` lists
//! expectations. A case may continue with further `when` and `then` blocks.
//!
//! ````markdown
//! # 9.2 Terrain
//!
//! ## A city behind a river costs two columns
//! ```given
//! scenario river-war
//! phase Blue combat
//! units
//!   blue tank-corps 12-6 "XXIV" at 1003
//!   XL reduced at 1002
//!   red army 5-4 "1st Army" reduced at 1103
//! ```
//! ```when
//! target: 1103
//! attackers: XXIV, XL
//! target: stop
//! dice 1
//! stubborn: take a loss
//! ```
//! ```then
//! 1st Army eliminated
//! asked blue combat.advance
//! ```
//! ````
//!
//! An answer is checked strictly against the pending question; forced answers may be left out. The dice of a `when`
//! block are rolled in order, wherever they are in the block; a die that is rolled but not given is an error, and so is
//! a die that is given but not rolled. `draw` does the same for units drawn at random. Lines that begin with `#` are
//! comments.
//!
//! | block | lines |
//! |---|---|
//! | `given` | `scenario river-war`, `mod …`, `option k = v`, `turn 3`, `phase Blue combat`, `dice 3 5`, `draw XXIV, XL` |
//! | `given` | `units`, and indented below it all units on the map: `XXIV at 1003`, `XXIV reduced at 1003`, `XXIV with 1 steps at 1003`, `XXIV eliminated`; side, type and numbers may precede the name, and are compared with the counter |
//! | `given`, `then` | `control 1103, 1107 blue`, `variable rain = 1`, `number XXIV reduced-on = 2`, `word XXIV order = march`, `word XXIV plot = ahead, left` (of a unit or a space), `mark XXIV entrenched`, `unmarked XXIV entrenched`, `hidden XXIV from red`, `shown XXIV to red` |
//! | `when` | `combat.target: 10`, `target: 1103`, `blue target: 10`, `attackers: XXIV, XL`, `attackers: all`, `path: 0405-0406`, `unit: stop`, `share: XXIV x 2, XL x 1`, `dice 4`, `draw XXIV` |
//! | `then` | any of `XXIV at 1003`, `XXIV full`, `XXIV reduced`, `XXIV eliminated`, `XXIV off map`, `1103 empty` |
//! | `then` | `asked red combat.stubborn`, `asked nobody` (the phase is over), `phase Red replacements`, `turn 2` |
//! | `then` | `offered 0604, 0703`, `offered exactly …`, `not offered 0703 (8.3): must stop` (the paragraph and the words of the reason) |
//! | `then` | `odds 1103: 16:5 = 3:1, -1 river (9.2) -> 2:1`, `odds 1103 by XXIV, XL: …` |
//! | `then` | `log 9.0 "is eliminated"`, `no log "is eliminated"`, `chart crt 3: EX, EX, DR, EX, DRL, DE`, `no dice rolled`, `blue wins`, `draw`, `blue wins 5.0 "holds the town"` |
//! | `then` | `value units.unit["XXIV"].strength = [12, 6]`: a value in the pack files after patching |

#![forbid(unsafe_code)]

mod answer;
mod case_game;
mod check;
pub mod conformance;
mod fact;
mod given;
pub mod line_coverage;
mod markdown;
mod names;
mod page;
pub mod paragraph_coverage;
mod position;
mod report;
mod runner;
mod scope;
mod then;
mod tokens;
mod trace;
pub mod transcript;
mod unit_line;
mod when;

pub use report::{CaseOutcome, CaseReport, SuiteReport};
pub use scope::CaseScope;
pub use trace::{ParagraphTrace, trace};
pub use unit_line::counter_properties;

use grognard_packs::source::Folder;
use grognard_packs::{Diagnostic, Kind, Library};
use grognard_script::{FileLines, Instrumentation, ScriptFile};
use markdown::PageSection;
use page::{FORM, Page};
use runner::Runner;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Runs the selected cases of the suites below these roots: in `tests/rulebook`, its subfolders, and the `tests` folder
/// of every pack that no pack in another root replaces. If several roots have a suite with the same path, the one in
/// the first of them is run.
pub fn run(roots: &[PathBuf], scope: &CaseScope) -> SuiteReport {
    run_below(roots, roots, scope)
}

/// Runs the selected cases of the suites below `suite_roots`, with the packs below `roots`.
pub fn run_below(suite_roots: &[PathBuf], roots: &[PathBuf], scope: &CaseScope) -> SuiteReport {
    run_with(&mut Runner::new(roots), suite_roots, scope)
}

/// The number of runs of each line in a battle's scripts, with the scripts.
pub(crate) type LineCounts = (Vec<FileLines>, Arc<[ScriptFile]>);

/// Runs the cases about battles of a system, and records which lines of their scripts are run.
pub(crate) fn run_noting(roots: &[PathBuf], system: &str) -> (SuiteReport, Vec<LineCounts>) {
    let mut runner = Runner::new(roots);
    (runner.note, runner.system) = (Instrumentation::Lines, Some(system.to_owned()));
    let mut report = run_with(&mut runner, roots, &CaseScope::All);
    report.cases.retain(|case| case.outcome != CaseOutcome::NotRun);
    (report, runner.line_counts())
}

/// Runs the cases of a suite given as a string. `name` is its file name in messages.
pub fn run_text(roots: &[PathBuf], name: &str, text: &str) -> SuiteReport {
    let page = Page { name: name.to_owned(), path: PathBuf::new(), text: text.into() };
    let (sections, problems) = markdown::read(&page);
    let mut report = SuiteReport { problems, ..SuiteReport::default() };
    let mut runner = Runner::new(roots);
    report.cases = sections.iter().map(|section| case(&mut runner, &page, section)).collect();
    report.problems.append(&mut runner.broken);
    report
}

fn run_with(runner: &mut Runner, suite_roots: &[PathBuf], scope: &CaseScope) -> SuiteReport {
    let mut report = SuiteReport::default();
    for (page, sections) in read(suite_roots, &runner.library, &mut report.problems) {
        let wanted = |section: &&PageSection| scope.holds(&page, section, &runner.library);
        let wanted: Vec<&PageSection> = sections.iter().filter(wanted).collect();
        report.cases.extend(wanted.iter().map(|section| case(runner, &page, section)));
    }
    report.problems.append(&mut runner.broken);
    report
}

/// Runs one case.
fn case(runner: &mut Runner, page: &Page, section: &PageSection) -> CaseReport {
    let (outcome, rules_hash) = runner.run(page, section);
    CaseReport {
        file: page.name.clone(),
        line: section.line,
        paragraph: section.paragraph.clone(),
        name: section.name.clone(),
        rules_hash,
        outcome,
    }
}

/// Returns every suite with its cases, except those of packs that other packs replace.
fn read(roots: &[PathBuf], library: &Library, problems: &mut Vec<Diagnostic>) -> Vec<(Page, Vec<PageSection>)> {
    let mut suites = Vec::new();
    let (mut places, mut known) = (BTreeSet::new(), BTreeSet::new());
    let suites_of =
        |root: &PathBuf| suites_below(root).into_iter().map(|path| (root.clone(), path)).collect::<Vec<_>>();
    let is_used = |path: &Path| !path.ancestors().nth(2).is_some_and(|pack| library.is_replaced(pack));
    for (root, path) in roots.iter().flat_map(suites_of).filter(|(_, path)| is_used(path)) {
        let place = path.strip_prefix(root).map(Path::to_owned).ok();
        if !known.insert(path.canonicalize().ok()) || !places.insert(place) {
            continue;
        }
        let name = grognard_packs::source::display_path(&path);
        match text_of(&path) {
            Ok(text) => {
                let page = Page { name, path: path.clone(), text: text.into() };
                let (sections, mut wrong) = markdown::read(&page);
                problems.append(&mut wrong);
                suites.push((page, sections));
            }
            Err(error) => problems.push(Diagnostic::file(FORM, name, format!("the suite cannot be read: {error}"))),
        }
    }
    suites
}

/// Returns the text of a suite. A suite in a pack obeys the rules for pack files: no links out of the pack, and a
/// maximum size.
fn text_of(path: &Path) -> Result<String, String> {
    let (Some(pack), Some(name)) = (path.parent().and_then(Path::parent), path.file_name()) else {
        return Err("it does not exist".to_owned());
    };
    let name = name.to_string_lossy();
    let (folder, name) = match pack.join("pack.toml").exists() {
        true => (pack, format!("tests/{name}")),
        false => (path.parent().unwrap_or(pack), name.into_owned()),
    };
    let folder = Folder::open(folder).map_err(|error| error.to_string())?;
    let source = folder.read(&name).map_err(|error| error.to_string())?;
    Ok(source.text.clone())
}

fn suites_below(root: &Path) -> Vec<PathBuf> {
    let packs = Kind::FOLDERS.iter().flat_map(|kind_folder| entries(&root.join(kind_folder)));
    let rulebook = root.join("tests/rulebook");
    let below = entries(&rulebook).into_iter().filter(|path| path.is_dir());
    let folders = packs.map(|pack| pack.join("tests")).chain([rulebook]).chain(below);
    let is_suite = |path: &PathBuf| path.is_file() && path.extension().is_some_and(|end| end == "md");
    // A root may also be a pack folder itself.
    let own = root.join("pack.toml").exists().then(|| root.join("tests"));
    folders.chain(own).flat_map(|folder| entries(&folder)).filter(is_suite).collect()
}

/// Returns the entries of a folder, sorted by name.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut all: Vec<PathBuf> = all.map(|entry| entry.path()).collect();
    all.sort();
    all
}
