//! A side may take back its own set-up alone as long as it has learned nothing since.

use crate::secret_orders::{Player, make, server_with};
use crate::test_server::{Server, path};
use grognard_serve::{GameLinks, NewGame};
use grognard_testing::board::RandomPlayer;
use serde_json::{Value, json};

/// The set-up: Red writes an order, then Blue sets up.
const SEQUENCE: &str = r#"
[[setup]]
name = "Red set-up"
side = "red"
run = "orders.red"
rule = "1.0"

[[setup]]
name = "Blue set-up"
side = "blue"
run = "orders.blue"
rule = "1.0"

[[player_turn]]
name = "Blue march"
side = "blue"

[[player_turn.phase]]
name = "Orders"
side = "blue"
run = "orders.read"
rule = "1.0"

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
local orders = {}

local STEP = ask("orders.step", { rule = "1.0", prompt = "Which way?" })

function orders.red(game: Game, side: Side)
	game:choose(side, STEP, { "north", "south" })
	--RED
end

function orders.blue(game: Game, side: Side)
	game:log("1.0", "{1} has set up", game:choose(side, STEP, { "east", "west" }))
end

function orders.read(game: Game)
	game:log("1.0", "Orders are carried out")
end

return orders
"#;

fn game(server: &Server, scenario: &str) -> GameLinks {
    let seats = [("german", "person"), ("soviet", "person")].map(|(side, who)| (side.to_owned(), who.to_owned()));
    let wish = NewGame { scenario: scenario.into(), seats: seats.into(), seed: Some(3), ..NewGame::default() };
    server.app.create_game(&wish).unwrap()
}

/// Returns the German player at the first German question after the set-up.
/// Returns the player of the first side that is asked after the set-up.
async fn set_up<'a>(server: &'a Server, made: &GameLinks) -> Player<'a> {
    let mut both = server.watch(&path(made, "both")).await;
    let mut player = RandomPlayer(4);
    while both.snapshot["game"]["turn"] == 0 {
        let (status, told) =
            server.post(&format!("{}api/answer", path(made, "both")), &player.answer(both.asked().unwrap())).await;
        assert_eq!(status, 200, "{told}");
        both.catch_up().await;
    }
    Player::come(server, made, "side:german").await
}

#[tokio::test]
async fn a_finished_set_up_is_taken_back_freely() {
    let server = Server::new();
    // In the second battle, the Soviets set up first, and the first turn begins with lines in the log.
    for scenario in ["battle-for-moscow", "stalingrad"] {
        let mut german = set_up(&server, &game(&server, scenario)).await;
        assert_eq!(german.undo(), (true, &json!([])), "{scenario}");
        assert_eq!(german.post("undo", json!({})).await, (200, json!({ "consent": [] })), "{scenario}");
        assert_eq!(german.viewer.snapshot["game"]["turn"], 0, "{scenario}");
        assert_eq!(german.viewer.asked().unwrap()["side"], "german", "{scenario}");
    }
}

/// Returns whether Blue can take back its set-up after one by Red with these lines, and whose consent it needs.
async fn undo_after(red: &str) -> (bool, Value) {
    let (server, _root) = server_with(SEQUENCE, &ORDERS.replace("--RED", red));
    let made = make(&server);
    Player::come(&server, &made, "side:red").await.answer("north").await;
    let mut blue = Player::come(&server, &made, "side:blue").await;
    blue.answer("east").await;
    assert_eq!(blue.viewer.asked().unwrap()["key"], "march.unit");
    let (is_possible, consent) = blue.undo();
    (is_possible, consent.clone())
}

#[tokio::test]
async fn a_set_up_after_a_secret_decision_is_taken_back_with_consent() {
    assert_eq!(undo_after("").await, (true, json!(["red"])), "Red's order may have come out");
    let march = "for unit in game:on_map(side):each() do unit:remove() end";
    assert_eq!(undo_after(march).await, (true, json!([])), "Red has carried out its order at once");
}
