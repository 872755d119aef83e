//! Draws hex maps in characters.

use super::TextScene;
use super::canvas::{Canvas, CellStyle, StyledText};
use super::key::ground;
use super::shape::{Glyph, HexShape, LinePart, Shows};
use super::units;
use crate::lattice::{GridPoint, Lattice};
use crate::look::side::side_colours_of;
use crate::look::tag::TagSign;
use crate::terminal_text;
use grognard_engine::ids::SpaceId;
use std::ops::Range;

const GRID: u8 = 243;
const GUTTER: u8 = 144;
const NUMBER: u8 = 238;
const TITLE: u8 = 16;
const MARK: u8 = 227;

/// Draws a hex map. A map that is too wide for the terminal is split into parts, one below the other.
pub fn draw(scene: &TextScene, lattice: &Lattice, shape: &HexShape) -> String {
    let parts = parts(lattice, shape, scene.options.width);
    let pictures: Vec<String> =
        parts.into_iter().map(|steps| ColumnRange { scene, lattice, shape, steps }.draw()).collect();
    pictures.join("\n")
}

/// Splits a map into parts that consist of whole columns and fit the terminal. Returns the range of grid steps that
/// each part covers.
fn parts(lattice: &Lattice, shape: &HexShape, width: usize) -> Vec<Range<i32>> {
    let each = shape.part(lattice, width);
    (0..shape.parts(lattice, width)).map(|part| part * each..(part + 1) * each).collect()
}

/// A part of a map: a range of its columns.
struct ColumnRange<'a> {
    scene: &'a TextScene<'a>,
    lattice: &'a Lattice,
    shape: &'a HexShape,
    steps: Range<i32>,
}

/// A hex and its position in the grid of characters.
#[derive(Clone, Copy)]
struct HexPosition {
    x: usize,
    y: usize,
}

