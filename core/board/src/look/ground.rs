//! Types of terrain.

use super::{hash, speaks_of};
use grognard_engine::style::{Colour, Style};

/// Small symbols scattered over a space, as on a printed map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motif {
    /// No symbols.
    Bare,
    /// No symbols, but stretches of greener grass.
    Grass,
    /// Trees.
    Trees,
    /// Open ground with groups of trees.
    Groves,
    /// Tufts of reed.
    Tufts,
    /// Strokes down a slope.
    Slopes,
    /// Strokes down a slope, and rocks on a table.
    Crags,
    /// Peaks.
    Peaks,
    /// Waves.
    Waves,
    /// The small houses of a suburb.
    Houses,
    /// Blocks of houses.
    Blocks,
    /// The long halls of works.
    Halls,
    /// Dots, as for sand.
    Dots,
}

/// The look of a terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerrainLook {
    /// The colour of the terrain.
    pub fill: Colour,
    /// A second colour, with which the first mixes in a painting.
    pub tone: Colour,
    /// The colour of the symbols.
    pub ink: Colour,
    /// The kind of symbols scattered over a space.
    pub motif: Motif,
    /// The nearest colour on a 256-colour terminal.
    pub ansi: u8,
}

const fn ground(fill: u32, tone: u32, ink: u32, motif: Motif, ansi: u8) -> TerrainLook {
    TerrainLook { fill: Colour::of(fill), tone: Colour::of(tone), ink: Colour::of(ink), motif, ansi }
}

/// The look of a map without terrain.
pub const PLAIN: TerrainLook = ground(0xdb_d0ae, 0xcc_c79f, 0xc9_bd9b, Motif::Grass, 187);

/// The looks of terrains, by words in their names. The first row with a matching word is used: `light woods` are woods,
/// and `wooded hill` is not a hill.
const KNOWN: &[(&[&str], TerrainLook)] = &[
    (&["grove", "copse", "scattered"], ground(0xd9_c391, 0xcd_b984, 0x7f_9a63, Motif::Groves, 186)),
    (&["clear", "open", "plain", "steppe", "grass", "meadow", "flat"], PLAIN),
    (
        &["forest", "wood", "jungle", "taiga", "palm", "oasis", "bocage"],
        ground(0x84_946b, 0x76_8a62, 0x7f_9a63, Motif::Trees, 108),
    ),
    (&["marsh", "swamp", "bog", "fen", "mangrove"], ground(0xb9_c4a8, 0xa9_bba4, 0x6c_9298, Motif::Tufts, 152)),
    (&["rough", "broken", "ruin", "rock"], ground(0xcd_b68c, 0xbf_a67c, 0xa8_875a, Motif::Crags, 180)),
    (
        &["hill", "height", "kurgan", "slope", "ridge", "ravine", "gully"],
        ground(0xcd_b68c, 0xbf_a67c, 0xa8_875a, Motif::Slopes, 180),
    ),
    (&["mountain", "alp", "peak", "highland"], ground(0xbd_a47c, 0xa8_8c66, 0x84_684a, Motif::Peaks, 137)),
    (&["snow", "ice", "frozen", "glacier"], ground(0xe8_ecec, 0xd9_e1e4, 0xb4_c4cb, Motif::Bare, 255)),
    (&["water", "sea", "lake", "ocean", "bay", "strait"], ground(0x7f_abc2, 0x76_a4bd, 0x7f_a6ba, Motif::Waves, 110)),
    (&["suburb", "village", "outskirt"], ground(0xd8_cbb0, 0xcd_bf9f, 0x85_7a70, Motif::Houses, 250)),
    (&["works", "factory", "industr", "plant", "mill"], ground(0xc7_b9af, 0xbc_ac9f, 0x85_7a70, Motif::Halls, 247)),
    (
        &["town", "city", "urban", "built", "major", "capital"],
        ground(0xcf_c3b4, 0xc5_b8a6, 0x85_7a70, Motif::Blocks, 249),
    ),
    (&["desert", "sand", "dune", "beach", "coast"], ground(0xe6_dcbc, 0xdc_ce9f, 0xc7_a868, Motif::Dots, 222)),
    (&["green"], ground(0xc9_d4b4, 0xb7_c7a3, 0x8f_ae6d, Motif::Bare, 151)),
    (&["yellow"], ground(0xdf_bf7e, 0xd2_ae6a, 0xc9_b366, Motif::Bare, 229)),
    (&["victory", "objective", "red"], ground(0xdc_b48c, 0xd2_a67e, 0xb9_8a52, Motif::Bare, 216)),
    (&["grey", "gray", "assembly", "box"], ground(0xd3_cfc3, 0xc9_c5b8, 0xa8_a294, Motif::Bare, 252)),
    (&["field", "farm", "cultivat", "orchard", "polder"], ground(0xd8_d3a0, 0xc8_c68d, 0xb6_b26c, Motif::Dots, 229)),
    (&["river", "stream", "creek", "brook", "canal"], ground(0x7f_abc2, 0x76_a4bd, 0x5f_93b4, Motif::Waves, 110)),
    (
        &["road", "highway", "track", "rail", "path", "bridge", "ford", "ferry"],
        ground(0xe9_c48f, 0xe0_b982, 0x8b_5a3a, Motif::Bare, 180),
    ),
    (&["wadi", "oued"], ground(0xe0_cc9b, 0xd5_bd88, 0xa8_875a, Motif::Dots, 222)),
    (
        &["fort", "trench", "entrench", "prepared", "bunker", "wire", "sandbag", "mine"],
        ground(0xd2_c4a8, 0xc8_b898, 0x6b_5a45, Motif::Bare, 187),
    ),
];

