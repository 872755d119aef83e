//! Bodies that the page of a game posts, and short replies.

use crate::game_id::GameId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// An answer to a question.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AnswerRequest {
    /// The number of the question.
    pub number: u64,
    /// The answer.
    pub answer: AnswerBody,
}

/// An answer by the indices of options.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum AnswerBody {
    /// No (further) option; always true.
    Stop(bool),
    /// One option.
    One(usize),
    /// Several options, or all options put in order.
    Several(Vec<usize>),
    /// Amounts on options: pairs of an index and an amount.
    Shares(Vec<(usize, u32)>),
    /// A place on a table: the distances east and south of the table's corner, in units of length.
    Spot([i32; 2]),
}

/// Consent to the undo of another player, or its refusal.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ConsentRequest {
    /// Whether the player agrees.
    pub agree: bool,
}

/// A request for a new game that starts from a moment of this one.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ForkRequest {
    /// The number of the moment.
    pub moment: u64,
}

/// A query why a space, a unit or a place is not offered; exactly one of them is named.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct WhyQuery {
    /// A space.
    pub space: Option<String>,
    /// A unit.
    pub unit: Option<String>,
    /// A place on a table.
    pub spot: Option<[i32; 2]>,
    /// The index of an option to be chosen first.
    pub after: Option<usize>,
}

/// A query for the odds of an attack on a space.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OddsQuery {
    /// The space.
    pub space: String,
    /// The attackers; by default all units that could attack.
    #[ts(optional = nullable)]
    pub attackers: Option<Vec<String>>,
}

/// An empty reply: the request was granted.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Done {}

/// The reply to an undo.
#[derive(Clone, Debug, Serialize, TS)]
pub struct UndoReply {
    /// The sides that were asked for their consent; empty when the decision was taken back at once.
    pub consent: Vec<String>,
}

/// A request for another link to a game.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct LinkRequest {
    /// The number of the game.
    pub game: GameId,
    /// The role: `side:german`, `both`, `spectator`.
    pub role: String,
}
