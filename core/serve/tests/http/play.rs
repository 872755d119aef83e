//! Whole games over HTTP.

use crate::test_server::{Server, path, project};
use grognard_serve::{NewGame, Settings};
use grognard_testing::board::RandomPlayer;
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn two_sides_play_a_whole_game() {
    let server = Server::new();
    let made = server.make(5);
    let paths = [path(&made, "side:german"), path(&made, "side:soviet")];
    let mut sides = [server.watch(&paths[0]).await, server.watch(&paths[1]).await];
    let mut looker = server.watch(&path(&made, "spectator")).await;
    let mut player = RandomPlayer(11);
    let mut decisions = 0;
    while !sides[0].is_over() {
        let at = sides.iter().position(|side| side.asked().is_some()).expect("a side is asked");
        assert!(sides[1 - at].asked().is_none(), "one side is asked at a time");
        let answer = player.answer(sides[at].asked().unwrap());
        let (status, told) = server.post(&format!("{}api/answer", paths[at]), &answer).await;
        assert_eq!(status, 200, "{told} to {answer}");
        decisions += 1;
        for viewer in sides.iter_mut().chain([&mut looker]) {
            viewer.catch_up().await;
        }
    }
    assert!(decisions > 100);
    // The accumulated changes match what a new viewer receives, both now and after a restart of the server.
    assert_eq!(server.watch(&paths[0]).await.snapshot, sides[0].snapshot);
    let server = server.again();
    let again = [server.watch(&paths[0]).await.snapshot, server.watch(&paths[1]).await.snapshot];
    let told = |snapshot: &std::collections::BTreeMap<String, serde_json::Value>| {
        let mut snapshot = snapshot.clone();
        snapshot.retain(|key, _| key != "question");
        snapshot
    };
    assert_eq!(again.each_ref().map(told), [told(&sides[0].snapshot), told(&sides[1].snapshot)]);
    // After the game, anyone may export everything.
    assert_eq!(server.get(&format!("{}api/export/replay.jsonl", paths[1])).await.0, 200);
}

#[tokio::test]
async fn agents_play_their_seats() {
    let server = Server::new();
    let seats = [("german", "random"), ("soviet", "random")].map(|(side, who)| (side.to_owned(), who.to_owned()));
    let wish =
        NewGame { scenario: "battle-for-moscow".into(), seats: seats.into(), seed: Some(3), ..NewGame::default() };
    let made = server.app.create_game(&wish).unwrap();
    assert_eq!(made.links.len(), 1, "without persons there are only spectators");
    let mut viewer = server.watch(&made.links[0].path).await;
    while !viewer.is_over() {
        viewer.next().await;
    }
    let log = server.get(&format!("{}api/export/log.txt", made.links[0].path)).await.1;
    assert!(log.len() > 1_000);
}

#[tokio::test]
async fn refusals_have_a_paragraph() {
    let server = Server::new();
    let made = server.make(5);
    let german = path(&made, "side:german");
    let mut viewer = server.watch(&german).await;
    let mut player = RandomPlayer(1);
    server.post(&format!("{german}api/answer"), &player.answer(viewer.asked().unwrap())).await;
    viewer.catch_up().await;
    let (status, told) = server.post(&format!("{german}api/why"), &json!({ "space": "0101" })).await;
    assert_eq!(status, 200);
    assert!(told["reason"].is_string());
    let (status, told) = server.post(&format!("{german}api/why"), &json!({ "unit": "V" })).await;
    assert_eq!(status, 200, "a name may be one letter: {told}");
    let (status, told) = server.post(&format!("{german}api/why"), &json!({ "space": "9999" })).await;
    assert_eq!((status.as_u16(), told["reason"].as_str()), (404, Some("there is no such space")));
    let (status, told) = server.post(&format!("{german}api/why?lang=fr"), &json!({ "space": "9999" })).await;
    assert_eq!((status.as_u16(), told["reason"].as_str()), (404, Some("cet emplacement n’existe pas")));
    let front = viewer.snapshot.keys().filter_map(|key| key.strip_prefix("stack/")).collect::<Vec<_>>();
    let mut odds = Vec::new();
    for space in &front {
        let (status, told) =
            server.post(&format!("{german}api/odds"), &json!({ "space": space, "attackers": null })).await;
        assert_eq!(status, 200);
        odds.extend(told["outcomes"].as_array().cloned().unwrap_or_default());
    }
    assert!(!odds.is_empty(), "some space can be attacked");
}

