//! Messages between the page and the program.

use serde::{Deserialize, Serialize};

/// A message from the page.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Message {
    /// Starts a game. The agent plays all other sides.
    Start {
        /// The scenario.
        scenario: String,
        /// The side played by the person; empty if the agent plays all sides.
        side: String,
        /// The seed of the game.
        seed: u64,
    },
    /// Answers the question.
    Answer {
        /// The indices of the chosen options, in order. An option that takes several shares appears several times.
        options: Vec<usize>,
    },
    /// Declines the question.
    Stop,
    /// Lets the agent answer the question.
    Agent,
    /// Takes back the person's last decision.
    Undo,
}

/// The state of the game as shown on the page.
#[derive(Debug, Default, Serialize)]
pub struct Reply {
    /// Why the message was refused. The game is unchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The board as an SVG picture.
    pub board: String,
    /// The question to the person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// The side whose agent is to answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// How the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<String>,
    /// Whether the person's last decision can be taken back.
    pub undo: bool,
    /// The log: the paragraph and the text of each line.
    pub log: Vec<(String, String)>,
}

impl Reply {
    /// Creates a reply for a message that was refused.
    pub fn error(error: String) -> Reply {
        Reply { error: Some(error), ..Reply::default() }
    }
}

/// A question to the person.
#[derive(Debug, Serialize)]
pub struct Question {
    /// The side that is asked.
    pub side: String,
    /// The prompt.
    pub prompt: String,
    /// The options.
    pub options: Vec<OfferedOption>,
    /// The label of the option to decline; `None` if the question must be answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
    /// The minimum number of options to choose.
    pub least: usize,
    /// The maximum number of options to choose.
    pub most: usize,
}

/// An option of a question.
#[derive(Debug, Serialize)]
pub struct OfferedOption {
    /// The name.
    pub name: String,
    /// The space on the board, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub space: Option<String>,
}
