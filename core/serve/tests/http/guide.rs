//! The guide, the introduction and the score, as the page receives them.

use crate::test_server::{Server, path};
use grognard_serve::{GameLinks, NewGame};
use grognard_testing::board::RandomPlayer;
use serde_json::{Value, json};

const FIRST: &str = "battle-for-moscow-first-battle";

fn guided(server: &Server) -> GameLinks {
    server.app.create_game(&NewGame { scenario: FIRST.into(), ..NewGame::default() }).unwrap()
}

#[tokio::test]
async fn a_guided_battle_has_its_own_player_opponent_and_dice() {
    let server = Server::new();
    let made = guided(&server);
    let roles: Vec<&str> = made.links.iter().map(|link| link.role.as_str()).collect();
    assert_eq!(roles, ["side:german", "spectator"]);
    // Everybody who makes the same decisions rolls the same dice.
    let mut logs = Vec::new();
    for made in [made, guided(&server)] {
        let german = path(&made, "side:german");
        let (mut viewer, mut player) = (server.watch(&german).await, RandomPlayer(4));
        while !viewer.is_over() {
            let Some(answer) = viewer.asked().map(|asked| player.answer(asked)) else {
                viewer.next().await;
                continue;
            };
            server.post(&format!("{german}api/answer"), &answer).await;
            viewer.catch_up().await;
        }
        logs.push(server.get(&format!("{german}api/export/log.txt")).await.1);
    }
    assert_eq!(logs[0], logs[1]);
}

#[tokio::test]
async fn the_map_brings_the_guide_and_the_introduction_in_the_language_of_the_viewer() {
    let server = Server::new();
    let german = path(&guided(&server), "side:german");
    let map = server.json(&format!("{german}api/map.json")).await;
    let french = server.json(&format!("{german}api/map.json?lang=fr")).await;
    let (guide, step) = (&map["guide"], |map: &Value| map["guide"]["steps"][0]["text"].clone());
    assert_eq!((&guide["title"], &guide["side"]), (&json!("First battle"), &json!("german")));
    assert_ne!(step(&map), step(&french));
    let phases = guide["phases"].as_array().unwrap();
    let moving = guide["steps"].as_array().unwrap().iter().find(|step| step["question"] == "movement.unit").unwrap();
    assert_eq!(phases[moving["phase"].as_u64().unwrap() as usize], "German movement");
    assert_eq!(moving["until"]["answered"], json!(true));
    for (map, title) in
        [(&map, "Battle for Moscow: an introduction"), (&french, "La bataille de Moscou : introduction")]
    {
        assert_eq!(map["introduction"]["title"], title);
        assert!(map["introduction"]["text"].as_array().unwrap().len() > 4);
    }
    let whole = path(&server.make(1), "side:german");
    assert_eq!(server.json(&format!("{whole}api/map.json")).await["guide"], Value::Null);
}

#[tokio::test]
async fn the_lobby_lists_guided_battles() {
    let server = Server::new();
    let lobby = format!("/h/{}/", server.app.host_link().unwrap().text());
    let packs = server.json(&format!("{lobby}api/packs.json?lang=fr")).await;
    let guides: Vec<&Value> =
        packs["scenarios"].as_array().unwrap().iter().map(|one| &one["guide"]).filter(|one| !one.is_null()).collect();
    assert_eq!(guides, [&json!({ "title": "Première bataille", "minutes": 5, "side": "german" })]);
}

#[tokio::test]
async fn the_score_is_told_to_everybody_who_may_know_it() {
    let server = Server::new();
    let made = server.make(5);
    for role in ["side:german", "side:soviet", "spectator"] {
        let score = server.json(&format!("{}api/score", path(&made, role))).await;
        assert_eq!(
            (&score[0]["label"], &score[0]["rule"], &score[0]["limit"]),
            (&json!("cities"), &json!("5.0"), &json!(11))
        );
        assert_eq!(score[0]["values"], json!([{ "side": "german", "value": 2 }, { "side": "soviet", "value": 9 }]));
    }
    let french = server.json(&format!("{}api/score?lang=fr", path(&made, "side:german"))).await;
    assert_eq!((&french[0]["label"], &french[1]["label"]), (&json!("villes"), &json!("Moscou")));
}

#[tokio::test]
async fn a_side_is_not_told_numbers_that_depend_on_hidden_blocks() {
    let server = Server::new();
    let seats = [("german", "person"), ("soviet", "person")].map(|(side, who)| (side.to_owned(), who.to_owned()));
    let wish =
        NewGame { scenario: "moscow-41-smolensk".into(), seats: seats.into(), seed: Some(3), ..NewGame::default() };
    let made = server.app.create_game(&wish).unwrap();
    let german = path(&made, "side:german");
    server.watch(&german).await;
    let score = server.json(&format!("{german}api/score")).await;
    assert_eq!(score[0]["rule"], "B2");
    assert!(score[0]["values"][0]["value"].is_number(), "control of areas is open: {score}");
    // A spectator is shown what both sides know.
    let soviet = server.json(&format!("{}api/score", path(&made, "side:soviet"))).await;
    let spectator = server.json(&format!("{}api/score", path(&made, "spectator"))).await;
    assert_eq!(spectator[0]["values"], score[0]["values"], "control of areas is open");
    for (at, line) in spectator.as_array().unwrap().iter().enumerate() {
        for (side, value) in line["values"].as_array().unwrap().iter().enumerate() {
            let known = [&score, &soviet].map(|score| &score[at]["values"][side]["value"]);
            assert!(value["value"].is_null() || known == [&value["value"]; 2], "{line}, {known:?}");
        }
    }
}