const UNKNOWN: [TerrainLook; 6] = [
    ground(0xdc_d3e2, 0xca_c2cf, 0x95_84a3, Motif::Dots, 182),
    ground(0xe6_cfc0, 0xd3_beb0, 0xad_8168, Motif::Dots, 181),
    ground(0xcf_dcc2, 0xbe_cab2, 0x86_a06c, Motif::Dots, 151),
    ground(0xe5_dcbd, 0xd2_caad, 0xa9_9a62, Motif::Dots, 186),
    ground(0xcb_d9e0, 0xba_c7ce, 0x7b_98a6, Motif::Dots, 153),
    ground(0xe3_cdd2, 0xd0_bcc1, 0xa9_7883, Motif::Dots, 217),
];

/// Returns the look of a terrain with the given name. A pack can declare its colour; if none does, the colour is
/// derived from the name.
pub fn ground_of(style: &Style, name: &str) -> TerrainLook {
    let word = style.terrain_looks.get(name).map_or(name, String::as_str);
    let known = KNOWN.iter().find(|(words, _)| speaks_of(word, words)).map(|(_, ground)| *ground);
    let usual = known.unwrap_or(UNKNOWN[hash(word) as usize % UNKNOWN.len()]);
    match style.terrains.get(name) {
        Some(&fill) => {
            let dark = |percent| fill.towards(Colour::of(0x4d_4431), percent);
            TerrainLook { fill, tone: dark(9), ink: dark(45), ansi: fill.ansi(), ..usual }
        }
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
        assert_eq!((colour("river"), colour("canal")), (Colour::of(0x7f_abc2), Colour::of(0x7f_abc2)));
        assert_eq!((colour("frozen-river"), colour("waterway")), (colour("ice"), colour("sea")));
        assert_eq!(ground_of(&style, "kolkhoz"), ground_of(&style, "kolkhoz"));
        style.terrains.insert("clear".into(), Colour::of(0xff_0000));
        assert_eq!(
            (ground_of(&style, "clear").fill.to_string(), ground_of(&style, "clear").ansi),
            ("#ff0000".into(), 196)
        );
    }
}
