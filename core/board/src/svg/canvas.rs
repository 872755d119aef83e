//! The canvas of a picture: escaped strings, whole numbers, one element per line.

pub use crate::geometry::Point;
use crate::terminal_text;
use grognard_engine::style::Colour;
use std::fmt::{Arguments, Write};

/// Sans-serif fonts: the program's own, then those that operating systems have.
pub const SANS: &str = "Alegreya Sans, Helvetica, Arial, Liberation Sans, sans-serif";
/// Serif fonts.
pub const SERIF: &str = "Alegreya, Georgia, Times New Roman, Liberation Serif, serif";
/// Fonts with small capitals, for titles.
pub const SMALL_CAPITALS: &str = "Alegreya SC, Alegreya, Georgia, Times New Roman, serif";
/// Narrow fonts, for counters and numbers.
pub const NARROW: &str = "Barlow Condensed, Arial Narrow, Liberation Sans Narrow, sans-serif";
/// The colour of the paper.
pub const CREAM: Colour = Colour::of(0xf7_f2e4);
/// The colour of the ink.
pub const INK: Colour = Colour::of(0x2b_2825);

/// Escapes a string so that it cannot end an attribute or an element.
pub fn escape(text: &str) -> String {
    let mut out = String::new();
    for character in terminal_text::clean(text).chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

/// The style of a line of text.
#[derive(Clone, Copy, Debug)]
pub struct TextStyle {
    /// The height of the letters.
    pub size: i64,
    /// The colour of the letters.
    pub ink: Colour,
    /// Whether the text is bold.
    pub bold: bool,
    /// The part of the text that is aligned with its position: `start`, `middle` or `end`.
    pub anchor: &'static str,
    /// The colour of an outline that sets the text off from whatever is below it.
    pub halo: Option<Colour>,
}

impl TextStyle {
    /// Creates a style for text that is centred at its position.
    pub const fn centred(size: i64, ink: Colour) -> TextStyle {
        TextStyle { size, ink, bold: false, anchor: "middle", halo: None }
    }

    /// Makes the style bold.
    pub const fn bold(self) -> TextStyle {
        TextStyle { bold: true, ..self }
    }
}

/// A picture in progress.
#[derive(Default)]
pub struct SvgCanvas {
    /// The elements drawn so far.
    pub out: String,
}

impl SvgCanvas {
    /// Adds an element. Names in it must already be escaped.
    pub fn put(&mut self, element: Arguments) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.out, "{element}");
    }

    /// Begins a group, which `close` ends.
    pub fn group(&mut self, attributes: &str) {
        let gap = if attributes.is_empty() { "" } else { " " };
        self.put(format_args!("<g{gap}{attributes}>"));
    }

    /// Ends the innermost open group.
    pub fn close(&mut self) {
        self.put(format_args!("</g>"));
    }

    /// Adds a title to the group just begun, for screen readers and tooltips.
    pub fn title(&mut self, text: &str) {
        self.put(format_args!("<title>{}</title>", escape(text)));
    }

    /// Writes text with its baseline at a point.
    pub fn text(&mut self, at: Point, look: TextStyle, text: &str) {
        if text.is_empty() {
            return;
        }
        // The halo is a separate text element underneath, because some programs ignore the order in which fill and
        // stroke are painted.
        if let Some(colour) = look.halo {
            let around = format!(
                " stroke=\"{colour}\" stroke-width=\"{}\" stroke-opacity=\"0.8\" stroke-linejoin=\"round\" \
                 aria-hidden=\"true\"",
                look.size * 24 / 100
            );
            self.letters(at, TextStyle { ink: colour, ..look }, text, &around);
        }
        self.letters(at, look, text, "");
    }

    fn letters(&mut self, at: Point, look: TextStyle, text: &str, more: &str) {
        let weight = if look.bold { " font-weight=\"bold\"" } else { "" };
        let anchor = if look.anchor == "start" { String::new() } else { format!(" text-anchor=\"{}\"", look.anchor) };
        self.put(format_args!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"{anchor}{weight}{more}>{}</text>",
            at.0,
            at.1,
            look.size,
            look.ink,
            escape(text)
        ));
    }

    /// Draws lines given as path commands.
    pub fn path(&mut self, commands: &str, attributes: &str) {
        if !commands.is_empty() {
            self.put(format_args!("<path d=\"{commands}\" {attributes}/>"));
        }
    }
}

/// Returns the font size at which a string fits the given width, clamped to the range from `least` to `most`.
pub fn fit(text: &str, width: i64, least: i64, most: i64) -> i64 {
    let columns = i64::try_from(terminal_text::columns(text)).unwrap_or(i64::MAX).max(1);
    (width * 100 / (58 * columns.min(1_000_000))).clamp(least, most)
}

/// Does the same for a narrow font.
pub fn fit_narrow(text: &str, width: i64, least: i64, most: i64) -> i64 {
    fit(text, width * 58 / 45, least, most)
}

/// Returns the approximate width of a string.
pub fn width(text: &str, size: i64) -> i64 {
    i64::try_from(terminal_text::columns(text)).unwrap_or(0) * size * 56 / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_their_element() {
        assert_eq!(escape("</title><a b='\"&\u{0}\u{1b}"), "&lt;/title&gt;&lt;a b=&#39;&quot;&amp;  ");
    }

    /// A halo needs an element of its own: programs that support only fill and stroke would paint the stroke over the
    /// letters.
    #[test]
    fn a_halo_lies_below_its_text() {
        let mut paper = SvgCanvas::default();
        paper.text((10, 20), TextStyle { halo: Some(CREAM), ..TextStyle::centred(180, INK) }, "1103");
        let lines: Vec<&str> = paper.out.lines().collect();
        assert!(lines.len() == 2 && lines[0].contains("stroke-width") && !lines[1].contains("stroke"), "{}", paper.out);
        assert!(
            lines[1].contains(&INK.to_string()) && lines.iter().all(|line| line.ends_with(">1103</text>")),
            "{}",
            paper.out
        );
    }

    #[test]
    fn long_text_gets_smaller() {
        assert_eq!(fit("1103", 1000, 100, 220), 220);
        assert_eq!(fit("a very long name indeed", 1000, 70, 220), 74);
    }
}
