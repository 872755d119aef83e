//! Counters and stacks.

use super::SvgScene;
use super::canvas::{INK, NARROW, Point, SvgCanvas, TextStyle, escape, fit_narrow};
use super::places::nearest_side;
use super::{card, course_piece, face, marker};
use crate::look::side::{SideColours, counter_colours, side_colours_of};
use crate::look::unit::GroundLook;
use crate::stack::{Face, Piece};
use crate::terminal_text;
use grognard_engine::card::PrintedCard;
use grognard_engine::catalogue::Catalogue;
use grognard_engine::content::Content;
use grognard_engine::ids::SpaceId;
use grognard_engine::style::Colour;

/// Half the width of a counter.
pub const HALF: i64 = 480;
/// The maximum number of counters that are drawn in a stack.
const DEEP: usize = 3;
/// How far each lower counter of a stack sticks out.
const STICK_OUT: i64 = 75;
const WHITE: Colour = Colour::of(0xff_ffff);

/// Half the width of a counter in a hex.
const HALF_IN_HEX: i64 = 565;
/// The limits of half the width of a counter in an area.
const HALF_IN_AREA: (i64, i64) = (430, 660);
/// The room for the number of an area above its counters, and for its name below them.
const LINE: i64 = 300;

/// Returns half the width of a counter in a space of the map: as large as its number and its name allow.
pub fn half_in(scene: &SvgScene, space: SpaceId, at: Point) -> i64 {
    match scene.cell(space) {
        Some(cell) => {
            let (top, foot) = cell.upright(at);
            let upright = (-top).min(foot) - LINE;
            upright.min(nearest_side(cell, at) * 7 / 10).clamp(HALF_IN_AREA.0, HALF_IN_AREA.1)
        }
        None if scene.plan.lattice.is_some() => HALF_IN_HEX,
        None => HALF,
    }
}

/// Draws the counters in a space at a percentage of their size, in one stack per side.
pub fn stacks(scene: &SvgScene, space: SpaceId, at: Point, percent: i64, paper: &mut SvgCanvas) {
    let whole = percent;
    let piles: Vec<&[Piece]> = scene.pieces(space).chunk_by(|a, b| a.side == b.side).collect();
    let (columns, percent) = match piles.len() {
        0 | 1 => (1, 100),
        2 => (2, 62),
        3..=4 => (2, 54),
        _ => (3, 42),
    };
    let percent = percent * whole / 100;
    let rows = (piles.len() as i64 + columns - 1) / columns;
    for (number, pile) in piles.iter().enumerate() {
        let (column, row) = (number as i64 % columns, number as i64 / columns);
        let room = 2 * HALF * percent / 100 + 50;
        let x = at.0 + (2 * column + 1 - columns) * room / 2;
        let y = at.1 + (2 * row + 1 - rows) * room / 2;
        paper.group(&format!("transform=\"translate({x} {y}) scale({}.{:02})\"", percent / 100, percent % 100));
        stack(scene, pile, paper);
        paper.close();
    }
}

/// Draws a stack around the origin, with the strongest counter on top. The other counters stick out at the upper right.
fn stack(scene: &SvgScene, pile: &[Piece], paper: &mut SvgCanvas) {
    let shown = pile.len().min(DEEP) as i64;
    for (depth, piece) in pile.iter().enumerate().take(DEEP).rev() {
        let out = (2 * depth as i64 + 1 - shown) * STICK_OUT / 2;
        counter(scene.content, scene.options.catalogue, piece, (out, -out), paper);
    }
    if pile.len() > DEEP {
        paper.group("");
        let hidden: Vec<String> =
            pile[DEEP..].iter().map(|piece| piece.describe(scene.content, scene.options.catalogue)).collect();
        paper.title(&hidden.join("; "));
        number(pile.len(), paper);
        paper.close();
    }
}

