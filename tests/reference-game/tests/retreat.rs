//! Retreats: the cases of the rules, and the fast search compared with the definition.

use crate::common::{at, german, position, scattered, unit, units};
use grognard_reference_game::tables::{CITIES, NEIGHBOURS, NOWHERE, NUMBERS, SPACES};
use grognard_reference_game::units::UNITS;
use grognard_reference_game::{Choice, Phase, Position, Random, Side, SpaceSet, UnitSet};
use std::collections::BTreeMap;

fn retreats(position: &Position, defender: u8, attackers: UnitSet) -> Vec<Vec<u8>> {
    let from = position.directions(position.units[defender as usize].space, attackers);
    position.retreats(defender, from).iter().map(|path| path.spaces().to_vec()).collect()
}

fn named(paths: &[Vec<u8>]) -> Vec<Vec<u16>> {
    paths.iter().map(|path| path.iter().map(|&space| NUMBERS[space as usize]).collect()).collect()
}

#[test]
fn two_spaces_straight_or_slanting_away_from_one_attacker() {
    let position = position(&[("3", 707, 1), ("XXIV", 607, 1)]);
    let paths = retreats(&position, unit("3"), units(&["XXIV"]));
    // XXIV is south-west: north, north-east and south-east lead away; the two diagonal ends can be reached in two ways
    // each.
    let expected: [&[u16]; 5] =
        [&[707, 706, 705], &[707, 706, 805], &[707, 806, 906], &[707, 806, 907], &[707, 807, 908]];
    assert_eq!(named(&paths), expected);
}

#[test]
fn opposite_attackers_leave_no_way() {
    let position = position(&[("3", 707, 1), ("XXIV", 706, 1), ("XLI", 708, 1)]);
    assert!(retreats(&position, unit("3"), units(&["XXIV", "XLI"])).is_empty());
}

#[test]
fn attackers_that_fell_in_the_exchange_bar_no_way_ex() {
    // 8 against 8 is 1:1, and 3 an exchange: XXXIV and VI stand on opposite sides, XXXIV falls, VI pays the rest.
    let position = position(&[("3", 707, 2), ("XXXIV", 706, 1), ("VI", 708, 2), ("XII", 807, 1)]);
    assert!(retreats(&position, unit("3"), units(&["XXXIV", "VI"])).is_empty());
    let attack = [Choice::Unit(unit("3")), Choice::Units(units(&["XXXIV", "VI", "XII"]))];
    let after = [Choice::Unit(unit("XXXIV")), Choice::Unit(unit("VI")), Choice::Index(2), Choice::Stop];
    let script = [&attack[..], &after].concat();
    let mut game = crate::common::game(position, &script, &[3]);
    game.combat(Phase::GermanCombat);
    assert_eq!(game.position.on_map & units(&["3", "XXXIV"]), units(&["3"]));
    assert_eq!(game.position.units[unit("3") as usize].space, at(705), "over the space XXXIV held");
}

#[test]
fn zones_of_control_close_the_way_7_2() {
    let position = position(&[("3", 707, 1), ("XXIV", 607, 1), ("XLI", 906, 1)]);
    // XLI controls 0805, 0806 and 0907.
    assert_eq!(named(&retreats(&position, unit("3"), units(&["XXIV"]))), [[707, 706, 705], [707, 807, 908]]);
}

#[test]
fn friends_are_passed_and_force_a_longer_way_only_if_nothing_else_is_free() {
    let friends = [
        ("3", 707, 1),
        ("XXIV", 607, 1),
        ("5", 706, 1),
        ("10", 705, 1),
        ("13", 805, 1),
        ("16", 906, 1),
        ("19", 907, 1),
    ];
    let mut position = position(&friends);
    assert_eq!(named(&retreats(&position, unit("3"), units(&["XXIV"]))), [[707, 807, 908]]);
    position.place(unit("20"), at(908), 1);
    let paths = named(&retreats(&position, unit("3"), units(&["XXIV"])));
    assert!(paths.iter().all(|path| path.len() == 4), "{paths:?}");
    assert_eq!(paths[0], [707, 706, 705, 704]);
}

