//! A measured table, as the page receives it.

use crate::test_server::{Server, path};
use crate::viewer::Viewer;
use grognard_serve::{GameLinks, NewGame};
use grognard_testing::board::RandomPlayer;
use serde_json::{Value, json};

fn make(server: &Server) -> GameLinks {
    let seats = [("red", "person"), ("blue", "person")].map(|(side, who)| (side.to_owned(), who.to_owned()));
    server
        .app
        .create_game(&NewGame { scenario: "d2b-1941".into(), seats: seats.into(), seed: Some(3), ..NewGame::default() })
        .unwrap()
}

/// Plays until a question asks for a place of a large region.
async fn until_a_place(server: &Server, both: &str, viewer: &mut Viewer, player: &mut RandomPlayer) -> Value {
    for _ in 0..400 {
        let asked = viewer.asked().expect("a side is asked").clone();
        if asked["places"]["spots"].as_array().is_some_and(|spots| spots.len() > 100) {
            return asked;
        }
        let decisions = viewer.moment();
        server.post(&format!("{both}api/answer"), &player.answer(&asked)).await;
        viewer.until(decisions + 1).await;
    }
    panic!("no question asked for a place")
}

fn spot(value: &Value) -> [i64; 2] {
    [value[0].as_i64().unwrap(), value[1].as_i64().unwrap()]
}

#[tokio::test]
async fn any_place_of_a_region_is_accepted_and_others_are_refused_with_a_reason() {
    let server = Server::new();
    let both = path(&make(&server), "both");
    let map = server.json(&format!("{both}api/map.json")).await;
    assert_eq!(map["field"]["size"], json!([900, 800]), "{}", map["field"]);
    let (mut viewer, mut player) = (server.watch(&both).await, RandomPlayer(3));
    let asked = until_a_place(&server, &both, &mut viewer, &mut player).await;
    let (places, lattice) = (&asked["places"], map["field"]["lattice"].as_i64().unwrap());
    assert_eq!(asked["options"], json!([]), "places are no options: there are too many");
    assert!(places["outline"].as_array().unwrap().len() >= 2, "{places}");
    // A place off the table is refused with the term that excludes it; the question stays.
    let (status, told) = server
        .post(&format!("{both}api/answer"), &json!({ "number": asked["number"], "answer": { "spot": [-50, -50] } }))
        .await;
    assert_eq!(status, 409, "{told}");
    assert!(told["rule"].is_string() && told["reason"] == "it would be off the table", "{told}");
    let (status, why) = server.post(&format!("{both}api/why"), &json!({ "spot": [-50, -50] })).await;
    assert_eq!((status.as_u16(), &why["reason"]), (200, &told["reason"]));
    let (_, french) = server.post(&format!("{both}api/why?lang=fr"), &json!({ "spot": [-50, -50] })).await;
    assert_ne!(french["reason"], told["reason"], "the reason is in the reader's language");
    // A place between those of the lattice, in the middle of the region.
    let all: Vec<[i64; 2]> = places["spots"].as_array().unwrap().iter().map(spot).collect();
    let is_inner = |at: &&[i64; 2]| {
        [[1, 0], [0, 1], [-1, 0], [0, -1]]
            .iter()
            .all(|way| all.contains(&[at[0] + way[0] * lattice, at[1] + way[1] * lattice]))
    };
    let inner: Vec<&[i64; 2]> = all.iter().filter(is_inner).collect();
    let inner = inner[inner.len() / 2];
    let exact = [inner[0] + 1, inner[1] + 3];
    let decisions = viewer.moment();
    let (status, told) = server
        .post(&format!("{both}api/answer"), &json!({ "number": asked["number"], "answer": { "spot": exact } }))
        .await;
    assert_eq!(status, 200, "{told}");
    viewer.until(decisions + 1).await;
    let there: Vec<&Value> =
        viewer.snapshot.iter().filter(|(key, _)| key.starts_with("stand/")).map(|(_, value)| &value["spot"]).collect();
    assert!(there.contains(&&json!(exact)), "{there:?}");
}

#[tokio::test]
async fn a_unit_that_moves_on_a_table_is_sent_alone() {
    let server = Server::new();
    let both = path(&make(&server), "both");
    let (mut viewer, mut player) = (server.watch(&both).await, RandomPlayer(9));
    let mut told_alone = 0;
    for _ in 0..60 {
        let asked = viewer.asked().expect("a side is asked").clone();
        let before = viewer.snapshot.clone();
        let decisions = viewer.moment();
        server.post(&format!("{both}api/answer"), &player.answer(&asked)).await;
        viewer.until(decisions + 1).await;
        let stands = |snapshot: &std::collections::BTreeMap<String, Value>| -> Vec<(String, Value)> {
            snapshot
                .iter()
                .filter(|(key, _)| key.starts_with("stand/"))
                .map(|(key, value)| (key.clone(), value.clone()))
                .collect()
        };
        let (old, new) = (stands(&before), stands(&viewer.snapshot));
        told_alone += usize::from(new.iter().filter(|one| !old.contains(one)).count() == 1);
    }
    assert!(told_alone > 3, "{told_alone}");
    let standing: Vec<&Value> =
        viewer.snapshot.iter().filter(|(key, _)| key.starts_with("stand/")).map(|(_, value)| value).collect();
    assert!(
        standing.iter().all(|one| one["spot"].is_array() && one["svg"].as_str().unwrap().starts_with("<g")),
        "{standing:?}"
    );
    let crowd = !viewer.snapshot.contains_key("stack/table");
    assert!(crowd, "units on the table are in no stack");
    assert_eq!(server.watch(&both).await.snapshot, viewer.snapshot, "the changes add up to what a new viewer receives");
}
