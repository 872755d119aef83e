//! `grognard lab compare`: compares two variants of a battle.

use super::common_args::{GameArgs, between};
use super::report::Pages;
use super::run::RunArgs;
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::player_arg::find_seat;
use crate::screen::{Screen, complain};
use grognard_engine::catalogue::Catalogue;
use grognard_lab::compare::{Comparison, EffectGroup, SequentialTest};
use grognard_lab::shard::{Experiment, ExperimentBattles, ShardFile, Variant};
use grognard_lab::{Change, ComparisonQuestion, Forfeits, forfeits};
use grognard_play::{AgentKind, Battle, PlanBudget};
use grognard_report::{ComparisonText, bounds, forfeit_lines};
use serde::Serialize;
use std::cell::RefCell;
use std::path::PathBuf;

const NOTES: &str = "\
Changes, each of which may be repeated:
  mod:ID                add a mod
  option:NAME=VALUE     set an option
  cell:PATH=VALUE       set a value in a chart or other data (see `grognard resolve`)
  agent:SIDE=AGENT      change the player for a side
Without --a, A is the unchanged battle.

Both variants are played from the same seeds until the answer is clear or --games pairs have been played. Veterans play,
if the system has an evaluation. They take seconds for a turn, and a comparison takes hours. To see within a minute what
a rule does by itself, use `--player random`.";

/// Compare two variants of a battle: does a side win more often, and what else changes?
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Apply this change to variant A; may be repeated.
    #[arg(long, value_name = "CHANGE", allow_hyphen_values = true)]
    a: Vec<Change>,
    /// Apply this change to variant B; may be repeated.
    #[arg(long, value_name = "CHANGE", allow_hyphen_values = true)]
    b: Vec<Change>,
    #[command(flatten)]
    question: QuestionArgs,
    /// Maximum number of game pairs; each shard plays its share of them.
    #[arg(long, default_value_t = 10_000, value_parser = between(1, 10_000_000), allow_negative_numbers = true)]
    games: u64,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    pages: Pages,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The side or the alliance whose wins are counted.
#[derive(clap::Args)]
pub struct SideArg {
    /// Count the wins of this side or alliance; defaults to the first side.
    #[arg(long)]
    side: Option<String>,
}

impl SideArg {
    /// Returns the side or the alliance; fails if the battle has neither.
    pub fn of(&self, battle: &Battle) -> Result<String, Failure> {
        if let Some(side) = self.side.as_ref().filter(|side| !battle.content.alliances().contains_key(side.as_str())) {
            find_seat(battle, side)?;
        }
        let first = || battle.content.seats().next().map(|(_, side)| side.to_owned());
        Ok(self.side.clone().or_else(first).unwrap_or_default())
    }
}

/// The question a comparison answers: which side's wins are counted, and how large a difference matters.
#[derive(clap::Args)]
pub struct QuestionArgs {
    #[command(flatten)]
    whose: SideArg,
    /// Ignore differences of up to this many wins in 100 games; defaults to 3. The margin and the side are stored in
    /// the games file.
    #[arg(long, value_name = "WINS", value_parser = wins, allow_negative_numbers = true)]
    margin: Option<f64>,
}

/// Parses a number of wins in 100 games, from 0.1 to 50.
fn wins(text: &str) -> Result<f64, String> {
    let wins = text.parse::<f64>().ok().filter(|wins| (0.1..=50.0).contains(wins));
    wins.ok_or_else(|| "expected a number of wins in 100 games from 0.1 to 50, with a decimal point: 2.5".to_owned())
}

/// The player of a side for which none is chosen.
const PLAYER: AgentKind = AgentKind::Plan(PlanBudget::VETERAN);

/// The default margin, as a difference between win rates.
const MARGIN: f64 = 0.03;

/// The accepted false-positive rate: the share of comparisons of equal variants that report a difference.
const ERROR: f64 = 0.05;

impl QuestionArgs {
    /// Returns the question about a battle with these sides. Missing values come from `before`, or else from the
    /// defaults.
    pub fn question(&self, sides: &[String], before: Option<&ComparisonQuestion>) -> ComparisonQuestion {
        let first =
            || ComparisonQuestion { side: sides.first().cloned().unwrap_or_default(), margin: MARGIN, error: ERROR };
        let before = before.cloned().unwrap_or_else(first);
        let margin = self.margin.map_or(before.margin, |wins| wins / 100.0);
        ComparisonQuestion { side: self.whose.side.clone().unwrap_or(before.side), margin, error: before.error }
    }
}

