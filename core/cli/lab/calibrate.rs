//! `grognard lab calibrate`: whether comparisons keep their word.

use super::common_args::{GameArgs, between};
use super::compare::{QuestionArgs, wins};
use super::run::{RunArgs, run_with_progress, stopped_note};
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::player_arg::find_side;
use crate::screen::Screen;
use grognard_engine::catalogue::Catalogue;
use grognard_lab::compare::{Calibration, ComparisonCounts, ComparisonQuestion, calibrate, won};
use grognard_lab::shard::ExperimentBattles;
use grognard_lab::{Forfeits, Proportion, forfeits};
use grognard_report::{bounds, forfeit_paragraph, percent, points, side};
use serde_json::json;
use std::path::PathBuf;

/// Tell how often a comparison is mistaken, and how many games it takes to find a difference that is there.
///
/// Games of the scenario are played once; the comparisons draw from them at random. That they come from different seeds is the
/// hardest case: pairs of `lab compare` come from the same.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    question: QuestionArgs,
    /// How many games are played to draw from.
    #[arg(long, default_value_t = 1000, value_parser = between(100, 1_000_000), allow_negative_numbers = true)]
    games: u64,
    /// How many comparisons of each kind.
    #[arg(long, default_value_t = 1000, value_parser = between(1, 1_000_000), allow_negative_numbers = true)]
    repetitions: u64,
    /// At most so many pairs in a comparison.
    #[arg(long, default_value_t = 10_000, value_parser = between(100, 10_000_000), allow_negative_numbers = true)]
    pairs: u64,
    /// The difference that is planted, in wins in 100 games: more of them, or fewer where the side wins most games anyway.
    #[arg(long, value_name = "WINS", default_value_t = 5.0, value_parser = wins, allow_negative_numbers = true)]
    planted: f64,
    #[command(flatten)]
    run: RunArgs,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Plays, calibrates, and tells.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        let field = ExperimentBattles::new(vec![self.game.load_contender(roots)?], self.game.seed, self.games, false);
        let question = self.question.question(&field.experiment.sides, None);
        find_side(&field.contenders()[0].battle, &question.side)?;
        let run = self.run.play(&field, |_| false)?;
        let pool: Vec<bool> = run.file.rows.iter().map(|row| won(row, 0, &question.side)).collect();
        let even = vec![true, false];
        let (planted, size, seed) = (self.planted / 100.0, (self.repetitions, self.pairs), self.game.seed);
        // Each pool is compared with itself and with the planted difference.
        let found = run_with_progress("comparisons", self.repetitions * 4, |stop, done| {
            let calibrate = |pool: &[bool], before: u64| calibrate(pool, &question, planted, size, seed, stop, &|made| done(before + made));
            [calibrate(&pool, 0), calibrate(&even, self.repetitions * 2)]
        });
        // A shard may have no games at all.
        let interrupted = run.interrupted || !pool.is_empty() && !found.iter().all(Calibration::is_complete);
        // Fewer games than were asked for are also those of a shard.
        let played = (run.file.end.done, if run.interrupted { self.games } else { run.file.end.done });
        let forfeits = forfeits(&run.file);
        if self.json {
            let [pool, even] = &found;
            let told = json!({ "experiment": field.experiment, "question": question, "played": played.0, "pool": pool, "even": even, "forfeits": forfeits, "interrupted": interrupted });
            screen.json(&told)?;
        } else {
            let catalogue = language.catalogue(roots, &field.contenders()[0].battle);
            screen.say(&self.describe(&field, &question, (played, &found, &forfeits), &catalogue))?;
        }
        if interrupted { Err(Failure::Interrupted) } else { Ok(()) }
    }

    /// What was found with the games of the battle that were played, of so many, and with even ones, and which of them programs lost.
    fn describe(
        &self,
        field: &ExperimentBattles,
        question: &ComparisonQuestion,
        ((played, of), found, forfeits): ((u64, u64), &[Calibration; 2], &[Forfeits]),
        catalogue: &Catalogue,
    ) -> String {
        let battle = &field.contenders()[0].battle;
        let (side, title) = (side(&question.side, catalogue), catalogue.name(&battle.content.title));
        let rates = [&found[0], &found[1]].map(|found| percent(found.rate, catalogue));
        let names = [
            catalogue.say("{1} {1?game|games} of {2}, of which {3} wins {4}", &[&played.to_string(), title, &side, &rates[0]]),
            catalogue.say("a game that is even, in which chance weighs most: a side wins {1}", &[&rates[1]]),
        ];
        let pairs = [self.repetitions, self.pairs].map(|count| count.to_string());
        let mut text =
            catalogue.say("{1} comparisons of each kind, of up to {2} pairs drawn at random from games", &[&pairs[0], &pairs[1]]) + "\n";
        text += &stopped_note(played, of, catalogue);
        for (name, Calibration { itself, planted, .. }) in names.iter().zip(found) {
            let size = points(planted.planted, catalogue);
            text += &format!("\n{name}\n");
            for (head, trials) in [
                (catalogue.say("the same against itself", &[]), itself),
                (catalogue.say("{1} wins in 100 games planted", &[&size]), planted),
            ] {
                text += &format!("  {head}\n");
                text += &incomplete_note(trials.made(), self.repetitions, catalogue);
                text += &if trials.made() > 0 { describe(trials, catalogue) } else { String::new() };
            }
        }
        text + &forfeit_paragraph(forfeits, catalogue)
    }
}

/// That fewer comparisons were made than were asked for; nothing where all were.
fn incomplete_note(made: u64, of: u64, catalogue: &Catalogue) -> String {
    let [count, all] = [made, of].map(|number| number.to_string());
    let said = match made {
        0 => catalogue.say("stopped before the first comparison", &[]),
        _ => catalogue.say("unfinished: stopped after {1} of {2} comparisons", &[&count, &all]),
    };
    if made < of { format!("    {said}\n") } else { String::new() }
}

/// What is said of a difference that is there, or of none.
fn describe(trials: &ComparisonCounts, catalogue: &Catalogue) -> String {
    let share = |share: &Proportion| format!("{} {}", percent(share.value(), catalogue), bounds(share, catalogue));
    // What belongs to a line stands below it, further in.
    let mut lines = vec![(4, catalogue.say("called different: {1}", &[&share(&trials.different)]))];
    let is_there = trials.planted != 0.0;
    if trials.different.hits > 0 && is_there {
        lines.push((6, pairs_text(trials.pairs, catalogue)));
        lines.push((6, catalogue.say("the wrong way round: {1}", &[&trials.astray.to_string()])));
    }
    lines.push((4, catalogue.say("called the same: {1}", &[&share(&trials.same)])));
    if trials.same.hits > 0 && !is_there {
        lines.push((6, pairs_text(trials.pairs_to_same, catalogue)));
    }
    lines.push((4, catalogue.say("not settled: {1}", &[&share(&trials.open)])));
    lines.push((4, catalogue.say("the truth outside of the interval: {1}", &[&share(&trials.missed)])));
    lines.iter().map(|(room, line)| format!("{:room$}{line}\n", "")).collect()
}

/// After how many pairs.
fn pairs_text(pairs: [u64; 4], catalogue: &Catalogue) -> String {
    let [quarter, half, most, nearly] = pairs.map(|count| count.to_string());
    catalogue.say(
        "half of them after {1} pairs at most; a quarter after {2}, three quarters after {3}, nine tenths after {4}",
        &[&half, &quarter, &most, &nearly],
    )
}
