//! Matching pennies: both sides choose at once, so no agent can win much more than half of the games.

use grognard_check::PackChecker;
use grognard_engine::table::Service;
use grognard_lab::sim::{self, SimPlan};
use grognard_packs::Library;
use grognard_packs::locale::Locale;
use grognard_packs::source::Source;
use grognard_play::{AgentKind, Battle, BattleRequest, PlanBudget};
use std::path::{Path, PathBuf};

fn roots() -> Vec<PathBuf> {
    vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pennies")]
}

/// Returns the number of wins of the second side in 40 games against a random player.
fn wins(second: AgentKind) -> usize {
    let request = BattleRequest { roots: roots(), scenario: "penny-match".into(), ..BattleRequest::default() };
    let battle =
        Battle::load(request).unwrap_or_else(|problems| panic!("{}", grognard_packs::render(&problems, false)));
    let mut host = battle.host().expect("scripts that load");
    let plan = SimPlan { games: 40, seed: 1, players: vec![AgentKind::Random, second], service: Service::BARE };
    let won = |seed| sim::play(&battle, &mut host, &plan, seed).expect("rules that work").is_won_by("odd");
    (1..=plan.games).map(won).filter(|won| *won).count()
}

/// Asserts that the second side wins at most 32 of 40 games. Forty fair tosses exceed that once in 40,000 times.
fn is_fair(second: AgentKind) {
    let wins = wins(second);
    assert!(wins <= 32, "the second side wins {wins} of 40 games");
}

// Known failures: an agent replays the answers since the checkpoint, including those that wait in a variable.
// They will hold once a rule can ask sides for a secret simultaneous choice and `pennies.toss` uses it; then remove
// `should_panic`.

#[test]
#[should_panic(expected = "the second side wins 40 of 40 games")]
fn the_greedy_agent_does_not_know_what_the_other_side_has_chosen() {
    is_fair(AgentKind::Greedy);
}

#[test]
#[should_panic(expected = "the second side wins 40 of 40 games")]
fn the_planning_agent_does_not_know_what_the_other_side_has_chosen() {
    is_fair(AgentKind::Plan(PlanBudget { trials: 60, ..PlanBudget::VETERAN }));
}

#[test]
fn the_second_side_wins_about_half_of_the_games_by_chance() {
    let wins = wins(AgentKind::Random);
    assert!((8..=32).contains(&wins), "{wins} of 40");
}

#[test]
fn check_warns_of_answers_that_wait_in_a_variable() {
    let (roots, texts) = (roots(), Locale::parse("test", "fr", &Source::new("", ""), &mut Vec::new()));
    let library = Library::open(&roots);
    let mut checker = PackChecker::new(&library, &roots, &|_| Vec::new(), texts);
    library.packs().iter().for_each(|pack| checker.pack(pack));
    let found = checker.finish().diagnostics;
    let expected = "\
warning[W440]: the answer in `first` is not secret: agents know it when `odd` is asked
  --> scripts/pennies/pennies.luau:10:8
   |
10 |     local first = game:choose(even, COIN, { \"heads\", \"tails\" })
   |           ^^^^^
   |
   = help: if the other side may know it, reveal it with `game:log` or in the question; otherwise ask each side in a \
        separate phase and keep the answer as a hidden unit";
    let text = grognard_packs::render(&found, false).replace(&format!("{}/", roots[0].display()), "");
    assert!(text.contains(expected), "{text}");
    assert_eq!(found.iter().filter(|found| found.code == "W440").count(), 1, "{text}");
}
