//! Armies: the prices and limits that a system declares, and checks of an army against them.

mod check;

pub(crate) use check::check;

use crate::schema::{ArmyDecl, LimitDecl, SystemFile};
use grognard_engine::chart::{Cell, Chart};
use grognard_engine::content::Content;
use std::collections::BTreeMap;

/// The army rules that a system declares.
#[derive(Clone, Debug)]
pub struct ArmyRules {
    /// The declaration.
    pub declared: ArmyDecl,
    /// The tags of each unit type.
    tags: BTreeMap<String, Vec<String>>,
}

impl ArmyRules {
    pub(crate) fn of(system: &SystemFile) -> Option<ArmyRules> {
        let tags = system.unit_type.iter().map(|kind| (kind.name.clone(), kind.tags.clone()));
        Some(ArmyRules { declared: system.army.clone()?, tags: tags.collect() })
    }
}

/// The armies of a battle, with the charts that limit them.
#[derive(Clone, Copy, Debug)]
pub struct Armies<'a> {
    /// The army rules as the system declares them.
    pub declared: &'a ArmyDecl,
    tags: &'a BTreeMap<String, Vec<String>>,
    properties: &'a [String],
    prices: &'a Chart,
    steps: &'a Chart,
    rows: &'a Chart,
}

/// A unit in an army: its type and its price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price<'a> {
    /// The type.
    pub kind: &'a str,
    /// The price of one unit.
    pub cost: i32,
}

/// A limit that an army violates, and the first unit that exceeds it, if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The index of the first unit that exceeds a maximum; `None` if the army falls short of a minimum.
    pub unit: Option<usize>,
    /// The error message.
    pub message: String,
    /// The limit, as shown after the message.
    pub expected: String,
}

impl<'a> Armies<'a> {
    /// Collects the charts that limit the armies of a battle. If a chart is missing, returns its name as the error.
    pub fn new(rules: &'a ArmyRules, content: &'a Content) -> Result<Armies<'a>, &'a str> {
        let ArmyRules { declared, tags } = rules;
        let chart = |name: &'a str| content.charts.iter().find(|chart| chart.name == name).ok_or(name);
        let (prices, steps, rows) = (chart(&declared.prices)?, chart(&declared.steps)?, chart(&declared.chart)?);
        Ok(Armies { declared, tags, properties: &content.properties, prices, steps, rows })
    }

