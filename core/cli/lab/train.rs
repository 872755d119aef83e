//! `grognard lab train`: finds the weights of an outlook.

use super::common_args::{ThreadArgs, agent_list, between};
use super::report::put;
use super::run::{may_write, run_with_progress};
use crate::battle_args::BattleArgs;
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::screen::Screen;
use grognard_engine::catalogue::Catalogue;
use grognard_lab::train::{Trained, Training, TrainingError, Weight};
use grognard_packs::Diagnostic;
use grognard_play::{Battle, diagnose};
use grognard_report::{Align, side, table};
use serde_json::json;
use std::fmt::Write;
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
            other => Failure::usage(Diagnostic::general("E581", other.to_string()).help(cure(&other))),
        })?;
        if let Some(path) = &self.output {
            put(path, &self.patches(&battle, &trained))?;
        }
        let report = json!({
            "scenario": battle.content.id, "lock": battle.lock, "chart": self.chart, "seed": self.seed, "of": self.games,
            "trained": trained,
        });
        screen.report(self.json, &report, |_| self.describe(&battle, &trained, &language.catalogue(roots, &battle)))?;
        if (trained.games as u64) < self.games { Err(Failure::Interrupted) } else { Ok(()) }
    }

    fn describe(&self, battle: &Battle, trained: &Trained, catalogue: &Catalogue) -> String {
        let [games, positions] = [trained.games, trained.positions].map(|number| number.to_string());
        let mut text = catalogue.say(
            "{1}: the chart `{2}` after {3} {3?game|games} and {4} {4?position|positions}",
            &[&battle.content.id, &self.chart, &games, &positions],
        );
        text += "\n\n";
        let head = ["weight", "", "now", "trained", "error"].map(|word| catalogue.say(word, &[]));
        let row = |weight: &Weight| {
            let [before, after, error] =
                [weight.before.to_string(), weight.after.to_string(), format!("±{:.0}", weight.error)];
            vec![weight.row.clone(), weight.column.clone(), before, after, error]
        };
        let align = [Align::Left, Align::Left, Align::Right, Align::Right, Align::Right];
        text += &table(&head.each_ref().map(String::as_str), &align, trained.weights.iter().map(row));
        let first = battle.content.sides.iter().next().map_or(String::new(), |(_, name)| side(name, catalogue));
        text.push('\n');
        text += &catalogue.say("One point is a hundredth of a percent of a win for {1} in an even game.", &[&first]);
        let losses = trained.losses;
        let losses = [losses.constant, losses.before, losses.after].map(|loss| format!("{loss:.3}"));
        text += "\n";
        text += &catalogue.say(
            "Games left out are foretold with a loss of {1} without weights, {2} with those of now, {3} with the new ones.",
            &[&losses[0], &losses[1], &losses[2]],
        );
        text + "\n"
    }

    /// Returns the weights as a file of patches.
    fn patches(&self, battle: &Battle, trained: &Trained) -> String {
        let mut text = format!(
            "# The weights of the outlook, found by `grognard lab train {} --agents {} --games {} --seed {}`.\n",
            battle.content.id,
            self.agents.join(","),
            self.games,
            self.seed
        );
        for weight in &trained.weights {
            let (chart, row, column) = (&self.chart, &weight.row, &weight.column);
            let _ = write!(
                text,
                "\n[[patch]]\nat = 'charts.{chart}.cells[\"{row}\"][\"{column}\"]'\nop = \"set\"\nvalue = {}\n",
                weight.after
            );
        }
        text
    }
}

/// Returns what to do about an error.
fn cure(error: &TrainingError) -> &'static str {
    match error {
        TrainingError::NoOutlook => "declare an `outlook` under `[hooks]` in system.toml",
        TrainingError::NoChart(_) => "name a chart that contains the weights of the outlook with `--chart`",
        TrainingError::NotANumber(_) => "keep the weights in a chart that contains nothing else",
        TrainingError::NotLinear { .. } => "multiply each weight by a number that does not depend on other weights",
        TrainingError::OneOutcome => "play more games, or add weaker or stronger agents with `--agents`",
        TrainingError::Script(_) => "",
    }
}
