//! `grognard test`: runs rulebook suites, or random games that are checked.

use crate::conformance::ConformanceArgs;
use crate::failure::Failure;
use crate::pack_name::PackNames;
use crate::roots;
use crate::screen::Screen;
use grognard_packs::{Diagnostic, Kind, render};
use grognard_suite::{self, CaseOutcome, CaseReport, CaseScope, SuiteReport};
use std::path::{Path, PathBuf};

/// Run rulebook suites and pack tests, or check random games.
#[derive(clap::Args)]
pub struct Args {
    /// Run only the cases that match a pack (id, part of the id after the dot, or path), a paragraph number, or text in
    /// their name or file name. By default, all cases run; those of built-in packs run only if no other packs are
    /// found.
    #[arg(value_name = "PACK|PATTERN")]
    pattern: Option<String>,
    /// List every case, including those that pass.
    #[arg(short, long)]
    verbose: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    conformance: ConformanceArgs,
}

impl Args {
    /// Runs the cases or plays the games; fails if a case fails, there are none, or a game violates an invariant.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        if let Some(scenario) = self.conformance.scenario() {
            return self.conformance.run(roots, scenario, self.json, screen);
        }
        let mut names = PackNames::new(roots);
        let scope = self.scope(&mut names)?;
        let suite_roots = match scope {
            CaseScope::All => roots::without_built_in(names.roots()),
            _ => names.roots().to_vec(),
        };
        let report = grognard_suite::run_below(&suite_roots, names.roots(), &scope);
        if report.cases.is_empty() && report.problems.is_empty() {
            return Err(nothing(&scope, &names));
        }
        screen.report(self.json, &report, |screen| self.describe(&report, screen))?;
        if report.is_good() { Ok(()) } else { Err(Failure::Reported) }
    }

    /// Returns whether the command itself shows what it is doing.
    pub fn shows_progress(&self) -> bool {
        self.conformance.scenario().is_some()
    }

    /// Returns the scope of cases to run. An argument that is neither the name nor the path of a pack is a pattern.
    fn scope(&self, names: &mut PackNames) -> Result<CaseScope, Failure> {
        let Some(text) = &self.pattern else { return Ok(CaseScope::All) };
        let name = if names.is_path(text) && !Path::new(text).exists() { text.clone() } else { names.name(text)? };
        let library = names.library();
        match library.knows(&name) {
            true => Ok(CaseScope::Pack(library.find_any(&Kind::ALL, &name).map_err(Failure::usage)?.id().to_owned())),
            false => Ok(CaseScope::Letters(name)),
        }
    }

    fn describe(&self, report: &SuiteReport, screen: &Screen) -> String {
        let mut text = render(&report.problems, screen.colour);
        for case in &report.cases {
            text += &match &case.outcome {
                CaseOutcome::Passed if self.verbose => format!("passed {}\n", name(case)),
                CaseOutcome::NotRun if self.verbose => format!("not run {}\n", name(case)),
                CaseOutcome::Passed | CaseOutcome::NotRun => String::new(),
                CaseOutcome::Failed(problems) => {
                    format!("{}\n{}\n", screen.bold(&format!("FAILED {}", name(case))), render(problems, screen.colour))
                }
            };
        }
        text + &report.not_run().concat() + &report.count()
    }
}

/// Creates the error shown if no case matches: a pattern with a typo must not look like success.
fn nothing(scope: &CaseScope, names: &PackNames) -> Failure {
    let error = |message: String| Diagnostic::general("E521", message);
    let where_tests_are = "tests are in tests/rulebook and in the `tests` folders of packs";
    Failure::usage(match scope {
        CaseScope::All => error("there are no tests".to_owned()).help(where_tests_are),
        CaseScope::Pack(id) => error(format!("`{id}` has no tests")).help(where_tests_are),
        CaseScope::Letters(letters) => {
            let library = names.library();
            let known: Vec<&str> = library.packs().iter().flat_map(|pack| [pack.short(), pack.id()]).collect();
            let error = error(format!("no pack or test matches `{letters}`")).suggest(letters, known);
            if error.help.is_some() { error } else { error.help(where_tests_are) }
        }
    })
}

fn name(case: &CaseReport) -> String {
    format!("{}:{} {} {}", case.file, case.line, case.paragraph, case.name)
}
