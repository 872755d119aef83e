//! How to write a bot, a player that answers decisions. This command plays a hundred games of *Battle for Moscow* with
//! a bot that always attacks against the random player:
//!
//!     cargo run --release --example bot

use grognard_engine::decision::{Answer, Decision, Form};
use grognard_engine::game::{Game, Rules, Status};
use grognard_engine::ids::Id;
use grognard_engine::table::{QuickPlayer, Service};
use grognard_play::{Battle, BattleRequest, Random};
use std::path::PathBuf;

/// Never declines, takes as many units as possible, and otherwise chooses at random.
struct Eager(Random);

impl QuickPlayer for Eager {
    fn answer(&mut self, decision: &Decision) -> Answer {
        match decision.form {
            Form::Several(_, most) => Answer::Several(decision.options.iter().take(most.into()).collect()),
            // A question that can be declined is answered as if it could not.
            _ => self.0.answer(&Decision { stop: false, ..*decision }),
        }
    }
}

fn main() {
    let roots = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR"))];
    let request = BattleRequest { roots, scenario: "battle-for-moscow".into(), ..BattleRequest::default() };
    let battle = Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)));
    let mut host = battle.host().expect("the scripts load");
    let german = battle.content.sides.find("german").expect("there are Germans");
    let mut wins = 0;
    for seed in 0..100 {
        let mut game = Game::new(battle.content.clone(), host.questions(), seed, Service::BARE);
        for (side, player) in game.table.players.iter_mut().enumerate() {
            let random = Random::new(2 * seed + side as u64);
            *player = Some(if side == german.index() { Box::new(Eager(random)) } else { Box::new(random) });
        }
        let status = game.advance(&mut host).expect("the rules run");
        assert_eq!(status, Status::Over);
        wins += u32::from(game.table.state.ending().is_some_and(|ending| ending.winners.has(&german)));
    }
    println!("the eager Germans won {wins} of 100 games");
}
