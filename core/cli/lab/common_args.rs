//! Options common to all commands that play games: scenario, players and seed.

use crate::battle_args::BattleArgs;
use crate::failure::Failure;
use crate::pack_name::PackNames;
use crate::player_arg::{PlayerArg, seats};
use grognard_lab::Change;
use grognard_lab::shard::Contender;
use grognard_packs::Diagnostic;
use grognard_play::{AgentKind, Battle, Seat};
use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct GameArgs {
    /// Scenario to play (see `grognard list`).
    pub scenario: String,
    /// Choose the player for a side, or for every side that has none of its own: random (the default, except in
    /// `lab compare`), recruit, veteran, general, plan:trials=N, plan:ms=N or exec:PROGRAM; may be repeated.
    #[arg(long = "player", value_name = "[SIDE=]AGENT", value_parser = player)]
    pub players: Vec<PlayerArg>,
    /// Seed the first game with this number, and each later game with the next one.
    #[arg(long, default_value_t = 1, value_parser = between(0, u64::MAX), allow_negative_numbers = true)]
    pub seed: u64,
    #[command(flatten)]
    pub battle: BattleArgs,
}

/// The name in place of a side, for a player of all sides that have none of their own.
const ALL: &str = "";

/// Parses `german=recruit`, or `recruit` for all sides. Names of agents may contain a `=`, but only after a `:`.
fn player(text: &str) -> Result<PlayerArg, String> {
    match text.split_once('=') {
        Some((side, agent)) if !side.contains(':') => Ok((side.trim().to_owned(), agent.trim().to_owned())),
        _ => Ok((ALL.to_owned(), text.trim().to_owned())),
    }
}

/// Creates a parser for whole numbers from `least` to `most`.
pub fn between(least: u64, most: u64) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse::<u64>().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| match most {
            u64::MAX => format!("expected a whole number, {least} or more"),
            _ => format!("expected a whole number from {least} to {most}"),
        })
    }
}

#[derive(clap::Args)]
pub struct ThreadArgs {
    /// Use this many threads; by default, one per core.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

impl ThreadArgs {
    /// Returns the number of threads to use.
    pub fn threads(&self) -> usize {
        self.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}

impl GameArgs {
    /// Loads the battle unchanged, with its players, and reports on standard error which installed mods were added.
    pub fn load_contender(&self, roots: &[PathBuf]) -> Result<Contender, Failure> {
        let battle = self.battle.load_and_tell(roots, &self.scenario)?;
        let players = agents(&battle, &self.players, AgentKind::Random)?;
        Ok(Contender { name: battle.content.id.clone(), changes: Vec::new(), battle, players })
    }

    /// Loads the battle with changes, and its players, random by default.
    pub fn contender(&self, name: &str, changes: &[Change], roots: &[PathBuf]) -> Result<Contender, Failure> {
        self.contender_played_by(AgentKind::Random, name, changes, roots)
    }

