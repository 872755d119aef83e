//! Somebody who looks at a board: what he has been sent, and the sheet that makes.

use axum::body::Body;
use grognard_testing::MAX_WAIT;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub struct Eyes {
    body: Body,
    unread: String,
    /// Everything that was sent.
    pub sent: String,
    /// The sheet as it is now.
    pub sheet: BTreeMap<String, Value>,
}

impl Eyes {
    pub async fn open(body: Body) -> Eyes {
        let mut eyes = Eyes { body, unread: String::new(), sent: String::new(), sheet: BTreeMap::new() };
        let (kind, _) = eyes.next().await;
        assert_eq!(kind, "whole");
        eyes
    }

    /// The next event, after it has been made part of the sheet.
    pub async fn next(&mut self) -> (String, Value) {
        loop {
            if let Some((event, rest)) = self.unread.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.unread = rest;
                let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim().to_owned();
                let (kind, value) = (field("event:"), serde_json::from_str(&field("data:")).unwrap());
                self.see(&kind, &value);
                return (kind, value);
            }
            let frame = tokio::time::timeout(MAX_WAIT, self.body.frame()).await.expect("the next event comes");
            self.read(&frame.expect("the line stays open").unwrap().into_data().unwrap_or_default());
        }
    }

    fn read(&mut self, data: &[u8]) {
        let text = std::str::from_utf8(data).unwrap();
        self.sent += text;
        self.unread += text;
    }

    /// Reads all that has been sent by now. What an answer changes is sent before the answer is confirmed.
    pub async fn catch_up(&mut self) {
        loop {
            while self.unread.contains("\n\n") {
                self.next().await;
            }
            let come = async {
                tokio::select! {
                    biased;
                    frame = self.body.frame() => frame,
                    () = std::future::ready(()) => None,
                }
            };
            match tokio::task::unconstrained(come).await {
                Some(frame) => self.read(&frame.unwrap().into_data().unwrap_or_default()),
                None => return,
            }
        }
    }

    /// The next event of a kind.
    pub async fn next_of(&mut self, wished: &str) -> Value {
        loop {
            let (kind, value) = self.next().await;
            if kind == wished {
                return value;
            }
        }
    }

    fn see(&mut self, kind: &str, value: &Value) {
        match kind {
            "whole" => self.sheet = serde_json::from_value(value.clone()).unwrap(),
            "delta" => {
                let set: BTreeMap<String, Value> = serde_json::from_value(value["set"].clone()).unwrap();
                self.sheet.extend(set);
                value["gone"].as_array().unwrap().iter().for_each(|key| drop(self.sheet.remove(key.as_str().unwrap())));
            }
            _ => {}
        }
    }

    /// Looks until the game has come to a moment.
    pub async fn until(&mut self, moment: u64) {
        while self.moment() != moment {
            self.next().await;
        }
    }

    /// The moment the game has come to. Whoever plays all sides of an open game can tell all decisions apart.
    pub fn moment(&self) -> u64 {
        self.sheet["game"]["moment"].as_u64().unwrap()
    }

    pub fn asked(&self) -> Option<&Value> {
        self.sheet.get("asked").filter(|asked| !asked.is_null())
    }

    pub fn is_over(&self) -> bool {
        !self.sheet["game"]["ended"].is_null()
    }
}

/// Answers by chance, the same ones every time.
pub struct Whim(pub u64);

impl Whim {
    pub fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % most.max(1)
    }

    /// An answer to what is asked.
    pub fn answer(&mut self, asked: &Value) -> Value {
        let count = asked["options"].as_array().unwrap().len();
        let number = |name: &str| asked["form"][name].as_u64().unwrap() as usize;
        let kind = asked["form"]["kind"].as_str().unwrap();
        let may_stop = !asked["stop"].is_null();
        let spots = asked["places"]["spots"].as_array();
        let answer = match kind {
            _ if spots.is_some() && !(may_stop && self.below(6) == 0) => {
                json!({ "spot": spots.unwrap()[self.below(spots.unwrap().len())] })
            }
            _ if may_stop && (count == 0 || self.below(6) == 0) => json!({ "stop": true }),
            "one" => json!({ "one": self.below(count) }),
            "several" => {
                let (least, most) = (number("least"), number("most").min(count));
                let some = least + self.below(most - least + 1);
                json!({ "several": self.shuffled(count)[..some] })
            }
            "order" => json!({ "several": self.shuffled(count) }),
            _ => json!({ "shares": self.shares(count, number("total"), number("most")) }),
        };
        json!({ "number": asked["number"], "answer": answer })
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
