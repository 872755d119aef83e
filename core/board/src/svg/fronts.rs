//! Shows who controls the map: each owner's land, the front between the sides, and the zones that rules refer to.

use super::canvas::{Point, SvgCanvas, TextStyle};
use super::hexside::side;
use super::{FAINT, SvgScene, ground};
use crate::course::path;
use crate::look::side::side_colours_of;
use crate::look::tag::{TagSign, sign_of};
use crate::terminal_text;
use grognard_engine::ids::{Id, SideId, SpaceId};
use grognard_engine::set::Set;

/// The offset of each side's colour from the front.
const APART: i64 = 45;
/// The strokes of the front: the two sides' colours, then a thin line between them.
const TINT: &str = "stroke-width=\"95\" stroke-opacity=\"0.5\" stroke-linejoin=\"round\"";
const FRONT: &str = "stroke=\"#2c2722\" stroke-width=\"26\" stroke-opacity=\"0.8\" stroke-linecap=\"round\"";

/// Draws the owners' land on area maps, and the front.
pub fn draw(scene: &SvgScene, paper: &mut SvgCanvas) {
    land(scene, paper);
    let segments = front(scene);
    if segments.is_empty() {
        return;
    }
    paper.group("class=\"front\" fill=\"none\"");
    paper.title(scene.say("front line"));
    for (id, _) in scene.content.sides.iter() {
        let own = segments.iter().filter(|segment| segment.holder == id);
        let commands: String = own.map(|segment| segment.path(APART)).collect();
        paper.path(&commands, &format!("stroke=\"{}\" {TINT}", side_colours_of(scene.style(), Some(id)).flag));
    }
    let middle: String = segments.iter().filter(|segment| segment.is_first).map(|segment| segment.path(0)).collect();
    paper.path(&middle, FRONT);
    paper.close();
}

/// Returns whether the picture has a front.
pub fn has_front(scene: &SvgScene) -> bool {
    !front(scene).is_empty()
}

/// Draws the front in the legend.
pub fn sample(scene: &SvgScene, at: Point, paper: &mut SvgCanvas) {
    for (side, y) in (0..2).zip([-APART, APART]) {
        let ink = side_colours_of(scene.style(), Some(SideId(side))).flag;
        paper.path(&format!("M{} {}h480", at.0 - 240, at.1 + y), &format!("stroke=\"{ink}\" {TINT}"));
    }
    paper.path(&format!("M{} {}h480", at.0 - 240, at.1), FRONT);
}

/// Tints each area in the owner's colour.
fn land(scene: &SvgScene, paper: &mut SvgCanvas) {
    if scene.plan.cells.is_empty() {
        return;
    }
    paper.group("class=\"owned\" fill-opacity=\"0.08\"");
    for (space, at) in scene.on_map() {
        if let Some(side) = scene.owner(space) {
            let look = format!("fill=\"{}\"", side_colours_of(scene.style(), Some(side)).flag);
            paper.put(format_args!("{}", scene.outline(space, at, 100, &look)));
        }
    }
    paper.close();
}

/// A segment of the front, as drawn for one of the two sides.
struct FrontSegment {
    holder: SideId,
    /// Whether the side is listed before the other.
    is_first: bool,
    line: Vec<Point>,
    /// The centre of the space that the side holds.
    within: Point,
}

impl FrontSegment {
    /// Returns the path along the border, or beside it inside the space.
    fn path(&self, inside: i64) -> String {
        let (from, to) = (self.line[0], self.line[self.line.len() - 1]);
        let middle = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
        let (dx, dy) = (self.within.0 - middle.0, self.within.1 - middle.1);
        let length = (dx * dx + dy * dy).isqrt().max(1);
        let (x, y) = (dx * inside / length, dy * inside / length);
        path(self.line.iter().map(|at| ((at.0 + x) as f64, (at.1 + y) as f64)))
    }
}

/// Returns the borders between spaces held by enemies. Each border is listed twice, once for each side.
fn front(scene: &SvgScene) -> Vec<FrontSegment> {
    if scene.areas_are_circles() || scene.view.is_none() {
        return Vec::new();
    }
    let holders = holders(scene);
    let map = &scene.content.map;
    let mut all = Vec::new();
    for (space, within) in scene.on_map() {
        let Some(holder) = holders[space.index()] else { continue };
        for other in map.links(space).iter().map(|link| link.to) {
            let is_beyond = |there: &SideId| scene.content.are_enemies(*there, holder);
            let Some(there) = holders[other.index()].filter(is_beyond) else { continue };
            let is_first = holder < there;
            all.extend(border(scene, space, other).map(|line| FrontSegment { holder, is_first, line, within }));
        }
    }
    all
}

