//! Charts: tables with named axes that rules look up.

use crate::catalogue::{Catalogue, ENGLISH, TextKind};
use crate::ids::{ChartId, SideId, TerrainId};
use std::sync::Arc;

/// A cell of a chart.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(untagged)]
pub enum Cell {
    /// A whole number.
    Number(i32),
    /// A result code or a name.
    Text(String),
}

impl Cell {
    /// Returns the cell's string; `None` if the cell is a number.
    pub fn text(&self) -> Option<&str> {
        match self {
            Cell::Text(text) => Some(text),
            Cell::Number(_) => None,
        }
    }
}

/// One axis of a chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Name of the axis: `die`, `odds`, `turn`.
    pub name: String,
    /// The keys in order.
    pub keys: Vec<String>,
    /// For an odds axis, each key as a ratio: `3:2` is `(3, 2)`. Empty for other axes.
    pub ratios: Vec<(i64, i64)>,
    /// The first key, if the keys are consecutive numbers.
    first: Option<i32>,
}

/// A combat results table, a calendar, a weather table…
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// Name in scripts and patches: `crt`.
    pub name: String,
    /// The title on the printed aid.
    pub title: String,
    /// The rulebook paragraph to which the chart belongs, if any.
    pub rule: Option<String>,
    /// Whether players are not shown the chart.
    pub hidden: bool,
    /// The axis of the rows.
    pub rows: Axis,
    /// The axis of the columns.
    pub columns: Axis,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
    /// The result at odds below the first column.
    pub below: Option<Below>,
    /// The shifts of the column for the ground and the circumstances of an attack, in order.
    pub shifts: Vec<Shift>,
    /// The words for circumstances, such as `snow`, on which shifts can depend.
    pub circumstances: Vec<String>,
}

/// The maximum shift of a column, more than the width of any chart.
pub const MAX_SHIFT: i32 = 1000;

/// The maximum number of words for circumstances in a chart.
pub const MAX_CIRCUMSTANCES: usize = 32;

/// A shift of the column, and the conditions under which it applies. All of them must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shift {
    /// The amount, the paragraph and the reason.
    pub modifier: Modifier,
    /// The number of the shift's group: of the shifts of a group only the first that applies counts.
    pub group: Option<u16>,
    /// Terrains, one of which the defender's space must have; any terrain if empty.
    pub terrains: Vec<TerrainId>,
    /// A tag that the defender's space must have.
    pub tag: Option<String>,
    /// A border feature that every attacker must attack across.
    pub all_across: Option<u32>,
    /// A border feature that at least one attacker must attack across.
    pub any_across: Option<u32>,
    /// The side that must attack.
    pub attacker: Option<SideId>,
    /// A tag that at least one attacker must have.
    pub attackers: Option<String>,
    /// Circumstances, one bit each, one of which must be given; none is needed if 0.
    pub when: u32,
    /// Circumstances, one bit each, none of which may be given.
    pub unless: u32,
}

/// The result at odds below the first column, with its paragraph.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Below {
    /// The result in words.
    pub text: String,
    /// The paragraph.
    pub rule: String,
}

impl Axis {
    /// Creates an axis with these keys. If all of them have the form `a:b`, it is an odds axis.
    pub fn new(name: &str, keys: Vec<String>) -> Axis {
        let ratio = |key: &String| {
            let (a, b) = key.split_once(':')?;
            Some((a.trim().parse().ok()?, b.trim().parse().ok().filter(|&b: &i64| b > 0)?))
        };
        let ratios = keys.iter().map(ratio).collect::<Option<Vec<_>>>().unwrap_or_default();
        let first = keys.first().and_then(|key| key.parse().ok());
        let follows = |(at, key): (usize, &String)| {
            first.is_some_and(|first: i32| key.parse() == Ok(first.wrapping_add(at as i32)))
        };
        let first = first.filter(|_| keys.iter().enumerate().all(follows));
        Axis { name: name.to_owned(), keys, ratios, first }
    }

    /// Returns the position of a number on the axis; `None` if the axis lacks it.
    pub fn find_number(&self, number: i32) -> Option<usize> {
        match self.first {
            Some(first) => {
                usize::try_from(i64::from(number) - i64::from(first)).ok().filter(|at| *at < self.keys.len())
            }
            None => self.find(&number.to_string()),
        }
    }

    /// Returns the first and last key, if the keys are consecutive numbers.
    pub fn range(&self) -> Option<(i64, i64)> {
        let first = i64::from(self.first?);
        Some((first, first + self.keys.len() as i64 - 1))
    }

    /// Returns the position of a key; `None` if the axis lacks it.
    pub fn find(&self, key: &str) -> Option<usize> {
        self.keys.iter().position(|known| known == key)
    }
}

impl Chart {
    /// Returns the cell at a row and a column; `None` outside the chart.
    pub fn cell(&self, row: usize, column: usize) -> Option<&Cell> {
        self.cells.get(row * self.columns.keys.len() + column).filter(|_| column < self.columns.keys.len())
    }

    /// Returns the last odds column that `attack` to `defence` reaches. Odds are rounded in the defender's favour and
    /// capped at the last column; -1 means below the first column.
    pub fn odds_column(&self, attack: i64, defence: i64) -> i32 {
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        let reached = |(a, b): &&(i64, i64)| product(attack, *b) >= product(defence, *a);
        self.columns.ratios.iter().take_while(reached).count() as i32 - 1
    }
}

