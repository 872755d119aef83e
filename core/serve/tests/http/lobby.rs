//! The host's lobby: battles in the host's language, games, and links for the available roles.

use crate::test_server::{Server, path};
use grognard_serve::{GameLinks, NewGame};
use serde_json::{Value, json};

fn lobby(server: &Server) -> String {
    format!("/h/{}/", server.app.host_link().unwrap().text())
}

fn made(server: &Server, german: &str, soviet: &str) -> GameLinks {
    let seats = [("german", german), ("soviet", soviet)].map(|(side, who)| (side.to_owned(), who.to_owned()));
    let wish =
        NewGame { scenario: "battle-for-moscow".into(), seats: seats.into(), seed: Some(1), ..NewGame::default() };
    server.app.create_game(&wish).unwrap()
}

#[tokio::test]
async fn battles_and_games_are_listed_in_the_language_of_the_host() {
    let server = Server::new();
    let game = path(&made(&server, "person", "recruit"), "side:german");
    let lobby = lobby(&server);
    let battle = |packs: &Value| {
        let mut all = packs["scenarios"].as_array().unwrap().iter();
        all.find(|one| one["short"] == "moskva-1941").unwrap().clone()
    };
    let english = battle(&server.json(&format!("{lobby}api/packs.json")).await);
    assert_eq!(english["sides"][0]["text"], json!("german"));
    let french = battle(&server.json(&format!("{lobby}api/packs.json?lang=fr")).await);
    assert_eq!((&french["sides"][0]["name"], &french["sides"][0]["text"]), (&json!("german"), &json!("allemand")));
    assert_ne!(english["summary"], french["summary"]);
    let label = |battle: &Value| battle["options"].as_object().unwrap().values().next().unwrap()["label"].clone();
    assert_ne!(label(&english), label(&french));
    let games = server.json(&format!("{lobby}api/games.json?lang=fr")).await;
    assert_eq!((&games[0]["title"], &games[0]["phase"]), (&json!("La bataille de Moscou"), &json!("")));
    // The progress of a game is shown once a viewer has opened it.
    server.watch(&game).await;
    let games = server.json(&format!("{lobby}api/games.json?lang=fr")).await;
    assert_eq!((&games[0]["turn"], &games[0]["phase"]), (&json!(0), &json!("Mise en place allemande")));
}

#[tokio::test]
async fn links_exist_for_the_roles_of_a_game_only() {
    let server = Server::new();
    let (alone, two) = (made(&server, "person", "recruit"), made(&server, "person", "person"));
    let lobby = lobby(&server);
    let games = server.json(&format!("{lobby}api/games.json")).await;
    assert_eq!(games[1]["roles"], json!(["side:german", "spectator"]));
    assert_eq!(games[0]["roles"], json!(["side:german", "side:soviet", "both", "spectator"]));
    let to = format!("{lobby}api/links");
    let wishes = [
        (200, &two, "both", ""),
        (200, &alone, "side:german", ""),
        (409, &alone, "both", "only one person plays this game; use the link for their side"),
        (409, &alone, "side:soviet", "that side is not played by a person"),
        (409, &alone, "side:roman", "that side is not played by a person"),
        (400, &alone, "host", "there is no such role"),
    ];
    for (wished, game, role, reason) in wishes {
        let (status, told) = server.post(&to, &json!({ "game": game.game, "role": role })).await;
        assert_eq!((status.as_u16(), told["reason"].as_str().unwrap_or_default()), (wished, reason), "{role}");
    }
    let (status, told) = server.post(&format!("{to}?lang=fr"), &json!({ "game": 99, "role": "both" })).await;
    assert_eq!((status.as_u16(), &told["reason"]), (404, &json!("cette partie n’existe pas")));
}

#[tokio::test]
async fn a_player_with_opponents_may_not_fork_the_game() {
    let server = Server::new();
    let (alone, two) = (made(&server, "person", "recruit"), made(&server, "person", "person"));
    let fork = |link: String| format!("{link}api/fork?lang=fr");
    assert_eq!(server.post(&fork(path(&alone, "side:german")), &json!({ "moment": 0 })).await.0, 200);
    assert_eq!(server.post(&fork(path(&two, "both")), &json!({ "moment": 0 })).await.0, 200);
    let (status, told) = server.post(&fork(path(&two, "side:german")), &json!({ "moment": 0 })).await;
    assert_eq!(status, 403);
    assert!(told["reason"].as_str().unwrap().starts_with("repartir d’ici révélerait"), "{told}");
}

#[tokio::test]
async fn an_unknown_link_shows_an_explanation() {
    let server = Server::new();
    for wrong in ["/", "/t/AAAAAAAAAAAAAAAAAAAAAA/", "/h/x/", "/t/AAAAAAAAAAAAAAAAAAAAAA/no.html", "/elsewhere"] {
        let (status, page) = server.get(wrong).await;
        let page = String::from_utf8(page).unwrap();
        assert_eq!(status, 404, "{wrong}");
        assert!(
            page.contains("This link does not work here") && page.contains("Ce lien n’ouvre rien ici"),
            "{wrong}: {page}"
        );
    }
    let (_, told) = server.get("/t/x/api/map.json?lang=fr").await;
    assert_eq!(serde_json::from_slice::<Value>(&told).unwrap()["reason"], json!("ce lien n’est pas valable ici"));
}

#[tokio::test]
async fn an_unfinished_game_is_resumed_if_the_same_battle_is_requested() {
    let server = Server::new();
    let first = made(&server, "person", "recruit");
    let wish = |scenario: &str| NewGame { scenario: scenario.into(), ..NewGame::default() };
    let resumed = |wish: &NewGame| server.app.resume(wish).unwrap();
    let again = resumed(&wish("battle-for-moscow")).unwrap();
    assert_eq!((again.links.game, again.turn), (first.game, 0));
    assert_eq!(
        again.links.links.iter().map(|link| link.role.as_str()).collect::<Vec<_>>(),
        ["side:german", "spectator"]
    );
    // The new link and the old one open the same game.
    for link in [path(&first, "side:german"), path(&again.links, "side:german")] {
        assert_eq!(server.watch(&link).await.moment(), 0);
    }
    let sits = |player: &str| [("german".to_owned(), player.to_owned())].into();
    let option = || [("mud_halves_all".to_owned(), "true".to_owned())].into();
    assert!(resumed(&NewGame { seats: sits("person"), seed: Some(1), ..wish("battle-for-moscow") }).is_some());
    assert!(resumed(&NewGame { seats: sits("random"), ..wish("battle-for-moscow") }).is_none(), "other seats");
    assert!(resumed(&NewGame { seed: Some(2), ..wish("battle-for-moscow") }).is_none(), "other dice");
    assert!(resumed(&NewGame { options: option(), ..wish("battle-for-moscow") }).is_none(), "other rules");
    assert!(resumed(&wish("rostov-1941")).is_none(), "another battle");
}
