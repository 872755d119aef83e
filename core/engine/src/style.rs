//! The look of a battle, as defined by its packs. Pictures use it; rules never do.

use crate::ids::{SideId, SpaceId};
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;

/// The look of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// For each unit type, the name of the symbol on its counter, such as `armour`. If it is empty or missing, the name
    /// of the type is used.
    pub symbols: Vec<String>,
    /// For each unit type, the colour of its counters, if a pack sets one.
    pub unit_types: Vec<Option<Colour>>,
    /// For each mark, its symbol on the counter. A mark without a symbol is internal to the rules and never shown.
    pub marks: Vec<Option<MarkSign>>,
    /// For each side, the colour of its counters, if a pack sets one.
    pub sides: Vec<Option<Colour>>,
    /// For each side, its names in sentences.
    pub side_names: Vec<SideName>,
    /// For each unit, its title in sentences if that differs from its name: `{1} Tank Corps`, with a placeholder for
    /// the name.
    pub unit_titles: Vec<Option<String>>,
    /// For each unit, what is printed on it if it is a card.
    pub cards: Vec<Option<CardFace>>,
    /// The colours that packs set for terrains.
    pub terrains: BTreeMap<String, Colour>,
    /// The words after which packs have terrains look: `yellow` like `groves`.
    pub terrain_looks: BTreeMap<String, String>,
    /// The titles that packs give to terrain, tags and values: `kiev-key` is the `key to Kiev`.
    pub titles: BTreeMap<String, String>,
    /// Pictures that replace the symbol on a counter, by the name of the unit or type. Each is an SVG element of 1000
    /// by 1000 units, centred on the origin, that can neither run scripts nor load resources.
    pub pictures: BTreeMap<String, String>,
    /// A scan of a printed map that replaces the ground, if a pack brings one.
    pub scan: Option<MapScan>,
    /// The fonts that packs bring for the page.
    pub fonts: BTreeMap<FontRole, PackFont>,
    /// The edge of the map towards which north lies, if a pack tells it.
    pub north: Option<Compass>,
    /// The distance from a hex to the next, or one unit of the centres of areas, with its unit of length, such as
    /// `15 km`, if a pack tells it.
    pub across: Option<(i32, String)>,
    /// The names of rivers and lakes, each with the places at which it is written: the two spaces beside a river, or
    /// the spaces of a lake that it crosses.
    pub waters: Vec<(String, Vec<Vec<SpaceId>>)>,
    /// Lines that are only drawn, each with its kind, such as `railway`, and the spaces through which it runs.
    pub courses: Vec<(String, Vec<Vec<SpaceId>>)>,
    /// On a map of points, how large each point is drawn, from 1 to 3; empty on other maps.
    pub points: BTreeMap<SpaceId, u8>,
    /// The groups of boxes on the sheet.
    pub panels: Vec<Panel>,
    /// The unit of length displayed on a table, such as `km`; empty if there is none.
    pub length: String,
}

/// What is printed on a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardFace {
    /// The title; `None` if it is the name of the unit. It may have a placeholder for the name.
    pub title: Option<String>,
    /// What the card says.
    pub text: Option<String>,
    /// The paragraph that the text stands for.
    pub rule: Option<String>,
    /// The properties whose values are printed.
    pub numbers: Vec<String>,
}

/// Boxes that stand together on the sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// The heading.
    pub title: Option<String>,
    /// The boxes, in reading order. Areas among them are drawn as boxes, too.
    pub spaces: Vec<SpaceId>,
    /// Where the boxes stand.
    pub place: PanelPlace,
    /// The number of boxes side by side.
    pub columns: u8,
    /// The room in each box: how many counters side by side, and how many rows of them.
    pub room: [u8; 2],
    /// The side whose colours the boxes have.
    pub side: Option<SideId>,
}

/// Where the boxes of a panel stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelPlace {
    /// Each at its own centre.
    Map,
    /// Left of the map, each beside the areas that it touches.
    Left,
    /// Right of the map, in the same way.
    Right,
    /// In the column with the turns and the key.
    Column,
}

/// A scan of a printed map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapScan {
    /// The picture.
    pub picture: FileBytes,
    /// Three spaces, each with the pixel of its centre.
    pub points: [(SpaceId, [i32; 2]); 3],
}

/// The bytes of a file. They are shared, and printed as their checksum.
#[derive(Clone, PartialEq, Eq)]
pub struct FileBytes {
    bytes: Arc<Vec<u8>>,
    checksum: u64,
}

impl FileBytes {
    /// Takes the bytes of a file.
    pub fn new(bytes: Vec<u8>) -> FileBytes {
        let mut hasher = DefaultHasher::new();
        hasher.write(&bytes);
        FileBytes { checksum: hasher.finish(), bytes: Arc::new(bytes) }
    }

    /// Returns the bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the checksum of the bytes, which is the same as long as the program runs.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }
}

impl fmt::Debug for FileBytes {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{:x}", self.checksum)
    }
}

