//! Undo, redo, the past, forks.

use crate::eyes::{Eyes, Whim};
use crate::server::{Server, path};
use serde_json::json;

/// Plays some decisions as both sides, and returns the sheet before each of them.
async fn play(server: &Server, both: &str, eyes: &mut Eyes, count: u64) -> Vec<std::collections::BTreeMap<String, serde_json::Value>> {
    let (mut whim, mut sheets) = (Whim(3), Vec::new());
    for decisions in eyes.moment() + 1..=eyes.moment() + count {
        sheets.push(eyes.sheet.clone());
        let answer = whim.answer(eyes.asked().unwrap());
        assert_eq!(server.post(&format!("{both}api/answer"), &answer).await.0, 200);
        eyes.until(decisions).await;
    }
    sheets
}

#[tokio::test]
async fn what_was_decided_can_be_taken_back_and_done_again() {
    let server = Server::new();
    let both = path(&server.make(5), "both");
    let mut eyes = server.watch(&both).await;
    play(&server, &both, &mut eyes, 1).await;
    let after = eyes.sheet.clone();
    assert_eq!(after["game"]["undo"], json!(true));
    assert_eq!(server.post(&format!("{both}api/undo"), &json!({})).await.0, 200);
    eyes.until(0).await;
    assert_eq!(eyes.sheet["game"]["redo"], json!(true));
    let late = json!({ "number": 0, "answer": { "one": 0 } });
    assert_eq!(server.post(&format!("{both}api/answer"), &late).await.0, 409, "the question is another now");
    assert_eq!(server.post(&format!("{both}api/redo"), &json!({})).await.0, 200);
    eyes.until(1).await;
    assert_eq!(eyes.sheet["stack/0503"], after["stack/0503"]);
    assert_eq!(server.post(&format!("{both}api/redo"), &json!({})).await.0, 409);
    // What was taken back stays so when the server is started again.
    assert_eq!(server.post(&format!("{both}api/undo"), &json!({})).await.0, 200);
    let server = server.again();
    assert_eq!(server.watch(&both).await.moment(), 0);
}

#[tokio::test]
async fn nobody_takes_back_what_another_decided() {
    let server = Server::new();
    let made = server.make(5);
    let mut eyes = server.watch(&path(&made, "both")).await;
    play(&server, &path(&made, "both"), &mut eyes, 1).await;
    let (status, told) = server.post(&format!("{}api/undo", path(&made, "side:soviet")), &json!({})).await;
    assert_eq!((status.as_u16(), told["reason"].as_str()), (409, Some("somebody else is asked")));
    assert_eq!(server.post(&format!("{}api/undo", path(&made, "side:german")), &json!({})).await.0, 200);
}

#[tokio::test]
async fn the_past_is_as_it_was_seen() {
    let server = Server::new();
    let both = path(&server.make(5), "both");
    let mut eyes = server.watch(&both).await;
    let sheets = play(&server, &both, &mut eyes, 60).await;
    let history = server.json(&format!("{both}api/history")).await;
    assert_eq!(history["moments"], json!(60));
    assert!(history["marks"].as_array().unwrap().len() > 2);
    for (at, seen) in sheets.iter().enumerate().step_by(7) {
        let past = server.json(&format!("{both}api/history/{at}")).await;
        for (key, value) in seen.iter().filter(|(key, _)| *key != "asked" && *key != "game") {
            assert_eq!(past[key], *value, "{key} after {at} decisions");
        }
        assert_eq!(past.as_object().unwrap().len(), seen.len());
    }
    let log = server.get(&format!("{both}api/export/log.txt?at=7")).await.1;
    let lines = sheets[7].keys().filter(|key| key.starts_with("log/")).count();
    assert_eq!(String::from_utf8(log).unwrap().lines().count(), lines, "the log as it was");
    let picture = async |at: &str| server.get(&format!("{both}api/export/board.svg{at}")).await;
    assert_eq!(server.get(&format!("{both}api/export/board.svg?at=61")).await.0, 404);
    assert_eq!(server.get(&format!("{both}api/export/board.svg?at=x")).await.0, 400);
    assert_ne!(picture("?at=7").await, picture("").await);
    assert_eq!(picture("?at=60").await, picture("").await);
    assert_eq!(server.watch(&both).await.sheet, eyes.sheet, "looking back changes nothing");
}

#[tokio::test]
async fn a_fork_goes_its_own_way() {
    let server = Server::new();
    let made = server.make(5);
    let both = path(&made, "both");
    let mut eyes = server.watch(&both).await;
    let sheets = play(&server, &both, &mut eyes, 20).await;
    let (status, fork) = server.post(&format!("{both}api/fork"), &json!({ "at": 10 })).await;
    assert_eq!(status, 200);
    let link = fork["links"][0]["path"].as_str().unwrap();
    assert_eq!(fork["links"][0]["role"], json!("both"));
    let there = server.watch(link).await;
    let board = |sheet: &std::collections::BTreeMap<String, serde_json::Value>| {
        sheet.iter().filter(|(key, _)| key.contains('/')).map(|(key, value)| (key.clone(), value.clone())).collect::<Vec<_>>()
    };
    assert_eq!((there.moment(), board(&there.sheet)), (10, board(&sheets[10])));
    let mut there = there;
    play(&server, link, &mut there, 3).await;
    assert_eq!(server.watch(&both).await.moment(), 20);
    // A fork would show the dice to come to one of two who play against each other.
    assert_eq!(server.post(&format!("{}api/fork", path(&made, "side:german")), &json!({ "at": 10 })).await.0, 403);
    assert_eq!(server.post(&format!("{both}api/fork"), &json!({ "at": 21 })).await.0, 404);
}
