//! Facts about chart cells. A chart with a turn axis belongs to the calendar.

use super::fact::{FactGroup, FactSection, Subject};
use grognard_engine::chart::{Cell, Chart};
use grognard_packs::path::join;
use grognard_play::Battle;

/// Returns the length of the game and the charts with a turn axis.
pub(super) fn calendar(battle: &Battle) -> FactSection {
    let mut game = Subject::new("", "the game", "scenario.turns");
    game.fact("turns", "has", format!("{} turns", battle.content.sequence.turns), "scenario.turns");
    let mut section = chart_facts(battle, FactGroup::Calendar, is_calendar);
    section.subjects.insert(0, game);
    section
}

/// Returns the charts without a turn axis.
pub(super) fn charts(battle: &Battle) -> FactSection {
    chart_facts(battle, FactGroup::Charts, |chart| !is_calendar(chart))
}

fn is_calendar(chart: &Chart) -> bool {
    [&chart.rows, &chart.columns].iter().any(|axis| axis.name == "turn")
}

fn chart_facts(battle: &Battle, group: FactGroup, wanted: impl Fn(&Chart) -> bool) -> FactSection {
    let charts = battle.content.charts.iter().filter(|chart| wanted(chart));
    FactSection { group, subjects: charts.flat_map(rows).collect() }
}

/// Turns the chart and each of its rows into a subject, so that a renamed row is recognised and a missing row is
/// reported as a single difference. A chart is identified by its file, because its title can change.
fn rows(chart: &Chart) -> Vec<Subject> {
    let path = join("charts", &chart.name);
    let row = |(at, key): (usize, &String)| {
        let row_path = format!("{path}.cells[\"{key}\"]");
        let mut subject = Subject::new(&format!("{}, {}", chart.title, chart.rows.name), key, &*row_path);
        subject = subject.with_key(&format!("{path}, {}", chart.rows.name), key);
        for (column, key) in chart.columns.keys.iter().enumerate() {
            let cell = match chart.cell(at, column) {
                Some(Cell::Number(number)) => number.to_string(),
                Some(Cell::Text(text)) => text.clone(),
                None => continue,
            };
            subject.fact(format!("{} {key}", chart.columns.name), "", cell, format!("{row_path}[\"{key}\"]"));
        }
        subject
    };
    let whole = Subject::new("chart", &chart.title, &*path).with_key("chart", &chart.name);
    std::iter::once(whole).chain(chart.rows.keys.iter().enumerate().map(row)).collect()
}
