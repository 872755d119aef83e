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
    /// The colour of the small flags that mark a space's owner on the map.
    pub flag: Colour,
    /// The counter colours on a 256-colour terminal: background, paler background, text.
    pub ansi: (u8, u8, u8),
}

const fn side_colours(fill: u32, pale: u32, flag: u32, ansi: (u8, u8, u8)) -> SideColours {
    SideColours { fill: Colour::of(fill), pale: Colour::of(pale), ink: DARK, flag: Colour::of(flag), ansi }
}

const DARK: Colour = Colour::of(0x1f_1d1a);
const WHITE: Colour = Colour::of(0xff_ffff);

const SIDE_COLOURS: [SideColours; 6] = [
    side_colours(0xa9_b0a3, 0xd3_d6cd, 0x5f_675a, (240, 247, 231)),
    side_colours(0xcf_7f62, 0xe6_bda9, 0xa8_452c, (124, 167, 231)),
    side_colours(0x86_a5c4, 0xc1_d0df, 0x3f_6690, (25, 67, 231)),
    side_colours(0xd3_b25c, 0xe8_d8a9, 0x96_751a, (94, 137, 231)),
    side_colours(0x92_ab7c, 0xc8_d4bb, 0x55_7040, (22, 65, 231)),
    side_colours(0xa8_93b8, 0xd2_c7da, 0x6b_5280, (54, 97, 231)),
];

/// The colours of units of an unknown side.
const STRANGER: SideColours = side_colours(0xd8_d2c4, 0xe8_e4da, 0x6b_675e, (250, 250, 231));

/// Returns the colours of a side: those declared by a pack, or else those for its position in the list of sides.
pub fn side_colours_of(style: &Style, side: Option<SideId>) -> SideColours {
    let Some(at) = side.map(|side| usize::from(side.0)) else { return STRANGER };
    style.sides.get(at).copied().flatten().map_or(SIDE_COLOURS[at % SIDE_COLOURS.len()], colours_for)
}

/// Returns the colours of a side, derived from the colour of its counters.
fn colours_for(fill: Colour) -> SideColours {
    let (pale, flag) = (fill.towards(WHITE, 50), fill.towards(DARK, 45));
    let is_dark = fill.brightness() < 110;
    SideColours { fill, pale, flag, ink: if is_dark { WHITE } else { DARK }, ansi: (flag.ansi(), pale.ansi(), 231) }
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
    fn writing_on_dark_counters_is_white() {
        let style = Style { sides: vec![Some(Colour::of(0x20_2020)), None], ..Style::default() };
        assert_eq!(side_colours_of(&style, Some(SideId(0))).ink, WHITE);
        assert_eq!(side_colours_of(&style, Some(SideId(1))), SIDE_COLOURS[1]);
        assert_eq!(side_colours_of(&style, Some(SideId(9))), SIDE_COLOURS[3]);
    }
}
