//! Counters on the map and on a table.

use serde::Serialize;
use ts_rs::TS;

/// The counter of a unit.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Counter {
    /// The unit's name or token. The name of a hidden unit without a token is unique only within its space.
    pub id: String,
    /// The side of the unit; null if it is unknown.
    pub side: Option<String>,
    /// A description of the unit, in the viewer's language.
    pub label: String,
    /// The image, as an SVG fragment.
    pub svg: String,
    /// The current number of steps and the number at full strength; absent for a hidden unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub steps: Option<[u8; 2]>,
    /// Whether the unit has lost steps; absent for a hidden unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reduced: Option<bool>,
    /// The kind of the unit, in the viewer's language, by which a tray is sorted; absent if there is no table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub kind: Option<String>,
    /// The kind of ground, in the viewer's language; absent unless the unit is a terrain piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ground: Option<String>,
    /// The face of a card; absent unless the unit is a card that the viewer knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub card: Option<Card>,
    /// True for a card of which the viewer sees only the back.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub back: bool,
}

/// The face of a card, in the viewer's language.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Card {
    /// The title.
    pub title: String,
    /// The printed numbers.
    pub numbers: Vec<CardNumber>,
    /// What the card says.
    pub text: Option<String>,
    /// The number of the rulebook paragraph that the text stands for.
    pub rule: Option<String>,
    /// Whether the card is held: some others see only its back.
    pub held: bool,
}

/// A number printed on a card.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct CardNumber {
    /// The name of the number.
    pub name: String,
    /// Its value.
    pub value: i32,
}

/// A unit or a terrain piece on a table.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Stand {
    /// The counter of the unit, or the image of the terrain piece.
    #[serde(flatten)]
    pub counter: Counter,
    /// The coordinates of its centre, in units of length.
    pub spot: [i32; 2],
    /// The direction it faces.
    #[ts(type = "\"north\" | \"east\" | \"south\" | \"west\"")]
    pub facing: &'static str,
    /// The width and depth of its base; absent for a terrain piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub base: Option<[i64; 2]>,
}
