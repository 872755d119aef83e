//! The scripted game compared with the one written in Rust: with the same answers and dice, they must have the same
//! state and the same options at every decision.

mod answer_policy;
mod comparison;
mod names;

use answer_policy::AnswerPolicy;
use comparison::ComparingPlayer;
use grognard_play::{Battle, BattleRequest};
use grognard_reference_game as reference;
use grognard_script::Host;
use reference::tables::{BOARD, CITIES, MAJOR_CITIES};
use reference::units::{FIRST_SHOCK, UNITS};
use reference::{Game, March, Phase, Position, Random, Side, SpaceSet};
use std::collections::BTreeMap;

/// Number of whole games per temper.
const GAMES: u64 = 40;

/// Number of positions per temper from which one phase is played.
const POSITIONS: u64 = 3000;

/// How often each question occurred.
type Met = BTreeMap<String, u32>;

fn battle() -> (Battle, Host) {
    let request = BattleRequest {
        roots: vec![env!("CARGO_MANIFEST_DIR").into()],
        scenario: "battle-for-moscow".into(),
        ..BattleRequest::default()
    };
    let battle = Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)));
    let host = battle.host().unwrap();
    (battle, host)
}

fn add(met: &mut Met, more: Met) {
    more.into_iter().for_each(|(question, count)| *met.entry(question).or_default() += count);
}

#[test]
fn whole_games_go_the_same_way() {
    let (battle, mut host) = battle();
    let mut met = Met::new();
    for (temper, seed) in AnswerPolicy::ALL.into_iter().flat_map(|temper| (0..GAMES).map(move |seed| (temper, seed))) {
        let mut game = Game::new(ComparingPlayer::new(&battle, &mut host, temper, seed));
        let winner = game.play();
        game.player.same_end(&game.position);
        game.player.same_winner(winner);
        add(&mut met, game.player.met);
    }
    assert!(met.values().sum::<u32>() > 50_000, "too few decisions: {met:?}");
}

/// Games do not reach every situation; positions that nobody would play into do.
#[test]
fn phases_go_the_same_way_from_anywhere() {
    let (battle, mut host) = battle();
    let mut met = Met::new();
    for (temper, seed) in
        AnswerPolicy::ALL.into_iter().flat_map(|temper| (0..POSITIONS).map(move |seed| (temper, seed)))
    {
        let position = scattered(seed + POSITIONS * temper as u64);
        let mut game = Game::from(position.clone(), ComparingPlayer::at(&battle, &mut host, &position, temper, seed));
        match position.phase {
            Phase::GermanReplacement | Phase::SovietReplacement => game.replacement(position.phase),
            Phase::GermanCombat | Phase::SovietCombat => game.combat(position.phase),
            Phase::RailMovement => game.movement(position.phase, March::Rail),
            _ => game.movement(position.phase, March::Ordinary),
        }
        game.player.same_end(&game.position);
        add(&mut met, game.player.met);
    }
    let rare: Vec<_> = met.iter().filter(|(_, count)| **count < 10).collect();
    // Except for the two questions of the set-up.
    assert!(met.len() == 13 && rare.is_empty(), "every question is met often: {met:?}");
}

/// Units anywhere, cities owned by either side, the start of any phase of any turn.
fn scattered(seed: u64) -> Position {
    let mut random = Random::new(!seed);
    let mut position = Position::BARE;
    position.phase = [
        Phase::GermanReplacement,
        Phase::PanzerMovement,
        Phase::GermanCombat,
        Phase::GermanMovement,
        Phase::SovietReplacement,
        Phase::RailMovement,
        Phase::SovietCombat,
        Phase::SovietMovement,
    ][random.below(8) as usize];
    // Except for the first two phases of the first turn (6.0).
    position.turn = 2 + random.below(6) as u8;
    position.shock_waits = random.below(2) == 0;
    let chance = 1 + random.below(8);
    let first = if position.shock_waits { FIRST_SHOCK + 1 } else { FIRST_SHOCK };
    let field = field(&mut random);
    for unit in first..UNITS as u8 {
        let free = field.without(position.filled());
        if !free.is_empty() && random.below(8) < chance {
            position.place(unit, free.nth(random.below(free.count())), 1 + random.below(2) as u8);
        }
    }
    for city in CITIES.without(position.filled()).iter() {
        position.take(city, if random.below(2) == 0 { Side::German } else { Side::Soviet });
    }
    position
}

/// Where units are placed: anywhere, or crowded around a city, where there is more to fight about.
fn field(random: &mut Random) -> SpaceSet {
    if random.below(2) == 0 {
        return BOARD;
    }
    let cities = if random.below(2) == 0 { CITIES } else { MAJOR_CITIES };
    let city = cities.nth(random.below(cities.count()));
    let near = SpaceSet::one(city) | SpaceSet::one(city).neighbours();
    near | near.neighbours() | near.neighbours().neighbours()
}
