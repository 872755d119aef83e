//! `guide.toml`: a guided first battle. No rule reads it.

use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A guided first battle: short texts that the player reads while playing. The guide never decides anything. It follows
/// what the player does, and skips the steps that the game has passed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GuideFile {
    /// The title shown to players: `Your first battle`.
    #[schemars(extend("x-for-people" = true))]
    pub title: String,
    /// About how many minutes the guided battle takes.
    #[schemars(range(min = 1, max = 600))]
    pub minutes: u32,
    /// The side that the reader of the guide plays.
    pub side: String,
    /// The players of the other sides. By default, recruits.
    #[serde(default)]
    pub players: BTreeMap<String, GuideOpponent>,
    /// The seed of the dice, so that the same decisions have the same results in every guided battle.
    #[schemars(range(min = 0, max = 1_000_000))]
    pub seed: u32,
    /// The steps, in the order in which the game reaches them.
    #[schemars(length(min = 1))]
    pub step: Vec<GuideStep>,
}

/// A player whose decisions depend on nothing but the game and its seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GuideOpponent {
    /// Looks one decision ahead.
    Recruit,
    /// Chooses at random.
    Random,
}

impl GuideOpponent {
    /// Returns the name of the player, as it is given for a seat.
    pub fn name(self) -> &'static str {
        match self {
            GuideOpponent::Recruit => "recruit",
            GuideOpponent::Random => "random",
        }
    }
}

/// A step of a guide. It is shown at the first moment at which `turn`, `phase`, `question` and `over` all fit; those
/// that are absent always fit.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GuideStep {
    /// The turn in which the step is shown.
    #[schemars(range(min = 0, max = 1000))]
    pub turn: Option<u16>,
    /// The phase in which the step is shown, as the sequence of play names it.
    pub phase: Option<String>,
    /// The key of the question during which the step is shown: `combat.target`.
    pub question: Option<String>,
    /// Whether the step is shown when the game is over.
    #[serde(default)]
    pub over: bool,
    /// What the player reads, in a few sentences.
    #[schemars(extend("x-for-people" = true))]
    pub text: String,
    /// What the step points at.
    #[serde(default)]
    pub show: GuideTarget,
    /// What ends the step. If this is absent, the player ends it with a button.
    pub until: Option<GuideCondition>,
    /// Shown if the player decides something else meanwhile.
    #[schemars(extend("x-for-people" = true))]
    pub hint: Option<String>,
}

/// What a step points at. With a unit and a space, an arrow leads from the unit to the space.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GuideTarget {
    /// A space on the map.
    pub space: Option<String>,
    /// The name of a unit.
    pub unit: Option<String>,
    /// A part of the page in the browser.
    pub part: Option<PagePart>,
    /// The number of a paragraph, wherever the page shows it.
    pub rule: Option<String>,
}

/// What ends a step. If there are several conditions, all of them must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GuideCondition {
    /// A unit, which `at` says more about.
    pub unit: Option<String>,
    /// The space that the unit must have reached.
    pub at: Option<String>,
    /// A unit must have moved; any unit of the reader's side.
    #[serde(default)]
    pub moved: bool,
    /// The reader must have answered a question.
    #[serde(default)]
    pub answered: bool,
    /// The question that must be asked.
    pub question: Option<String>,
    /// The part of the page that must be open.
    pub open: Option<PagePart>,
    /// The paragraph that must be open in the rulebook.
    pub rule: Option<String>,
    /// The phase that must have begun.
    pub phase: Option<String>,
    /// The turn that must have begun.
    #[schemars(range(min = 1, max = 1000))]
    pub turn: Option<u16>,
    /// The game must be over.
    #[serde(default)]
    pub over: bool,
}

impl GuideCondition {
    /// Returns whether there is no condition at all.
    pub fn is_empty(&self) -> bool {
        *self == GuideCondition::default()
    }
}

/// A part of the page in the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, serde::Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PagePart {
    /// The question at the top.
    Question,
    /// The red button, which ends an action.
    Stop,
    /// The button that sends an answer of several parts.
    Confirm,
    /// The button that takes back a decision.
    Undo,
    /// The button that asks for advice.
    Advice,
    /// The odds of an attack.
    Odds,
    /// The list of recent events.
    Recent,
    /// How the game is won.
    Goal,
    /// The rulebook.
    Rules,
    /// The log.
    Log,
    /// The dice rolls.
    Dice,
    /// The charts.
    Charts,
    /// The layers that can be shown over the map.
    Map,
    /// The help.
    Help,
}

impl PagePart {
    /// Returns whether the part can be open or closed.
    pub fn can_open(self) -> bool {
        !matches!(self, PagePart::Question | PagePart::Stop | PagePart::Confirm | PagePart::Undo)
    }
}
