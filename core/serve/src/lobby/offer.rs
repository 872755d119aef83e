//! The lists in the lobby: games on this server, and packs for new ones.

use crate::dto::{Fault, GameItem, GuideItem, ModItem, OptionItem, PackItem, Packs, ScenarioItem, SideTitle};
use crate::languages::Languages;
use crate::lobby::installed_packs::InstallStates;
use crate::lobby::new_game::roles_of;
use crate::role::Role;
use crate::state::AppState;
use crate::store::GameSummary;
use grognard_engine::catalogue::{Catalogue, TextKind};
use grognard_packs::{Kind, Library, OptionDecl, Pack};
use grognard_play::{AgentKind, Battle, BattleRequest, save::Header};
use std::collections::BTreeMap;

/// Returns the games on this server, newest first.
pub fn games(app: &AppState, preferences: &[String]) -> Result<Vec<GameItem>, Fault> {
    let library = Library::open(&app.settings.roots);
    let mut languages: BTreeMap<Vec<String>, Catalogue> = BTreeMap::new();
    let all = app.store.games()?;
    let mut game = |game: &GameSummary| {
        let header: Option<Header> = serde_json::from_str(&game.header).ok();
        let header = header.as_ref();
        let packs: Vec<String> = header.into_iter().flat_map(|header| packs_of(&library, header)).collect();
        let catalogue = languages.entry(packs).or_insert_with_key(|packs| catalogue_for(&library, packs, preferences));
        GameItem {
            game: game.id,
            title: catalogue.name(&game.title).to_owned(),
            scenario: header.map(|header| header.scenario.clone()),
            mods: header.map(|header| header.mods.clone()),
            options: header.map(|header| header.options.clone()),
            seats: header.map(|header| header.players.clone()),
            roles: header.map(roles_of_header),
            // The host may be a player. During a game, the number of decisions would reveal something about the other
            // players' orders.
            decisions: game.footer.as_ref().map(|_| game.decisions),
            turn: game.progress.0,
            phase: catalogue.name(&game.progress.1).to_owned(),
            over: game.footer.is_some(),
            created_at: game.made,
        }
    };
    Ok(all.iter().map(&mut game).collect())
}

/// Returns the roles of a game for which links can be made.
pub fn roles_of_header(header: &Header) -> Vec<String> {
    let players = header.players.iter().map(|(side, player)| (side.as_str(), player.as_str()));
    roles_of(players).iter().map(Role::name).collect()
}

/// Returns the ids of the game's scenario and mods, if they can still be found, and of the packs that these require.
fn packs_of(library: &Library, header: &Header) -> Vec<String> {
    let scenario = library.find(Kind::Scenario, &header.scenario).ok().into_iter();
    let mods = header.mods.iter().filter_map(|name| library.find(Kind::Mod, name).ok());
    scenario.chain(mods).flat_map(with_requirements).collect()
}

/// Returns the ids of a pack, of its game system and of the packs that it requires.
fn with_requirements(pack: &Pack) -> Vec<String> {
    let needed = pack.manifest.requires.keys().chain(&pack.manifest.system).cloned();
    needed.chain([pack.id().to_owned()]).collect()
}

fn catalogue_for(library: &Library, packs: &[String], preferences: &[String]) -> Catalogue {
    let mut languages = Languages::of(library.clone(), packs.to_vec());
    let language = languages.choose(preferences);
    languages.catalogue(&language).clone()
}

/// Returns the mods, and the battles with their sides and options.
pub fn packs(app: &AppState, preferences: &[String]) -> Packs {
    let library = Library::open(&app.settings.roots);
    let states = app.install_states();
    let mods = library.mods().map(|pack| {
        let catalogue = catalogue_for(&library, &with_requirements(pack), preferences);
        let battles = library.scenarios().filter(|scenario| grognard_packs::belongs(pack, scenario, &library));
        let battles = battles.map(|scenario| scenario.id().to_owned()).collect();
        ModItem { pack: pack_item(pack, &catalogue, &states), battles }
    });
    let scenarios = library.scenarios().map(|pack| scenario(app, &library, pack, &states, preferences));
    let can_install = app.settings.registries.is_some();
    Packs { scenarios: scenarios.collect(), mods: mods.collect(), can_install }
}

