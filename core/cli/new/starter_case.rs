//! The test written for a new mod. It uses a position in which the battle asks a question without rolling dice, so that
//! the case is easy to read.

use super::skeleton::{self, Placeholders, Skeleton};
use super::starter_change::StarterChange;
use crate::failure::Failure;
use grognard_engine::content::Content;
use grognard_engine::sequence::Phase;
use grognard_suite::{self, CaseOutcome};
use std::fmt::Write;
use std::path::PathBuf;

/// Maximum number of phases tried.
const MAX_PHASES: usize = 40;

/// The two blocks of a case.
#[derive(Clone)]
pub struct StarterCase {
    /// The lines of the `given` block.
    pub given: String,
    /// The lines of the `then` block.
    pub then: String,
}

impl StarterCase {
    /// Returns cases that may show a change, simplest first.
    pub fn all(change: &StarterChange, content: &Content) -> Vec<StarterCase> {
        let value = format!("value {} = {}\n", change.at, change.after);
        let with_unit = change.unit.iter().map(|(given, then)| (given.as_str(), then.as_str()));
        let ways: Vec<(&str, &str)> = with_unit.chain([("", value.as_str())]).collect();
        let phases: Vec<String> = std::iter::once(String::new()).chain(phases(content)).take(MAX_PHASES).collect();
        let case = |(given, then): &(&str, &str), phase: &String| StarterCase {
            given: format!("{phase}{given}"),
            then: (*then).to_owned(),
        };
        ways.iter().flat_map(|way| phases.iter().map(move |phase| case(way, phase))).collect()
    }

    /// Returns the first case that passes with the new mod, which is written to a temporary folder for this trial.
    pub fn first_to_pass(
        all: Vec<StarterCase>,
        files: &[(String, String)],
        words: &Placeholders,
        roots: &[PathBuf],
    ) -> Result<Option<StarterCase>, Failure> {
        let folder = tempfile::tempdir().map_err(Failure::file(&tempfile::env::temp_dir()))?;
        let mut pack = Skeleton::new(folder.path().join("mods/new"));
        pack.fill(files, words, str::to_owned)?;
        skeleton::write(&[pack])?;
        let word = |name: &str| words.get(name).map(String::as_str).unwrap_or_default();
        let mut text = format!("# {} {}\n", word("rule"), word("title"));
        for (number, StarterCase { given, then }) in all.iter().enumerate() {
            let (scenario, id) = (word("scenario"), word("id"));
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "\n## {number}\n```given\nscenario {scenario}\nmod {id}\n{given}```\n```then\n{then}```\n"
            );
        }
        let roots: Vec<PathBuf> = std::iter::once(folder.path().to_owned()).chain(roots.iter().cloned()).collect();
        let report = grognard_suite::run_text(&roots, "mod.md", &text);
        if !report.problems.is_empty() {
            return Err(Failure::Wrong(report.problems));
        }
        let passed = report.cases.iter().position(|case| case.outcome == CaseOutcome::Passed);
        Ok(passed.and_then(|at| all.into_iter().nth(at)))
    }
}

/// Returns a `phase` line for each phase of the set-up or the first turn, except phases with the same name as another
/// of them.
fn phases(content: &Content) -> impl Iterator<Item = String> {
    let sequence = &content.sequence;
    let all: Vec<&Phase> = sequence.setup.iter().chain(sequence.turn.iter().flat_map(|turn| &turn.phases)).collect();
    let is_one = move |name: &str, all: &[&Phase]| all.iter().filter(|phase| phase.name == name).count() == 1;
    let named: Vec<String> =
        all.iter().filter(|phase| is_one(&phase.name, &all)).map(|phase| format!("phase {}\n", phase.name)).collect();
    named.into_iter()
}
