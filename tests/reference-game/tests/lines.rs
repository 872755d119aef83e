//! Questions of the protocol as positions and answers. `arrive.json` is a question from a game through Grognard.

use crate::common::{at, position};
use grognard_reference_game::{Budget, EvolvingPlayer, Lines, Phase, Position, Side, WEIGHTS, position_of_view};
use serde_json::{Value, json};
use std::time::Duration;

fn recorded() -> Value {
    serde_json::from_str(include_str!("arrive.json")).unwrap()
}

/// The position of the recorded question, copied from the board by hand.
fn expected() -> Position {
    let mut expected = position(&[
        ("3", 101, 1),
        ("30", 106, 1),
        ("5", 201, 1),
        ("40", 208, 1),
        ("43", 302, 1),
        ("19", 310, 1),
        ("13", 501, 1),
        ("20", 508, 2),
        ("16", 509, 1),
        ("24", 910, 1),
        ("XX", 303, 1),
        ("VII", 503, 1),
        ("XXVII", 506, 1),
        ("XXIII", 507, 1),
        ("XXXV", 603, 2),
        ("LIII", 604, 1),
        ("LVII", 606, 2),
        ("XII", 705, 2),
        ("XLII", 706, 2),
        ("VIII", 802, 2),
        ("XL", 803, 2),
        ("V", 804, 2),
        ("XXXIV", 805, 2),
        ("IX", 904, 2),
        ("XIII", 905, 2),
        ("XLI", 1002, 2),
        ("XLVIII", 1003, 1),
        ("XLVII", 1004, 2),
        ("XXIV", 1103, 2),
        ("LVI", 1104, 2),
        ("XLVI", 1203, 2),
    ]);
    for german in [204, 307] {
        expected.take(at(german), Side::German);
    }
    for soviet in [601, 809, 1107, 1405] {
        expected.take(at(soviet), Side::Soviet);
    }
    (expected.turn, expected.phase) = (4, Phase::SovietReplacement);
    expected
}

fn bot() -> Lines<EvolvingPlayer> {
    let budget = Budget { evaluations: 300, time: Duration::from_secs(60) };
    Lines::new(EvolvingPlayer::new(1, budget, WEIGHTS))
}

#[test]
fn the_position_is_read_from_a_recorded_view() {
    let mut ask = recorded();
    assert_eq!(position_of_view(&ask["view"]), Some(expected()), "the 1st Shock Army waits");
    ask["view"]["off_map"][0]["known"]["steps"][0] = json!(0);
    let eliminated = position_of_view(&ask["view"]).unwrap();
    assert_eq!(eliminated, Position { shock_waits: false, ..expected() });
    ask["view"]["phase"] = json!("Winter quarters");
    assert_eq!(position_of_view(&ask["view"]), None);
}

#[test]
fn answers_name_options_by_their_position_in_the_list() {
    let ask = recorded();
    let answer = bot().choose(&ask);
    let offered = ask["options"].as_array().unwrap().len() as u64;
    assert!(answer == "stop" || answer.as_u64().is_some_and(|index| index < offered), "{answer}");
    let mut stubborn = recorded();
    stubborn["question"] = json!("combat.stubborn");
    stubborn["about"] = json!([{ "unit": "XXIV" }, { "space": "1103" }]);
    stubborn["options"] = json!([{ "word": "retreat" }, { "word": "take a loss" }]);
    stubborn["view"]["phase"] = json!("Soviet combat");
    assert_eq!(bot().choose(&stubborn), 1, "the full-strength XXIV holds Moscow");
    stubborn["view"]["spaces"]["1103"][0]["known"]["steps"][0] = json!(1);
    assert_eq!(bot().choose(&stubborn), 0, "a reduced unit would be eliminated");
}

#[test]
fn a_question_of_another_game_gets_the_first_options() {
    let ask = json!({ "form": "several", "least": 2, "most": 3, "question": "artillery.fire",
        "options": [{ "unit": "A" }, { "unit": "B" }, { "unit": "C" }], "view": {} });
    assert_eq!(bot().choose(&ask), json!([0, 1]));
    let mut goal = recorded();
    goal["question"] = json!("movement.goal");
    assert_eq!(bot().choose(&goal), 0, "it does not say which unit moves");
}
