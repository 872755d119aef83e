//! Boxes off the map, including the squares of tracks, such as a turn track.

use super::canvas::{INK, Point, SMALL_CAPITALS, SvgCanvas, TextStyle, escape, fit};
use super::layout::{HEAD, PlacedBox, Rect, TILE};
use super::{SvgScene, counter};
use crate::look::side::side_colours_of;
use crate::terminal_text;
use grognard_engine::ids::SpaceId;
use grognard_engine::style::{Colour, Panel, PanelPlace};
use std::collections::BTreeSet;

/// The colour of the paper of a box.
const PAPER: Colour = Colour::of(0xf6_efdd);

/// Draws all boxes with their names, the roads between them, and the headings of panels.
pub fn draw(scene: &SvgScene, paper: &mut SvgCanvas) {
    for heading in &scene.plan.panels {
        let (x, y) = heading.at;
        paper.group(&format!("font-family=\"{SMALL_CAPITALS}\" pointer-events=\"none\""));
        let style = TextStyle { anchor: "start", ..TextStyle::centred(520, INK).bold() };
        paper.text((x, y + 620), style, scene.options.catalogue.name(&heading.title));
        paper.close();
    }
    for boxed in &scene.plan.boxes {
        if let Some(panel) = boxed.panel {
            ways(scene, boxed, &scene.style().panels[panel], paper);
        }
    }
    for boxed in &scene.plan.boxes {
        draw_box(scene, boxed, paper);
    }
}

/// Draws the ways from a box of a panel: in the column, a bar to each next box of the same panel; beside the map, an arrow
/// towards it.
fn ways(scene: &SvgScene, boxed: &PlacedBox, panel: &Panel, paper: &mut SvgCanvas) {
    let middle = |rect: Rect| (rect.at.0 + rect.size.0 / 2, rect.at.1 + rect.size.1 / 2);
    let (x, y) = middle(boxed.rect);
    let near: BTreeSet<SpaceId> = scene.content.map.links(boxed.space).iter().map(|link| link.to).collect();
    let is_next = |other: &&PlacedBox| {
        panel.place == PanelPlace::Column
            && other.panel == boxed.panel
            && other.space > boxed.space
            && near.contains(&other.space)
    };
    for other in scene.plan.boxes.iter().filter(is_next) {
        let (to_x, to_y) = middle(other.rect);
        paper.path(&format!("M{x} {y}L{to_x} {to_y}"), "stroke=\"#7a4a2b\" stroke-width=\"130\"");
    }
    let Some(towards) = near.iter().find_map(|space| scene.centre(*space)) else { return };
    let is_left = towards.0 > x;
    let fill = side_colours_of(scene.style(), panel.side);
    let (edge, way) = if is_left { (boxed.rect.at.0 + boxed.rect.size.0, 1) } else { (boxed.rect.at.0, -1) };
    let arrow =
        format!("M{edge} {}h{}v-170l{} 370l{} 370v-170h{}z", y - 200, 500 * way, 420 * way, -420 * way, -500 * way);
    let look = format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"24\"", fill.fill, fill.edge);
    paper.path(&arrow, &look);
}

fn draw_box(scene: &SvgScene, boxed: &PlacedBox, paper: &mut SvgCanvas) {
    let (at, size) = (boxed.rect.at, boxed.rect.size);
    let label = name(scene, boxed);
    let marked = scene.options.highlight.contains(&boxed.space);
    let panel = boxed.panel.map(|panel| &scene.style().panels[panel]);
    let side = panel.and_then(|panel| panel.side).map(|side| side_colours_of(scene.style(), Some(side)).fill);
    paper.group(&format!("data-space=\"{}\"", escape(&scene.content.map.space(boxed.space).name)));
    paper.title(&if marked { format!("{label}; {}", scene.say("on offer")) } else { label.clone() });
    frame(at, size, HEAD, side, paper);
    if marked {
        paper.put(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"60\" fill=\"none\" stroke=\"{}\" \
             stroke-width=\"80\"/>",
            at.0,
            at.1,
            size.0,
            size.1,
            super::OFFER
        ));
    }
    let name = terminal_text::shorten(&terminal_text::clean(&label), 48);
    // A long name may use more of the box, so that it is not much smaller than others.
    let high = fit(&name, size.0 - 160, 110, 420).max(fit(&name, size.0 * 110 / 100 - 100, 110, 250));
    paper.text((at.0 + size.0 / 2, at.1 + HEAD - 150), TextStyle::centred(high, INK).bold(), &name);
    paper.close();
}

/// Draws an empty box with a band at its head, in the colour of a side or of paper.
pub fn frame(at: Point, size: Point, head: i64, side: Option<Colour>, paper: &mut SvgCanvas) {
    let (body, band) = match side {
        Some(fill) => (fill.towards(PAPER, 78), fill.towards(PAPER, 35)),
        None => (Colour::of(0xec_e4cf), Colour::of(0xd6_cab0)),
    };
    paper.put(format_args!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"60\" class=\"land\" fill=\"{body}\" \
         stroke=\"#8c7f68\" stroke-width=\"24\"/>",
        at.0, at.1, size.0, size.1
    ));
    let (width, height) = (size.0 - 24, head - 12);
    paper.path(
        &format!(
            "M{} {}v-{}q0 -48 48 -48h{}q48 0 48 48v{}z",
            at.0 + 12,
            at.1 + head,
            height - 48,
            width - 96,
            height - 48
        ),
        &format!("fill=\"{band}\" pointer-events=\"none\""),
    );
}

/// Returns the name shown on a box: its title, with its name if other boxes have the same title, or else its name as words
/// with an initial capital.
pub fn name(scene: &SvgScene, boxed: &PlacedBox) -> String {
    let title = scene.title(boxed.space);
    let is_alone = scene.plan.boxes.iter().filter(|other| scene.title(other.space) == title).count() == 1;
    match title {
        "" => terminal_text::capitalized(&terminal_text::words(&scene.label(boxed.space))),
        title if is_alone => title.to_owned(),
        title => format!("{title} {}", scene.content.map.space(boxed.space).name),
    }
}

/// Draws the counters in the boxes, side by side if there is room for all.
pub fn counters(scene: &SvgScene, paper: &mut SvgCanvas) {
    for boxed in &scene.plan.boxes {
        draw_filled_box(scene, boxed, paper);
    }
}

/// Returns the position of the counters in a box, and the size of the area available for them.
pub fn room(boxed: &PlacedBox) -> (Point, Point) {
    let Rect { at, size } = boxed.rect;
    ((at.0 + size.0 / 2, at.1 + (size.1 + HEAD) / 2), (size.0 - 80, size.1 - HEAD - 20))
}

fn draw_filled_box(scene: &SvgScene, boxed: &PlacedBox, paper: &mut SvgCanvas) {
    let (at, size) = (boxed.rect.at, boxed.rect.size);
    let pieces = scene.pieces(boxed.space);
    let capacity = boxed.abreast * ((size.1 - HEAD) / TILE).max(1);
    if pieces.len() as i64 > capacity {
        counter::stacks(scene, boxed.space, room(boxed).0, 84, paper);
        return;
    }
    let abreast = boxed.abreast.min(pieces.len() as i64);
    let left = at.0 + (size.0 - abreast * TILE) / 2 + TILE / 2;
    for (number, piece) in pieces.iter().enumerate() {
        let (column, row) = (number as i64 % abreast, number as i64 / abreast);
        counter::counter(
            scene.content,
            scene.options.catalogue,
            piece,
            (left + column * TILE, at.1 + HEAD + row * TILE + TILE / 2),
            paper,
        );
    }
}
