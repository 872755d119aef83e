//! Notices to all viewers of a game.

use serde::Serialize;
use ts_rs::TS;

/// A notice to all viewers of a game, as an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Notice {
    /// The kind of notice.
    pub kind: NoticeKind,
    /// The text, in the viewer's language.
    pub text: String,
    /// Errors and warnings about the rules, as `grognard` prints them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub diagnostic: Option<String>,
    /// Log lines that were removed, as pairs of a paragraph and a message.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<(String, String)>>")]
    pub removed: Vec<(String, String)>,
    /// The log lines that replace the removed ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<(String, String)>>")]
    pub added: Vec<(String, String)>,
}

/// The kinds of notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum NoticeKind {
    /// New rules are in force.
    Changed,
    /// The rules are the same, but messages, colours or images have changed. The map and charts must be reloaded.
    Style,
    /// The changed rules have errors. The previous rules stay in force.
    Broken,
    /// The changed rules failed during play. The previous rules are back in force.
    Fallback,
    /// An opponent refused an undo that the viewer had requested.
    Refusal,
}

impl Notice {
    /// Creates a notice without diagnostics or log lines.
    pub fn new(kind: NoticeKind, text: String) -> Notice {
        Notice { kind, text, diagnostic: None, removed: Vec::new(), added: Vec::new() }
    }
}

/// How far an agent has come with its thinking, as an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Thinking {
    /// How much of the thinking is done.
    pub percent: u32,
}
