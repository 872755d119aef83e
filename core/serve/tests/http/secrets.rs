//! Games that differ only in what is hidden from a side send its browser exactly the same bytes.

use crate::test_server::{Server, project};
use crate::viewer::Viewer;
use grognard_engine::game::Status;
use grognard_engine::ids::SideId;
use grognard_engine::journal::{Entry, SavedEntry, Snapshot};
use grognard_engine::table::{QuickPlayer, Service};
use grognard_play::{Battle, BattleRequest, Random, Seat, Session};
use grognard_serve::{GameId, Role, StoredGame};
use grognard_testing::board::RandomPlayer;
use serde_json::{Value, json};

/// Numbers of decisions after which games are compared, at the beginning of the next phase.
const MOMENTS: [u64; 8] = [5, 15, 30, 45, 60, 80, 100, 130];
/// The maximum number of the side's decisions that are compared after that.
const MAX_COMPARED: u64 = 25;

fn battle() -> Battle {
    Battle::load(BattleRequest {
        roots: vec![project()],
        scenario: "moscow-41-smolensk".into(),
        ..BattleRequest::default()
    })
    .unwrap()
}

/// Returns the saves of two games at the beginning of a phase, and the side from which their differences are hidden.
fn twins(battle: &Battle, seed: u64, decisions: u64) -> Option<(SideId, [StoredGame; 2])> {
    let mut session = Session::new(battle.clone(), seed, vec![Seat::Person; battle.content.sides.len()]).unwrap();
    let mut player = Random::new(seed);
    loop {
        if session.settle().unwrap() == Status::Over {
            return None;
        }
        let table = &session.game.table;
        let pending = table.pending().unwrap();
        let side = pending.side;
        if table.decisions >= decisions && table.phases().last().is_some_and(|(at, _)| at == table.decisions) {
            let game = &session.game;
            if let Some(exchange) = game.exchange(side, seed).filter(|exchange| !exchange.is_none()) {
                let states = [
                    game.fork(0, Service::FULL).table.state,
                    game.fork_with_exchange(&exchange, 0, Service::FULL).table.state,
                ];
                assert_ne!(states[0].saved(), states[1].saved(), "the games are not the same");
                return Some((
                    side,
                    states.map(|state| kept(&session, Snapshot { state: state.saved().clone(), position: 0 })),
                ));
            }
        }
        let answer = player.answer(&pending.decision());
        session.answer(side, answer).unwrap();
    }
}

/// Returns a game that begins with a given state.
fn kept(session: &Session, snapshot: Snapshot) -> StoredGame {
    let entry: SavedEntry = Entry::Reload(Box::new(snapshot)).save(&session.battle.content);
    let header = serde_json::to_string(&session.header()).unwrap();
    StoredGame { title: String::new(), header, lines: vec![serde_json::to_string(&entry).unwrap()], footer: None }
}

/// A side in one of the two games, and everything it has received.
struct Twin<'a> {
    server: &'a Server,
    path: String,
    viewer: Viewer,
    sent: String,
}

impl<'a> Twin<'a> {
    async fn sit_down(server: &'a Server, kept: StoredGame, role: &Role) -> Twin<'a> {
        let game: GameId = server.app.store.add_game(kept, 0).unwrap();
        let path = server.app.link_to(game, role.clone()).unwrap().path;
        let viewer = server.watch(&path).await;
        Twin { server, path, viewer, sent: String::new() }
    }

    async fn get(&mut self, what: &str) {
        let (status, body) = self.server.get(&format!("{}{what}", self.path)).await;
        self.sent += &format!("{what} {status} {}\n", String::from_utf8_lossy(&body));
    }

    async fn post(&mut self, what: &str, value: &Value) {
        let (status, told) = self.server.post(&format!("{}{what}", self.path), value).await;
        self.sent += &format!("{what} {value} {status} {told}\n");
    }

    /// Makes every possible request.
    async fn ask_everything(&mut self) {
        let reports = ["map.json", "key.svg", "charts.json", "score", "absence", "history", "history/0", "what-if"];
        for what in reports.into_iter().chain(["export/replay.jsonl", "export/record.jsonl", "export/log.txt"]) {
            self.get(&format!("api/{what}")).await;
        }
        self.get("api/export/board.svg?lang=fr").await;
        for layer in ["control", "contested", "supply", "cut-off", "command", "air"] {
            self.get(&format!("api/layer/{layer}?side=german")).await;
            self.get(&format!("api/layer/{layer}?side=soviet")).await;
        }
        self.post("api/fork", &json!({ "moment": 0 })).await;
        let snapshot = self.viewer.snapshot.clone();
        let stacks = snapshot.iter().filter(|(key, _)| key.starts_with("stack/"));
        for (key, units) in stacks.step_by(3) {
            let space = key.trim_start_matches("stack/");
            self.post("api/why", &json!({ "space": space })).await;
            self.post("api/why", &json!({ "space": space, "after": 0 })).await;
            self.post("api/odds", &json!({ "space": space, "attackers": null })).await;
            for unit in units.as_array().unwrap() {
                self.post("api/why", &json!({ "unit": unit["id"] })).await;
            }
        }
        self.post("api/why", &json!({ "unit": "no such unit" })).await;
        self.post("api/answer", &json!({ "number": 99, "answer": { "one": 0 } })).await;
    }

    /// Returns the next decision of the side, if it is asked.
    fn decides(&self, player: &mut RandomPlayer) -> Option<Value> {
        self.viewer.asked().map(|asked| player.answer(asked))
    }

    async fn answer(&mut self, answer: &Value) {
        self.post("api/answer", answer).await;
        self.viewer.catch_up().await;
    }

    fn everything(&self) -> String {
        self.viewer.sent.clone() + &self.sent
    }

    fn dice(&self) -> usize {
        self.viewer.snapshot.keys().filter(|key| key.starts_with("dice/")).count()
    }
}

/// Returns the first difference between two strings, with its context.
pub fn parting(one: &str, other: &str) -> Option<String> {
    let at = one
        .bytes()
        .zip(other.bytes())
        .position(|(a, b)| a != b)
        .or((one.len() != other.len()).then(|| one.len().min(other.len())))?;
    let around = |text: &str| {
        String::from_utf8_lossy(&text.as_bytes()[at.saturating_sub(300)..(at + 100).min(text.len())]).into_owned()
    };
    Some(format!("{}\n----\n{}", around(one), around(other)))
}

#[tokio::test]
async fn a_browser_receives_nothing_hidden() {
    let (server, battle) = (Server::new(), battle());
    let (mut compared, mut moments) = (0, 0);
    for (seed, moment) in (1..).zip(MOMENTS) {
        let Some((side, [here, there])) = twins(&battle, seed, moment) else { continue };
        let name = battle.content.sides.name(side);
        moments += 1;
        for role in [Role::Side(name.to_owned()), Role::Spectator] {
            let mut here = Twin::sit_down(&server, here.clone(), &role).await;
            let mut there = Twin::sit_down(&server, there.clone(), &role).await;
            here.ask_everything().await;
            there.ask_everything().await;
            let mut player = RandomPlayer(seed);
            for _ in 0..MAX_COMPARED {
                assert_eq!(parting(&here.everything(), &there.everything()), None, "{role:?}, game {seed}");
                compared += here.everything().len();
                let Some(answer) = here.decides(&mut player) else { break };
                here.answer(&answer).await;
                there.answer(&answer).await;
                // A fight reveals hidden units.
                if here.dice() + there.dice() > 0 {
                    break;
                }
            }
        }
    }
    assert!(moments > 2 && compared > 500_000, "only {compared} bytes were compared, at {moments} moments");
}