#[test]
fn ways_that_end_alike_are_one_unless_they_take_different_cities_10_0() {
    // XXIV drives the army north from 0806; Kaluga (0805) is on two of the four diagonal paths.
    let mut position = position(&[("3", 806, 1), ("XXIV", 807, 1)]);
    let soviet: [&[u16]; 5] =
        [&[806, 706, 605], &[806, 706, 705], &[806, 805, 804], &[806, 805, 905], &[806, 906, 1005]];
    assert_eq!(named(&retreats(&position, unit("3"), units(&["XXIV"]))), soviet);
    position.take(at(805), Side::German);
    let german: [&[u16]; 7] = [
        &[806, 706, 605],
        &[806, 706, 705],
        &[806, 805, 705],
        &[806, 805, 804],
        &[806, 805, 905],
        &[806, 906, 905],
        &[806, 906, 1005],
    ];
    assert_eq!(named(&retreats(&position, unit("3"), units(&["XXIV"]))), german);
}

/// The distances between all spaces, computed from the neighbours.
fn distances() -> Vec<Vec<u8>> {
    let from = |start: usize| {
        let mut distance = vec![u8::MAX; SPACES];
        distance[start] = 0;
        let mut queue = std::collections::VecDeque::from([start]);
        while let Some(space) = queue.pop_front() {
            for &next in NEIGHBOURS[space].iter().filter(|&&next| next != NOWHERE) {
                if distance[next as usize] == u8::MAX {
                    distance[next as usize] = distance[space] + 1;
                    queue.push_back(next as usize);
                }
            }
        }
        distance
    };
    (0..SPACES).map(from).collect()
}

/// The rulings taken literally: every legal path of the shortest length of two or more with a free end, the first of
/// each kind.
fn by_definition(position: &Position, defender: u8, attackers: UnitSet, distance: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let start = position.units[defender as usize].space;
    let enemy = Side::of(defender).other();
    let attackers: Vec<u8> =
        (0..UNITS).filter(|unit| attackers >> unit & 1 == 1).map(|unit| position.units[unit].space).collect();
    let farther = |from: u8, to: u8, origin: u8| {
        distance[to as usize][origin as usize] == distance[from as usize][origin as usize] + 1
    };
    let legal = |from: u8, to: u8| {
        to != NOWHERE
            && !position.occupied[enemy as usize].contains(to)
            && !position.zone(enemy).contains(to)
            && farther(from, to, start)
            && attackers.iter().all(|&attacker| farther(from, to, attacker))
    };
    let mut paths = vec![vec![start]];
    loop {
        let longer = |path: &Vec<u8>| {
            let last = path[path.len() - 1];
            let path = path.clone();
            NEIGHBOURS[last as usize]
                .into_iter()
                .filter(move |&to| legal(last, to))
                .map(move |to| [&path[..], &[to]].concat())
        };
        paths = paths.iter().flat_map(longer).collect();
        paths.sort();
        let free = |path: &&Vec<u8>| !position.filled().contains(path[path.len() - 1]);
        if paths.is_empty() || paths[0].len() > 2 && paths.iter().any(|path| free(&path)) {
            let cities = |path: &[u8]| SpaceSet::of(path) & CITIES & position.owned[enemy as usize];
            let mut kinds = BTreeMap::new();
            for path in paths.iter().filter(free) {
                kinds.entry((path[path.len() - 1], cities(path).0)).or_insert_with(|| path.clone());
            }
            let mut chosen: Vec<Vec<u8>> = kinds.into_values().collect();
            chosen.sort();
            return chosen;
        }
    }
}

#[test]
fn the_quick_way_finds_what_the_rulings_say() {
    let distance = distances();
    let mut random = Random::new(9);
    let (mut compared, mut long, mut none) = (0, 0, 0);
    for _ in 0..20_000 {
        let position = scattered(&mut random);
        for defender in (0..UNITS as u8).filter(|&unit| position.on_map >> unit & 1 == 1) {
            let enemies = Side::of(defender).other().units();
            let beside = position.beside(position.units[defender as usize].space) & enemies;
            // None: all attackers fell in the exchange.
            let attackers = random.word() & beside;
            let quick = retreats(&position, defender, attackers);
            assert_eq!(quick, by_definition(&position, defender, attackers, &distance), "{position:?} {defender}");
            assert_eq!(german(defender), enemies & 1 == 1);
            compared += 1;
            none += quick.is_empty() as u32;
            long += quick.first().is_some_and(|path| path.len() > 3) as u32;
        }
    }
    assert!(compared > 10_000 && long > 20 && none > 1_000, "{compared} {long} {none}");
}