    /// Returns the chart with a row for each army.
    pub fn rows(&self) -> &'a Chart {
        self.rows
    }

    /// Returns the chart of unit steps, by nation and time.
    pub fn steps_chart(&self) -> &'a Chart {
        self.steps
    }

    /// Returns the unit types that can be bought, with their prices.
    pub fn prices(&self) -> impl Iterator<Item = Price<'a>> {
        let column = self.prices.columns.find(&self.declared.cost);
        let cost = move |row: usize| column.and_then(|column| number(self.prices, row, column));
        self.prices.rows.keys.iter().enumerate().filter_map(move |(row, kind)| Some(Price { kind, cost: cost(row)? }))
    }

    /// Returns the price of a unit of type `kind`, or `None` if it cannot be bought.
    pub fn price(&self, kind: &str) -> Option<i32> {
        self.prices().find(|price| price.kind == kind).map(|price| price.cost)
    }

    /// Returns the number of steps that each unit of a nation has at a given time.
    pub fn steps(&self, nation: &str, time: &str) -> Option<u8> {
        let (row, column) = (self.steps.rows.find(nation)?, self.steps.columns.find(time)?);
        u8::try_from(number(self.steps, row, column)?).ok()
    }

    /// Returns the number of steps that each unit of an army has, according to the nation and time in the army's row.
    pub fn steps_of(&self, army: &str) -> Option<u8> {
        let row = self.rows.rows.find(army)?;
        let word = |column: &str| self.rows.cell(row, self.rows.columns.find(column)?)?.text();
        self.steps(word(&self.declared.nation)?, word(&self.declared.time)?)
    }

    /// Returns the maximum cost of an army, in points, if its units have `steps` steps.
    pub fn points(&self, steps: u8) -> i32 {
        self.declared.points + self.declared.more.get(&steps.to_string()).copied().unwrap_or(0)
    }

    /// Returns the number of figures (miniatures) that a unit of type `kind` has left at each strength, from full
    /// strength down to its last step, in an army whose units have `steps` steps: `[4, 3, 2, 1]`.
    pub fn figures(&self, kind: &str, steps: u8) -> Vec<i32> {
        let tags = self.tags.get(kind).map_or(&[][..], Vec::as_slice);
        let has = |tag: &String| tags.contains(tag);
        let fewer = self.declared.fewer.iter().find(|(tag, _)| has(tag)).map_or(0, |(_, fewer)| *fewer);
        let steps = if self.declared.single.iter().any(has) { 1 } else { steps.saturating_sub(fewer).max(1) };
        (1..=i32::from(steps)).rev().collect()
    }

    /// Returns the printed numbers of a unit of type `kind`: its properties that have a column in the price chart,
    /// except the number of figures.
    pub fn numbers(&self, kind: &str) -> Vec<(&'a str, i32)> {
        let Some(row) = self.prices.rows.find(kind) else { return Vec::new() };
        let others = self.properties.iter().filter(|property| **property != self.declared.figures);
        others
            .filter_map(|property| {
                Some((property.as_str(), number(self.prices, row, self.prices.columns.find(property)?)?))
            })
            .collect()
    }

    /// Returns the limits that an army of these unit types violates if its units have `steps` steps.
    pub fn breaches(&self, kinds: &[&str], steps: u8) -> Vec<Breach> {
        let points = self.points(steps);
        let whole = self.too_dear(kinds, |_| true, points).map(|(unit, cost)| Breach {
            unit: Some(unit),
            message: format!("this unit brings the cost of the army to {cost} points"),
            expected: format!("expected at most {points} for an army whose units have {steps} steps"),
        });
        whole
            .into_iter()
            .chain(self.declared.limits.iter().flat_map(|limit| self.breaches_of_limit(limit, kinds)))
            .collect()
    }

    fn breaches_of_limit(&self, limit: &LimitDecl, kinds: &[&str]) -> Vec<Breach> {
        let counts = |kind: &str| self.counts(limit, kind);
        let name = &limit.name;
        let mut all = Vec::new();
        if let Some((most, (unit, cost))) =
            limit.points.and_then(|most| Some((most, self.too_dear(kinds, counts, most)?)))
        {
            let message = format!("this unit brings the cost of {name} to {cost} points");
            all.push(Breach { unit: Some(unit), message, expected: format!("expected at most {most}") });
        }
        let such: Vec<usize> = (0..kinds.len()).filter(|at| counts(kinds[*at])).collect();
        if let Some((most, unit)) = limit.most.and_then(|most| Some((most, such.get(usize::from(most))?))) {
            let message = format!("this unit brings the army to {} {name}", usize::from(most) + 1);
            all.push(Breach { unit: Some(*unit), message, expected: format!("expected at most {most}") });
        }
        if let Some(least) = limit.least.filter(|least| such.len() < usize::from(*least)) {
            let message = format!("the army has {} {name}", such.len());
            all.push(Breach { unit: None, message, expected: format!("expected at least {least}") });
        }
        all
    }

    fn counts(&self, limit: &LimitDecl, kind: &str) -> bool {
        let is_kind = limit.kind.as_ref().is_none_or(|wanted| wanted == kind);
        let has_number = |column: &String| {
            let place = self.prices.rows.find(kind).zip(self.prices.columns.find(column));
            place.and_then(|(row, column)| number(self.prices, row, column)).is_some_and(|number| number != 0)
        };
        is_kind && limit.column.as_ref().is_none_or(has_number)
    }

    /// Returns the index of the first unit that brings the cost of the counted units above `most`, and the total cost
    /// up to that unit.
    fn too_dear(&self, kinds: &[&str], counts: impl Fn(&str) -> bool, most: i32) -> Option<(usize, i32)> {
        let mut sum = 0;
        let mut first = None;
        for (at, kind) in kinds.iter().enumerate().filter(|(_, kind)| counts(kind)) {
            sum += self.price(kind).unwrap_or(0);
            if sum > most && first.is_none() {
                first = Some((at, sum));
            }
        }
        first
    }
}

