//! Going on with a game that was begun before.

use crate::dto::{Fault, GameLinks, NewGame};
use crate::lobby::offer::roles_of_header;
use crate::role::Role;
use crate::state::AppState;
use crate::store::GameSummary;
use grognard_lab::save::Header;
use grognard_lab::{Battle, Seat};
use grognard_packs::Lock;
use std::collections::{BTreeMap, BTreeSet};

/// A game that was begun before, with new links.
#[derive(Clone, Debug)]
pub struct ResumedGame {
    /// The game.
    pub links: GameLinks,
    /// The turn it has come to; 0 during set-up.
    pub turn: u16,
    /// The phase it has come to.
    pub phase: String,
}

impl AppState {
    /// Returns the newest unfinished game of the wished battle: the same packs and options, and the same seats and seed where the wish
    /// names them. Its earlier links stay good.
    pub fn resume(&self, wish: &NewGame) -> Result<Option<ResumedGame>, Fault> {
        let battle = self.battle(wish)?;
        let unfinished = self.store.games()?.into_iter().filter(|game| game.footer.is_none());
        let mut headed = unfinished.filter_map(|game| Some((serde_json::from_str::<Header>(&game.header).ok()?, game)));
        let found = headed.find(|(header, _)| is_wished(header, &battle, wish));
        found.map(|(header, game)| self.resumed(&header, game)).transpose()
    }

    fn resumed(&self, header: &Header, game: GameSummary) -> Result<ResumedGame, Fault> {
        let roles = roles_of_header(header).into_iter().filter_map(|name| Role::parse(&name));
        let links = roles.map(|role| self.link_to(game.id, role)).collect::<Result<_, _>>()?;
        let (turn, phase) = game.stands;
        Ok(ResumedGame { links: GameLinks { game: game.id, title: game.title, links }, turn, phase })
    }
}

fn is_wished(header: &Header, battle: &Battle, wish: &NewGame) -> bool {
    let options: BTreeMap<String, String> = header.options.iter().cloned().collect();
    let sits = |(side, player): (&String, &String)| {
        let seat = Seat::parse(player).map(Seat::name);
        seat.is_some() && header.players.get(side).map(String::as_str) == seat
    };
    packs(&header.lock) == packs(&battle.lock)
        && options == wish.options
        && wish.seats.iter().all(sits)
        && wish.seed.is_none_or(|seed| seed == header.seed)
}

/// The packs that decide how a game plays, in any version: a game goes on when they are newer.
fn packs(lock: &Lock) -> BTreeSet<&str> {
    lock.packs.iter().filter(|pack| pack.affects_rules).map(|pack| pack.id.as_str()).collect()
}
