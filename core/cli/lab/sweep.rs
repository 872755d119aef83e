//! `grognard lab sweep`: tries every value of a number or an option.

use super::common_args::{GameArgs, between};
use super::compare::SideArg;
use super::report::put;
use super::run::{RunArgs, empty_report, may_write};
use crate::command_line::{CommandLine, anywhere};
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::screen::Screen;
use grognard_engine::catalogue::Catalogue;
use grognard_lab::change::{Change, equals};
use grognard_lab::compare::{paired_difference, pairs};
use grognard_lab::shard::{Experiment, ExperimentBattles, ShardFile};
use grognard_lab::{Forfeits, Proportion, forfeits};
use grognard_packs::node::Node;
use grognard_packs::{Diagnostic, OptionType};
use grognard_play::{AgentKind, Battle};
use grognard_report::{
    Align, ComparisonText, SweepPage, SweepStep, bounds, difference, forfeit_paragraph, percent, rules_line, side,
    table,
};
use serde_json::json;
use std::path::PathBuf;

const NOTES: &str = "\
What to vary:
  PATH=1..6             the values from 1 to 6, for a number in a chart or other data
  PATH=NE,DR,DE         the values listed
  option:NAME           all values of an option
  option:NAME=1..4      the values of an option from 1 to 4";

/// Vary a number or an option, and report how often a side wins with each value.
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Vary this number or option (see below).
    #[arg(long, value_name = "WHAT", allow_hyphen_values = true)]
    over: String,
    #[command(flatten)]
    whose: SideArg,
    /// Play this many games per value.
    #[arg(long, default_value_t = 500, value_parser = between(1, 10_000_000), allow_negative_numbers = true)]
    games: u64,
    #[command(flatten)]
    run: RunArgs,
    /// Write an HTML report with a plot to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Plays the games and prints the report.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        may_write(&[], self.run.output.as_deref(), &[self.html.as_deref()])?;
        let mut all = vec![self.game.contender(AgentKind::Random, "as it is", &[], roots)?];
        let side = self.whose.of(&all[0].battle)?;
        let over = SweepArg::read(&self.over);
        for (value, change) in over.changes(&all[0].battle)? {
            all.push(self.game.contender(AgentKind::Random, &value, &[change], roots)?);
        }
        let catalogue = language.catalogue(roots, &all[0].battle);
        let field = ExperimentBattles::new(all, self.game.seed, self.games, false);
        let run = self.run.play(&field, |_| false)?;
        let steps = steps(&run.file, &side, over.current_value(&field.contenders()[0].battle));
        let forfeits = forfeits(&run.file);
        if let Some(path) = &self.html {
            let battle = &field.contenders()[0].battle;
            let about = (&*battle.request.roots, &catalogue);
            put(path, &self.page(&run.file, &battle.content.title, &side, (&steps, &forfeits), about).html())?;
        }
        if self.json {
            let (experiment, played) = (&run.file.head.experiment, run.file.end.done);
            let told = json!({ "experiment": experiment, "over": self.over, "side": side, "played": played, "steps": steps, "forfeits": forfeits, "interrupted": run.interrupted });
            screen.json(&told)?;
        } else {
            screen.say(&describe(&self.over, &side, (&steps, &forfeits), &run.file, &catalogue))?;
        }
        if run.interrupted { Err(Failure::Interrupted) } else { Ok(()) }
    }
}

impl Args {
    fn page<'a>(
        &'a self,
        file: &'a ShardFile,
        title: &'a str,
        side: &'a str,
        (steps, forfeits): (&'a [SweepStep], &'a [Forfeits]),
        (roots, catalogue): (&[PathBuf], &'a Catalogue),
    ) -> SweepPage<'a> {
        let experiment = &file.head.experiment;
        let command = command(experiment, &self.over, side, roots);
        SweepPage {
            experiment,
            title,
            over: &self.over,
            side,
            games: file.rows.len(),
            steps,
            forfeits,
            catalogue,
            command,
        }
    }
}

/// Returns the command that reproduces these games.
fn command(experiment: &Experiment, over: &str, side: &str, roots: &[PathBuf]) -> String {
    let mut line = CommandLine::new(roots).words(["lab", "sweep", &experiment.scenario, "--no-mods"]);
    if let Some(base) = experiment.variants.first() {
        line = base.mods.iter().fold(line, |line, id| line.word("--mod").word(id));
        line = base
            .options
            .iter()
            .fold(line, |line, (name, value)| line.word("--option").word(&format!("{name}={value}")));
        line = base
            .players
            .iter()
            .fold(line, |line, (side, agent)| line.word("--player").word(&format!("{side}={}", anywhere(agent))));
    }
    let [seed, games] = [experiment.seed.to_string(), experiment.games.to_string()];
    line.words(["--over", over, "--side", side, "--seed", &seed, "--games", &games]).to_string()
}

