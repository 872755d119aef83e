//! Counters and stacks of them.

use super::Scene;
use super::paper::{INK, Paper, Point, Type, escape, fit};
use super::symbol;
use crate::look::side::{Livery, livery_of};
use crate::plain;
use crate::stack::{Face, Piece};
use grognard_engine::catalogue::Catalogue;
use grognard_engine::content::Content;
use grognard_engine::ids::{SideId, SpaceId};

/// Half a counter.
pub const HALF: i64 = 480;
/// How many of a stack are drawn.
const DEEP: usize = 3;
/// How far those below stick out.
const STICK_OUT: i64 = 75;

/// The counters of a space, a stack for each side.
pub fn stacks(scene: &Scene, space: SpaceId, at: Point, paper: &mut Paper) {
    let piles: Vec<&[Piece]> = scene.pieces(space).chunk_by(|a, b| a.side == b.side).collect();
    let (columns, percent) = match piles.len() {
        0 | 1 => (1, 100),
        2 => (2, 62),
        3..=4 => (2, 54),
        _ => (3, 42),
    };
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

/// One stack around the origin: the strongest on top, the others sticking out to the upper right.
fn stack(scene: &Scene, pile: &[Piece], paper: &mut Paper) {
    let shown = pile.len().min(DEEP) as i64;
    for (depth, piece) in pile.iter().enumerate().take(DEEP).rev() {
        let out = (2 * depth as i64 + 1 - shown) * STICK_OUT / 2;
        counter(scene.content, scene.options.catalogue, piece, (out, -out), paper);
    }
    if pile.len() > DEEP {
        paper.group("");
        let hidden: Vec<String> = pile[DEEP..].iter().map(|piece| piece.describe(scene.content, scene.options.catalogue)).collect();
        paper.title(&hidden.join("; "));
        paper.put(format_args!("<circle cx=\"500\" cy=\"-500\" r=\"170\" fill=\"{INK}\"/>"));
        paper.text((500, -430), Type::centred(200, "#ffffff").bold(), &pile.len().to_string());
        paper.close();
    }
}

/// One counter around a point.
pub fn counter(content: &Content, catalogue: &Catalogue, piece: &Piece, at: Point, paper: &mut Paper) {
    let livery = livery_of(piece.side);
    let reduced = piece.face.as_ref().is_some_and(Face::is_reduced);
    let place = if at == (0, 0) { String::new() } else { format!(" transform=\"translate({} {})\"", at.0, at.1) };
    paper.group(&format!("{}{place}", attributes(content, piece)));
    paper.title(&piece.describe(content, catalogue));
    square((26, 34), "#000000\" opacity=\"0.25", "none", paper);
    square((0, 0), if reduced { livery.pale } else { livery.fill }, INK, paper);
    if reduced {
        band(livery.flag, paper);
    }
    match &piece.face {
        Some(face) => print(face, livery.ink, paper),
        None => upright(piece.token, livery, paper),
    }
    paper.close();
}

/// What a page finds a counter by: classes for its state, the unit, the side.
fn attributes(content: &Content, piece: &Piece) -> String {
    let state = match &piece.face {
        None => " hidden",
        Some(face) if face.is_reduced() => " reduced",
        Some(_) => "",
    };
    let side = piece.side.map_or("", |side| content.sides.name(side));
    format!("class=\"counter{state}\" data-unit=\"{}\" data-side=\"{}\"", escape(&piece.id), escape(side))
}

/// A unit whose face nobody may see stands upright: a bar of its back shows above it, and what it is called by.
fn upright(token: Option<u16>, livery: Livery, paper: &mut Paper) {
    paper.put(format_args!(
        "<path d=\"M-480 -410l60 -130h840l60 130z\" fill=\"{}\" stroke=\"{INK}\" stroke-width=\"20\" stroke-linejoin=\"round\"/>",
        livery.flag
    ));
    match token {
        Some(token) => {
            paper.text((0, 130), Type::centred(460, livery.ink).bold(), "?");
            paper.text((0, 405), Type::centred(220, livery.ink), &token.to_string());
        }
        None => paper.text((0, 190), Type::centred(560, livery.ink).bold(), "?"),
    }
}

/// A counter without print.
pub fn blank(at: Point, fill: &str, paper: &mut Paper) {
    paper.group(&format!("transform=\"translate({} {}) scale(0.4)\"", at.0, at.1));
    square((0, 0), fill, INK, paper);
    paper.close();
}

/// A counter without print that lost a step.
pub fn reduced(at: Point, side: SideId, paper: &mut Paper) {
    let livery = livery_of(Some(side));
    paper.group(&format!("transform=\"translate({} {}) scale(0.4)\"", at.0, at.1));
    square((0, 0), livery.pale, INK, paper);
    band(livery.flag, paper);
    paper.close();
}

/// The mark of a lost step.
fn band(colour: &str, paper: &mut Paper) {
    paper.put(format_args!("<rect x=\"-470\" y=\"124\" width=\"940\" height=\"52\" fill=\"{colour}\"/>"));
}

fn square(at: Point, fill: &str, stroke: &str, paper: &mut Paper) {
    paper.put(format_args!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"70\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"20\"/>",
        at.0 - HALF,
        at.1 - HALF,
        2 * HALF,
        2 * HALF
    ));
}

/// The name along the left, the size above the symbol, the numbers at the foot.
fn print(face: &Face, ink: &'static str, paper: &mut Paper) {
    if let Some(size) = face.size {
        paper.text((30, -285), Type::centred(150, ink).bold(), size);
    }
    symbol::draw(&face.branch, (30, -75), paper);
    let name = plain::shorten(&plain::clean(&face.name), 12);
    paper.group("transform=\"translate(-312 -75) rotate(-90)\"");
    paper.text((0, 0), Type::centred(fit(&name, 760, 100, 165), ink), &name);
    paper.close();
    paper.text((0, 415), Type::centred(fit(&face.values, 840, 140, 290), ink).bold(), &face.values);
}
