//! Everything about a battle that does not change while it is played.

use crate::chart::Chart;
use crate::field::{Footprint, Going, Rectangle, Shape, Stand};
use crate::heading::Headings;
use crate::ids::{ChartId, Id, NameTable, SideId, SpaceId, UnitId, UnitTypeId};
use crate::map::Map;
use crate::sequence::Sequence;
use crate::set::bits;
use crate::style::{SideName, Style};
use crate::unit::Unit;
use crate::variable::Variables;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The value of a pack option.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// On or off.
    Bool(bool),
    /// A number.
    Number(i32),
    /// A string chosen from a list.
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

/// Whose side a side is on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Allegiance {
    /// The side has a player, and no allies.
    #[default]
    Alone,
    /// The side has a player, and is allied with all sides in the same alliance.
    Alliance(String),
    /// The side has no player: it owns units of nobody.
    Neutral,
}

/// The initial placement of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The unit.
    pub unit: UnitId,
    /// The unit's space; `None` if it begins off the map.
    pub place: Option<SpaceId>,
    /// The number of steps at the start.
    pub steps: u8,
}

/// The content of one battle. It never changes once the battle is loaded.
#[derive(Clone, Debug, Default)]
pub struct Content {
    /// Id of the scenario.
    pub id: String,
    /// The title of the battle.
    pub title: String,
    /// The map.
    pub map: Map,
    /// The sides, in the order in which the system declares them, but all neutral sides last. So the ids of the sides
    /// with a seat are also the indices of the seats.
    pub sides: NameTable<SideId>,
    /// The allegiance of each side; [`Allegiance::Alone`] where there is no entry.
    pub allegiances: Vec<Allegiance>,
    /// Unit types.
    pub unit_types: NameTable<UnitTypeId>,
    /// The order of battle.
    pub units: Vec<Unit>,
    /// Unit names.
    pub unit_names: NameTable<UnitId>,
    /// Unit properties: `strength`, `movement`.
    pub properties: Vec<String>,
    /// Marks that rules set on units: `moved`.
    pub marks: Vec<String>,
    /// What rules keep for each unit.
    pub unit_variables: Variables,
    /// The headings that units have, if any.
    pub headings: Option<Headings>,
    /// What rules keep for each space.
    pub space_variables: Variables,
    /// Links that rules keep between units: `attacks`.
    pub unit_links: Vec<String>,
    /// What rules keep for the game.
    pub variables: Variables,
    /// The charts.
    pub charts: Vec<Chart>,
    /// The sequence of play.
    pub sequence: Sequence,
    /// The options in force, by name.
    pub options: BTreeMap<String, OptionValue>,
    /// The number of parts into which a movement point is divided; 0 and 1 mean whole points.
    pub cost_parts: u8,
    /// The initial placements of the units.
    pub placements: Vec<Placement>,
    /// The spaces owned at the start, with their owners.
    pub owners: Vec<(SpaceId, SideId)>,
    /// The look of the battle.
    pub style: Style,
    /// The footprint of each unit on a table; empty in battles without a table.
    pub footprints: Vec<Option<Footprint>>,
    /// Ways of moving on a table.
    pub goings: Vec<Going>,
    /// The units with each tag, found when they are first needed.
    pub tag_sets: TagSets,
    /// The enemies of each side, found when they are first needed.
    pub enemy_masks: EnemyMasks,
}

/// For each side, its enemies as a bit mask, derived from the allegiances. A copy derives its own.
#[derive(Debug, Default)]
pub struct EnemyMasks(OnceLock<Vec<u8>>);

impl Clone for EnemyMasks {
    fn clone(&self) -> EnemyMasks {
        EnemyMasks::default()
    }
}

/// The sets of the units with each tag, derived from the units. A copy finds its own sets, because its units may be
/// changed.
#[derive(Debug, Default)]
pub struct TagSets(OnceLock<FoundTagSets>);

#[derive(Debug, Default)]
struct FoundTagSets {
    sets: BTreeMap<String, Vec<u64>>,
    /// The empty set, for tags that no unit has.
    none: Vec<u64>,
}

impl Clone for TagSets {
    fn clone(&self) -> TagSets {
        TagSets::default()
    }
}

impl Content {
    /// Returns the name of a side as shown to players: `German`.
    pub fn side_title(&self, side: SideId) -> &str {
        self.style.side_names.get(side.index()).map_or_else(|| self.sides.name(side), |names| &names.adjective)
    }

    /// Returns the adjective and the plural of a side; `None` if there is no such side or it declares neither.
    pub fn side_name(&self, name: &str) -> Option<&SideName> {
        self.style.side_names.get(self.sides.find(name)?.index())
    }

    fn allegiance(&self, side: SideId) -> &Allegiance {
        self.allegiances.get(side.index()).unwrap_or(&Allegiance::Alone)
    }

    /// Returns whether a side has no player.
    pub fn is_neutral(&self, side: SideId) -> bool {
        matches!(self.allegiance(side), Allegiance::Neutral)
    }

    /// Returns the sides with a seat, in the order of the seats, with their names.
    pub fn seats(&self) -> impl Iterator<Item = (SideId, &str)> {
        self.sides.iter().filter(|(side, _)| !self.is_neutral(*side))
    }

    /// Returns whether two sides are the same or belong to the same alliance.
    pub fn are_allied(&self, one: SideId, other: SideId) -> bool {
        let same = || self.allegiance(one) == self.allegiance(other);
        one == other || matches!(self.allegiance(one), Allegiance::Alliance(_)) && same()
    }

