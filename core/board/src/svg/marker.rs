//! Draws the symbols of marks: small discs at the corners of a counter, or a wall at its foot.

use super::canvas::{Point, SvgCanvas};
use super::counter::HALF;
use grognard_engine::style::MarkSign;

/// The positions of the discs, in the order of use.
const CORNERS: [Point; 4] = [(430, -430), (-430, -430), (430, 430), (-430, 430)];
const WALL: &str = "#7a5636";

/// Draws the symbols for a unit's marks.
pub fn marks(signs: impl Iterator<Item = MarkSign>, paper: &mut SvgCanvas) {
    let (walls, discs): (Vec<MarkSign>, Vec<MarkSign>) = signs.partition(|sign| *sign == MarkSign::Works);
    if !walls.is_empty() {
        wall(paper);
    }
    for (sign, corner) in discs.into_iter().zip(CORNERS) {
        disc(sign, corner, paper);
    }
}

/// Draws a symbol for the legend.
pub fn sample(sign: MarkSign, at: Point, paper: &mut SvgCanvas) {
    let (x, y) = if sign == MarkSign::Works { (at.0, at.1 - HALF * 4 / 10) } else { at };
    let percent = if sign == MarkSign::Works { 40 } else { 140 };
    paper.group(&format!("transform=\"translate({x} {y}) scale({}.{:02})\"", percent / 100, percent % 100));
    match sign {
        MarkSign::Works => wall(paper),
        sign => disc(sign, (0, 0), paper),
    }
    paper.close();
}

/// Draws a toothed wall along the foot of the counter.
fn wall(paper: &mut SvgCanvas) {
    paper.path(
        &format!("M-{HALF} 500h960M-420 545h60m60 0h60m60 0h60m60 0h60m60 0h60m60 0h60m60 0h60"),
        &format!("class=\"mark works\" fill=\"none\" stroke=\"{WALL}\" stroke-width=\"62\""),
    );
}

fn disc(sign: MarkSign, at: Point, paper: &mut SvgCanvas) {
    let (name, fill, commands) = look(sign);
    paper.group(&format!("class=\"mark {name}\" transform=\"translate({} {})\"", at.0, at.1));
    paper.put(format_args!("<circle r=\"105\" fill=\"{fill}\" stroke=\"#ffffff\" stroke-width=\"18\"/>"));
    paper.path(
        commands,
        "fill=\"none\" stroke=\"#ffffff\" stroke-width=\"30\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
    );
    paper.close();
}

fn look(sign: MarkSign) -> (&'static str, &'static str, &'static str) {
    match sign {
        MarkSign::Works => ("works", WALL, ""),
        MarkSign::Isolated => ("isolated", "#b3261e", "M-52 -12H52M-52 12H52"),
        MarkSign::Done => ("done", "#57514a", "M-48 2L-12 40L50 -38"),
        MarkSign::Active => ("active", "#3d7a3f", "M0 55V-50M-45 -8L0 -55L45 -8"),
        MarkSign::Fight => ("fight", "#c8641b", "M-48 -48L48 48M48 -48L-48 48"),
        MarkSign::Shaken => ("shaken", "#6b4f86", "M-62 18L-30 -24L0 18L30 -24L62 18"),
        MarkSign::Dot => ("dot", "#2b2825", "M0 0h1"),
    }
}
