//! Draws strings as outlines, one letter at a time.
//!
//! The renderer is built without font support, which would triple its build time.

use crate::svg::canvas::{NARROW, SERIF, SMALL_CAPITALS};
use std::fmt::Write;
use std::sync::LazyLock;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The regular, bold and italic faces of a font family.
struct Family {
    regular: Face<'static>,
    bold: Face<'static>,
    italic: Face<'static>,
}

/// The families, each with the text by which a group chooses it. The first is that of text that chooses none.
static FAMILIES: LazyLock<[(&str, Family); 4]> = LazyLock::new(|| {
    let [sans, sans_bold] = [
        include_bytes!("../../fonts/AlegreyaSans-Regular.ttf").as_slice(),
        include_bytes!("../../fonts/AlegreyaSans-Bold.ttf"),
    ];
    let [serif, serif_bold, italic] = [
        include_bytes!("../../fonts/Alegreya-Regular.ttf").as_slice(),
        include_bytes!("../../fonts/Alegreya-Bold.ttf"),
        include_bytes!("../../fonts/Alegreya-Italic.ttf"),
    ];
    let capitals = include_bytes!("../../fonts/AlegreyaSC-Bold.ttf").as_slice();
    let [narrow, narrow_bold] = [
        include_bytes!("../../fonts/BarlowCondensed-Medium.ttf").as_slice(),
        include_bytes!("../../fonts/BarlowCondensed-Bold.ttf"),
    ];
    [
        ("", family(sans, sans_bold, sans)),
        (SERIF, family(serif, serif_bold, italic)),
        (SMALL_CAPITALS, family(capitals, capitals, capitals)),
        (NARROW, family(narrow, narrow_bold, narrow)),
    ]
});

fn family(regular: &'static [u8], bold: &'static [u8], italic: &'static [u8]) -> Family {
    let face = |font| Face::parse(font, 0).expect("embedded fonts are valid");
    Family { regular: face(regular), bold: face(bold), italic: face(italic) }
}

/// The style that a group gives to its text: the number of the family, and whether it is italic.
#[derive(Clone, Copy, Default)]
struct GroupStyle {
    family: usize,
    is_italic: bool,
}

impl GroupStyle {
    /// Returns the style within a group that begins with this line.
    fn within(self, line: &str) -> GroupStyle {
        let chosen = FAMILIES.iter().enumerate().skip(1).find(|(_, (name, _))| line.contains(&format!("\"{name}\"")));
        GroupStyle {
            family: chosen.map_or(self.family, |(number, _)| number),
            is_italic: self.is_italic || line.contains("font-style=\"italic\""),
        }
    }
}

