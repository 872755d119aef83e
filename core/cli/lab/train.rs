//! `grognard lab train`: finds the weights of an outlook.

use super::common_args::{ThreadArgs, between};
use super::report::put;
use super::run::{may_write, run_with_progress};
use crate::battle_args::BattleArgs;
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::player_arg::agent_list;
use crate::screen::Screen;
use grognard_lab::train::{Training, TrainingError};
use grognard_packs::Diagnostic;
use grognard_play::diagnose;
use grognard_report::TrainingText;
use serde_json::json;
use std::path::PathBuf;

const NOTES: &str = "\
The system keeps the weights of its `outlook` in a chart of whole numbers, and the value of a position is linear in
them. The weights found are those with which the value foretells the winner best, on a scale of hundredths of a percent
of a win in an even game. What foretells the winner is not always what makes one win: have agents play with the new
weights before you keep them.";

/// Find the weights of a system's outlook from the outcomes of games.
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub struct Args {
    /// Scenario to play (see `grognard list`).
    scenario: String,
    /// Train the weights in this chart.
    #[arg(long, value_name = "CHART", default_value = "outlook")]
    chart: String,
    /// Agents that play the games, separated by commas; chance decides which of them plays which side.
    #[arg(long, value_name = "AGENTS", default_value = "recruit", value_delimiter = ',')]
    agents: Vec<String>,
    /// Number of games.
    #[arg(long, default_value_t = 500, value_parser = between(1, 1_000_000), allow_negative_numbers = true)]
    games: u64,
    /// Seed the first game with this number, and each later game with the next one.
    #[arg(long, default_value_t = 1, value_parser = between(0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    jobs: ThreadArgs,
    #[command(flatten)]
    battle: BattleArgs,
    /// Write the weights to this file, as patches for a pack.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Plays the games and prints the weights.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        may_write(&[], None, &[self.output.as_deref()])?;
        let battle = self.battle.load_and_tell(roots, &self.scenario)?;
        let agents = agent_list(&self.agents)?;
        let training = Training { chart: self.chart.clone(), agents, games: self.games, seed: self.seed };
        let trained = run_with_progress("games", self.games, |stop, done| {
            training.train(&battle, self.jobs.threads(), stop, done)
        });
        let trained = trained.map_err(|error| match error {
            TrainingError::Script(error) => Failure::Wrong(diagnose(&[error], &battle.scripts)),
            other => Failure::usage(Diagnostic::general("E581", other.to_string()).help(other.cure())),
        })?;
        let text = TrainingText { training: &training, trained: &trained, battle: &battle };
        if let Some(path) = &self.output {
            put(path, &text.patches())?;
        }
        let report = json!({
            "scenario": battle.content.id, "lock": battle.lock, "chart": self.chart, "seed": self.seed, "of": self.games,
            "trained": trained,
        });
        screen.report(self.json, &report, |_| text.report(&language.catalogue(roots, &battle)))?;
        if (trained.games as u64) < self.games { Err(Failure::Interrupted) } else { Ok(()) }
    }
}
