//! `system.toml`: the words of a game system.

use super::ArmyDecl;
use grognard_engine::style::MarkSign;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The words of a game system: what its maps, units and rules may speak of.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SystemFile {
    /// The sides, in order.
    pub side: Vec<SideDecl>,
    /// Kinds of terrain; the first is the one a space has when its map names no other.
    pub terrains: Vec<String>,
    /// What a border between two spaces may have: river, rail.
    #[serde(default)]
    pub features: Vec<String>,
    /// Words that rules ask of spaces: city, fortification.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Colours of kinds of terrain on pictures: `forest = "#c3d0a6"`; the others have those that go with their names.
    #[serde(default)]
    #[schemars(extend("x-for-people" = true))]
    pub terrain_colours: BTreeMap<String, String>,
    /// Named edges of the map.
    #[serde(default)]
    pub edges: Vec<String>,
    /// Numbers that maps attach to spaces.
    #[serde(default)]
    pub values: Vec<String>,
    /// Marks that rules set on units.
    #[serde(default)]
    pub marks: Vec<String>,
    /// Marks that everybody sees who knows the unit, each with its sign on the counter: `entrenched = "works"`.
    #[serde(default)]
    #[schemars(extend("x-for-people" = true))]
    pub signs: BTreeMap<String, SignDecl>,
    /// Numbers that rules keep on units.
    #[serde(default)]
    pub unit_numbers: Vec<String>,
    /// Links that rules keep from units to units: `attacks`.
    #[serde(default)]
    pub unit_links: Vec<String>,
    /// Numbers printed on units: `strength = "int"`, `morale = { type = "int", min = -3, max = 3 }`.
    #[serde(default)]
    pub properties: BTreeMap<String, PropertyDecl>,
    /// Numbers that rules keep for the game, with the value they start at.
    #[serde(default)]
    pub variables: BTreeMap<String, i32>,
    /// Types of units.
    pub unit_type: Vec<UnitTypeDecl>,
    /// Ways of moving.
    #[serde(default)]
    pub movement: BTreeMap<String, MovementDecl>,
    /// In how many parts of a movement point costs are counted: 2 where a road costs half a point.
    #[schemars(range(min = 1, max = 60))]
    #[schemars(extend("x-for-people" = true))]
    pub cost_parts: Option<u8>,
    /// Rules that the platform calls.
    #[serde(default)]
    pub hooks: Hooks,
    /// What can be shown over the map while somebody decides: zones of control, supply.
    #[serde(default)]
    #[schemars(extend("x-for-people" = true))]
    pub layers: BTreeMap<String, LayerDecl>,
    /// Ways of taking the decisions inside a battle, for `grognard odds --policy`.
    #[serde(default)]
    #[schemars(extend("x-for-people" = true))]
    pub policies: BTreeMap<String, PolicyDecl>,
    /// What an army is, where players bring their own.
    #[schemars(extend("x-for-people" = true))]
    pub army: Option<ArmyDecl>,
}

/// A side.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SideDecl {
    /// Its name: `blue`.
    pub name: String,
    /// The name as players read it: `Blue`.
    #[schemars(extend("x-for-people" = true))]
    pub adjective: Option<String>,
    /// Its people, in sentences: `Germans`. Without it, the adjective.
    #[schemars(extend("x-for-people" = true))]
    pub plural: Option<String>,
    /// The colour of its counters: `#a9b0a3`.
    #[schemars(extend("x-for-people" = true))]
    pub colour: Option<String>,
}

/// A property: its type alone, or with the numbers it may have.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum PropertyDecl {
    /// Numbers from 0 to 999.
    Type(PropertyType),
    /// Numbers from one to another.
    Range(RangeDecl),
}

/// A property with the numbers it may have.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RangeDecl {
    /// Its type.
    #[serde(rename = "type")]
    pub kind: PropertyType,
    /// The least number; 0 if nothing is said.
    pub min: Option<i32>,
    /// The largest number; 999 if nothing is said.
    pub max: Option<i32>,
}

impl PropertyDecl {
    /// The least and the largest number a unit may have.
    pub fn range(&self) -> RangeInclusive<i32> {
        match self {
            PropertyDecl::Type(PropertyType::Int) => 0..=MAX_PRINTED,
            PropertyDecl::Range(range) => range.min.unwrap_or(0)..=range.max.unwrap_or(MAX_PRINTED),
        }
    }
}

/// A larger number on a counter is a slip, unless the system says otherwise.
const MAX_PRINTED: i32 = 999;

/// Types of properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PropertyType {
    /// A whole number.
    Int,
}

/// Signs of marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SignDecl {
    /// A wall: dug in.
    Works,
    /// A cut line: without supply.
    Isolated,
    /// A tick: has done what it may do.
    Done,
    /// An arrow: called up, in command.
    Active,
    /// A burst: has fought, or is to fight.
    Fight,
    /// A zigzag: shaken, spent, in disorder.
    Shaken,
    /// A dot: anything else.
    Dot,
}

