//! What there is to choose from in the lobby: games that go on, and battles for new ones.

use crate::fault::Fault;
use crate::house::House;
use grognard_lab::Request;
use grognard_lab::save::Header;
use grognard_packs::{Kind, Library, Pack};
use serde_json::{Value, json};

/// The games of this server, the newest first.
pub fn games(house: &House) -> Result<Value, Fault> {
    let games = house.store.games()?;
    let game = |game: &crate::store::Listed| {
        let header: Option<Header> = serde_json::from_str(&game.header).ok();
        let header = header.as_ref();
        json!({
            "game": game.id,
            "title": game.title,
            "scenario": header.map(|header| &header.scenario),
            "mods": header.map(|header| &header.mods),
            "options": header.map(|header| &header.options),
            "seats": header.map(|header| &header.players),
            "decisions": game.decisions,
            "over": game.footer.is_some(),
            "made": game.made,
        })
    };
    Ok(games.iter().map(game).collect())
}

/// The battles there are, with their sides and options, and the mods.
pub fn packs(house: &House) -> Value {
    let library = Library::open(&house.settings.roots);
    let mods = library.mods().map(listed);
    json!({ "scenarios": library.scenarios().map(|pack| scenario(house, &library, pack)).collect::<Value>(), "mods": mods.collect::<Value>() })
}

fn listed(pack: &Pack) -> Value {
    json!({
        "id": pack.id(),
        "short": pack.short(),
        "name": pack.manifest.name,
        "summary": pack.manifest.summary,
        "requires": pack.manifest.requires.keys().collect::<Vec<_>>(),
    })
}

/// A battle that cannot be loaded is offered without sides, and making it tells what is wrong.
fn scenario(house: &House, library: &Library, pack: &Pack) -> Value {
    let mut value = listed(pack);
    let request = Request { roots: house.settings.roots.clone(), scenario: pack.id().to_owned(), ..Request::default() };
    if let Ok(battle) = house.shelf.battle(&request) {
        value["sides"] = battle.content.sides.iter().map(|(_, side)| side).collect();
        value["seats"] = battle.seats(Vec::new()).iter().map(|seat| seat.name()).collect();
        value["options"] = json!(battle.system.options);
    }
    value["system"] = json!(
        pack.manifest
            .system
            .as_ref()
            .and_then(|id| library.get(id))
            .filter(|pack| pack.manifest.kind == Kind::System)
            .map(|pack| &pack.manifest.name)
    );
    value
}
