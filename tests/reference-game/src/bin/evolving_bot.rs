//! Plays Battle for Moscow through the protocol of docs/bots.md, with the player that evolves plans.
//!
//!     grognard sim battle-for-moscow --no-mods --games 10 --player german="exec:target/debug/evolving_bot --seed 2"
//!
//! `--evaluations N` and `--milliseconds N` limit what it thinks about each phase; `--self-play N` plays N games on the
//! reference game itself, on each side, against a random and a greedy player.

use grognard_reference_game::{
    Budget, Choice, Decision, EvolvingPlayer, Game, GreedyPlayer, Lines, Player, Position, Random, RandomPlayer,
    WEIGHTS, Winner,
};
use serde_json::{Value, json};
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

fn main() -> std::io::Result<()> {
    let number = |name: &str| {
        let value = std::env::args().skip_while(|word| word != name).nth(1)?;
        Some(value.parse::<u64>().unwrap_or_else(|_| panic!("{name} needs a number")))
    };
    // A bot has 10 seconds for an answer.
    let time = number("--milliseconds").unwrap_or(8000).min(8000);
    let evaluations = match (number("--evaluations"), number("--milliseconds")) {
        (Some(evaluations), _) => evaluations as u32,
        (None, Some(_)) => u32::MAX,
        (None, None) => 100_000,
    };
    let budget = Budget { evaluations, time: Duration::from_millis(time) };
    let seed = number("--seed").unwrap_or(1);
    match number("--self-play") {
        Some(games) => self_play(games, seed, budget),
        None => return answer(Lines::new(EvolvingPlayer::new(seed, budget, WEIGHTS))),
    }
    Ok(())
}

/// Answers questions until the game ends.
fn answer<P: Player>(mut lines: Lines<P>) -> std::io::Result<()> {
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let line: Value = serde_json::from_str(&line?)?;
        let said = match line["type"].as_str() {
            Some("hello") => json!({ "type": "ready", "protocol": 1, "name": "Evolving plans" }),
            Some("ask") => json!({ "type": "answer", "number": line["number"], "choose": lines.choose(&line) }),
            Some("end") => return Ok(()),
            _ => continue,
        };
        writeln!(out, "{said}")?;
        out.flush()?;
    }
    Ok(())
}

/// A player for each side, by `Side`, and the dice of the game.
struct Match {
    players: [Box<dyn Player>; 2],
    dice: Random,
}

impl Player for Match {
    fn choose(&mut self, position: &Position, decision: &Decision) -> Choice {
        self.players[decision.side(position) as usize].choose(position, decision)
    }

    fn roll(&mut self) -> u8 {
        1 + self.dice.below(6) as u8
    }
}

/// Makes a player with a seed.
type NewPlayer = fn(u64) -> Box<dyn Player>;

fn self_play(games: u64, seed: u64, budget: Budget) {
    let others: [(&str, NewPlayer); 2] = [
        ("random", |seed| Box::new(RandomPlayer::new(seed))),
        ("greedy", |seed| Box::new(GreedyPlayer::new(seed, WEIGHTS))),
    ];
    for (name, other) in others {
        for german in [true, false] {
            let started = Instant::now();
            let mut won = [0; 3];
            for seed in seed..seed + games {
                let evolving = Box::new(EvolvingPlayer::new(seed, budget, WEIGHTS));
                let players = if german { [other(seed), evolving] } else { [evolving, other(seed)] };
                won[Game::new(Match { players, dice: Random::new(!seed) }).play() as usize] += 1;
            }
            let wins = won[if german { Winner::German } else { Winner::Soviet } as usize];
            let side = if german { "Germans" } else { "Soviets" };
            let seconds = started.elapsed().as_secs_f64() / games as f64;
            println!("as the {side} against {name}: {wins} of {games}, {seconds:.2} s a game");
        }
    }
}
