//! New games, and links into them.

use crate::dto::{Fault, GameLinks, NewGame, RoleLink};
use crate::link::Link;
use crate::lobby::offer::roles_of_header;
use crate::role::Role;
use crate::state::AppState;
use crate::store::sync;
use crate::store::{GameId, StoredGame};
use grognard_lab::save::Header;
use grognard_lab::{Battle, Request, Seat, Session, SessionError};
use grognard_packs::Diagnostic;
use std::collections::BTreeMap;

impl AppState {
    /// The battle of a game somebody preferences to play.
    pub(crate) fn battle(&self, wish: &NewGame) -> Result<Battle, Fault> {
        let options = wish.options.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        let request = Request {
            roots: self.settings.roots.clone(),
            scenario: wish.scenario.clone(),
            mods: wish.mods.clone(),
            options,
            ..Request::default()
        };
        self.battles.battle(&request).map_err(|all| Fault::broken("this battle cannot be played", &all))
    }

    /// Makes a game and the links to it.
    pub fn make(&self, wish: &NewGame) -> Result<GameLinks, Fault> {
        let battle = self.battle(wish)?;
        let seats = battle.seats(named_seats(&battle, &wish.seats)?);
        if let Some(store) = self.pack_store() {
            // A game whose packs cannot be kept can be played all the same, as long as they stay as they are.
            let _ = battle.keep(&store);
        }
        let seed = wish.seed.map_or_else(any_seed, Ok)?;
        let title = battle.content.title.clone();
        let session = Session::new(battle, seed, seats).map_err(unplayable)?;
        let kept = StoredGame { title: title.clone(), header: sync::line(&session.header())?, lines: Vec::new(), footer: None };
        let game = self.store.add_game(kept, 0)?;
        let links = roles(&session).into_iter().map(|role| self.link_to(game, role)).collect::<Result<_, _>>()?;
        Ok(GameLinks { game, title, links })
    }

    /// Makes another link to a game, for a role there is in it.
    pub fn new_link(&self, game: GameId, role: Role) -> Result<RoleLink, Fault> {
        let kept = self.store.game(game)?.ok_or_else(|| Fault::missing("there is no such game"))?;
        let header: Header = serde_json::from_str(&kept.header).map_err(|error| Fault::inside(error.to_string()))?;
        if !roles_of_header(&header).contains(&role.name()) {
            return Err(Fault::refused(match role {
                Role::Both => "one person alone plays here; who plays has the link of his side",
                _ => "no person plays that side",
            }));
        }
        self.link_to(game, role)
    }

    /// Makes a link to a game.
    pub fn link_to(&self, game: GameId, role: Role) -> Result<RoleLink, Fault> {
        let name = role.name();
        let secret = self.add_link(Link { game: Some(game), role })?;
        Ok(RoleLink { role: name, path: format!("/t/{}/", secret.text()) })
    }
}

/// The roles of a game: each side a person plays, all of them together if there are several, and who looks on.
pub fn roles(session: &Session) -> Vec<Role> {
    let sides = session.battle.content.sides.iter().zip(session.seats());
    roles_of(sides.map(|((_, side), seat)| (side, seat.name())))
}

/// The roles of a game by who plays each side.
pub fn roles_of<'a>(players: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<Role> {
    let persons = players.filter(|(_, player)| *player == Seat::Person.name());
    let mut roles: Vec<Role> = persons.map(|(side, _)| Role::Side(side.to_owned())).collect();
    if roles.len() > 1 {
        roles.push(Role::Both);
    }
    roles.push(Role::Spectator);
    roles
}

/// The seats somebody named, by side.
fn named_seats(battle: &Battle, named: &BTreeMap<String, String>) -> Result<Vec<Option<Seat>>, Fault> {
    let sides: Vec<&str> = battle.content.sides.iter().map(|(_, side)| side).collect();
    for (side, player) in named {
        if !sides.contains(&side.as_str()) {
            return Err(wrong(format!("there is no side `{side}` in this battle"), side, &sides));
        }
        if Seat::parse(player).is_none() {
            return Err(wrong(format!("there is no player `{player}`"), player, &Seat::NAMES));
        }
    }
    Ok(sides.iter().map(|side| named.get(*side).and_then(|player| Seat::parse(player))).collect())
}

fn wrong(message: String, word: &str, known: &[&str]) -> Fault {
    let error = Diagnostic::general("E503", &message).suggest(word, known.iter().copied());
    Fault::broken(message, &[error])
}

fn unplayable(error: SessionError) -> Fault {
    match error {
        SessionError::Broken(all) => Fault::broken("this battle cannot be played", &all),
        SessionError::Refused(refusal) => Fault::refused(refusal.to_string()),
        SessionError::File(..) | SessionError::Held(_) => Fault::inside("the game cannot be kept"),
    }
}

/// A seed nobody can guess from the first dice. It fits the numbers of JSON.
fn any_seed() -> Result<u64, Fault> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|error| Fault::inside(error.to_string()))?;
    Ok(u64::from_le_bytes(bytes) >> 11)
}
