//! Matching pennies: both sides choose at once, so no agent wins more than half of the games.

use grognard_check::PackChecker;
use grognard_engine::table::Service;
use grognard_lab::sim::{self, SimPlan};
use grognard_packs::Library;
use grognard_packs::locale::Locale;
use grognard_packs::source::Source;
use grognard_play::{AgentKind, Battle, BattleRequest, PlanBudget};
use grognard_testing::copy;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn roots() -> Vec<PathBuf> {
    vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pennies")]
}

/// Returns a copy of the packs with other rules: with these files, given as paths and texts, in place of the rules of
/// matching pennies.
pub fn with_other_rules(files: &[(&str, &str)]) -> TempDir {
    let root = tempfile::tempdir().expect("a folder");
    copy(&roots()[0], root.path());
    fs::remove_file(root.path().join("scripts/pennies/pennies.luau")).expect("a file");
    for (file, text) in files {
        let path = root.path().join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    root
}

/// An agent that plans a little.
const PLANNER: AgentKind = AgentKind::Plan(PlanBudget { trials: 30, ..PlanBudget::VETERAN });

/// Returns the number of games that the second side wins.
fn wins(mods: &[&str], players: [AgentKind; 2], games: u64) -> usize {
    let mods = mods.iter().map(ToString::to_string).collect();
    let request = BattleRequest { roots: roots(), scenario: "penny-match".into(), mods, ..BattleRequest::default() };
    let battle =
        Battle::load(request).unwrap_or_else(|problems| panic!("{}", grognard_packs::render(&problems, false)));
    let mut host = battle.host().expect("scripts that load");
    let plan = SimPlan { games, seed: 1, players: players.to_vec(), service: Service::BARE };
    let won = |seed| sim::play(&battle, &mut host, &plan, seed).expect("rules that work").is_won_by("odd");
    (1..=plan.games).map(won).filter(|won| *won).count()
}

/// Asserts that the second side wins about half of 1,000 games. Fair tosses are outside these bounds once in 10,000
/// tries.
fn is_fair(players: [AgentKind; 2]) {
    let wins = wins(&[], players, 1000);
    assert!((439..=561).contains(&wins), "{players:?}: the second side wins {wins} of 1000 games");
}

#[test]
fn no_agent_knows_what_the_other_side_chooses() {
    let agents = [AgentKind::Random, AgentKind::Greedy, PLANNER];
    for players in agents.iter().flat_map(|even| agents.iter().map(|odd| [*even, *odd])) {
        is_fair(players);
    }
}

#[test]
fn an_answer_that_waits_in_a_variable_is_known_to_the_other_side() {
    assert_eq!(wins(&["in-turn"], [AgentKind::Random, AgentKind::Greedy], 40), 40);
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
 --> mods/in-turn/rules.luau:7:8
  |
7 |     local first = game:choose(even, COIN, { \"heads\", \"tails\" })
  |           ^^^^^
  |
  = help: if the other side may know it, reveal it with `game:log` or in the question; otherwise ask both sides at \
        once, with `game:choose_secretly`";
    let text = grognard_packs::render(&found, false).replace(&format!("{}/", roots[0].display()), "");
    assert!(text.contains(expected), "{text}");
    assert_eq!(found.iter().filter(|found| found.code == "W440").count(), 1, "{text}");
}
