//! A viewer of a board: the events received, and the snapshot built from them.

use axum::body::Body;
use grognard_testing::MAX_WAIT;
use http_body_util::BodyExt;
use serde_json::Value;
use std::collections::BTreeMap;

pub struct Viewer {
    body: Body,
    unread: String,
    /// Everything that was sent to the viewer.
    pub sent: String,
    /// The current snapshot.
    pub snapshot: BTreeMap<String, Value>,
}

impl Viewer {
    pub async fn open(body: Body) -> Viewer {
        let mut viewer = Viewer { body, unread: String::new(), sent: String::new(), snapshot: BTreeMap::new() };
        let (kind, _) = viewer.next().await;
        assert_eq!(kind, "snapshot");
        viewer
    }

    /// Returns the next event, after it was applied to the snapshot.
    pub async fn next(&mut self) -> (String, Value) {
        loop {
            if let Some((event, rest)) = self.unread.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.unread = rest;
                let field = |name: &str| {
                    event.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim().to_owned()
                };
                let (kind, value) = (field("event:"), serde_json::from_str(&field("data:")).unwrap());
                self.see(&kind, &value);
                return (kind, value);
            }
            let frame = tokio::time::timeout(MAX_WAIT, self.body.frame()).await.expect("the next event arrives");
            self.read(&frame.expect("the connection stays open").unwrap().into_data().unwrap_or_default());
        }
    }

    fn read(&mut self, data: &[u8]) {
        let text = std::str::from_utf8(data).unwrap();
        self.sent += text;
        self.unread += text;
    }

    /// Reads everything sent so far. The effects of an answer are sent before it is confirmed.
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

    /// Returns the next event of a kind.
    pub async fn next_of(&mut self, kind_wanted: &str) -> Value {
        loop {
            let (kind, value) = self.next().await;
            if kind == kind_wanted {
                return value;
            }
        }
    }

    fn see(&mut self, kind: &str, value: &Value) {
        match kind {
            "snapshot" => self.snapshot = serde_json::from_value(value.clone()).unwrap(),
            "delta" => {
                let set: BTreeMap<String, Value> = serde_json::from_value(value["set"].clone()).unwrap();
                self.snapshot.extend(set);
                value["removed"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .for_each(|key| drop(self.snapshot.remove(key.as_str().unwrap())));
            }
            _ => {}
        }
    }

    /// Reads until the game has reached a moment.
    pub async fn until(&mut self, moment: u64) {
        while self.moment() != moment {
            self.next().await;
        }
    }

    /// Returns the current moment. A player of all sides of an open game can tell all decisions apart.
    pub fn moment(&self) -> u64 {
        self.snapshot["game"]["moment"].as_u64().unwrap()
    }

    pub fn asked(&self) -> Option<&Value> {
        self.snapshot.get("question").filter(|asked| !asked.is_null())
    }

    pub fn is_over(&self) -> bool {
        !self.snapshot["game"]["result"].is_null()
    }
}