/// A modifier to a column or a number, with the rule it comes from.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Modifier {
    /// The amount, in columns or points.
    pub amount: i32,
    /// The paragraph.
    pub rule: Arc<str>,
    /// The reason, in a word or two.
    pub reason: Arc<str>,
}

/// A column of an odds chart and its modifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The chart.
    pub chart: ChartId,
    /// The attack and defence strengths, in sixtieths, so that halves and thirds stay exact.
    pub strengths: (i64, i64),
    /// The column for the strengths alone; -1 means below the first column.
    pub start: i32,
    /// The modifiers applied so far.
    pub modifiers: Vec<Modifier>,
}

impl Column {
    /// Returns the position of the column after all shifts; `None` if it is below the first column.
    pub fn index(&self, chart: &Chart) -> Option<usize> {
        let shifted = self.modifiers.iter().fold(self.start, |at, modifier| at.saturating_add(modifier.amount));
        usize::try_from(shifted).ok().map(|index| index.min(chart.columns.keys.len() - 1))
    }

    /// Formats the attack and defence strengths as decimals: `12.5`, `4`.
    pub fn strengths_in_words(&self) -> [String; 2] {
        [self.strengths.0, self.strengths.1].map(sixtieths)
    }

    /// Describes the column: `16:5 = 3:1, -1 major city (9.2), -1 river (9.2) -> 1:1`.
    pub fn describe(&self, chart: &Chart) -> String {
        self.describe_in(chart, &ENGLISH)
    }

    /// Describes the column in the catalogue's language; see [`Column::describe`].
    pub fn describe_in(&self, chart: &Chart, catalogue: &Catalogue) -> String {
        let key = |index: Option<usize>| match index {
            Some(index) => chart.columns.keys[index].clone(),
            None => catalogue.fill(TextKind::Screen, "below {1}", &[chart.columns.keys[0].as_str().into()]),
        };
        let start = usize::try_from(self.start).ok();
        let [attack, defence] = self.strengths_in_words();
        let mut text = format!("{attack}:{defence} = {}", key(start));
        for modifier in &self.modifiers {
            text += &format!(
                ", {:+} {} ({})",
                modifier.amount,
                catalogue.text(TextKind::Reason, &modifier.reason),
                modifier.rule
            );
        }
        if !self.modifiers.is_empty() {
            text += &format!(" -> {}", key(self.index(chart)));
        }
        text
    }
}

/// Formats a number of sixtieths as a decimal: `12.5`, `4`.
fn sixtieths(number: i64) -> String {
    let text = format!("{:.2}", number as f64 / 60.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crt() -> Chart {
        Chart {
            name: "crt".into(),
            title: "Combat results".into(),
            rule: None,
            hidden: false,
            rows: Axis::new("die", vec!["1".into()]),
            columns: Axis::new("odds", ["1:1", "3:2", "2:1", "3:1"].map(String::from).to_vec()),
            cells: ["NE", "DR", "DRL", "DE"].map(|text| Cell::Text(text.into())).to_vec(),
            below: None,
            shifts: Vec::new(),
            circumstances: Vec::new(),
        }
    }

    #[test]
    fn odds_round_in_favour_of_the_defender() {
        let crt = crt();
        assert_eq!(
            [3, 4, 5, 6, 7, 8, 11, 12, 99].map(|attack| crt.odds_column(attack, 4)),
            [-1, 0, 0, 1, 1, 2, 2, 3, 3]
        );
    }

    #[test]
    fn odds_and_shifts_of_any_size_are_worked_out() {
        let columns = Axis::new("odds", vec!["1:1".into(), format!("{}:1", i64::MAX), format!("1:{}", i64::MAX)]);
        let crt = Chart { columns, ..crt() };
        assert_eq!([i64::MAX, i64::MAX / 2].map(|attack| crt.odds_column(attack, 1)), [2, 0]);
        let shift = Modifier { amount: i32::MIN, rule: "9.2".into(), reason: "far".into() };
        let column =
            Column { chart: ChartId(0), strengths: (60, 60), start: -1, modifiers: vec![shift.clone(), shift] };
        assert_eq!(column.index(&crt), None);
    }

    #[test]
    fn numbers_are_found_whether_they_follow_each_other_or_not() {
        let axis = |keys: [&str; 3]| Axis::new("turn", keys.map(String::from).to_vec());
        assert_eq!(
            [0, 1, 3, 4].map(|number| axis(["1", "2", "3"]).find_number(number)),
            [None, Some(0), Some(2), None]
        );
        assert_eq!([1, 2, 7].map(|number| axis(["1", "4", "7"]).find_number(number)), [Some(0), None, Some(2)]);
    }

    #[test]
    fn a_column_tells_how_it_came_about() {
        let crt = crt();
        let shift = |reason: &str| Modifier { amount: -1, rule: "9.2".into(), reason: reason.into() };
        let mut column = Column { chart: ChartId(0), strengths: (750, 240), start: 3, modifiers: vec![shift("river")] };
        assert_eq!(column.describe(&crt), "12.5:4 = 3:1, -1 river (9.2) -> 2:1");
        column.modifiers.extend([shift("a"), shift("b"), shift("c")]);
        assert_eq!(column.index(&crt), None);
    }
}
