//! A system in which both sides write orders before any are read: neither side can count what the other has written,
//! and neither can rewrite what has been read.

use crate::secrets::parting;
use crate::test_server::{Server, path};
use crate::viewer::Viewer;
use grognard_serve::{GameLinks, NewGame, Settings};
use grognard_testing::board::RandomPlayer;
use grognard_testing::{copy, workspace};
use serde_json::{Value, json};
use std::fs;
use tempfile::TempDir;

pub const SEQUENCE: &str = r#"
[[player_turn]]
name = "Orders"

[[player_turn.phase]]
name = "Orders"
run = "orders.phase"
rule = "1.0"

[[player_turn]]
name = "Blue march"
side = "blue"

[[player_turn.phase]]
name = "Blue march"
run = "march.phase"
rule = "2.0"

[[player_turn]]
name = "End"

[[player_turn.phase]]
name = "End of turn"
run = "judge.turn"
rule = "4.0"
"#;

const ORDERS: &str = r#"--!strict
-- Orders (1.0): Red writes as many steps as it likes, Blue one, and then both are read.
local orders = {}

local BEGIN = ask("orders.begin", { rule = "1.0", prompt = "What comes first?" })
local STEP = ask("orders.step", { rule = "1.0", prompt = "What is written next?", stop = "the order is written" })
local LANE = ask("orders.lane", { rule = "1.0", prompt = "Which way?" })

function orders.phase(game: Game)
	local blue, red = game:side_named("blue"), game:side_named("red")
	game:choose(blue, BEGIN, { "scout", "wait" })
	local last = "nowhere"
	for _ = 1, 9 do
		local step = game:choose(red, STEP, { "north", "south" })
		if not step then
			break
		end
		last = step
	end
	local lane = game:choose(blue, LANE, { "north", "south" })
	game:log("1.0", "Red goes {1}, Blue goes {2}", last, lane)
	game:choose(blue, BEGIN, { "scout", "wait" })
end

return orders
"#;

/// Returns a server whose skirmish begins with orders.
fn server() -> (Server, TempDir) {
    server_with(SEQUENCE, ORDERS)
}

/// Returns a server whose skirmish has this sequence of play and these rules for orders.
pub fn server_with(sequence: &str, orders: &str) -> (Server, TempDir) {
    let root = tempfile::tempdir().unwrap();
    copy(&workspace().join("tests/cli/packs"), root.path());
    let system = root.path().join("scripts/skirmish");
    fs::write(system.join("sequence.toml"), sequence).unwrap();
    fs::write(system.join("orders.luau"), orders).unwrap();
    (Server::with(Settings { roots: vec![root.path().to_owned()], ..Settings::default() }), root)
}

pub fn make(server: &Server) -> GameLinks {
    let seats = [("blue", "person"), ("red", "person")].map(|(side, who)| (side.to_owned(), who.to_owned()));
    server
        .app
        .create_game(&NewGame { scenario: "ford".into(), seats: seats.into(), seed: Some(3), ..NewGame::default() })
        .unwrap()
}

/// A player with a link, and everything they have received.
pub struct Player<'a> {
    server: &'a Server,
    path: String,
    pub viewer: Viewer,
    sent: String,
}

impl<'a> Player<'a> {
    pub async fn come(server: &'a Server, made: &GameLinks, role: &str) -> Player<'a> {
        let path = path(made, role);
        let viewer = server.watch(&path).await;
        Player { server, path, viewer, sent: String::new() }
    }

    async fn get(&mut self, what: &str) {
        let (status, body) = self.server.get(&format!("{}api/{what}", self.path)).await;
        self.sent += &format!("{what} {status} {}\n", String::from_utf8_lossy(&body));
    }

    pub async fn post(&mut self, what: &str, value: Value) -> (u16, Value) {
        let (status, told) = self.server.post(&format!("{}api/{what}", self.path), &value).await;
        self.sent += &format!("{what} {value} {status} {told}\n");
        self.viewer.catch_up().await;
        (status.as_u16(), told)
    }

    /// Answers with the option that has this label, or declines if there is none.
    pub async fn answer(&mut self, text: &str) {
        self.viewer.catch_up().await;
        let asked = self.viewer.asked().expect("a question").clone();
        let at = asked["options"].as_array().unwrap().iter().position(|option| option["text"] == *text);
        let answer = at.map_or_else(|| json!({ "stop": true }), |at| json!({ "one": at }));
        let (status, told) = self.post("answer", json!({ "number": asked["number"], "answer": answer })).await;
        assert_eq!(status, 200, "{told}");
    }

    /// Requests everything there is, and tries what is forbidden while another side is asked.
    async fn look_around(&mut self) {
        self.viewer.catch_up().await;
        for what in [
            "map.json",
            "charts.json",
            "absence",
            "history",
            "what-if",
            "export/replay.jsonl",
            "export/record.jsonl",
            "export/log.txt",
        ] {
            self.get(what).await;
        }
        for moment in 0..12 {
            self.get(&format!("history/{moment}")).await;
            self.get(&format!("export/log.txt?at={moment}")).await;
        }
        self.post("why", json!({ "space": "0101" })).await;
        self.post("odds", json!({ "space": "0302", "attackers": null })).await;
        if self.viewer.asked().is_none() {
            for what in ["undo", "redo"] {
                self.post(what, json!({})).await;
            }
            self.post("consent", json!({ "agree": true })).await;
            for number in 0..4 {
                self.post("answer", json!({ "number": number, "answer": { "one": 0 } })).await;
            }
        }
    }

    pub fn everything(&self) -> String {
        self.viewer.sent.clone() + &self.sent
    }

    /// Returns the state of undo: whether it is possible, and whose consent it needs.
    pub fn undo(&self) -> (bool, &Value) {
        let game = &self.viewer.snapshot["game"];
        (game["undo"] == true, &game["consent"])
    }
}

/// Two games, seen by players who do not write the order that differs.
pub struct Twins<'a>(pub [[Player<'a>; 2]; 2]);

