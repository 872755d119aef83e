//! The pending question.

use serde::Serialize;
use ts_rs::TS;

/// The pending question, for a viewer who may answer it.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Question {
    /// Its number, which an answer must repeat.
    pub number: u64,
    /// The side that is asked.
    pub side: String,
    /// Its key: `movement.unit`.
    pub key: String,
    /// Its paragraph.
    pub rule: String,
    /// The subject of the paragraph.
    pub rule_title: Option<String>,
    /// The prompt, in the viewer's language.
    pub prompt: String,
    /// The form of its answer.
    pub form: AnswerForm,
    /// The options; empty if any place of a region can be chosen.
    pub options: Vec<Choice>,
    /// The places of a region that are offered.
    pub places: Option<Places>,
    /// The label for declining, if the viewer may decline.
    pub stop: Option<String>,
    /// The context: the unit that moves, the space of the fight.
    pub context: Vec<Choice>,
}

/// The form of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum AnswerForm {
    /// One option.
    One,
    /// A number of options within limits.
    Several {
        /// The minimum.
        min: u16,
        /// The maximum.
        max: u16,
    },
    /// All options, put in order.
    Order,
    /// A total spread over the options.
    Allocate {
        /// The total.
        total: u32,
        /// The maximum on one option.
        max: u32,
    },
}

/// Something that can be chosen. Besides its name and its cost, it has the fields for its kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[ts(optional_fields)]
pub struct Choice {
    /// Its name in the viewer's language.
    pub text: String,
    /// The cost of a space within reach.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
    /// A unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// A space, or the space of the unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub space: Option<String>,
    /// A path from space to space.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<String>>,
    /// A number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<i32>,
    /// A place on a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spot: Option<[i32; 2]>,
    /// Whether it is a label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<bool>,
}

/// The places of a region that are offered. Any other place of the region can be chosen as well.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Places {
    /// The places.
    pub spots: Vec<[i32; 2]>,
    /// The cost of going to each place.
    pub costs: Option<Vec<u32>>,
    /// The corners of the unit's footprint, relative to its centre.
    pub outline: Option<Vec<[i64; 2]>>,
    /// The width of the footprint of a course.
    pub width: Option<i64>,
}
