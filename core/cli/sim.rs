//! `grognard sim`: many games at once.

use crate::battle_args::{BattleArgs, pair};
use crate::failure::Failure;
use crate::player_arg::{self, PlayerArg};
use crate::screen::Screen;
use grognard_engine::table::Service;
use grognard_lab::sim::{self, GameResult, Plan, Summary};
use grognard_lab::{AgentKind, Battle, Seat, diagnose};
use grognard_packs::{Diagnostic, Lock};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::PathBuf;

/// Let agents play many games and count who wins.
///
/// The result depends on the seed alone, not on the number of threads.
#[derive(clap::Args)]
pub struct Args {
    /// The scenario.
    scenario: String,
    /// How many games.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Who plays a side: random (unless said otherwise) or greedy; may be repeated.
    #[arg(long = "player", value_name = "SIDE=AGENT", value_parser = pair)]
    players: Vec<PlayerArg>,
    /// The seed of the first game; the next game has the next seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; one for each core unless said otherwise.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    battle: BattleArgs,
    /// Print JSON: the packs, the players, who won how often and how sure that is, and of each game its seed, winner, reason,
    /// length and last state.
    #[arg(long)]
    json: bool,
}

/// What was played and what came of it.
#[derive(Serialize)]
struct Report<'a> {
    scenario: &'a str,
    lock: &'a Lock,
    seed: u64,
    players: BTreeMap<&'a str, &'static str>,
    summary: &'a Summary,
    results: &'a [GameResult],
    /// Installed mods that were used without being named.
    #[serde(skip)]
    installed: &'a [String],
}

impl Args {
    /// Plays and reports.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let battle = self.battle.load(roots, &self.scenario)?;
        let agents = agents(&battle, &self.players)?;
        let plan = Plan { games: self.games, seed: self.seed, players: agents.clone(), service: Service::BARE };
        let results = self.play(&battle, &plan)?;
        let summary = Summary::new(&battle, &results);
        let names = battle.content.sides.iter().zip(&agents).map(|((_, side), kind)| (side, Seat::Agent(*kind).name()));
        let players: BTreeMap<&str, &'static str> = names.collect();
        let report = Report {
            scenario: &battle.content.id,
            lock: &battle.lock,
            seed: self.seed,
            players,
            summary: &summary,
            results: &results,
            installed: self.battle.unnamed(&battle),
        };
        if self.json { screen.json(&report) } else { screen.say(&report.describe()) }
    }

    fn play(&self, battle: &Battle, plan: &Plan) -> Result<Vec<GameResult>, Failure> {
        let threads = self.jobs.map_or(0, usize::from);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Failure::wrong(Diagnostic::general("E512", format!("no threads can be started: {error}"))))?;
        let bar = progress(plan.games);
        let results = pool.install(|| sim::run(battle, plan, || bar.inc(1)));
        bar.finish_and_clear();
        results.map_err(|error| Failure::Wrong(diagnose(&[error], &battle.scripts)))
    }
}

fn progress(games: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} games, {speed} a second, {eta} left");
    let speed = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let _ = write!(out, "{:.0}", state.per_sec());
    };
    ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("speed", speed))
}

fn agents(battle: &Battle, players: &[PlayerArg]) -> Result<Vec<AgentKind>, Failure> {
    let seats = player_arg::seats(battle, players)?;
    let kind = |seat: Option<Seat>| match seat {
        None => Ok(AgentKind::Random),
        Some(Seat::Agent(kind)) => Ok(kind),
        Some(Seat::Person) => {
            let error = Diagnostic::general("E505", "a person cannot play in a simulation");
            Err(Failure::usage(error.help("the agents are greedy, random")))
        }
    };
    seats.into_iter().map(kind).collect()
}

impl Report<'_> {
    fn describe(&self) -> String {
        let players: Vec<String> = self.players.iter().map(|(side, agent)| format!("{side} {agent}")).collect();
        let games = self.summary.games;
        let last = self.seed.wrapping_add(games - 1);
        let mut text = format!("{}: {games} games, seeds {} to {last}, {}\n", self.scenario, self.seed, players.join(", "));
        if !self.installed.is_empty() {
            text += &format!("with the installed mods {}\n", self.installed.join(", "));
        }
        text.push('\n');
        let wins = self.summary.wins.iter().map(|(side, share)| (format!("{side} wins"), share));
        let rows: Vec<_> = wins.chain([("draws".to_owned(), &self.summary.draws)]).collect();
        let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, share) in &rows {
            text += &format!("{name:width$} {share}\n");
        }
        text += &format!("\ndecisions in a game, on average: {:.1}\n", self.summary.decisions);
        for (reason, count) in &self.summary.reasons {
            text += &format!("{count:8} {reason}\n");
        }
        text
    }
}
