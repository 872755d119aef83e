//! How to write a bot as a separate program, in Rust: it reads and writes lines of JSON, as docs/bots.md describes.
//!
//!     cargo build --release --example line_bot
//!     grognard sim battle-for-moscow --games 10 --player german=exec:target/release/examples/line_bot
//!
//! It never declines, takes as many units as possible, and prefers the option whose text comes last in the alphabet.
//! `bot.rs` shows a bot that runs in the same program as the game.

use serde_json::{Value, json};
use std::io::{BufRead, Write};

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let line: Value = serde_json::from_str(&line?)?;
        let said = match line["type"].as_str() {
            Some("hello") => json!({ "type": "ready", "protocol": 1, "name": "Eager, in Rust" }),
            Some("ask") => json!({ "type": "answer", "number": line["number"], "choose": choose(&line) }),
            Some("end") => return Ok(()),
            _ => continue,
        };
        writeln!(out, "{said}")?;
        out.flush()?;
    }
    Ok(())
}

/// The numbers of the options to choose.
fn choose(ask: &Value) -> Value {
    let options = ask["options"].as_array().map_or(&[][..], Vec::as_slice);
    let number = |key: &str| ask[key].as_u64().unwrap_or(0) as usize;
    match ask["form"].as_str() {
        Some("several") => json!((0..options.len().min(number("most"))).collect::<Vec<_>>()),
        Some("order") => json!((0..options.len()).collect::<Vec<_>>()),
        Some("allocate") => json!(shares(options.len(), number("total"), number("most"))),
        _ => json!((0..options.len()).max_by_key(|at| options[*at]["text"].as_str())),
    }
}

/// Spreads a total over options, with at most `most` on each; returns pairs of an option and its share.
fn shares(count: usize, mut total: usize, most: usize) -> Vec<(usize, usize)> {
    let mut spread = Vec::new();
    for option in 0..count {
        let share = total.min(most);
        total -= share;
        if share > 0 {
            spread.push((option, share));
        }
    }
    spread
}
