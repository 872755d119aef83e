//! `grognard lab calibrate`: whether comparisons keep their word.

use super::compare::Asked;
use super::played::Played;
use super::run::RunArgs;
use crate::failure::Failure;
use crate::player_arg::find_side;
use crate::screen::Screen;
use grognard_lab::compare::{Calibration, Trials, calibrate};
use grognard_lab::shard::Field;
use grognard_report::percent;
use serde_json::json;
use std::path::PathBuf;

/// Tell how often a comparison is mistaken, and how many games it takes to find a difference that is there.
///
/// Games of the scenario are played once; the comparisons draw from them at random. That they come from different seeds is the
/// hardest case: pairs of `lab compare` come from the same.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    played: Played,
    #[command(flatten)]
    asked: Asked,
    /// How many games are played to draw from.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(100..=1_000_000))]
    games: u64,
    /// How many comparisons of each kind.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    repetitions: u64,
    /// At most so many pairs in a comparison.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(100..=10_000_000))]
    pairs: u64,
    /// The difference that is planted, in wins in 100 games.
    #[arg(long, value_name = "WINS", default_value_t = 5.0)]
    planted: f64,
    #[command(flatten)]
    run: RunArgs,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Plays, calibrates, and tells.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let field = Field::new(vec![self.played.alone(roots)?], self.played.seed, self.games, false);
        let question = self.asked.question(&field.experiment.sides);
        find_side(&field.contenders()[0].battle, &question.side)?;
        let run = self.run.play(&field, |_| false)?;
        if run.interrupted {
            return Err(Failure::Interrupted);
        }
        let won = |game: &grognard_lab::shard::Row| game.games[0].result.winner.as_deref() == Some(&question.side);
        let pool: Vec<bool> = run.file.rows.iter().map(won).collect();
        let even: Vec<bool> = (0..2).map(|at| at == 0).collect();
        let found =
            [&pool, &even].map(|pool| calibrate(pool, &question, self.planted / 100.0, (self.repetitions, self.pairs), self.played.seed));
        if self.json {
            return screen.json(&json!({ "experiment": field.experiment, "question": question, "pool": found[0], "even": found[1] }));
        }
        let names = [
            format!("{} games of {}, in which {} wins", self.games, field.experiment.scenario, question.side),
            "a game that is even, in which chances weigh most: a side wins".to_owned(),
        ];
        let text: String = names.iter().zip(&found).map(|(name, found)| describe(name, found)).collect();
        screen.say(&text)
    }
}

fn describe(name: &str, found: &Calibration) -> String {
    let Calibration { repetitions, most, rate, itself, planted } = found;
    let mut text = format!("{name} {}\n", percent(*rate));
    text += &format!("  {repetitions} comparisons of up to {most} pairs, drawn at random\n");
    text += &format!("  the same against itself: called different in {}\n", settled(itself));
    let [quarter, half, most, nearly] = planted.pairs;
    text += &format!("  {:.1} wins in 100 planted: found in {}\n", 100.0 * planted.planted, settled(planted));
    text +=
        &format!("    after {half} pairs of games half of the time; {quarter} a quarter, {most} three quarters, {nearly} nine tenths\n");
    text + "\n"
}

fn settled(trials: &Trials) -> String {
    let Trials { different, astray, same, open, .. } = trials;
    let [low, high] = [different.low, different.high].map(|end| 100.0 * end);
    format!("{} ({low:.1} to {high:.1}), wrong way round {astray}; called the same {same}, not settled {open}", percent(different.value()))
}
