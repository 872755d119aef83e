//! `reference-game-bench [GAMES]`: how many random games are played per second, and how they end.

use grognard_reference_game::{Winner, playout};
use std::time::Instant;

fn main() {
    let games: u64 = std::env::args().nth(1).map_or(100_000, |number| number.parse().expect("a number of games"));
    let mut decisions = 0u64;
    let mut wins = [0u64; 3];
    let start = Instant::now();
    for seed in 0..games {
        let (winner, asked) = playout(seed);
        wins[winner as usize] += 1;
        decisions += asked as u64;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{games} games in {seconds:.2} s: {:.0} games/s", games as f64 / seconds);
    println!(
        "{:.1} decisions a game, {:.0} ns a decision",
        decisions as f64 / games as f64,
        seconds * 1e9 / decisions as f64
    );
    for (winner, name) in [(Winner::German, "German"), (Winner::Soviet, "Soviet"), (Winner::Draw, "draw")] {
        let won = wins[winner as usize];
        println!("{name}: {won} ({:.2} %)", 100.0 * won as f64 / games as f64);
    }
}
