//! A game of three sides, two of them allies, with cards that belong to a neutral side.

use grognard_engine::catalogue::ENGLISH;
use grognard_engine::game::{Game, Rules, Status};
use grognard_engine::ids::{Id, SideId, UnitId};
use grognard_engine::table::Service;
use grognard_engine::view::{EndView, View};
use grognard_lab::sim::{self, SimPlan, Summary};
use grognard_play::{AgentKind, Battle, BattleRequest, CancelToken, PlanBudget, Seat, Session};
use grognard_script::Pause;
use grognard_suite::CaseScope;
use grognard_suite::conformance::{TestEffort, run};
use grognard_testing::copy;
use std::fs;
use std::path::{Path, PathBuf};

const PLANNER: AgentKind = AgentKind::Plan(PlanBudget { trials: 60, ..PlanBudget::VETERAN });
const GENERAL: AgentKind = AgentKind::Plan(PlanBudget { trials: 200, ..PlanBudget::GENERAL });

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trio")
}

fn try_load(root: &Path) -> Result<Battle, String> {
    let request =
        BattleRequest { roots: vec![root.to_owned()], scenario: "trio-deal".into(), ..BattleRequest::default() };
    Battle::load(request).map_err(|problems| grognard_packs::render(&problems, false))
}

fn battle() -> Battle {
    try_load(&folder()).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Loads the battle with changes to files, each a file, a text in it and its replacement.
fn edited(edits: &[(&str, &str, &str)]) -> Result<Battle, String> {
    let root = tempfile::tempdir().expect("a folder");
    copy(&folder(), root.path());
    for (file, from, to) in edits {
        let path = root.path().join("scripts/trio").join(file);
        let text = fs::read_to_string(&path).expect("a file");
        assert!(text.contains(from), "{file}: {from}");
        fs::write(path, text.replace(from, to)).expect("a file");
    }
    try_load(root.path())
}

/// Returns the message with which the rules fail after an edit.
fn fault(from: &str, to: &str) -> String {
    let battle = edited(&[("trio.luau", from, to)]).unwrap_or_else(|problems| panic!("{problems}"));
    let plan = SimPlan { games: 1, seed: 1, players: vec![AgentKind::Random; 3], service: Service::BARE };
    let played = sim::play(&battle, &mut battle.host().expect("scripts that load"), &plan, 1);
    played.map(|game| game.reason).expect_err("rules that fail").to_string()
}

fn results(players: &[AgentKind; 3], games: u64) -> Vec<sim::GameResult> {
    let battle = battle();
    let plan = SimPlan { games, seed: 1, players: players.to_vec(), service: Service::BARE };
    sim::run(&battle, &plan, || ()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn random_games_conform_and_leak_nothing() {
    let effort = TestEffort { games: 20, thorough: 1, seldom: 20, most_decisions: 100, seed: 1 };
    let counts = run(&battle(), effort, 1, &CancelToken::new(), |_| ()).unwrap_or_else(|breach| panic!("{breach}"));
    assert!(counts.decisions >= 20 * 8 && counts.compared > 20, "{counts:?}");
}

#[test]
fn the_neutral_side_has_no_seat_no_wins_and_the_last_id() {
    let battle = battle();
    let content = &battle.content;
    let seats: Vec<(usize, &str)> = content.seats().map(|(side, name)| (side.index(), name)).collect();
    assert_eq!(seats, [(0, "red"), (1, "blue"), (2, "green")]);
    assert!(content.is_neutral(SideId(3)) && content.side_title(SideId(3)) == "Fate");
    assert_eq!(battle.seats(Vec::new()).len(), 3);
    let summary = Summary::new(&battle, &results(&[AgentKind::Random; 3], 60));
    assert_eq!(summary.wins.keys().collect::<Vec<_>>(), ["blue", "green", "league", "red"]);
    let hits = |name: &str| summary.wins[name].hits;
    assert!(hits("red") > 0 && hits("league") > 0 && hits("blue") == hits("league") && hits("green") == hits("league"));
    assert_eq!(hits("red") + hits("league") + summary.draws.hits, 60);
    assert_eq!(summary.grades.values().sum::<u64>() + summary.draws.hits, 60);
}

#[test]
fn all_agents_play_and_take_the_open_card() {
    for agent in [AgentKind::Greedy, PLANNER, GENERAL] {
        let battle = battle();
        let mut session = Session::new(battle, 5, vec![Seat::Agent(agent); 3]).expect("a session");
        assert_eq!(session.advance().expect("rules that work"), Status::Over);
        let table = &session.game.table;
        let holder = |unit: &str| {
            let unit = table.content.unit_names.find(unit).expect("a unit");
            table.state.unit(unit).place
        };
        assert_eq!(holder("Card 9"), holder("Red token"), "{}: red is the first to choose", agent.name());
    }
}

#[test]
fn a_side_sees_the_open_card_and_its_own_cards_only() {
    let battle = battle();
    let mut host = battle.host().expect("scripts that load");
    let mut game: Game<Pause> = Game::new(battle.content.clone(), host.questions(), 3, Service::FULL);
    assert_eq!(game.advance(&mut host).expect("rules that work"), Status::Waiting);
    let known = |game: &Game<Pause>, viewer: Option<u16>| -> Vec<String> {
        let view = View::new(&game.table, viewer.map(SideId));
        let cards = view.spaces.into_values().flatten().filter(|unit| unit.side == "fate");
        cards.filter_map(|unit| Some(unit.known?.name)).collect()
    };
    assert_eq!([Some(0), Some(1), None].map(|viewer| known(&game, viewer)), [["Card 9"]; 3].map(|all| all.to_vec()));
    let taken = game.table.pending().expect("red is asked").options[1].clone();
    game.answer(&mut host, SideId(0), grognard_engine::decision::Answer::One(taken)).expect("it is offered");
    assert_eq!([Some(0), Some(1), Some(2)].map(|viewer| known(&game, viewer).len()), [2, 1, 1]);
    // The cards that red does not know have exchanged their values in the game that its agent imagines.
    let exchanged = (1..20).filter_map(|seed| game.exchange(SideId(0), seed));
    let changed = |exchange: &grognard_engine::determinization::Determinization| {
        (0..9).map(UnitId).filter(|card| exchange.unit(*card) != *card).count()
    };
    let most = exchanged.map(|exchange| changed(&exchange)).max();
    assert!(most.is_some_and(|most| (2..=7).contains(&most)), "{most:?}: two of the nine cards are known");
}

#[test]
fn several_winners_and_grades_are_told() {
    let battle = battle();
    let games = results(&[AgentKind::Random; 3], 60);
    let told = |is_one: &dyn Fn(&&sim::GameResult) -> bool| {
        let game = games.iter().find(is_one).expect("such a game");
        let (winner, grade) = (game.winner.clone(), game.grade.clone());
        battle.outcome(&ENGLISH, &EndView { winner, grade, reason: game.reason.clone() })
    };
    let text = told(&|game| game.is_won_by("red") && game.grade.as_deref() == Some("decisive victory"));
    assert!(text.starts_with("Red decisive victory: ") && text.ends_with(" points (3)"), "{text}");
    let text = told(&|game| game.is_won_by("league") && game.grade.as_deref() == Some("marginal victory"));
    assert!(text.starts_with("League marginal victory: "), "{text}");
    let end = |winners: &[&str], grade: Option<&str>| {
        let winner = winners.iter().map(|side| (*side).to_owned()).collect();
        let end = EndView { winner, grade: grade.map(str::to_owned), reason: "x".into() };
        battle.outcome(&ENGLISH, &end)
    };
    assert_eq!(end(&["red", "blue"], None), "Red and Blue share the victory: x");
    assert_eq!(end(&["red", "blue"], Some("moral victory")), "Red and Blue share a victory (moral victory): x");
    assert_eq!(
        (end(&[], None), end(&[], Some("moral victory"))),
        ("A draw: x".into(), "A draw (moral victory): x".into())
    );
}

const SUITE: &str = "\
# 3 The count

## Red holds more than the mean of the others
```given
scenario trio-deal
turn 3
phase Count
units
  Red token at 0301
  Card 9 at 0301
  Blue token at 0401
  Card 1 at 0401
  Green token at 0501
  Card 2 at 0501
```
```then
red wins 3 \"18 to 3 points\"
grade decisive victory
```

## The allies win together
```given
scenario trio-deal
turn 3
phase Count
units
  Red token at 0301
  Card 4 at 0301
  Blue token at 0401
  Card 9 at 0401
  Green token at 0501
  Card 1 at 0501
```
```then
blue and green win 3 \"8 to 10\"
grade marginal victory
```
";

#[test]
fn suites_name_all_winners_and_the_grade() {
    let run = |text: &str| {
        let root = tempfile::tempdir().expect("a folder");
        copy(&folder(), root.path());
        fs::create_dir(root.path().join("scripts/trio/tests")).expect("a folder");
        fs::write(root.path().join("scripts/trio/tests/count.md"), text).expect("a file");
        grognard_suite::run(&[root.path().to_owned()], &CaseScope::All)
    };
    let report = run(SUITE);
    assert!(report.is_good() && report.cases.len() == 2, "{report}");
    let report = run(&SUITE.replace("blue and green win", "blue wins")).to_string();
    assert!(
        report.contains("expected blue to win") && report.contains("blue and green win (marginal victory)"),
        "{report}"
    );
    assert!(!run(&SUITE.replace("grade marginal", "grade decisive")).is_good());
}

#[test]
fn mistakes_about_sides_are_explained() {
    let asked = fault("game:choose(side, CARD", "game:choose(fate, CARD");
    assert!(asked.contains("is asked of `fate`, a neutral side, which has no player"), "{asked}");
    let enemy = fault("for _, enemy in ipairs(red.enemies) do", "for _, enemy in ipairs({ red.enemy }) do");
    assert!(enemy.contains("red has 2 enemies; use `enemies`"), "{enemy}");
    let won = fault("winner = winners", "winner = game:side_named(\"fate\")");
    assert!(won.contains("fate is a neutral side, which cannot win"), "{won}");
    let none = fault(
        "for _, enemy in ipairs(red.enemies) do",
        "for _, enemy in ipairs({ game:side_named(\"fate\").enemy }) do",
    );
    assert!(none.contains("fate has no enemy"), "{none}");
    let problem = |file: &str, from: &str, to: &str| edited(&[(file, from, to)]).map(|_| ()).expect_err("a problem");
    let turn = problem("sequence.toml", "side = \"green\"", "side = \"fate\"");
    assert!(
        turn.contains("error[E232]: nobody plays the neutral side `fate`") && turn.contains("sequence.toml:"),
        "{turn}"
    );
    let ally = problem("system.toml", "neutral = true", "neutral = true\nalliance = \"league\"");
    assert!(ally.contains("error[E232]: the neutral side `fate` has no allies"), "{ally}");
    let name = problem("system.toml", "alliance = \"league\"", "alliance = \"red\"");
    assert!(name.contains("error[E205]: `red` is already the name of a side"), "{name}");
}
