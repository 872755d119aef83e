//! What is told to all who look at a game.

use serde::Serialize;

/// Something to be told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Notice {
    /// What it is about.
    pub kind: NoticeKind,
    /// In words.
    pub text: String,
    /// What is wrong or odd with the rules, as `grognard` prints it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diagnostic: Option<String>,
    /// Lines of the log that were taken back.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<(String, String)>,
    /// Lines that stand in their place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub new: Vec<(String, String)>,
}

/// What a notice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NoticeKind {
    /// Other rules are in force.
    Changed,
    /// The same rules in other words, colours or pictures: the map and the charts are to be asked for again.
    Dress,
    /// Other rules are wrong; those before stay in force.
    Broken,
    /// Other rules failed in the game; those before have been put back.
    Fallback,
    /// A decision is not taken back.
    Stands,
}

impl Notice {
    /// A notice in words.
    pub fn new(kind: NoticeKind, text: String) -> Notice {
        Notice { kind, text, diagnostic: None, gone: Vec::new(), new: Vec::new() }
    }
}
