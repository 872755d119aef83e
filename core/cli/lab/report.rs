//! `grognard lab report`: reports the results of games that have been played.

use super::compare::{ComparisonReport, QuestionArgs};
use super::parquet::ParquetArg;
use super::run::{failure, may_write};
use crate::command_line::{CommandLine, anywhere};
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::player_arg::suggest_or_list;
use crate::screen::{Screen, complain};
use grognard_engine::catalogue::Catalogue;
use grognard_lab::ComparisonQuestion;
use grognard_lab::compare::{Comparison, is_answered};
use grognard_lab::forfeits;
use grognard_lab::shard::{Experiment, ShardFile, Variant};
use grognard_lab::sim::{GameResult, Summary, tally};
use grognard_packs::Diagnostic;
use grognard_play::Battle;
use grognard_play::atomic_file;
use grognard_report::{Page, forfeit_paragraph, lines, rules_line, shares};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Read a file of games and report the results as text or HTML.
#[derive(clap::Args)]
pub struct Args {
    /// Games file written by `--output`.
    file: PathBuf,
    #[command(flatten)]
    asked: QuestionArgs,
    #[command(flatten)]
    pages: Pages,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Output files for a comparison.
#[derive(clap::Args)]
pub struct Pages {
    /// Write an HTML report with plots and maps to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the result and all statistics to this file, as JSON Lines.
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
    #[command(flatten)]
    pub table: ParquetArg,
}

impl Args {
    /// Reads the file and prints the report.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        self.pages.check(std::slice::from_ref(&self.file), None)?;
        let file = ShardFile::read(&self.file).map_err(failure)?;
        tell(&file, (&self.asked, &self.pages), self.json, (roots, language), screen)
    }
}

impl Pages {
    /// Fails before any game is played if a file cannot be written. `games` is the output file for the games.
    pub fn check(&self, read: &[PathBuf], games: Option<&Path>) -> Result<(), Failure> {
        self.table.check()?;
        may_write(read, games, &[self.html.as_deref(), self.jsonl.as_deref(), self.table.path()])
    }

    /// Writes the requested files. The HTML report includes maps only if `battles` is given.
    pub fn write(
        &self,
        file: &ShardFile,
        comparison: &Comparison,
        battles: Option<[&Battle; 2]>,
        (roots, catalogue): (&[PathBuf], &Catalogue),
    ) -> Result<(), Failure> {
        if let Some(path) = &self.jsonl {
            put(path, &lines(file, comparison))?;
        }
        let Some(path) = &self.html else { return Ok(()) };
        let commands = vec![command(&file.head.experiment, &comparison.question, roots)];
        let page = Page { file, comparison, variants: [0, 1], battles, catalogue, commands };
        put(path, &page.html())
    }
}

pub(super) fn put(path: &Path, text: &str) -> Result<(), Failure> {
    atomic_file::write(path, text).map_err(Failure::file(path))
}

/// Returns the command that reproduces these games.
fn command(experiment: &Experiment, question: &ComparisonQuestion, roots: &[PathBuf]) -> String {
    let mut line = CommandLine::new(roots).words(["lab", "compare", &experiment.scenario, "--no-mods"]);
    for (flag, variant) in ["--a", "--b"].iter().zip(&experiment.variants) {
        line = variant.whole().iter().fold(line, |line, change| line.word(flag).word(&anywhere(change)));
    }
    let [margin, seed, games] =
        [question.wins().to_string(), experiment.seed.to_string(), experiment.games.to_string()];
    line.words(["--side", &question.side, "--margin", &margin, "--seed", &seed, "--games", &games]).to_string()
}

