//! `system.toml`: the names that a game system declares.

use super::ArmyDecl;
use grognard_engine::style::MarkSign;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The names that the maps, units and rules of a game system can use, and the rules that the platform calls.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SystemFile {
    /// The sides, in order.
    pub side: Vec<SideDecl>,
    /// The kinds of terrain. The first is the terrain of every space to which the map assigns none.
    pub terrains: Vec<String>,
    /// The features of borders between spaces: river, rail.
    #[serde(default)]
    pub features: Vec<String>,
    /// The tags of spaces that rules can look up: city, fortification.
    #[serde(default)]
    pub tags: Vec<String>,
    /// The colours of terrain in pictures: `forest = "#c3d0a6"`. Other terrain gets a colour that suits its name.
    #[serde(default)]
    #[schemars(extend("x-for-people" = true))]
    pub terrain_colours: BTreeMap<String, String>,
    /// Words for what terrain looks like in pictures, if its name does not tell: `yellow = "groves"`.
    #[serde(default)]
    #[schemars(extend("x-for-people" = true))]
    pub terrain_looks: BTreeMap<String, String>,
    /// The titles in pictures of terrain, tags and values whose names are not for players: `kiev-key = "key to Kiev"`.
    #[serde(default)]
    #[schemars(extend("x-for-people" = true))]
    pub titles: BTreeMap<String, String>,
    /// The named edges of the map.
    #[serde(default)]
    pub edges: Vec<String>,
    /// The names of the numbers that maps can give to spaces.
    #[serde(default)]
    pub values: Vec<String>,
    /// The marks that rules set on units.
    #[serde(default)]
    pub marks: Vec<String>,
    /// The marks that everyone who knows the identity of a unit can see on it, each with its symbol on the counter:
    /// `entrenched = "works"`.
    #[serde(default)]
    #[schemars(extend("x-for-people" = true))]
    pub signs: BTreeMap<String, SignDecl>,
    /// The names of the numbers that rules keep for units, all 0 at first.
    #[serde(default)]
    pub unit_numbers: Vec<String>,
    /// The links that rules keep between units: `attacks`.
    #[serde(default)]
    pub unit_links: Vec<String>,
    /// The numbers printed on units: `strength = "int"`, `morale = { type = "int", min = -3, max = 3 }`.
    #[serde(default)]
    pub properties: BTreeMap<String, PropertyDecl>,
    /// What rules keep for the game: `night = 0`, `weather = { words = ["clear", "rain"] }`.
    #[serde(default)]
    pub variables: BTreeMap<String, VariableDecl>,
    /// What rules keep for each unit: `plot = { words = ["ahead", "left", "right"], length = 4 }`.
    #[serde(default)]
    pub unit_variables: BTreeMap<String, VariableDecl>,
    /// The headings that units have on maps of hexes, clockwise: six words, for the sides of a hex, or twelve, which
    /// include the corners. On flat-topped hexes, the first heading points up. On pointy-topped hexes, the first of six
    /// points to the upper right.
    #[serde(default)]
    pub headings: Vec<String>,
    /// What rules keep for each space: `smoke = { words = ["none", "thick"] }`.
    #[serde(default)]
    pub space_variables: BTreeMap<String, VariableDecl>,
    /// The unit types.
    pub unit_type: Vec<UnitTypeDecl>,
    /// The ways of moving, such as on foot or by rail.
    #[serde(default)]
    pub movement: BTreeMap<String, MovementDecl>,
    /// The number of parts in a movement point, for costs given in parts of a point: 2 if a road costs half a point.
    #[schemars(range(min = 1, max = 60))]
    #[schemars(extend("x-for-people" = true))]
    pub cost_parts: Option<u8>,
    /// The rules that the platform calls.
    #[serde(default)]
    pub hooks: Hooks,
    /// How strong the agents are in this system.
    #[schemars(extend("x-for-people" = true))]
    pub elo: Option<EloDecl>,
    /// The characters that agents can have, by name: `cautious`.
    #[serde(default)]
    #[schemars(extend("x-for-people" = true))]
    pub characters: BTreeMap<String, CharacterDecl>,
    /// The layers that can be shown over the map while a player decides: zones of control, supply.
    #[serde(default)]
    #[schemars(extend("x-for-people" = true))]
    pub layers: BTreeMap<String, LayerDecl>,
    /// Policies for the decisions inside a battle, for `grognard odds --policy`.
    #[serde(default)]
    #[schemars(extend("x-for-people" = true))]
    pub policies: BTreeMap<String, PolicyDecl>,
    /// The rules for armies, if players bring their own.
    #[schemars(extend("x-for-people" = true))]
    pub army: Option<ArmyDecl>,
}

