//! Whole games over HTTP.

use crate::eyes::Whim;
use crate::server::{Server, path};
use serde_json::json;

#[tokio::test]
async fn two_sides_play_a_whole_game() {
    let server = Server::new();
    let made = server.make(5);
    let paths = [path(&made, "side:german"), path(&made, "side:soviet")];
    let mut sides = [server.watch(&paths[0]).await, server.watch(&paths[1]).await];
    let mut looker = server.watch(&path(&made, "spectator")).await;
    let mut whim = Whim(11);
    let mut decisions = 0;
    while !sides[0].is_over() {
        let at = sides.iter().position(|side| side.asked().is_some()).expect("a side is asked");
        assert!(sides[1 - at].asked().is_none(), "one side is asked at a time");
        let answer = whim.answer(sides[at].asked().unwrap());
        let (status, told) = server.post(&format!("{}api/answer", paths[at]), &answer).await;
        assert_eq!(status, 200, "{told} to {answer}");
        decisions += 1;
        for eyes in sides.iter_mut().chain([&mut looker]) {
            eyes.until(decisions).await;
        }
    }
    assert!(decisions > 100);
    // What was made of the changes is what somebody sees who comes now, here and after the server was started again.
    assert_eq!(server.watch(&paths[0]).await.sheet, sides[0].sheet);
    let server = server.again();
    let again = [server.watch(&paths[0]).await.sheet, server.watch(&paths[1]).await.sheet];
    let told = |sheet: &std::collections::BTreeMap<String, serde_json::Value>| {
        let mut sheet = sheet.clone();
        sheet.retain(|key, _| key != "asked");
        sheet
    };
    assert_eq!(again.each_ref().map(told), [told(&sides[0].sheet), told(&sides[1].sheet)]);
    // When all is over everybody may have everything.
    assert_eq!(server.get(&format!("{}api/export/replay.jsonl", paths[1])).await.0, 200);
}

#[tokio::test]
async fn agents_play_their_seats() {
    let server = Server::new();
    let seats = [("german", "random"), ("soviet", "random")].map(|(side, who)| (side.to_owned(), who.to_owned()));
    let wish = grognard_serve::NewGame {
        scenario: "battle-for-moscow".into(),
        seats: seats.into(),
        seed: Some(3),
        ..grognard_serve::NewGame::default()
    };
    let made = server.house.make(&wish).unwrap();
    assert_eq!(made.links.len(), 1, "where no person plays one can only look on");
    let mut eyes = server.watch(&made.links[0].path).await;
    while !eyes.is_over() {
        eyes.next().await;
    }
    let log = server.get(&format!("{}api/export/log.txt", made.links[0].path)).await.1;
    assert!(log.len() > 1_000);
}

#[tokio::test]
async fn what_is_not_possible_is_told_with_its_paragraph() {
    let server = Server::new();
    let made = server.make(5);
    let german = path(&made, "side:german");
    let mut eyes = server.watch(&german).await;
    let mut whim = Whim(1);
    for decisions in 1..=1 {
        server.post(&format!("{german}api/answer"), &whim.answer(eyes.asked().unwrap())).await;
        eyes.until(decisions).await;
    }
    let (status, told) = server.post(&format!("{german}api/why"), &json!({ "space": "0101" })).await;
    assert_eq!(status, 200);
    assert!(told["reason"].is_string());
    let (status, told) = server.post(&format!("{german}api/why"), &json!({ "space": "9999" })).await;
    assert_eq!((status.as_u16(), told["reason"].as_str()), (404, Some("there is no such space")));
    let (status, told) = server.post(&format!("{german}api/why?lang=fr"), &json!({ "space": "9999" })).await;
    assert_eq!((status.as_u16(), told["reason"].as_str()), (404, Some("il n’y a pas de tel emplacement")));
    let front = eyes.sheet.keys().filter_map(|key| key.strip_prefix("stack/")).collect::<Vec<_>>();
    let mut odds = Vec::new();
    for space in &front {
        let (status, told) = server.post(&format!("{german}api/odds"), &json!({ "space": space, "attackers": null })).await;
        assert_eq!(status, 200);
        odds.extend(told["outcomes"].as_array().cloned().unwrap_or_default());
    }
    assert!(!odds.is_empty(), "somewhere there is somebody to attack");
}
