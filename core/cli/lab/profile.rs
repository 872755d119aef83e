//! `grognard lab profile`: what the rules of a battle cost.

use super::played::Played;
use super::run::watched;
use super::table::{Align, table};
use crate::failure::Failure;
use crate::screen::Screen;
use grognard_engine::table::Service;
use grognard_lab::diagnose;
use grognard_lab::profile::{Priced, Profile};
use grognard_lab::shard::Contender;
use grognard_lab::sim::Plan;
use std::path::PathBuf;

/// Tell what the rules of a battle cost: time, memory and calls into the engine, function by function.
///
/// Games are played one after the other, somewhat slower than usual, and go as they always do.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    played: Played,
    /// How many games.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Tell only of so many functions and methods, the dearest.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..))]
    most: u16,
    /// Print JSON: all functions and all methods.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Plays, and tells.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let Contender { battle, players, .. } = self.played.alone(roots)?;
        let plan = Plan { games: self.games, seed: self.played.seed, players, service: Service::BARE };
        let profile = watched(self.games, |stop, done| Profile::take(&battle, &plan, stop, done));
        let profile = profile.map_err(|error| Failure::Wrong(diagnose(&[error], &battle.scripts)))?;
        if self.json {
            screen.json(&profile)?;
        } else {
            screen.say(&self.describe(&profile, screen))?;
        }
        if profile.games < self.games { Err(Failure::Interrupted) } else { Ok(()) }
    }

    fn describe(&self, profile: &Profile, screen: &Screen) -> String {
        let most = usize::from(self.most);
        let mut text = summary(profile);
        text += &format!("\n{}\n", screen.bold("Functions, the dearest first; numbers are for one game"));
        text += &functions(profile, most);
        text += &rest(profile.functions.len(), most);
        text += &format!("\n{}\n", screen.bold("What scripts ask of the engine, the most called first; calls are for one game"));
        text += &methods(profile, most);
        text + &rest(profile.methods.len(), most)
    }
}

fn rest(all: usize, most: usize) -> String {
    if all > most { format!("and {} more; --most tells of more of them\n", all - most) } else { String::new() }
}

/// What a game cost altogether.
fn summary(profile: &Profile) -> String {
    let Profile { scripts, games, nanoseconds, .. } = profile;
    let each = |sum: u64| sum as f64 / (*games).max(1) as f64;
    let (in_scripts, engine) = (scripts.nanoseconds.saturating_sub(scripts.engine), scripts.engine);
    let elsewhere = nanoseconds.saturating_sub(scripts.nanoseconds);
    let [first, second, third] = [in_scripts, engine, elsewhere].map(|part| share(part, *nanoseconds));
    format!(
        "{}: {games} games from seed {}, {:.2} ms each\n  {first} in scripts, {second} in the engine on their behalf, {third} in the rest of the program\n  \
         a game has {:.0} decisions, {:.0} runs of scripts, {:.0} crossings, {:.0} allocations of {:.1} kB together\n",
        profile.scenario,
        profile.seed,
        each(*nanoseconds) / 1e6,
        each(profile.decisions),
        each(profile.runs),
        each(scripts.crossings),
        each(scripts.allocations),
        each(scripts.bytes) / 1000.0,
    )
}

fn share(part: u64, of: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / of.max(1) as f64)
}

fn functions(profile: &Profile, most: usize) -> String {
    let all = profile.scripts.nanoseconds;
    let each = |sum: u64| decimals(sum as f64 / profile.games.max(1) as f64);
    let row = |function: &Priced| {
        let cost = &function.cost;
        vec![
            share(cost.own.nanoseconds, all),
            share(cost.own.engine, all),
            share(cost.total.nanoseconds, all),
            each(cost.calls),
            each(cost.own.crossings),
            each(cost.own.allocations),
            decimals(cost.own.bytes as f64 / 1000.0 / profile.games.max(1) as f64),
            function.title(),
            format!("{}:{}", cost.file, cost.line),
        ]
    };
    let head = ["own", "of it engine", "with calls", "calls", "crossings", "allocations", "kB", "function", ""];
    let right = [Align::Right; 7].into_iter().chain([Align::Left; 2]).collect::<Vec<_>>();
    table(&head, &right, profile.functions.iter().take(most).map(row))
}

fn methods(profile: &Profile, most: usize) -> String {
    let calls = |sum: u64| decimals(sum as f64 / profile.games.max(1) as f64);
    let rows = profile.methods.iter().take(most).map(|method| {
        let one = method.nanoseconds as f64 / method.calls.max(1) as f64;
        let name = if method.owner == "a set" { format!("a set: {}", method.name) } else { format!("{}.{}", method.owner, method.name) };
        vec![calls(method.calls), format!("{one:.0} ns"), share(method.nanoseconds, profile.scripts.nanoseconds), name]
    });
    table(&["calls", "each", "time", "method or field"], &[Align::Right, Align::Right, Align::Right, Align::Left], rows)
}

/// Small numbers with a decimal, large ones without.
fn decimals(number: f64) -> String {
    if number < 100.0 { format!("{number:.1}") } else { format!("{number:.0}") }
}