/// A side.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SideDecl {
    /// The name: `blue`.
    pub name: String,
    /// The display name: `Blue`.
    #[schemars(extend("x-for-people" = true))]
    pub adjective: Option<String>,
    /// The plural in sentences: `Germans`. By default, the adjective is used.
    #[schemars(extend("x-for-people" = true))]
    pub plural: Option<String>,
    /// The colour of the side's counters: `#a9b0a3`.
    #[schemars(extend("x-for-people" = true))]
    pub colour: Option<String>,
    /// The alliance that the side belongs to: `axis`. Sides with the same word are allies, not enemies.
    pub alliance: Option<String>,
    /// Whether nobody plays the side. Such a side owns cards, markers and other units of nobody, is never asked
    /// anything, and is nobody's enemy.
    #[serde(default)]
    pub neutral: bool,
}

/// A variable: its initial number, or what it can have.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum VariableDecl {
    /// A number, with its initial value.
    Number(i32),
    /// A word, a number, or a list.
    Stored(StoredDecl),
}

/// What a variable can have.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StoredDecl {
    /// The words that it can have. By default, it has whole numbers.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub words: Vec<String>,
    /// The initial word or number. By default, the first word or 0. A list is empty at first.
    pub initial: Option<InitialDecl>,
    /// The maximum length of the list, if it has a list of words or numbers.
    #[schemars(range(min = 1, max = 32))]
    pub length: Option<u8>,
}

/// The initial value of a variable.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum InitialDecl {
    /// A number.
    Number(i32),
    /// A word.
    Word(String),
}

/// A property: its type alone, or with a range of numbers.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum PropertyDecl {
    /// Numbers from 0 to 999.
    Type(PropertyType),
    /// Numbers in a range.
    Range(RangeDecl),
}

/// A property with the range of its numbers.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RangeDecl {
    /// The type.
    #[serde(rename = "type")]
    pub kind: PropertyType,
    /// The smallest number; 0 by default.
    pub min: Option<i32>,
    /// The largest number; 999 by default.
    pub max: Option<i32>,
}

impl PropertyDecl {
    /// Returns the range of numbers that a unit may have.
    pub fn range(&self) -> RangeInclusive<i32> {
        match self {
            PropertyDecl::Type(PropertyType::Int) => 0..=MAX_PRINTED,
            PropertyDecl::Range(range) => range.min.unwrap_or(0)..=range.max.unwrap_or(MAX_PRINTED),
        }
    }
}

/// Maximum number on a counter, unless the system declares a different maximum. Larger numbers are reported as
/// mistakes.
const MAX_PRINTED: i32 = 999;

/// Types of properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PropertyType {
    /// A whole number.
    Int,
}

/// The symbol of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SignDecl {
    /// A wall: the unit is dug in.
    Works,
    /// A cut line: the unit is out of supply.
    Isolated,
    /// A tick: the unit has finished its actions.
    Done,
    /// An arrow: the unit is activated or in command.
    Active,
    /// A burst: the unit has fought, or is going to.
    Fight,
    /// A zigzag: the unit is shaken, spent or disordered.
    Shaken,
    /// A dot: any other mark.
    Dot,
}

