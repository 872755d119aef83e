//! The printing on a counter: its face or its back.

use super::canvas::{INK, SvgCanvas, TextStyle, fit};
use super::counter::HALF;
use super::symbol;
use crate::look::side::SideColours;
use crate::stack::Face;
use crate::terminal_text;
use grognard_engine::style::{Colour, Style};

/// The maximum number of steps shown as dots; more steps are shown as a number.
const MAX_PIPS: u8 = 6;
const WHITE: Colour = Colour::of(0xff_ffff);

/// Prints the name along the left edge, the size above the symbol and the numbers at the foot. The steps are along the
/// right edge or, for a block, on its upper edge.
pub fn print(face: &Face, style: &Style, colours: SideColours, paper: &mut SvgCanvas) {
    if let Some(size) = face.size {
        paper.text((30, -285), TextStyle::centred(150, colours.ink).bold(), size);
    }
    match face.picture.as_ref().and_then(|name| style.pictures.get(name)) {
        Some(picture) => symbol::picture(picture, (30, -75), paper),
        None => symbol::draw(&face.branch, (30, -75), paper),
    }
    let name = terminal_text::shorten(&terminal_text::clean(&face.name), 12);
    paper.group("transform=\"translate(-312 -75) rotate(-90)\"");
    paper.text((0, 0), TextStyle::centred(fit(&name, 760, 100, 165), colours.ink), &name);
    paper.close();
    paper.text((0, 415), TextStyle::centred(fit(&face.values, 840, 140, 290), colours.ink).bold(), &face.values);
    if face.upright {
        edge(colours, paper);
        pips(face.steps, (0, -475), (92, 0), WHITE, paper);
    } else if face.steps.1 > 1 {
        pips(face.steps, (394, -75), (0, -92), colours.ink, paper);
    }
}

/// Draws the back of a unit with a hidden face, which shows its side and its token.
pub fn draw_back(token: Option<u16>, colours: SideColours, paper: &mut SvgCanvas) {
    edge(colours, paper);
    match token {
        Some(token) => {
            paper.text((0, 130), TextStyle::centred(460, colours.ink).bold(), "?");
            paper.text((0, 405), TextStyle::centred(220, colours.ink), &token.to_string());
        }
        None => paper.text((0, 190), TextStyle::centred(560, colours.ink).bold(), "?"),
    }
}

/// Draws the upper edge of an upright block.
fn edge(colours: SideColours, paper: &mut SvgCanvas) {
    paper.put(format_args!(
        "<path d=\"M-{HALF} -410l60 -130h840l60 130z\" fill=\"{}\" stroke=\"{INK}\" stroke-width=\"20\" \
         stroke-linejoin=\"round\"/>",
        colours.flag
    ));
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
