//! Charts, as shown on the page.

use crate::dto::{self, ChartAxis, ChartFloor, Meaning};
use crate::game::play::Play;
use grognard_engine::catalogue::Catalogue;
use grognard_engine::chart::{Axis, Cell, Chart};
use grognard_packs::node::Node;
use grognard_play::Battle;

impl Play {
    /// Returns the charts that are in force.
    pub fn charts(&mut self, language: &str) -> Vec<dto::Chart> {
        let battle = self.session.battle.clone();
        let catalogue = self.catalogue(language);
        battle.content.shown_charts().map(|printed| chart(&battle, printed, catalogue)).collect()
    }
}

fn chart(battle: &Battle, chart: &Chart, catalogue: &Catalogue) -> dto::Chart {
    let columns = chart.columns.keys.len().max(1);
    let name = |text: &str| catalogue.name(text).to_owned();
    let cell = |cell: &Cell| match cell {
        Cell::Number(number) => number.to_string(),
        Cell::Text(text) => name(text),
    };
    dto::Chart {
        name: chart.name.clone(),
        title: name(&chart.title),
        rule: chart.rule.clone(),
        rows: axis(&chart.rows, catalogue),
        columns: axis(&chart.columns, catalogue),
        cells: chart.cells.chunks(columns).map(|row| row.iter().map(cell).collect()).collect(),
        below: chart.below.as_ref().map(|below| ChartFloor { text: name(&below.text), rule: below.rule.clone() }),
        meanings: meanings(battle, &chart.name, catalogue),
    }
}

/// Returns the meanings of a chart's results, in the order of its `values`. Rules do not use the meanings, so they are
/// read directly from the pack data.
fn meanings(battle: &Battle, chart: &str, catalogue: &Catalogue) -> Vec<Meaning> {
    let part = |key: &str| battle.tree.root().get("charts")?.get(chart)?.get(key);
    let listed: Vec<&str> =
        part("values").and_then(Node::list).unwrap_or_default().iter().filter_map(Node::text).collect();
    let meaning = part("meaning").and_then(Node::table).into_iter().flatten();
    let mut all: Vec<(&str, &str)> =
        meaning.filter_map(|(result, entry)| Some((result.as_str(), entry.node.text()?))).collect();
    all.sort_by_key(|(result, _)| listed.iter().position(|known| known == result).unwrap_or(usize::MAX));
    let name = |text: &str| catalogue.name(text).to_owned();
    all.iter().map(|(result, text)| Meaning { result: name(result), text: name(text) }).collect()
}

fn axis(axis: &Axis, catalogue: &Catalogue) -> ChartAxis {
    let keys = axis.keys.iter().map(|key| catalogue.name(key).to_owned()).collect();
    ChartAxis { name: catalogue.name(&axis.name).to_owned(), keys }
}
