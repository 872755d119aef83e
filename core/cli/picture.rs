//! Draws the board, for commands that print it or write it as an image.

use crate::failure::Failure;
use crate::screen::Screen;
use grognard_board::svg::{self, SvgOptions};
use grognard_board::text::{self, TextOptions};
use grognard_engine::catalogue::Catalogue;
use grognard_engine::ids::SpaceId;
use grognard_engine::table::{Service, Table};
use grognard_engine::view::View;
use grognard_packs::Diagnostic;
use grognard_play::Battle;
use grognard_play::atomic_file;
use std::path::Path;
use std::sync::Arc;

/// Draws the board as text, as wide as the screen.
pub fn board(battle: &Battle, view: &View, screen: &Screen, catalogue: &Catalogue, highlight: &[SpaceId]) -> String {
    let options = TextOptions { colour: screen.colour, width: screen.width, highlight, numbers: true, catalogue };
    text::draw(&battle.content, view, &options)
}

/// Draws the board at set-up, or the bare map.
pub fn map(battle: &Battle, bare: bool, catalogue: &Catalogue) -> String {
    let table = Table::new(battle.content.clone(), Arc::new([]), 0, Service::BARE);
    svg(battle, (!bare).then(|| View::new(&table, None)).as_ref(), catalogue)
}

/// Draws the board as SVG, as a view shows it, or the bare map if there is no view.
pub fn svg(battle: &Battle, view: Option<&View>, catalogue: &Catalogue) -> String {
    let painting = svg::painting_address(&battle.content);
    let options = SvgOptions { catalogue, painting: painting.as_deref(), ..SvgOptions::default() };
    svg::draw(&battle.content, view, &options)
}

/// Writes an image: as PNG if the file name ends in `.png`, or else as SVG. `width` is the width of a PNG in pixels.
pub fn write(path: &Path, svg: &str, width: Option<u32>) -> Result<(), Failure> {
    if is_png(path) {
        return atomic_file::write(path, png(svg, width)?).map_err(Failure::file(path));
    }
    atomic_file::write(path, svg).map_err(Failure::file(path))
}

/// Returns whether the file name ends in `.png`.
pub fn is_png(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("png"))
}

/// Returns an error if this build cannot write PNG.
pub fn expect_png() -> Result<(), Failure> {
    if cfg!(feature = "png") {
        return Ok(());
    }
    let error = Diagnostic::general("E514", "this program was built without PNG support");
    Err(Failure::usage(
        error.help("build it with `cargo build --release --features png`, or use a file name that ends with `.svg`"),
    ))
}

#[cfg(feature = "png")]
fn png(svg: &str, width: Option<u32>) -> Result<Vec<u8>, Failure> {
    grognard_board::png::render(svg, width)
        .map_err(|error| Failure::wrong(Diagnostic::general("E515", format!("cannot draw the picture: {error}"))))
}

#[cfg(not(feature = "png"))]
fn png(_: &str, _: Option<u32>) -> Result<Vec<u8>, Failure> {
    expect_png().map(|()| Vec::new())
}
