//! Advice: it comes only to those whose decision it is, can be taken, and is dropped when the game changes.

use crate::test_server::{Server, path};
use crate::viewer::Viewer;
use grognard_testing::board::RandomPlayer;
use serde_json::{Value, json};

/// Returns a game of two persons in which the Germans must decide.
async fn game(server: &Server) -> ([String; 3], [Viewer; 3]) {
    let made = server.make(5);
    let paths = ["side:german", "side:soviet", "spectator"].map(|role| path(&made, role));
    let viewers = [server.watch(&paths[0]).await, server.watch(&paths[1]).await, server.watch(&paths[2]).await];
    assert!(viewers[0].asked().is_some());
    (paths, viewers)
}

/// Asks for advice and for a quick answer.
async fn ask(server: &Server, path: &str, viewer: &mut Viewer) -> Value {
    let (status, told) = server.post(&format!("{path}api/advice"), &json!({})).await;
    assert_eq!(status, 200, "{told}");
    server.post(&format!("{path}api/hurry"), &json!({})).await;
    viewer.next_of("advice").await
}

#[tokio::test]
async fn advice_comes_only_to_the_player_who_must_decide() {
    let server = Server::new();
    let (paths, [mut german, mut soviet, mut spectator]) = game(&server).await;
    for other in &paths[1..] {
        let (status, told) = server.post(&format!("{other}api/advice"), &json!({})).await;
        assert_eq!(status, 409, "{told}");
        assert_eq!(told["reason"], "another player must decide");
    }
    let advice = ask(&server, &paths[0], &mut german).await;
    let asked = german.asked().unwrap();
    assert_eq!(advice["number"], asked["number"]);
    assert_eq!(advice["rule"], asked["rule"]);
    assert!(advice["text"].as_str().is_some_and(|text| !text.is_empty()), "{advice}");
    assert!(advice["line"].as_array().is_some_and(|line| !line.is_empty()), "{advice}");
    // The answer can be sent as it is. It ends up in the game like any other.
    let answer = json!({ "number": advice["number"], "answer": advice["answer"] });
    let (status, told) = server.post(&format!("{}api/answer", paths[0]), &answer).await;
    assert_eq!(status, 200, "{told}");
    for viewer in [&mut soviet, &mut spectator] {
        viewer.catch_up().await;
        let sent = viewer.sent.as_str();
        assert!(!sent.contains("event:advice") && !sent.contains("event: advice"), "{sent}");
        assert!(!sent.contains("event:thinking") && !sent.contains("event: thinking"), "{sent}");
    }
}

#[tokio::test]
async fn advice_on_an_earlier_question_does_not_come() {
    let server = Server::new();
    let (paths, [mut german, ..]) = game(&server).await;
    let (status, _) = server.post(&format!("{}api/advice", paths[0]), &json!({})).await;
    assert_eq!(status, 200);
    let old = german.asked().unwrap()["number"].clone();
    let answer = RandomPlayer(3).answer(german.asked().unwrap());
    let (status, told) = server.post(&format!("{}api/answer", paths[0]), &answer).await;
    assert_eq!(status, 200, "{told}");
    german.catch_up().await;
    if german.asked().is_some() {
        let advice = loop {
            let advice = ask(&server, &paths[0], &mut german).await;
            if !advice.is_null() {
                break advice;
            }
        };
        assert_ne!(advice["number"], old);
        assert_eq!(advice["number"], german.asked().unwrap()["number"]);
    }
}
