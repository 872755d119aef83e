//! The pending question.

use serde::Serialize;
use ts_rs::TS;

/// The pending question, for a viewer who may answer it.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Question {
    /// The number of the question, which an answer must repeat.
    pub number: u64,
    /// The side that must answer.
    pub side: String,
    /// The key of the question: `movement.unit`.
    pub key: String,
    /// The number of the question's rulebook paragraph.
    pub rule: String,
    /// The subject of the question's rulebook paragraph.
    pub rule_title: Option<String>,
    /// The prompt, in the viewer's language.
    pub prompt: String,
    /// The form of the answer.
    pub form: AnswerForm,
    /// Whether the chosen options have to meet a condition, of which a query with `chosen` tells whether they do.
    pub condition: bool,
    /// The options; empty if the answer is a place in a region.
    pub options: Vec<Choice>,
    /// The places offered, if the answer is a place in a region.
    pub places: Option<Places>,
    /// The label for declining; null if the question cannot be declined.
    pub stop: Option<String>,
    /// What declining means, in a clause, if the question says so.
    pub stop_note: Option<String>,
    /// The unit or space that the question is about, such as the moving unit or the space under attack.
    pub context: Vec<Choice>,
}

/// The form of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum AnswerForm {
    /// Exactly one of the options.
    One,
    /// Several options, at least `min` and at most `max`.
    Several {
        /// The minimum number.
        min: u16,
        /// The maximum number.
        max: u16,
    },
    /// All options, put in order.
    Order,
    /// A total, distributed over the options.
    Allocate {
        /// The total to distribute.
        total: u32,
        /// The maximum for one option.
        max: u32,
    },
}

/// A choice: its text, its cost, and the fields that identify what is chosen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[ts(optional_fields)]
pub struct Choice {
    /// The text of the choice, in the viewer's language.
    pub text: String,
    /// The cost of moving to a space.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
    /// What the choice means, in a clause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The id of a unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The name of the space. For a unit, the space it is in, or `@` and its id if it is on a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub space: Option<String>,
    /// A path, as a list of spaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<String>>,
    /// The number, if the choice is a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<i32>,
    /// A place on a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spot: Option<[i32; 2]>,
    /// True if the choice is a label rather than a unit, space, path, number or place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<bool>,
}

/// The places offered: those of a region, in which any other place can be chosen too, or those of a list.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Places {
    /// The coordinates of the places, in units of length.
    pub spots: Vec<[i32; 2]>,
    /// The cost of moving to each place.
    pub costs: Option<Vec<u32>>,
    /// The corners of the footprint of the unit or terrain piece to be placed, relative to its centre.
    pub outline: Option<Vec<[i64; 2]>>,
    /// The width of a course's footprint; 0 for other shapes, null if there is no outline.
    pub width: Option<i64>,
}
