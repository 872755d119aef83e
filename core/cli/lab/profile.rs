//! `grognard lab profile`: measures the cost of a battle's rules.

use super::common_args::{GameArgs, between};
use super::run::{empty_report, run_with_progress, stopped_note};
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::screen::Screen;
use grognard_engine::catalogue::Catalogue;
use grognard_engine::table::Service;
use grognard_lab::profile::{FunctionProfile, Profile};
use grognard_lab::shard::Contender;
use grognard_lab::sim::SimPlan;
use grognard_play::diagnose;
use grognard_report::{Align, number, percent, table};
use std::path::PathBuf;

/// Profile the rules of a battle: time, memory and calls into the engine for each function.
///
/// Games are played one at a time and somewhat slower than usual; their results are the same.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Number of games.
    #[arg(long, default_value_t = 100, value_parser = between(1, 1_000_000), allow_negative_numbers = true)]
    games: u64,
    /// List only the N most expensive functions and methods.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..))]
    most: u16,
    /// Print JSON, with all functions and methods.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Plays the games and prints the report.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        let Contender { battle, players, .. } = self.game.load_contender(roots)?;
        let plan = SimPlan { games: self.games, seed: self.game.seed, players, service: Service::BARE };
        let profile = run_with_progress("games", self.games, |stop, done| Profile::take(&battle, &plan, stop, done));
        let profile = profile.map_err(|error| Failure::Wrong(diagnose(&[error], &battle.scripts)))?;
        screen.report(self.json, &profile, |screen| {
            self.describe(&profile, screen, &language.catalogue(roots, &battle))
        })?;
        if profile.games < self.games { Err(Failure::Interrupted) } else { Ok(()) }
    }

    fn describe(&self, profile: &Profile, screen: &Screen, catalogue: &Catalogue) -> String {
        let say = |text: &str, about: &[&str]| catalogue.say(text, about);
        if profile.games == 0 {
            return empty_report(&profile.scenario, catalogue);
        }
        let telling = ProfileText { profile, catalogue, most: usize::from(self.most) };
        let mut text = telling.summary() + &stopped_note(profile.games, self.games, catalogue);
        text += &format!("\n{}\n", screen.bold(&say("Functions, most expensive first; averages per game", &[])));
        text += &telling.functions();
        let heading = say("Calls into the engine, most frequent first; averages per game", &[]);
        text += &format!("\n{}\n", screen.bold(&heading));
        text + &telling.methods()
    }
}

/// Describes a profile in a language.
struct ProfileText<'a> {
    profile: &'a Profile,
    catalogue: &'a Catalogue,
    /// Maximum number of functions and methods listed.
    most: usize,
}

