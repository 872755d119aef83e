//! Draws the key, which explains every sign on the map and on the counters of a battle.

use super::canvas::{INK, Point, SvgCanvas, TextStyle, escape, fit, width};
use super::{SvgScene, counter, course_piece, courses, crossings, fronts, ground, lines, marker, points, sheet, signs};
use crate::look::ground::ground_of;
use crate::look::side::{edge_ink, side_colours_of};
use crate::look::tag::sign_of;
use crate::look::unit::GroundLook;
use crate::stack::{Face, Piece, piece};
use crate::terminal_text;
use grognard_engine::ids::{Id, SideId, SpaceId, UnitId};
use grognard_engine::set::Set;
use grognard_engine::style::MarkSign;
use std::collections::BTreeSet;

/// The height of a row.
const ROW: i64 = 620;
const SAMPLE: i64 = 760;
const LETTERS: i64 = 260;
/// The size of the letters in a column.
const TEXT: i64 = 310;

/// An entry of the legend: a sample and its meaning.
enum LegendEntry<'a> {
    Terrain(&'a str),
    Tag(&'a str),
    Feature(&'a str, crate::look::feature::FeatureLook),
    Edge(&'a str),
    Side(SideId),
    /// A unit type, with a counter of that type.
    Kind(Box<Piece>),
    /// A type of terrain pieces, with its look.
    Ground(String, GroundLook),
    /// A counter that has lost a step.
    Reduced(SideId),
    /// A mark on a unit.
    Mark(String, MarkSign),
    /// The owner of a space.
    Owner(SideId),
    /// The front between the sides.
    Front,
    Offer,
    /// An impassable border.
    Closed,
    /// A road or railway on a river.
    Bridge,
}

/// Draws the legend downwards from `top`, within a given width. Returns its height.
pub fn draw(scene: &SvgScene, top: i64, breadth: i64, paper: &mut SvgCanvas) -> i64 {
    let entries = entries(scene);
    if entries.is_empty() {
        return 0;
    }
    let (mut x, mut y) = (0, top + ROW / 2);
    for entry in &entries {
        let text = label(scene, entry);
        let wide = SAMPLE + width(&text, LETTERS) + 400;
        if x > 0 && x + wide > breadth {
            x = 0;
            y += ROW;
        }
        sample(scene, entry, (x + SAMPLE / 2, y), paper);
        let look = TextStyle { anchor: "start", ..TextStyle::centred(LETTERS, INK) };
        paper.text((x + SAMPLE, y + 85), look, &text);
        x += wide;
    }
    y + ROW / 2 - top
}

/// Draws the legend downwards from `top` in two columns within a given width. Returns its height.
///
/// Kinds of terrain pieces come last, and only those on the table are shown. On an empty table they are drawn but
/// hidden: a page shows those that it needs, in the order of their places (see `key.js`).
pub fn draw_in_columns(scene: &SvgScene, top: i64, breadth: i64, paper: &mut SvgCanvas) -> i64 {
    let (pieces, others): (Vec<LegendEntry>, Vec<LegendEntry>) =
        entries(scene).into_iter().partition(|entry| matches!(entry, LegendEntry::Ground(..)));
    let laid = kinds_on_table(scene);
    let is_laid = |entry: &LegendEntry| matches!(entry, LegendEntry::Ground(kind, _) if laid.contains(kind));
    let shown: Vec<&LegendEntry> = others.iter().chain(pieces.iter().filter(|entry| is_laid(entry))).collect();
    let rows = shown.len().div_ceil(2);
    let by_column = pieces.is_empty();
    let place = |at: usize| {
        let (column, row) = if by_column { (at / rows.max(1), at % rows.max(1)) } else { (at % 2, at / 2) };
        (column as i64 * breadth / 2, top + row as i64 * ROW + ROW / 2)
    };
    for (at, entry) in shown.iter().enumerate() {
        row(scene, entry, place(at), breadth, paper);
    }
    if laid.is_empty() {
        for (at, entry) in pieces.iter().enumerate() {
            let (x, y) = place(shown.len() + at);
            let LegendEntry::Ground(kind, _) = entry else { continue };
            paper.group(&format!(
                "class=\"key-entry\" data-kind=\"{}\" visibility=\"hidden\" transform=\"translate({x} {y})\"",
                escape(kind)
            ));
            row(scene, entry, (0, 0), breadth, paper);
            paper.close();
        }
    }
    rows as i64 * ROW
}

/// Draws an entry in a column.
fn row(scene: &SvgScene, entry: &LegendEntry, (x, y): Point, breadth: i64, paper: &mut SvgCanvas) {
    sample(scene, entry, (x + SAMPLE / 2, y), paper);
    let text = label(scene, entry);
    let room = breadth / 2 - SAMPLE - 100;
    let mut lines = vec![text];
    if fit(&lines[0], room, 180, TEXT) < TEXT * 9 / 10 {
        lines = sheet::lines(&lines[0], terminal_text::columns(&lines[0]) * 2 / 3 + 1);
    }
    let most = if lines.len() > 1 { TEXT * 9 / 10 } else { TEXT };
    let size = lines.iter().map(|line| fit(line, room, 180, most)).min().unwrap_or(most);
    let look = TextStyle { anchor: "start", ..TextStyle::centred(size, INK) };
    let first = y + 100 - (lines.len() as i64 - 1) * size / 2;
    for (at, line) in (0..).zip(&lines) {
        paper.text((x + SAMPLE + 60, first + at * size), look, line);
    }
}

/// Returns the kinds of terrain pieces on the table, translated.
fn kinds_on_table(scene: &SvgScene) -> BTreeSet<String> {
    let (Some(field), Some(view)) = (scene.content.map.field(), scene.view) else { return BTreeSet::new() };
    let here = view.spaces.get(&scene.content.map.space(field.table).name);
    let kinds = here.into_iter().flatten().filter_map(|unit| unit.known.as_ref());
    kinds.map(|known| scene.options.catalogue.name(&known.kind).to_owned()).collect()
}

fn entries<'a>(scene: &'a SvgScene) -> Vec<LegendEntry<'a>> {
    let map = &scene.content.map;
    let terrain = |at: usize| scene.on_map().any(|(space, _)| map.terrain(space).index() == at);
    let all_features = map.all().flat_map(|space| map.links(space)).fold(0, |all, link| all | link.features);
    let mut all: Vec<LegendEntry> =
        map.terrains.iter().filter(|(id, _)| terrain(id.index())).map(|(_, name)| LegendEntry::Terrain(name)).collect();
    // Boxes show neither tags nor edges.
    let is_on_map = |spaces: &Set<SpaceId>| scene.on_map().any(|(space, _)| spaces.has(space));
    let mut tags: Vec<&str> = map
        .tags()
        .iter()
        .filter(|(name, spaces)| is_on_map(spaces) && sign_of(name).is_drawn())
        .map(|(name, _)| name.as_str())
        .collect();
    tags.sort_by_key(|name| sign_of(name));
    all.extend(tags.into_iter().map(LegendEntry::Tag));
    all.extend(
        lines::features(scene)
            .into_iter()
            .filter(|(bit, ..)| bit & all_features != 0)
            .map(|(_, name, look)| LegendEntry::Feature(name, look)),
    );
    all.extend((!scene.crossings().is_empty()).then_some(LegendEntry::Bridge));
    all.extend(courses::kinds(scene).map(|(kind, look)| LegendEntry::Feature(kind, look)));
    all.extend(map.edges().iter().filter(|(_, spaces)| is_on_map(spaces)).map(|(name, _)| LegendEntry::Edge(name)));
    all.extend(scene.content.sides.iter().map(|(side, _)| LegendEntry::Side(side)));
    all.extend(counters(scene));
    all.extend(fronts::has_front(scene).then_some(LegendEntry::Front));
    all.extend(lines::has_closed(scene).then_some(LegendEntry::Closed));
    all.extend((!scene.options.highlight.is_empty()).then_some(LegendEntry::Offer));
    all
}

/// Returns the entries that counters add to a legend: unit types, a counter that has lost a step, marks, and owners.
fn counters<'a>(scene: &SvgScene<'a>) -> Vec<LegendEntry<'a>> {
    let mut kinds: Vec<(&str, LegendEntry)> = Vec::new();
    let whole = every_piece(scene, |steps| steps);
    for (piece, face) in whole.iter().filter_map(|piece| Some((piece, piece.face.as_ref()?))) {
        if !kinds.iter().any(|(other, _)| *other == face.kind) {
            kinds.push((&face.kind, kind(piece, face)));
        }
    }
    let pieces = every_piece(scene, |steps| steps.saturating_sub(1).max(1));
    let all_marks = scene.content.marks.iter().enumerate();
    let mut marks: Vec<(String, MarkSign)> =
        all_marks.filter_map(|(at, mark)| Some((scene.words(mark), scene.style().mark(at)?))).collect();
    marks.sort_by(|(a, sign), (b, other)| (sign, a).cmp(&(other, b)));
    marks.dedup();
    let reduced = pieces.iter().find(|piece| piece.face.as_ref().is_some_and(Face::is_reduced));
    let owner = scene.on_map().find_map(|(space, _)| scene.owner(space));
    let kinds = kinds.into_iter().map(|(_, entry)| entry);
    let marks = marks.into_iter().map(|(name, sign)| LegendEntry::Mark(name, sign));
    kinds
        .chain(reduced.and_then(|piece| piece.side).map(LegendEntry::Reduced))
        .chain(marks)
        .chain(owner.map(LegendEntry::Owner))
        .collect()
}