    /// Loads the battle with changes, and its players. `default` plays the sides for which no player is chosen; if the
    /// system has no evaluation, the random agent plays them.
    pub fn contender_played_by(
        &self,
        default: AgentKind,
        name: &str,
        changes: &[Change],
        roots: &[PathBuf],
    ) -> Result<Contender, Failure> {
        Change::check(changes).map_err(Failure::usage)?;
        self.battle.check()?;
        let mut request = self.battle.battle_request(roots, &self.scenario)?;
        let changes = resolve_mods(changes, &mut request.roots)?;
        let mut players = self.players.clone();
        changes.iter().cloned().for_each(|change| change.apply(&mut request, &mut players));
        let battle = Battle::load(request)?;
        let players = agents(&battle, &players, default)?;
        Ok(Contender {
            name: name.to_owned(),
            changes: changes.iter().map(Change::to_string).collect(),
            battle,
            players,
        })
    }
}

/// Replaces mod paths with ids, because on another machine a path may lead to a different pack.
fn resolve_mods(changes: &[Change], roots: &mut Vec<PathBuf>) -> Result<Vec<Change>, Failure> {
    let mut names = PackNames::new(roots);
    let name = |change: &Change| match change {
        Change::Mod(text) => names.name(text).map(Change::Mod),
        other => Ok(other.clone()),
    };
    let changes = changes.iter().map(name).collect();
    *roots = names.roots().to_vec();
    changes
}

/// Returns the agents of all sides. `default` plays the sides for which no player is chosen, or the random agent if
/// `default` needs an evaluation that the system does not have. Fails if an agent is a program that cannot be started.
pub fn agents(battle: &Battle, players: &[PlayerArg], default: AgentKind) -> Result<Vec<AgentKind>, Failure> {
    let (all, mut own): (Vec<PlayerArg>, Vec<PlayerArg>) = players.iter().cloned().partition(|(side, _)| side == ALL);
    for (_, side) in battle.content.sides.iter().filter(|(_, side)| players.iter().all(|(named, _)| named != side)) {
        own.extend(all.iter().map(|(_, agent)| (side.to_owned(), agent.clone())));
    }
    let seats = seats(battle, &own)?;
    let is_lost = default.evaluates() && battle.system.hooks.evaluate.is_none();
    let default = if is_lost { AgentKind::Random } else { default };
    let kind = |seat: Option<Seat>| match seat {
        None => Ok(default),
        Some(Seat::Agent(kind)) => Ok(kind),
        Some(Seat::Person) => {
            let error = Diagnostic::general("E505", "a human player cannot take part in a simulation");
            Err(Failure::usage(error.help("use recruit, veteran, general, random or exec:PROGRAM")))
        }
    };
    startable(seats.into_iter().map(kind).collect::<Result<_, Failure>>()?)
}

/// Returns the agents with these names. Fails if one is a program that cannot be started.
pub(super) fn agent_list(names: &[String]) -> Result<Vec<AgentKind>, Failure> {
    let kind =
        |name: &String| {
            AgentKind::of_command_line(name.trim()).ok_or_else(|| {
                let error = Diagnostic::general("E504", format!("there is no agent `{name}`"));
                Failure::usage(error.help(
                    "the agents are random, recruit, veteran, general, plan:trials=5000, plan:ms=2000, exec:PROGRAM",
                ))
            })
        };
    startable(names.iter().map(kind).collect::<Result<_, Failure>>()?)
}

/// Fails if a program cannot be started, since it would forfeit every game of the experiment.
fn startable(players: Vec<AgentKind>) -> Result<Vec<AgentKind>, Failure> {
    for player in &players {
        let AgentKind::Bot(command) = player else { continue };
        let program = command.split_whitespace().next().unwrap_or_default();
        let is_path = program.contains(std::path::is_separator);
        let is_there = match is_path {
            true => exists(program.into()),
            false => std::env::var_os("PATH")
                .is_some_and(|path| std::env::split_paths(&path).any(|folder| exists(folder.join(program)))),
        };
        let wrong = |message: String, help: &str| Failure::usage(Diagnostic::general("E572", message).help(help));
        if !is_there {
            let help = "a path such as `exec:./bot.py` is relative to the current folder; docs/bots.md explains how \
                        to write a bot";
            return Err(wrong(format!("there is no program `{program}`"), help));
        }
        if is_path && !is_executable(Path::new(program)) {
            return Err(wrong(
                format!("`{program}` is not an executable program"),
                "make a script executable with `chmod +x`",
            ));
        }
    }
    Ok(players)
}

/// Returns whether a program exists, under this name or with the platform's extension for programs (`.exe` on Windows).
fn exists(program: PathBuf) -> bool {
    program.is_file() || {
        let mut name = program.into_os_string();
        name.push(EXE_SUFFIX);
        Path::new(&name).is_file()
    }
}

#[cfg(unix)]
fn is_executable(program: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    program.metadata().is_ok_and(|file| file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    true
}
