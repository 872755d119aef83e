//! Measures the memory of a server that runs many games for a long time. When a game ends, the next one begins. Prints
//! the memory use every minute. Fails if memory use still grows in the last third of the run. The arguments are the
//! program, the number of simultaneous games, and the number of minutes to play:
//!
//! ```text
//! cargo run --release -p grognard-serve --example soak -- target/release/grognard 200 30
//! ```

use grognard_testing::board::{EventStream, HttpClient, RandomPlayer, ServerProcess, link_path};
use serde_json::{Value, json};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

/// A player's pause before each decision. With 200 games, the server handles at most 200 decisions per second.
const THOUGHT: Duration = Duration::from_secs(1);
/// The stack size of a player's thread.
const STACK: usize = 256 * 1024;
/// The maximum growth in memory use between the second and the last third of the run, as a fraction.
const MAX_GROWTH: f64 = 0.05;

/// The totals over all players.
#[derive(Default)]
struct Tally {
    decisions: AtomicU64,
    finished: AtomicU64,
    failed: AtomicU64,
    is_over: AtomicBool,
}

/// The server that hosts the games, and their scenario.
struct Site {
    address: String,
    host: String,
    scenario: String,
    /// The seats, each taken by a person.
    seats: Value,
}

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let program = arguments.next().unwrap_or_else(|| "target/release/grognard".to_owned());
    let mut number = |usual: u64| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (games, minutes) = (number(200), number(30));
    let scenario = arguments.next().unwrap_or_else(|| "battle-for-moscow".to_owned());
    let data = std::env::temp_dir().join(format!("grognard-soak-{}", std::process::id()));
    let server = ServerProcess::start(&program, &data, &["--port", "0"])?;
    let address = server.address();
    let host = server.lobby_path().to_owned();
    let seats = seats(&mut HttpClient::connect(&address)?, &host, &scenario)?;
    let (site, tally) = (Site { address, host, scenario, seats }, Tally::default());
    let memory = thread::scope(|scope| {
        for seat in 0..games {
            let (site, tally) = (&site, &tally);
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || play(site, seat, games, tally))?;
        }
        let memory = sample(server.child.id(), minutes, &tally);
        tally.is_over.store(true, Ordering::Relaxed);
        memory
    });
    drop(server);
    // Leftover files are in the system's temporary folder.
    let _ = std::fs::remove_dir_all(&data);
    judge(&memory?)?;
    match tally.failed.into_inner() {
        0 => Ok(()),
        failed => Err(io::Error::other(format!("{failed} games failed"))),
    }
}

/// Returns the server's memory use after each minute, in MiB.
fn sample(process: u32, minutes: u64, tally: &Tally) -> io::Result<Vec<f64>> {
    let begun = Instant::now();
    let mut memory = Vec::new();
    println!("minute  memory (MiB)  threads  decisions  games finished");
    for minute in 1..=minutes {
        sleep((begun + Duration::from_secs(60 * minute)).saturating_duration_since(Instant::now()));
        let (mebibytes, threads) = (status(process, "VmRSS:")? / 1024.0, status(process, "Threads:")?);
        let (decisions, finished) = (tally.decisions.load(Ordering::Relaxed), tally.finished.load(Ordering::Relaxed));
        println!("{minute:6}  {mebibytes:12.1}  {threads:7}  {decisions:9}  {finished:14}");
        memory.push(mebibytes);
    }
    Ok(memory)
}

/// Returns a number from a process's status file, such as the memory use or the number of threads.
fn status(process: u32, name: &str) -> io::Result<f64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.ok_or_else(|| io::Error::other(format!("process {process} has no {name}")))
}

/// Checks that memory use does not grow too much between the second and the last third of the run.
fn judge(memory: &[f64]) -> io::Result<()> {
    let third = memory.len() / 3;
    let most = |part: &[f64]| part.iter().copied().fold(0.0, f64::max);
    let (before, last) = (most(&memory[third..2 * third]), most(&memory[2 * third..]));
    println!("peak memory in the second third: {before:.1} MiB, in the last third: {last:.1} MiB");
    if third > 0 && last > before * (1.0 + MAX_GROWTH) { Err(io::Error::other("memory still grows")) } else { Ok(()) }
}

