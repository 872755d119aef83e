//! The units off the map: for each side, a box in the column with those it has lost, and one with the others.

use super::SvgScene;
use super::canvas::{INK, Point, SvgCanvas, TextStyle, escape, fit};
use super::sheet::WIDTH;
use super::{boxes, counter};
use crate::look::side::side_colours_of;
use crate::stack::{Piece, pieces};
use crate::terminal_text;
use grognard_engine::ids::SideId;
use grognard_engine::view::UnitView;
use std::collections::BTreeMap;

const HEAD: i64 = 430;
const HEIGHT: i64 = 1_370;
const GAP: i64 = 180;
/// The distance between counters in a box, and their scale in per cent.
const STEP: i64 = 830;
const SCALE: i64 = 72;
/// The boxes, each with its class and its heading.
const STATES: [(&str, &str); 2] = [("lost", "{1} losses"), ("due", "{1} units off the map")];

/// Draws the boxes downwards from `y`. Returns where they end.
pub fn draw(scene: &SvgScene, y: i64, paper: &mut SvgCanvas) -> i64 {
    let content = scene.content;
    // Cards lie in boxes of their own.
    let has_units = |side: SideId| content.units.iter().any(|unit| unit.side == side) && !content.has_only_cards(side);
    let sides: Vec<SideId> = content.sides.iter().map(|(side, _)| side).filter(|side| has_units(*side)).collect();
    let width = (WIDTH - GAP) / 2;
    let mut y = y;
    for pair in sides.chunks(2) {
        // On a table, all other units are in boxes.
        let states = if content.map.field().is_some() { &STATES[..1] } else { &STATES };
        for &state in states {
            for (at, &side) in pair.iter().enumerate() {
                draw_box(scene, (side, state), (at as i64 * (width + GAP), y), width, paper);
            }
            y += HEIGHT + GAP;
        }
    }
    y
}

fn draw_box(
    scene: &SvgScene,
    (side, (state, heading)): (SideId, (&str, &str)),
    at: Point,
    width: i64,
    paper: &mut SvgCanvas,
) {
    let fill = side_colours_of(scene.style(), Some(side)).fill;
    let name = scene.content.sides.name(side);
    paper.group(&format!("class=\"off-map\" data-side=\"{}\" data-state=\"{state}\"", escape(name)));
    boxes::frame(at, (width, HEIGHT), HEAD, Some(fill), paper);
    let title = scene.words(scene.content.side_title(side));
    let heading = terminal_text::capitalized(&scene.options.catalogue.say(heading, &[&title]));
    let style = TextStyle::centred(fit(&heading, width - 200, 150, 310), INK).bold();
    paper.text((at.0 + width / 2, at.1 + HEAD - 125), style, &heading);
    for (number, (piece, count)) in piles(scene, side, state == "lost").into_iter().enumerate() {
        let x = at.0 + STEP / 2 + 60 + number as i64 * STEP;
        if x + STEP / 2 > at.0 + width {
            break;
        }
        paper.group(&format!("transform=\"translate({x} {}) scale(0.{SCALE})\"", at.1 + (HEIGHT + HEAD) / 2));
        counter::sample(scene.content, &piece, paper);
        counter::number(count, paper);
        paper.close();
    }
    paper.close();
}

/// Returns a piece of each type among a side's units off the map that the viewer knows, with the number of such units.
fn piles(scene: &SvgScene, side: SideId, are_lost: bool) -> Vec<(Piece, usize)> {
    let Some(view) = scene.view else { return Vec::new() };
    let name = scene.content.sides.name(side);
    let is_lost = |unit: &UnitView| unit.known.as_ref().is_some_and(|known| known.steps.0 == 0);
    let units: Vec<UnitView> =
        view.off_map.iter().filter(|unit| unit.side == name && is_lost(unit) == are_lost).cloned().collect();
    let mut piles: BTreeMap<String, (Piece, usize)> = BTreeMap::new();
    for piece in pieces(scene.content, &units, scene.options.catalogue) {
        let kind = piece.face.as_ref().map_or_else(String::new, |face| face.kind.clone());
        piles.entry(kind).or_insert((piece, 0)).1 += 1;
    }
    let mut piles: Vec<(Piece, usize)> = piles.into_values().collect();
    piles.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    piles
}
