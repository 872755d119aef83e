//! `grognard play`: plays a game in the terminal.

mod actions;
mod advice;
mod difference;
mod handover;
mod info;
mod input;
mod interruption;
mod layers;
mod outdated_save;
mod question;
mod score;
mod show;
mod start;
mod terminal;
mod watch;
mod why;

use crate::battle_args::{BattleArgs, pair};
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::player_arg::PlayerArg;
use crate::screen::Screen;
use outdated_save::OutdatedSaveArgs;
use start::GameStart;
use std::path::PathBuf;
use terminal::Terminal;

/// Play a game in the terminal.
///
/// Type `help` in the game for a list of commands. The game is saved after every decision, and edited rules take effect
/// as soon as their files are saved.
#[derive(clap::Args)]
pub struct Args {
    /// Scenario to play (see `grognard list`).
    #[arg(required_unless_present = "load")]
    scenario: Option<String>,
    #[command(flatten)]
    battle: BattleArgs,
    /// Seed the dice with this number; random by default.
    #[arg(long)]
    seed: Option<u64>,
    /// Choose the player for a side: person, recruit (quick), veteran, general (strong), random, plan:trials=N,
    /// plan:ms=N or exec:PROGRAM; may be repeated. By default, a person plays the first side and recruits play the
    /// others. With `--load`, the named players take over their sides.
    #[arg(long = "player", value_name = "SIDE=PLAYER", value_parser = pair)]
    players: Vec<PlayerArg>,
    /// Continue this saved game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "mods", "no_mods", "options", "seed"])]
    load: Option<PathBuf>,
    #[command(flatten)]
    way: OutdatedSaveArgs,
    /// Save to this file instead of a new one.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

impl Args {
    /// Plays until the game is over or the person leaves.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        let start = match (&self.load, &self.scenario) {
            (Some(file), _) => GameStart::saved(file, self.save.as_deref(), roots, self.way.way(), &self.players)?,
            (None, scenario) => self.new_game(scenario.as_deref().unwrap_or_default(), roots)?,
        };
        let roots =
            if start.session.battle.is_pinned() { roots.to_vec() } else { start.session.battle.request.roots.clone() };
        Terminal::new(start, roots, language, screen)?.run()
    }

    fn new_game(&self, scenario: &str, roots: &[PathBuf]) -> Result<GameStart, Failure> {
        let battle = self.battle.load(roots, scenario)?;
        let used = self.battle.unnamed_mods(&battle).join(", ");
        let seed = self.seed.or(battle.guided_seed()).unwrap_or_else(start::any_seed);
        let mut start = GameStart::new(battle, &self.players, seed, self.save.as_deref())?;
        if !used.is_empty() {
            start.notes.push(format!("Installed mods in use: {used}. Use `--no-mods` to play without them."));
        }
        Ok(start)
    }
}
