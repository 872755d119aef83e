//! Supply, control and absorption of Moscow '41 compared with a second, slow and simple implementation in random
//! positions: the scripts, which use sets, must agree with code that looks at one area at a time, by name.
//!
//! `GROGNARD_POSITIONS=100000 cargo test --release --test all naive::` compares more positions.

use grognard_engine::game::{Game, Rules, Status};
use grognard_engine::ids::{Id, SideId, SpaceId, UnitId};
use grognard_engine::set::Set;
use grognard_engine::table::{QuickPlayer, Service};
use grognard_play::{Battle, BattleRequest, Random};
use grognard_script::{Host, Item, Pause};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The default number of positions per battle.
const POSITIONS: u64 = 1000;

/// The contents of an area, by name.
#[derive(Default)]
struct Area {
    name: String,
    terrain: String,
    tags: BTreeSet<String>,
    neighbours: Vec<String>,
    owner: Option<String>,
    /// The side and type of every unit.
    units: Vec<(String, String)>,
}

impl Area {
    fn has(&self, tag: &str) -> bool {
        self.tags.contains(tag)
    }

    fn holds(&self, side: &str) -> bool {
        self.units.iter().any(|(of, _)| of == side)
    }

    /// 2.5 Units of both sides, on the map proper.
    fn contested(&self) -> bool {
        self.terrain != "box" && self.holds("german") && self.holds("soviet")
    }

    fn owned_by(&self, side: &str) -> bool {
        self.owner.as_deref() == Some(side)
    }
}

type Board = BTreeMap<String, Area>;

/// 9.2 Where a line of communication may currently end.
fn is_source(
    board: &Board,
    edges: &BTreeMap<String, BTreeSet<String>>,
    area: &Area,
    side: &str,
    moscow_feeds: bool,
) -> bool {
    let on = |edge: &str| edges.get(edge).is_some_and(|areas| areas.contains(&area.name));
    let german = |tag: &str| board.values().any(|area| area.has(tag) && area.owned_by("german"));
    if side == "german" {
        return on("german");
    }
    let north_west = on("soviet-north-west") && !german("shlisselburg") && !german("leningrad");
    let north_east = on("soviet-north-east") && !german("leningrad");
    let south = on("soviet-south") && !german("kiev");
    let moscow = moscow_feeds && area.has("moscow") && area.owned_by("soviet") && !area.holds("german");
    on("soviet-east") || north_west || north_east || south || moscow
}

/// 9.2 Whether an area has a line of communication: through own areas without enemies, except for the first area.
fn in_supply(
    board: &Board,
    edges: &BTreeMap<String, BTreeSet<String>>,
    from: &str,
    side: &str,
    moscow_feeds: bool,
) -> bool {
    if board[from].terrain == "box" {
        return true;
    }
    let mut seen = BTreeSet::from([from.to_owned()]);
    let mut paths = vec![from.to_owned()];
    while let Some(at) = paths.pop() {
        let area = &board[&at];
        if is_source(board, edges, area, side, moscow_feeds) {
            return true;
        }
        for next in &area.neighbours {
            let next = &board[next];
            let open = next.owned_by(side) && !next.contested() && next.terrain != "box";
            if open && seen.insert(next.name.clone()) {
                paths.push(next.name.clone());
            }
        }
    }
    false
}

/// 10.13 Hits that do no damage to a defender.
fn absorption(area: &Area, defender: &str) -> u32 {
    let controlled = area.owned_by(defender);
    let ground = match area.terrain.as_str() {
        "yellow" => 1,
        "victory" if controlled => 2,
        _ => 0,
    };
    let town = area.has("town") && area.terrain != "victory" && controlled;
    let line = controlled && area.units.iter().any(|(side, kind)| side == defender && kind == "line");
    if area.terrain == "box" { 0 } else { ground + u32::from(town) + u32::from(line) }
}

struct Trial<'a> {
    battle: &'a Battle,
    host: Host,
    /// How often each item was compared in a position where it could differ.
    compared: [u64; 3],
}