impl<'a> Twins<'a> {
    pub async fn come(server: &'a Server, games: [&GameLinks; 2]) -> Twins<'a> {
        let [one, other] = games;
        Twins([
            [Player::come(server, one, "side:blue").await, Player::come(server, other, "side:blue").await],
            [Player::come(server, one, "spectator").await, Player::come(server, other, "spectator").await],
        ])
    }

    pub async fn compare(&mut self, when: &str) {
        for [one, other] in &mut self.0 {
            one.look_around().await;
            other.look_around().await;
            assert_eq!(parting(&one.everything(), &other.everything()), None, "{when}, {}", one.path);
        }
    }

    pub async fn blue_answers(&mut self, text: &str) {
        for blue in &mut self.0[0] {
            blue.answer(text).await;
        }
    }
}

#[tokio::test]
async fn a_side_cannot_count_the_decisions_of_another() {
    let (server, _root) = server();
    let (one, other) = (make(&server), make(&server));
    let mut twins = Twins::come(&server, [&one, &other]).await;
    let (mut short, mut long) =
        (Player::come(&server, &one, "side:red").await, Player::come(&server, &other, "side:red").await);
    twins.blue_answers("scout").await;
    twins.compare("before anything is written").await;
    let before = twins.0[0][0].viewer.sent.clone();
    let missed = server.json(&format!("{}api/absence", path(&one, "side:blue"))).await;
    short.answer("north").await;
    long.answer("south").await;
    twins.compare("after a step").await;
    for step in ["south", "south"] {
        long.answer(step).await;
    }
    assert_eq!(long.post("undo", json!({})).await.0, 200);
    long.answer("north").await;
    twins.compare("after more was written, and some of it rewritten").await;
    assert_eq!(twins.0[0][1].viewer.sent, before, "nothing is sent to those who wait");
    assert_eq!(server.json(&format!("{}api/absence", path(&one, "side:blue"))).await, missed);
    short.answer("the end").await;
    long.answer("the end").await;
    twins.compare("when both orders are written").await;
    twins.blue_answers("south").await;
    twins.compare("when both orders are read").await;
    assert!(twins.0[0][0].everything().contains("Red goes north, Blue goes south"));
    // The host may be a player.
    let lobby = format!("/h/{}/api/games.json", server.app.host_link().unwrap().text());
    let mut games = server.json(&lobby).await;
    for game in games.as_array_mut().unwrap() {
        ["game", "created_at"].iter().for_each(|key| game[key] = Value::Null);
    }
    assert_eq!(games[0], games[1]);
}

/// Plays up to the question after the orders.
async fn read_orders<'a>(server: &'a Server, made: &GameLinks) -> [Player<'a>; 2] {
    let (mut blue, mut red) =
        (Player::come(server, made, "side:blue").await, Player::come(server, made, "side:red").await);
    blue.answer("scout").await;
    red.answer("north").await;
    red.answer("the end").await;
    blue.answer("south").await;
    red.viewer.catch_up().await;
    [blue, red]
}