fn number(chart: &Chart, row: usize, column: usize) -> Option<i32> {
    match chart.cell(row, column)? {
        Cell::Number(number) => Some(*number),
        Cell::Text(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_engine::chart::Axis;

    fn chart(name: &str, rows: &[&str], columns: &[&str], cells: &[&str]) -> Chart {
        let axis = |keys: &[&str]| Axis::new("", keys.iter().map(|key| (*key).to_owned()).collect());
        let cell = |text: &&str| text.parse().map_or_else(|_| Cell::Text((*text).to_owned()), Cell::Number);
        Chart {
            name: name.into(),
            title: String::new(),
            rule: None,
            hidden: false,
            rows: axis(rows),
            columns: axis(columns),
            cells: cells.iter().map(cell).collect(),
            below: None,
            shifts: Vec::new(),
            circumstances: Vec::new(),
        }
    }

    fn battle() -> (ArmyRules, Content) {
        let declared = r#"{
            "options": { "red": "red_army" }, "boxes": { "red": "box" }, "chart": "armies", "nation": "whose", "time": "when",
            "prices": "prices", "cost": "points", "points": 10, "steps": "steps", "figures": "figures", "more": { "2": 3 },
            "fewer": { "guns": 1 }, "single": ["cart"],
            "limits": [{ "name": "armour", "column": "heavy", "points": 6 }, { "name": "carts", "type": "cart", "least": 1, "most": 2 }]
        }"#;
        let tags = [("gun", "guns"), ("cart", "cart")].map(|(kind, tag)| (kind.to_owned(), vec![tag.to_owned()]));
        let rules = ArmyRules { declared: serde_json::from_str(declared).unwrap(), tags: tags.into() };
        let prices = chart(
            "prices",
            &["foot", "tank", "gun", "cart"],
            &["points", "heavy"],
            &["2", "0", "4", "1", "3", "0", "1", "0"],
        );
        let steps = chart("steps", &["us", "them"], &["early", "late"], &["2", "3", "3", "4"]);
        let armies = chart("armies", &["ours", "lost"], &["whose", "when"], &["us", "early", "us", "never"]);
        (rules, Content { charts: vec![prices, steps, armies], ..Content::default() })
    }

    #[test]
    fn an_army_has_the_steps_and_the_points_of_its_nation_and_time() {
        let (rules, content) = battle();
        let armies = Armies::new(&rules, &content).unwrap();
        assert_eq!((armies.steps_of("ours"), armies.steps_of("lost"), armies.steps_of("none")), (Some(2), None, None));
        assert_eq!([2, 3].map(|steps| armies.points(steps)), [13, 10]);
        assert_eq!(armies.figures("foot", 3), [3, 2, 1]);
        assert_eq!((armies.figures("gun", 3), armies.figures("cart", 3)), (vec![2, 1], vec![1]));
        assert_eq!((armies.price("tank"), armies.price("horse")), (Some(4), None));
    }

    #[test]
    fn what_is_too_much_or_too_little_is_told_with_the_unit() {
        let (rules, content) = battle();
        let armies = Armies::new(&rules, &content).unwrap();
        let told = |kinds: &[&str], steps| -> Vec<(Option<usize>, String)> {
            armies.breaches(kinds, steps).into_iter().map(|breach| (breach.unit, breach.message)).collect()
        };
        assert_eq!(told(&["foot", "foot", "tank", "cart"], 3), []);
        assert_eq!(told(&["foot", "foot", "tank", "cart", "gun"], 2), []);
        assert_eq!(
            told(&["foot", "foot", "tank", "cart", "gun"], 3),
            [(Some(4), "this unit brings the cost of the army to 12 points".into())]
        );
        assert_eq!(
            told(&["cart", "tank", "tank"], 2),
            [(Some(2), "this unit brings the cost of armour to 8 points".into())]
        );
        assert_eq!(
            told(&["cart", "cart", "foot", "cart"], 3),
            [(Some(3), "this unit brings the army to 3 carts".into())]
        );
        assert_eq!(told(&["foot"], 3), [(None, "the army has 0 carts".into())]);
    }
}