#[tokio::test]
async fn the_map_has_a_summary_and_a_goal() {
    let server = Server::new();
    let made = server.make(5);
    let german = path(&made, "side:german");
    let map = server.json(&format!("{german}api/map.json?lang=fr")).await;
    assert!(map["goal"].as_str().unwrap().starts_with("Après le dernier tour"), "{}", map["goal"]);
    assert_eq!(map["spaces"]["0506"]["features"], json!(["fortification", "étoile"]));
    let charts = server.json(&format!("{german}api/charts.json")).await;
    let results = charts.as_array().unwrap().iter().find(|chart| chart["name"] == "crt").unwrap();
    assert_eq!(results["meanings"][0], json!({ "result": "NE", "text": "No effect." }));
    assert_eq!(results["meanings"].as_array().unwrap().len(), 6);
    let refused = server.watch(&german).await.snapshot["game"]["refusals"].clone();
    assert!(
        refused["fork"].as_str().unwrap().contains("future dice rolls") && refused.get("record").is_none(),
        "{refused}"
    );
    assert_eq!(server.watch(&path(&made, "both")).await.snapshot["game"]["refusals"], json!({}));
}

#[tokio::test]
async fn the_rulebook_is_sent_in_the_language_of_the_page() {
    let server = Server::new();
    let german = path(&server.make(5), "side:german");
    let rules = |language: &'static str| {
        let (server, german) = (&server, &german);
        async move { server.json(&format!("{german}api/rules.json?lang={language}")).await }
    };
    let (english, french) = (rules("en").await, rules("fr").await);
    let find = |books: &Value, number: &str| {
        let all = books[0]["paragraphs"].as_array().unwrap();
        all.iter().find(|paragraph| paragraph["number"] == number).unwrap().clone()
    };
    let retreats = find(&english, "7.2");
    assert_eq!((&retreats["title"], &retreats["parent"]), (&json!("Zones of control and retreats"), &json!("7.0")));
    let spans = retreats["text"][0]["lines"][0].as_array().unwrap();
    assert_eq!(retreats["text"][0]["list"], json!(false));
    assert!(spans.contains(&json!({ "style": "reference", "text": "9.0" })), "{spans:?}");
    let combat = find(&english, "9.0");
    let options: Vec<&Value> = combat["options"].as_array().unwrap().iter().map(|option| &option["name"]).collect();
    assert!(options.contains(&&json!("retreat")), "{options:?}");
    assert!(!combat["rulings"][0]["chosen"].as_str().unwrap().is_empty());
    assert_eq!(find(&english, "8.2")["not_enforced"], json!("a heading"));
    assert_ne!(find(&french, "7.2")["text"], retreats["text"]);
    assert!(french[0]["introduction"][0]["lines"][0][0]["text"].is_string());
}

#[tokio::test]
async fn units_are_linked_to_those_they_attack() {
    let server = Server::new();
    let both = path(&server.make(5), "both");
    let mut viewer = server.watch(&both).await;
    let mut player = RandomPlayer(2);
    for decisions in 1..=200 {
        if let Some(link) = viewer.snapshot["links"].as_array().unwrap().first() {
            assert_eq!(link["name"], json!("attacks"));
            let units: Vec<_> = viewer
                .snapshot
                .iter()
                .filter(|(key, _)| key.starts_with("stack/"))
                .flat_map(|(_, units)| units.as_array().unwrap())
                .collect();
            let side = |id: &serde_json::Value| units.iter().find(|unit| unit["id"] == *id).unwrap()["side"].clone();
            assert_ne!(side(&link["from"]), side(&link["to"]));
            return;
        }
        server.post(&format!("{both}api/answer"), &player.answer(viewer.asked().unwrap())).await;
        viewer.until(decisions).await;
    }
    panic!("no attack was found");
}

