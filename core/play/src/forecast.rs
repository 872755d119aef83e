//! Forecasts of battles, in the language of the reader.

use grognard_engine::catalogue::{Catalogue, TextKind};
use grognard_engine::chart::{Cell, Chart, Column, Modifier};
use grognard_engine::ids::Id;
use grognard_engine::outcome::Outcomes;
use grognard_engine::reader::Reader;
use grognard_script::{Item, Prospect};

/// The forecast of a battle or of a part of it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Forecast {
    /// A summary without chances: `16:5 = 3:1, -1 river (9.2) -> 2:1`.
    pub line: String,
    /// The paragraph of the summary, if it has one.
    pub rule: Option<String>,
    /// The strengths of attack and defence; empty if the game does not compare strengths.
    pub strengths: Vec<String>,
    /// The modifiers of the column, each with its paragraph and reason.
    pub modifiers: Vec<Modifier>,
    /// The outcomes, most likely first.
    pub outcomes: Vec<ResultChance>,
    /// A remark in place of chances, if there are none.
    pub note: Option<String>,
}

/// The chance of a result.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ResultChance {
    /// The result.
    pub result: String,
    /// The number of cases with this result.
    pub weight: u64,
    /// The total number of equally likely cases.
    pub of: u64,
    /// The chance in per cent, rounded.
    pub percent: u64,
}

/// The number of cases above which fractions are not printed.
const LONG: u64 = 9_999;

impl Forecast {
    /// Returns the forecast for a column of an odds chart.
    pub fn of_column(column: &Column, chart: &Chart, catalogue: &Catalogue) -> Forecast {
        let index = column.index(chart);
        let outcomes = index.and_then(|index| Outcomes::of_column(chart, index));
        let reason = |modifier: &Modifier| catalogue.text(TextKind::Reason, &modifier.reason).to_owned();
        Forecast {
            line: column.describe_in(chart, catalogue),
            rule: None,
            strengths: column.strengths_in_words().into(),
            modifiers: column
                .modifiers
                .iter()
                .map(|modifier| Modifier { reason: reason(modifier).into(), ..modifier.clone() })
                .collect(),
            outcomes: outcomes.map_or_else(Vec::new, |outcomes| ResultChance::all(&outcomes, catalogue)),
            note: index.is_none().then(|| below(chart, catalogue)),
        }
    }

    /// Returns the forecast for an item returned by a rule: a column, a refusal, or a summary, possibly with the dice
    /// to be thrown. Returns `None` for other items.
    pub(crate) fn of_item(item: &Item, reader: &Reader) -> Option<Forecast> {
        let (told, outcomes) = match item {
            Item::Column(column) => {
                let chart = &reader.table.content.charts[column.chart.index()];
                return Some(Forecast::of_column(column, chart, reader.catalogue));
            }
            Item::Refusal(refusal) => (refusal, Vec::new()),
            Item::Prospect(Prospect { told, bucket, cases }) => {
                let outcomes = match (&cases[..], &bucket[..]) {
                    ([], []) => None,
                    ([], dice) => Some(Outcomes::of_bucket(dice)),
                    (cases, _) => Some(Outcomes::of_cases(cases)),
                };
                (told, outcomes.map_or_else(Vec::new, |all| ResultChance::all(&all, reader.catalogue)))
            }
            _ => return None,
        };
        Some(Forecast { rule: told.rule.clone(), outcomes, ..Forecast::plain(&reader.refusal(told)) })
    }

    /// Returns a forecast with only a summary.
    pub(crate) fn plain(line: &str) -> Forecast {
        let (strengths, modifiers, outcomes) = Default::default();
        Forecast { line: line.to_owned(), rule: None, strengths, modifiers, outcomes, note: None }
    }

    /// Returns the whole forecast: the summary, and below it the chances or the remark.
    pub fn text(&self) -> String {
        let chances: Vec<String> = self.outcomes.iter().map(ResultChance::text).collect();
        let below = if chances.is_empty() { self.note.clone() } else { Some(chances.join(", ")) };
        let rule = self.rule.as_ref().map(|rule| format!(" ({rule})")).unwrap_or_default();
        below.into_iter().fold(self.line.clone() + &rule, |line, below| format!("{line}\n  {below}"))
    }
}

impl ResultChance {
    fn all(outcomes: &Outcomes, catalogue: &Catalogue) -> Vec<ResultChance> {
        let name = |cell: &Cell| match cell {
            Cell::Number(number) => number.to_string(),
            Cell::Text(text) => catalogue.name(text).to_owned(),
        };
        let chance = |(cell, weight): (&Cell, u64)| ResultChance {
            result: name(cell),
            weight,
            of: outcomes.total,
            percent: outcomes.percent(weight),
        };
        outcomes.all.iter().map(|outcome| chance((&outcome.result, outcome.weight))).collect()
    }

