//! Undo, redo, looking back, and forks.

use crate::test_server::{Server, path};
use crate::viewer::Viewer;
use grognard_serve::NewGame;
use grognard_testing::board::RandomPlayer;
use serde_json::{Value, json};
use std::collections::BTreeMap;

type Parts = BTreeMap<String, Value>;

/// Plays some decisions as both sides. Returns the snapshot before each of them.
async fn play(server: &Server, both: &str, viewer: &mut Viewer, count: u64) -> Vec<Parts> {
    let (mut player, mut snapshots) = (RandomPlayer(3), Vec::new());
    for _ in 0..count {
        snapshots.push(step(server, both, viewer, &mut player).await);
    }
    snapshots
}

/// Plays one decision. Returns the snapshot before it.
async fn step(server: &Server, both: &str, viewer: &mut Viewer, player: &mut RandomPlayer) -> Parts {
    let (before, decisions) = (viewer.snapshot.clone(), viewer.moment() + 1);
    let answer = player.answer(viewer.asked().unwrap());
    assert_eq!(server.post(&format!("{both}api/answer"), &answer).await.0, 200);
    viewer.until(decisions).await;
    before
}

#[tokio::test]
async fn decisions_can_be_taken_back_and_redone() {
    let server = Server::new();
    let both = path(&server.make(5), "both");
    let mut viewer = server.watch(&both).await;
    play(&server, &both, &mut viewer, 1).await;
    let after = viewer.snapshot.clone();
    assert_eq!(after["game"]["undo"], json!(true));
    assert_eq!(server.post(&format!("{both}api/undo"), &json!({})).await.0, 200);
    viewer.until(0).await;
    assert_eq!(viewer.snapshot["game"]["redo"], json!(true));
    let late = json!({ "number": 0, "answer": { "one": 0 } });
    assert_eq!(server.post(&format!("{both}api/answer"), &late).await.0, 409, "the question has changed");
    assert_eq!(server.post(&format!("{both}api/redo"), &json!({})).await.0, 200);
    viewer.until(1).await;
    assert_eq!(viewer.snapshot["stack/0503"], after["stack/0503"]);
    assert_eq!(server.post(&format!("{both}api/redo"), &json!({})).await.0, 409);
    // A decision that was taken back stays taken back after a restart of the server.
    assert_eq!(server.post(&format!("{both}api/undo"), &json!({})).await.0, 200);
    let server = server.again();
    assert_eq!(server.watch(&both).await.moment(), 0);
}

#[tokio::test]
async fn nobody_takes_back_the_decision_of_another() {
    let server = Server::new();
    let made = server.make(5);
    let mut viewer = server.watch(&path(&made, "both")).await;
    play(&server, &path(&made, "both"), &mut viewer, 1).await;
    let (status, told) = server.post(&format!("{}api/undo", path(&made, "side:soviet")), &json!({})).await;
    assert_eq!((status.as_u16(), told["reason"].as_str()), (409, Some("another player must decide")));
    assert_eq!(server.post(&format!("{}api/undo", path(&made, "side:german")), &json!({})).await.0, 200);
}

#[tokio::test]
async fn the_past_is_shown_as_it_was() {
    let server = Server::new();
    let both = path(&server.make(5), "both");
    let mut viewer = server.watch(&both).await;
    let snapshots = play(&server, &both, &mut viewer, 60).await;
    let history = server.json(&format!("{both}api/history")).await;
    assert_eq!(history["moments"], json!(60));
    assert!(history["marks"].as_array().unwrap().len() > 2);
    for (at, seen) in snapshots.iter().enumerate().step_by(7) {
        let past = server.json(&format!("{both}api/history/{at}")).await;
        for (key, value) in seen.iter().filter(|(key, _)| *key != "question" && *key != "game") {
            assert_eq!(past[key], *value, "{key} after {at} decisions");
        }
        assert_eq!(past.as_object().unwrap().len(), seen.len());
    }
    let log = server.get(&format!("{both}api/export/log.txt?at=7")).await.1;
    let lines = snapshots[7].keys().filter(|key| key.starts_with("log/")).count();
    assert_eq!(String::from_utf8(log).unwrap().lines().count(), lines, "the log as it was");
    let picture = async |at: &str| server.get(&format!("{both}api/export/board.svg{at}")).await;
    assert_eq!(server.get(&format!("{both}api/export/board.svg?at=61")).await.0, 404);
    assert_eq!(server.get(&format!("{both}api/export/board.svg?at=x")).await.0, 400);
    assert_ne!(picture("?at=7").await, picture("").await);
    assert_eq!(picture("?at=60").await, picture("").await);
    assert_eq!(server.watch(&both).await.snapshot, viewer.snapshot, "looking back changes nothing");
}

