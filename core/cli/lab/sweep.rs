//! `grognard lab sweep`: a number or an option in all its values.

use super::change::Change;
use super::compare::Asked;
use super::played::Played;
use super::report::{put, quoted};
use super::run::{RunArgs, may_write};
use super::table::{Align, table};
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::player_arg::find_side;
use crate::screen::Screen;
use grognard_engine::catalogue::Catalogue;
use grognard_lab::compare::{Question, paired_difference, pairs};
use grognard_lab::shard::{Experiment, Field, ShardFile};
use grognard_lab::{Battle, Proportion};
use grognard_packs::Diagnostic;
use grognard_packs::{OptionDecl, OptionType};
use grognard_report::{Step, SweepPage, bounds, difference, percent};
use std::path::PathBuf;

const NOTES: &str = "\
What is varied:
  PATH=1..6             a number in a chart, or any other that data says, from 1 to 6
  PATH=NE,DR,DE         one value after the other
  option:NAME           an option in all its values
  option:NAME=1..4      in some of them";

/// Vary a number of a chart or an option, and tell how often a side wins with each of its values.
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub struct Args {
    #[command(flatten)]
    played: Played,
    /// What is varied.
    #[arg(long, value_name = "WHAT", allow_hyphen_values = true)]
    over: String,
    #[command(flatten)]
    asked: Asked,
    /// Games with each value.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    #[command(flatten)]
    run: RunArgs,
    /// Write a page with a plot to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Plays, and tells.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        may_write(&[self.run.output.as_deref(), self.html.as_deref()])?;
        let mut all = vec![self.played.contender("as it is", &[], roots)?];
        if let Some(side) = self.asked.side() {
            find_side(&all[0].battle, side)?;
        }
        for (value, change) in changes(&self.over, &all[0].battle)? {
            all.push(self.played.contender(&value, &[change], roots)?);
        }
        let catalogue = language.catalogue(roots, &all[0].battle);
        let field = Field::new(all, self.played.seed, self.games, false);
        let question = self.asked.question(&field.experiment.sides, None);
        let run = self.run.play(&field, |_| false)?;
        let steps = steps(&run.file, &question);
        if let Some(path) = &self.html {
            let title = &field.contenders()[0].battle.content.title;
            put(path, &self.page(&run.file, title, &question, &steps, &catalogue).html())?;
        }
        if self.json {
            screen.json(&steps)?;
        } else {
            screen.say(&describe(&self.over, &question, &steps, run.file.rows.len(), &catalogue))?;
        }
        if run.interrupted { Err(Failure::Interrupted) } else { Ok(()) }
    }
}

impl Args {
    fn page<'a>(
        &'a self,
        file: &'a ShardFile,
        title: &'a str,
        question: &'a Question,
        steps: &'a [Step],
        catalogue: &'a Catalogue,
    ) -> SweepPage<'a> {
        let experiment = &file.head.experiment;
        let command = command(experiment, &self.over, &question.side);
        SweepPage { experiment, title, over: &self.over, side: &question.side, games: file.rows.len(), steps, catalogue, command }
    }
}

/// The command that plays the same games.
fn command(experiment: &Experiment, over: &str, side: &str) -> String {
    let mut words = vec!["grognard lab sweep".to_owned(), experiment.scenario.clone(), "--no-mods".to_owned()];
    if let Some(base) = experiment.variants.first() {
        words.extend(base.mods.iter().map(|id| format!("--mod {}", quoted(id))));
        words.extend(base.options.iter().map(|(name, value)| format!("--option {}", quoted(&format!("{name}={value}")))));
        words.extend(base.players.iter().map(|(side, agent)| format!("--player {}", quoted(&format!("{side}={agent}")))));
    }
    words.push(format!("--over {} --side {}", quoted(over), quoted(side)));
    words.push(format!("--seed {} --games {}", experiment.seed, experiment.games));
    words.join(" ")
}

