//! Audiences: the viewers of a game with the same role and language, who share a snapshot.

use crate::dto::{Advice, Delta, Notice, Snapshot, Thinking};
use crate::role::Role;
use crate::view::changes::Changes;
use crate::view::client_view::ClientView;
use axum::response::sse::Event;
use serde::Serialize;
use tokio::sync::mpsc::Sender;

/// A browser's event stream.
pub type EventSink = Sender<Event>;

/// The viewers who share a snapshot.
pub struct Audience {
    /// The role of the viewers in this audience.
    pub role: Role,
    /// The language of the viewers in this audience.
    pub language: String,
    /// The view from which the snapshot was made; `None` if the whole snapshot must be rebuilt.
    pub view: Option<ClientView>,
    snapshot: Snapshot,
    version: u64,
    viewers: Vec<EventSink>,
}

impl Audience {
    /// Creates an audience without viewers.
    pub fn new(role: Role, language: String) -> Audience {
        Audience { role, language, view: None, snapshot: Snapshot::new(), version: 0, viewers: Vec::new() }
    }

    /// Adds a viewer, who receives the full snapshot.
    pub fn add(&mut self, viewer: EventSink) {
        if let Some(event) = event("snapshot", &self.snapshot)
            && viewer.try_send(event).is_ok()
        {
            self.viewers.push(viewer);
        }
    }

    /// Updates the snapshot and sends the parts that have changed.
    pub fn show(&mut self, view: ClientView, changes: Changes) {
        let Changes { mut set, removed: mut gone } = changes;
        if self.view.is_none() {
            gone = self.snapshot.keys().filter(|key| !set.contains_key(*key)).cloned().collect();
        }
        self.view = Some(view);
        set.retain(|key, value| self.snapshot.get(key) != Some(value));
        if set.is_empty() && gone.is_empty() {
            return;
        }
        self.version += 1;
        let event = event("delta", &Delta { version: self.version, set: &set, removed: &gone });
        self.send(event);
        gone.iter().for_each(|key| drop(self.snapshot.remove(key)));
        self.snapshot.extend(set);
    }

    /// Sends a notice to all viewers.
    pub fn notify(&mut self, notice: &Notice) {
        self.send(event("notice", notice));
    }

    /// Tells all viewers how far an agent has come with its thinking.
    pub fn tell(&mut self, thinking: Thinking) {
        self.send(event("thinking", &thinking));
    }

    /// Shows all viewers the advice on the pending question, or that there is none.
    pub fn advise(&mut self, advice: Option<&Advice>) {
        self.send(event("advice", &advice));
    }

    /// Returns whether any viewers are left.
    pub fn has_viewers(&mut self) -> bool {
        self.viewers.retain(|viewer| !viewer.is_closed());
        !self.viewers.is_empty()
    }

    /// Sends an event to all viewers. Slow clients are dropped; the browser reconnects and receives a full snapshot.
    fn send(&mut self, event: Option<Event>) {
        let Some(event) = event else { return };
        self.viewers.retain(|viewer| viewer.try_send(event.clone()).is_ok());
    }
}

/// Returns an event of the given kind. Serialization cannot fail, because values consist of strings and numbers.
fn event<T: Serialize>(kind: &str, value: &T) -> Option<Event> {
    Event::default().event(kind).json_data(value).ok()
}