impl ColumnRange<'_> {
    fn draw(&self) -> String {
        // A row that is shifted by half a hex extends one step further.
        let columns = self.shape.columns(self.steps.end.min(self.lattice.size.0) - self.steps.start + 1);
        let mut canvas = Canvas::new(columns, self.shape.lines(self.lattice.size.1));
        let here: Vec<(SpaceId, GridPoint)> = self.spaces().collect();
        for &(space, node) in &here {
            self.ground(&mut canvas, space, self.corner(node));
        }
        for &(space, node) in &here {
            self.sides(&mut canvas, space, node);
        }
        for &(space, node) in &here {
            self.writing(&mut canvas, space, self.corner(node));
        }
        canvas.print(self.scene.options.colour)
    }

    fn spaces(&self) -> impl Iterator<Item = (SpaceId, GridPoint)> + '_ {
        let all = self.scene.content.map.all();
        all.filter_map(|space| Some((space, self.lattice.node(space)?)))
            .filter(|(_, node)| self.steps.contains(&node.0))
    }

    fn corner(&self, node: GridPoint) -> HexPosition {
        let steps = |number: i32| usize::try_from(number).unwrap_or(0);
        HexPosition { x: steps(node.0 - self.steps.start) * self.shape.step.0, y: steps(node.1) * self.shape.step.1 }
    }

    fn ground(&self, canvas: &mut Canvas, space: SpaceId, at: HexPosition) {
        let terrain = self.scene.key.terrain(self.scene.content, space);
        for slot in &self.shape.inside {
            canvas.fill(at.x + slot.x, at.y + slot.y, slot.width, ground(terrain).ansi);
        }
        // Drawn sides have the colour of one of the two hexes, so that there are no gaps. A horizontal line belongs to
        // the hex above it. If sides are not drawn, a darker gutter separates the hexes.
        let colour = if self.shape.is_compact() { GUTTER } else { ground(terrain).ansi };
        let sides = self.shape.sides.iter().flatten().filter(|glyph| glyph.plain != '_' || glyph.y > 0);
        for (x, y) in sides.map(|glyph| (glyph.x, glyph.y)).chain(self.shape.corners.iter().copied()) {
            canvas.fill(at.x + x, at.y + y, 1, colour);
        }
    }

    fn sides(&self, canvas: &mut Canvas, space: SpaceId, node: GridPoint) {
        let at = self.corner(node);
        for (x, y) in &self.shape.corners {
            canvas.put(at.x + x, at.y + y, '.', CellStyle::ink(GRID));
        }
        for (way, glyphs) in self.shape.sides.iter().enumerate() {
            let beyond = self.lattice.beyond(node, way);
            let features =
                beyond.and_then(|other| self.scene.content.map.link(space, other)).map_or(0, |link| link.features);
            for glyph in glyphs {
                self.side(canvas, glyph, features, at);
            }
        }
    }

    fn side(&self, canvas: &mut Canvas, glyph: &Glyph, features: u32, at: HexPosition) {
        let (character, style) = self.feature(glyph.shows, features).unwrap_or((glyph.plain, CellStyle::ink(GRID)));
        if character != ' ' {
            canvas.put(at.x + glyph.x, at.y + glyph.y, character, style);
        }
    }

    fn feature(&self, shows: Shows, features: u32) -> Option<(char, CellStyle)> {
        let find = |leads_across: bool| {
            let mut all = self.scene.key.features.iter();
            let here = all.find(|key| key.bit & features != 0 && key.look.leads_across == leads_across)?;
            Some((here.character, CellStyle::ink(here.look.ansi).bold()))
        };
        match shows {
            Shows::Along => find(false),
            Shows::Across => find(true).or_else(|| find(false)),
            Shows::Both => find(false).or_else(|| find(true)),
        }
    }

    fn writing(&self, canvas: &mut Canvas, space: SpaceId, at: HexPosition) {
        let marked = self.scene.is_marked(space);
        let units = units::stack(self.scene, space, self.shape.units.width);
        write(canvas, at, self.shape.number, &self.number(space, marked));
        match self.shape.place {
            Some(place) => write(canvas, at, place, &self.place(space, place.width)),
            None if units.is_empty() => write(canvas, at, self.shape.units, &self.place(space, self.shape.units.width)),
            None => {}
        }
        write(canvas, at, self.shape.units, &units);
        if marked {
            for (x, y, character) in &self.shape.marks {
                canvas.put(at.x + x, at.y + y, *character, CellStyle::ink(TITLE).bold().on(MARK));
            }
        }
    }

    /// Returns the letter of the terrain. If it has none and a unit hides the symbol of a tag, returns the character of
    /// the tag.
    fn letter(&self, space: SpaceId) -> String {
        let key = &self.scene.key;
        let letter = key.terrain(self.scene.content, space).and_then(|terrain| terrain.letter);
        let hidden = self.shape.is_compact() && !self.scene.pieces(space).is_empty();
        let sign = || key.tags_at(space).find(|tag| hidden && tag.sign < TagSign::Star).map(|tag| tag.character);
        letter.or_else(sign).map_or(String::new(), String::from)
    }

    fn name(&self, space: SpaceId) -> String {
        let name = if self.scene.options.numbers { &self.scene.content.map.space(space).name } else { "" };
        terminal_text::shorten(&terminal_text::clean(name), self.shape.number.width)
    }

    /// Returns whether the terrain letter fits after the number.
    fn has_room(&self, space: SpaceId) -> bool {
        terminal_text::columns(&self.name(space)) < self.shape.number.width
    }

    /// Formats the number of the hex, followed by the terrain letter.
    fn number(&self, space: SpaceId, marked: bool) -> Vec<StyledText> {
        let (name, letter) = (self.name(space), self.letter(space));
        let room = self.shape.number.width.saturating_sub(terminal_text::columns(&name));
        let gap = if room > 1 && !name.is_empty() { " " } else { "" };
        let style = if marked { CellStyle::ink(TITLE).bold().on(MARK) } else { CellStyle::ink(NUMBER) };
        vec![(name, style), (gap.to_owned(), CellStyle::default()), (letter, CellStyle::ink(NUMBER).bold())]
    }

    /// Formats the characters of the tags, as much of the title as fits, and the letter of the owner.
    fn place(&self, space: SpaceId, width: usize) -> Vec<StyledText> {
        let scene = self.scene;
        let has_title = scene.content.map.space(space).title.is_some();
        // A title takes precedence over set-up marks.
        let signs = scene.key.tags_at(space).filter(|tag| !has_title || tag.sign < TagSign::Star);
        let letter = if self.has_room(space) { String::new() } else { self.letter(space) };
        let owner = scene.owner(space).map_or(String::new(), |letter| format!(":{letter}"));
        // The letter of the owner takes precedence over the tags.
        let most = width.saturating_sub(owner.len());
        let signs: String = letter.chars().chain(signs.map(|tag| tag.character)).take(most).collect();
        let room = width.saturating_sub(terminal_text::columns(&signs) + owner.len());
        let title = scene.title(space);
        let side =
            scene.view.owners.get(&scene.content.map.space(space).name).and_then(|side| scene.content.sides.find(side));
        let flag = CellStyle::ink(side_colours_of(&scene.content.style, side).ansi.0).bold();
        vec![
            (signs, CellStyle::ink(TITLE).bold()),
            (terminal_text::clip(&terminal_text::clean(title), room), CellStyle::ink(TITLE)),
            (owner, flag),
        ]
    }
}

fn write(canvas: &mut Canvas, at: HexPosition, slot: LinePart, spans: &[StyledText]) {
    canvas.write(at.x + slot.x, at.y + slot.y, slot.width, spans);
}
