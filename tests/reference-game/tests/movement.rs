//! Movement: the cases of the rules, and the fast floods compared with the definition.

use crate::common::{all, at, game, position, scattered, unit};
use grognard_reference_game::Choice::{Space, Stop, Unit};
use grognard_reference_game::tables::{CITIES, FOREST, NEIGHBOURS, NOWHERE, RAIL_LINKS, SPACES};
use grognard_reference_game::units::UNITS;
use grognard_reference_game::{Ground, March, Phase, Position, Random, Side, SpaceSet, ways};
use std::collections::BTreeSet;

fn reach(position: &Position, name: &str, phase: Phase, march: March) -> SpaceSet {
    let ground = Ground::of(position, phase, march);
    let from = position.units[unit(name) as usize].space;
    ground.reach(unit(name), from).reached
}

#[test]
fn a_unit_stops_in_a_zone_of_control_but_leaves_one_freely_7_1_8_3() {
    let position = position(&[("VI", 708, 2), ("3", 710, 1)]);
    let reached = reach(&position, "VI", Phase::GermanMovement, March::Ordinary);
    assert!(
        reached.contains(at(709)) && !reached.contains(at(710)),
        "the first space of the zone is the last of the way"
    );
    let held = crate::common::position(&[("VI", 709, 2), ("3", 710, 1)]);
    let reached = reach(&held, "VI", Phase::GermanMovement, March::Ordinary);
    assert!(
        reached.contains(at(707)) && reached.contains(at(609)),
        "out of the zone, or from one space of it to the next"
    );
    assert!(!reached.contains(at(610)), "no farther than the next");
}

#[test]
fn forest_costs_two_8_0() {
    let position = position(&[("VI", 705, 2)]);
    let reached = reach(&position, "VI", Phase::GermanMovement, March::Ordinary);
    assert!(reached.contains(at(703)), "two forests are four points");
    assert!(!reached.contains(at(702)));
}

#[test]
fn mud_allows_one_space_forest_or_not_12_1() {
    let mut position = position(&[("XXIV", 705, 2)]);
    position.turn = 4;
    let reached = reach(&position, "XXIV", Phase::PanzerMovement, March::Ordinary);
    assert_eq!(reached, all(&[704, 705, 706, 604, 605, 804, 805]));
}

#[test]
fn trains_keep_to_the_rails_and_ignore_forest_and_mud_8_1() {
    let mut position = position(&[("3", 809, 1)]);
    position.turn = 3;
    let reached = reach(&position, "3", Phase::RailMovement, March::Rail);
    assert_eq!(reached, all(&[809, 810, 710, 609, 509, 508, 608, 409, 510, 909, 1008, 1108, 1107]));
}

#[test]
fn a_train_stops_in_a_zone_of_control_8_1() {
    let position = position(&[("3", 809, 1), ("VI", 1009, 1)]);
    let reached = reach(&position, "3", Phase::RailMovement, March::Rail);
    assert!(reached.contains(at(909)) && !reached.contains(at(1008)));
}

#[test]
fn a_move_ends_free_of_friends_and_each_unit_moves_once_8_2_2() {
    let mut position = position(&[("VI", 708, 2), ("XII", 709, 2)]);
    CITIES.iter().for_each(|city| position.take(city, Side::German));
    let script = [Unit(unit("VI")), Space(at(710)), Unit(unit("XII")), Space(at(708))];
    let mut game = game(position, &script, &[]);
    game.movement(Phase::GermanMovement, March::Ordinary);
    assert_eq!(game.position.units[unit("VI") as usize].space, at(710));
    assert_eq!(game.position.units[unit("XII") as usize].space, at(708));
    assert_eq!(game.decisions, 4, "after the last unit the phase ends unasked");
}

#[test]
fn only_panzers_move_in_phase_2_and_only_trains_in_phase_6() {
    let position = position(&[("XXIV", 203, 2), ("VI", 101, 2), ("3", 809, 1), ("5", 1410, 1)]);
    let mut panzers = game(position.clone(), &[Unit(unit("XXIV")), Space(at(203))], &[]);
    panzers.movement(Phase::PanzerMovement, March::Ordinary);
    let mut trains = game(position, &[Unit(unit("3")), Space(at(1107))], &[]);
    trains.movement(Phase::RailMovement, March::Rail);
    assert_eq!((panzers.decisions, trains.decisions), (2, 2));
    assert_eq!(trains.position.units[unit("3") as usize].space, at(1107));
}

#[test]
fn a_unit_takes_the_city_it_passes_10_0() {
    // From 0602 to 0605 the way through Vyazma (0603) and the one around it cost all four points.
    let position = position(&[("VI", 602, 2)]);
    let mut game = game(position, &[Unit(unit("VI")), Space(at(605))], &[]);
    game.movement(Phase::GermanMovement, March::Ordinary);
    assert!(game.position.owned[Side::German as usize].contains(at(603)));
    assert_eq!(game.decisions, 2);
}

