//! The shapes of hexes drawn in characters: the positions of their sides and of the text inside them.

use crate::lattice::{HexAxes, Lattice};

/// The features shown by a character on a hexside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// Features along the border.
    Along,
    /// Features across the border.
    Across,
    /// Features both along and across the border, because the hexside has only one character.
    Both,
}

/// A character that is part of a hexside.
#[derive(Clone, Copy, Debug)]
pub struct Glyph {
    /// The column, counted from the left of the hex.
    pub x: usize,
    /// The line, counted from the top of the hex.
    pub y: usize,
    /// The character used if the border has no feature to show.
    pub plain: char,
    /// The features that the character shows.
    pub shows: Shows,
}

/// A run of characters on one line.
#[derive(Clone, Copy, Debug)]
pub struct LinePart {
    /// The column, counted from the left of the hex.
    pub x: usize,
    /// The line, counted from the top of the hex.
    pub y: usize,
    /// The number of columns.
    pub width: usize,
}

const fn slot(x: usize, y: usize, width: usize) -> LinePart {
    LinePart { x, y, width }
}

/// A hex drawn in characters.
#[derive(Clone, Debug)]
pub struct HexShape {
    /// The number of columns and lines per step of the hex grid.
    pub step: (usize, usize),
    /// The number of columns and lines in a hex, including the sides it shares with its neighbours.
    pub size: (usize, usize),
    /// The runs of characters that are inside the hex.
    pub inside: Vec<LinePart>,
    /// The run that holds the number and the terrain.
    pub number: LinePart,
    /// The run that holds the units.
    pub units: LinePart,
    /// The run that holds the tags and the title. In a compact shape, it is used only if there is no unit.
    pub place: Option<LinePart>,
    /// The positions and characters used to mark a hex.
    pub marks: Vec<(usize, usize, char)>,
    /// The characters of each side, in the order of [`HexAxes::ways`].
    pub sides: [Vec<Glyph>; 6],
    /// The positions of the corners.
    pub corners: Vec<(usize, usize)>,
}

/// A function that creates a shape, given the number of columns from one hex to the next.
type ShapeMaker = fn(usize) -> HexShape;

/// The functions that create flat-topped shapes, each with the number of columns from one hex to the next, largest
/// first.
const FLAT: [(ShapeMaker, usize); 7] =
    [(flat, 9), (flat, 8), (flat, 7), (low_flat, 8), (low_flat, 7), (low_flat, 6), (low_flat, 5)];
const POINTY: [(ShapeMaker, usize); 4] = [(bricks, 10), (bricks, 8), (low_bricks, 8), (low_bricks, 6)];

/// Returns the largest shape with which a map fits into `width` columns. If none fits, returns a compact shape.
pub fn choose(lattice: &Lattice, width: usize) -> HexShape {
    let (all, (smallest, pitch)): (&[(ShapeMaker, usize)], _) = match lattice.pointing {
        HexAxes::Flat => (&FLAT, FLAT[FLAT.len() - 1]),
        HexAxes::Pointy => (&POINTY, POINTY[POINTY.len() - 1]),
    };
    let shapes = || all.iter().map(|(make, pitch)| make(*pitch));
    if let Some(whole) = shapes().find(|shape| shape.columns(lattice.size.0) <= width) {
        return whole;
    }
    let smallest = smallest(pitch);
    // The map must be split anyway, so one more part is acceptable if less text is cut off.
    let most = smallest.parts(lattice, width) + 1;
    let fits = |shape: &HexShape| shape.is_compact() && shape.size.0 <= width && shape.parts(lattice, width) <= most;
    shapes().find(fits).unwrap_or(smallest)
}

impl HexShape {
    /// Returns how many columns a map takes if it is `steps` steps wide.
    pub fn columns(&self, steps: i32) -> usize {
        usize::try_from(steps - 1).unwrap_or(0) * self.step.0 + self.size.0
    }

    /// Returns the number of steps that fit side by side, in whole columns of hexes.
    pub fn part(&self, lattice: &Lattice, width: usize) -> i32 {
        let column = if lattice.pointing == HexAxes::Flat { 1 } else { 2 };
        let fits = |count: &i32| self.columns(*count + column - 1) <= width;
        (1..=lattice.size.0.div_euclid(column) + 1)
            .map(|count| count * column)
            .take_while(fits)
            .last()
            .unwrap_or(column)
    }

    /// Returns the number of parts into which a map must be split.
    pub fn parts(&self, lattice: &Lattice, width: usize) -> i32 {
        let each = self.part(lattice, width);
        (lattice.size.0 + each - 1) / each
    }

    /// Returns whether hexes are drawn without sides.
    pub fn is_compact(&self) -> bool {
        self.place.is_none()
    }

    /// Returns how many lines a map takes if it is `steps` steps high.
    pub fn lines(&self, steps: i32) -> usize {
        usize::try_from(steps - 1).unwrap_or(0) * self.step.1 + self.size.1
    }
}

fn slope(at: [(usize, usize); 2], plain: char) -> Vec<Glyph> {
    let glyph = |(x, y), shows| Glyph { x, y, plain, shows };
    vec![glyph(at[0], Shows::Along), glyph(at[1], Shows::Across)]
}

fn level(x: usize, y: usize, width: usize, plain: char) -> Vec<Glyph> {
    let shows = |at| if at == width / 2 { Shows::Across } else { Shows::Along };
    (0..width).map(|at| Glyph { x: x + at, y, plain, shows: shows(at) }).collect()
}