    /// Returns whether two sides are enemies: both have a seat, and they are not allied.
    pub fn are_enemies(&self, one: SideId, other: SideId) -> bool {
        match (self.allegiance(one), self.allegiance(other)) {
            (Allegiance::Neutral, _) | (_, Allegiance::Neutral) => false,
            (Allegiance::Alliance(own), Allegiance::Alliance(other)) => own != other,
            _ => one != other,
        }
    }

    /// Returns the enemies of a side as a bit mask.
    fn enemy_mask(&self, side: SideId) -> u8 {
        let mask = |side: SideId| {
            let others = self.sides.iter().filter(|(other, _)| self.are_enemies(side, *other));
            others.fold(0, |mask, (other, _)| mask | 1 << other.0)
        };
        self.enemy_masks.0.get_or_init(|| self.sides.iter().map(|(side, _)| mask(side)).collect())[side.index()]
    }

    /// Returns the enemies of a side.
    pub fn enemies(&self, side: SideId) -> impl Iterator<Item = SideId> {
        let mask = self.enemy_mask(side);
        (0..8).map(SideId).filter(move |other| mask >> other.0 & 1 == 1)
    }

    /// Returns the only enemy of a side; `None` if it has no enemy or several.
    pub fn only_enemy(&self, side: SideId) -> Option<SideId> {
        let mask = self.enemy_mask(side);
        mask.is_power_of_two().then(|| SideId(mask.trailing_zeros() as u16))
    }

    /// Returns the allies of a side, without the side itself.
    pub fn allies(&self, side: SideId) -> impl Iterator<Item = SideId> {
        self.seats().map(|(other, _)| other).filter(move |other| *other != side && self.are_allied(side, *other))
    }

    /// Returns the alliances with their sides.
    pub fn alliances(&self) -> BTreeMap<&str, Vec<SideId>> {
        let mut all: BTreeMap<&str, Vec<SideId>> = BTreeMap::new();
        for (side, _) in self.sides.iter() {
            if let Allegiance::Alliance(name) = self.allegiance(side) {
                all.entry(name).or_default().push(side);
            }
        }
        all
    }

    /// Returns the units with a tag; the empty set if no unit has it.
    pub fn tagged(&self, tag: &str) -> &[u64] {
        let found = self.tag_sets.0.get_or_init(|| {
            let none = vec![0; bits::words(self.units.len())];
            let mut sets: BTreeMap<String, Vec<u64>> = BTreeMap::new();
            for (at, unit) in self.units.iter().enumerate() {
                for tag in &unit.tags {
                    bits::insert(sets.entry(tag.clone()).or_insert_with(|| none.clone()), at);
                }
            }
            FoundTagSets { sets, none }
        });
        found.sets.get(tag).unwrap_or(&found.none)
    }

    /// Returns the charts that players are shown.
    pub fn shown_charts(&self) -> impl Iterator<Item = &Chart> {
        self.charts.iter().filter(|chart| !chart.hidden)
    }

    /// Returns the id of the chart with this name.
    pub fn chart(&self, name: &str) -> Option<ChartId> {
        self.charts.iter().position(|chart| chart.name == name).map(ChartId::from_index)
    }

    /// Returns the footprint of a unit; `None` in battles without a table.
    pub fn footprint(&self, unit: UnitId) -> Option<&Footprint> {
        self.footprints.get(unit.index())?.as_ref()
    }

    /// Returns the shape that a unit covers at a stand; `None` in battles without a table.
    pub fn shape(&self, unit: UnitId, stand: Stand) -> Option<Shape> {
        Some(self.footprint(unit)?.at(stand))
    }

    /// Returns the base of a unit at a stand; `None` if the unit has no base, as is true of most terrain pieces.
    pub fn base(&self, unit: UnitId, stand: Stand) -> Option<Rectangle> {
        self.footprint(unit)?.base(stand)
    }

    /// Returns whether a unit at this place can have this stand: the place must be the table, and the spot must be on
    /// it.
    pub(crate) fn stands(&self, place: Option<SpaceId>, stand: Stand) -> bool {
        self.map.field().is_some_and(|field| place == Some(field.table) && field.has(stand.spot))
    }

    /// Formats a cost in movement points: `3`, `1.5`.
    pub fn cost_in_words(&self, cost: u16) -> String {
        let points = f64::from(cost) / f64::from(self.cost_parts.max(1));
        let text = format!("{points:.2}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    /// Writes a range of costs in movement points: `2`, `1–3`.
    pub fn costs_in_words(&self, [least, most]: [u16; 2]) -> String {
        let text = self.cost_in_words(least);
        if least == most { text } else { format!("{text}–{}", self.cost_in_words(most)) }
    }

    /// Returns whether all variables, also of units and spaces, have single numbers.
    pub fn has_only_numbers(&self) -> bool {
        [&self.variables, &self.unit_variables, &self.space_variables].into_iter().all(Variables::are_numbers)
    }

    /// Returns whether a state of `other` fits this content: whether both declare the same spaces, units (with the same
    /// steps), sides (with the same seats), variables with their words, marks and unit links, in the same order, and a
    /// table of the same size, if any.
    pub fn same_shape(&self, other: &Content) -> bool {
        let names = |content: &Content| -> Vec<String> {
            let spaces = content.map.names.iter().map(|(_, name)| name.to_owned());
            let units = content.units.iter().map(|unit| format!("{} {}", unit.name, unit.steps));
            let sides = content.sides.iter().map(|(side, name)| format!("{name} {}", content.is_neutral(side)));
            let variables = [&content.variables, &content.unit_variables, &content.space_variables];
            let variables = variables.into_iter().flat_map(Variables::shape);
            let lists = content.marks.iter().chain(&content.unit_links).cloned();
            let table = content.map.field().map(|field| format!("{:?}", field.size));
            spaces.chain(units).chain(sides).chain(variables).chain(lists).chain(table).collect()
        };
        names(self) == names(other)
    }
}
