//! Everything about a battle that does not change while it is played.

use crate::chart::Chart;
use crate::field::{Footprint, Going, Rectangle, Shape, Stand};
use crate::ids::{ChartId, Id, NameTable, SideId, SpaceId, UnitId, UnitTypeId};
use crate::map::Map;
use crate::sequence::Sequence;
use crate::style::Style;
use crate::unit::Unit;
use std::collections::BTreeMap;

/// The value of an option of a pack.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// On or off.
    Bool(bool),
    /// A number.
    Number(i32),
    /// One of a list of words.
    Word(String),
}

impl std::fmt::Display for OptionValue {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            OptionValue::Bool(on) => write!(out, "{on}"),
            OptionValue::Number(number) => write!(out, "{number}"),
            OptionValue::Word(word) => out.write_str(word),
        }
    }
}

/// Where a unit begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The unit.
    pub unit: UnitId,
    /// Its space; `None` when it begins off the map.
    pub place: Option<SpaceId>,
    /// Its steps.
    pub steps: u8,
}

/// The sealed content of one battle.
#[derive(Clone, Debug, Default)]
pub struct Content {
    /// Id of the scenario.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The map.
    pub map: Map,
    /// The sides, in the order of the system.
    pub sides: NameTable<SideId>,
    /// Types of units.
    pub unit_types: NameTable<UnitTypeId>,
    /// The order of battle.
    pub units: Vec<Unit>,
    /// Names of units.
    pub unit_names: NameTable<UnitId>,
    /// Properties of units: `strength`, `movement`.
    pub properties: Vec<String>,
    /// Marks rules may set on units: `moved`.
    pub marks: Vec<String>,
    /// Numbers rules may keep on units.
    pub unit_numbers: Vec<String>,
    /// Links rules may keep from units to units: `attacks`.
    pub unit_links: Vec<String>,
    /// Numbers rules may keep for the game.
    pub variables: Vec<(String, i32)>,
    /// Charts.
    pub charts: Vec<Chart>,
    /// The sequence of play.
    pub sequence: Sequence,
    /// Options in force.
    pub options: BTreeMap<String, OptionValue>,
    /// In how many parts of a movement point costs are counted; 0 and 1: in whole points.
    pub cost_parts: u8,
    /// Where units begin.
    pub placements: Vec<Placement>,
    /// Who owns which space at the start.
    pub owners: Vec<(SpaceId, SideId)>,
    /// How it is to look.
    pub style: Style,
    /// What each unit covers on a table; nothing where there is none.
    pub footprints: Vec<Option<Footprint>>,
    /// Ways of moving over a table.
    pub goings: Vec<Going>,
}

impl Content {
    /// A chart by name.
    pub fn chart(&self, name: &str) -> Option<ChartId> {
        self.charts.iter().position(|chart| chart.name == name).map(ChartId::from_index)
    }

    /// What a unit covers on a table.
    pub fn footprint(&self, unit: UnitId) -> Option<&Footprint> {
        self.footprints.get(unit.index())?.as_ref()
    }

    /// What a unit covers where it stands.
    pub fn shape(&self, unit: UnitId, stand: Stand) -> Option<Shape> {
        Some(self.footprint(unit)?.at(stand))
    }

    /// The base of a unit where it stands, if it has one: pieces of ground may have none.
    pub fn base(&self, unit: UnitId, stand: Stand) -> Option<Rectangle> {
        self.footprint(unit)?.base(stand)
    }

    /// Whether something in this place can stand so.
    pub(crate) fn stands(&self, place: Option<SpaceId>, stand: Stand) -> bool {
        self.map.field().is_some_and(|field| place == Some(field.table) && field.has(stand.spot))
    }

    /// A cost in movement points, as people write it: `3`, `1.5`.
    pub fn cost_in_words(&self, cost: u16) -> String {
        let points = f64::from(cost) / f64::from(self.cost_parts.max(1));
        let text = format!("{points:.2}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    /// Whether states of `other` fit this content: the same spaces, units, sides and numbers under the same names.
    pub fn same_shape(&self, other: &Content) -> bool {
        let names = |content: &Content| -> Vec<String> {
            let spaces = content.map.names.iter().map(|(_, name)| name.to_owned());
            let units = content.units.iter().map(|unit| format!("{} {}", unit.name, unit.steps));
            let sides = content.sides.iter().map(|(_, name)| name.to_owned());
            let numbers = content.variables.iter().map(|(name, _)| name.clone());
            let lists = content.marks.iter().chain(&content.unit_numbers).chain(&content.unit_links).cloned();
            let table = content.map.field().map(|field| format!("{:?}", field.size));
            spaces.chain(units).chain(sides).chain(numbers).chain(lists).chain(table).collect()
        };
        names(self) == names(other)
    }
}
