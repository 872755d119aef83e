//! `grognard rules`: prints the rulebook of a battle, lists its rules, and shows how much of the rulebook is covered.

use crate::battle_args::BattleArgs;
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::pack_name::PackNames;
use crate::rulebook_reader::ReadArgs;
use crate::scenario_arg::ScenarioArg;
use crate::screen::Screen;
use clap::{Parser, Subcommand};
use grognard_packs::{Diagnostic, Kind};
use grognard_play::provenance::{self, RuleFacts};
use grognard_play::{Battle, diagnose};
use grognard_suite::paragraph_coverage::{self, ParagraphCoverage, ParagraphUse};
use std::path::PathBuf;

/// Read a rulebook, list rules, or show how much of a rulebook is implemented, tested and used.
#[derive(Parser)]
pub struct Args {
    #[command(subcommand)]
    command: RulesCommand,
}

#[derive(Subcommand)]
enum RulesCommand {
    /// Print a rulebook, or a paragraph with those it contains, followed by their rulings, options and changes by mods.
    Read(ReadArgs),
    /// List the rules of a battle with their paragraphs.
    List(ListArgs),
    /// Show where each paragraph of a rulebook is implemented and tested, and how often it is used in random games.
    Coverage(CoverageArgs),
}

#[derive(clap::Args)]
struct ListArgs {
    #[command(flatten)]
    which: ScenarioArg,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct CoverageArgs {
    /// System (with all its scenarios) or scenario to report on.
    #[arg(value_name = "SYSTEM|SCENARIO")]
    name: String,
    /// Number of random games per scenario; a tenth as many are added for each non-default value of an option.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Seed of the first game.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    battle: BattleArgs,
    /// Fail if a paragraph is neither implemented nor tested nor listed under `[not_enforced]`, or if it is implemented
    /// but neither tested nor used in a game.
    #[arg(long)]
    strict: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Runs the subcommand.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        match &self.command {
            RulesCommand::Read(args) => args.run(roots, language, screen),
            RulesCommand::List(args) => args.run(roots, screen),
            RulesCommand::Coverage(args) => args.run(roots, screen),
        }
    }
}

impl ListArgs {
    fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let battle = self.which.load(roots)?;
        let rules = provenance::rules(&battle).map_err(|error| Failure::Wrong(diagnose(&[error], &battle.scripts)))?;
        screen.report(self.json, &rules, |screen| rules.iter().map(|rule| line(rule, screen)).collect::<String>())
    }
}

fn line(rule: &RuleFacts, screen: &Screen) -> String {
    let passage = &rule.defined;
    let changes = rule
        .changes
        .iter()
        .map(|change| format!("; {} by {}", if change.replaces { "replaced" } else { "wrapped" }, change.by.pack));
    let place = screen.dim(&format!("{}:{}", passage.file, passage.line));
    format!("{:<28} {:<16} {place}{}\n", rule.rule, rule.paragraphs().join(", "), changes.collect::<String>())
}

impl CoverageArgs {
    fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let battles = self.battles(roots)?;
        let coverage = paragraph_coverage::coverage(&battles, self.games, self.seed).map_err(Failure::Wrong)?;
        screen.report(self.json, &coverage, |screen| describe(&coverage, screen))?;
        let fails = self.strict && coverage.paragraphs.iter().any(|paragraph| paragraph.complaint().is_some());
        if fails { Err(Failure::Reported) } else { Ok(()) }
    }

    /// Loads all battles of a system, or the battle of one scenario.
    fn battles(&self, roots: &[PathBuf]) -> Result<Vec<Battle>, Failure> {
        let mut names = PackNames::new(roots);
        let name = names.name(&self.name)?;
        let (library, roots) = (names.library(), names.roots());
        let system = library.find_any(&[Kind::System, Kind::Scenario], &name).map_err(Failure::usage)?;
        if system.manifest.kind == Kind::Scenario {
            return Ok(vec![self.battle.load_and_tell(roots, system.id())?]);
        }
        let of_system = library.scenarios().filter(|scenario| scenario.manifest.system.as_deref() == Some(system.id()));
        let battles =
            of_system.map(|scenario| self.battle.load_and_tell(roots, scenario.id())).collect::<Result<Vec<_>, _>>()?;
        if battles.is_empty() {
            let message = format!("the system `{}` has no scenarios to play", system.id());
            return Err(Failure::usage(Diagnostic::general("E533", message)));
        }
        Ok(battles)
    }
}

fn describe(coverage: &ParagraphCoverage, screen: &Screen) -> String {
    let mut text = String::new();
    if !coverage.varied.is_empty() {
        let varied: Vec<&str> = coverage.varied.iter().map(String::as_str).collect();
        let games = count(coverage.games_of_each, "game");
        text += &format!("Games with other options, {games} each: {}\n", varied.join(", "));
    }
    let mut book = "";
    for paragraph in &coverage.paragraphs {
        if paragraph.pack != book {
            book = &paragraph.pack;
            text += &format!("{}\n", screen.bold(&format!("{book}, used in {}", count(coverage.games, "random game"))));
        }
        text += &describe_paragraph(paragraph, screen);
    }
    let complaints = coverage.paragraphs.iter().filter(|paragraph| paragraph.complaint().is_some()).count();
    let reasons = coverage.paragraphs.iter().filter(|paragraph| paragraph.not_enforced.is_some()).count();
    text + &format!(
        "{}, {reasons} with nothing to enforce, {complaints} needing attention",
        count(coverage.paragraphs.len() as u64, "paragraph")
    )
}

fn describe_paragraph(paragraph: &ParagraphUse, screen: &Screen) -> String {
    let mut facts = Vec::new();
    facts.extend(paragraph.not_enforced.as_ref().map(|reason| format!("not enforced: {reason}")));
    facts.extend(
        Some(count(paragraph.cases.len() as u64, "case"))
            .filter(|_| paragraph.not_enforced.is_none() || !paragraph.cases.is_empty()),
    );
    if !paragraph.rules.is_empty() {
        facts.push(count(paragraph.calls, "call"));
    }
    if paragraph.lines > 0 {
        facts.push(format!("{} in the log", count(paragraph.lines, "line")));
    }
    let complaint = paragraph.complaint().map(|complaint| format!("  {}", screen.warn(complaint))).unwrap_or_default();
    let mut text = format!("  {:<6} {}: {}{complaint}\n", paragraph.number, paragraph.title, facts.join(", "));
    for place in &paragraph.rules {
        text += &format!("         {}\n", screen.dim(place));
    }
    if !paragraph.data.is_empty() {
        text += &format!("         {}\n", screen.dim(&format!("data: {}", paragraph.data.join(", "))));
    }
    text
}

fn count(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
