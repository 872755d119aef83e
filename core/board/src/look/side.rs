//! The looks of sides and of named edges.

use super::{hash, speaks_of};
use grognard_engine::ids::SideId;
use grognard_engine::style::{Colour, Style};

/// The colours of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideColours {
    /// The colour of the side's counters.
    pub fill: Colour,
    /// The colour of the side's reduced counters.
    pub pale: Colour,
    /// The colour of the printing on the counters.
    pub ink: Colour,
    /// The colour of the edge of a counter.
    pub edge: Colour,
    /// The colour inside the frame of a symbol.
    pub frame: Colour,
    /// The colour of the lines of a symbol.
    pub line: Colour,
    /// The colour of the small flags that mark a space's owner on the map.
    pub flag: Colour,
    /// The counter colours on a 256-colour terminal: background, paler background, text.
    pub ansi: (u8, u8, u8),
}

const DARK: Colour = Colour::of(0x18_2023);
const LIGHT: Colour = Colour::of(0xff_f5e6);
const WHITE: Colour = Colour::of(0xff_ffff);
const BLACK: Colour = Colour::of(0x0a_0a0a);
/// The brightness below which counters have light printing.
const IS_DARK: u8 = 120;

/// The colours of the counters and flags of sides to which no pack gives any, and those on a terminal.
const SIDE_COLOURS: [(u32, u32, (u8, u8, u8)); 6] = [
    (0xa4_b1b6, 0x56_646a, (240, 247, 231)),
    (0xb5_5640, 0xa3_3c28, (124, 167, 231)),
    (0x86_a5c4, 0x3f_6690, (25, 67, 231)),
    (0xd3_b25c, 0x96_751a, (94, 137, 231)),
    (0x92_ab7c, 0x55_7040, (22, 65, 231)),
    (0xa8_93b8, 0x6b_5280, (54, 97, 231)),
];

/// Returns the colours of a side: those declared by a pack, or else those for its position in the list of sides. The
/// units of an unknown side are grey.
pub fn side_colours_of(style: &Style, side: Option<SideId>) -> SideColours {
    let Some(at) = side.map(|side| usize::from(side.0)) else {
        return colours_for(Colour::of(0xd8_d2c4), Colour::of(0x6b_675e), (250, 250, 231));
    };
    if let Some(fill) = style.sides.get(at).copied().flatten() {
        return counter_colours(fill);
    }
    let (fill, flag, ansi) = SIDE_COLOURS[at % SIDE_COLOURS.len()];
    colours_for(Colour::of(fill), Colour::of(flag), ansi)
}

/// Returns the colours that go with the colour of a counter.
pub fn counter_colours(fill: Colour) -> SideColours {
    let flag = fill.towards(DARK, 45);
    colours_for(fill, flag, (flag.ansi(), fill.towards(WHITE, 50).ansi(), 231))
}

/// Returns the colours of a side, derived from the colour of its counters.
fn colours_for(fill: Colour, flag: Colour, ansi: (u8, u8, u8)) -> SideColours {
    let edge = fill.towards(BLACK, 48);
    SideColours {
        fill,
        pale: fill.towards(WHITE, 16),
        ink: if fill.brightness() < IS_DARK { LIGHT } else { DARK },
        edge,
        frame: fill.towards(WHITE, 80),
        line: edge.towards(BLACK, 55),
        flag,
        ansi,
    }
}

const EDGES: &[(&[&str], u32)] = &[
    (&["black"], 0x2f_2c29),
    (&["red"], 0xa8_3a2b),
    (&["blue"], 0x3f_6690),
    (&["green"], 0x55_7040),
    (&["yellow"], 0xc9_a227),
    (&["white"], 0xfd_fcf8),
    (&["grey", "gray"], 0x8b_867c),
    (&["brown"], 0x7a_5f43),
    (&["orange"], 0xcc_7a2e),
];

const OTHER_EDGES: [u32; 5] = [0x8d_6f9c, 0x4f_8a86, 0xa8_606a, 0x96_751a, 0xb5_a72a];

/// Returns the colour of an edge: the colour it is named after; failing that, the colour of the side with the same
/// name; failing that, a colour derived from the name.
pub fn edge_ink(style: &Style, name: &str, side: Option<SideId>) -> Colour {
    let named = EDGES.iter().find(|(words, _)| speaks_of(name, words)).map(|(_, ink)| Colour::of(*ink));
    let sides = side.map(|side| side_colours_of(style, Some(side)).flag);
    named.or(sides).unwrap_or(Colour::of(OTHER_EDGES[hash(name) as usize % OTHER_EDGES.len()]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printing_on_dark_counters_is_light() {
        let style = Style { sides: vec![Some(Colour::of(0x20_2020)), None], ..Style::default() };
        let ink = |side: u16| side_colours_of(&style, Some(SideId(side))).ink;
        assert_eq!([ink(0), ink(1), ink(2)], [LIGHT, LIGHT, DARK]);
        assert_eq!(side_colours_of(&style, Some(SideId(9))).fill, Colour::of(SIDE_COLOURS[3].0));
    }
}
