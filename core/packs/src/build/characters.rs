//! Characters of agents: a few of the weights by which a system judges positions, changed by a percentage.

use super::{Doc, find_position};
use crate::diagnostic::Diagnostic;
use crate::schema::SystemFile;
use grognard_engine::chart::{Cell, Chart};

/// Checks that characters change numbers in charts.
pub fn check(doc: &Doc<SystemFile>, charts: &[Chart], out: &mut Vec<Diagnostic>) {
    let names: Vec<String> = charts.iter().map(|chart| chart.name.clone()).collect();
    for (name, character) in &doc.file.characters {
        let place = doc.place(&["characters".into(), name.into(), "chart".into()]);
        let Some(chart) = find_position(&names, &character.chart, "chart", place, out) else { continue };
        let chart = &charts[chart];
        for row in character.percent.keys() {
            let place = doc.place(&["characters".into(), name.into(), "percent".into(), row.into()]);
            let Some(row) = find_position(&chart.rows.keys, row, "row", place, out) else { continue };
            let columns = chart.columns.keys.len();
            let cells = chart.cells.iter().skip(row * columns).take(columns);
            if cells.into_iter().any(|cell| matches!(cell, Cell::Text(_))) {
                let error = Diagnostic::at("E106", place, "this row of the chart does not contain numbers");
                out.push(error.help("name a row whose cells are all whole numbers"));
            }
        }
    }
}