impl ProfileText<'_> {
    /// Divides a total by the number of games.
    fn per_game(&self, sum: u64) -> f64 {
        sum as f64 / self.profile.games.max(1) as f64
    }

    /// Summarises the cost of a game.
    fn summary(&self) -> String {
        let Profile { scripts, games, nanoseconds, seed, scenario, .. } = self.profile;
        let (in_scripts, engine) = (scripts.nanoseconds.saturating_sub(scripts.engine), scripts.engine);
        let elsewhere = nanoseconds.saturating_sub(scripts.nanoseconds);
        let [first, second, third] = [in_scripts, engine, elsewhere].map(|part| self.share(part, *nanoseconds));
        let milliseconds = self.number(format!("{:.2}", self.per_game(*nanoseconds) / 1e6));
        let [decisions, runs, crossings, allocations] =
            [self.profile.decisions, self.profile.runs, scripts.crossings, scripts.allocations]
                .map(|sum| format!("{:.0}", self.per_game(sum)));
        let bytes = self.number(format!("{:.1}", self.per_game(scripts.bytes) / 1000.0));
        let lines = [
            self.catalogue.say(
                "{1}: {2} {2?game|games} from seed {3}, {4} ms each",
                &[scenario, &games.to_string(), &seed.to_string(), &milliseconds],
            ),
            self.catalogue.say(
                "  {1} in scripts, {2} in the engine on their behalf, {3} in the rest of the program",
                &[&first, &second, &third],
            ),
            self.catalogue.say(
                "  {1} decisions, {2} script runs, {3} crossings and {4} allocations ({5} kB) per game",
                &[&decisions, &runs, &crossings, &allocations, &bytes],
            ),
        ];
        lines.join("\n") + "\n"
    }

    fn functions(&self) -> String {
        let all = self.profile.scripts.nanoseconds;
        let each = |sum: u64| self.decimals(self.per_game(sum));
        let row = |function: &FunctionProfile| {
            let cost = &function.cost;
            vec![
                self.share(cost.own.nanoseconds, all),
                self.share(cost.own.engine, all),
                self.share(cost.total.nanoseconds, all),
                each(cost.calls),
                each(cost.own.crossings),
                each(cost.own.allocations),
                self.decimals(self.per_game(cost.own.bytes) / 1000.0),
                self.title(function),
                format!("{}:{}", cost.file, cost.line),
            ]
        };
        let head = [
            self.catalogue.say("own", &[]),
            self.catalogue.say("in engine", &[]),
            self.catalogue.say("with calls", &[]),
            self.catalogue.say("calls", &[]),
            self.catalogue.say("crossings", &[]),
            self.catalogue.say("allocations", &[]),
            self.catalogue.say("kB", &[]),
            self.catalogue.say("function", &[]),
            String::new(),
        ];
        let right = [Align::Right; 7].into_iter().chain([Align::Left; 2]).collect::<Vec<_>>();
        let rows = self.profile.functions.iter().take(self.most).map(row);
        table(&head.each_ref().map(String::as_str), &right, rows) + &self.rest(self.profile.functions.len())
    }

    /// Returns the name of a function with its paragraphs: `combat.column (9.2)`.
    fn title(&self, function: &FunctionProfile) -> String {
        let name = function.cost.name.clone().unwrap_or_else(|| self.catalogue.say("anonymous function", &[]));
        if function.paragraphs.is_empty() { name } else { format!("{name} ({})", function.paragraphs.join(", ")) }
    }

    fn methods(&self) -> String {
        let rows = self.profile.methods.iter().take(self.most).map(|method| {
            let one = method.nanoseconds as f64 / method.calls.max(1) as f64;
            let name = match method.owner == "a set" {
                true => self.catalogue.say("a set: {1}", &[method.name]),
                false => format!("{}.{}", method.owner, method.name),
            };
            vec![
                self.decimals(self.per_game(method.calls)),
                format!("{one:.0} ns"),
                self.share(method.nanoseconds, self.profile.scripts.nanoseconds),
                name,
            ]
        });
        let head = [
            self.catalogue.say("calls", &[]),
            self.catalogue.say("each", &[]),
            self.catalogue.say("time", &[]),
            self.catalogue.say("method or field", &[]),
        ];
        let align = [Align::Right, Align::Right, Align::Right, Align::Left];
        table(&head.each_ref().map(String::as_str), &align, rows) + &self.rest(self.profile.methods.len())
    }

    fn rest(&self, all: usize) -> String {
        let more =
            || self.catalogue.say("and {1} more; list more with --most", &[&(all - self.most).to_string()]) + "\n";
        if all > self.most { more() } else { String::new() }
    }

    fn share(&self, part: u64, of: u64) -> String {
        percent(part as f64 / of.max(1) as f64, self.catalogue)
    }

    /// Formats numbers below 100 with one decimal place, larger numbers without.
    fn decimals(&self, value: f64) -> String {
        if value < 100.0 { self.number(format!("{value:.1}")) } else { format!("{value:.0}") }
    }

    fn number(&self, written: String) -> String {
        number(&written, self.catalogue)
    }
}
