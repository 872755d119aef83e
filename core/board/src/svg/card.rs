//! Cards: upright rectangles as tall as a counter, with a face or a back.

use super::canvas::{CREAM, INK, NARROW, SANS, SvgCanvas, TextStyle, fit_narrow};
use crate::look::side::SideColours;
use crate::terminal_text;
use grognard_engine::card::PrintedCard;

/// Half the width and half the height of a card.
const HALF: (i64, i64) = (345, 480);
/// The width of what is printed on it.
const PRINT: i64 = 600;
/// The height of the band with the title.
const BAND: i64 = 190;
/// The size of the text, and the number of characters in a line and of lines.
const TEXT: i64 = 74;
const COLUMNS: usize = 20;
const LINES: usize = 4;

/// Draws the face of a card around the origin: a band with the title, the numbers in discs, a picture if there is one, and
/// the text. Everything but the numbers and the picture has the class `fine`: it is not legible on a distant map.
pub fn face(card: &PrintedCard, picture: Option<&String>, colours: SideColours, paper: &mut SvgCanvas) {
    frame(&CREAM.to_string(), colours, paper);
    let (x, y) = HALF;
    let (corner, width) = (46, 2 * x);
    paper.path(
        &format!(
            "M-{x} {}V-{}q0 -{corner} {corner} -{corner}h{}q{corner} 0 {corner} {corner}V{0}z",
            BAND - y,
            y - corner,
            width - 2 * corner
        ),
        &format!("fill=\"{}\"", colours.fill),
    );
    paper.group("class=\"sign\"");
    if let Some(picture) = picture {
        paper.put(format_args!("<g class=\"picture\" transform=\"translate(60 -70) scale(0.42)\">{picture}</g>"));
    }
    paper.group(&format!("font-family=\"{NARROW}\""));
    let count = card.numbers.len() as i64;
    for (number, (_, value)) in (0..).zip(&card.numbers) {
        let (at, radius) = match picture {
            Some(_) => ((-240, -190 + number * 165), 78),
            None if count == 1 => ((0, -75), 165),
            None => (((2 * number + 1 - count) * 220 / 2, -75), 105),
        };
        paper.put(format_args!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"14\"/>",
            at.0, at.1, colours.pale, colours.edge
        ));
        let text = value.to_string();
        let size = fit_narrow(&text, 2 * radius * 9 / 10, 80, radius * 8 / 5);
        paper.text((at.0, at.1 + size * 35 / 100), TextStyle::centred(size, INK).bold(), &text);
    }
    paper.close();
    paper.close();
    paper.group(&format!("class=\"fine\" font-family=\"{NARROW}\""));
    let title = terminal_text::shorten(&terminal_text::clean(&card.title), 28);
    let size = fit_narrow(&title, PRINT + 30, 70, 135);
    paper.text((0, BAND / 2 - y + size * 33 / 100), TextStyle::centred(size, colours.ink).bold(), &title);
    paper.close();
    paper.group(&format!("class=\"fine\" font-family=\"{SANS}\""));
    let text = card.text.as_deref().unwrap_or_default();
    for (number, line) in (0..).zip(lines(text)) {
        paper.text((0, 175 + number * (TEXT + 10)), TextStyle::centred(TEXT, INK), &line);
    }
    paper.close();
}

/// Draws the back of a card around the origin: the colours of its side in a pattern.
pub fn back(colours: SideColours, paper: &mut SvgCanvas) {
    frame(&colours.fill.to_string(), colours, paper);
    let look = format!("fill=\"none\" stroke=\"{}\" stroke-width=\"16\" stroke-opacity=\"0.55\"", colours.edge);
    let rect = |x: i64, y: i64| format!("M-{x} -{y}H{x}V{y}H-{x}Z");
    paper.path(&rect(HALF.0 - 55, HALF.1 - 55), &look);
    paper.path(
        "M0 -340L200 0L0 340L-200 0ZM0 -210L124 0L0 210L-124 0ZM-200 -340L0 0L-200 340M200 -340L0 0L200 340",
        &look,
    );
}

fn frame(fill: &str, colours: SideColours, paper: &mut SvgCanvas) {
    let (x, y) = HALF;
    paper.path("M-325 -440h690v960h-690z", "class=\"shadow\" fill=\"#1d1710\" fill-opacity=\"0.32\"");
    paper.put(format_args!(
        "<rect x=\"-{x}\" y=\"-{y}\" width=\"{}\" height=\"{}\" rx=\"46\" fill=\"{fill}\" stroke=\"{}\" \
         stroke-width=\"20\"/>",
        2 * x,
        2 * y,
        colours.edge
    ));
}

/// Breaks a text into lines. What does not fit is left out.
fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in terminal_text::clean(text).split_whitespace() {
        match lines.last_mut() {
            Some(line) if terminal_text::columns(line) + terminal_text::columns(word) < COLUMNS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    if lines.len() > LINES {
        lines.truncate(LINES);
        if let Some(last) = lines.last_mut() {
            last.push('…');
        }
    }
    lines
}
