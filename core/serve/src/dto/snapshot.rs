//! Everything a role may see of a game, as a flat map from keys to parts. Changes are sent as the keys that differ.

use super::{Counter, Game, Question, Stand};
use serde::Serialize;
use std::collections::BTreeMap;
use ts_rs::TS;

/// All parts of a game that a role may see, by key: `game`, `stack/0503`, `log/12`.
pub type Snapshot = BTreeMap<String, SnapshotPart>;

/// The value of one key of a snapshot.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum SnapshotPart {
    /// `game`
    Game(Box<Game>),
    /// `question`
    Question(Option<Box<Question>>),
    /// `links`
    Links(Vec<UnitLink>),
    /// `undo_request`
    UndoRequest(Option<UndoRequest>),
    /// `front` and `owner/SPACE`
    Text(String),
    /// `stack/SPACE` and `off/SIDE`
    Stack(Vec<Counter>),
    /// `stand/UNIT`
    Stand(Box<Stand>),
    /// `log/N`
    Log(LogLine),
    /// `forced/N`
    Forced(ForcedAnswer),
    /// `dice/N`
    Dice(DiceRoll),
}

/// A link that rules made between two units, such as from an attacker to its target.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct UnitLink {
    /// The name of the link.
    pub name: String,
    /// The unit it starts from.
    pub from: String,
    /// The unit it leads to.
    pub to: String,
}

/// A request for undo that waits for consent.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct UndoRequest {
    /// The side that asks.
    pub side: String,
    /// Whether the viewer plays that side.
    pub own: bool,
    /// The sides that have not consented yet.
    pub pending: Vec<String>,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct LogLine {
    /// The paragraph.
    pub rule: String,
    /// The message about the event.
    pub text: String,
}

/// An answer given for a side because no other was possible.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct ForcedAnswer {
    /// The side.
    pub side: String,
    /// The paragraph of the question.
    pub rule: Option<String>,
    /// The subject of the paragraph.
    pub prompt: Option<String>,
    /// The choices, separated by commas.
    pub text: String,
}

/// A roll of dice.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct DiceRoll {
    /// The purpose, in the viewer's language.
    pub purpose: String,
    /// The number of sides of each die.
    pub sides: u32,
    /// The results.
    pub results: Vec<u32>,
}