fn pack_item(pack: &Pack, catalogue: &Catalogue, states: &InstallStates) -> PackItem {
    let text = |text: &String| catalogue.text(TextKind::Paragraph, text).to_owned();
    PackItem {
        id: pack.id().to_owned(),
        short: pack.short().to_owned(),
        name: catalogue.name(&pack.manifest.name).to_owned(),
        summary: pack.manifest.summary.as_ref().map(text),
        goal: pack.manifest.goal.as_ref().map(text),
        requires: pack.manifest.requires.keys().cloned().collect(),
        installed: states.of(pack.id()),
    }
}

/// Returns a battle's entry. A battle that cannot be loaded has no sides; its errors are reported when a game is
/// created.
fn scenario(
    app: &AppState,
    library: &Library,
    pack: &Pack,
    states: &InstallStates,
    preferences: &[String],
) -> ScenarioItem {
    let request =
        BattleRequest { roots: app.settings.roots.clone(), scenario: pack.id().to_owned(), ..BattleRequest::default() };
    let battle = app.battles.battle(&request).ok();
    let packs = battle.as_ref().map_or_else(|| with_requirements(pack), |battle| battle.system.packs.clone());
    let catalogue = catalogue_for(library, &packs, preferences);
    let system =
        pack.manifest.system.as_ref().and_then(|id| library.get(id)).filter(|pack| pack.manifest.kind == Kind::System);
    let battle = battle.as_ref();
    ScenarioItem {
        pack: pack_item(pack, &catalogue, states),
        sides: battle.map(|battle| sides(battle, &catalogue)),
        seats: battle.map(|battle| battle.seats(Vec::new()).iter().map(|seat| seat.name().to_owned()).collect()),
        elo: battle.map(elo).unwrap_or_default(),
        characters: battle.map(|battle| characters(battle, &catalogue)).unwrap_or_default(),
        options: battle.map(|battle| options(battle, &catalogue)),
        system: system.map(|pack| catalogue.name(&pack.manifest.name).to_owned()),
        system_id: system.map(|pack| pack.id().to_owned()),
        guide: battle.and_then(|battle| guide(battle, &catalogue)),
    }
}

fn guide(battle: &Battle, catalogue: &Catalogue) -> Option<GuideItem> {
    let guide = &battle.system.guide.as_ref()?.file;
    let title = catalogue.text(TextKind::Paragraph, &guide.title).to_owned();
    Some(GuideItem { title, minutes: guide.minutes, side: guide.side.clone() })
}

fn sides(battle: &Battle, catalogue: &Catalogue) -> Vec<SideTitle> {
    let side = |(_, name): (_, &str)| SideTitle { name: name.to_owned(), text: catalogue.name(name).to_owned() };
    battle.content.seats().map(side).collect()
}

fn elo(battle: &Battle) -> BTreeMap<String, i32> {
    let known = |name: &str| Some((name.to_owned(), battle.system.elo.of(name)?));
    AgentKind::NAMES.into_iter().filter_map(known).collect()
}

fn characters(battle: &Battle, catalogue: &Catalogue) -> BTreeMap<String, String> {
    let all = battle.system.characters.iter();
    all.map(|(name, character)| (name.clone(), catalogue.name(&character.title).to_owned())).collect()
}

fn options(battle: &Battle, catalogue: &Catalogue) -> BTreeMap<String, OptionItem> {
    let option = |(name, option): (&String, &OptionDecl)| (name.clone(), option_item(option.clone(), catalogue));
    battle.system.options.iter().map(option).collect()
}

fn option_item(option: OptionDecl, catalogue: &Catalogue) -> OptionItem {
    let OptionDecl { kind, default, min, max, values, rule, label } = option;
    OptionItem { kind, default, min, max, values, rule, label: label.map(|label| catalogue.name(&label).to_owned()) }
}
