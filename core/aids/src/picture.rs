//! Pictures as files of their own: the map with the units at their starts, and a sheet of counters for each side.

use crate::File;
use crate::book::Book;
use grognard_board::svg::{self, Sheet, SvgOptions};
use grognard_engine::ids::{Id, SideId, UnitId};
use grognard_engine::table::{Service, Table};
use grognard_engine::view::View;
use std::sync::Arc;

/// Makes the pictures.
pub fn files(book: &Book) -> Vec<File> {
    let sides = book
        .content()
        .sides
        .iter()
        .map(|(side, name)| File { name: format!("counters-{}.svg", crate::file_name(name)), text: counters(book, side) });
    [File { name: "map.svg".into(), text: map(book) }].into_iter().chain(sides).collect()
}

fn map(book: &Book) -> String {
    let table = Table::new(book.battle.content.clone(), Arc::new([]), 0, Service::BARE);
    let options = SvgOptions { catalogue: &book.catalogue, ..SvgOptions::default() };
    svg::draw(book.content(), Some(&View::new(&table, None)), &options)
}

/// Every unit of a side at each of its strengths.
fn counters(book: &Book, side: SideId) -> String {
    let units = book.content().units.iter().enumerate().filter(|(_, unit)| unit.side == side);
    let faces: Vec<(UnitId, u8)> =
        units.flat_map(|(at, unit)| (1..=unit.steps).rev().map(move |steps| (UnitId::from_index(at), steps))).collect();
    let title = format!("{}: {}", book.name(&book.content().title), book.adjective(side));
    svg::sheet(book.content(), &Sheet { title: &title, counters: &faces, abreast: 8, catalogue: &book.catalogue })
}
