//! `grognard lab ladder`: measures the playing strength of agents.

use super::common_args::{ThreadArgs, between};
use super::run::{empty_report, run_with_progress, stopped_note};
use crate::battle_args::BattleArgs;
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::player_arg::agent_list;
use crate::screen::Screen;
use grognard_engine::catalogue::Catalogue;
use grognard_lab::Forfeits;
use grognard_lab::ladder::{Ladder, LadderGames, Meeting, Rating};
use grognard_packs::{Diagnostic, Lock};
use grognard_play::{AgentKind, Battle, diagnose};
use grognard_report::{forfeit_paragraph, side};
use serde::Serialize;
use std::path::PathBuf;

/// Rate agents on the Elo scale by having each pair of agents play both sides. If there are more than two sides, one
/// agent of a pair plays each side in turn, and the other all other sides.
///
/// An agent rated 100 points higher wins 64 games in 100; 400 points higher, 91. The result depends only on the seed,
/// not on the number of threads, unless an agent depends on time: use `plan:trials=N` instead of `plan:ms=N`.
#[derive(clap::Args)]
pub struct Args {
    /// Scenario to play (see `grognard list`).
    scenario: String,
    /// Agents to rate, separated by commas: random, recruit, veteran, general, plan:trials=N, exec:PROGRAM.
    #[arg(long, value_name = "AGENTS", default_value = "random,recruit", value_delimiter = ',')]
    agents: Vec<String>,
    /// Number of games for each pair of agents and each assignment of sides.
    #[arg(long, default_value_t = 20, value_parser = between(1, 1_000_000), allow_negative_numbers = true)]
    games: u64,
    /// Seed the first game of each pair with this number, and each later game with the next one.
    #[arg(long, default_value_t = 1, value_parser = between(0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    jobs: ThreadArgs,
    #[command(flatten)]
    battle: BattleArgs,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The games played, and the results.
#[derive(Serialize)]
struct Report<'a> {
    scenario: &'a str,
    lock: &'a Lock,
    seed: u64,
    /// Number of games per pair and assignment of sides.
    games: u64,
    /// The number of games played.
    played: u64,
    /// The number of games requested; Ctrl-C may have ended the run early.
    of: u64,
    /// The agents, strongest first.
    agents: Vec<Rung>,
    meetings: &'a [Meeting],
    /// Games that programs forfeited by breaking the protocol.
    forfeits: &'a [Forfeits],
}

/// An agent on the ladder.
#[derive(Serialize)]
struct Rung {
    agent: &'static str,
    #[serde(flatten)]
    rating: Rating,
    won: u64,
    drawn: u64,
    lost: u64,
    /// The position of the agent on the command line.
    at: usize,
}

impl Args {
    /// Plays the games and prints the report.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        let battle = self.battle.load_and_tell(roots, &self.scenario)?;
        let ladder = Ladder { agents: self.agents(&battle)?, games: self.games, seed: self.seed };
        let LadderGames { meetings, forfeits } = self.play(&battle, &ladder)?;
        let report = Report {
            scenario: &battle.content.id,
            lock: &battle.lock,
            seed: self.seed,
            games: self.games,
            played: meetings.iter().map(Meeting::games).sum(),
            of: ladder.count(&battle),
            agents: rungs(&ladder, &meetings),
            meetings: &meetings,
            forfeits: &forfeits,
        };
        screen.report(self.json, &report, |_| report.describe(&battle, &language.catalogue(roots, &battle)))?;
        if report.played < report.of { Err(Failure::Interrupted) } else { Ok(()) }
    }

    fn agents(&self, battle: &Battle) -> Result<Vec<AgentKind>, Failure> {
        let wrong = |code, message: String| Failure::usage(Diagnostic::general(code, message));
        if battle.content.seats().count() < 2 {
            return Err(wrong("E565", "a ladder needs a battle with two sides or more".into()));
        }
        let agents = agent_list(&self.agents)?;
        if let Some(at) = (0..agents.len()).find(|&at| agents[..at].contains(&agents[at])) {
            return Err(wrong("E566", format!("`{}` is listed twice", self.agents[at])));
        }
        if agents.len() < 2 {
            return Err(wrong("E567", "a ladder needs at least two agents".into()));
        }
        Ok(agents)
    }

    fn play(&self, battle: &Battle, ladder: &Ladder) -> Result<LadderGames, Failure> {
        let games = run_with_progress("games", ladder.count(battle), |stop, done| {
            ladder.play(battle, self.jobs.threads(), stop, done)
        });
        games.map_err(|error| Failure::Wrong(diagnose(&[error], &battle.scripts)))
    }
}

