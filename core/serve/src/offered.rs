//! What there is to choose from in the lobby: games that go on, and battles for new ones.

use crate::fault::Fault;
use crate::house::House;
use crate::lobby::roles_of;
use crate::role::Role;
use crate::store::Listed;
use crate::tongues::Tongues;
use grognard_engine::catalogue::{Catalogue, TextKind};
use grognard_lab::{Battle, Request, save::Header};
use grognard_packs::{Kind, Library, Pack};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The games of this server, the newest first.
pub fn games(house: &House, wishes: &[String]) -> Result<Value, Fault> {
    let library = Library::open(&house.settings.roots);
    let mut tongues: BTreeMap<Vec<String>, Catalogue> = BTreeMap::new();
    let all = house.store.games()?;
    let mut game = |game: &Listed| {
        let header: Option<Header> = serde_json::from_str(&game.header).ok();
        let header = header.as_ref();
        let packs: Vec<String> = header.into_iter().flat_map(|header| packs_of(&library, header)).collect();
        let catalogue = tongues.entry(packs).or_insert_with_key(|packs| spoken(&library, packs, wishes));
        json!({
            "game": game.id,
            "title": catalogue.name(&game.title),
            "scenario": header.map(|header| &header.scenario),
            "mods": header.map(|header| &header.mods),
            "options": header.map(|header| &header.options),
            "seats": header.map(|header| &header.players),
            "roles": header.map(roles_in),
            // While a game goes on, its host may play in it and is told no count of what others decide.
            "decisions": game.footer.as_ref().map(|_| game.decisions),
            "turn": game.stands.0,
            "phase": catalogue.name(&game.stands.1),
            "over": game.footer.is_some(),
            "made": game.made,
        })
    };
    Ok(all.iter().map(&mut game).collect())
}

/// The roles for which there can be links.
pub fn roles_in(header: &Header) -> Vec<String> {
    let players = header.players.iter().map(|(side, player)| (side.as_str(), player.as_str()));
    roles_of(players).iter().map(Role::name).collect()
}

/// The packs a game is made of, as far as they are still there.
fn packs_of(library: &Library, header: &Header) -> Vec<String> {
    let scenario = library.find(Kind::Scenario, &header.scenario).ok().into_iter();
    let mods = header.mods.iter().filter_map(|name| library.find(Kind::Mod, name).ok());
    scenario.chain(mods).flat_map(with_needed).collect()
}

/// A pack and those it builds on.
fn with_needed(pack: &Pack) -> Vec<String> {
    let needed = pack.manifest.requires.keys().chain(&pack.manifest.system).cloned();
    needed.chain([pack.id().to_owned()]).collect()
}

fn spoken(library: &Library, packs: &[String], wishes: &[String]) -> Catalogue {
    let mut tongues = Tongues::of(library.clone(), packs.to_vec());
    let language = tongues.choose(wishes);
    tongues.catalogue(&language).clone()
}

/// The battles there are, with their sides and options, and the mods.
pub fn packs(house: &House, wishes: &[String]) -> Value {
    let library = Library::open(&house.settings.roots);
    let mods = library.mods().map(|pack| listed(pack, &spoken(&library, &with_needed(pack), wishes)));
    let scenarios = library.scenarios().map(|pack| scenario(house, &library, pack, wishes));
    json!({ "scenarios": scenarios.collect::<Value>(), "mods": mods.collect::<Value>() })
}

fn listed(pack: &Pack, catalogue: &Catalogue) -> Value {
    json!({
        "id": pack.id(),
        "short": pack.short(),
        "name": catalogue.name(&pack.manifest.name),
        "summary": pack.manifest.summary.as_ref().map(|summary| catalogue.text(TextKind::Paragraph, summary)),
        "goal": pack.manifest.goal.as_ref().map(|goal| catalogue.text(TextKind::Paragraph, goal)),
        "requires": pack.manifest.requires.keys().collect::<Vec<_>>(),
    })
}

/// A battle that cannot be loaded is offered without sides, and making it tells what is wrong.
fn scenario(house: &House, library: &Library, pack: &Pack, wishes: &[String]) -> Value {
    let request = Request { roots: house.settings.roots.clone(), scenario: pack.id().to_owned(), ..Request::default() };
    let battle = house.shelf.battle(&request).ok();
    let packs = battle.as_ref().map_or_else(|| with_needed(pack), |battle| battle.system.packs.clone());
    let catalogue = spoken(library, &packs, wishes);
    let mut value = listed(pack, &catalogue);
    if let Some(battle) = battle {
        let side = |(_, name): (_, &str)| json!({ "name": name, "text": catalogue.name(name) });
        value["sides"] = battle.content.sides.iter().map(side).collect();
        value["seats"] = battle.seats(Vec::new()).iter().map(|seat| seat.name()).collect();
        value["options"] = options(&battle, &catalogue);
    }
    let system = pack.manifest.system.as_ref().and_then(|id| library.get(id)).filter(|pack| pack.manifest.kind == Kind::System);
    value["system"] = json!(system.map(|pack| catalogue.name(&pack.manifest.name)));
    value["system_id"] = json!(system.map(Pack::id));
    value
}

fn options(battle: &Battle, catalogue: &Catalogue) -> Value {
    let mut options = json!(battle.system.options);
    for option in options.as_object_mut().into_iter().flat_map(|all| all.values_mut()) {
        if let Some(label) = option["label"].as_str() {
            option["label"] = catalogue.name(label).into();
        }
    }
    options
}