fn single(x: usize, y: usize) -> Vec<Glyph> {
    vec![Glyph { x, y, plain: ' ', shows: Shows::Both }]
}

/// Creates flat-topped hexes with drawn sides, four lines high.
fn flat(pitch: usize) -> HexShape {
    let w = pitch - 2;
    HexShape {
        step: (pitch, 2),
        size: (pitch + 2, 5),
        inside: vec![slot(2, 1, w), slot(1, 2, w + 2), slot(1, 3, w + 2), slot(2, 4, w)],
        number: slot(2, 1, w),
        units: slot(2, 2, w),
        place: Some(slot(1, 3, w + 2)),
        marks: vec![(1, 2, '>'), (w + 2, 2, '<')],
        sides: [
            level(2, 0, w, '_'),
            slope([(w + 2, 1), (w + 3, 2)], '\\'),
            slope([(w + 3, 3), (w + 2, 4)], '/'),
            level(2, 4, w, '_'),
            slope([(0, 3), (1, 4)], '\\'),
            slope([(1, 1), (0, 2)], '/'),
        ],
        corners: Vec::new(),
    }
}

/// Creates flat-topped hexes without sides, two lines high. Every second column is shifted by one line.
fn low_flat(pitch: usize) -> HexShape {
    let north = if pitch > 6 { (single(pitch, 0), single(pitch, 2)) } else { (Vec::new(), Vec::new()) };
    let room = pitch - 1 - usize::from(pitch > 6);
    HexShape {
        step: (pitch, 1),
        size: (pitch + 1, 2),
        inside: vec![slot(1, 0, pitch - 1), slot(1, 1, pitch - 1)],
        number: slot(1, 0, room),
        units: slot(2, 1, pitch - 2),
        place: None,
        marks: vec![(1, 1, '>')],
        sides: [shift(north.0), single(pitch, 0), single(pitch, 1), shift(north.1), single(0, 1), single(0, 0)],
        corners: Vec::new(),
    }
}

/// Moves the character of a northern or southern hexside one column to the left, to the end of the first line of the
/// hex below it.
fn shift(mut glyphs: Vec<Glyph>) -> Vec<Glyph> {
    glyphs.iter_mut().for_each(|glyph| glyph.x -= 1);
    glyphs
}

/// Creates pointy-topped hexes as bricks with drawn sides, four lines high.
fn bricks(pitch: usize) -> HexShape {
    let half = pitch / 2;
    let wall = |x| {
        let glyph = |y, shows| Glyph { x, y, plain: '|', shows };
        vec![glyph(1, Shows::Along), glyph(2, Shows::Across), glyph(3, Shows::Along)]
    };
    let inner = pitch - 1;
    HexShape {
        step: (half, 4),
        size: (pitch + 1, 5),
        inside: (1..4).map(|y| slot(1, y, inner)).collect(),
        number: slot(1, 1, inner),
        units: slot(2, 2, inner - 2),
        place: Some(slot(1, 3, inner)),
        marks: vec![(1, 2, '>'), (pitch - 1, 2, '<')],
        sides: [
            level(half + 1, 0, half - 1, '-'),
            wall(pitch),
            level(half + 1, 4, half - 1, '-'),
            level(1, 4, half - 1, '-'),
            wall(0),
            level(1, 0, half - 1, '-'),
        ],
        corners: [0, half, pitch].into_iter().flat_map(|x| [(x, 0), (x, 4)]).collect(),
    }
}

/// Creates pointy-topped hexes without sides, two lines high. Every second row is shifted by half a hex.
fn low_bricks(pitch: usize) -> HexShape {
    HexShape {
        step: (pitch / 2, 2),
        size: (pitch + 1, 2),
        inside: vec![slot(1, 0, pitch - 1), slot(1, 1, pitch - 1)],
        number: slot(1, 0, pitch - 1),
        units: slot(2, 1, pitch - 2),
        place: None,
        marks: vec![(1, 1, '>')],
        sides: [Vec::new(), single(pitch, 0), Vec::new(), Vec::new(), single(0, 0), Vec::new()],
        corners: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_hexes_draw_their_common_side_at_the_same_place() {
        for (shape, pointing) in [
            (flat(8), HexAxes::Flat),
            (flat(7), HexAxes::Flat),
            (low_flat(7), HexAxes::Flat),
            (low_flat(5), HexAxes::Flat),
            (bricks(8), HexAxes::Pointy),
            (low_bricks(6), HexAxes::Pointy),
        ] {
            for (way, step) in pointing.ways().into_iter().enumerate() {
                let (dx, dy) = (step.0 * shape.step.0 as i32, step.1 * shape.step.1 as i32);
                let mine: Vec<_> =
                    shape.sides[way].iter().map(|glyph| (glyph.x as i32, glyph.y as i32, glyph.shows)).collect();
                let opposite = shape.sides[(way + 3) % 6].iter();
                let theirs: Vec<_> =
                    opposite.map(|glyph| (glyph.x as i32 + dx, glyph.y as i32 + dy, glyph.shows)).collect();
                let sorted = [mine, theirs].map(|mut glyphs| {
                    glyphs.sort_by_key(|glyph| (glyph.1, glyph.0));
                    glyphs
                });
                assert_eq!(sorted[0], sorted[1], "{pointing:?} {way}");
            }
        }
    }
}
