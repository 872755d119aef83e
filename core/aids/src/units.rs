//! Units as shown on the pages: counters with names.

use crate::battle_content::BattleContent;
use crate::data_changes::ValueChange;
use crate::notes::Notes;
use grognard_engine::ids::{Id, UnitId};
use maud::{Markup, PreEscaped, html};

/// The width of a counter in pixels.
const SIZE: u32 = 56;

/// Returns a unit's counter with a given number of steps. Names in the drawing are escaped.
pub fn counter(book: &BattleContent, unit: UnitId, steps: u8) -> Markup {
    PreEscaped(grognard_board::svg::counter(book.content(), unit, steps, SIZE, &book.catalogue))
}

/// Returns a counter with its name and other lines below it.
pub fn figure(
    book: &BattleContent,
    unit: UnitId,
    steps: u8,
    origins: &[ValueChange],
    notes: &mut Notes,
    below: &Markup,
) -> Markup {
    let name = &book.content().units[unit.index()].name;
    html! {
        figure.unit.changed[!origins.is_empty()] {
            (counter(book, unit, steps))
            figcaption { (book.name(name)) (notes.mark(origins)) (below) }
        }
    }
}

/// Returns the printed values at each strength, starting with full strength: `12-6 / 6-6`.
pub fn values(book: &BattleContent, unit: UnitId) -> String {
    let unit = &book.content().units[unit.index()];
    let face = |steps: u8| {
        (0..unit.values.len())
            .filter_map(|at| unit.value(at, steps))
            .map(|value| value.to_string())
            .collect::<Vec<_>>()
            .join("-")
    };
    (1..=unit.steps).rev().map(face).collect::<Vec<_>>().join(" / ")
}
