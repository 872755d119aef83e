//! Those who look at a game with the same eyes and in the same language: they have the same sheet.

use crate::notice::Notice;
use crate::role::Role;
use crate::sheet::Sheet;
use axum::response::sse::Event;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::mpsc::Sender;

/// Somebody who looks on.
pub type Viewer = Sender<Event>;

/// Viewers with the same sheet.
pub struct Audience {
    /// Their role.
    pub role: Role,
    /// Their language.
    pub language: String,
    sheet: Sheet,
    version: u64,
    viewers: Vec<Viewer>,
}

/// What is different on a sheet.
#[derive(Serialize)]
struct Delta<'a> {
    version: u64,
    set: serde_json::Map<String, Value>,
    gone: Vec<&'a String>,
}

impl Audience {
    /// An audience that is about to see a sheet.
    pub fn new(role: Role, language: String, sheet: Sheet) -> Audience {
        Audience { role, language, sheet, version: 0, viewers: Vec::new() }
    }

    /// Somebody comes in and is given the whole sheet.
    pub fn welcome(&mut self, viewer: Viewer) {
        if let Some(event) = event("whole", &self.sheet)
            && viewer.try_send(event).is_ok()
        {
            self.viewers.push(viewer);
        }
    }

    /// The sheet is another now: those who have it are told what is different.
    pub fn show(&mut self, sheet: Sheet) {
        let before = std::mem::replace(&mut self.sheet, sheet);
        let is_new = |(key, value): &(&String, &Value)| before.get(*key) != Some(value);
        let set: serde_json::Map<String, Value> =
            self.sheet.iter().filter(is_new).map(|(key, value)| (key.clone(), value.clone())).collect();
        let gone: Vec<&String> = before.keys().filter(|key| !self.sheet.contains_key(*key)).collect();
        if set.is_empty() && gone.is_empty() {
            return;
        }
        self.version += 1;
        let event = event("delta", &Delta { version: self.version, set, gone });
        self.send(event);
    }

    /// Tells them something.
    pub fn tell(&mut self, notice: &Notice) {
        self.send(event("notice", notice));
    }

    /// Whether anybody is left.
    pub fn is_there(&mut self) -> bool {
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