/// Draws the number of counters in a stack at its upper right corner, if there is more than one.
pub fn number(count: usize, paper: &mut SvgCanvas) {
    if count > 1 {
        paper.put(format_args!("<circle cx=\"500\" cy=\"-500\" r=\"170\" fill=\"{INK}\"/>"));
        paper.text((500, -430), TextStyle::centred(200, WHITE).bold(), &count.to_string());
    }
}

/// Draws a counter around a point.
pub fn counter(content: &Content, catalogue: &Catalogue, piece: &Piece, at: Point, paper: &mut SvgCanvas) {
    let place = if at == (0, 0) { String::new() } else { format!(" transform=\"translate({} {})\"", at.0, at.1) };
    paper.group(&format!("{}{place}", attributes(content, piece)));
    paper.title(&piece.describe(content, catalogue));
    match &piece.heading {
        Some((_, ahead)) => {
            paper.group(&format!("transform=\"rotate({})\"", ahead.degrees()));
            print(content, piece, paper);
            let edge = piece.face.as_ref().and_then(|face| face.colour);
            let colours = edge.map_or_else(|| side_colours_of(&content.style, piece.side), counter_colours);
            paper.path("M-130 -480L0 -640L130 -480z", &format!("class=\"heading\" fill=\"{}\"", colours.edge));
            paper.close();
        }
        None => print(content, piece, paper),
    }
    paper.close();
}

/// Draws a counter around the origin, without its name or anything else by which a page recognises its unit.
pub fn sample(content: &Content, piece: &Piece, paper: &mut SvgCanvas) {
    let untitled = |card| PrintedCard { title: String::new(), text: None, ..card };
    let face = piece.face.clone();
    let face = face.map(|face| Face { name: String::new(), card: face.card.map(untitled), ..face });
    print(content, &Piece { face, ..piece.clone() }, paper);
}

fn print(content: &Content, piece: &Piece, paper: &mut SvgCanvas) {
    if let Some(ground) = piece.face.as_ref().and_then(Face::ground) {
        return tile(&piece.caption(), ground, paper);
    }
    let own = piece.face.as_ref().and_then(|face| face.colour);
    let colours = own.map_or_else(|| side_colours_of(&content.style, piece.side), counter_colours);
    match &piece.face {
        None if piece.side.is_some_and(|side| content.has_only_cards(side)) => return card::back(colours, paper),
        Some(Face { card: Some(printed), picture, marks, .. }) => {
            let picture = picture.as_ref().and_then(|name| content.style.pictures.get(name));
            card::face(printed, picture, colours, paper);
            return marker::marks(marks.iter().map(|(_, sign)| *sign), paper);
        }
        _ => {}
    }
    let reduced = piece.face.as_ref().is_some_and(Face::is_reduced);
    let is_block = piece.face.as_ref().is_none_or(|face| face.upright);
    let shadow = if is_block { "M-470 470h830l220 -70l-60 150h-830z" } else { "M-450 -410h960v970h-960z" };
    paper.path(shadow, "class=\"shadow\" fill=\"#1d1710\" fill-opacity=\"0.32\"");
    if is_block {
        // The front of a block is smaller, so that all of it is as large as a counter.
        paper.group("transform=\"translate(-66 66) scale(0.86)\"");
        sides(colours, paper);
    }
    square(if reduced { colours.pale } else { colours.fill }, colours, paper);
    if reduced {
        band(colours.ink, paper);
    }
    match &piece.face {
        Some(face) => face::print(face, &content.style, colours, paper),
        None => face::draw_back(piece.token, colours, paper),
    }
    if is_block {
        paper.close();
    }
    if let Some(face) = &piece.face {
        marker::marks(face.marks.iter().map(|(_, sign)| *sign), paper);
    }
}

/// The number of characters from which the caption of a terrain piece has two lines, if it has two words.
const LONG_CAPTION: usize = 9;

