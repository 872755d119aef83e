//! A player that answers at random.

use serde_json::{Value, json};

/// A player that answers at random; the number is its seed.
pub struct RandomPlayer(pub u64);

impl RandomPlayer {
    /// Returns a random number below a limit; 0 for a limit of 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }

    /// Returns an answer to a question, with the question's number.
    pub fn answer(&mut self, question: &Value) -> Value {
        let count = question["options"].as_array().unwrap().len();
        let number = |name: &str| question["form"][name].as_u64().unwrap() as usize;
        let kind = question["form"]["kind"].as_str().unwrap();
        let may_stop = !question["stop"].is_null();
        let spots = question["places"]["spots"].as_array();
        let answer = match kind {
            _ if spots.is_some() && !(may_stop && self.below(6) == 0) => {
                json!({ "spot": spots.unwrap()[self.below(spots.unwrap().len())] })
            }
            _ if may_stop && (count == 0 || self.below(6) == 0) => json!({ "stop": true }),
            "one" => json!({ "one": self.below(count) }),
            "several" => {
                let (min, max) = (number("min"), number("max").min(count));
                let some = min + self.below(max - min + 1);
                json!({ "several": self.shuffled(count)[..some] })
            }
            "order" => json!({ "several": self.shuffled(count) }),
            _ => json!({ "shares": self.shares(count, number("total"), number("max")) }),
        };
        json!({ "number": question["number"], "answer": answer })
    }

    fn shuffled(&mut self, count: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..count).collect();
        (1..count).rev().for_each(|last| all.swap(last, self.below(last + 1)));
        all
    }

    fn shares(&mut self, count: usize, total: usize, most: usize) -> Vec<(usize, usize)> {
        let mut shares = vec![0; count];
        for _ in 0..total {
            let open: Vec<usize> = (0..count).filter(|at| shares[*at] < most).collect();
            shares[open[self.below(open.len())]] += 1;
        }
        shares.into_iter().enumerate().filter(|(_, share)| *share > 0).collect()
    }
}
