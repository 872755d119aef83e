//! Draws counters on their own: as single pictures, as fragments, or on sheets to cut out.

use super::canvas::{INK, SANS, SERIF, SvgCanvas, TextStyle, fit};
use super::counter::counter as draw;
use super::layout::TILE;
use crate::stack::{Piece, piece};
use crate::terminal_text;
use grognard_engine::catalogue::Catalogue;
use grognard_engine::content::Content;
use grognard_engine::ids::UnitId;

/// Draws a counter as a separate picture, with a given width in pixels. Returns an empty string if the unit does not
/// exist.
pub fn counter(content: &Content, unit: UnitId, steps: u8, pixels: u32, catalogue: &Catalogue) -> String {
    let Some(piece) = piece(content, unit, steps).map(|piece| piece.read_in(content, catalogue)) else {
        return String::new();
    };
    let mut paper = SvgCanvas::default();
    paper.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"counter\" viewBox=\"-550 -560 1110 1150\" \
         width=\"{pixels}\" height=\"{pixels}\" \
         role=\"img\" font-family=\"{SANS}\">"
    ));
    paper.title(&piece.describe(content, catalogue));
    draw(content, catalogue, &piece, (0, 0), &mut paper);
    paper.out + "</svg>"
}

/// Draws a counter as a fragment around the origin, 960 units wide, for a page that puts it on the map from
/// [`super::ground()`]. The token of a hidden unit is not printed, because players on the page need not type it, and it
/// could be mistaken for a strength.
pub fn fragment(content: &Content, piece: &Piece, catalogue: &Catalogue) -> String {
    let mut paper = SvgCanvas::default();
    let piece = Piece { token: None, ..piece.clone() };
    draw(content, catalogue, &piece, (0, 0), &mut paper);
    paper.out
}

/// A counter sheet: rows of counters, each showing a unit with a number of steps.
#[derive(Clone, Copy, Debug)]
pub struct CounterSheet<'a> {
    /// The heading above the rows.
    pub title: &'a str,
    /// The counters in order, each a unit with a number of steps.
    pub counters: &'a [(UnitId, u8)],
    /// The number of counters per row.
    pub abreast: usize,
    /// The catalogue that translates unit names.
    pub catalogue: &'a Catalogue,
}

/// Draws a counter sheet, to be printed and cut out.
pub fn sheet(content: &Content, sheet: &CounterSheet) -> String {
    let abreast = sheet.abreast.max(1);
    let rows = sheet.counters.len().div_ceil(abreast) as i64;
    let (width, height) = (abreast as i64 * TILE + 200, rows * TILE + 900);
    let mut paper = SvgCanvas::default();
    paper.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{}\" height=\"{}\" \
         role=\"img\" \
         font-family=\"{SANS}\">",
        width / 14,
        height / 14
    ));
    paper.title(sheet.title);
    paper.put(format_args!("<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>"));
    let title = terminal_text::shorten(&terminal_text::clean(sheet.title), 60);
    paper.group(&format!("font-family=\"{SERIF}\""));
    paper.text((width / 2, 540), TextStyle::centred(fit(&title, width - 400, 160, 420), INK).bold(), &title);
    paper.close();
    for (number, &(unit, steps)) in sheet.counters.iter().enumerate() {
        let at = ((number % abreast) as i64 * TILE + TILE / 2 + 100, (number / abreast) as i64 * TILE + TILE / 2 + 760);
        if let Some(piece) = piece(content, unit, steps) {
            draw(content, sheet.catalogue, &piece.read_in(content, sheet.catalogue), at, &mut paper);
        }
    }
    paper.out + "</svg>\n"
}
