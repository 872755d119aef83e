//! The arguments that choose players: `german=recruit` for a side, `recruit` for all sides, and lists of agents.

use crate::config;
use crate::failure::Failure;
use grognard_engine::ids::{Id, SideId};
use grognard_packs::Diagnostic;
use grognard_play::{AgentKind, Battle, PlanBudget, Seat};
use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};

/// A side and its player.
pub type PlayerArg = (String, String);

/// Returns the seats by side; `None` for a side without a player argument.
pub fn seats(battle: &Battle, players: &[PlayerArg]) -> Result<Vec<Option<Seat>>, Failure> {
    let mut seats = vec![None; battle.content.seats().count()];
    for (side, player) in players {
        let seat = seat(player)?;
        let before = seats[find_seat(battle, side)?.index()].replace(seat);
        if let Some(before) = before.filter(|before| *before != seat) {
            let error = Diagnostic::general(
                "E579",
                format!("two different players are given for {side}: `{}` and `{}`", before.name(), seat.name()),
            );
            return Err(Failure::usage(error.help("remove one of them")));
        }
    }
    Ok(seats)
}

/// Adds the opponent from the configuration file as the player for every side that is not played by a person and not
/// named by an argument. A guide names its own opponent.
pub fn with_opponent(battle: &Battle, players: &[PlayerArg]) -> Vec<PlayerArg> {
    let mut all = players.to_vec();
    if let Some(opponent) = config::get().opponent.as_ref().filter(|_| battle.system.guide.is_none()) {
        let has_person = players.iter().any(|(_, player)| player == "person");
        let sides = battle.content.seats().map(|(_, side)| side);
        let free = sides.filter(|side| players.iter().all(|(named, _)| named != side));
        // By default, a person plays the first side.
        all.extend(free.skip(usize::from(!has_person)).map(|side| (side.to_owned(), opponent.clone())));
    }
    all
}

/// Finds a side with a player by name.
pub fn find_seat(battle: &Battle, name: &str) -> Result<SideId, Failure> {
    let found = battle.content.seats().find(|(_, side)| *side == name).map(|(side, _)| side);
    found.ok_or_else(|| {
        let known: Vec<&str> = battle.content.seats().map(|(_, side)| side).collect();
        let message = match battle.content.sides.find(name) {
            Some(_) => format!("nobody plays the neutral side `{name}`"),
            None => format!("there is no side `{name}` in this battle"),
        };
        Failure::usage(suggest_or_list(Diagnostic::general("E503", message), name, &known, "the sides are"))
    })
}

fn seat(name: &str) -> Result<Seat, Failure> {
    Seat::of_command_line(name).ok_or_else(|| {
        let error = Diagnostic::general("E504", format!("there is no player `{name}`"));
        if name.starts_with("plan:") {
            return Failure::usage(error.help(format!("expected `plan:` followed by {}", PlanBudget::FORMS)));
        }
        Failure::usage(suggest_or_list(
            error,
            name,
            &["person", "recruit", "veteran", "general", "random", "plan:trials=5000", "exec:PROGRAM"],
            "the players are",
        ))
    })
}

/// Suggests the most similar name, or lists all names if none is similar.
pub fn suggest_or_list(error: Diagnostic, wrong: &str, known: &[&str], lead: &str) -> Diagnostic {
    let error = error.suggest(wrong, known.iter().copied());
    if error.help.is_some() { error } else { error.help(format!("{lead} {}", known.join(", "))) }
}

/// The name in place of a side, for a player of all sides that have none of their own.
const ALL: &str = "";

/// Parses `german=recruit`, or `recruit` for all sides. Names of agents may contain a `=`, but only after a `:`.
pub fn player(text: &str) -> Result<PlayerArg, String> {
    match text.split_once('=') {
        Some((side, agent)) if !side.contains(':') => Ok((side.trim().to_owned(), agent.trim().to_owned())),
        _ => Ok((ALL.to_owned(), text.trim().to_owned())),
    }
}

/// Returns the agents of all sides. `default` plays the sides for which no player is chosen, or the random agent if
/// `default` needs an evaluation that the system does not have. Fails if an agent is a program that cannot be started.
pub fn agents(battle: &Battle, players: &[PlayerArg], default: AgentKind) -> Result<Vec<AgentKind>, Failure> {
    let (all, mut own): (Vec<PlayerArg>, Vec<PlayerArg>) = players.iter().cloned().partition(|(side, _)| side == ALL);
    for (_, side) in battle.content.seats().filter(|(_, side)| players.iter().all(|(named, _)| named != side)) {
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
pub fn agent_list(names: &[String]) -> Result<Vec<AgentKind>, Failure> {
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
