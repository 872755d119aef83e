//! Resuming an unfinished game.

use crate::dto::{Fault, GameLinks, NewGame};
use crate::lobby::offer::roles_of_header;
use crate::role::Role;
use crate::state::AppState;
use crate::store::GameSummary;
use grognard_packs::Lock;
use grognard_play::save::Header;
use grognard_play::{Battle, Seat};
use std::collections::{BTreeMap, BTreeSet};

/// An unfinished game, with new links to it.
#[derive(Clone, Debug)]
pub struct ResumedGame {
    /// The game, with its new links.
    pub links: GameLinks,
    /// The current turn; 0 during set-up.
    pub turn: u16,
    /// The name of the current phase.
    pub phase: String,
}

impl AppState {
    /// Returns the newest unfinished game that matches the request in packs, options and, if requested, seats and seed.
    /// Its earlier links stay valid.
    pub fn resume(&self, request: &NewGame) -> Result<Option<ResumedGame>, Fault> {
        let battle = self.battle(request)?;
        let unfinished = self.store.games()?.into_iter().filter(|game| game.footer.is_none());
        let mut headed = unfinished.filter_map(|game| Some((serde_json::from_str::<Header>(&game.header).ok()?, game)));
        let found = headed.find(|(header, _)| is_match(header, &battle, request));
        found.map(|(header, game)| self.resumed_game(&header, game)).transpose()
    }

    fn resumed_game(&self, header: &Header, game: GameSummary) -> Result<ResumedGame, Fault> {
        let roles = roles_of_header(header).into_iter().filter_map(|name| Role::parse(&name));
        let links = roles.map(|role| self.link_to(game.id, role)).collect::<Result<_, _>>()?;
        let (turn, phase) = game.progress;
        Ok(ResumedGame { links: GameLinks { game: game.id, title: game.title, links }, turn, phase })
    }
}

fn is_match(header: &Header, battle: &Battle, request: &NewGame) -> bool {
    let options: BTreeMap<String, String> = header.options.iter().cloned().collect();
    let sits = |(side, player): (&String, &String)| {
        let seat = Seat::parse(player).map(Seat::name);
        seat.is_some() && header.players.get(side).map(String::as_str) == seat
    };
    packs(&header.lock) == packs(&battle.lock)
        && options == request.options
        && request.seats.iter().all(sits)
        && request.seed.is_none_or(|seed| seed == header.seed)
}

/// Returns the packs that affect the rules, without versions, because a game can be resumed under newer versions.
fn packs(lock: &Lock) -> BTreeSet<&str> {
    lock.packs.iter().filter(|pack| pack.affects_rules).map(|pack| pack.id.as_str()).collect()
}
