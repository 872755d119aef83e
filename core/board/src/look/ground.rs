//! Types of terrain.

use super::{hash, speaks_of};
use grognard_engine::style::{Colour, Style};

/// Small symbols scattered over a space, as on a printed map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motif {
    /// No symbols.
    Bare,
    /// Trees.
    Trees,
    /// Tufts of reed.
    Tufts,
    /// Strokes down a slope.
    Slopes,
    /// Peaks.
    Peaks,
    /// Waves.
    Waves,
    /// Houses.
    Blocks,
    /// Dots, as for sand.
    Dots,
}

/// The look of a terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerrainLook {
    /// The colour of the terrain.
    pub fill: Colour,
    /// The colour of the symbols.
    pub ink: Colour,
    /// The kind of symbols scattered over a space.
    pub motif: Motif,
    /// The nearest colour on a 256-colour terminal.
    pub ansi: u8,
}

const fn ground(fill: u32, ink: u32, motif: Motif, ansi: u8) -> TerrainLook {
    TerrainLook { fill: Colour::of(fill), ink: Colour::of(ink), motif, ansi }
}

/// The look of a map without terrain.
pub const PLAIN: TerrainLook = ground(0xf0_e7cb, 0xc9_bd9b, Motif::Bare, 187);

/// The looks of terrains, by words in their names. The first row with a matching word is used: `light woods` are woods,
/// and `wooded hill` is not a hill.
const KNOWN: &[(&[&str], TerrainLook)] = &[
    (&["clear", "open", "plain", "steppe", "grass", "meadow", "flat"], PLAIN),
    (
        &["forest", "wood", "jungle", "taiga", "palm", "oasis", "bocage"],
        ground(0xc3_d0a6, 0x7f_9a63, Motif::Trees, 108),
    ),
    (&["marsh", "swamp", "bog", "fen", "mangrove"], ground(0xd3_dfd0, 0x6c_9298, Motif::Tufts, 152)),
    (
        &["rough", "hill", "broken", "slope", "ridge", "ravine", "gully"],
        ground(0xe2_d2ac, 0xa8_875a, Motif::Slopes, 180),
    ),
    (&["mountain", "alp", "peak", "highland"], ground(0xcd_b798, 0x84_684a, Motif::Peaks, 137)),
    (&["snow", "ice", "frozen", "glacier"], ground(0xee_f2f2, 0xb4_c4cb, Motif::Bare, 255)),
    (&["water", "sea", "lake", "ocean", "bay", "strait"], ground(0xb4_cfdc, 0x7f_a6ba, Motif::Waves, 110)),
    (
        &["town", "city", "urban", "built", "village", "suburb", "major", "capital"],
        ground(0xd6_cdc4, 0x85_7a70, Motif::Blocks, 249),
    ),
    (&["desert", "sand", "dune", "beach", "coast"], ground(0xef_dfb0, 0xc7_a868, Motif::Dots, 222)),
    (&["green"], ground(0xcb_dcab, 0x8f_ae6d, Motif::Bare, 151)),
    (&["yellow"], ground(0xf0_e2a2, 0xc9_b366, Motif::Bare, 229)),
    (&["victory", "objective", "red"], ground(0xec_c79a, 0xb9_8a52, Motif::Bare, 216)),
    (&["grey", "gray", "assembly", "box"], ground(0xdc_d8cd, 0xa8_a294, Motif::Bare, 252)),
    (&["field", "farm", "cultivat", "orchard", "polder"], ground(0xe6_e4b2, 0xb6_b26c, Motif::Dots, 229)),
    (&["river", "stream", "creek", "brook", "canal"], ground(0xa9_cbdd, 0x5f_93b4, Motif::Waves, 110)),
    (
        &["road", "highway", "track", "rail", "path", "bridge", "ford", "ferry"],
        ground(0xec_d0a8, 0x8b_5a3a, Motif::Bare, 180),
    ),
    (&["wadi", "oued"], ground(0xe9_d7a8, 0xa8_875a, Motif::Dots, 222)),
    (
        &["fort", "trench", "entrench", "prepared", "works", "bunker", "wire", "sandbag", "mine"],
        ground(0xd8_ccb4, 0x6b_5a45, Motif::Bare, 187),
    ),
];

const UNKNOWN: [TerrainLook; 6] = [
    ground(0xdc_d3e2, 0x95_84a3, Motif::Dots, 182),
    ground(0xe6_cfc0, 0xad_8168, Motif::Dots, 181),
    ground(0xcf_dcc2, 0x86_a06c, Motif::Dots, 151),
    ground(0xe5_dcbd, 0xa9_9a62, Motif::Dots, 186),
    ground(0xcb_d9e0, 0x7b_98a6, Motif::Dots, 153),
    ground(0xe3_cdd2, 0xa9_7883, Motif::Dots, 217),
];

/// Returns the look of a terrain with the given name. A pack can declare its colour; if none does, the colour is
/// derived from the name.
pub fn ground_of(style: &Style, name: &str) -> TerrainLook {
    let known = KNOWN.iter().find(|(words, _)| speaks_of(name, words)).map(|(_, ground)| *ground);
    let usual = known.unwrap_or(UNKNOWN[hash(name) as usize % UNKNOWN.len()]);
    match style.terrains.get(name) {
        Some(&fill) => TerrainLook { fill, ink: fill.towards(Colour::of(0), 35), ansi: fill.ansi(), ..usual },
        None => usual,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_words_and_a_fallback_that_stays() {
        let mut style = Style::default();
        assert_eq!(ground_of(&style, "Light Woods").motif, Motif::Trees);
        assert_eq!(ground_of(&style, "clear"), PLAIN);
        let colour = |name: &str| ground_of(&Style::default(), name).fill;
        assert_eq!((colour("river"), colour("canal")), (Colour::of(0xa9_cbdd), Colour::of(0xa9_cbdd)));
        assert_eq!((colour("frozen-river"), colour("waterway")), (colour("ice"), colour("sea")));
        assert_eq!(ground_of(&style, "kolkhoz"), ground_of(&style, "kolkhoz"));
        style.terrains.insert("clear".into(), Colour::of(0xff_0000));
        assert_eq!(
            (ground_of(&style, "clear").fill.to_string(), ground_of(&style, "clear").ansi),
            ("#ff0000".into(), 196)
        );
    }
}