/// Returns the picture with all text drawn as paths. Each line of the input is one element.
pub fn draw(svg: &str) -> String {
    let mut out = String::with_capacity(svg.len() * 3);
    let mut groups: Vec<GroupStyle> = Vec::new();
    for line in svg.lines() {
        let style = groups.last().copied().unwrap_or_default();
        match line {
            "</g>" => drop(groups.pop()),
            line if line.starts_with("<g") && !line.contains("</g>") => groups.push(style.within(line)),
            _ => {}
        }
        match text(line) {
            Some(text) => text.outline(style, &mut out),
            None => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

/// A text element.
struct TextElement<'a> {
    attributes: &'a str,
    words: String,
}

/// Parses a line as a text element.
fn text(line: &str) -> Option<TextElement<'_>> {
    let (attributes, rest) = line.strip_prefix("<text ")?.split_once('>')?;
    let words = rest.strip_suffix("</text>")?;
    let plain = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    let words = plain.iter().fold(words.to_owned(), |words, (from, to)| words.replace(from, to));
    Some(TextElement { attributes, words })
}

impl TextElement<'_> {
    fn attribute(&self, name: &str) -> Option<&str> {
        let start = self.attributes.find(&format!("{name}=\""))? + name.len() + 2;
        self.attributes[start..].split('"').next()
    }

    fn number(&self, name: &str) -> f32 {
        self.attribute(name).and_then(|number| number.parse().ok()).unwrap_or(0.0)
    }

    fn outline(&self, style: GroupStyle, out: &mut String) {
        let is_bold = self.attribute("font-weight") == Some("bold");
        let face_of = |family: &'static Family| match (is_bold, style.is_italic) {
            (_, true) => &family.italic,
            (true, _) => &family.bold,
            (false, _) => &family.regular,
        };
        // Letters that a family lacks come from the first one.
        let faces = [face_of(&FAMILIES[style.family].1), face_of(&FAMILIES[0].1)];
        let find = |letter: char| {
            let found = faces.iter().find_map(|face| Some((*face, face.glyph_index(letter)?)));
            found.unwrap_or((faces[0], GlyphId::default()))
        };
        let glyphs: Vec<(&Face, GlyphId)> = self.words.chars().map(find).collect();
        let size = self.number("font-size");
        let scale = |face: &Face| size / f32::from(face.units_per_em());
        let advance =
            |(face, glyph): &(&Face, GlyphId)| f32::from(face.glyph_hor_advance(*glyph).unwrap_or(0)) * scale(face);
        let length: f32 = glyphs.iter().map(advance).sum();
        let before = match self.attribute("text-anchor") {
            Some("middle") => length / 2.0,
            Some("end") => length,
            _ => 0.0,
        };
        let mut pen = Pen { commands: String::new(), at: (self.number("x") - before, self.number("y")), scale: 1.0 };
        for glyph in glyphs {
            pen.scale = scale(glyph.0);
            glyph.0.outline_glyph(glyph.1, &mut pen);
            pen.at.0 += advance(&glyph);
        }
        let kept = ["fill", "stroke", "stroke-width", "stroke-opacity", "stroke-linejoin"];
        let kept = kept.iter().filter_map(|name| Some(format!(" {name}=\"{}\"", self.attribute(name)?)));
        // Writing to a string cannot fail.
        let _ = write!(out, "<path d=\"{}\"{}/>", pen.commands, kept.collect::<String>());
    }
}

/// Draws outlines in the coordinate system of the picture, in which y increases downwards.
struct Pen {
    commands: String,
    at: (f32, f32),
    scale: f32,
}

impl Pen {
    fn to(&mut self, command: char, points: &[(f32, f32)]) {
        self.commands.push(command);
        for (x, y) in points {
            // Tenths of a unit are finer than any pixel.
            let tenth = |part: f32| (part * 10.0).round() / 10.0;
            let _ =
                write!(self.commands, "{} {} ", tenth(self.at.0 + x * self.scale), tenth(self.at.1 - y * self.scale));
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.to('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.to('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.to('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.to('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.commands.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_becomes_a_path_of_its_length_in_its_colour() {
        let drawn =
            draw("<text x=\"100\" y=\"20\" font-size=\"200\" fill=\"#2b2825\" text-anchor=\"middle\">ii</text>\n");
        assert!(drawn.starts_with("<path d=\"M") && drawn.ends_with(" fill=\"#2b2825\"/>\n"), "{drawn}");
        let way = drawn.split('"').nth(1).expect("path data");
        let numbers: Vec<f32> = way
            .split(|c: char| !c.is_ascii_digit() && c != '.' && c != '-')
            .filter_map(|part| part.parse().ok())
            .collect();
        let across = numbers.iter().step_by(2);
        assert!(across.clone().all(|x| (40.0..160.0).contains(x)), "{numbers:?}");
    }

    #[test]
    fn letters_of_a_group_and_bold_ones_are_others() {
        let line =
            |more: &str| format!("<text x=\"0\" y=\"0\" font-size=\"100\" fill=\"#000000\"{more}>Ж&amp;é</text>");
        let (plain, bold) = (draw(&line("")), draw(&line(" font-weight=\"bold\"")));
        let serif = draw(&format!("<g font-family=\"{SERIF}\">\n{}\n</g>\n{}", line(""), line("")));
        assert_ne!(plain, bold);
        assert!(!serif.lines().nth(1).unwrap().contains(plain.trim()) && serif.lines().nth(3) == Some(plain.trim()));
    }
}
