//! Games of *D2B* end by its rules and not by the turn limit, if they are played as its page recommends
//! (docs/playing-a-table.md).

use grognard_engine::table::Service;
use grognard_lab::sim::{GameResult, SimPlan, run};
use grognard_play::{AgentKind, Battle, BattleRequest};
use std::path::PathBuf;

fn games(scenario: &str, options: &[(&str, &str)], player: AgentKind, seed: u64, games: u64) -> Vec<GameResult> {
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let request = BattleRequest {
        roots: vec![PathBuf::from(".")],
        scenario: scenario.to_owned(),
        options,
        ..BattleRequest::default()
    };
    let battle = Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)));
    let plan = SimPlan { games, seed, players: vec![player; 2], service: Service::BARE };
    run(&battle, &plan, || ()).expect("the rules run without errors")
}

#[test]
fn random_games_on_the_smallest_table_have_a_winner_when_they_may_last() {
    for scenario in ["d2b-1941", "d2b-battle"] {
        for game in games(scenario, &[("field_scale", "inch"), ("last_turn", "400")], AgentKind::Random, 2, 3) {
            assert!(!game.winner.is_draw(), "{scenario}, seed {}: {}", game.seed, game.reason);
        }
    }
}

#[test]
fn greedy_players_decide_games_on_the_printed_table_before_the_last_turn() {
    for scenario in ["d2b-1941", "d2b-battle"] {
        let game = &games(scenario, &[], AgentKind::Greedy, 1, 1)[0];
        assert!(!game.winner.is_draw() && game.turn < 40, "{scenario}, turn {}: {}", game.turn, game.reason);
    }
}