same_variants!(SignDecl => MarkSign: Works, Isolated, Done, Active, Fight, Shaken, Dot);

/// A unit type.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitTypeDecl {
    /// The name: `tank-corps`.
    pub name: String,
    /// The symbol on the counter.
    #[schemars(extend("x-for-people" = true))]
    pub symbol: Option<String>,
    /// The colour of counters of this type, if it is not that of their side: `#8d867c`.
    #[schemars(extend("x-for-people" = true))]
    pub colour: Option<String>,
    /// The title of units of this type in sentences, with a placeholder for the unit name: `{1} Tank Corps`,
    /// `{1:ordinal} Army`. By default, the unit name is used alone.
    #[schemars(extend("x-for-people" = true))]
    pub title: Option<String>,
    /// The tags that rules can look up.
    #[serde(default)]
    pub tags: Vec<String>,
    /// The printed numbers of units of this type that give none of their own, the same at every strength:
    /// `{ movement = 0 }`.
    #[serde(default)]
    pub defaults: BTreeMap<String, i32>,
    /// Makes units of this type cards, and lists the properties that are printed on them: `["operations"]`.
    #[schemars(extend("x-for-people" = true))]
    pub card: Option<Vec<String>>,
    /// The width and depth of the bases of these units on a table, both even numbers.
    pub base: Option<[i32; 2]>,
}

/// A way of moving, with the costs of entering spaces.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MovementDecl {
    /// The paragraph of the rulebook: `9.2`.
    #[schemars(extend("x-for-people" = true))]
    pub rule: Option<String>,
    /// The cost of entering each terrain.
    #[serde(default)]
    pub terrain: BTreeMap<String, u8>,
    /// The cost of entering any other terrain. By default, other terrain is closed.
    pub base: Option<u8>,
    /// The feature that a border must have to be crossed.
    pub along: Option<String>,
    /// The cost of crossing a border with a feature, in place of the cost of the terrain entered: roads.
    #[serde(default)]
    pub over: BTreeMap<String, u8>,
    /// The extra cost of crossing a border with a feature; 255 closes it.
    #[serde(default)]
    pub across: BTreeMap<String, u8>,
    /// The features that bridge a border: `across` does not apply to a border that has one of them.
    #[serde(default)]
    pub bridges: Vec<String>,
    /// The kinds of terrain that bridge the borders of their spaces: towns.
    #[serde(default)]
    pub bridge_terrain: Vec<String>,
    /// On a table: the effect of terrain pieces on this way of moving, by the unit type of the piece.
    #[serde(default)]
    pub ground: BTreeMap<String, HoldDecl>,
    /// On a table: the types of terrain piece on which units that move this way must stay: roads.
    #[serde(default)]
    pub only: Vec<String>,
}

/// The effect of a kind of ground on a way of moving.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HoldDecl {
    /// The cost per unit of length, in points; 1 by default.
    #[schemars(range(min = 1, max = 100))]
    pub cost: Option<u16>,
    /// The extra cost of entering the ground.
    #[serde(default)]
    pub enter: u16,
    /// Whether units cannot enter the ground.
    #[serde(default)]
    pub closed: bool,
    /// Whether units that enter the ground must stop.
    #[serde(default)]
    pub stops: bool,
    /// Whether a move must be entirely on the ground or entirely off it. If so, a unit can enter the ground only from a
    /// place right beside it, and must stop when it leaves the ground.
    #[serde(default)]
    pub apart: bool,
    /// The maximum distance on the ground for units that begin their move there.
    pub most: Option<u16>,
    /// The types of terrain piece that cancel the effect of the ground where they cover it: bridges.
    #[serde(default)]
    pub under: Vec<String>,
}

