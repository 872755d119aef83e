//! Both sides write orders at the same time: each is asked at once, and learns nothing of the other before both have
//! written.

use crate::secret_orders::{Player, SEQUENCE, Twins, make, server_with};
use crate::test_server::Server;
use serde_json::{Value, json};
use tempfile::TempDir;

const ORDERS: &str = r#"--!strict
-- Orders (1.0): both sides write as many steps as they like, and then both orders are read.
local orders = {}

local NEXT = ask("orders.next", { rule = "1.0", prompt = "What comes first?" })
local STEP = ask("orders.step", { rule = "1.0", prompt = "What is written next?", stop = "the order is written" })

function orders.write(game: Game, side: Side): string
	local last = "nowhere"
	for _ = 1, 9 do
		local step = game:choose(side, STEP, { "north", "south" })
		if not step then
			break
		end
		last = step
	end
	return last
end

function orders.phase(game: Game)
	local blue, red = game:side_named("blue"), game:side_named("red")
	local written = game:commit({ blue, red }, "orders.write")
	game:log("1.0", "Blue goes {1}, Red goes {2}", written[1], written[2])
	game:choose(blue, NEXT, { "scout", "wait" })
end

return orders
"#;

fn server() -> (Server, TempDir) {
    server_with(SEQUENCE, ORDERS)
}

#[tokio::test]
async fn a_side_learns_nothing_of_secret_orders_before_all_are_written() {
    let (server, _root) = server();
    let (one, other) = (make(&server), make(&server));
    let mut twins = Twins::come(&server, [&one, &other]).await;
    let (mut short, mut long) =
        (Player::come(&server, &one, "side:red").await, Player::come(&server, &other, "side:red").await);
    twins.compare("before anything is written").await;
    let before = twins.0[0][0].viewer.sent.clone();
    for step in ["south", "south", "north"] {
        long.answer(step).await;
    }
    assert_eq!(long.post("undo", json!({})).await.0, 200);
    long.answer("north").await;
    long.answer("the end").await;
    twins.compare("when one of the sides has written its order").await;
    assert_eq!(twins.0[0][1].viewer.sent, before, "nothing is sent to those who are asked");
    twins.blue_answers("south").await;
    twins.compare("in the middle of an order").await;
    for blue in &mut twins.0[0][..1] {
        assert_eq!(blue.viewer.asked().map(|asked| &asked["key"]), Some(&json!("orders.step")));
    }
    short.answer("north").await;
    short.answer("the end").await;
    twins.blue_answers("the end").await;
    twins.compare("when both orders are read").await;
    assert!(twins.0[0][0].everything().contains("Blue goes south, Red goes north"));
}

#[tokio::test]
async fn both_sides_are_asked_at_once_and_wait_without_knowing_for_whom() {
    let (server, _root) = server();
    let made = make(&server);
    let (mut blue, mut red) =
        (Player::come(&server, &made, "side:blue").await, Player::come(&server, &made, "side:red").await);
    assert!(blue.viewer.asked().is_some() && red.viewer.asked().is_some());
    assert_eq!(red.post("undo", json!({})).await.0, 409, "nothing of its own can be taken back");
    red.answer("south").await;
    red.answer("the end").await;
    let game = &red.viewer.snapshot["game"];
    assert_eq!((red.viewer.asked(), &game["active_side"], &game["secret_choice"]), (None, &Value::Null, &json!(true)));
    // What it has written itself, a side takes back alone.
    assert_eq!(red.undo(), (true, &json!([])));
    assert_eq!(red.post("undo", json!({})).await, (200, json!({ "consent": [] })));
    assert_eq!(red.viewer.asked().unwrap()["key"], json!("orders.step"));
    red.answer("the end").await;
    blue.answer("north").await;
    blue.answer("the end").await;
    assert_eq!(blue.viewer.asked().unwrap()["key"], json!("orders.next"));
    // What has been read is taken back by agreement, and written anew by all.
    assert_eq!(blue.post("undo", json!({})).await, (200, json!({ "consent": ["red"] })));
    assert_eq!(red.post("consent", json!({ "agree": true })).await.0, 200);
    blue.viewer.catch_up().await;
    assert!(blue.viewer.asked().unwrap()["key"] == "orders.step" && red.viewer.asked().is_some());
}

#[tokio::test]
async fn a_person_who_plays_all_sides_is_asked_for_one_after_the_other() {
    let (server, _root) = server();
    let mut both = Player::come(&server, &make(&server), "both").await;
    for (side, text) in [("blue", "north"), ("blue", "the end"), ("red", "south"), ("red", "the end")] {
        assert_eq!(both.viewer.asked().unwrap()["side"], json!(side));
        both.answer(text).await;
    }
    assert!(both.everything().contains("Blue goes north, Red goes south"));
}

#[tokio::test]
async fn secret_orders_outlast_a_restart() {
    let (server, _root) = server();
    let made = make(&server);
    Player::come(&server, &made, "side:red").await.answer("south").await;
    let server = server.again();
    let (mut blue, mut red) =
        (Player::come(&server, &made, "side:blue").await, Player::come(&server, &made, "side:red").await);
    red.answer("the end").await;
    blue.answer("the end").await;
    assert!(blue.everything().contains("Blue goes nowhere, Red goes south"));
}

const CONDITION: &str = r#"--!strict
-- Orders (1.0): Blue names two lanes.
local orders = {}

local LANES = ask("orders.lanes", { rule = "1.0", prompt = "Which lanes?", fits = "orders.fits" })

function orders.fits(game: Game, lanes: { string }): Refusal?
	return if #lanes == 2 then nil else refuse("1.1", "two lanes are needed, not {1}", #lanes)
end

function orders.phase(game: Game)
	local blue = game:side_named("blue")
	game:choose_several(blue, LANES, { "north", "middle", "south" }, { min = 1, max = 3 })
end

return orders
"#;

#[tokio::test]
async fn a_player_learns_whether_the_options_chosen_so_far_fit() {
    let (server, _root) = server_with(SEQUENCE, CONDITION);
    let made = make(&server);
    let mut blue = Player::come(&server, &made, "side:blue").await;
    let asked = blue.viewer.asked().expect("a question").clone();
    assert_eq!(asked["condition"], true);
    let (status, told) = blue.post("why", json!({ "chosen": [0] })).await;
    assert!(status == 200 && told["reason"] == "two lanes are needed, not 1", "{status}: {told}");
    assert_eq!(blue.post("why", json!({ "chosen": [0, 2] })).await, (200, json!({ "allowed": true })));
    assert_eq!(blue.post("why", json!({ "chosen": [7] })).await.0, 400);
    let answer = |chosen: &[usize]| json!({ "number": asked["number"], "answer": { "several": chosen } });
    let (status, told) = blue.post("answer", answer(&[1])).await;
    assert!(status == 409 && told["reason"] == "two lanes are needed, not 1", "{status}: {told}");
    assert_eq!(blue.post("answer", answer(&[1, 2])).await.0, 200);
}
