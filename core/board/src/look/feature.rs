//! Border features: some run along the border, some lead across it.

use super::{hash, speaks_of};

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// A great river: the broadest line.
    GreatRiver,
    /// A river: one broad line.
    River,
    /// A stream, canal or minor river: a thin line.
    Stream,
    /// A gully: a dry line with slopes.
    Gully,
    /// A cliff, wall or fortified line: a line with teeth.
    Wall,
    /// A bridge or ford: a mark on the border.
    Bridge,
    /// A railway: a line with sleepers.
    Rail,
    /// A road: a line with two edges.
    Road,
    /// A track: a broken line.
    Track,
}

/// The look of a border feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureLook {
    /// The kind of line.
    pub stroke: Stroke,
    /// Whether the feature leads from space to space. If not, it follows the border.
    pub leads_across: bool,
    /// The colour of the line.
    pub ink: &'static str,
    /// The nearest colour on a 256-colour terminal.
    pub ansi: u8,
}

impl Stroke {
    /// Returns whether the line is water.
    pub fn is_water(self) -> bool {
        matches!(self, Stroke::Stream | Stroke::River | Stroke::GreatRiver)
    }

    /// Returns the usual width of the water, in thousandths of a hexside.
    pub fn width(self) -> f64 {
        match self {
            Stroke::GreatRiver => 310.0,
            Stroke::River => 165.0,
            _ => 70.0,
        }
    }
}

const fn along(stroke: Stroke, ink: &'static str, ansi: u8) -> FeatureLook {
    FeatureLook { stroke, leads_across: false, ink, ansi }
}

const fn across(stroke: Stroke, ink: &'static str, ansi: u8) -> FeatureLook {
    FeatureLook { stroke, leads_across: true, ink, ansi }
}

const KNOWN: &[(&[&str], FeatureLook)] = &[
    (&["bridge", "ford", "crossing", "ferry"], across(Stroke::Bridge, "#5b4a3a", 94)),
    (&["rail", "train"], across(Stroke::Rail, "#3a3632", 16)),
    (&["road", "highway", "autobahn", "chaussee", "pike", "motorway"], across(Stroke::Road, "#b9764a", 130)),
    (&["track", "trail", "path", "pass"], across(Stroke::Track, "#8a6a45", 94)),
    (&["stream", "creek", "canal", "minor", "brook"], along(Stroke::Stream, "#5f93b4", 32)),
    (&["major", "great"], along(Stroke::GreatRiver, "#3d6d93", 27)),
    (&["river", "waterway", "lake", "strait", "coast", "sea"], along(Stroke::River, "#5f93b4", 27)),
    (&["wadi", "gully", "ravine"], along(Stroke::Gully, "#a8875a", 136)),
    (
        &["cliff", "wall", "escarpment", "fort", "dike", "hedge", "trench", "crest", "slope"],
        along(Stroke::Wall, "#7a5f43", 94),
    ),
];

/// The looks of features with unknown names. Their lines follow the border, where they hide nothing else.
const UNKNOWN: [FeatureLook; 4] = [
    along(Stroke::Wall, "#8d6f9c", 97),
    along(Stroke::Wall, "#7d8f4f", 100),
    along(Stroke::Wall, "#a8606a", 131),
    along(Stroke::Wall, "#4f8a86", 66),
];

/// Returns the look of a feature with the given name.
pub fn feature_of(name: &str) -> FeatureLook {
    let known = KNOWN.iter().find(|(words, _)| speaks_of(name, words)).map(|(_, feature)| *feature);
    known.unwrap_or(UNKNOWN[hash(name) as usize % UNKNOWN.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rivers_follow_borders_and_rails_cross_them() {
        assert!(!feature_of("river").leads_across);
        assert!(feature_of("railway").leads_across);
        assert_eq!(feature_of("minor_river").stroke, Stroke::Stream);
        assert_eq!(feature_of("major-river").stroke, Stroke::GreatRiver);
        assert!(!feature_of("frontier").leads_across);
    }
}