/// The argument of `--over`.
struct SweepArg<'a> {
    is_option: bool,
    /// The option, or the path.
    name: &'a str,
    /// The values, if they are listed.
    list: Option<&'a str>,
}

impl<'a> SweepArg<'a> {
    fn read(text: &'a str) -> SweepArg<'a> {
        let (kind, rest) =
            text.split_once(':').filter(|(kind, _)| ["option", "cell"].contains(kind)).unwrap_or(("cell", text));
        let (name, list) = match equals(rest) {
            Some(at) => (&rest[..at], Some(rest[at + 1..].trim())),
            None => (rest, None),
        };
        SweepArg { is_option: kind == "option", name: name.trim(), list }
    }

    /// Returns each value with the change that sets it.
    fn changes(&self, battle: &Battle) -> Result<Vec<(String, Change)>, Failure> {
        let change = |value: &String| match self.is_option {
            true => Change::Option(self.name.to_owned(), value.clone()),
            false => Change::Cell(self.name.to_owned(), value.clone()),
        };
        Ok(self.values(battle)?.iter().map(|value| (value.clone(), change(value))).collect())
    }

    fn values(&self, battle: &Battle) -> Result<Vec<String>, Failure> {
        let wrong = |(message, help): (String, String)| Failure::usage(Diagnostic::general("E563", message).help(help));
        let name = self.name;
        match self.list {
            Some(list) => several(list).map_err(wrong),
            None if self.is_option => {
                let option = battle.system.options.get(name).ok_or_else(|| {
                    let error = Diagnostic::general("E126", format!("there is no option `{name}`"));
                    Failure::usage(error.suggest(name, battle.system.options.keys().map(String::as_str)))
                })?;
                let some = || format!("list the values: option:{name}=1..4");
                let endless = || {
                    wrong((format!("`{name}` lacks a minimum or a maximum, so its values cannot be listed"), some()))
                };
                match option.kind {
                    OptionType::Bool => Ok(vec!["false".into(), "true".into()]),
                    OptionType::Enum => Ok(option.values.clone()),
                    OptionType::Int => {
                        let ends = option.min.zip(option.max).ok_or_else(endless)?;
                        numbers(i64::from(ends.0), i64::from(ends.1)).map_err(|(message, _)| wrong((message, some())))
                    }
                }
            }
            None => {
                let help = "write PATH=1..6, PATH=NE,DR,DE, or option:NAME for all values of an option";
                Err(wrong((format!("the values of `{name}` are missing"), help.to_owned())))
            }
        }
    }

    /// Returns the current value in a battle.
    fn current_value(&self, battle: &Battle) -> String {
        if self.is_option {
            return battle.tree.option(self.name).map(ToString::to_string).unwrap_or_default();
        }
        let plain = |node: &Node| node.text().map_or_else(|| node.to_string(), str::to_owned);
        battle.tree.find(self.name).map(|part| plain(part.node)).unwrap_or_default()
    }
}

/// Maximum number of values.
const MAX_VALUES: i64 = 1000;

/// Parses `1..6`, or values separated by commas. An error consists of a message and a hint.
fn several(list: &str) -> Result<Vec<String>, (String, String)> {
    let Some((from, to)) = list.split_once("..") else {
        let all: Vec<String> = list.split(',').map(|value| value.trim().to_owned()).collect();
        let expected = || "expected values separated by commas, such as NE,DR,DE, or a range: 1..6".to_owned();
        if list.is_empty() {
            return Err(("there is no value after `=`".to_owned(), expected()));
        }
        if all.iter().any(String::is_empty) {
            return Err((format!("a value is missing next to a comma in `{list}`"), expected()));
        }
        return match (1..all.len()).find(|at| all[..*at].contains(&all[*at])) {
            Some(twice) => {
                Err((format!("`{}` appears twice in `{list}`", all[twice]), "list each value once".to_owned()))
            }
            None => Ok(all),
        };
    };
    let expected = || "expected a range such as 1..6, or values separated by commas: NE,DR".to_owned();
    let end = |text: &str, which: &str| match text.trim() {
        "" => Err((format!("the {which} number of `{list}` is missing"), expected())),
        text => text.parse::<i64>().map_err(|_| (format!("`{text}` in `{list}` is not a whole number"), expected())),
    };
    numbers(end(from, "first")?, end(to, "last")?)
}

/// Returns all numbers in a range.
fn numbers(from: i64, to: i64) -> Result<Vec<String>, (String, String)> {
    if from > to {
        return Err((
            format!("`{from}..{to}` is in descending order"),
            format!("write the smaller number first: {to}..{from}"),
        ));
    }
    match to.checked_sub(from).filter(|more| *more < MAX_VALUES) {
        Some(_) => Ok((from..=to).map(|value| value.to_string()).collect()),
        None => Err((
            format!("`{from}..{to}` has more than {MAX_VALUES} values"),
            "list fewer values, separated by commas".to_owned(),
        )),
    }
}

/// Returns the result for each value. If the current value is not among them, it is added: in ascending order if it is
/// a number, or at the start if not.
fn steps(file: &ShardFile, side: &str, in_force: String) -> Vec<SweepStep> {
    let variants = &file.head.experiment.variants;
    let one = |at: usize| {
        let pairs = pairs(&file.rows, side, 0, at);
        SweepStep {
            value: variants[at].name.clone(),
            in_force: variants[at].lock.rules_hash == variants[0].lock.rules_hash,
            wins: Proportion::new(pairs.wins()[1], pairs.count()),
            difference: paired_difference(&pairs),
        }
    };
    let mut steps: Vec<SweepStep> = (1..variants.len()).map(one).collect();
    if !steps.iter().any(|step| step.in_force) {
        let number = |text: &str| text.parse::<i64>().ok();
        let behind = |here: i64| {
            steps.iter().position(|step| number(&step.value).is_some_and(|value| value > here)).unwrap_or(steps.len())
        };
        let place = number(&in_force).map_or(0, behind);
        steps.insert(place, SweepStep { value: in_force, ..one(0) });
    }
    steps
}

fn describe(
    over: &str,
    whose: &str,
    (steps, forfeits): (&[SweepStep], &[Forfeits]),
    file: &ShardFile,
    catalogue: &Catalogue,
) -> String {
    let say = |text: &str, about: &[&str]| catalogue.say(text, about);
    let experiment = &file.head.experiment;
    if file.rows.is_empty() {
        return empty_report(&experiment.scenario, catalogue);
    }
    let row = |step: &SweepStep| {
        let against = match step.in_force {
            true => say("the current value", &[]),
            false => difference(step.difference, catalogue),
        };
        vec![step.value.clone(), percent(step.wins.value(), catalogue), bounds(&step.wins, catalogue), against]
    };
    let wins = say("{1} wins", &[&side(whose, catalogue)]);
    let (value, against) = (say("value", &[]), say("compared with the current value", &[]));
    let align = [Align::Left, Align::Right, Align::Left, Align::Left];
    let rows = table(&[&value, &wins, "", &against], &align, steps.iter().map(row));
    let games = file.rows.len().to_string();
    let words = ComparisonText::new(catalogue, [&[], &[]]);
    let mut text = String::new();
    if let Some(base) = experiment.variants.first() {
        text += &format!("{} ({})\n", experiment.scenario, words.seats(base));
        text += &rules_line(&base.rules(), catalogue);
    }
    text += &(say("{1}: {2} {2?game|games} with each value, from the same seeds", &[over, &games]) + "\n\n" + &rows);
    text + &forfeit_paragraph(forfeits, catalogue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_values() {
        assert_eq!(several("1..3"), Ok(vec!["1".into(), "2".into(), "3".into()]));
        assert_eq!(several("-1..0"), Ok(vec!["-1".into(), "0".into()]));
        assert_eq!(several("NE, DR"), Ok(vec!["NE".into(), "DR".into()]));
        assert_eq!(several("1..1000").map(|all| all.len()), Ok(1000));
        let wrong = [
            ("", "there is no value after `=`"),
            ("1..", "the last number of `1..` is missing"),
            ("..6", "the first number of `..6` is missing"),
            ("a..6", "`a` in `a..6` is not a whole number"),
            ("1..3,5", "`3,5` in `1..3,5` is not a whole number"),
            ("3..1", "`3..1` is in descending order"),
            ("NE,,DR", "a value is missing next to a comma in `NE,,DR`"),
            ("1,2,1", "`1` appears twice in `1,2,1`"),
            ("0..1000", "`0..1000` has more than 1000 values"),
            ("-9223372036854775808..9223372036854775807", "has more than 1000 values"),
        ];
        for (list, reason) in wrong {
            let (said, help) = several(list).expect_err(list);
            assert!(said.ends_with(reason) && !help.is_empty(), "{list}: {said}");
        }
    }
}
