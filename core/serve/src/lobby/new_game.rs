//! New games and links to them.

use crate::dto::{Fault, GameLinks, NewGame, RoleLink};
use crate::link::Link;
use crate::lobby::offer::roles_of_header;
use crate::role::Role;
use crate::state::AppState;
use crate::store::sync;
use crate::store::{GameId, StoredGame};
use grognard_packs::Diagnostic;
use grognard_play::save::Header;
use grognard_play::{Battle, BattleRequest, Seat, Session, SessionError};
use std::collections::BTreeMap;

impl AppState {
    /// Returns the battle for a requested game.
    pub(crate) fn battle(&self, request: &NewGame) -> Result<Battle, Fault> {
        let options = request.options.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        let request = BattleRequest {
            roots: self.settings.roots.clone(),
            scenario: request.scenario.clone(),
            mods: request.mods.clone(),
            options,
            ..BattleRequest::default()
        };
        self.battles.battle(&request).map_err(|all| Fault::broken("this battle cannot be played", &all))
    }

    /// Creates a game and the links to it.
    pub fn create_game(&self, request: &NewGame) -> Result<GameLinks, Fault> {
        let battle = self.battle(request)?;
        let seats = battle.seats(requested_seats(&battle, &request.seats)?);
        if let Some(store) = self.pack_store() {
            // If the packs cannot be stored, the game is playable until they change.
            let _ = battle.keep(&store);
        }
        let seed = request.seed.or(battle.guided_seed()).map_or_else(any_seed, Ok)?;
        let title = battle.content.title.clone();
        let session = Session::new(battle, seed, seats).map_err(unplayable)?;
        let stored = StoredGame {
            title: title.clone(),
            header: sync::line(&session.header())?,
            lines: Vec::new(),
            footer: None,
        };
        let game = self.store.add_game(stored, 0)?;
        tracing::info!(?game, title, "new game");
        let links = roles(&session).into_iter().map(|role| self.link_to(game, role)).collect::<Result<_, _>>()?;
        Ok(GameLinks { game, title, links })
    }

    /// Creates another link to a game, for one of its roles.
    pub fn new_link(&self, game: GameId, role: Role) -> Result<RoleLink, Fault> {
        let stored = self.store.game(game)?.ok_or_else(|| Fault::missing("there is no such game"))?;
        let header: Header = serde_json::from_str(&stored.header).map_err(|error| Fault::inside(error.to_string()))?;
        if !roles_of_header(&header).contains(&role.name()) {
            return Err(Fault::refused(match role {
                Role::Both => "only one person plays this game; use the link for their side",
                _ => "that side is not played by a person",
            }));
        }
        self.link_to(game, role)
    }

    /// Creates a link to a game.
    pub fn link_to(&self, game: GameId, role: Role) -> Result<RoleLink, Fault> {
        let name = role.name();
        let secret = self.add_link(Link { game: Some(game), role })?;
        Ok(RoleLink { role: name, path: format!("/t/{}/", secret.text()) })
    }
}

/// Returns the roles in a game: one for each side played by a person, one for all of these sides together if there are
/// several, and one for spectators.
pub fn roles(session: &Session) -> Vec<Role> {
    let sides = session.battle.content.seats().zip(session.seats());
    roles_of(sides.map(|((_, side), seat)| (side, seat.name())))
}

/// Returns the roles in a game, given the player of each side.
pub fn roles_of<'a>(players: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<Role> {
    let persons = players.filter(|(_, player)| *player == Seat::Person.name());
    let mut roles: Vec<Role> = persons.map(|(side, _)| Role::Side(side.to_owned())).collect();
    if roles.len() > 1 {
        roles.push(Role::Both);
    }
    roles.push(Role::Spectator);
    roles
}

/// Returns the requested players, by side.
fn requested_seats(battle: &Battle, named: &BTreeMap<String, String>) -> Result<Vec<Option<Seat>>, Fault> {
    let sides: Vec<&str> = battle.content.seats().map(|(_, side)| side).collect();
    for (side, player) in named {
        if !sides.contains(&side.as_str()) {
            let message = match battle.content.sides.find(side) {
                Some(_) => format!("nobody plays the neutral side `{side}`"),
                None => format!("there is no side `{side}` in this battle"),
            };
            return Err(unknown_name(message, side, &sides));
        }
        if Seat::parse(player).is_none() {
            return Err(unknown_name(format!("there is no player `{player}`"), player, &Seat::NAMES));
        }
    }
    Ok(sides.iter().map(|side| named.get(*side).and_then(|player| Seat::parse(player))).collect())
}

fn unknown_name(message: String, word: &str, known: &[&str]) -> Fault {
    let error = Diagnostic::general("E503", &message).suggest(word, known.iter().copied());
    Fault::broken(message, &[error])
}

fn unplayable(error: SessionError) -> Fault {
    match error {
        SessionError::Broken(all) => Fault::broken("this battle cannot be played", &all),
        SessionError::Refused(refusal) => Fault::refused(refusal.to_string()),
        SessionError::File(..) | SessionError::Held(_) => Fault::inside("the game cannot be saved"),
    }
}

/// Returns a random seed that fits into a JSON number and cannot be guessed from the first few rolls.
fn any_seed() -> Result<u64, Fault> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|error| Fault::inside(error.to_string()))?;
    Ok(u64::from_le_bytes(bytes) >> 11)
}
