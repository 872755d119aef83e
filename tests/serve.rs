//! A server killed in the middle of a game loses nothing that it has acknowledged.

use grognard_testing::board::{EventStream, HttpClient, RandomPlayer, ServerProcess};
use grognard_testing::wait_until;
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_grognard");
/// The number of decisions after which the server is killed.
const DECISIONS: u64 = 60;

fn start(data: &Path, port: u16, scenario: &[&str]) -> ServerProcess {
    let port = port.to_string();
    ServerProcess::start(PROGRAM, data, &[scenario, &["--port", &port]].concat()).expect("a server")
}

#[test]
fn a_server_that_is_killed_loses_nothing() {
    let data = tempfile::tempdir().expect("a folder");
    let mut program =
        start(data.path(), 0, &["battle-for-moscow", "--player", "german=person", "--player", "soviet=person"]);
    let links = program.links["links"].as_array().expect("links").clone();
    let both = links.iter().find(|link| link["role"] == "both").and_then(|link| link["url"].as_str()).expect("a link");
    let address = program.address();
    let path = both.split_once(&address).expect("a path").1.to_owned();
    let port: u16 = address.rsplit_once(':').expect("a port").1.parse().expect("a number");
    let (mut client, mut player) = (HttpClient::connect(&address).expect("a line"), RandomPlayer(5));
    for at in 0..DECISIONS {
        let snapshot = EventStream::snapshot_of(&address, &path).expect("a snapshot");
        assert_eq!(snapshot["game"]["moment"], json!(at));
        let (status, body) =
            client.post(&format!("{path}api/answer"), &player.answer(&snapshot["question"])).expect("an answer");
        assert_eq!(status, 200, "{body}");
    }
    let before = EventStream::snapshot_of(&address, &path).expect("a snapshot");
    // The server is killed while it may be working.
    let answer = player.answer(&before["question"]);
    let late = std::thread::spawn(move || {
        client.post(&format!("{path}api/answer"), &answer).is_ok_and(|(status, _)| status == 200)
    });
    program.kill().expect("to kill it");
    let was_answered = late.join().expect("the thread");
    let path = both.split_once(&address).expect("a path").1;

    let mut again = start(data.path(), port, &[]);
    let after = EventStream::snapshot_of(&again.address(), path).expect("the link is good again");
    let decisions = after["game"]["moment"].as_u64().expect("a number");
    assert!(decisions == DECISIONS + 1 || (decisions == DECISIONS && !was_answered), "{decisions}");
    if decisions == DECISIONS {
        assert_eq!(board(&after), board(&before));
    }
    again.kill().expect("to kill it");
}

/// The parts of the board and of the log.
fn board(snapshot: &Value) -> Vec<(&String, &Value)> {
    snapshot.as_object().expect("a snapshot").iter().filter(|(key, _)| key.contains('/')).collect()
}

