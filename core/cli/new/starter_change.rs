//! The first change of a new mod.

use grognard_engine::content::Content;
use grognard_engine::ids::{Id, SpaceId};
use grognard_packs::{Kind, Loaded, Pack};
use grognard_suite::counter_properties;
use std::cmp::Reverse;

/// An example change, and the test that shows it.
pub struct StarterChange {
    /// The path of the value.
    pub at: String,
    /// The current value.
    pub before: String,
    /// The new value.
    pub after: String,
    /// A short description of the change.
    pub why: String,
    /// The name of the test.
    pub case: String,
    /// A unit that shows the change: its line in the `given` block and its line in the `then` block.
    pub unit: Option<(String, String)>,
}

impl StarterChange {
    /// Finds a change for a scenario, or for a system and all its battles. `ways` contains the battle, followed by the
    /// same battle with other options. The value to change must be the same in all of them.
    pub fn find(target: &Pack, ways: &[Loaded]) -> Option<StarterChange> {
        let (loaded, others) = ways.split_first()?;
        let stays = |at: &str, before: &str| {
            others.iter().all(|other| other.blame(at).is_ok_and(|blame| blame.value == before))
        };
        let unit = if target.manifest.kind == Kind::Scenario { stronger_unit(loaded, stays) } else { None };
        unit.or_else(|| dearer_terrain(loaded, stays)).or_else(|| larger_cell(target, loaded, stays))
    }
}

/// Returns a change that raises the first property of a unit by one. Units of the most common types are tried first.
fn stronger_unit(loaded: &Loaded, stays: impl Fn(&str, &str) -> bool) -> Option<StarterChange> {
    let content = &loaded.content;
    let property = content.properties.first()?;
    let is_plain = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c == ' ' || c == '-');
    let count = |kind| content.units.iter().filter(|unit| unit.kind == kind).count();
    let mut placements: Vec<_> = content.placements.iter().collect();
    placements.sort_by_cached_key(|placement| {
        content.units.get(placement.unit.index()).map(|unit| Reverse(count(unit.kind)))
    });
    placements.into_iter().find_map(|placement| {
        let unit = content.units.get(placement.unit.index()).filter(|unit| is_plain(&unit.name))?;
        let at = format!("units.unit[\"{}\"].{property}", unit.name);
        let before = loaded.blame(&at).ok()?.value;
        let number: i64 = before.trim_start_matches('[').split([',', ']']).next()?.trim().parse().ok()?;
        let after = before.replacen(&number.to_string(), &(number + 1).to_string(), 1);
        let place = placement.place.or_else(|| first_space(content)).map(|place| content.map.names.name(place));
        let counter = place.and_then(|place| Some((place, counter(loaded, &unit.name, number + 1)?)));
        stays(&at, &before).then(|| StarterChange {
            at,
            before,
            after,
            why: format!("Example change: raises the {property} of one unit"),
            case: format!("{} has {property} {}", unit.name, number + 1),
            unit: counter.map(|(place, counter)| {
                let name = &unit.name;
                (format!("units\n  \"{name}\" at {place}\n"), format!("{counter} \"{name}\" at {place}\n"))
            }),
        })
    })
}

fn first_space(content: &Content) -> Option<SpaceId> {
    (!content.map.is_empty()).then(|| SpaceId::from_index(0))
}

/// Returns the numbers printed on a unit's counter, with a new value for the first property.
fn counter(loaded: &Loaded, unit: &str, first: i64) -> Option<String> {
    let content = &loaded.content;
    let printed = |at: usize| if at == 0 { Some(first) } else { first_number(loaded, unit, &content.properties[at]) };
    let numbers = counter_properties(content).into_iter().map(|at| printed(at).map(|number| number.to_string()));
    Some(numbers.collect::<Option<Vec<String>>>()?.join("-"))
}

/// Returns the value of a property at full strength, from the order of battle.
fn first_number(loaded: &Loaded, unit: &str, property: &str) -> Option<i64> {
    let value = loaded.blame(&format!("units.unit[\"{unit}\"].{property}")).ok()?.value;
    value.trim_start_matches('[').split([',', ']']).next()?.trim().parse().ok()
}

/// Returns a change that raises the first suitable terrain cost of a movement type by one.
fn dearer_terrain(loaded: &Loaded, stays: impl Fn(&str, &str) -> bool) -> Option<StarterChange> {
    let ways = loaded.system.movement_rules.keys();
    ways.flat_map(|way| loaded.content.map.terrains.iter().map(move |(_, terrain)| (way, terrain))).find_map(
        |(way, terrain)| {
            let at = format!("system.movement[\"{way}\"].terrain[\"{terrain}\"]");
            let before = loaded.blame(&at).ok()?.value;
            let number: u8 = before.parse().ok()?;
            let after = number.checked_add(1)?;
            stays(&at, &before).then(|| StarterChange {
                at,
                after: after.to_string(),
                before,
                why: "Example change: raises the cost of one terrain type".to_owned(),
                case: format!("{terrain} costs {after}"),
                unit: None,
            })
        },
    )
}

/// Returns a change that raises the first suitable number in a chart of `target` by one.
fn larger_cell(target: &Pack, loaded: &Loaded, stays: impl Fn(&str, &str) -> bool) -> Option<StarterChange> {
    loaded.content.charts.iter().find_map(|chart| {
        let columns = |row| chart.columns.keys.iter().map(move |column| (row, column));
        chart.rows.keys.iter().flat_map(columns).find_map(|(row, column)| {
            let at = format!("charts.{}.cells[\"{row}\"][\"{column}\"]", chart.name);
            let blame = loaded.blame(&at).ok().filter(|blame| blame.pack == target.id())?;
            let after = blame.value.parse::<i32>().ok()?.checked_add(1)?;
            stays(&at, &blame.value).then(|| StarterChange {
                at,
                before: blame.value,
                after: after.to_string(),
                why: format!("Example change: raises one number in the chart {}", chart.name),
                case: format!("Row {row}, column {column} is {after}"),
                unit: None,
            })
        })
    })
}