/// Each value with the change that makes it.
fn changes(over: &str, battle: &Battle) -> Result<Vec<(String, Change)>, Failure> {
    let wrong = |message: String| Failure::usage(Diagnostic::general("E563", message).help("`grognard lab sweep --help` shows the forms"));
    let (kind, rest) = over.split_once(':').filter(|(kind, _)| ["option", "cell"].contains(kind)).unwrap_or(("cell", over));
    let (name, list) = match super::change::equals(rest) {
        Some(at) => (rest[..at].trim(), Some(rest[at + 1..].trim())),
        None => (rest.trim(), None),
    };
    let values = match (kind, list) {
        (_, Some(list)) => several(list).ok_or_else(|| wrong(format!("`{list}` is no list of values")))?,
        ("option", None) => {
            let option = battle.system.options.get(name).ok_or_else(|| {
                let error = Diagnostic::general("E126", format!("there is no option `{name}`"));
                Failure::usage(error.suggest(name, battle.system.options.keys().map(String::as_str)))
            })?;
            all_values(option).ok_or_else(|| wrong(format!("which values of `{name}`? It has too many")))?
        }
        _ => return Err(wrong(format!("which values of `{name}`?"))),
    };
    let change = |value: &String| match kind {
        "option" => Change::Option(name.to_owned(), value.clone()),
        _ => Change::Cell(name.to_owned(), value.clone()),
    };
    Ok(values.iter().map(|value| (value.clone(), change(value))).collect())
}

/// All values of an option, if they can be played one by one.
fn all_values(option: &OptionDecl) -> Option<Vec<String>> {
    match option.kind {
        OptionType::Bool => Some(vec!["false".into(), "true".into()]),
        OptionType::Enum => Some(option.values.clone()),
        OptionType::Int => several(&format!("{}..{}", option.min?, option.max?)),
    }
}

/// `1..6`, or values with commas between them.
fn several(list: &str) -> Option<Vec<String>> {
    if let Some((from, to)) = list.split_once("..") {
        let (from, to): (i64, i64) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
        return (from <= to && to - from < 1000).then(|| (from..=to).map(|value| value.to_string()).collect());
    }
    let all: Vec<String> = list.split(',').map(|value| value.trim().to_owned()).collect();
    all.iter().all(|value| !value.is_empty()).then_some(all)
}

fn steps(file: &ShardFile, question: &Question) -> Vec<Step> {
    let variants = &file.head.experiment.variants;
    let one = |at: usize| {
        let pairs = pairs(&file.rows, &question.side, 0, at);
        Step {
            value: variants[at].name.clone(),
            in_force: variants[at].lock.rules_hash == variants[0].lock.rules_hash,
            wins: Proportion::new(pairs.wins()[1], pairs.count()),
            difference: paired_difference(&pairs),
        }
    };
    (1..variants.len()).map(one).collect()
}

fn describe(over: &str, question: &Question, steps: &[Step], games: usize, catalogue: &Catalogue) -> String {
    let say = |text: &str, about: &[&str]| catalogue.say(text, about);
    let row = |step: &Step| {
        let against = match step.in_force {
            true => say("the value in force", &[]),
            false => difference(step.difference, catalogue),
        };
        vec![step.value.clone(), percent(step.wins.value()), bounds(&step.wins, catalogue), against]
    };
    let side = say("{1} wins", &[catalogue.name(&question.side)]);
    let (value, against) = (say("value", &[]), say("against the value in force", &[]));
    let align = [Align::Left, Align::Right, Align::Left, Align::Left];
    let rows = table(&[&value, &side, "", &against], &align, steps.iter().map(row));
    say("{1}: {2} games with each value, from the same seeds", &[over, &games.to_string()]) + "\n\n" + &rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_values() {
        assert_eq!(several("1..3"), Some(vec!["1".into(), "2".into(), "3".into()]));
        assert_eq!(several("-1..0"), Some(vec!["-1".into(), "0".into()]));
        assert_eq!(several("NE, DR"), Some(vec!["NE".into(), "DR".into()]));
        for wrong in ["3..1", "a..b", "", "NE,,DR", "1..100000"] {
            assert_eq!(several(wrong), None, "{wrong}");
        }
    }
}