#[test]
fn errors_at_the_start_are_reported() {
    let data = tempfile::tempdir().expect("a folder");
    let first = start(data.path(), 0, &[]);
    let port = first.address().rsplit_once(':').expect("a port").1.to_owned();
    let error = |arguments: &[&str]| {
        let output = Command::new(PROGRAM)
            .arg("serve")
            .args(arguments)
            .env("GROGNARD_DATA", data.path())
            .env("GROGNARD_CONFIG", data.path().join("config.toml"))
            .output()
            .expect("a program");
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let other = data.path().join("other.sqlite").display().to_string();
    assert!(error(&["--port", &port, "--data", &other]).contains("--port 0"), "a busy port");
    let held = data.path().join("board.sqlite").display().to_string();
    assert!(error(&["--port", "0", "--data", &held]).contains("in use by another server"));
    assert!(error(&["battle-for-mosco", "--port", "0"]).contains("did you mean"));
    let text = data.path().join("text");
    std::fs::write(&text, "this is no database, but a text that somebody has written").expect("a file");
    assert!(error(&["--port", "0", "--data", &text.display().to_string()]).contains("belongs to another program"));
    assert!(error(&["--port", "0", "--data", &other, "--page", "docs"]).contains("no page"));
}

#[test]
fn a_battle_that_is_served_again_is_resumed_unless_a_new_game_is_requested() {
    let data = tempfile::tempdir().expect("a folder");
    let served = |arguments: &[&str]| {
        let mut program = start(data.path(), 0, arguments);
        program.kill().expect("to kill it");
        (
            program.links["game"].as_i64().expect("a game"),
            program.links["resumed"].as_bool().expect("whether it goes on"),
        )
    };
    let (first, is_resumed) = served(&["battle-for-moscow"]);
    assert!(!is_resumed);
    assert_eq!(served(&["battle-for-moscow"]), (first, true));
    let (other, is_resumed) = served(&["battle-for-moscow", "--new-game"]);
    assert!(other != first && !is_resumed);
    assert_eq!(served(&["battle-for-moscow"]), (other, true), "the newest");
    let (handicap, is_resumed) = served(&["battle-for-moscow", "--option", "mud_halves_all=true"]);
    assert!(![first, other].contains(&handicap) && !is_resumed);
    assert_eq!(served(&["battle-for-moscow", "--option", "mud_halves_all=true"]), (handicap, true));
    assert!(printed(data.path(), &["battle-for-moscow"]).contains("Resuming an unfinished game"));
}

/// The output of a server for people, up to its last line.
fn printed(data: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(PROGRAM);
    command
        .arg("serve")
        .args(arguments)
        .args(["--port", "0"])
        .env("GROGNARD_DATA", data)
        .env("GROGNARD_CONFIG", data.join("config.toml"))
        .env("LANG", "C")
        .stdout(Stdio::piped());
    let mut child = command.spawn().expect("a server");
    let lines = BufReader::new(child.stdout.take().expect("its output")).lines().map_while(Result::ok);
    let mut text = String::new();
    for line in lines {
        text += &line;
        if line.contains("Ctrl-C") {
            break;
        }
    }
    child.kill().expect("to kill it");
    child.wait().expect("its end");
    text
}

/// A rule that asks a question and then runs until it is stopped.
#[cfg(target_os = "linux")]
const ENDLESS: &str = r#"--!strict
local supplies = {}

local SPARE = ask("supplies.spare", { rule = "1.0", prompt = "How many rations are kept?" })

function supplies.phase(game: Game, side: Side)
	game:choose_number(side, SPARE, { min = 0, max = 9 })
	local count = 0
	while true do
		count += 1
	end
end

return supplies
"#;

#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_a_server_whose_rule_runs() {
    let (data, packs) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    grognard_testing::copy(Path::new("tests/cli/packs"), packs.path());
    fs::write(packs.path().join("scripts/skirmish/supplies.luau"), ENDLESS).expect("a script");
    let folder = packs.path().display().to_string();
    let mut program = start(data.path(), 0, &["ford", "--packs", &folder]);
    let link = program.links["links"][0]["url"].as_str().expect("a link").to_owned();
    let address = program.address();
    let path = link.split_once(&address).expect("a path").1.to_owned();
    let asked = EventStream::snapshot_of(&address, &path).expect("a snapshot")["question"].clone();
    let before = worked(program.child.id(), "game 1");
    let answer = json!({ "number": asked["number"], "answer": { "one": 0 } });
    let mut client = HttpClient::connect(&address).expect("a line");
    let waits = std::thread::spawn(move || client.post(&format!("{path}api/answer"), &answer).is_ok());
    wait_until("the rule runs", || worked(program.child.id(), "game 1") > before + 2);
    let id = program.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().expect("to send it").success());
    let status = program.child.wait().expect("an end");
    assert!(status.success(), "{status}");
    waits.join().expect("the thread");
}

/// The processor time of a thread, in ticks of the system's clock.
#[cfg(target_os = "linux")]
fn worked(process: u32, name: &str) -> u64 {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let stats = threads.filter_map(|thread| fs::read_to_string(thread.path().join("stat")).ok());
    let ticks = |stat: String| stat.split_once(&format!("({name}) "))?.1.split(' ').nth(11)?.parse::<u64>().ok();
    stats.filter_map(ticks).sum()
}

#[test]
fn a_server_that_others_can_reach_says_so() {
    let data = tempfile::tempdir().expect("a folder");
    let warned = data.path().join("warned");
    let mut command = Command::new(PROGRAM);
    command.args(["serve", "--port", "0", "--json", "--open-to", "0.0.0.0"]).env("GROGNARD_DATA", data.path());
    let mut child =
        command.stdout(Stdio::piped()).stderr(File::create(&warned).expect("a file")).spawn().expect("a program");
    let lines = BufReader::new(child.stdout.take().expect("output")).lines().map(|line| line.expect("a line"));
    let mut text: Vec<String> = lines.take_while(|line| line != "}").collect();
    text.push("}".into());
    let links: Value = serde_json::from_str(&text.concat()).expect("JSON");
    let is_warned = || fs::read_to_string(&warned).is_ok_and(|text| text.contains("W816"));
    wait_until("the warning is printed", is_warned);
    let text = fs::read_to_string(&warned).expect("a file").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("connections are not encrypted") && text.contains("--host-name NAME"), "{text}");
    // Links contain an address that other computers can use, if there is one, and the server answers at each address.
    let addresses = links["addresses"].as_array().expect("addresses");
    if let Some(first) = addresses.first() {
        assert_eq!(links["url"], *first);
    }
    let port = links["url"].as_str().and_then(|url| url.rsplit(':').next()).expect("a port");
    for address in addresses.iter().filter_map(|url| url.as_str()?.strip_prefix("http://")) {
        let mut client = HttpClient::connect_as(&format!("127.0.0.1:{port}"), address).expect("a line");
        let (status, _) = client.post("/t/x/api/undo", &json!({})).expect("an answer");
        assert_eq!(status, 404, "no such link, but a known name: {address}");
    }
    child.kill().expect("to kill it");
    child.wait().expect("its end");
}
