//! The guide of a battle: the steps of a guided first battle.

use grognard_packs::PagePart;
use serde::Serialize;
use ts_rs::TS;

/// The guide of a battle, in the viewer's language.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Guide {
    /// The title.
    pub title: String,
    /// The side that the reader of the guide plays.
    pub side: String,
    /// The phases of the set-up and of a turn, in order, in the viewer's language.
    pub phases: Vec<String>,
    /// The steps, in order.
    pub steps: Vec<GuideStep>,
}

/// A step of a guide. It is shown at the first moment at which `turn`, `phase`, `question` and `over` all fit.
#[derive(Clone, Debug, Serialize, TS)]
pub struct GuideStep {
    /// The turn in which the step is shown.
    pub turn: Option<u16>,
    /// The index of the phase in which the step is shown.
    pub phase: Option<usize>,
    /// The key of the question during which the step is shown.
    pub question: Option<String>,
    /// Whether the step is shown when the game is over.
    pub over: bool,
    /// What the player reads.
    pub text: String,
    /// Shown if the player decides something else meanwhile.
    pub hint: Option<String>,
    /// What the step points at.
    pub show: GuideTarget,
    /// What ends the step; null if the player ends it with a button.
    pub until: Option<GuideCondition>,
}

/// What a step points at.
#[derive(Clone, Debug, Serialize, TS)]
pub struct GuideTarget {
    /// The name of a space.
    pub space: Option<String>,
    /// The id of a unit.
    pub unit: Option<String>,
    /// A part of the page.
    #[ts(type = "string | null")]
    pub part: Option<PagePart>,
    /// The number of a paragraph.
    pub rule: Option<String>,
}

/// What ends a step: everything that is not null or false must hold.
#[derive(Clone, Debug, Serialize, TS)]
pub struct GuideCondition {
    /// The id of the unit that must be at `at`.
    pub unit: Option<String>,
    /// The name of the space that the unit must have reached.
    pub at: Option<String>,
    /// Whether a unit of the reader's side must have moved.
    pub moved: bool,
    /// Whether the reader must have answered a question.
    pub answered: bool,
    /// The key of the question that must be asked.
    pub question: Option<String>,
    /// The part of the page that must be open.
    #[ts(type = "string | null")]
    pub open: Option<PagePart>,
    /// The paragraph that must be open in the rulebook.
    pub rule: Option<String>,
    /// The index of the phase that must have begun.
    pub phase: Option<usize>,
    /// The turn that must have begun.
    pub turn: Option<u16>,
    /// Whether the game must be over.
    pub over: bool,
}
