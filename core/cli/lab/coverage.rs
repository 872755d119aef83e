//! `grognard lab coverage`: lists the lines of scripts that are never run.

use super::common_args::{GameArgs, between};
use super::run::{may_write, run_with_progress, stopped_note};
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::screen::{Screen, complain};
use grognard_engine::catalogue::Catalogue;
use grognard_engine::table::Service;
use grognard_lab::shard::Contender;
use grognard_lab::sim::SimPlan;
use grognard_play::atomic_file;
use grognard_play::diagnose;
use grognard_report::number;
use grognard_suite::line_coverage::{FileCoverage, LineCoverage, Stretch};
use serde::Serialize;
use std::path::PathBuf;

/// List script lines that are never run in games: lines of a battle, its mods and its libraries.
///
/// Only lines inside functions count; other code runs when a script is loaded.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Number of games.
    #[arg(long, default_value_t = 100, value_parser = between(0, 1_000_000), allow_negative_numbers = true)]
    games: u64,
    /// Also count lines run by rulebook cases for battles of the same system.
    #[arg(long)]
    cases: bool,
    /// Also write the coverage of all lines to this file in lcov format, which editors can display.
    #[arg(long, value_name = "FILE")]
    lcov: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The result.
#[derive(Serialize)]
struct LineReport<'a> {
    scenario: &'a str,
    rules_hash: &'a str,
    games: u64,
    /// The number of cases run; `None` without `--cases`.
    cases: Option<usize>,
    lines: usize,
    ran: usize,
    files: Vec<FileCoverage>,
}

impl Args {
    /// Plays the games and prints the report.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        may_write(&[], None, &[self.lcov.as_deref()])?;
        let contender = self.game.load_contender(roots)?;
        let battle = &contender.battle;
        let mut lines = LineCoverage::new(battle);
        let games = self.play(&contender, &mut lines)?;
        let cases = self.cases.then(|| cases(&mut lines, &battle.request.roots));
        if let Some(path) = &self.lcov {
            atomic_file::write(path, lines.lcov()).map_err(Failure::file(path))?;
        }
        let files = lines.files();
        let [all, ran] = [|file: &FileCoverage| file.lines, |file: &FileCoverage| file.ran]
            .map(|count| files.iter().map(count).sum());
        let (scenario, rules_hash) = (battle.content.id.as_str(), battle.lock.rules_hash.as_str());
        let found = LineReport { scenario, rules_hash, games, cases, lines: all, ran, files };
        if self.json {
            screen.json(&found)?;
        } else {
            let catalogue = language.catalogue(roots, battle);
            let text = found.describe(&CoverageText { screen, catalogue: &catalogue })
                + &stopped_note(games, self.games, &catalogue);
            screen.say(&text)?;
        }
        if games < self.games { Err(Failure::Interrupted) } else { Ok(()) }
    }

    fn play(&self, contender: &Contender, lines: &mut LineCoverage) -> Result<u64, Failure> {
        let players = contender.players.clone();
        let plan = SimPlan {
            games: self.games,
            seed: self.game.seed,
            players,
            service: Service { log: true, ..Service::BARE },
        };
        let played = run_with_progress("games", self.games, |stop, done| lines.play(&plan, stop, done));
        played.map_err(|error| Failure::Wrong(diagnose(&[error], &contender.battle.scripts)))
    }
}

/// Runs the cases and returns their number. Only the number of failures is reported, since this is not a test run.
fn cases(lines: &mut LineCoverage, roots: &[PathBuf]) -> usize {
    let report = lines.cases(roots);
    if !report.is_good() {
        complain(|_| format!("cases: {}; see `grognard test` for details", report.count()));
    }
    report.cases.len()
}

impl LineReport<'_> {
    fn describe(&self, telling: &CoverageText) -> String {
        let mut text: String = self.files.iter().map(|file| telling.file(file)).collect();
        let [lines, ran, games] = [self.lines as u64, self.ran as u64, self.games].map(|count| count.to_string());
        let share = share(self.ran, self.lines, telling.catalogue);
        text += &match self.cases {
            Some(cases) => {
                let about = [self.scenario, &*lines, &*ran, &*share, &*games, &*cases.to_string()];
                telling.catalogue.say(
                    "{1}: {3} of {2} lines in functions were run ({4}) in {5} {5?game|games} and {6} {6?case|cases}",
                    &about,
                )
            }
            None => {
                let about = [self.scenario, &*lines, &*ran, &*share, &*games];
                telling.catalogue.say("{1}: {3} of {2} lines in functions were run ({4}) in {5} {5?game|games}", &about)
            }
        };
        text + "\n"
    }
}

fn share(ran: usize, lines: usize, catalogue: &Catalogue) -> String {
    // Only full coverage is shown as 100 %.
    let hundredths = (1000 * ran).checked_div(lines).unwrap_or(1000);
    number(&format!("{}.{} %", hundredths / 10, hundredths % 10), catalogue)
}

/// Describes coverage in the chosen language.
struct CoverageText<'a> {
    screen: &'a Screen,
    catalogue: &'a Catalogue,
}

impl CoverageText<'_> {
    fn file(&self, file: &FileCoverage) -> String {
        let (name, lines) = (self.screen.bold(&file.file), file.lines.to_string());
        if file.ran == 0 {
            return format!("{name}  {}\n", self.catalogue.say("none of {1} lines", &[&lines]));
        }
        let mut text = format!(
            "{name}  {}\n",
            self.catalogue.say(
                "{1}, {2} of {3} lines",
                &[&share(file.ran, file.lines, self.catalogue), &file.ran.to_string(), &lines]
            )
        );
        file.never.iter().for_each(|stretch| text += &self.line(stretch));
        text
    }

    fn line(&self, stretch: &Stretch) -> String {
        let range = if stretch.from == stretch.to {
            stretch.from.to_string()
        } else {
            format!("{}-{}", stretch.from, stretch.to)
        };
        let name = stretch.function.clone().unwrap_or_else(|| self.catalogue.say("anonymous function", &[]));
        let paragraphs =
            if stretch.paragraphs.is_empty() { String::new() } else { format!(" ({})", stretch.paragraphs.join(", ")) };
        let called = if stretch.never_called {
            self.screen.warn(&self.catalogue.say(", never called", &[]))
        } else {
            String::new()
        };
        format!("  {range:<9} {name}{paragraphs}{called}: {}\n", self.screen.dim(&stretch.source))
    }
}