/// Plays one game after another until the time is up.
fn play(site: &Site, seat: u64, seats: u64, tally: &Tally) {
    let mut player = RandomPlayer(seat);
    // Spreads the players' starts over the pause.
    sleep(THOUGHT.mul_f64(seat as f64 / seats as f64));
    for round in 0.. {
        match play_one(site, seat + round * seats, &mut player, tally) {
            Ok(true) => tally.finished.fetch_add(1, Ordering::Relaxed),
            Ok(false) => return,
            Err(error) => {
                eprintln!("game {seat}: {error}");
                sleep(THOUGHT);
                tally.failed.fetch_add(1, Ordering::Relaxed)
            }
        };
    }
}

/// Plays a game to the end. Returns `false` if the time runs out first.
fn play_one(site: &Site, seed: u64, player: &mut RandomPlayer, tally: &Tally) -> io::Result<bool> {
    let path = make(site, &mut HttpClient::connect(&site.address)?, seed)?;
    let mut events = EventStream::open(&site.address, &path)?;
    while !tally.is_over.load(Ordering::Relaxed) {
        let game = events.get("game");
        if !game["result"].is_null() {
            return Ok(true);
        }
        let question = events.get("question").clone();
        if question.is_null() {
            events.wait()?;
            continue;
        }
        sleep(THOUGHT);
        // The previous connection may have been closed while idle.
        let mut client = HttpClient::connect(&site.address)?;
        look_around(&mut client, &path, &question, player)?;
        let (status, body) = client.post(&format!("{path}api/answer"), &hasty(&question, player))?;
        if status != 200 {
            return Err(io::Error::other(format!("{status} {body}")));
        }
        tally.decisions.fetch_add(1, Ordering::Relaxed);
        while *events.get("question") == question {
            events.wait()?;
        }
    }
    Ok(false)
}

/// Returns an answer to the question. If the question can be declined, declines it half the time, so that games come to
/// an end.
fn hasty(question: &Value, player: &mut RandomPlayer) -> Value {
    match !question["stop"].is_null() && player.below(2) == 0 {
        true => json!({ "number": question["number"], "answer": { "stop": true } }),
        false => player.answer(question),
    }
}

/// Queries the odds now and then, as human players do.
fn look_around(client: &mut HttpClient, path: &str, question: &Value, player: &mut RandomPlayer) -> io::Result<()> {
    let space = question["options"][0]["space"].as_str().filter(|_| player.below(8) == 0);
    space.map_or(Ok(()), |space| {
        client.post(&format!("{path}api/odds"), &json!({ "space": space, "attackers": null })).map(drop)
    })
}

/// Returns the seats for a scenario, with a person playing each side.
fn seats(client: &mut HttpClient, host: &str, scenario: &str) -> io::Result<Value> {
    let packs = client.get(&format!("{host}api/packs.json"))?;
    let scenarios = packs["scenarios"].as_array().cloned().unwrap_or_default();
    let found = scenarios.iter().find(|one| one["short"] == *scenario);
    let sides = found.and_then(|one| one["sides"].as_array()).ok_or_else(|| io::Error::other("no such scenario"))?;
    let names = sides.iter().filter_map(|side| side["name"].as_str());
    Ok(names.map(|side| (side.to_owned(), Value::from("person"))).collect::<serde_json::Map<_, _>>().into())
}

/// Creates a game. Returns the path of the link that plays all its sides.
fn make(site: &Site, client: &mut HttpClient, seed: u64) -> io::Result<String> {
    let request = json!({ "scenario": site.scenario, "seats": site.seats, "seed": seed });
    let (_, made) = client.post(&format!("{}api/games", site.host), &request)?;
    link_path(&made, "both")
}