#[tokio::test]
async fn agents_can_be_hurried() {
    let settings = Settings { roots: vec![project()], pace: Duration::from_secs(3600), ..Settings::default() };
    let server = Server::with(settings);
    let seats = [("german", "random"), ("soviet", "person")].map(|(side, who)| (side.to_owned(), who.to_owned()));
    let wish =
        NewGame { scenario: "battle-for-moscow".into(), seats: seats.into(), seed: Some(3), ..NewGame::default() };
    let made = server.app.create_game(&wish).unwrap();
    let mut viewer = server.watch(&path(&made, "side:soviet")).await;
    assert_eq!(viewer.moment(), 0, "the agent waits");
    assert_eq!(server.post(&format!("{}api/hurry", path(&made, "spectator")), &json!({})).await.0, 403);
    assert_eq!(server.post(&format!("{}api/hurry", path(&made, "side:soviet")), &json!({})).await.0, 200);
    while viewer.asked().is_none() {
        viewer.next().await;
    }
    assert!(viewer.moment() > 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_can_be_used_while_an_agent_thinks() {
    let server = Server::with(Settings { roots: vec![project()], pace: Duration::ZERO, ..Settings::default() });
    let seats = [("german", "plan:ms=8000"), ("soviet", "person")];
    let seats = seats.map(|(side, who)| (side.to_owned(), who.to_owned()));
    let wish =
        NewGame { scenario: "battle-for-moscow".into(), seats: seats.into(), seed: Some(3), ..NewGame::default() };
    let soviet = path(&server.app.create_game(&wish).unwrap(), "side:soviet");
    let mut viewer = server.watch(&soviet).await;
    let percent = viewer.next_of("thinking").await["percent"].as_u64();
    assert!(percent.is_some_and(|percent| percent <= 100), "{percent:?}");
    assert!(server.json(&format!("{soviet}api/charts.json")).await.to_string().contains("DR"));
    assert_eq!(viewer.moment(), 0, "it thinks about its first decision");
    assert_eq!(server.post(&format!("{soviet}api/hurry"), &json!({})).await.0, 200);
    while viewer.asked().is_none() {
        viewer.next().await;
    }
    assert!(viewer.moment() > 3);
}

#[tokio::test]
async fn the_page_gets_the_fonts_of_the_packs() {
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("mods/fonts");
    std::fs::create_dir_all(pack.join("fonts")).unwrap();
    let manifest = "format = 1\nid = \"me.fonts\"\nname = \"Fonts\"\nversion = \"1.0.0\"\nkind = \"cosmetic\"\napi = \">=0.2, <0.3\"\n";
    std::fs::write(pack.join("pack.toml"), manifest).unwrap();
    std::fs::write(pack.join("fonts.toml"), "licence = \"fonts/OFL.txt\"\ntitle = \"fonts/title.woff2\"").unwrap();
    let shipped = project().join("core/serve/page/fonts");
    std::fs::copy(shipped.join("OFL.txt"), pack.join("fonts/OFL.txt")).unwrap();
    let font = std::fs::read(shipped.join("alegreya-sc-700-normal.woff2")).unwrap();
    std::fs::write(pack.join("fonts/title.woff2"), &font).unwrap();

    let server = Server::with(Settings { roots: vec![project(), folder.path().to_owned()], ..Settings::default() });
    let wish = NewGame { scenario: "battle-for-moscow".into(), mods: vec!["me.fonts".into()], ..NewGame::default() };
    let link = path(&server.app.create_game(&wish).unwrap(), "spectator");
    let map = server.json(&format!("{link}api/map.json")).await;
    let fonts = map["fonts"].as_array().unwrap();
    assert_eq!((fonts.len(), &fonts[0]["role"]), (1, &json!("title")));
    let (status, bytes) = server.get(&format!("{link}{}", fonts[0]["address"].as_str().unwrap())).await;
    assert!(status == 200 && bytes == font, "{status}");
    assert_eq!(server.get(&format!("{link}api/font/text")).await.0, 404);
}
