//! Positions that would not occur in play: units of both sides placed at random around an area, at the start of an
//! impulse of either side.

use crate::random_positions::below;
use grognard_engine::content::Content;
use grognard_engine::ids::{Id, SpaceId, UnitId};
use grognard_engine::sequence::Cursor;
use grognard_engine::state::{State, VariableOwner};
use grognard_reference_game::Random;
use grognard_testing::set_number;

/// The stacking limit of an area, per side (7.0).
const MAX_UNITS: usize = 8;

/// Scatters units over a state; returns the phase to play.
pub fn scatter(content: &Content, state: &mut State, random: &mut Random) -> Cursor {
    let night = random.below(2) == 1;
    let cursor = phase(content, random, night);
    state.set_cursor(cursor);
    let mut set = |name, value| set_number(content, state, VariableOwner::Game, name, value);
    set("night", night.into());
    set("ferried", random.below(7) as i32);
    set("advantage", 1 + random.below(2) as i32);
    let field = field(content, random);
    // Occasionally areas are crowded.
    let chance = if random.below(6) == 0 { 12 } else { 1 + random.below(6) };
    for unit in (0..content.units.len()).map(UnitId::from_index) {
        put(content, state, random, unit, (&field, chance));
    }
    own(content, state, random);
    cursor
}

fn phase(content: &Content, random: &mut Random, night: bool) -> Cursor {
    let side = if random.below(2) == 0 { "German" } else { "Soviet" };
    let name = format!("{side} {} impulse", if night { "night" } else { "day" });
    let turns = content.sequence.turn.iter().enumerate();
    let mut places =
        turns.flat_map(|(turn, player_turn)| (0..player_turn.phases.len()).map(move |phase| (turn, phase)));
    let (turn, phase) =
        places.find(|(turn, phase)| content.sequence.turn[*turn].phases[*phase].name == name).expect("a phase");
    let day = 1 + random.below(content.sequence.turns.into()) as u16;
    Cursor { turn: day, player_turn: turn as u16, round: 1, phase: phase as u16 }
}

/// The areas within two or three steps of a random one.
fn field(content: &Content, random: &mut Random) -> Vec<SpaceId> {
    let map = &content.map;
    let terrain = |space: &SpaceId| map.terrains.name(map.terrain(*space));
    let ground: Vec<SpaceId> = map.all().filter(|space| !["water", "box"].contains(&terrain(space))).collect();
    let zones: Vec<SpaceId> = ground.iter().copied().filter(|space| terrain(space) == "landing").collect();
    let hubs = if random.below(4) == 0 { &zones } else { &ground };
    let mut field = vec![hubs[below(random, hubs.len())]];
    for _ in 0..1 + random.below(3) {
        let near: Vec<SpaceId> = field.iter().flat_map(|space| map.links(*space)).map(|link| link.to).collect();
        field.extend(near.into_iter().filter(|space| ground.contains(space)));
        field.sort();
        field.dedup();
    }
    field
}

/// Places one unit, if chosen; guns, aircraft and some waiting units go into boxes.
fn put(content: &Content, state: &mut State, random: &mut Random, unit: UnitId, (field, chance): (&[SpaceId], u32)) {
    let kind = content.unit_types.name(content.units[unit.index()].kind);
    let german = content.sides.name(content.units[unit.index()].side) == "german";
    let boxes =
        ["R1", "R2", "R3", "R4", "E1", "E2", "E3", "E4"].map(|name| content.map.names.find(name).expect("a box"));
    let own_box = boxes[if german { 0 } else { 4 } + below(random, 4)];
    let place = match kind {
        "artillery" | "aircraft" => own_box,
        _ if !german && kind != "rubble" && random.below(6) == 0 => own_box,
        _ => field[below(random, field.len())],
    };
    if random.below(24) < chance && fits(content, state, unit, place) {
        state.place(content, unit, Some(place));
        let fresh = random.below(3) > 0;
        state.set_steps(unit, if fresh { 2 } else { 1 });
        let disruption = if fresh || kind == "rubble" { 0 } else { 1 + random.below(4) as i32 };
        set_number(content, state, VariableOwner::Unit(unit), "disruption", disruption);
    }
}

/// Germans do not enter landing zones; an area has at most one rubble counter; stacking limits hold.
fn fits(content: &Content, state: &State, unit: UnitId, place: SpaceId) -> bool {
    let printed = &content.units[unit.index()];
    let type_of = |unit: UnitId| content.unit_types.name(content.units[unit.index()].kind);
    let landing = content.map.terrains.name(content.map.terrain(place)) == "landing";
    if landing && (type_of(unit) == "rubble" || content.sides.name(printed.side) == "german") {
        return false;
    }
    let is_full =
        state.units_at(place).filter(|other| content.units[other.index()].side == printed.side).count() >= MAX_UNITS;
    let rubble_twice = type_of(unit) == "rubble" && state.units_at(place).any(|other| type_of(other) == "rubble");
    !rubble_twice && !is_full
}

/// 7.3 A side alone in an area controls it; other areas belong to either side. Landing zones are Soviet, or lost.
fn own(content: &Content, state: &mut State, random: &mut Random) {
    for space in content.map.all() {
        let terrain = content.map.terrains.name(content.map.terrain(space));
        if terrain == "water" || terrain == "box" {
            continue;
        }
        let combat = |unit: &UnitId| content.unit_types.name(content.units[unit.index()].kind) != "rubble";
        let mut sides: Vec<_> =
            state.units_at(space).filter(combat).map(|unit| content.units[unit.index()].side).collect();
        sides.dedup();
        let names = if terrain == "landing" { ["soviet", "soviet"] } else { ["german", "soviet"] };
        let owner = match sides[..] {
            [only] => Some(only),
            _ => content.sides.find(names[below(random, 2)]),
        };
        state.set_owner(space, owner);
    }
}
