//! Shared test helpers: names for spaces and units, and random positions.
#![allow(dead_code)]

use grognard_reference_game::tables::{BOARD, CITIES, NUMBERS};
use grognard_reference_game::units::{COUNTERS, SOVIET_UNITS, UNITS};
use grognard_reference_game::{Choice, Game, Phase, Position, Random, ScriptedPlayer, Side, SpaceSet, UnitSet};

/// The space with a printed number.
pub fn at(number: u16) -> u8 {
    NUMBERS.iter().position(|&other| other == number).expect("a space of the map") as u8
}

/// The spaces with these printed numbers.
pub fn all(numbers: &[u16]) -> SpaceSet {
    numbers.iter().fold(SpaceSet::EMPTY, |set, &number| set | SpaceSet::one(at(number)))
}

/// The printed numbers of a set.
pub fn numbers(spaces: SpaceSet) -> Vec<u16> {
    spaces.iter().map(|space| NUMBERS[space as usize]).collect()
}

/// The unit with a name; there are no German 3rd and 5th, and no Soviet Roman numerals.
pub fn unit(name: &str) -> u8 {
    COUNTERS.iter().position(|counter| counter.name == name).expect("a unit of the game") as u8
}

/// These units as a set.
pub fn units(names: &[&str]) -> UnitSet {
    names.iter().fold(0, |set, name| set | 1 << unit(name))
}

/// A position with these units (name, space, steps) and no others.
pub fn position(placed: &[(&str, u16, u8)]) -> Position {
    let mut position = Position::BARE;
    for &(name, number, steps) in placed {
        position.place(unit(name), at(number), steps);
    }
    position
}

/// A game from a position with a script.
pub fn game(position: Position, choices: &[Choice], rolls: &[u8]) -> Game<ScriptedPlayer> {
    Game::from(position, ScriptedPlayer::new(choices, rolls))
}

/// A position with a random number of units anywhere, random owners of cities, and a random turn.
pub fn scattered(random: &mut Random) -> Position {
    let mut position = Position::BARE;
    position.turn = 1 + random.below(7) as u8;
    position.phase = if random.below(2) == 0 { Phase::GermanMovement } else { Phase::SovietMovement };
    let chance = 1 + random.below(8);
    for unit in 0..UNITS as u8 {
        let free = BOARD.without(position.filled());
        if random.below(8) < chance {
            position.place(unit, free.nth(random.below(free.count())), 1 + random.below(2) as u8);
        }
    }
    for city in CITIES.without(position.filled()).iter() {
        position.take(city, if random.below(2) == 0 { Side::German } else { Side::Soviet });
    }
    position
}

/// The position rebuilt from the units alone, which the other fields must equal.
pub fn rebuilt(position: &Position) -> Position {
    let mut fresh = Position::BARE;
    for (number, unit) in position.units.iter().enumerate().filter(|(_, unit)| unit.steps > 0) {
        fresh.place(number as u8, unit.space, unit.steps);
    }
    fresh.owned = position.owned;
    fresh.turn = position.turn;
    fresh.phase = position.phase;
    fresh.shock_waits = position.shock_waits;
    fresh
}

/// Whether a unit is German.
pub fn german(unit: u8) -> bool {
    unit as usize >= SOVIET_UNITS
}
