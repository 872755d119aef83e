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
    /// The general state of the game, under the key `game`.
    Game(Box<Game>),
    /// The pending question, under `question`.
    Question(Option<Box<Question>>),
    /// The links between units, under `links`.
    Links(Vec<UnitLink>),
    /// The failure of the rules that keeps the game from going on, under `failure`.
    Failure(Option<RuleFailure>),
    /// The request for undo, under `undo_request`.
    UndoRequest(Option<UndoRequest>),
    /// Under `front`, the image that shows who owns the ground, with the front line between the sides; under
    /// `owner/SPACE`, the owner of a space.
    Text(String),
    /// The counters in a space, under `stack/SPACE`, or a side's counters off the map, under `off/SIDE`.
    Stack(Vec<Counter>),
    /// A unit or terrain piece on a table, under `stand/UNIT`.
    Stand(Box<Stand>),
    /// A line of the log, under `log/N`.
    Log(LogLine),
    /// A forced answer, under `forced/N`.
    Forced(ForcedAnswer),
    /// A dice roll, under `dice/N`.
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

/// A failure of the rules between two questions.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct RuleFailure {
    /// The errors, as `grognard` prints them.
    pub diagnostic: String,
}

/// A request for undo that awaits consent.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct UndoRequest {
    /// The side that wants to take back a decision.
    pub side: String,
    /// Whether the viewer plays the side that made the request.
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
    /// The turn in which it happened; 0 during set-up.
    pub turn: u16,
    /// The phase in which it happened, in the viewer's language.
    pub phase: Option<String>,
    /// The date of the turn in the viewer's language, if a chart of the battle tells it.
    pub date: Option<String>,
    /// The side that the event is about, if any.
    pub side: Option<String>,
    /// The spaces named in the description.
    pub spaces: Vec<String>,
    /// The id of the unit that moved, if the viewer knew the unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub unit: Option<String>,
    /// The spaces that this unit passed through, including both ends.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub path: Vec<String>,
}

/// An answer given automatically because it was the only one possible.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct ForcedAnswer {
    /// The side that would have answered.
    pub side: String,
    /// The number of the question's rulebook paragraph.
    pub rule: Option<String>,
    /// The subject of the question's rulebook paragraph.
    pub prompt: Option<String>,
    /// The units and spaces that the question was about, separated by commas; `None` if there are none.
    pub about: Option<String>,
    /// The chosen options, separated by commas.
    pub text: String,
    /// The number of log lines before the answer.
    pub line: usize,
    /// The turn; 0 during set-up.
    pub turn: u16,
    /// The phase, in the viewer's language.
    pub phase: Option<String>,
    /// The date of the turn in the viewer's language, if a chart of the battle tells it.
    pub date: Option<String>,
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
    /// The lowest result that is a hit, if the roll counts hits.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hits_from: Option<u32>,
}
