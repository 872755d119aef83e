//! A player that answers at random.

use serde_json::{Value, json};

/// A player that answers at random; the number is its seed.
pub struct RandomPlayer(pub u64);

impl RandomPlayer {
    /// A random number below a limit; 0 for a limit of 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }

    /// An answer to a question: one option, or the minimum of several.
    pub fn answer(&mut self, question: &Value) -> Value {
        let count = question["options"].as_array().map_or(0, Vec::len);
        let may_stop = !question["stop"].is_null();
        let answer = match question["form"]["kind"].as_str() {
            _ if may_stop && (count == 0 || self.below(8) == 0) => json!({ "stop": true }),
            Some("one") => json!({ "one": self.below(count) }),
            Some("several") => {
                let least = question["form"]["least"].as_u64().unwrap_or_default() as usize;
                json!({ "several": (0..least.max(1)).collect::<Vec<_>>() })
            }
            _ => json!({ "several": (0..count).collect::<Vec<_>>() }),
        };
        json!({ "number": question["number"], "answer": answer })
    }
}
