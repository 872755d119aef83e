//! The events of a board.

use super::HttpClient;
use serde_json::Value;
use std::io;

/// The event stream of a link, and the snapshot it has built up.
pub struct EventStream {
    client: HttpClient,
    /// The current snapshot.
    pub snapshot: Value,
}

impl EventStream {
    /// Opens the stream of a link and waits for the first snapshot.
    pub fn open(address: &str, path: &str) -> io::Result<EventStream> {
        let mut client = HttpClient::connect(address)?;
        client.send("GET", &format!("{path}api/events"), "", "")?;
        let mut stream = EventStream { client, snapshot: Value::Null };
        while stream.snapshot.is_null() {
            stream.wait()?;
        }
        Ok(stream)
    }

    /// Returns the current snapshot of a link.
    pub fn snapshot_of(address: &str, path: &str) -> io::Result<Value> {
        EventStream::open(address, path).map(|stream| stream.snapshot)
    }

    /// Waits for the next event.
    pub fn wait(&mut self) -> io::Result<()> {
        let kind = self.field("event:")?;
        let body: Value = serde_json::from_str(&self.field("data:")?).map_err(io::Error::other)?;
        match (kind.as_str(), self.snapshot.as_object_mut()) {
            ("snapshot", _) => self.snapshot = body,
            ("delta", Some(snapshot)) => {
                let removed = body["removed"].as_array().into_iter().flatten().filter_map(Value::as_str);
                removed.for_each(|key| drop(snapshot.remove(key)));
                snapshot.extend(body["set"].as_object().cloned().unwrap_or_default());
            }
            _ => {}
        }
        Ok(())
    }

    fn field(&mut self, name: &str) -> io::Result<String> {
        loop {
            if let Some(value) = self.client.read_line()?.strip_prefix(name) {
                return Ok(value.trim().to_owned());
            }
        }
    }

    /// Returns a part of the current snapshot.
    pub fn get(&self, key: &str) -> &Value {
        &self.snapshot[key]
    }
}