#[test]
fn the_player_chooses_between_cities_that_exclude_each_other_10_0() {
    // From 0804, Mozhaisk (0803) and Kaluga (0805) are on opposite sides; three points to 0904 allow only one.
    let position = position(&[("VI", 804, 2)]);
    let ground = Ground::of(&position, Phase::GermanMovement, March::Ordinary);
    let cities = ground.flood(at(804), 2).within[2] & position.owned[Side::Soviet as usize];
    assert_eq!(cities, all(&[803, 805]));
    let found = ways(at(804), at(904), 3, cities, &ground);
    assert_eq!(&found[..], [all(&[803]), all(&[805])], "0803 is the lower bit");
    let mut game = game(position, &[Unit(unit("VI")), Space(at(904)), Stop], &[]);
    game.movement(Phase::GermanMovement, March::Ordinary);
    assert_eq!(game.decisions, 2, "four points take both");
    assert!(all(&[803, 805]).without(game.position.owned[Side::German as usize]).is_empty());
}

/// Every legal walk of a unit: its end and the enemy cities passed.
fn walks(position: &Position, mover: u8, march: March) -> BTreeSet<(u8, [u64; 3])> {
    struct Walk<'a> {
        position: &'a Position,
        enemy: usize,
        zone: SpaceSet,
        march: March,
        mud: bool,
        found: BTreeSet<(u8, [u64; 3])>,
        known: std::collections::HashMap<(u8, [u64; 3]), i32>,
    }
    impl Walk<'_> {
        fn go(&mut self, space: u8, left: i32, passed: SpaceSet, first: bool) {
            self.found.insert((space, passed.0));
            let known = self.known.entry((space, passed.0)).or_insert(-1);
            if *known >= left || !first && self.zone.contains(space) {
                return;
            }
            *known = left;
            for direction in 0..6 {
                let to = NEIGHBOURS[space as usize][direction];
                let linked = self.march == March::Ordinary || RAIL_LINKS[direction].contains(space);
                if to == NOWHERE || !linked || self.position.occupied[self.enemy].contains(to) {
                    continue;
                }
                let heavy = self.march == March::Ordinary && !self.mud && FOREST.contains(to);
                let cost = 1 + heavy as i32;
                if cost <= left {
                    let city = SpaceSet::one(to) & self.position.owned[self.enemy];
                    self.go(to, left - cost, passed | city, false);
                }
            }
        }
    }
    let enemy = Side::of(mover).other();
    let mud = march == March::Ordinary && (3..=4).contains(&position.turn);
    let points = if mud { 1 } else { grognard_reference_game::units::COUNTERS[mover as usize].movement as i32 };
    let mut walk = Walk {
        position,
        enemy: enemy as usize,
        zone: position.zone(enemy),
        march,
        mud,
        found: BTreeSet::new(),
        known: Default::default(),
    };
    walk.go(position.units[mover as usize].space, points, SpaceSet::EMPTY, true);
    walk.found
}

/// The largest city sets of the walks to a goal, in ascending order as numbers.
fn largest(walks: &BTreeSet<(u8, [u64; 3])>, goal: u8) -> Vec<SpaceSet> {
    let sets: Vec<SpaceSet> = walks.iter().filter(|walk| walk.0 == goal).map(|walk| SpaceSet(walk.1)).collect();
    let covered = |set: &SpaceSet| sets.iter().any(|other| other != set && set.without(*other).is_empty());
    let mut largest: Vec<SpaceSet> = sets.iter().copied().filter(|set| !covered(set)).collect();
    largest.sort_by_key(|set| [set.0[2], set.0[1], set.0[0]]);
    largest
}

#[test]
fn the_floods_and_ways_find_what_walking_finds() {
    let mut random = Random::new(4);
    let (mut forks, mut pairs) = (0, 0);
    for round in 0..2_500 {
        let position = scattered(&mut random);
        let side = position.phase.side();
        let march = if side == Side::Soviet && round % 2 == 0 { March::Rail } else { March::Ordinary };
        let ground = Ground::of(&position, position.phase, march);
        for mover in (0..UNITS as u8).filter(|&unit| position.army(side) >> unit & 1 == 1) {
            let from = position.units[mover as usize].space;
            let points = ground.points(mover);
            let reach = ground.reach(mover, from);
            assert_eq!(reach.reached, ground.flood(from, points).within[points as usize]);
            let walked = walks(&position, mover, march);
            let ends = walked.iter().fold(SpaceSet::EMPTY, |ends, walk| ends | SpaceSet::one(walk.0));
            assert_eq!(reach.reached, ends, "{position:?} {mover}");
            let enemy_cities = position.owned[side.other() as usize];
            let cities = reach.passed.without(ground.held) & enemy_cities;
            for goal in (0..SPACES as u8).filter(|&goal| reach.reached.contains(goal) && !cities.is_empty()) {
                let own = SpaceSet::one(goal) & enemy_cities;
                let quick: Vec<SpaceSet> =
                    ways(from, goal, points, cities, &ground).iter().map(|&way| way | own).collect();
                assert_eq!(quick, largest(&walked, goal), "{position:?} {mover} to {goal}");
                pairs += 1;
                forks += (quick.len() > 1) as u32;
            }
            if cities.is_empty() {
                let passed = |walk: &(u8, [u64; 3])| SpaceSet(walk.1).without(SpaceSet::one(walk.0)).is_empty();
                assert!(walked.iter().all(passed), "no city passed but the goal");
            }
        }
    }
    assert!(pairs > 10_000 && forks > 500, "{pairs} {forks}");
}
