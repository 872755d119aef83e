//! Measures how long a decision takes with many simultaneous games and random players. Then kills the server and checks
//! whether anything was lost. The arguments are the program, the number of games, and the number of seconds to play:
//!
//! ```text
//! cargo run --release -p grognard-serve --example load -- target/release/grognard 200 40
//! ```

use grognard_testing::board::{EventStream, HttpClient, RandomPlayer, ServerProcess, link_path};
use serde_json::json;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The number of games per connection. Every game has a pending question at all times.
const GAMES_PER_CONNECTION: usize = 5;

/// A game and the number of its confirmed decisions.
struct Game {
    path: String,
    answered: u64,
    player: RandomPlayer,
}

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let program = arguments.next().unwrap_or_else(|| "target/release/grognard".to_owned());
    let mut number = |usual: u64| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (count, seconds) = (number(200) as usize, number(30));
    let data = std::env::temp_dir().join(format!("grognard-load-{}", std::process::id()));
    let serve = |port: &str| ServerProcess::start(&program, &data, &["--port", port]);
    let mut server = serve("0")?;
    let address = server.address();
    let begun = Instant::now();
    let games = make(&server, count)?;
    println!("{count} games created in {:.1} s", begun.elapsed().as_secs_f64());

    let stop = AtomicBool::new(false);
    let lines: Vec<Vec<Game>> = chunks(games, GAMES_PER_CONNECTION);
    let (games, mut times) = thread::scope(|scope| {
        let threads: Vec<_> = lines.into_iter().map(|line| scope.spawn(|| play(&address, line, &stop))).collect();
        thread::sleep(Duration::from_secs(seconds));
        // The players are still playing.
        let killed = server.kill();
        stop.store(true, Ordering::Relaxed);
        let done: Vec<(Vec<Game>, Vec<Duration>)> =
            threads.into_iter().filter_map(|thread| thread.join().ok()).collect();
        drop(killed);
        let (games, times): (Vec<_>, Vec<_>) = done.into_iter().unzip();
        (games.into_iter().flatten().collect::<Vec<_>>(), times.into_iter().flatten().collect::<Vec<_>>())
    });
    times.sort_unstable();
    let at = |part: usize| times.get(times.len() * part / 1000).copied().unwrap_or_default().as_secs_f64() * 1000.0;
    println!(
        "{} decisions in {seconds} s: median {:.1} ms, 99th percentile {:.1} ms, 99.9th percentile {:.1} ms",
        times.len(),
        at(500),
        at(990),
        at(999)
    );

    let again = serve(address.rsplit(':').next().unwrap_or("0"))?;
    let mut lost = 0;
    for game in &games {
        let kept =
            EventStream::snapshot_of(&again.address(), &game.path)?["game"]["moment"].as_u64().unwrap_or_default();
        // The last decision may have been stored but not confirmed.
        if kept < game.answered || kept > game.answered + 1 {
            println!("{}: {} decisions confirmed, {kept} stored", game.path, game.answered);
            lost += 1;
        }
    }
    println!("{} games checked after kill -9: {lost} lost decisions", games.len());
    drop(again);
    // Leftover files are in the system's temporary folder.
    let _ = std::fs::remove_dir_all(&data);
    if lost == 0 && games.len() == count { Ok(()) } else { Err(io::Error::other("decisions or games were lost")) }
}

/// Creates games between two people, each with a single link that plays both sides.
fn make(server: &ServerProcess, count: usize) -> io::Result<Vec<Game>> {
    let address = server.address();
    let host = server.lobby_path();
    let mut client = HttpClient::connect(&address)?;
    let one = |at: usize| -> io::Result<Game> {
        let request =
            json!({ "scenario": "battle-for-moscow", "seats": { "german": "person", "soviet": "person" }, "seed": at });
        let (_, made) = client.post(&format!("{host}api/games"), &request)?;
        Ok(Game { path: link_path(&made, "both")?, answered: 0, player: RandomPlayer(at as u64) })
    };
    (0..count).map(one).collect()
}

fn chunks(games: Vec<Game>, size: usize) -> Vec<Vec<Game>> {
    let mut lines: Vec<Vec<Game>> = Vec::new();
    for game in games {
        match lines.last_mut().filter(|line| line.len() < size) {
            Some(line) => line.push(game),
            None => lines.push(vec![game]),
        }
    }
    lines
}

/// Plays the games in turn until the server is killed. Returns the games and the duration of each decision.
fn play(address: &str, mut games: Vec<Game>, stop: &AtomicBool) -> (Vec<Game>, Vec<Duration>) {
    let mut times = Vec::new();
    let Ok(mut client) = HttpClient::connect(address) else { return (games, times) };
    'all: while !stop.load(Ordering::Relaxed) {
        for game in &mut games {
            let Ok(snapshot) = EventStream::snapshot_of(address, &game.path) else { break 'all };
            if snapshot["question"].is_null() {
                continue;
            }
            let answer = game.player.answer(&snapshot["question"]);
            let begun = Instant::now();
            match client.post(&format!("{}api/answer", game.path), &answer) {
                Ok((200, _)) => {
                    times.push(begun.elapsed());
                    game.answered += 1;
                }
                Ok((status, body)) => eprintln!("{status} {body} to {answer}"),
                Err(_) => break 'all,
            }
        }
    }
    (games, times)
}
