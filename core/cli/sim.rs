//! `grognard sim`: many games at once.

use crate::battle_args::{BattleArgs, pair};
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::player_arg::{self, PlayerArg};
use crate::screen::Screen;
use grognard_engine::catalogue::{Catalogue, TextKind};
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
    /// Who plays a side: random (unless said otherwise), greedy, search, search:playouts=N, search:ms=N or exec:PROGRAM; may be repeated.
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
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
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
        if self.json { screen.json(&report) } else { screen.say(&report.describe(&battle, &language.catalogue(roots, &battle))) }
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
            Err(Failure::usage(error.help("the agents are greedy, random, search, exec:PROGRAM")))
        }
    };
    seats.into_iter().map(kind).collect()
}

impl Report<'_> {
    fn describe(&self, battle: &Battle, catalogue: &Catalogue) -> String {
        let say = |text: &str, about: &[&str]| catalogue.say(text, about);
        let player = |(side, agent): (&&str, &&str)| format!("{} {}", catalogue.name(side), say(agent, &[]));
        let players: Vec<String> = self.players.iter().map(|(side, agent)| player((side, agent))).collect();
        let games = self.summary.games;
        let [count, first, last] = [games, self.seed, self.seed.wrapping_add(games - 1)].map(|number| number.to_string());
        let mut text = say("{1}: {2} games, seeds {3} to {4}, {5}", &[self.scenario, &count, &first, &last, &players.join(", ")]) + "\n";
        if !self.installed.is_empty() {
            text += &(say("with the installed mods {1}", &[&self.installed.join(", ")]) + "\n");
        }
        text.push('\n');
        let wins = self.summary.wins.iter().map(|(side, share)| (say("{1} wins", &[catalogue.name(side)]), share));
        let rows: Vec<_> = wins.chain([(say("draws", &[]), &self.summary.draws)]).collect();
        let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, share) in &rows {
            let [low, high] = [share.low, share.high].map(|end| format!("{:.1}", 100.0 * end));
            text += &format!("{name:width$} {:5.1} %  {}\n", 100.0 * share.value(), say("({1} to {2})", &[&low, &high]));
        }
        let decisions = format!("{:.1}", self.summary.decisions);
        text += &format!("\n{}\n", say("decisions in a game, on average: {1}", &[&decisions]));
        for (reason, count) in &self.summary.reasons {
            text += &format!("{count:8} {}\n", self.reason(reason, battle, catalogue));
        }
        text + "\n" + &say("rules {1}", &[&self.lock.rules_hash]) + "\n"
    }

    /// Why games ended, in the language of the reader.
    fn reason(&self, reason: &str, battle: &Battle, catalogue: &Catalogue) -> String {
        let template = self.results.iter().find(|game| game.reason == reason).and_then(|game| game.template.as_ref());
        match template {
            Some(template) => catalogue.fill(TextKind::Reason, &template.text, &catalogue.fillings(&template.about, &battle.content)),
            None => catalogue.text(TextKind::Reason, reason).to_owned(),
        }
    }
}
