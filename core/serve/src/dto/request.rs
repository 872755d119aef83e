//! Bodies that a game page posts, and short replies.

use crate::game_id::GameId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// An answer to a question.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AnswerRequest {
    /// The number of the question.
    pub number: u64,
    /// The answer itself.
    pub answer: AnswerBody,
}

/// An answer, given by option indices.
#[derive(Clone, Debug, Deserialize, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum AnswerBody {
    /// Declines the question or chooses no more options; always true.
    Stop(bool),
    /// One option.
    One(usize),
    /// Several options, or all options put in order.
    Several(Vec<usize>),
    /// Amounts for options, as pairs of an index and an amount.
    Shares(Vec<(usize, u32)>),
    /// A place on a table: the distances from its west and north edges, in units of length.
    Spot([i32; 2]),
}

/// A reply to an undo request: consent or refusal. A refusal by the player who made the request withdraws it.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ConsentRequest {
    /// Whether the player consents.
    pub agree: bool,
}

/// A request for a new game that starts from a moment of this one.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ForkRequest {
    /// The number of the moment.
    pub moment: u64,
}

/// A query asking why a space, unit or place is not offered, or why the options chosen so far do not meet the condition
/// of the question. Exactly one of the four must be given.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct WhyQuery {
    /// The name of a space.
    pub space: Option<String>,
    /// The id of a unit.
    pub unit: Option<String>,
    /// A place on a table.
    pub spot: Option<[i32; 2]>,
    /// The indices of the options of the pending question that are chosen so far.
    pub chosen: Option<Vec<usize>>,
    /// The index of an option of the pending question. If given, the query is answered as if that option had been
    /// chosen.
    pub after: Option<usize>,
}

/// A query for the odds of an attack on a space.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OddsQuery {
    /// The name of the space.
    pub space: String,
    /// The ids of the attackers. If absent, all units that could attack are included.
    #[ts(optional = nullable)]
    pub attackers: Option<Vec<String>>,
}

/// A query for the odds of the fights of a unit at a place on a table.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ContactQuery {
    /// The id of the unit.
    pub unit: String,
    /// The place, in units of length. If absent, the unit fights where it stands.
    #[ts(optional = nullable)]
    pub spot: Option<[i32; 2]>,
    /// The id of the enemy. If absent, all enemies that the unit would touch are included.
    #[ts(optional = nullable)]
    pub enemy: Option<String>,
}

/// An empty reply to a granted request.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Done {}

/// The reply to an undo.
#[derive(Clone, Debug, Serialize, TS)]
pub struct UndoReply {
    /// The sides that were asked for their consent; empty if the decision has been taken back.
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
