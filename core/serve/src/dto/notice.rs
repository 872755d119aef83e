//! Notices to all viewers of a game.

use serde::Serialize;
use ts_rs::TS;

/// A notice to all viewers of a game, as an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Notice {
    /// Its kind.
    pub kind: NoticeKind,
    /// Its text.
    pub text: String,
    /// Errors and warnings about the rules, as `grognard` prints them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub diagnostic: Option<String>,
    /// Log lines that were removed: pairs of a paragraph and a message.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<(String, String)>>")]
    pub removed: Vec<(String, String)>,
    /// Log lines that replace them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<(String, String)>>")]
    pub added: Vec<(String, String)>,
}

/// The kind of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum NoticeKind {
    /// The rules have changed.
    Changed,
    /// The same rules have other messages, colours or pictures, so the map and the charts must be reloaded.
    Style,
    /// The changed rules have errors; the previous ones stay in force.
    Broken,
    /// The changed rules failed during play; the previous ones are back in force.
    Fallback,
    /// The other side refused an undo.
    Refusal,
}

impl Notice {
    /// Creates a notice without details.
    pub fn new(kind: NoticeKind, text: String) -> Notice {
        Notice { kind, text, diagnostic: None, removed: Vec::new(), added: Vec::new() }
    }
}
