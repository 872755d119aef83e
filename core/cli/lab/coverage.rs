//! `grognard lab coverage`: the lines of scripts that are never run.

use super::played::Played;
use super::run::{may_write, watched};
use crate::failure::Failure;
use crate::screen::{Screen, complain};
use grognard_engine::table::Service;
use grognard_lab::diagnose;
use grognard_lab::lines::{FileCoverage, Lines, Stretch};
use grognard_lab::shard::Contender;
use grognard_lab::sim::Plan;
use serde::Serialize;
use std::path::PathBuf;

/// Tell which lines of the scripts of a battle are never run in games, those of its mods and of what systems share included.
///
/// Only lines within functions count: what stands outside of them runs when scripts are loaded.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    played: Played,
    /// How many games.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    games: u64,
    /// Count what the cases of rulebooks run as well: those about battles of the same system.
    #[arg(long)]
    cases: bool,
    /// Write all lines to this file too, in the form of lcov, which editors show beside the text.
    #[arg(long, value_name = "FILE")]
    lcov: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// What was found.
#[derive(Serialize)]
struct Found<'a> {
    scenario: &'a str,
    rules_hash: &'a str,
    games: u64,
    /// Cases that were run; nothing where they were not asked for.
    cases: Option<usize>,
    lines: usize,
    ran: usize,
    files: Vec<FileCoverage>,
}

impl Args {
    /// Plays, and tells.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        may_write(&[self.lcov.as_deref()])?;
        let contender = self.played.alone(roots)?;
        let battle = &contender.battle;
        let mut lines = Lines::new(battle);
        let games = self.play(&contender, &mut lines)?;
        let cases = self.cases.then(|| cases(&mut lines, roots));
        if let Some(path) = &self.lcov {
            std::fs::write(path, lines.lcov()).map_err(Failure::file(path))?;
        }
        let files = lines.files();
        let [all, ran] = [|file: &FileCoverage| file.lines, |file: &FileCoverage| file.ran].map(|count| files.iter().map(count).sum());
        let (scenario, rules_hash) = (battle.content.id.as_str(), battle.lock.rules_hash.as_str());
        let found = Found { scenario, rules_hash, games, cases, lines: all, ran, files };
        if self.json {
            screen.json(&found)?;
        } else {
            screen.say(&found.describe(screen))?;
        }
        if games < self.games { Err(Failure::Interrupted) } else { Ok(()) }
    }

    fn play(&self, contender: &Contender, lines: &mut Lines) -> Result<u64, Failure> {
        let players = contender.players.clone();
        let plan = Plan { games: self.games, seed: self.played.seed, players, service: Service { log: true, ..Service::BARE } };
        let played = watched(self.games, |stop, done| lines.play(&plan, stop, done));
        played.map_err(|error| Failure::Wrong(diagnose(&[error], &contender.battle.scripts)))
    }
}

/// Runs the cases; what they test is not the matter here, so that a case that fails is only counted.
fn cases(lines: &mut Lines, roots: &[PathBuf]) -> usize {
    let report = lines.cases(roots);
    if !report.is_good() {
        complain(|_| format!("cases: {}; `grognard test` tells more", report.count()));
    }
    report.cases.len()
}

impl Found<'_> {
    fn describe(&self, screen: &Screen) -> String {
        let mut text: String = self.files.iter().map(|file| describe(file, screen)).collect();
        let cases = self.cases.map_or_else(String::new, |cases| format!(" and {cases} cases"));
        text += &format!(
            "{}: of {} lines in functions {} were run ({}) in {} games{cases}\n",
            self.scenario,
            self.lines,
            self.ran,
            share(self.ran, self.lines),
            self.games
        );
        text
    }
}

fn share(ran: usize, lines: usize) -> String {
    // A hundred is said of all lines only.
    let hundredths = (1000 * ran).checked_div(lines).unwrap_or(1000);
    format!("{}.{} %", hundredths / 10, hundredths % 10)
}

fn describe(file: &FileCoverage, screen: &Screen) -> String {
    if file.ran == 0 {
        return format!("{}  nothing of its {} lines\n", screen.bold(&file.file), file.lines);
    }
    let mut text = format!("{}  {}, {} of {} lines\n", screen.bold(&file.file), share(file.ran, file.lines), file.ran, file.lines);
    file.never.iter().for_each(|stretch| text += &line(stretch, screen));
    text
}

fn line(stretch: &Stretch, screen: &Screen) -> String {
    let range = if stretch.from == stretch.to { stretch.from.to_string() } else { format!("{}-{}", stretch.from, stretch.to) };
    let name = stretch.function.as_deref().unwrap_or("a function without a name");
    let paragraphs = if stretch.paragraphs.is_empty() { String::new() } else { format!(" ({})", stretch.paragraphs.join(", ")) };
    let called = if stretch.never_called { screen.warn(", never called") } else { String::new() };
    format!("  {range:<9} {name}{paragraphs}{called}: {}\n", screen.dim(&stretch.source))
}
