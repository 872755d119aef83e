//! Sides and named edges.

use super::{hash, speaks_of};
use grognard_engine::ids::SideId;

/// The colours of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Livery {
    /// Its counters.
    pub fill: &'static str,
    /// Its counters when they are reduced.
    pub pale: &'static str,
    /// Writing on them.
    pub ink: &'static str,
    /// Small marks on the map: who owns a space.
    pub flag: &'static str,
    /// Its counters on a terminal with 256 colours: background, paler background, writing.
    pub ansi: (u8, u8, u8),
}

const fn livery(fill: &'static str, pale: &'static str, flag: &'static str, ansi: (u8, u8, u8)) -> Livery {
    Livery { fill, pale, ink: "#1f1d1a", flag, ansi }
}

const LIVERIES: [Livery; 6] = [
    livery("#a9b0a3", "#d3d6cd", "#5f675a", (240, 247, 231)),
    livery("#cf7f62", "#e6bda9", "#a8452c", (124, 167, 231)),
    livery("#86a5c4", "#c1d0df", "#3f6690", (25, 67, 231)),
    livery("#d3b25c", "#e8d8a9", "#96751a", (94, 137, 231)),
    livery("#92ab7c", "#c8d4bb", "#557040", (22, 65, 231)),
    livery("#a893b8", "#d2c7da", "#6b5280", (54, 97, 231)),
];

/// A unit of a side the content does not know.
const STRANGER: Livery = livery("#d8d2c4", "#e8e4da", "#6b675e", (250, 250, 231));

/// The colours of a side, by the order in which the system names its sides.
pub fn livery_of(side: Option<SideId>) -> Livery {
    side.map_or(STRANGER, |side| LIVERIES[usize::from(side.0) % LIVERIES.len()])
}

const EDGES: &[(&[&str], &str)] = &[
    (&["black"], "#2f2c29"),
    (&["red"], "#a83a2b"),
    (&["blue"], "#3f6690"),
    (&["green"], "#557040"),
    (&["yellow"], "#c9a227"),
    (&["white"], "#fdfcf8"),
    (&["grey", "gray"], "#8b867c"),
    (&["brown"], "#7a5f43"),
    (&["orange"], "#cc7a2e"),
];

const OTHER_EDGES: [&str; 5] = ["#8d6f9c", "#4f8a86", "#a8606a", "#96751a", "#b5a72a"];

/// The colour of an edge: its name may be a colour or a side, otherwise any.
pub fn edge_ink(name: &str, side: Option<SideId>) -> &'static str {
    let named = EDGES.iter().find(|(words, _)| speaks_of(name, words)).map(|(_, ink)| *ink);
    let sides = side.map(|side| livery_of(Some(side)).flag);
    named.or(sides).unwrap_or(OTHER_EDGES[hash(name) as usize % OTHER_EDGES.len()])
}
