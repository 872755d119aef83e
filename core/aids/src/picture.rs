//! Pictures as separate files: the map with the units in their starting positions, a counter sheet for each side, and
//! the charts.

use crate::battle_content::BattleContent;
use crate::chart::{Grid, show};
use crate::{File, phrases};
use grognard_board::svg::{self, CounterSheet, SvgOptions};
use grognard_engine::chart::Chart;
use grognard_engine::ids::{Id, SideId, UnitId};
use grognard_engine::table::{Service, Table};
use grognard_engine::view::View;
use std::sync::Arc;

/// Creates all pictures, as SVG files.
pub fn files(book: &BattleContent) -> Vec<File> {
    let sides = book.content().sides.iter().map(|(side, name)| File {
        name: format!("counters-{}.svg", crate::file_name(name)),
        text: counters(book, side),
    });
    let mut all: Vec<File> = [File { name: "map.svg".into(), text: map(book) }].into_iter().chain(sides).collect();
    for chart in book.content().shown_charts() {
        let name = format!("chart-{}.svg", crate::file_name(&chart.name));
        // Different chart names may map to the same file name. The charts page shows both charts.
        if all.iter().all(|file| file.name != name) {
            all.push(File { name, text: svg::table(&table(book, chart)) });
        }
    }
    all
}

fn map(book: &BattleContent) -> String {
    let table = Table::new(book.battle.content.clone(), Arc::new([]), 0, Service::BARE);
    let painting = svg::painting_address(book.content());
    let options = SvgOptions { catalogue: &book.catalogue, painting: painting.as_deref(), ..SvgOptions::default() };
    svg::draw(book.content(), Some(&View::new(&table, None)), &options)
}

/// Returns a chart with its strings translated.
fn table(book: &BattleContent, chart: &Chart) -> svg::ChartTable {
    let cell =
        |row: usize, column: usize| chart.cell(row, column).map(show).map(|text| book.name(&text)).unwrap_or_default();
    let cells = |row: usize| (0..chart.columns.keys.len()).map(|column| cell(row, column)).collect();
    let rule = chart.rule.as_ref().map(|rule| format!(" ({rule})")).unwrap_or_default();
    svg::ChartTable {
        title: book.name(&chart.title) + &rule,
        corner: format!("{} {} {}", book.name(&chart.rows.name), phrases::CORNER, book.name(&chart.columns.name)),
        columns: chart.columns.keys.iter().map(|key| book.name(key)).collect(),
        rows: chart.rows.keys.iter().enumerate().map(|(row, key)| (book.name(key), cells(row))).collect(),
        key: Grid::new(book, chart)
            .meanings()
            .into_iter()
            .map(|(result, text, _)| (book.name(&result), book.name(&text)))
            .collect(),
    }
}

/// Draws a counter for each unit of a side at each of its strengths.
fn counters(book: &BattleContent, side: SideId) -> String {
    let units = book.content().units.iter().enumerate().filter(|(_, unit)| unit.side == side);
    let faces: Vec<(UnitId, u8)> =
        units.flat_map(|(at, unit)| (1..=unit.steps).rev().map(move |steps| (UnitId::from_index(at), steps))).collect();
    let title = format!("{}: {}", book.name(&book.content().title), book.adjective(side));
    svg::sheet(
        book.content(),
        &CounterSheet { title: &title, counters: &faces, abreast: 8, catalogue: &book.catalogue },
    )
}