/// Returns the agents, strongest first.
fn rungs(ladder: &Ladder, meetings: &[Meeting]) -> Vec<Rung> {
    let rung = |(at, rating): (usize, Rating)| {
        let (mut won, mut drawn, mut lost) = (0, 0, 0);
        for meeting in meetings {
            if meeting.agents.0 == at {
                (won, drawn, lost) = (won + meeting.won, drawn + meeting.drawn, lost + meeting.lost);
            } else if meeting.agents.1 == at {
                (won, drawn, lost) = (won + meeting.lost, drawn + meeting.drawn, lost + meeting.won);
            }
        }
        Rung { agent: ladder.agents[at].name(), rating, won, drawn, lost, at }
    };
    let mut rungs: Vec<Rung> = ladder.ratings(meetings).into_iter().enumerate().map(rung).collect();
    rungs.sort_by(|one, other| other.rating.elo.total_cmp(&one.rating.elo).then(one.at.cmp(&other.at)));
    rungs
}

impl Report<'_> {
    fn describe(&self, battle: &Battle, catalogue: &Catalogue) -> String {
        let say = |text: &str, about: &[&str]| catalogue.say(text, about);
        if self.played == 0 {
            return empty_report(self.scenario, catalogue);
        }
        let [agents, games] = [self.agents.len() as u64, self.games].map(|number| number.to_string());
        let mut text =
            say("{1}: {2} agents, {3} {3?game|games} per pair and side", &[self.scenario, &agents, &games]) + "\n";
        text += &stopped_note(self.played, self.of, catalogue);
        text.push('\n');
        let width = self.agents.iter().map(|rung| rung.agent.chars().count()).max().unwrap_or(0);
        for Rung { agent, rating, won, drawn, lost, .. } in &self.agents {
            let [elo, low, high] = [rating.elo, rating.low, rating.high].map(|points| format!("{points:+.0}"));
            let [won, drawn, lost] = [won, drawn, lost].map(u64::to_string);
            let interval = say("({1} to {2})", &[&low, &high]);
            let record = say("won {1}, drawn {2}, lost {3}", &[&won, &drawn, &lost]);
            text += &format!("{agent:width$}  {elo:>5}  {interval:<16}  {record}\n");
        }
        let name = |at: usize| self.agents.iter().find(|rung| rung.at == at).map_or("", |rung| rung.agent);
        text.push('\n');
        for Meeting { agents: (one, other), side: own, won, drawn, lost } in self.meetings {
            let sides = |is_own: bool| {
                let seats = battle.content.seats().filter(|(seat, _)| (seat == own) == is_own);
                seats.map(|(_, name)| side(name, catalogue)).collect::<Vec<_>>().join(", ")
            };
            let line = [name(*one), &sides(true), name(*other), &sides(false)].map(str::to_owned);
            let line = line.into_iter().chain([won, drawn, lost].map(u64::to_string));
            let line: Vec<String> = line.collect();
            let line: Vec<&str> = line.iter().map(String::as_str).collect();
            text += &(say("{1} ({2}) against {3} ({4}): {5} won, {6} drawn, {7} lost", &line) + "\n");
        }
        text += &forfeit_paragraph(self.forfeits, catalogue);
        text + "\n" + &say("rules hash {1}", &[&self.lock.rules_hash]) + "\n"
    }
}