/// Prints the report on an experiment or on a part of one.
pub fn tell(
    file: &ShardFile,
    (asked, pages): (&QuestionArgs, &Pages),
    json: bool,
    (roots, language): (&[PathBuf], &LanguageArg),
    screen: &mut Screen,
) -> Result<(), Failure> {
    let experiment = &file.head.experiment;
    let question = asked.question(&experiment.sides, file.head.question.as_ref());
    let known: Vec<&str> = experiment.contestants().map(String::as_str).collect();
    if !known.contains(&question.side.as_str()) {
        let error = Diagnostic::general("E503", format!("there is no side `{}` in this battle", question.side));
        return Err(Failure::usage(suggest_or_list(error, &question.side, &known, "the sides are")));
    }
    if file.end.done < experiment.games && !is_answered(file) {
        complain(|_| format!("the file contains the games for {} of {} seeds", file.end.done, experiment.games));
    }
    pages.table.write(file)?;
    let battles = battles(experiment, roots);
    let catalogue = battles.first().map_or_else(Catalogue::default, |battle| language.catalogue(roots, battle));
    if experiment.variants.len() != 2 {
        if pages.html.is_some() || pages.jsonl.is_some() {
            let error = Diagnostic::general("E568", "cannot write a report: these games are not from `lab compare`");
            return Err(Failure::usage(
                error.help("`--html` and `--jsonl` require games from `lab compare`; `--json` works with any games"),
            ));
        }
        return variant_reports(file, json, &catalogue, screen);
    }
    let comparison = Comparison::new(file, question, 0, 1);
    let both = if let [a, b] = &battles[..] { Some([a, b]) } else { None };
    if both.is_none() {
        complain(|_| {
            "the packs have changed since the games were played: names are not translated, and there are no maps"
                .to_owned()
        });
    }
    let told = ComparisonReport::new(file, &comparison);
    screen.report(json, &told, |_| told.describe(&catalogue))?;
    pages.write(file, &comparison, both, (roots, &catalogue))
}

/// Loads the battles as they were played. Returns an empty list if their packs have changed.
fn battles(experiment: &Experiment, roots: &[PathBuf]) -> Vec<Battle> {
    let load = |variant: &grognard_lab::shard::Variant| {
        let battle = Battle::load(variant.request(roots, &experiment.scenario)).ok()?;
        (battle.lock.rules_hash == variant.lock.rules_hash).then_some(battle)
    };
    experiment.variants.iter().map(load).collect::<Option<Vec<Battle>>>().unwrap_or_default()
}

/// Reports on each variant separately.
fn variant_reports(file: &ShardFile, json: bool, catalogue: &Catalogue, screen: &mut Screen) -> Result<(), Failure> {
    let experiment = &file.head.experiment;
    let summary = |at: usize| -> Summary {
        let results: Vec<GameResult> = file.rows.iter().map(|row| row.games[at].result.clone()).collect();
        tally(experiment.contestants(), &results)
    };
    let all: Vec<(&str, Summary)> =
        experiment.variants.iter().enumerate().map(|(at, variant)| (&*variant.name, summary(at))).collect();
    let forfeits = forfeits(file);
    if json {
        return screen.json(&json!({ "experiment": experiment, "variants": all, "forfeits": forfeits }));
    }
    let about = [&*experiment.scenario, &*file.rows.len().to_string()];
    let is_alone = all.len() == 1;
    let mut text = match is_alone {
        true => catalogue.say("{1}: {2} {2?game|games}", &about),
        false => catalogue.say("{1}: {2} {2?game|games} of each variant", &about),
    };
    text.push('\n');
    let rules = experiment.variants.first().map(Variant::rules).unwrap_or_default();
    text += &rules_line(&rules, catalogue);
    for ((name, summary), variant) in all.iter().zip(&experiment.variants) {
        text.push('\n');
        if !is_alone {
            text += &format!("{}\n", format!("{name} {}", variant.changes.join(", ")).trim_end());
        }
        shares(summary, catalogue).iter().for_each(|line| text += &format!("  {line}\n"));
        text += &format!("  {}\n", catalogue.say("rules hash {1}", &[&variant.lock.rules_hash]));
    }
    text += &forfeit_paragraph(&forfeits, catalogue);
    screen.say(&text)
}
