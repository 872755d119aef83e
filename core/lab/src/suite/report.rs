//! What came of running suites.

use grognard_packs::{Diagnostic, render};
use serde::Serialize;
use std::fmt;

/// How a case went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Everything that was expected holds.
    Passed,
    /// Something does not, or the case cannot be understood.
    Failed(Vec<Diagnostic>),
}

/// A case and how it went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CaseReport {
    /// The file.
    pub file: String,
    /// The line of its heading, from 1.
    pub line: usize,
    /// The paragraph it is about.
    pub paragraph: String,
    /// Its name: the subject of the paragraph and the heading of the case.
    pub name: String,
    /// How it went.
    pub outcome: Outcome,
}

/// The cases of all suites that were run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The cases, by file and line.
    pub cases: Vec<CaseReport>,
    /// What is wrong outside of cases: files that cannot be read, blocks under no heading, battles that cannot be loaded.
    pub problems: Vec<Diagnostic>,
}

impl Report {
    /// The cases that failed.
    pub fn failed(&self) -> impl Iterator<Item = &CaseReport> {
        self.cases.iter().filter(|case| case.outcome != Outcome::Passed)
    }

    /// Whether all cases passed and all files could be read.
    pub fn is_good(&self) -> bool {
        self.problems.is_empty() && self.failed().next().is_none()
    }
}

impl fmt::Display for CaseReport {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}:{} {} {}", self.file, self.line, self.paragraph, self.name)?;
        match &self.outcome {
            Outcome::Passed => Ok(()),
            Outcome::Failed(problems) => write!(out, "\n{}", render(problems, false)),
        }
    }
}

/// The cases that failed, with their reasons, and a count.
impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        if !self.problems.is_empty() {
            writeln!(out, "{}", render(&self.problems, false))?;
        }
        for case in self.failed() {
            writeln!(out, "{case}")?;
        }
        let failed = self.failed().count();
        write!(out, "{} cases, {failed} failed", self.cases.len())
    }
}
