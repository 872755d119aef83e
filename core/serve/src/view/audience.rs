//! Those who look at a game with the same eyes and in the same language: they have the same sheet.

use crate::dto::{Delta, Notice, Snapshot};
use crate::role::Role;
use crate::view::changes::Changes;
use crate::view::client_view::ClientView;
use axum::response::sse::Event;
use serde::Serialize;
use tokio::sync::mpsc::Sender;

/// Somebody who looks on.
pub type Viewer = Sender<Event>;

/// Viewers with the same sheet.
pub struct Audience {
    /// Their role.
    pub role: Role,
    /// Their language.
    pub language: String,
    /// What their sheet was made from; nothing where all of it is to be made again.
    pub seen: Option<ClientView>,
    sheet: Snapshot,
    version: u64,
    viewers: Vec<Viewer>,
}

impl Audience {
    /// An audience that has not seen anything.
    pub fn new(role: Role, language: String) -> Audience {
        Audience { role, language, seen: None, sheet: Snapshot::new(), version: 0, viewers: Vec::new() }
    }

    /// Somebody comes in and is given the whole sheet.
    pub fn add(&mut self, viewer: Viewer) {
        if let Some(event) = event("whole", &self.sheet)
            && viewer.try_send(event).is_ok()
        {
            self.viewers.push(viewer);
        }
    }

    /// Something else is seen now: those who look on are told what is different.
    pub fn show(&mut self, seen: ClientView, changes: Changes) {
        let Changes { mut set, mut gone } = changes;
        if self.seen.is_none() {
            gone = self.sheet.keys().filter(|key| !set.contains_key(*key)).cloned().collect();
        }
        self.seen = Some(seen);
        set.retain(|key, value| self.sheet.get(key) != Some(value));
        if set.is_empty() && gone.is_empty() {
            return;
        }
        self.version += 1;
        let event = event("delta", &Delta { version: self.version, set: &set, gone: &gone });
        self.send(event);
        gone.iter().for_each(|key| drop(self.sheet.remove(key)));
        self.sheet.extend(set);
    }

    /// Tells them something.
    pub fn tell(&mut self, notice: &Notice) {
        self.send(event("notice", notice));
    }

    /// Whether anybody is left.
    pub fn has_viewers(&mut self) -> bool {
        self.viewers.retain(|viewer| !viewer.is_closed());
        !self.viewers.is_empty()
    }

    /// Who does not keep up is let go; his browser comes back and is given the whole sheet.
    fn send(&mut self, event: Option<Event>) {
        let Some(event) = event else { return };
        self.viewers.retain(|viewer| viewer.try_send(event.clone()).is_ok());
    }
}

/// An event of a kind; what is sent is made of texts and numbers, which can always be written.
fn event<T: Serialize>(kind: &str, value: &T) -> Option<Event> {
    Event::default().event(kind).json_data(value).ok()
}
