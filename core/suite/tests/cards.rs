//! A duel with cards: decks, hands, discards and searches, and what they keep secret.

use grognard_engine::catalogue::{Catalogue, TextKind, Wording};
use grognard_engine::decision::Answer;
use grognard_engine::game::{Game, Rules, Status};
use grognard_engine::ids::SideId;
use grognard_engine::table::Service;
use grognard_engine::view::View;
use grognard_play::{AgentKind, Battle, BattleRequest, CancelToken, PlanBudget, Seat, Session};
use grognard_script::{Host, Pause};
use grognard_suite::CaseScope;
use grognard_suite::conformance::{TestCounts, TestEffort, run};
use grognard_testing::copy;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cards")
}

fn try_load(root: &Path) -> Result<Battle, String> {
    let roots = vec![root.to_owned(), Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")];
    let request = BattleRequest { roots, scenario: "card-duel".into(), ..BattleRequest::default() };
    Battle::load(request).map_err(|problems| grognard_packs::render(&problems, false))
}

fn load(root: &Path) -> Battle {
    try_load(root).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Copies the packs, with a text in the rules replaced.
fn edited(from: &str, to: &str) -> tempfile::TempDir {
    edited_file("scripts/cards/duel.luau", from, to)
}

/// Copies the packs, with a text in a file replaced.
fn edited_file(file: &str, from: &str, to: &str) -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a folder");
    copy(&folder(), root.path());
    let path = root.path().join(file);
    let text = fs::read_to_string(&path).expect("a file");
    assert!(text.contains(from), "{from}");
    fs::write(path, text.replace(from, to)).expect("a file");
    root
}

fn conformance(battle: &Battle) -> Result<TestCounts, String> {
    let effort = TestEffort { games: 20, thorough: 1, seldom: 20, most_decisions: 100, seed: 1 };
    run(battle, effort, 1, &CancelToken::new(), |_| ()).map_err(|breach| breach.to_string())
}

#[test]
fn games_that_differ_in_hidden_cards_look_the_same() {
    let counts = conformance(&load(&folder())).unwrap_or_else(|breach| panic!("{breach}"));
    assert!(counts.decisions >= 20 * 8 && counts.compared > 20, "{counts:?}");
}

#[test]
fn a_rule_that_betrays_a_hand_is_found() {
    let play = "function duel.play(game: Game, side: Side)\n";
    let spy = "\tgame:log(\"2\", \"The hand is worth {1}\", deck.hand(game, DECK, side):sum(\"operations\"))\n";
    let root = edited(play, &format!("{play}{spy}"));
    let told = conformance(&load(root.path())).expect_err("a violation");
    assert!(told.contains("what a side sees, reads and is asked must not depend on hidden facts"), "{told}");
}

/// The number of cards in each box, and the names of those that a viewer knows.
fn boxes(game: &Game<Pause>, viewer: Option<u16>) -> Vec<(String, usize, Vec<String>)> {
    let view = View::new(&game.table, viewer.map(SideId));
    let named = |(name, units): (String, Vec<grognard_engine::view::UnitView>)| {
        let count = units.len();
        (name, count, units.into_iter().filter_map(|unit| Some(unit.known?.name)).collect())
    };
    view.spaces.into_iter().map(named).collect()
}

fn begin(battle: &Battle) -> (Game<Pause>, Host) {
    let mut host = battle.host().expect("scripts that load");
    let mut game: Game<Pause> = Game::new(battle.content.clone(), host.questions(), 3, Service::FULL);
    assert_eq!(game.advance(&mut host).expect("rules that work"), Status::Waiting);
    (game, host)
}

/// Begins a game in which each card that red plays lets it search the hand of `owner`.
fn begin_with_a_search_of(owner: &str) -> (Game<Pause>, Host) {
    let root = edited(
        "if card:has(\"scouts\") then\n\t\tlocal found = deck.search(game, side, SCOUT, deck.pile(game, DECK))",
        &format!(
            "if side.name == \"red\" then\n\t\tlocal found = deck.search(game, side, SCOUT, deck.hand(game, DECK, {owner}))"
        ),
    );
    begin(&load(root.path()))
}

/// Answers with the first option that red has.
fn answer_first(game: &mut Game<Pause>, host: &mut Host) {
    let first = game.table.pending().expect("red is asked").options[0].clone();
    game.answer(host, SideId(0), Answer::One(first)).expect("it is offered");
}

#[test]
fn everybody_counts_the_cards_and_their_owner_alone_sees_them() {
    let (game, _) = begin(&load(&folder()));
    for viewer in [Some(0), Some(1), None] {
        let seen = boxes(&game, viewer);
        let counts: Vec<(&str, usize)> = seen.iter().map(|(name, count, _)| (&**name, *count)).collect();
        assert_eq!(counts, [("blue-hand", 3), ("pile", 5), ("red-hand", 4)]);
        let known: Vec<usize> = seen.iter().map(|(_, _, known)| known.len()).collect();
        assert_eq!(known, [3 * usize::from(viewer == Some(1)), 0, 4 * usize::from(viewer == Some(0))]);
    }
}

#[test]
fn a_hidden_card_may_be_any_that_the_viewer_does_not_see() {
    let (game, _) = begin(&load(&folder()));
    let held = |seed| {
        let exchange = game.exchange(SideId(0), seed).expect("hidden cards");
        let state = game.table.state.with_exchange(&game.table.content, &exchange);
        let names = game.table.content.unit_names.iter();
        let hand = game.table.content.map.names.find("blue-hand");
        let held = names.filter(|(card, _)| state.unit(*card).place == hand);
        held.map(|(_, name)| name.to_owned()).collect::<Vec<_>>()
    };
    let own = &boxes(&game, Some(0))[2].2;
    let mut imagined: Vec<String> = (1..60).flat_map(held).collect();
    imagined.sort();
    imagined.dedup();
    assert_eq!(imagined.len(), 8, "{imagined:?}: all but the four cards in its own hand");
    assert!(!imagined.iter().any(|card| own.contains(card)));
}

#[test]
fn a_played_card_is_seen_by_all_and_cannot_be_taken_back() {
    let (mut game, mut host) = begin(&load(&folder()));
    answer_first(&mut game, &mut host);
    let discards = boxes(&game, Some(1)).into_iter().find(|(name, ..)| name == "discards");
    assert!(discards.is_none_or(|(_, count, known)| (count, known.len()) == (1, 1)));
    assert!(game.may_undo(SideId(0)).is_err(), "the others have seen the card");
}

#[test]
fn a_hand_that_an_enemy_looks_through_stays_with_its_owner_and_hidden_from_onlookers() {
    let (mut game, mut host) = begin_with_a_search_of("side.enemy");
    answer_first(&mut game, &mut host);
    assert_eq!(game.table.pending().expect("red looks through the hand").options.len(), 3);
    let hand = |viewer: Option<u16>| {
        let units = View::new(&game.table, viewer.map(SideId)).spaces.remove("blue-hand").expect("a hand");
        units.into_iter().filter_map(|unit| unit.known).map(|known| known.upright).collect::<Vec<_>>()
    };
    assert_eq!(hand(Some(0)), [true; 3], "red sees it");
    assert_eq!(hand(Some(1)), [true; 3], "and blue still holds it");
    assert_eq!(hand(None), [true; 0]);
}

#[test]
fn a_search_hides_only_what_the_side_did_not_see_before() {
    let (mut game, mut host) = begin_with_a_search_of("side");
    answer_first(&mut game, &mut host);
    answer_first(&mut game, &mut host);
    let own = boxes(&game, Some(0)).into_iter().find(|(name, ..)| name == "red-hand").expect("a hand");
    assert_eq!((own.1, own.2.len()), (3, 3), "red still sees its own hand");
}

#[test]
fn agents_play_whole_games() {
    let plan = AgentKind::Plan(PlanBudget { trials: 60, ..PlanBudget::VETERAN });
    for agent in [AgentKind::Greedy, plan] {
        let mut session = Session::new(load(&folder()), 5, vec![Seat::Agent(agent); 2]).expect("a session");
        assert_eq!(session.advance().expect("rules that work"), Status::Over);
        let lost = session.game.table.content.unit_names.iter().filter(|(card, _)| {
            let state = session.game.table.state.unit(*card);
            state.steps == 0 && state.place.is_none()
        });
        assert!(lost.count() <= 2, "only the two cards that are played once leave the game");
    }
}

const SUITE: &str = "\
# 2 Hands

## The discards are shuffled when the draw pile is empty
```given
scenario card-duel
phase Red draw
units
  Mud at discards
  Decoy at red-hand
hidden Decoy from blue
draw Mud
```
```then
log 2 \"The discards are shuffled\"
log 2 \"The Reds draw 1 card\"
Mud at red-hand
hidden Mud from blue
shown Mud to red
asked red duel.play
offered exactly Decoy, Mud, stop
```

## Nothing is drawn if there is no card left
```given
scenario card-duel
phase Blue draw
units
  Decoy at blue-hand
```
```then
no log \"draw\"
asked blue duel.play
```

# 3 Playing a card

## A card is discarded face up
```given
scenario card-duel
phase Red play
units
  Forced march at red-hand
  Mud at pile
hidden Forced march from blue
```
```when
duel.play: Forced march
draw Mud
```
```then
log 2 \"The Reds play Forced march\"
Forced march at discards
shown Forced march to blue
variable lead = 3
```

## 3.1 Scouts look through the draw pile
```given
scenario card-duel
phase Red play
units
  Scouts at red-hand
  Mud at pile
  Thaw at pile
  Decoy at pile
hidden Mud from red
hidden Mud from blue
hidden Thaw from red
hidden Thaw from blue
```
```when
duel.play: Scouts
duel.scout: Thaw
draw Decoy
```
```then
Thaw at red-hand
shown Thaw to red
hidden Thaw from blue
Mud at pile
hidden Mud from red
```

## 3.2 A card that is played once leaves the game
```given
scenario card-duel
phase Red play
units
  Reserves at red-hand
hidden Reserves from blue
```
```when
duel.play: Reserves
```
```then
Reserves eliminated
shown Reserves to blue
log 2 \"Reserves is removed from the game\"
```
";

#[test]
fn an_evaluation_that_fails_is_reported_although_agents_imagine_what_is_hidden() {
    let head = "function duel.position(game: Game, side: Side): number\n";
    for (wrong, told) in [
        ("\terror(\"boom\")\n", "boom"),
        ("\tdo return 0 / 0 end\n", "must return a finite number, not NaN"),
        ("\tdo return { a = 1 } :: any end\n", "the key `a`"),
    ] {
        let root = edited(head, &format!("{head}{wrong}"));
        let plan = AgentKind::Plan(PlanBudget { trials: 60, ..PlanBudget::VETERAN });
        for agent in [AgentKind::Greedy, plan] {
            let mut session = Session::new(load(root.path()), 5, vec![Seat::Agent(agent); 2]).expect("a session");
            let fault = format!("{:?}", session.advance().expect_err("a fault"));
            assert!(fault.contains(told), "{fault}");
        }
    }
}

#[test]
fn suites_test_hands_and_piles() {
    let root = edited("--!strict", "--!strict");
    fs::create_dir(root.path().join("scripts/cards/tests")).expect("a folder");
    fs::write(root.path().join("scripts/cards/tests/cards.md"), SUITE).expect("a file");
    let roots = [root.path().to_owned(), Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")];
    let report = grognard_suite::run_below(&roots[..1], &roots, &CaseScope::All);
    assert!(report.is_good() && report.cases.len() == 5, "{report}");
}

#[test]
fn mistakes_about_cards_are_explained() {
    let problem = |from: &str, to: &str| {
        let root = edited_file("scripts/cards/system.toml", from, to);
        try_load(root.path()).map(drop).expect_err("a problem")
    };
    let none = problem("card = [\"operations\"]\n", "");
    assert!(none.contains("error[E102]: only cards have a `text`") && none.contains("units.toml:2:"), "{none}");
    assert!(none.contains("make its type a card: `card = []`"), "{none}");
    let twice = problem("card = [\"operations\"]", "card = [\"operations\", \"operations\"]");
    assert!(twice.contains("error[E205]: `operations` is printed on the card twice"), "{twice}");
    let unknown = problem("card = [\"operations\"]", "card = [\"operation\"]");
    assert!(unknown.contains("no property `operation`") || unknown.contains("`operations`"), "{unknown}");
}

#[test]
fn a_card_is_read_in_the_language_of_its_reader() {
    let battle = load(&folder());
    let mut french = Catalogue::new("fr");
    let mut add = |kind, key: &str, text: &str| french.insert(kind, key, Wording { text: text.into(), form: 1 });
    add(TextKind::Name, "Thaw", "Dégel");
    add(TextKind::Name, "operations", "opérations");
    add(TextKind::Paragraph, "Remove this card from the game.", "Retirez cette carte de la partie.");
    let id = battle.content.unit_names.find("Thaw").expect("a card");
    let card = battle.content.card(id, &french).expect("a card");
    assert_eq!((card.title.as_str(), card.rule.as_deref()), ("Dégel", Some("3.2")));
    assert_eq!(card.summary(), "opérations 4. Retirez cette carte de la partie.");
}
