//! `grognard sim`: plays many games.

use crate::failure::Failure;
use crate::lab::common_args::{GameArgs, between};
use crate::lab::parquet::ParquetArg;
use crate::lab::run::{RunArgs, empty_report, may_write};
use crate::language::LanguageArg;
use crate::player_arg::agents;
use crate::screen::Screen;
use grognard_engine::catalogue::{Catalogue, TextKind};
use grognard_lab::shard::{Contender, ExperimentBattles};
use grognard_lab::sim::{GameResult, Summary};
use grognard_packs::Lock;
use grognard_play::{AgentKind, Battle, Seat};
use grognard_report::{number, rules_line, shares, side};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Have agents play many games, and count the wins of each side.
///
/// The result depends only on the seed, not on the number of threads.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Play this many games.
    #[arg(long, default_value_t = 1000, value_parser = between(1, 10_000_000), allow_negative_numbers = true)]
    games: u64,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    table: ParquetArg,
    /// Print JSON: the packs, the players, the win rates with confidence intervals, and for each game its seed, winner,
    /// reason, length and final state.
    #[arg(long)]
    json: bool,
}

/// The battle that was played, and the results.
#[derive(Serialize)]
struct Report<'a> {
    scenario: &'a str,
    lock: &'a Lock,
    seed: u64,
    players: BTreeMap<&'a str, &'static str>,
    summary: &'a Summary,
    results: &'a [GameResult],
    /// The mods and options named on the command line.
    #[serde(skip)]
    rules: Vec<String>,
    /// Installed mods that are used without being named on the command line.
    #[serde(skip)]
    installed: &'a [String],
}

impl Args {
    /// Plays the games and prints the report.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        self.table.check()?;
        may_write(&[], self.run.output.as_deref(), &[self.table.path()])?;
        let battle = self.game.battle.load(roots, &self.game.scenario)?;
        let agents = agents(&battle, &self.game.players, AgentKind::Random)?;
        let (results, interrupted) = self.play(&battle, agents.clone())?;
        let summary = Summary::new(&battle, &results);
        let names = battle.content.seats().zip(&agents).map(|((_, side), kind)| (side, Seat::Agent(*kind).name()));
        let players: BTreeMap<&str, &'static str> = names.collect();
        let report = Report {
            scenario: &battle.content.id,
            lock: &battle.lock,
            seed: results.first().map_or(self.game.seed, |game| game.seed),
            players,
            summary: &summary,
            results: &results,
            rules: self.game.battle.as_changes(&battle),
            installed: self.game.battle.unnamed_mods(&battle),
        };
        screen.report(self.json, &report, |_| report.describe(&battle, &language.catalogue(roots, &battle)))?;
        if interrupted { Err(Failure::Interrupted) } else { Ok(()) }
    }

    /// Plays the games; also returns whether Ctrl-C ended them early.
    fn play(&self, battle: &Battle, players: Vec<AgentKind>) -> Result<(Vec<GameResult>, bool), Failure> {
        let contender =
            Contender { name: battle.content.id.clone(), changes: Vec::new(), battle: battle.clone(), players };
        let run =
            self.run.play(&ExperimentBattles::new(vec![contender], self.game.seed, self.games, false), |_| false)?;
        self.table.write(&run.file)?;
        let results = run.file.rows.into_iter().flat_map(|row| row.games).map(|game| game.result);
        Ok((results.collect(), run.interrupted))
    }
}

impl Report<'_> {
    fn describe(&self, battle: &Battle, catalogue: &Catalogue) -> String {
        let say = |text: &str, about: &[&str]| catalogue.say(text, about);
        let games = self.summary.games;
        if games == 0 {
            return empty_report(self.scenario, catalogue);
        }
        let player = |(name, agent): (&&str, &&str)| format!("{} {}", side(name, catalogue), say(agent, &[]));
        let players: Vec<String> = self.players.iter().map(player).collect();
        let [count, first, last] =
            [games, self.seed, self.seed.wrapping_add(games - 1)].map(|number| number.to_string());
        let mut text = say(
            "{1}: {2} {2?game|games}, seeds {3} to {4}, {5}",
            &[self.scenario, &count, &first, &last, &players.join(", ")],
        ) + "\n";
        text += &rules_line(&self.rules, catalogue);
        if !self.installed.is_empty() {
            text += &(say("with the installed mods {1}", &[&self.installed.join(", ")]) + "\n");
        }
        text.push('\n');
        shares(self.summary, catalogue).iter().for_each(|line| text += &format!("{line}\n"));
        for (grade, count) in &self.summary.grades {
            text += &format!("{count:8} {}\n", catalogue.text(TextKind::Reason, grade));
        }
        let decisions = number(&format!("{:.1}", self.summary.decisions), catalogue);
        text += &format!("\n{}\n", say("average number of decisions per game: {1}", &[&decisions]));
        for (reason, count) in &self.summary.reasons {
            text += &format!("{count:8} {}\n", self.reason(reason, battle, catalogue));
        }
        text + "\n" + &say("rules hash {1}", &[&self.lock.rules_hash]) + "\n"
    }

    /// Returns the reason why games ended, in the reader's language.
    fn reason(&self, reason: &str, battle: &Battle, catalogue: &Catalogue) -> String {
        let game = self.results.iter().find(|game| game.reason == reason);
        if let Some(forfeit) = game.and_then(|game| game.forfeit.as_ref()) {
            return forfeit.reason(catalogue);
        }
        match game.and_then(|game| game.ending.as_ref()) {
            Some(ending) => ending.reason_with_rule(&match &ending.template {
                Some(template) => catalogue.fill(
                    TextKind::Reason,
                    &template.text,
                    &catalogue.fillings(&template.fillings, &battle.content),
                ),
                None => catalogue.text(TextKind::Reason, &ending.reason).to_owned(),
            }),
            None => catalogue.text(TextKind::Reason, reason).to_owned(),
        }
    }
}