#[tokio::test]
async fn a_fork_goes_its_own_way() {
    let server = Server::new();
    let made = server.make(5);
    let both = path(&made, "both");
    let mut viewer = server.watch(&both).await;
    let snapshots = play(&server, &both, &mut viewer, 20).await;
    let (status, fork) = server.post(&format!("{both}api/fork"), &json!({ "moment": 10 })).await;
    assert_eq!(status, 200);
    let link = fork["links"][0]["path"].as_str().unwrap();
    assert_eq!(fork["links"][0]["role"], json!("both"));
    let there = server.watch(link).await;
    let board = |snapshot: &std::collections::BTreeMap<String, serde_json::Value>| {
        snapshot
            .iter()
            .filter(|(key, _)| key.contains('/'))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!((there.moment(), board(&there.snapshot)), (10, board(&snapshots[10])));
    let mut there = there;
    play(&server, link, &mut there, 3).await;
    assert_eq!(server.watch(&both).await.moment(), 20);
    // A fork would show future dice rolls to one of two opponents.
    assert_eq!(server.post(&format!("{}api/fork", path(&made, "side:german")), &json!({ "moment": 10 })).await.0, 403);
    assert_eq!(server.post(&format!("{both}api/fork"), &json!({ "moment": 21 })).await.0, 404);
}

/// Returns the number of log lines in a snapshot.
fn lines(snapshot: &Parts) -> usize {
    snapshot.keys().filter(|key| key.starts_with("log/")).count()
}

/// Returns the positions of a side's units in a snapshot.
fn places(snapshot: &Parts, side: &str) -> BTreeMap<String, String> {
    let stacks = snapshot.iter().filter_map(|(key, units)| Some((key.strip_prefix("stack/")?, units.as_array()?)));
    let own = stacks
        .flat_map(|(space, units)| units.iter().filter(|unit| unit["side"] == side).map(move |unit| (unit, space)));
    own.map(|(unit, space)| (unit["id"].as_str().unwrap().to_owned(), space.to_owned())).collect()
}

fn side(snapshot: &Parts) -> &str {
    snapshot["question"]["side"].as_str().unwrap()
}

#[tokio::test]
async fn a_returning_player_is_shown_what_others_did() {
    let server = Server::new();
    let made = server.make(5);
    let (both, german) = (path(&made, "both"), path(&made, "side:german"));
    let mut viewer = server.watch(&both).await;
    assert_eq!(server.json(&format!("{german}api/absence")).await, json!(null), "no other side has decided yet");
    let (mut player, mut snapshots) = (RandomPlayer(3), Vec::new());
    let moved = loop {
        snapshots.push(step(&server, &both, &mut viewer, &mut player).await);
        let now = &viewer.snapshot;
        let is_back = side(now) == "german" && side(snapshots.last().unwrap()) == "soviet";
        if !is_back || lines(now) <= 100 {
            continue;
        }
        let away = snapshots.iter().rposition(|snapshot| side(snapshot) == "german").unwrap() + 1;
        let (before, after) = (places(&snapshots[away], "soviet"), places(now, "soviet"));
        let moved: Vec<_> =
            after.iter().filter(|(unit, to)| before.get(*unit).is_some_and(|from| from != *to)).collect();
        if !moved.is_empty() {
            let told = moved
                .into_iter()
                .map(|(unit, to)| json!({ "unit": unit, "from": before[unit], "to": to }))
                .collect::<Vec<_>>();
            break json!({ "log_lines": lines(&snapshots[away - 1]), "moves": told });
        }
    };
    assert_eq!(server.json(&format!("{german}api/absence")).await, moved);
    // Neither later decisions of the side itself nor a restart of the server change anything.
    let server = server.again();
    let mut viewer = server.watch(&both).await;
    step(&server, &both, &mut viewer, &mut player).await;
    assert_eq!(side(&viewer.snapshot), "german");
    assert_eq!(server.json(&format!("{german}api/absence")).await, moved);
    assert_eq!(server.json(&format!("{}api/absence", path(&made, "spectator"))).await, json!(null));
}

/// Soviet blocks are drawn during their set-up. The choice between a prepared and a free set-up is asked after the
/// draws before it.
#[tokio::test]
async fn the_choice_of_a_set_up_can_be_taken_back() {
    let server = Server::new();
    let seats = [("german", "person"), ("soviet", "person")].map(|(side, who)| (side.to_owned(), who.to_owned()));
    let wish =
        NewGame { scenario: "moscow-41-smolensk".into(), seats: seats.into(), seed: Some(3), ..NewGame::default() };
    let soviet = path(&server.app.create_game(&wish).unwrap(), "side:soviet");
    let mut viewer = server.watch(&soviet).await;
    let question = viewer.asked().unwrap().clone();
    assert_eq!((&question["key"], &question["options"][1]["text"]), (&json!("setup.how"), &json!("free")));
    let answer = json!({ "number": question["number"], "answer": { "one": 1 } });
    assert_eq!(server.post(&format!("{soviet}api/answer"), &answer).await.0, 200);
    viewer.until(1).await;
    assert_eq!(viewer.asked().unwrap()["key"], json!("setup.place"));
    assert_eq!(
        server.post(&format!("{soviet}api/undo"), &json!({})).await,
        (axum::http::StatusCode::OK, json!({ "consent": [] }))
    );
    viewer.until(0).await;
    assert_eq!(viewer.asked().unwrap()["options"], question["options"]);
}