/// What a font is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FontRole {
    /// Titles and headings.
    Title,
    /// Text to be read: rules, the log, explanations.
    Text,
    /// Names on the map.
    Map,
    /// Numbers and letters on counters and charts.
    Counter,
}

impl FontRole {
    /// Returns the name of the role in files: `title`.
    pub fn name(self) -> &'static str {
        match self {
            FontRole::Title => "title",
            FontRole::Text => "text",
            FontRole::Map => "map",
            FontRole::Counter => "counter",
        }
    }
}

/// A font that a pack brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackFont {
    /// The format of the file.
    pub format: FontFormat,
    /// The file.
    pub file: FileBytes,
}

/// The format of a font file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FontFormat {
    /// The Web Open Font Format 2.
    Woff2,
    /// TrueType outlines.
    TrueType,
    /// OpenType with PostScript outlines.
    OpenType,
}

impl FontFormat {
    /// Returns the format of a file by its first bytes; `None` if it is not a font.
    pub fn of(bytes: &[u8]) -> Option<FontFormat> {
        match bytes.first_chunk()? {
            b"wOF2" => Some(FontFormat::Woff2),
            [0, 1, 0, 0] | b"true" => Some(FontFormat::TrueType),
            b"OTTO" => Some(FontFormat::OpenType),
            _ => None,
        }
    }

    /// Returns the media type: `font/woff2`.
    pub fn media_type(self) -> &'static str {
        match self {
            FontFormat::Woff2 => "font/woff2",
            FontFormat::TrueType => "font/ttf",
            FontFormat::OpenType => "font/otf",
        }
    }
}

/// The names of a side in English sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideName {
    /// The adjective: `German`.
    pub adjective: String,
    /// The plural noun: `Germans`.
    pub plural: String,
}

/// An edge of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compass {
    /// The upper edge.
    Up,
    /// The right edge.
    Right,
    /// The lower edge.
    Down,
    /// The left edge.
    Left,
}

/// A symbol that shows a mark on a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkSign {
    /// The unit is dug in.
    Works,
    /// The unit is cut off from supply.
    Isolated,
    /// The unit has finished its actions.
    Done,
    /// The unit is activated or in command.
    Active,
    /// The unit has fought, or is going to.
    Fight,
    /// The unit is shaken, spent or disordered.
    Shaken,
    /// Any other mark.
    Dot,
}

impl Style {
    /// Returns the symbol of the mark with this index; `None` if it is never shown.
    pub fn mark(&self, mark: usize) -> Option<MarkSign> {
        self.marks.get(mark).copied().flatten()
    }
}

/// A colour, written as `#2b2825`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

impl Colour {
    /// Creates a colour from a number such as `0x2b2825`.
    pub const fn of(number: u32) -> Colour {
        let [_, red, green, blue] = number.to_be_bytes();
        Colour([red, green, blue])
    }

    /// Parses a colour such as `#2b2825`.
    pub fn parse(text: &str) -> Option<Colour> {
        let digits = text
            .strip_prefix('#')
            .filter(|digits| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
        u32::from_str_radix(digits, 16).ok().map(Colour::of)
    }

    /// Returns the colour that is `percent` per cent of the way to `other`.
    pub fn towards(self, other: Colour, percent: u8) -> Colour {
        let part = |at: usize| {
            let (from, to) = (i32::from(self.0[at]), i32::from(other.0[at]));
            // The result is between two bytes, so it fits in a byte.
            (from + (to - from) * i32::from(percent.min(100)) / 100) as u8
        };
        Colour([part(0), part(1), part(2)])
    }

    /// Returns the perceived brightness, from 0 to 255.
    pub fn brightness(self) -> u8 {
        let [red, green, blue] = self.0.map(u32::from);
        ((red * 299 + green * 587 + blue * 114) / 1_000) as u8
    }

    /// Returns the number of the nearest colour in the 6 by 6 by 6 cube of a 256-colour terminal.
    pub fn ansi(self) -> u8 {
        let level = |part: u8| if part < 48 { 0 } else { (part.saturating_sub(35) / 40).clamp(1, 5) };
        let [red, green, blue] = self.0.map(level);
        16 + 36 * red + 6 * green + blue
    }
}

impl std::fmt::Display for Colour {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        let [red, green, blue] = self.0;
        write!(out, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_six_digits() {
        assert_eq!(Colour::parse("#2B2825").map(|colour| colour.to_string()), Some("#2b2825".into()));
        for wrong in ["2b2825", "#2b28", "#2b282g", "#+b2825", "red", "#2b2825ff"] {
            assert_eq!(Colour::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn colours_between_colours_and_on_a_terminal() {
        let (black, white) = (Colour::of(0), Colour::of(0xff_ffff));
        assert_eq!(black.towards(white, 50).to_string(), "#7f7f7f");
        assert_eq!((black.brightness(), white.brightness()), (0, 255));
        assert_eq!((black.ansi(), white.ansi(), Colour::of(0xff_0000).ansi()), (16, 231, 196));
    }
}
