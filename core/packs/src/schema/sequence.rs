//! `sequence.toml`: the sequence of play.

use schemars::JsonSchema;
use serde::Deserialize;

/// The sequence of play.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SequenceFile {
    /// The phases before the first turn.
    #[serde(default)]
    pub setup: Vec<PhaseDecl>,
    /// The player turns and impulses of a turn, in order.
    pub player_turn: Vec<PlayerTurnDecl>,
}

/// A player turn or an impulse.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerTurnDecl {
    /// The name shown to players.
    #[schemars(extend("x-for-people" = true))]
    pub name: String,
    /// The side of the phases, unless a phase names its own.
    pub side: Option<String>,
    /// A rule that decides whether the phases are repeated.
    pub repeat_while: Option<String>,
    /// The phases, in order.
    pub phase: Vec<PhaseDecl>,
}

/// A phase.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PhaseDecl {
    /// The name shown to players.
    pub name: String,
    /// The side that the phase belongs to.
    pub side: Option<String>,
    /// The rule that runs the phase: `combat.phase`.
    pub run: String,
    /// The paragraph of the rulebook: `9.2`.
    #[schemars(extend("x-for-people" = true))]
    pub rule: Option<String>,
    /// A general paragraph: questions of this paragraph are shown under the phase's `rule` instead. `F1` in the phase
    /// of the second movement, `H2`.
    #[schemars(extend("x-for-people" = true))]
    pub instead_of: Option<String>,
    /// The turns in which the phase takes place; all by default.
    pub turns: Option<Turns>,
    /// A rule that decides whether the phase takes place.
    pub when: Option<String>,
}

/// A selection of turns.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Turns {
    /// Ranges and single turns: `"2-7"`, `"1, 3-5"`.
    Ranges(String),
    /// One turn.
    One(u16),
    /// Several turns: `[1, 3]`.
    List(Vec<u16>),
}
