//! Pictures of a board for the commands that show one.

use crate::screen::Screen;
use grognard_board::svg::{self, SvgOptions};
use grognard_board::text::{self, TextOptions};
use grognard_engine::catalogue::Catalogue;
use grognard_engine::ids::SpaceId;
use grognard_engine::table::{Service, Table};
use grognard_engine::view::View;
use grognard_lab::Battle;
use std::sync::Arc;

/// The board in characters, as wide as the screen.
pub fn board(battle: &Battle, view: &View, screen: &Screen, catalogue: &Catalogue, highlight: &[SpaceId]) -> String {
    let options = TextOptions { colour: screen.colour, width: screen.width, highlight, numbers: true, catalogue };
    text::draw(&battle.content, view, &options)
}

/// The board as it is laid out before set-up, or the bare map.
pub fn map(battle: &Battle, bare: bool, catalogue: &Catalogue) -> String {
    let table = Table::new(battle.content.clone(), Arc::new([]), 0, Service::BARE);
    svg(battle, (!bare).then(|| View::new(&table, None)).as_ref(), catalogue)
}

/// The board as a view shows it.
pub fn svg(battle: &Battle, view: Option<&View>, catalogue: &Catalogue) -> String {
    let options = SvgOptions { catalogue, ..SvgOptions::default() };
    svg::draw(&battle.content, view, &options)
}
