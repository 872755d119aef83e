//! Kinds of terrain.

use super::{hash, speaks_of};

/// Small signs strewn over a space, as on a printed map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motif {
    /// Nothing.
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
    /// Points, as of sand.
    Dots,
}

/// How a terrain is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// Its colour.
    pub fill: &'static str,
    /// The colour of the signs on it.
    pub ink: &'static str,
    /// The signs.
    pub motif: Motif,
    /// The nearest colour of a terminal with 256.
    pub ansi: u8,
}

const fn ground(fill: &'static str, ink: &'static str, motif: Motif, ansi: u8) -> Ground {
    Ground { fill, ink, motif, ansi }
}

/// The ground of maps that say nothing about terrain.
pub const PLAIN: Ground = ground("#f0e7cb", "#c9bd9b", Motif::Bare, 187);

/// The first row with a fitting word counts: `light woods` are woods, `wooded hill` is a hill no more.
const KNOWN: &[(&[&str], Ground)] = &[
    (&["clear", "open", "plain", "steppe", "grass", "meadow", "flat"], PLAIN),
    (&["forest", "wood", "jungle", "taiga", "palm", "bocage"], ground("#c3d0a6", "#7f9a63", Motif::Trees, 108)),
    (&["marsh", "swamp", "bog", "fen", "mangrove"], ground("#d3dfd0", "#6c9298", Motif::Tufts, 152)),
    (&["rough", "hill", "broken", "slope", "ridge", "ravine", "gully"], ground("#e2d2ac", "#a8875a", Motif::Slopes, 180)),
    (&["mountain", "alp", "peak", "highland"], ground("#cdb798", "#84684a", Motif::Peaks, 137)),
    (&["water", "sea", "lake", "ocean", "bay", "strait"], ground("#b4cfdc", "#7fa6ba", Motif::Waves, 110)),
    (&["town", "city", "urban", "built", "village", "suburb", "major", "capital"], ground("#d6cdc4", "#857a70", Motif::Blocks, 249)),
    (&["desert", "sand", "dune", "beach", "coast"], ground("#efdfb0", "#c7a868", Motif::Dots, 222)),
    (&["snow", "ice", "frozen", "glacier"], ground("#eef2f2", "#b4c4cb", Motif::Bare, 255)),
    (&["green"], ground("#cbdcab", "#8fae6d", Motif::Bare, 151)),
    (&["yellow"], ground("#f0e2a2", "#c9b366", Motif::Bare, 229)),
    (&["victory", "objective", "red"], ground("#ecc79a", "#b98a52", Motif::Bare, 216)),
    (&["grey", "gray", "assembly", "box"], ground("#dcd8cd", "#a8a294", Motif::Bare, 252)),
    (&["field", "farm", "cultivat", "orchard", "polder"], ground("#e6e4b2", "#b6b26c", Motif::Dots, 229)),
];

const UNKNOWN: [Ground; 6] = [
    ground("#dcd3e2", "#9584a3", Motif::Dots, 182),
    ground("#e6cfc0", "#ad8168", Motif::Dots, 181),
    ground("#cfdcc2", "#86a06c", Motif::Dots, 151),
    ground("#e5dcbd", "#a99a62", Motif::Dots, 186),
    ground("#cbd9e0", "#7b98a6", Motif::Dots, 153),
    ground("#e3cdd2", "#a97883", Motif::Dots, 217),
];

/// How a terrain of this name is drawn.
pub fn ground_of(name: &str) -> Ground {
    let known = KNOWN.iter().find(|(words, _)| speaks_of(name, words)).map(|(_, ground)| *ground);
    known.unwrap_or(UNKNOWN[hash(name) as usize % UNKNOWN.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_words_and_a_fallback_that_stays() {
        assert_eq!(ground_of("Light Woods").motif, Motif::Trees);
        assert_eq!(ground_of("clear"), PLAIN);
        assert_eq!(ground_of("kolkhoz"), ground_of("kolkhoz"));
    }
}
