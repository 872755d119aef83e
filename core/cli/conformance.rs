//! `grognard test --conformance`: plays random games and checks what holds for every system.

use crate::battle_args::BattleArgs;
use crate::failure::Failure;
use crate::lab::common_args::{ThreadArgs, between};
use crate::lab::run::{run_with_progress, stopped_note};
use crate::screen::Screen;
use grognard_engine::catalogue::ENGLISH;
use grognard_packs::Diagnostic;
use grognard_play::Battle;
use grognard_suite::conformance::{Breach, TestCounts, TestEffort, run};
use serde::Serialize;
use std::path::PathBuf;

/// The maximum number of decisions of a game.
const MAX_DECISIONS: u64 = 100_000;

/// The choice to test a scenario in random games, and how.
#[derive(clap::Args)]
pub struct ConformanceArgs {
    /// Play random games of this scenario instead, and check at every decision that offered answers are accepted and
    /// other answers refused, that undo, saves, replays and reloaded rules restore the same position, that no side
    /// learns what is hidden from it, that the score, layers and odds can be shown, and that the game ends by a rule.
    /// The first violation is reported.
    #[arg(long, value_name = "SCENARIO", conflicts_with_all = ["pattern", "verbose"])]
    conformance: Option<String>,
    #[command(flatten)]
    options: Dependent<GameOptions>,
}

/// The games of a test.
#[derive(clap::Args)]
struct GameOptions {
    /// Play this many random games.
    #[arg(long, default_value_t = 20, value_parser = between(1, 10_000_000), allow_negative_numbers = true)]
    games: u64,
    /// Seed the first game with this number, and each later game with the next one.
    #[arg(long, default_value_t = 1, value_parser = between(0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Check saves and reloaded rules at every Nth decision. Each check replays the game from its start, so checking
    /// every decision (1) of a long game takes long.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = between(1, 1_000_000))]
    every: u64,
    #[command(flatten)]
    jobs: ThreadArgs,
    #[command(flatten)]
    battle: BattleArgs,
}

/// Options that can only be given with `--conformance`.
struct Dependent<T>(T);

impl<T: clap::Args> clap::Args for Dependent<T> {
    fn augment_args(command: clap::Command) -> clap::Command {
        let others: Vec<clap::Id> = command.get_arguments().map(|arg| arg.get_id().clone()).collect();
        let is_other = |arg: &clap::Arg| others.contains(arg.get_id());
        T::augment_args(command).mut_args(|arg| match is_other(&arg) {
            true => arg,
            // The conflict is declared as well: clap does not require what conflicts with a given argument.
            false => arg.requires("conformance").conflicts_with("pattern"),
        })
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Dependent::<T>::augment_args(command)
    }
}

impl<T: clap::FromArgMatches> clap::FromArgMatches for Dependent<T> {
    fn from_arg_matches(matches: &clap::ArgMatches) -> Result<Dependent<T>, clap::Error> {
        T::from_arg_matches(matches).map(Dependent)
    }

    fn update_from_arg_matches(&mut self, matches: &clap::ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

/// The result of a test without violations.
#[derive(Serialize)]
struct Report<'a> {
    scenario: &'a str,
    rules_hash: &'a str,
    seed: u64,
    #[serde(flatten)]
    counts: TestCounts,
}

impl ConformanceArgs {
    /// Returns the scenario to test, if there is one.
    pub fn scenario(&self) -> Option<&str> {
        self.conformance.as_deref()
    }

    /// Tests the scenario; fails with the first violation.
    pub fn run(&self, roots: &[PathBuf], scenario: &str, json: bool, screen: &mut Screen) -> Result<(), Failure> {
        self.options.0.run(roots, scenario, json, screen)
    }
}

impl GameOptions {
    fn run(&self, roots: &[PathBuf], scenario: &str, json: bool, screen: &mut Screen) -> Result<(), Failure> {
        let battle = self.battle.load_and_tell(roots, scenario)?;
        let effort = TestEffort {
            games: self.games,
            thorough: 0,
            seldom: self.every,
            most_decisions: MAX_DECISIONS,
            seed: self.seed,
        };
        let test =
            run_with_progress("games", self.games, |stop, done| run(&battle, effort, self.jobs.threads(), stop, done));
        let counts = test.map_err(|breach| Failure::Wrong(self.explain(&breach, &battle)))?;
        let report =
            Report { scenario: &battle.content.id, rules_hash: &battle.lock.rules_hash, seed: self.seed, counts };
        screen.report(json, &report, |_| report.describe() + &stopped_note(counts.games, self.games, &ENGLISH))?;
        if counts.games < self.games { Err(Failure::Interrupted) } else { Ok(()) }
    }

    /// Returns the diagnostics of a violation, with the command that repeats it.
    fn explain(&self, breach: &Breach, battle: &Battle) -> Vec<Diagnostic> {
        let Breach { invariant, errors, seed, decision, moment } = breach;
        let changes: String = self
            .battle
            .as_changes(battle)
            .iter()
            .filter_map(|change| change.split_once(':'))
            .map(|(kind, value)| format!(" --{kind} {value}"))
            .collect();
        let message = format!("{invariant} (game with seed {seed}, decision {decision}: {moment})");
        let found = Diagnostic::general("E523", message).help(format!(
            "`grognard test --conformance {}{changes} --seed {seed} --games 1 --every {}` plays only this game",
            battle.content.id, self.every
        ));
        [found].into_iter().chain(errors.iter().cloned()).collect()
    }
}

impl Report<'_> {
    fn describe(&self) -> String {
        let TestCounts { games, decisions, saved, compared } = self.counts;
        if games == 0 {
            return format!("{}: no games were played\n", self.scenario);
        }
        format!(
            "{}: {games} random {}, seeds {} to {}, without violations\n\n{decisions:8} decisions tested\n{saved:8} of \
             them with a save, a replay and reloaded rules\n{compared:8} comparisons with hidden units exchanged{}\n\n\
             rules hash {}\n",
            self.scenario,
            if games == 1 { "game" } else { "games" },
            self.seed,
            self.seed.wrapping_add(games - 1),
            if compared == 0 { " (no units were hidden)" } else { "" },
            self.rules_hash,
        )
    }
}