/// Returns the entry for the type of a piece.
fn kind<'a>(piece: &Piece, face: &Face) -> LegendEntry<'a> {
    match face.ground() {
        Some(ground) => LegendEntry::Ground(face.kind.clone(), ground.clone()),
        None => LegendEntry::Kind(Box::new(piece.clone())),
    }
}

/// Returns every unit of the battle, with a number of steps that depends on its full number.
fn every_piece(scene: &SvgScene, steps: impl Fn(u8) -> u8) -> Vec<Piece> {
    let content = scene.content;
    let all = content.units.iter().enumerate();
    all.filter_map(|(at, unit)| {
        let piece = piece(content, UnitId::from_index(at), steps(unit.steps))?;
        Some(piece.read_in(content, scene.options.catalogue))
    })
    .collect()
}

fn label(scene: &SvgScene, entry: &LegendEntry) -> String {
    let text = match entry {
        LegendEntry::Terrain(name) | LegendEntry::Tag(name) | LegendEntry::Feature(name, _) => scene.words(name),
        LegendEntry::Edge(name) => scene.options.catalogue.say("{1} edge", &[&scene.words(name)]),
        LegendEntry::Side(side) => scene.words(scene.content.side_title(*side)),
        // The names of unit types are already translated.
        LegendEntry::Ground(name, _) => terminal_text::words(name),
        LegendEntry::Kind(piece) => {
            piece.face.as_ref().map_or_else(String::new, |face| terminal_text::words(&face.kind))
        }
        LegendEntry::Mark(name, _) => name.clone(),
        LegendEntry::Reduced(_) => scene.say("reduced").to_owned(),
        LegendEntry::Owner(_) if scene.plan.cells.is_empty() => scene.say("flag of the owner").to_owned(),
        LegendEntry::Owner(_) => scene.say("owner").to_owned(),
        LegendEntry::Front => scene.say("front line").to_owned(),
        LegendEntry::Offer => scene.say("on offer").to_owned(),
        LegendEntry::Closed => scene.say("impassable").to_owned(),
        LegendEntry::Bridge => scene.say("bridge").to_owned(),
    };
    terminal_text::shorten(&terminal_text::capitalized(&text), 32)
}

