//! The general state of a game.

use serde::Serialize;
use std::collections::BTreeMap;
use ts_rs::TS;

/// The general state of a game.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Game {
    /// The id of the scenario.
    pub id: String,
    /// The id of the game system.
    pub system: String,
    /// The title in the viewer's language.
    pub title: String,
    /// The current turn; 0 during set-up.
    pub turn: u16,
    /// The number of turns.
    pub turns: u16,
    /// The date of the current turn in the viewer's language, if a chart of the battle tells it.
    pub date: Option<String>,
    /// The current phase in the viewer's language.
    pub phase: String,
    /// The number of the phase's rulebook paragraph.
    pub rule: Option<String>,
    /// Whether the game is in set-up.
    pub setup: bool,
    /// The viewer's role and side.
    pub viewer: Viewer,
    /// The side that has to decide; null if the viewer may not know.
    pub active_side: Option<String>,
    /// Whether several sides are deciding in secret.
    pub secret_choice: bool,
    /// The viewer's own answers in this secret choice, each after the prompt of its question.
    pub secret_answers: Vec<(String, String)>,
    /// The result; null until the game is over.
    pub result: Option<GameResult>,
    /// The number of the current moment.
    pub moment: u64,
    /// Whether the viewer can take back a decision, or ask to.
    pub undo: bool,
    /// The sides that must consent to an undo.
    pub consent: Vec<String>,
    /// Whether the viewer can redo a decision.
    pub redo: bool,
    /// The player of each side: `person`, `greedy`, `random`.
    pub seats: BTreeMap<String, String>,
    /// The reasons why the viewer may not take certain actions.
    pub refusals: ActionRefusals,
}

/// The viewer's role and side.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Viewer {
    /// The kind of role, without the side's name: `side`, `both`, `spectator`.
    #[ts(type = "\"side\" | \"both\" | \"spectator\"")]
    pub role: String,
    /// The side whose view is shown.
    pub side: Option<String>,
}

/// The result of a finished game.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct GameResult {
    /// A description of the result.
    pub text: String,
    /// The winners; none for a draw.
    pub winners: Vec<String>,
}

/// The reasons why a viewer may not take certain actions. Permitted actions are absent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[ts(optional_fields)]
pub struct ActionRefusals {
    /// Why the viewer may not export the save.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replay: Option<String>,
    /// Why the viewer may not compare the game with a replay under different rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what_if: Option<String>,
    /// Why the viewer may not export a side's record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// Why the viewer may not start another game from an earlier moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fork: Option<String>,
}
