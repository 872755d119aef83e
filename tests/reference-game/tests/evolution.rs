//! The player that evolves plans.

use crate::common::{all, at, position, unit, units};
use grognard_reference_game::{
    Budget, Choice, Decision, EvolvingPlayer, Game, GreedyPlayer, March, Phase, Plan, Player, Position, Random, Side,
    WEIGHTS, Winner,
};
use std::time::Duration;

fn evolving(seed: u64) -> EvolvingPlayer {
    EvolvingPlayer::new(seed, Budget { evaluations: 1500, time: Duration::from_secs(60) }, WEIGHTS)
}

/// A position in a phase of the last turn.
fn last(phase: Phase, placed: &[(&str, u16, u8)]) -> Position {
    Position { turn: 7, phase, ..position(placed) }
}

#[test]
fn what_is_planned_but_not_possible_is_left_out() {
    let position = last(Phase::SovietMovement, &[("3", 101, 2), ("5", 102, 2), ("XX", 201, 1), ("VI", 1401, 2)]);
    let mut plan = Plan::IDLE;
    let (third, fifth) = (unit("3"), unit("5"));
    plan.goals[third as usize] = at(102);
    assert_eq!(plan.answer(&position, &Decision::Move { units: units(&["3", "5"]) }), Some(Choice::Stop));
    plan.goals[fifth as usize] = at(103);
    assert_eq!(plan.answer(&position, &Decision::Move { units: units(&["3", "5"]) }), Some(Choice::Unit(fifth)));
    let goal = Decision::Goal { unit: fifth, spaces: all(&[102, 202]) };
    assert_eq!(plan.answer(&position, &goal), Some(Choice::Space(at(102))), "it stays");

    plan.attacks[third as usize] = unit("VI");
    let targets = Decision::Target { units: units(&["XX", "VI"]) };
    assert_eq!(plan.answer(&position, &targets), Some(Choice::Stop), "VI Corps is not adjacent");
    plan.attacks[fifth as usize] = unit("XX");
    assert_eq!(plan.answer(&position, &targets), Some(Choice::Unit(unit("XX"))));
    let attackers = Decision::Attackers { target: unit("XX"), units: units(&["3", "5"]) };
    assert_eq!(plan.answer(&position, &attackers), Some(Choice::Units(units(&["5"]))));
}

#[test]
fn the_germans_enter_an_empty_moscow() {
    let start = last(Phase::GermanMovement, &[("XLI", 1003, 1), ("XX", 904, 2), ("3", 1301, 2), ("5", 1107, 1)]);
    let mut game = Game::from(start, evolving(1));
    game.movement(Phase::GermanMovement, March::Ordinary);
    assert!(!game.position.owned[Side::Soviet as usize].contains(at(1103)));
}

#[test]
fn the_soviets_retake_moscow_on_the_last_turn() {
    let mut start = last(Phase::SovietMovement, &[("3", 1301, 1), ("5", 1401, 1), ("XX", 1001, 2)]);
    start.take(at(1103), Side::German);
    let mut game = Game::from(start, evolving(1));
    game.movement(Phase::SovietMovement, March::Ordinary);
    assert_eq!(game.position.winner(), Winner::Soviet);
}

#[test]
fn moscow_is_attacked_when_it_is_sure_to_fall() {
    let placed = [("50", 1103, 1), ("XXIV", 1002, 2), ("XLI", 1003, 2), ("XX", 1104, 2), ("3", 1004, 1)];
    for seed in 1..5 {
        let mut game = Game::from(last(Phase::GermanCombat, &placed), evolving(seed));
        game.combat(Phase::GermanCombat);
        assert_eq!(game.position.winner(), Winner::German);
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let play = |seed| {
        let mut game = Game::new(evolving(seed));
        game.play();
        game.position
    };
    assert_eq!(play(3), play(3));
    assert_ne!(play(3), play(4));
}

/// A player for each side, by `Side`, and the dice.
struct Match(EvolvingPlayer, GreedyPlayer, Side, Random);

impl Player for Match {
    fn choose(&mut self, position: &Position, decision: &Decision) -> Choice {
        if decision.side(position) == self.2 {
            self.0.choose(position, decision)
        } else {
            self.1.choose(position, decision)
        }
    }

    fn roll(&mut self) -> u8 {
        1 + self.3.below(6) as u8
    }
}

#[test]
#[ignore = "plays 40 games"]
fn it_beats_a_greedy_player() {
    for (side, winner) in [(Side::German, Winner::German), (Side::Soviet, Winner::Soviet)] {
        let wins = (0..20).filter(|&seed| {
            let greedy = GreedyPlayer::new(seed, WEIGHTS);
            Game::new(Match(evolving(seed), greedy, side, Random::new(seed))).play() == winner
        });
        assert!(wins.count() >= 14, "as {side:?}");
    }
}