fn sample(scene: &SvgScene, entry: &LegendEntry, at: Point, paper: &mut SvgCanvas) {
    match entry {
        LegendEntry::Terrain(name) => {
            let look = format!(
                "fill=\"{}\" stroke=\"{}\" stroke-width=\"18\"",
                ground_of(scene.style(), name).fill,
                ground::GRID
            );
            paper.put(format_args!("{}", ground::outline(scene.pointing(), at, 28, &look)));
            ground::motif_sample(scene, name, at, paper);
        }
        LegendEntry::Tag(name) => signs::sample(name, scene.pointing(), at, paper),
        LegendEntry::Feature(name, look) => {
            let line = format!("M{} {}h520", at.0 - 260, at.1);
            match scene.style().points.is_empty() {
                true => lines::feature(name, *look, &line, paper),
                false => points::connection(scene, name, *look, &line, paper),
            }
        }
        LegendEntry::Edge(name) => {
            let ink = edge_ink(scene.style(), name, scene.content.sides.find(name));
            paper.path(
                &format!("M{} {}h480", at.0 - 240, at.1),
                &format!("stroke=\"{ink}\" stroke-width=\"110\" stroke-linecap=\"round\""),
            );
        }
        LegendEntry::Side(side) => counter::blank(at, side_colours_of(scene.style(), Some(*side)), paper),
        LegendEntry::Ground(_, look) => {
            course_piece::sample(&look.word, look.terrain, look.is_course, (at, (290, 200)), paper)
        }
        LegendEntry::Kind(piece) => {
            paper.group(&format!("transform=\"translate({} {}) scale(0.54)\"", at.0, at.1));
            counter::sample(scene.content, piece, paper);
            paper.close();
        }
        LegendEntry::Mark(_, sign) => marker::sample(*sign, at, paper),
        LegendEntry::Reduced(side) => counter::draw_reduced(side_colours_of(scene.style(), Some(*side)), at, paper),
        LegendEntry::Owner(side) if !scene.plan.cells.is_empty() => {
            let look = format!(
                "fill=\"{}\" fill-opacity=\"0.3\" stroke=\"{0}\" stroke-width=\"20\"",
                side_colours_of(scene.style(), Some(*side)).flag
            );
            paper.put(format_args!("{}", ground::outline(None, at, 26, &look)));
        }
        LegendEntry::Owner(side) => {
            signs::flag((at.0 - 60, at.1 + 60), side_colours_of(scene.style(), Some(*side)).flag, paper)
        }
        LegendEntry::Front => fronts::sample(scene, at, paper),
        LegendEntry::Closed => lines::draw_closed_border(&format!("M{} {}h520", at.0 - 260, at.1), paper),
        LegendEntry::Bridge => crossings::sample(at, paper),
        LegendEntry::Offer => {
            paper.put(format_args!("{}", ground::outline(scene.pointing(), at, 25, &super::offer_mark(28))))
        }
    }
}
