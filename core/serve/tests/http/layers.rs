//! What is shown during a decision: layers over the map, and the costs of spaces.

use crate::test_server::{Server, path};
use crate::viewer::Viewer;
use grognard_serve::{GameLinks, NewGame};
use grognard_testing::board::RandomPlayer;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn names(value: &Value) -> BTreeSet<&str> {
    value.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
}

#[tokio::test]
async fn layers_are_listed_in_the_language_of_the_viewer() {
    let server = Server::new();
    let german = path(&server.make(5), "side:german");
    let map = server.json(&format!("{german}api/map.json")).await;
    assert_eq!(map["layers"][0], json!({ "name": "zones-of-control", "title": "zones of control", "rule": "8.3" }));
    let french = server.json(&format!("{german}api/map.json?lang=fr")).await;
    assert_eq!(french["layers"][0]["title"], json!("zones de contrôle"));

    let zone = server.json(&format!("{german}api/layer/zones-of-control?side=soviet&lang=fr")).await;
    assert!(names(&zone["spaces"]).len() > 10 && zone["units"] == json!([]), "{zone}");
    let cut_off = server.json(&format!("{german}api/layer/cut-off?side=soviet")).await;
    assert!(cut_off["units"].is_array() && cut_off["spaces"] == json!([]), "{cut_off}");
    for (wished, wrong) in [(404, "weather?side=german"), (404, "cut-off?side=roman"), (400, "cut-off")] {
        let (status, told) = server.get(&format!("{german}api/layer/{wrong}")).await;
        assert_eq!(status, wished, "{wrong}");
        assert!(String::from_utf8(told).unwrap().contains("reason"), "{wrong}");
    }
}

#[tokio::test]
async fn a_layer_that_depends_on_hidden_units_is_refused() {
    let server = Server::new();
    let seats = [("german", "person"), ("soviet", "person")].map(|(side, who)| (side.to_owned(), who.to_owned()));
    let wish =
        NewGame { scenario: "moscow-41-smolensk".into(), seats: seats.into(), seed: Some(3), ..NewGame::default() };
    let made = server.app.create_game(&wish).unwrap();
    // A spectator knows nothing that is hidden, and gets no layer that depends on it.
    let (status, told) = server.get(&format!("{}api/layer/control?side=german", path(&made, "spectator"))).await;
    let told: Value = serde_json::from_slice(&told).unwrap();
    assert_eq!((status.as_u16(), told["reason"].as_str()), (409, Some("this depends on units you cannot see")));
    let german = path(&made, "side:german");
    let hidden = hidden_from_german(&server, &made).await;
    assert!(hidden.len() > 5, "{hidden:?}");
    for layer in server.json(&format!("{german}api/map.json")).await["layers"].as_array().unwrap() {
        let at = format!("{german}api/layer/{}?side=soviet", layer["name"].as_str().unwrap());
        let (status, told) = server.get(&at).await;
        assert!([200, 409].contains(&status.as_u16()), "{at}: {status}");
        let told: Value = serde_json::from_slice(&told).unwrap();
        let units = told["units"].as_array().cloned().unwrap_or_default();
        assert!(units.iter().all(|unit| !hidden.contains(unit.as_str().unwrap())), "{at}: {told}");
    }
}

/// Plays until the blocks are on the map. Returns those that the German side does not know.
async fn hidden_from_german(server: &Server, made: &GameLinks) -> BTreeSet<String> {
    let both = path(made, "both");
    let mut viewer = server.watch(&both).await;
    let mut player = RandomPlayer(4);
    for decisions in 1..=20 {
        let answer = player.answer(viewer.asked().expect("a question"));
        server.post(&format!("{both}api/answer"), &answer).await;
        viewer.until(decisions).await;
    }
    let seen = units(&server.watch(&path(made, "side:german")).await);
    let own = units(&server.watch(&path(made, "side:soviet")).await);
    own.difference(&seen).filter(|unit| !unit.starts_with('?')).cloned().collect()
}

/// Returns the units on a board, by the names their viewer uses.
fn units(viewer: &Viewer) -> BTreeSet<String> {
    let stacks = viewer.snapshot.iter().filter(|(key, _)| key.starts_with("stack/"));
    stacks
        .flat_map(|(_, units)| units.as_array().unwrap())
        .map(|unit| unit["id"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn spaces_within_reach_have_costs() {
    let server = Server::new();
    let both = path(&server.make(5), "both");
    let mut viewer = server.watch(&both).await;
    let mut player = RandomPlayer(2);
    for decisions in 1..=80 {
        let asked = viewer.asked().unwrap().clone();
        let costs: Vec<&Value> =
            asked["options"].as_array().unwrap().iter().filter_map(|option| option.get("cost")).collect();
        if let Some(cost) = costs.first() {
            assert!(cost.as_str().unwrap().parse::<f64>().is_ok(), "{cost}");
            return;
        }
        server.post(&format!("{both}api/answer"), &player.answer(&asked)).await;
        viewer.until(decisions).await;
    }
    panic!("no question asked where to go");
}

#[tokio::test]
async fn every_kind_of_map_has_a_key() {
    let server = Server::new();
    for (scenario, sign) in [("battle-for-moscow", "Forest"), ("moscow-41-smolensk", "Victory"), ("d2b-battle", "Wood")]
    {
        let made = server
            .app
            .create_game(&NewGame { scenario: scenario.into(), seed: Some(3), ..NewGame::default() })
            .unwrap();
        let (status, key) = server.get(&format!("{}api/key.svg", path(&made, "spectator"))).await;
        let key = String::from_utf8(key).unwrap();
        assert!(status == 200 && key.starts_with("<svg") && key.contains(sign), "{scenario}: {status} {key}");
    }
}