impl Trial<'_> {
    fn names(&self, set: &Set<SpaceId>) -> BTreeSet<String> {
        set.iter().map(|space| self.battle.content.map.names.name(space).to_owned()).collect()
    }

    fn edges(&self) -> BTreeMap<String, BTreeSet<String>> {
        self.battle.content.map.edges().iter().map(|(name, areas)| (name.clone(), self.names(areas))).collect()
    }

    fn board(&self, game: &Game<Pause>) -> Board {
        let (content, state) = (&self.battle.content, &game.table.state);
        let map = &content.map;
        let area = |id: SpaceId| {
            let tags = map.tags().iter().filter(|(_, spaces)| spaces.has(id)).map(|(tag, _)| tag.clone());
            let unit = |id: UnitId| {
                let unit = &content.units[id.index()];
                (content.sides.name(unit.side).to_owned(), content.unit_types.name(unit.kind).to_owned())
            };
            Area {
                name: map.names.name(id).to_owned(),
                terrain: map.terrains.name(map.terrain(id)).to_owned(),
                tags: tags.collect(),
                neighbours: map.links(id).iter().map(|link| map.names.name(link.to).to_owned()).collect(),
                owner: state.owner(id).map(|side| content.sides.name(side).to_owned()),
                units: state.units_at(id).map(unit).collect(),
            }
        };
        map.all().map(area).map(|area| (area.name.clone(), area)).collect()
    }

    /// 2.5 The former owner of an area still owns it, unless only enemy units are there.
    fn control(&mut self, before: &Board, after: &Board, place: &str) {
        for (name, area) in after.iter().filter(|(_, area)| area.terrain != "box") {
            let alone = match (area.holds("german"), area.holds("soviet")) {
                (true, false) => Some("german"),
                (false, true) => Some("soviet"),
                _ => None,
            };
            if let Some(side) = alone {
                assert!(area.owned_by(side), "{place}: only {side} units stand in {name}, which is {:?}", area.owner);
                self.compared[0] += 1;
            } else if area.contested() && before[name].contested() {
                assert_eq!(area.owner, before[name].owner, "{place}: {name} is contested as it was");
                self.compared[0] += 1;
            }
        }
    }

    /// 9.1 At the start of an impulse, exactly the right units of the side have the mark.
    fn supply(&mut self, game: &Game<Pause>, board: &Board, side: SideId, place: &str) {
        let content = &self.battle.content;
        let edges = self.edges();
        let isolated = content.marks.iter().position(|mark| mark == "isolated").expect("the system has the mark");
        let moscow_feeds = content.options.get("moscow_supplies").is_some_and(|value| value.to_string() == "true");
        for (at, unit) in content.units.iter().enumerate().filter(|(_, unit)| unit.side == side) {
            let state = game.table.state.unit(UnitId::from_index(at));
            let Some(space) = state.place else { continue };
            let area = content.map.names.name(space);
            let fed = in_supply(board, &edges, area, content.sides.name(side), moscow_feeds);
            assert_eq!(state.marks >> isolated & 1 == 0, fed, "{place}: supply of {} in {area}", unit.name);
            self.compared[1] += 1;
        }
    }

    /// 10.13 Absorption of both sides in every area with units.
    fn absorption(&mut self, game: &mut Game<Pause>, board: &Board, place: &str) {
        let content = &self.battle.content;
        for area in board.values().filter(|area| !area.units.is_empty()) {
            let space = content.map.names.find(&area.name).expect("it is on the map");
            for (side, name) in content.sides.iter() {
                let arguments = vec![Item::Side(side), Item::Choice(grognard_engine::decision::Choice::Space(space))];
                let said = self.host.look("absorption.of", arguments, &mut game.table).expect("the rule answers");
                let Item::Number(said) = said else { panic!("{place}: absorption.of gives no number") };
                assert_eq!(said, f64::from(absorption(area, name)), "{place}: absorption of {name} in {}", area.name);
                self.compared[2] += 1;
            }
        }
    }

    /// Plays a random game; returns how many positions were compared.
    fn play(&mut self, seed: u64, wanted: u64) -> u64 {
        let mut game = Game::new(self.battle.content.clone(), self.host.questions(), seed, Service::FULL);
        let mut player = Random::new(seed);
        let mut positions = 0;
        let mut status = game.advance(&mut self.host).expect("the rules run");
        let mut before = self.board(&game);
        while status == Status::Waiting && positions < wanted {
            let pending = game.table.pending().cloned().expect("somebody is asked");
            let place = format!("seed {seed}, decision {}", game.table.decisions);
            let board = self.board(&game);
            if game.table.state.cursor().turn > 0 {
                self.absorption(&mut game, &board, &place);
                self.control(&before, &board, &place);
                positions += 1;
            }
            if game.table.questions[pending.question.index()].key.as_ref() == "impulse.kind" {
                self.supply(&game, &board, pending.side, &place);
            }
            before = board;
            status = game
                .answer(&mut self.host, pending.side, player.answer(&pending.decision()))
                .expect("what is offered is accepted");
        }
        positions
    }
}

/// Compares random positions of a battle, and prints how many items were compared.
fn agrees(scenario: &str, options: &[(&str, &str)]) {
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let request = BattleRequest {
        roots: vec![PathBuf::from(".")],
        scenario: scenario.to_owned(),
        mods: Vec::new(),
        options,
        ..BattleRequest::default()
    };
    let battle = Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)));
    let host = battle.host().expect("the scripts load");
    let wanted = std::env::var("GROGNARD_POSITIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(POSITIONS);
    let mut trial = Trial { battle: &battle, host, compared: [0; 3] };
    let (mut positions, mut seed) = (0, 1941);
    while positions < wanted {
        positions += trial.play(seed, wanted - positions);
        seed += 1;
    }
    let [control, supply, absorption] = trial.compared;
    println!("{scenario}: {positions} positions; control {control}, supply {supply}, absorption {absorption} times");
    assert!(control > positions && supply > positions && absorption > positions, "there was something to compare");
}

#[test]
fn the_campaign() {
    agrees("moscow-41", &[]);
}

/// Kiev and Shlisselburg are German from the start, so some borders are closed.
#[test]
fn typhoon() {
    agrees("moscow-41-typhoon", &[]);
}

#[test]
fn the_last_gasp_with_moscow_as_a_source() {
    agrees("moscow-41-last-gasp", &[("moscow_supplies", "true")]);
}
