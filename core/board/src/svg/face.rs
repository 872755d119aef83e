//! The printing on a counter: its face or its back.

use super::canvas::{NARROW, Point, SvgCanvas, TextStyle, fit_narrow};
use super::symbol::{self, SymbolColours};
use crate::look::side::SideColours;
use crate::stack::Face;
use crate::terminal_text;
use grognard_engine::style::{Colour, Style};

/// The maximum number of steps shown as dots; more steps are shown as a number.
const MAX_PIPS: u8 = 6;

/// Prints the symbol, the name along the left edge, the size above the symbol and the numbers at the foot. The steps are
/// along the right edge or, for a block, at the top. Everything but the symbol has the class `fine`: it is not legible
/// on a distant map.
pub fn print(face: &Face, style: &Style, colours: SideColours, paper: &mut SvgCanvas) {
    paper.group("class=\"sign\"");
    match face.picture.as_ref().and_then(|name| style.pictures.get(name)) {
        Some(picture) => symbol::picture(picture, SYMBOL, paper),
        None => {
            let SideColours { line, frame, .. } = colours;
            symbol::draw(&face.branch, SYMBOL, SymbolColours { line, frame }, paper);
        }
    }
    paper.close();
    paper.group(&format!("class=\"fine\" font-family=\"{NARROW}\""));
    if let Some(size) = face.size.filter(|_| !face.upright) {
        paper.text((SYMBOL.0, -318), TextStyle::centred(165, colours.ink).bold(), size);
    }
    let name = terminal_text::shorten(&terminal_text::clean(&face.name), 16);
    paper.group(&format!("transform=\"translate(-312 {NAME}) rotate(-90)\""));
    paper.text((0, 0), TextStyle::centred(fit_narrow(&name, 600, 105, 195), colours.ink), &name);
    paper.close();
    let values = fit_narrow(&face.values, 860, 180, 360);
    paper.text((0, 410), TextStyle::centred(values, colours.ink).bold(), &face.values);
    if face.upright {
        pips(face.steps, (SYMBOL.0, -375), (110, 0), colours.ink, paper);
    } else if face.steps.1 > 1 {
        pips(face.steps, (404, SYMBOL.1), (0, -92), colours.ink, paper);
    }
    paper.close();
}

/// The centre of the symbol.
const SYMBOL: Point = (20, -105);
/// The middle of the name at the left edge, above the values.
const NAME: i64 = -155;

/// Draws the back of a unit with a hidden face, which shows its side and its token.
pub fn draw_back(token: Option<u16>, colours: SideColours, paper: &mut SvgCanvas) {
    match token {
        Some(token) => {
            paper.text((0, 130), TextStyle::centred(460, colours.edge).bold(), "?");
            paper.text((0, 405), TextStyle::centred(220, colours.ink), &token.to_string());
        }
        None => paper.text((0, 215), TextStyle::centred(620, colours.edge).bold(), "?"),
    }
}

/// Draws a row of dots centred on a point, one per step: filled if the step remains, empty if it is lost.
fn pips((left, most): (u8, u8), (x, y): (i64, i64), (dx, dy): (i64, i64), ink: Colour, paper: &mut SvgCanvas) {
    if most > MAX_PIPS {
        return paper.text((x, y + 55), TextStyle::centred(150, ink).bold(), &left.to_string());
    }
    for step in 0..i64::from(most) {
        let out = 2 * step + 1 - i64::from(most);
        let fill = if step < i64::from(left) { ink.to_string() } else { "none".to_owned() };
        paper.put(format_args!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"30\" fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"14\"/>",
            x + dx * out / 2,
            y + dy * out / 2
        ));
    }
}
