//! Rules that are edited during a game.

use crate::test_server::{Server, path, project};
use grognard_serve::{NewGame, Settings};
use grognard_testing::board::RandomPlayer;
use grognard_testing::{copy, replace};
use serde_json::json;
use std::fs;
use tempfile::TempDir;

/// Returns a copy of Battle for Moscow and of some mods, and a server that watches it.
fn watched(mods: &[&str]) -> (TempDir, Server) {
    let packs = tempfile::tempdir().unwrap();
    for folder in ["scripts/std", "scripts/battle-for-moscow", "scenarios/battle-for-moscow"].iter().chain(mods) {
        copy(&project().join(folder), &packs.path().join(folder));
    }
    let server = Server::with(Settings { roots: vec![packs.path().to_owned()], watch: true, ..Settings::default() });
    (packs, server)
}

#[tokio::test]
async fn edited_rules_are_in_force_and_errors_are_reported() {
    let (packs, server) = watched(&[]);
    let both = path(&server.make(5), "both");
    let mut viewer = server.watch(&both).await;
    let chart = packs.path().join("scripts/battle-for-moscow/charts/crt.toml");
    let right = fs::read_to_string(&chart).unwrap();
    assert_eq!(server.json(&format!("{both}api/what-if")).await["same"], json!(true));

    replace(&chart, &right.replacen("\"AL\", \"NE\"", "\"DR\", \"NE\"", 1));
    let notice = viewer.next_of("notice").await;
    assert_eq!(
        (&notice["kind"], &notice["text"]),
        (&json!("changed"), &json!("Changes to crt.toml are now in force."))
    );
    assert!(server.json(&format!("{both}api/charts.json")).await.to_string().contains("DR"));

    replace(&chart, &right.replacen('=', "", 1));
    let notice = viewer.next_of("notice").await;
    assert_eq!(notice["kind"], json!("broken"));
    assert!(notice["diagnostic"].as_str().unwrap().contains("crt.toml"), "{notice}");
    // The game continues under the old rule.
    let answer = RandomPlayer(1).answer(viewer.asked().unwrap());
    assert_eq!(server.post(&format!("{both}api/answer"), &answer).await.0, 200);
    viewer.until(1).await;

    replace(&chart, &right);
    assert_eq!(viewer.next_of("notice").await["kind"], json!("changed"));
    let server = server.again();
    assert_eq!(server.watch(&both).await.moment(), 1, "a game whose rules were changed is stored too");
}

#[tokio::test]
async fn edited_pictures_and_colours_are_shown_at_once() {
    let (packs, server) = watched(&["mods/drawn-counters"]);
    let seats = [("german".to_owned(), "person".to_owned())];
    let mods = vec!["drawn-counters".to_owned()];
    let wish = NewGame {
        scenario: "battle-for-moscow".into(),
        mods,
        seats: seats.into(),
        seed: Some(1),
        ..NewGame::default()
    };
    let german = path(&server.app.create_game(&wish).unwrap(), "side:german");
    let mut viewer = server.watch(&german).await;
    let before = viewer.snapshot.clone();
    let picture = packs.path().join("mods/drawn-counters/pictures/panzer-corps.svg");
    let drawn = fs::read_to_string(&picture).unwrap();
    let at = drawn.find("<path").expect("a path");
    replace(&picture, &format!("{}<path d=\"M1 2h3\"/>{}", &drawn[..at], &drawn[at..]));
    let notice = viewer.next_of("notice").await;
    assert_eq!(
        (&notice["kind"], &notice["text"]),
        (&json!("style"), &json!("Changes to panzer-corps.svg are now in force."))
    );
    let other = viewer.snapshot.iter().filter(|(key, value)| before.get(*key) != Some(value)).map(|(key, _)| key);
    let other: Vec<_> = other.collect();
    assert!(
        !other.is_empty() && other.iter().all(|key| key.starts_with("stack/") || key.starts_with("off/")),
        "{other:?}"
    );

    replace(&picture, "<svg");
    let notice = viewer.next_of("notice").await;
    assert_eq!(notice["kind"], json!("broken"), "{notice}");
    assert!(notice["diagnostic"].as_str().unwrap().contains("panzer-corps.svg"), "{notice}");
}

#[tokio::test]
async fn warnings_about_an_edited_file_are_reported() {
    let (packs, server) = watched(&[]);
    let both = path(&server.make(5), "both");
    let mut viewer = server.watch(&both).await;
    let calendar = packs.path().join("scenarios/battle-for-moscow/charts/calendar.toml");
    let right = fs::read_to_string(&calendar).unwrap();
    replace(&calendar, &right.replacen("\"mud\"", "\"mudd\"", 1));
    let notice = viewer.next_of("notice").await;
    assert_eq!(
        (&notice["kind"], &notice["text"]),
        (&json!("changed"), &json!("Changes to calendar.toml are now in force."))
    );
    let told = notice["diagnostic"].as_str().unwrap_or_default();
    assert!(told.contains("warning[W414]: no rule uses `mudd`") && told.contains("calendar.toml:"), "{notice}");
    replace(&calendar, &right);
    let notice = viewer.next_of("notice").await;
    assert_eq!((&notice["kind"], &notice["diagnostic"]), (&json!("changed"), &json!(null)));
}