impl Args {
    /// Plays the games and prints the report.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        self.pages.check(&[], self.run.output.as_deref())?;
        let a = self.game.contender(PLAYER, "a", &self.a, roots)?;
        let b = self.game.contender(PLAYER, "b", &self.b, roots)?;
        self.question.whose.of(&a.battle)?;
        if a.battle.lock.rules_hash == b.battle.lock.rules_hash && a.players == b.players {
            complain(|_| "A and B are the same battle with the same players: any difference is chance".to_owned());
        }
        let catalogue = language.catalogue(roots, &a.battle);
        let field = ExperimentBattles::new(vec![a, b], self.game.seed, self.games, true);
        let question = self.question.question(&field.experiment.sides, self.run.earlier_question().as_ref());
        let field = field.asking(question.clone());
        // A shard does not know the results of the other shards, so it plays all its games.
        let test = RefCell::new(SequentialTest::new(&question));
        let enough = |file: &ShardFile| {
            let mut test = test.borrow_mut();
            test.follow(&file.rows, 0, 1);
            self.run.shard.is_none() && test.is_answered()
        };
        let run = self.run.play(&field, enough)?;
        let comparison = Comparison::new(&run.file, question.clone(), 0, 1);
        let [a, b] = [0, 1].map(|at| &field.contenders()[at].battle);
        let told = ComparisonReport::new(&run.file, &comparison);
        screen.report(self.json, &told, |_| told.describe(&catalogue))?;
        self.pages.table.write(&run.file)?;
        self.pages.write(&run.file, &comparison, Some([a, b]), (&a.request.roots, &catalogue))?;
        if run.interrupted { Err(Failure::Interrupted) } else { Ok(()) }
    }
}

/// The printed result.
#[derive(Serialize)]
pub struct ComparisonReport<'a> {
    /// The games played.
    pub experiment: &'a Experiment,
    /// The results.
    pub comparison: &'a Comparison,
    /// Games that programs forfeited by breaking the protocol.
    pub forfeits: Vec<Forfeits>,
}

/// Returns the changes common to both variants, and the changes specific to each. The latter include the original
/// values of the settings that the other variant changes.
fn common(a: &Variant, b: &Variant) -> (Vec<String>, [Vec<String>; 2]) {
    let rules = [a.rules(), b.rules()];
    let is_changed = |change: &String| a.changes.contains(change) || b.changes.contains(change);
    let is_common = |change: &String| rules.iter().all(|rules| rules.contains(change)) && !is_changed(change);
    let own = [(a, &rules[0], &rules[1]), (b, &rules[1], &rules[0])].map(|(variant, mine, others)| {
        let left = mine.iter().filter(|change| !others.contains(change) && !variant.changes.contains(change));
        variant.changes.iter().chain(left).cloned().collect()
    });
    (rules[0].iter().filter(|change| is_common(change)).cloned().collect(), own)
}

/// Maximum number of effects printed per group.
const MAX_EFFECTS: usize = 6;

impl<'a> ComparisonReport<'a> {
    /// Creates the report on a games file.
    pub fn new(file: &'a ShardFile, comparison: &'a Comparison) -> ComparisonReport<'a> {
        ComparisonReport { experiment: &file.head.experiment, comparison, forfeits: forfeits(file) }
    }

    /// Formats the report for display.
    pub fn describe(&self, catalogue: &Catalogue) -> String {
        let variants = &self.experiment.variants;
        let (common, own) = common(&variants[0], &variants[1]);
        let words = ComparisonText::new(catalogue, own.each_ref().map(Vec::as_slice));
        let mut text = format!("{}\n", self.experiment.scenario);
        if !common.is_empty() {
            text += &format!("  {}\n", catalogue.say("both: {1}", &[&common.join(", ")]));
        }
        for (letter, (name, variant)) in ["A", "B"].iter().zip(words.variants.iter().zip(variants)) {
            text += &format!("  {letter}: {name} ({})\n", words.seats(variant));
        }
        text += "\n";
        words.answer(self.comparison).iter().for_each(|sentence| text += &format!("{sentence}\n"));
        text += &format!("\n{}\n", words.pairs(self.comparison));
        text += &(forfeit_lines(&self.forfeits, catalogue) + "\n");
        text += &self.shares(&words);
        for group in EffectGroup::ALL {
            let mut clear: Vec<_> = self.comparison.of(group).filter(|effect| effect.clear).collect();
            clear.sort_by(|one, other| one.p.total_cmp(&other.p));
            if !clear.is_empty() {
                text += &format!("\n{}\n", words.heading(group));
                clear.iter().take(MAX_EFFECTS).for_each(|effect| text += &format!("  {}\n", words.effect(effect)));
                if clear.len() > MAX_EFFECTS {
                    text +=
                        &format!("  {}\n", catalogue.say("and {1} more", &[&(clear.len() - MAX_EFFECTS).to_string()]));
                }
            }
        }
        if !self.comparison.effects.iter().any(|effect| effect.clear) {
            text += &format!("\n{}\n", catalogue.say("Nothing else is clearly different.", &[]));
        }
        text
    }

    /// Formats the win rates as a table.
    fn shares(&self, words: &ComparisonText) -> String {
        let rows: Vec<(String, String, String)> = self
            .comparison
            .shares
            .iter()
            .map(|(side, both)| {
                let name =
                    if side == "draws" { words.say("draws", &[]) } else { words.say("{1} wins", &[&words.side(side)]) };
                let [a, b] = both
                    .map(|share| format!("{:>7} {}", words.percent(share.value()), bounds(&share, words.catalogue)));
                (name, a, b)
            })
            .collect();
        let width = |at: fn(&(String, String, String)) -> &String| {
            rows.iter().map(|row| at(row).chars().count()).max().unwrap_or(0)
        };
        let (names, first) = (width(|row| &row.0), width(|row| &row.1));
        let head = format!("{:names$} {:first$}  B\n", "", "A");
        head + &rows.iter().map(|(name, a, b)| format!("{name:names$} {a:first$} {b}\n")).collect::<String>()
    }
}