/// Returns the line along the border between two adjacent spaces.
fn border(scene: &SvgScene, space: SpaceId, other: SpaceId) -> Option<Vec<Point>> {
    let (here, there) = (scene.centre(space)?, scene.centre(other)?);
    match scene.cell(space) {
        Some(cell) => cell.side(other).map(|side| side.line.clone()),
        None => Some(side(here, there).into()),
    }
}

/// Returns the holder of each space: the only side with units there (or the first of several allies), or else its owner,
/// or else the side with the nearest held space, so that the front does not end in the middle of the map. Neutral sides
/// hold nothing.
fn holders(scene: &SvgScene) -> Vec<Option<SideId>> {
    let map = &scene.content.map;
    let mut holders: Vec<Option<SideId>> = vec![None; map.len()];
    for (space, _) in scene.on_map() {
        holders[space.index()] =
            occupant(scene, space).or_else(|| scene.owner(space).filter(|owner| !scene.content.is_neutral(*owner)));
    }
    let mut edge: Vec<SpaceId> =
        scene.on_map().map(|(space, _)| space).filter(|space| holders[space.index()].is_some()).collect();
    while !edge.is_empty() {
        let mut next: Vec<(SpaceId, Option<SideId>)> = Vec::new();
        for space in edge {
            let free = map
                .links(space)
                .iter()
                .map(|link| link.to)
                .filter(|to| holders[to.index()].is_none() && scene.centre(*to).is_some());
            next.extend(free.map(|to| (to, holders[space.index()])));
        }
        // If two sides are equally near, the one listed first holds the space.
        next.sort_unstable();
        next.dedup_by_key(|(space, _)| *space);
        next.iter().for_each(|(space, side)| holders[space.index()] = *side);
        edge = next.into_iter().map(|(space, _)| space).collect();
    }
    holders
}

/// Returns the first side with pieces in a space if the others are its allies.
fn occupant(scene: &SvgScene, space: SpaceId) -> Option<SideId> {
    let content = scene.content;
    let pieces = scene.pieces(space);
    let mut sides = pieces.iter().filter_map(|piece| piece.side).filter(|side| !content.is_neutral(*side));
    let first = sides.next()?;
    sides.all(|side| content.are_allied(side, first)).then_some(first)
}

/// Draws the outlines of zones that rules refer to, such as those of armies.
pub fn zones(scene: &SvgScene, paper: &mut SvgCanvas) {
    if scene.areas_are_circles() {
        return;
    }
    let regions =
        scene.content.map.tags().iter().filter(|(name, spaces)| sign_of(name) == TagSign::Region && !spaces.is_empty());
    for (name, spaces) in regions {
        let outline: String = scene
            .on_map()
            .filter(|(space, _)| spaces.has(*space))
            .flat_map(|(space, _)| rim(scene, spaces, space))
            .collect();
        if outline.is_empty() {
            continue;
        }
        paper.group(
            "class=\"zone\" fill=\"none\" stroke-opacity=\"0.45\" stroke-linecap=\"round\" pointer-events=\"none\"",
        );
        paper.title(&scene.words(name));
        paper.path(&outline, &format!("stroke=\"{FAINT}\" stroke-width=\"28\" stroke-dasharray=\"90 110\""));
        paper.close();
    }
}

/// Returns the borders of a space at which its zone ends, apart from those at the edge of the map.
fn rim(scene: &SvgScene, zone: &Set<SpaceId>, space: SpaceId) -> Vec<String> {
    let beyond = scene.content.map.links(space).iter().map(|link| link.to).filter(|to| !zone.has(*to));
    let ends = beyond.filter_map(|to| border(scene, space, to));
    ends.map(|line| path(line.iter().map(|at| (at.0 as f64, at.1 as f64)))).collect()
}

/// Draws the names of zones, large and faint, above the lines that cross them. A zone that covers more than a quarter
/// of the map gets no name, because its centre would not be a meaningful position for one.
pub fn zone_names(scene: &SvgScene, paper: &mut SvgCanvas) {
    let most = scene.on_map().count() / 4;
    let regions = scene.content.map.tags().iter().filter(|(name, _)| sign_of(name) == TagSign::Region);
    for (name, spaces) in regions {
        let within: Vec<Point> = scene.on_map().filter(|(space, _)| spaces.has(*space)).map(|(_, at)| at).collect();
        if within.len() < 2 || within.len() > most {
            continue;
        }
        let count = within.len() as i64;
        let sum = within.iter().fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        paper.group("class=\"zone-name\" opacity=\"0.7\"");
        let text = terminal_text::shorten(&scene.words(name), 20);
        let look = TextStyle::centred(320, FAINT);
        paper.text((sum.0 / count, sum.1 / count + 150), look, &text);
        paper.close();
    }
}

/// Draws the content of the layer `layer-owner` of [`super::ground()`]: the owners' land, the front and the flags.
pub fn owner_layer(scene: &SvgScene) -> String {
    let mut paper = SvgCanvas::default();
    draw(scene, &mut paper);
    ground::flags(scene, &mut paper);
    paper.out
}