impl From<SignDecl> for MarkSign {
    fn from(sign: SignDecl) -> MarkSign {
        match sign {
            SignDecl::Works => MarkSign::Works,
            SignDecl::Isolated => MarkSign::Isolated,
            SignDecl::Done => MarkSign::Done,
            SignDecl::Active => MarkSign::Active,
            SignDecl::Fight => MarkSign::Fight,
            SignDecl::Shaken => MarkSign::Shaken,
            SignDecl::Dot => MarkSign::Dot,
        }
    }
}

/// A type of unit.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitTypeDecl {
    /// Its name: `tank-corps`.
    pub name: String,
    /// The picture on the counter.
    #[schemars(extend("x-for-people" = true))]
    pub symbol: Option<String>,
    /// What sentences call its units, with a place for the name: `{1} Panzer Corps`, `{1:ordinal} Army`. Without it,
    /// their name.
    #[schemars(extend("x-for-people" = true))]
    pub title: Option<String>,
    /// Words that rules ask for.
    #[serde(default)]
    pub tags: Vec<String>,
    /// How wide and how deep its bases are on a table; both are even.
    pub base: Option<[i32; 2]>,
}

/// A way of moving: what it costs to enter a space.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MovementDecl {
    /// The paragraph.
    #[schemars(extend("x-for-people" = true))]
    pub rule: Option<String>,
    /// Cost to enter each terrain.
    #[serde(default)]
    pub terrain: BTreeMap<String, u8>,
    /// Cost to enter any other terrain; without it, other terrain is closed.
    pub base: Option<u8>,
    /// Only across borders with this feature.
    pub along: Option<String>,
    /// Cost to cross a border with a feature, in place of that of the terrain behind it: roads.
    #[serde(default)]
    pub over: BTreeMap<String, u8>,
    /// Extra cost to cross a border with a feature; 255 closes it.
    #[serde(default)]
    pub across: BTreeMap<String, u8>,
    /// Features that bridge a border: where one is, `across` does not count.
    #[serde(default)]
    pub bridges: Vec<String>,
    /// Kinds of terrain that bridge the borders of their spaces: towns.
    #[serde(default)]
    pub bridge_terrain: Vec<String>,
    /// On a table: what pieces of ground, which are units of these types, are to it.
    #[serde(default)]
    pub ground: BTreeMap<String, HoldDecl>,
    /// On a table: whoever moves so is always on a piece of one of these types: roads.
    #[serde(default)]
    pub only: Vec<String>,
}

/// What a kind of ground on a table is to a way of moving.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HoldDecl {
    /// How many points each unit of length costs; 1 if nothing is said.
    #[schemars(range(min = 1, max = 100))]
    pub cost: Option<u16>,
    /// What coming onto it costs besides.
    #[serde(default)]
    pub enter: u16,
    /// Nobody comes onto it.
    #[serde(default)]
    pub closed: bool,
    /// Whoever comes onto it stops.
    #[serde(default)]
    pub stops: bool,
    /// A move is all on it or all off it: who comes onto it begins beside it, who leaves it stops.
    #[serde(default)]
    pub apart: bool,
    /// The most that can be gone on it by who begins there.
    pub most: Option<u16>,
    /// Where a piece of one of these types lies as well, it counts for nothing: bridges.
    #[serde(default)]
    pub under: Vec<String>,
}

/// Something that can be shown over the map for a side.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LayerDecl {
    /// What players read: `zones of control`.
    #[schemars(extend("x-for-people" = true))]
    pub title: String,
    /// The paragraph.
    #[schemars(extend("x-for-people" = true))]
    pub rule: Option<String>,
    /// The rule that finds it: gets a side, and returns a set of spaces, a set of units, a way, or a list of these.
    pub script: String,
}

/// Rules that the platform calls by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hooks {
    /// Judges a position for the greedy agent, at every step and quickly: gets a side, and returns a number, more for
    /// what is better for that side. It may look at the game and change nothing.
    pub evaluate: Option<String>,
    /// Judges a position for the search agent, seldom and with more care; gets and returns the same. Without it
    /// `evaluate` does.
    pub outlook: Option<String>,
    /// Tells the odds of one battle, for `odds`: gets a space and, when somebody names them, the units that attack it.
    /// Returns a column, a refusal, or a list of columns, refusals and forecasts.
    pub odds: Option<String>,
    /// Fights the battle that `odds` tells of, with the rules that fight it in the game: gets the same, and returns
    /// true if there was one. It is run in copies of the game only, once for each way the dice can fall: so exact odds
    /// are found.
    pub battle: Option<String>,
}

impl Hooks {
    /// Those that a system declares, by name.
    pub fn declared(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let Hooks { evaluate, outlook, odds, battle } = self;
        let all = [("evaluate", evaluate), ("outlook", outlook), ("odds", odds), ("battle", battle)];
        all.into_iter().filter_map(|(name, rule)| Some((name, rule.as_deref()?)))
    }
}

/// A named way of taking the decisions inside a battle, for exact odds.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PolicyDecl {
    /// What players read: `the defender holds his cities`.
    pub title: String,
    /// For each question, the answer: a word on offer, `stop`, or `most` for the largest number. Other questions are
    /// declined, or answered with what is offered first.
    pub answers: BTreeMap<String, String>,
}