/// Draws a terrain piece that is not on the table: a small picture of the ground with its caption.
fn tile(caption: &str, ground: &GroundLook, paper: &mut SvgCanvas) {
    paper.path("M-450 -410h960v970h-960z", "class=\"shadow\" fill=\"#1d1710\" fill-opacity=\"0.2\"");
    paper.put(format_args!(
        "<rect x=\"-{HALF}\" y=\"-{HALF}\" width=\"{0}\" height=\"{0}\" rx=\"70\" fill=\"#dcd3ab\" stroke=\"#7d7051\" \
         stroke-width=\"22\"/>",
        2 * HALF
    ));
    let words = caption.split_once(' ').filter(|_| terminal_text::columns(caption) >= LONG_CAPTION);
    let lines = words.map_or_else(|| vec![caption], |(first, rest)| vec![first, rest]);
    let (middle, half) = if lines.len() > 1 { (-160, 240) } else { (-110, 280) };
    course_piece::sample(&ground.word, ground.terrain, ground.is_course, ((0, middle), (400, half)), paper);
    paper.group(&format!("font-family=\"{NARROW}\""));
    for (line, y) in lines.iter().rev().zip([405, 190]) {
        let line = terminal_text::shorten(line, 16);
        paper.text((0, y), TextStyle::centred(fit_narrow(&line, 900, 170, 300), INK).bold(), &line);
    }
    paper.close();
}

/// Returns the attributes by which a page recognises a counter: its state as a class, its unit and its side.
fn attributes(content: &Content, piece: &Piece) -> String {
    let state = match &piece.face {
        None => " hidden",
        Some(face) if face.is_reduced() => " reduced",
        Some(_) => "",
    };
    let side = piece.side.map_or("", |side| content.sides.name(side));
    format!("class=\"counter{state}\" data-unit=\"{}\" data-side=\"{}\"", escape(&piece.id), escape(side))
}

/// Draws a blank counter.
pub fn blank(at: Point, colours: SideColours, paper: &mut SvgCanvas) {
    paper.group(&format!("transform=\"translate({} {}) scale(0.4)\"", at.0, at.1));
    square(colours.fill, colours, paper);
    paper.close();
}

/// Draws a blank counter that has lost a step.
pub fn draw_reduced(colours: SideColours, at: Point, paper: &mut SvgCanvas) {
    paper.group(&format!("transform=\"translate({} {}) scale(0.4)\"", at.0, at.1));
    square(colours.pale, colours, paper);
    band(colours.ink, paper);
    paper.close();
}

/// Draws the mark for a lost step.
fn band(colour: Colour, paper: &mut SvgCanvas) {
    paper.put(format_args!(
        "<rect x=\"-470\" y=\"106\" width=\"940\" height=\"32\" fill=\"{colour}\" fill-opacity=\"0.75\"/>"
    ));
}

/// Draws the top and the right side of a block.
fn sides(colours: SideColours, paper: &mut SvgCanvas) {
    let edge = format!("stroke=\"{}\" stroke-width=\"16\" stroke-linejoin=\"round\"", colours.edge);
    let (top, right) = (colours.fill.towards(WHITE, 38), colours.edge.towards(colours.fill, 25));
    paper.path("M-480 -470l155 -150h960l-155 150z", &format!("fill=\"{top}\" {edge}"));
    paper.path("M470 -480l165 -140v960l-165 140z", &format!("fill=\"{right}\" {edge}"));
}

/// Draws the face of a counter, with light on its upper left edges.
fn square(fill: Colour, colours: SideColours, paper: &mut SvgCanvas) {
    paper.put(format_args!(
        "<rect x=\"-{HALF}\" y=\"-{HALF}\" width=\"{0}\" height=\"{0}\" rx=\"70\" fill=\"{fill}\" stroke=\"{1}\" \
         stroke-width=\"22\"/>",
        2 * HALF,
        colours.edge
    ));
    paper.path("M-400 -458H410M-458 -400V410", "stroke=\"#ffffff\" stroke-opacity=\"0.42\" stroke-width=\"22\"");
}