#[tokio::test]
async fn orders_that_were_read_are_taken_back_only_with_consent() {
    let (server, _root) = server();
    let made = make(&server);
    let [mut blue, mut red] = read_orders(&server, &made).await;
    let looker = Player::come(&server, &made, "spectator").await;
    assert_eq!(blue.undo(), (true, &json!(["red"])));
    assert_eq!(blue.post("undo", json!({})).await, (200, json!({ "consent": ["red"] })));
    assert_eq!(blue.viewer.snapshot["undo_request"], json!({ "side": "blue", "own": true, "pending": ["red"] }));
    assert_eq!(blue.viewer.asked().unwrap()["key"], json!("orders.begin"), "no decision is taken back yet");
    red.viewer.catch_up().await;
    assert_eq!(red.viewer.snapshot["undo_request"], json!({ "side": "blue", "own": false, "pending": ["red"] }));
    assert_eq!(looker.viewer.snapshot["undo_request"], Value::Null);
    assert_eq!(blue.post("consent", json!({ "agree": true })).await.0, 403, "a side cannot consent for another");
    assert_eq!(red.post("consent", json!({ "agree": false })).await.0, 200);
    blue.viewer.catch_up().await;
    assert_eq!(
        (&blue.viewer.snapshot["undo_request"], &red.viewer.snapshot["undo_request"]),
        (&Value::Null, &Value::Null)
    );
    assert!(blue.viewer.sent.contains("The other side does not agree: the decision stands."));
    assert_eq!(red.post("consent", json!({ "agree": true })).await.0, 409, "a refused request is over");
    blue.post("undo", json!({})).await;
    assert_eq!(red.post("consent", json!({ "agree": true })).await.0, 200);
    blue.viewer.catch_up().await;
    assert_eq!(blue.viewer.asked().unwrap()["key"], json!("orders.lane"));
    assert!(!blue.viewer.snapshot.keys().any(|key| key.starts_with("log/")), "the line is taken back too");
    assert_eq!(red.viewer.snapshot["undo_request"], Value::Null);
}

#[tokio::test]
async fn a_request_for_undo_lapses_when_the_game_goes_on() {
    let (server, _root) = server();
    let [mut blue, mut red] = read_orders(&server, &make(&server)).await;
    blue.post("undo", json!({})).await;
    blue.answer("wait").await;
    red.viewer.catch_up().await;
    assert_eq!(red.viewer.snapshot["undo_request"], Value::Null);
    assert_eq!(red.post("consent", json!({ "agree": true })).await.0, 409);
}

#[tokio::test]
async fn public_moves_and_solo_play_are_taken_back_freely() {
    let (server, _root) = server();
    let made = make(&server);
    let [mut blue, _red] = read_orders(&server, &made).await;
    blue.answer("wait").await;
    // A march is seen by all, and no other side has decided anything in its phase.
    for _ in 0..2 {
        let asked = blue.viewer.asked().unwrap().clone();
        blue.post("answer", json!({ "number": asked["number"], "answer": { "one": 0 } })).await;
    }
    assert!(
        blue.viewer.snapshot.values().any(|line| line["text"].as_str().is_some_and(|text| text.contains("marches to")))
    );
    assert_eq!(blue.undo(), (true, &json!([])));
    assert_eq!(blue.post("undo", json!({})).await, (200, json!({ "consent": [] })));
    assert_eq!(blue.viewer.asked().unwrap()["key"], json!("march.goal"));
    // A player of both sides asks nobody.
    let made = make(&server);
    read_orders(&server, &made).await;
    let mut both = Player::come(&server, &made, "both").await;
    assert_eq!(both.undo(), (true, &json!([])));
    both.post("undo", json!({})).await;
    assert_eq!(both.viewer.asked().unwrap()["key"], json!("orders.lane"));
}

#[tokio::test]
async fn spectators_do_not_learn_whose_turn_it_is_where_units_are_hidden() {
    let server = Server::new();
    let seats = [("german", "person"), ("soviet", "person")].map(|(side, who)| (side.to_owned(), who.to_owned()));
    let wish =
        NewGame { scenario: "moscow-41-smolensk".into(), seats: seats.into(), seed: Some(3), ..NewGame::default() };
    let made = server.app.create_game(&wish).unwrap();
    let mut both = server.watch(&path(&made, "both")).await;
    let mut player = RandomPlayer(4);
    for _ in 0..20 {
        server.post(&format!("{}api/answer", path(&made, "both")), &player.answer(both.asked().unwrap())).await;
        both.catch_up().await;
    }
    let waiting = async |role: &str| server.watch(&path(&made, role)).await.snapshot["game"]["active_side"].clone();
    assert_eq!(waiting("spectator").await, Value::Null);
    assert_eq!(waiting("both").await, both.asked().unwrap()["side"]);
}

#[tokio::test]
async fn a_game_that_no_longer_fits_names_no_decision() {
    let (server, root) = server();
    let made = make(&server);
    Player::come(&server, &made, "side:blue").await.answer("scout").await;
    Player::come(&server, &made, "side:red").await.answer("north").await;
    fs::write(root.path().join("scripts/skirmish/orders.luau"), ORDERS.replace("north", "uphill")).unwrap();
    let server = server.again();
    let (status, told) = server.get(&format!("{}api/history", path(&made, "side:blue"))).await;
    let told = String::from_utf8(told).unwrap();
    assert_eq!(status, 409, "{told}");
    assert!(told.contains("one of the decisions is no longer legal") && !told.contains("north"), "{told}");
}
