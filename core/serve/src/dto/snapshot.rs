//! Everything a role may see of a game, as a flat map. Updates contain only the keys that differ.

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
    /// The value of `game`.
    Game(Box<Game>),
    /// The value of `question`.
    Question(Option<Box<Question>>),
    /// The value of `links`.
    Links(Vec<UnitLink>),
    /// The value of `undo_request`.
    UndoRequest(Option<UndoRequest>),
    /// The value of `front` or `owner/SPACE`.
    Text(String),
    /// The value of `stack/SPACE` or `off/SIDE`.
    Stack(Vec<Counter>),
    /// The value of `stand/UNIT`.
    Stand(Box<Stand>),
    /// The value of `log/N`.
    Log(LogLine),
    /// The value of `forced/N`.
    Forced(ForcedAnswer),
    /// The value of `dice/N`.
    Dice(DiceRoll),
}

/// A link that rules made between two units, such as an attacker and its target.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct UnitLink {
    /// The name of the link.
    pub name: String,
    /// The id of the unit it starts from.
    pub from: String,
    /// The id of the unit it leads to.
    pub to: String,
}

/// A request for undo that awaits consent.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct UndoRequest {
    /// The side that wants to take back a decision.
    pub side: String,
    /// Whether the viewer plays that side.
    pub own: bool,
    /// The sides that have not consented yet.
    pub pending: Vec<String>,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct LogLine {
    /// The number of the rulebook paragraph.
    pub rule: String,
    /// A description of the event.
    pub text: String,
}

/// An answer given automatically because it was the only one possible.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct ForcedAnswer {
    /// The side that would have answered.
    pub side: String,
    /// The number of the question's rulebook paragraph.
    pub rule: Option<String>,
    /// The subject of the paragraph.
    pub prompt: Option<String>,
    /// The chosen options, separated by commas.
    pub text: String,
}

/// A dice roll.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct DiceRoll {
    /// The purpose of the roll, in the viewer's language.
    pub purpose: String,
    /// The number of sides of each die.
    pub sides: u32,
    /// The result of each die.
    pub results: Vec<u32>,
}
