//! The argument that chooses the player for a side: `german=recruit`.

use crate::config;
use crate::failure::Failure;
use grognard_engine::ids::{Id, SideId};
use grognard_packs::Diagnostic;
use grognard_play::{Battle, PlanBudget, Seat};

/// A side and its player.
pub type PlayerArg = (String, String);

/// Returns the seats by side; `None` for a side without a player argument.
pub fn seats(battle: &Battle, players: &[PlayerArg]) -> Result<Vec<Option<Seat>>, Failure> {
    let mut seats = vec![None; battle.content.sides.len()];
    for (side, player) in players {
        let seat = seat(player)?;
        let before = seats[find_side(battle, side)?.index()].replace(seat);
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
/// named by an argument.
pub fn with_opponent(battle: &Battle, players: &[PlayerArg]) -> Vec<PlayerArg> {
    let mut all = players.to_vec();
    if let Some(opponent) = &config::get().opponent {
        let has_person = players.iter().any(|(_, player)| player == "person");
        let sides = battle.content.sides.iter().map(|(_, side)| side);
        let free = sides.filter(|side| players.iter().all(|(named, _)| named != side));
        // By default, a person plays the first side.
        all.extend(free.skip(usize::from(!has_person)).map(|side| (side.to_owned(), opponent.clone())));
    }
    all
}

/// Finds a side by name.
pub fn find_side(battle: &Battle, name: &str) -> Result<SideId, Failure> {
    let sides = &battle.content.sides;
    sides.find(name).ok_or_else(|| {
        let known: Vec<&str> = sides.iter().map(|(_, side)| side).collect();
        let error = Diagnostic::general("E503", format!("there is no side `{name}` in this battle"));
        Failure::usage(suggest_or_list(error, name, &known, "the sides are"))
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