/// Information that can be shown over the map for a side.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LayerDecl {
    /// The title shown to players: `zones of control`.
    #[schemars(extend("x-for-people" = true))]
    pub title: String,
    /// The paragraph of the rulebook: `9.2`.
    #[schemars(extend("x-for-people" = true))]
    pub rule: Option<String>,
    /// The rule that computes the layer. It receives a side and returns a set of spaces, a set of units, a path, or a
    /// list of these.
    pub script: String,
}

/// The rules that the platform calls directly.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hooks {
    /// Evaluates a position for the greedy agent. The rule runs at every step, so it should be fast. It receives a side
    /// and returns a number that is higher the better the position is for that side. It can read the game but not
    /// change it.
    pub evaluate: Option<String>,
    /// Evaluates a position for agents that look further ahead than the greedy one. It is called less often than
    /// `evaluate`, so it can take longer; its parameters and result are the same. Defaults to `evaluate`.
    pub outlook: Option<String>,
    /// Forecasts a battle, for `odds`. It receives a space and, optionally, the units that attack it, and returns a
    /// column, a refusal, or a list of columns, refusals and forecasts.
    pub odds: Option<String>,
    /// Forecasts the fights of a unit at a place on a table. It receives the unit, the place and, optionally, the one
    /// enemy to fight, and returns a list of forecasts and refusals. It is run in a copy of the game, so it may place
    /// the unit.
    pub contact: Option<String>,
    /// Fights the battle that `odds` forecasts, by the same rules as in the game. It receives the same parameters and
    /// returns true if there was a battle. It is run only in copies of the game, once for each way the dice can fall,
    /// to compute exact odds.
    pub battle: Option<String>,
    /// Tells the score: how near each side is to winning. It receives the game, and returns a list of lines. Each line
    /// is a list: the label, the paragraph, each side followed by its number, and last the number that decides, if
    /// there is one. The rule is evaluated only for players who look at the game. It can read the game but not change
    /// it. A number that depends on units which a player cannot see is not shown to that player.
    #[schemars(extend("x-for-people" = true))]
    pub score: Option<String>,
}

/// The character of an agent: it judges positions by other weights.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CharacterDecl {
    /// The adjective shown to players: `cautious`.
    pub title: String,
    /// The chart that contains the weights of the `outlook`.
    pub chart: String,
    /// The weights that differ from those of the chart, by row, in percent: 200 doubles the weights of the row.
    pub percent: BTreeMap<String, u16>,
}

/// How strong agents are, in Elo points above the recruit, by `grognard lab ladder`. With a lead of 100 points, an agent
/// wins 64 games in 100; with 400 points, 91.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EloDecl {
    /// The agent that plays at random.
    pub random: Option<i32>,
    /// The veteran.
    pub veteran: Option<i32>,
    /// The general.
    pub general: Option<i32>,
}

impl EloDecl {
    /// Returns the Elo points of an agent above the recruit, if they are declared.
    pub fn of(&self, agent: &str) -> Option<i32> {
        match agent {
            "random" => self.random,
            "veteran" => self.veteran,
            "general" => self.general,
            _ => None,
        }
    }
}

impl Hooks {
    /// Returns the rules that a system declares, by hook.
    pub fn declared(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let Hooks { evaluate, outlook, odds, contact, battle, score } = self;
        let all = [
            ("evaluate", evaluate),
            ("outlook", outlook),
            ("odds", odds),
            ("contact", contact),
            ("battle", battle),
            ("score", score),
        ];
        all.into_iter().filter_map(|(name, rule)| Some((name, rule.as_deref()?)))
    }
}

/// A named policy for the decisions inside a battle, for exact odds.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PolicyDecl {
    /// The title shown to players: `the defender holds the cities`.
    pub title: String,
    /// For each question, the answer: one of the offered labels, `stop`, or `most` for the largest number. Any other
    /// question is declined or, if it cannot be, answered with the first option.
    pub answers: BTreeMap<String, String>,
}