    /// Formats a result with its chance: `DR 3/6 (50 %)`. If the numbers are large, gives only the percentage: `DR 31
    /// %`.
    fn text(&self) -> String {
        match self.of {
            1..=LONG => format!("{} {}/{} ({} %)", self.result, self.weight, self.of, self.percent),
            _ => format!("{} {} %", self.result, self.percent),
        }
    }
}

/// Describes odds below the first column of a chart.
fn below(chart: &Chart, catalogue: &Catalogue) -> String {
    match &chart.below {
        Some(below) => {
            catalogue.say("Below the first column of the chart: {1} ({2})", &[catalogue.name(&below.text), &below.rule])
        }
        None => catalogue.say("The chart begins at {1}; for lower odds, see the rules.", &[&chart.columns.keys[0]]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_engine::catalogue::{ENGLISH, Wording};
    use grognard_engine::chart::{Axis, Below};
    use grognard_engine::ids::ChartId;
    use grognard_engine::outcome::Outcome;

    fn chart() -> Chart {
        Chart {
            name: "crt".into(),
            title: "Combat results".into(),
            rule: None,
            hidden: false,
            rows: Axis::new("die", (1..=6).map(|key: u32| key.to_string()).collect()),
            columns: Axis::new("odds", vec!["1:1".into(), "2:1".into()]),
            cells: (0..12).map(|at| Cell::Text(if at % 2 == 0 || at > 7 { "DR" } else { "EX" }.into())).collect(),
            below: None,
            shifts: Vec::new(),
            circumstances: Vec::new(),
        }
    }

    fn column(start: i32, shift: i32) -> Column {
        let river = Modifier { amount: shift, rule: "9.2".into(), reason: "river".into() };
        Column { chart: ChartId(0), strengths: (750, 480), start, modifiers: vec![river] }
    }

    #[test]
    fn a_column_tells_strengths_modifiers_and_chances() {
        let forecast = Forecast::of_column(&column(0, 1), &chart(), &ENGLISH);
        assert_eq!(forecast.text(), "12.5:8 = 1:1, +1 river (9.2) -> 2:1\n  EX 4/6 (67 %), DR 2/6 (33 %)");
        assert_eq!(forecast.strengths, ["12.5", "8"]);
        assert_eq!((forecast.modifiers[0].amount, forecast.modifiers[0].rule.as_ref()), (1, "9.2"));
        assert_eq!(forecast.outcomes[1], ResultChance { result: "DR".into(), weight: 2, of: 6, percent: 33 });
    }

    #[test]
    fn cases_with_the_same_result_are_added_up() {
        let case = |result: &str, weight| Outcome { result: Cell::Text(result.into()), weight };
        let cases = [case("nothing", 1), case("recoil", 20), case("nothing", 14), case("loss", 1)];
        let chances = ResultChance::all(&Outcomes::of_cases(&cases), &ENGLISH);
        let told: Vec<String> = chances.iter().map(ResultChance::text).collect();
        assert_eq!(told, ["recoil 20/36 (56 %)", "nothing 15/36 (42 %)", "loss 1/36 (3 %)"]);
    }

    #[test]
    fn reasons_and_results_are_in_the_language_of_the_reader() {
        let mut french = Catalogue::new("fr");
        french.insert(TextKind::Reason, "river", Wording { text: "fleuve".into(), form: 1 });
        french.insert(TextKind::Name, "DR", Wording { text: "recul".into(), form: 1 });
        let forecast = Forecast::of_column(&column(0, 0), &chart(), &french);
        assert_eq!((forecast.modifiers[0].reason.as_ref(), forecast.outcomes[0].result.as_str()), ("fleuve", "recul"));
    }

    #[test]
    fn below_the_first_column() {
        let mut chart = chart();
        let text = |chart: &Chart| Forecast::of_column(&column(0, -1), chart, &ENGLISH).text();
        let line = "12.5:8 = 1:1, -1 river (9.2) -> below 1:1";
        assert_eq!(text(&chart), format!("{line}\n  The chart begins at 1:1; for lower odds, see the rules."));
        chart.below = Some(Below { text: "no effect".into(), rule: "9.1".into() });
        assert_eq!(text(&chart), format!("{line}\n  Below the first column of the chart: no effect (9.1)"));
    }
}
