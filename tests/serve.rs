//! A server that is killed in the middle of a game loses nothing that it has answered.

#[path = "../core/serve/examples/load/wire.rs"]
mod wire;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use wire::{Program, Whim, Wire};

const PROGRAM: &str = env!("CARGO_BIN_EXE_grognard");
/// The server is killed while it works on the decision after so many.
const DECISIONS: u64 = 60;

fn start(data: &Path, port: u16, scenario: &[&str]) -> Program {
    let port = port.to_string();
    Program::start(PROGRAM, data, &[scenario, &["--port", &port]].concat()).expect("a server")
}

#[test]
fn a_server_that_is_killed_loses_nothing() {
    let data = tempfile::tempdir().expect("a folder");
    let mut program = start(data.path(), 0, &["battle-for-moscow", "--player", "german=person", "--player", "soviet=person"]);
    let links = program.told["links"].as_array().expect("links").clone();
    let both = links.iter().find(|link| link["role"] == "both").and_then(|link| link["url"].as_str()).expect("a link");
    let address = program.address();
    let path = both.split_once(&address).expect("a path").1.to_owned();
    let port: u16 = address.rsplit_once(':').expect("a port").1.parse().expect("a number");
    let (mut wire, mut whim) = (Wire::open(&address).expect("a line"), Whim(5));
    for at in 0..DECISIONS {
        let sheet = Wire::sheet(&address, &path).expect("a sheet");
        assert_eq!(sheet["game"]["decisions"], json!(at));
        let (status, told) = wire.post(&format!("{path}api/answer"), &whim.answer(&sheet["asked"])).expect("an answer");
        assert_eq!(status, 200, "{told}");
    }
    let before = Wire::sheet(&address, &path).expect("a sheet");
    // It is killed while it may be at work.
    let answer = whim.answer(&before["asked"]);
    let late = std::thread::spawn(move || wire.post(&format!("{path}api/answer"), &answer).is_ok_and(|(status, _)| status == 200));
    program.kill().expect("to kill it");
    let was_answered = late.join().expect("the thread");
    let path = both.split_once(&address).expect("a path").1;

    let mut again = start(data.path(), port, &[]);
    let after = Wire::sheet(&again.address(), path).expect("the link is good again");
    let decisions = after["game"]["decisions"].as_u64().expect("a number");
    assert!(decisions == DECISIONS + 1 || (decisions == DECISIONS && !was_answered), "{decisions}");
    if decisions == DECISIONS {
        assert_eq!(board(&after), board(&before));
    }
    again.kill().expect("to kill it");
}

/// What stands where, and what was told.
fn board(sheet: &Value) -> Vec<(&String, &Value)> {
    sheet.as_object().expect("a sheet").iter().filter(|(key, _)| key.contains('/')).collect()
}

#[test]
fn what_hinders_it_is_told() {
    let data = tempfile::tempdir().expect("a folder");
    let first = start(data.path(), 0, &[]);
    let port = first.address().rsplit_once(':').expect("a port").1.to_owned();
    let told = |arguments: &[&str]| {
        let output = Command::new(PROGRAM).arg("serve").args(arguments).env("GROGNARD_DATA", data.path()).output().expect("a program");
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let other = data.path().join("other.sqlite").display().to_string();
    assert!(told(&["--port", &port, "--data", &other]).contains("--port 0"), "a busy port");
    let held = data.path().join("board.sqlite").display().to_string();
    assert!(told(&["--port", "0", "--data", &held]).contains("in use by another server"));
    assert!(told(&["battle-for-mosco", "--port", "0"]).contains("did you mean"));
    let text = data.path().join("text");
    std::fs::write(&text, "this is no database, but a text that somebody has written").expect("a file");
    assert!(told(&["--port", "0", "--data", &text.display().to_string()]).contains("something else"));
    assert!(told(&["--port", "0", "--data", &other, "--page", "docs"]).contains("no page"));
}

#[test]
fn a_battle_that_is_served_again_goes_on_unless_another_game_is_wished() {
    let data = tempfile::tempdir().expect("a folder");
    let served = |arguments: &[&str]| {
        let mut program = start(data.path(), 0, arguments);
        program.kill().expect("to kill it");
        (program.told["game"].as_i64().expect("a game"), program.told["resumed"].as_bool().expect("whether it goes on"))
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
    assert!(printed(data.path(), &["battle-for-moscow"]).contains("This game was begun before"));
}

/// What a server prints for people, up to its last line.
fn printed(data: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(PROGRAM);
    command.arg("serve").args(arguments).args(["--port", "0"]).env("GROGNARD_DATA", data).env("LANG", "C").stdout(Stdio::piped());
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
