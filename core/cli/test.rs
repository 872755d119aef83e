//! `grognard test`: rulebook suites.

use crate::failure::Failure;
use crate::screen::Screen;
use grognard_lab::suite::{self, CaseReport, Outcome, Report};
use grognard_packs::{Diagnostic, render};
use std::path::PathBuf;

/// Run rulebook suites and the tests of packs.
#[derive(clap::Args)]
pub struct Args {
    /// Only cases about the paragraph of this number, or with these letters in their name or file.
    pattern: Option<String>,
    /// Name every case, also those that pass.
    #[arg(short, long)]
    verbose: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Runs them, and fails when one fails or there is none.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let report = suite::run(roots, self.pattern.as_deref());
        if self.json {
            screen.json(&report)?;
        } else {
            screen.say(&self.describe(&report, screen))?;
        }
        if report.cases.is_empty() && report.problems.is_empty() {
            return Err(self.nothing());
        }
        if report.is_good() { Ok(()) } else { Err(Failure::Reported) }
    }

    /// A pattern with a slip of the pen must not look like success.
    fn nothing(&self) -> Failure {
        let message = match &self.pattern {
            Some(pattern) => format!("no test is about `{pattern}`"),
            None => "there are no tests".to_owned(),
        };
        Failure::usage(Diagnostic::general("E521", message).help("tests are in tests/rulebook and in the folders `tests` of packs"))
    }

    fn describe(&self, report: &Report, screen: &Screen) -> String {
        let mut text = render(&report.problems, screen.colour);
        for case in &report.cases {
            text += &match &case.outcome {
                Outcome::Passed if self.verbose => format!("passed {}\n", name(case)),
                Outcome::NotRun if self.verbose => format!("not run {}\n", name(case)),
                Outcome::Passed | Outcome::NotRun => String::new(),
                Outcome::Failed(problems) => {
                    format!("{}\n{}\n", screen.bold(&format!("FAILED {}", name(case))), render(problems, screen.colour))
                }
            };
        }
        text + &report.not_run().concat() + &report.count()
    }
}

fn name(case: &CaseReport) -> String {
    format!("{}:{} {} {}", case.file, case.line, case.paragraph, case.name)
}
