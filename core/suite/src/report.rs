//! The results of running suites.

use super::page::FORM;
use grognard_packs::{Diagnostic, render};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// The result of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaseOutcome {
    /// All expectations hold.
    Passed,
    /// An expectation failed, or the case is malformed.
    Failed(Vec<Diagnostic>),
    /// The battle cannot be loaded. The report states the reason only once, however many cases use the battle.
    NotRun,
}

/// A case and its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CaseReport {
    /// The file.
    pub file: String,
    /// The line of the heading, from 1.
    pub line: usize,
    /// The paragraph that the case tests.
    pub paragraph: String,
    /// The name of the case: the subject of the paragraph and the heading of the case.
    pub name: String,
    /// The hash of the rules; `None` if the battle is unknown or cannot be loaded.
    pub rules_hash: Option<String>,
    /// The result of the case.
    pub outcome: CaseOutcome,
}

/// The cases of all suites.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SuiteReport {
    /// The cases, by file and line.
    pub cases: Vec<CaseReport>,
    /// Problems outside cases: files that cannot be read, blocks without a heading, battles that cannot be loaded.
    pub problems: Vec<Diagnostic>,
}

impl SuiteReport {
    /// Returns the cases that failed.
    pub fn failures(&self) -> impl Iterator<Item = &CaseReport> {
        self.cases.iter().filter(|case| matches!(case.outcome, CaseOutcome::Failed(_)))
    }

    /// Returns the number of malformed cases and files, which count as failed because nothing in them was tested.
    fn misread(&self) -> usize {
        self.problems.iter().filter(|problem| problem.code == FORM).count()
    }

    /// Returns a line for each file with cases that could not be run, with the number of those cases.
    pub fn not_run(&self) -> Vec<String> {
        let mut files: BTreeMap<&str, usize> = BTreeMap::new();
        for case in self.cases.iter().filter(|case| case.outcome == CaseOutcome::NotRun) {
            *files.entry(case.file.as_str()).or_default() += 1;
        }
        let line = |(file, count): (&str, usize)| {
            let cases = if count == 1 { "case" } else { "cases" };
            format!("not run, since the battle cannot be loaded: {count} {cases} in {file}\n")
        };
        files.into_iter().map(line).collect()
    }

    /// Returns the number of cases by result: `3 passed, 1 failed`, and the number not run, if any.
    pub fn count(&self) -> String {
        let not_run = self.cases.iter().filter(|case| case.outcome == CaseOutcome::NotRun).count();
        let failed = self.failures().count();
        let passed = self.cases.len() - failed - not_run;
        let rest = if not_run > 0 { format!(", {not_run} not run") } else { String::new() };
        format!("{passed} passed, {} failed{rest}", failed + self.misread())
    }

    /// Returns whether all cases passed and there were no problems outside cases.
    pub fn is_good(&self) -> bool {
        self.problems.is_empty() && self.cases.iter().all(|case| case.outcome == CaseOutcome::Passed)
    }
}

impl fmt::Display for CaseReport {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}:{} {} {}", self.file, self.line, self.paragraph, self.name)?;
        match &self.outcome {
            CaseOutcome::Passed => Ok(()),
            CaseOutcome::NotRun => write!(out, "\nnot run: its battle cannot be loaded"),
            CaseOutcome::Failed(problems) => write!(out, "\n{}", render(problems, false)),
        }
    }
}

/// Prints the problems outside cases, the failed cases with their reasons, and a count.
impl fmt::Display for SuiteReport {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        if !self.problems.is_empty() {
            writeln!(out, "{}", render(&self.problems, false))?;
        }
        for case in self.failures() {
            writeln!(out, "{case}")?;
        }
        self.not_run().iter().try_for_each(|line| out.write_str(line))?;
        let failed = self.cases.iter().filter(|case| case.outcome != CaseOutcome::Passed).count();
        write!(out, "{} cases, {} failed", self.cases.len() + self.misread(), failed + self.misread())
    }
}
