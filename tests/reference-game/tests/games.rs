//! Whole games: they end, their state stays consistent, they can be replayed.

use crate::common::rebuilt;
use grognard_reference_game::tables::{CITIES, MOSCOW};
use grognard_reference_game::units::{FIRST_SHOCK, GERMAN, PANZERS, SOVIET};
use grognard_reference_game::{
    Choice, Decision, Game, Options, Phase, Player, Position, RandomPlayer, Recorder, ScriptedPlayer, Side, Stage,
    playout,
};

/// Checks the state and the offer at every decision.
struct Watchful(RandomPlayer);

impl Player for Watchful {
    fn choose(&mut self, position: &Position, decision: &Decision) -> Choice {
        assert_eq!(*position, rebuilt(position), "the flat fields say what the units say");
        assert_eq!(position.owned[0] | position.owned[1], CITIES);
        assert!((position.owned[0] & position.owned[1]).is_empty());
        for side in [Side::Soviet, Side::German] {
            let held = position.occupied[side as usize] & CITIES;
            assert!(held.without(position.owned[side as usize]).is_empty(), "who stands in a city owns it");
        }
        let count = decision.options().count() + decision.may_stop() as u32;
        assert!(count > 1, "nothing forced is asked: {decision:?}");
        check_sides(position, decision);
        let choice = self.0.choose(position, decision);
        assert!(decision.accepts(choice));
        choice
    }

    fn roll(&mut self) -> u8 {
        let roll = self.0.roll();
        assert!((1..=6).contains(&roll));
        roll
    }
}

fn check_sides(position: &Position, decision: &Decision) {
    let own = position.phase.side().units();
    match *decision {
        Decision::Target { units } | Decision::Battle { units } => assert_eq!(units & own, 0),
        Decision::Replace { units } => assert_eq!(units & !own, 0),
        _ => {
            if let Options::Units(units) | Options::Several(units) = decision.options() {
                assert_eq!(units & !(own & position.on_map), 0, "{decision:?}");
            }
        }
    }
    if let (Phase::PanzerMovement, Decision::Move { units }) = (position.phase, decision) {
        assert_eq!(units & !PANZERS, 0);
    }
    if let Decision::Goal { unit, spaces } = decision {
        let from = position.units[*unit as usize].space;
        assert!(spaces.contains(from));
        assert_eq!((*spaces & position.filled()).count(), 1, "only its own space is not free");
    }
}

#[test]
fn random_games_end_and_keep_their_books() {
    let mut decisions = 0;
    for seed in 0..300 {
        let mut game = Game::new(Watchful(RandomPlayer::new(seed)));
        let winner = game.play();
        assert_eq!(winner, game.position.winner());
        assert_eq!((winner, game.decisions), playout(seed));
        assert_eq!(game.position.phase, Phase::Maintenance);
        assert_eq!(game.position.pool(Side::German), GERMAN & !game.position.on_map);
        decisions += game.decisions;
    }
    assert!((400..600).contains(&(decisions / 300)), "{} decisions a game", decisions / 300);
}

#[test]
fn a_recorded_game_replays_from_its_script() {
    let mut game = Game::new(Recorder::new(RandomPlayer::new(11)));
    let winner = game.play();
    let mut script = ScriptedPlayer::default();
    for stage in &game.player.stages {
        match stage {
            Stage::Decided { choice, .. } => script.choices.push_back(*choice),
            Stage::Rolled(roll) => script.rolls.push_back(*roll),
        }
    }
    let mut again = Game::new(Recorder::new(script));
    assert_eq!(again.play(), winner);
    assert_eq!(again.player.stages, game.player.stages);
    assert!(again.player.player.choices.is_empty() && again.player.player.rolls.is_empty());
}

#[test]
fn the_set_up_6_0() {
    let mut prepared = Game::new(ScriptedPlayer::new(&[Choice::Index(0)], &[]));
    prepared.setup();
    assert_eq!((prepared.decisions, prepared.position.army(Side::German)), (1, GERMAN));
    let armies = prepared.position.army(Side::Soviet);
    assert_eq!(armies, SOVIET & !(1 << FIRST_SHOCK) & !(0b11 << 15), "49 and 50 are left over, the 1st Shock waits");
    assert_eq!(prepared.position.reduced, armies);
    assert!(prepared.position.owned[Side::Soviet as usize].contains(MOSCOW));
    let mut free = Game::new(RandomPlayer::new(3));
    while free.decisions != 22 {
        free = Game::new(free.player);
        free.setup();
    }
    assert_eq!(free.position.occupied[Side::German as usize], prepared.position.occupied[Side::German as usize]);
}
