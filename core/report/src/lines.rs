//! Writes a comparison as JSON Lines for other programs, one fact per line.

use grognard_lab::compare::Comparison;
use grognard_lab::shard::ShardFile;
use serde::Serialize;
use serde_json::{Value, json};

/// Returns the lines: the experiment, the answer, forfeited games, win rates and effects. The games themselves are in
/// the file named by `--output`.
pub fn lines(file: &ShardFile, comparison: &Comparison) -> String {
    let mut all: Vec<Value> =
        vec![json!({ "kind": "experiment", "experiment": file.head.experiment, "pairs": file.end.done })];
    all.push(json!({
        "kind": "answer",
        "question": comparison.question,
        "played_for": comparison.played_for,
        "answer": comparison.answer,
        "pairs": comparison.pairs,
        "wins": comparison.wins,
        "difference": comparison.difference,
    }));
    for forfeits in grognard_lab::forfeits(file) {
        all.push(kind("forfeits", &forfeits));
    }
    for (side, [a, b]) in &comparison.shares {
        all.push(json!({ "kind": "share", "side": side, "a": a, "b": b }));
    }
    for effect in &comparison.effects {
        all.push(kind("effect", effect));
    }
    all.iter().map(|line| format!("{line}\n")).collect()
}

/// Returns the value with the key `kind` added, as one line of the file.
fn kind<T: Serialize>(kind: &str, value: &T) -> Value {
    let mut line = json!({ "kind": kind });
    if let (Value::Object(line), Ok(Value::Object(value))) = (&mut line, serde_json::to_value(value)) {
        line.extend(value);
    }
    line
}
