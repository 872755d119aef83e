//! Reads the shapes and colours of an SVG file, and nothing else.

use crate::diagnostic::Diagnostic;
use crate::source::{Source, SourceSpan};
use roxmltree::{Document, Node};
use std::ops::Range;
use std::sync::Arc;

/// The allowed elements.
const ELEMENTS: [&str; 8] = ["circle", "ellipse", "g", "line", "path", "polygon", "polyline", "rect"];

/// The allowed attributes.
const ATTRIBUTES: [&str; 28] = [
    "cx",
    "cy",
    "d",
    "fill",
    "fill-opacity",
    "fill-rule",
    "height",
    "opacity",
    "points",
    "r",
    "rx",
    "ry",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "transform",
    "width",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
];

/// Attributes of the outermost element that are allowed but ignored: a picture is as large as its counter.
const OUTERMOST: [&str; 6] = ["height", "preserveAspectRatio", "version", "width", "x", "y"];

/// Maximum number of elements; a counter has no room for more.
const MAX_ELEMENTS: usize = 1_000;
const MAX_DEPTH: usize = 16;

/// Reads a picture and reports all problems. Returns the shapes on one line, in a square centred on the origin.
pub fn read(source: &Arc<Source>, out: &mut Vec<Diagnostic>) -> Option<String> {
    let known = out.len();
    let document = match Document::parse(&source.text) {
        Ok(document) => document,
        Err(error) => {
            let line = error.pos().row as usize;
            out.push(Diagnostic::line("E214", &source.name, &source.text, line, format!("invalid XML: {error}")));
            return None;
        }
    };
    let mut reader = SvgParser { source, elements: 0, frame: None, outer: String::new(), inside: String::new(), out };
    reader.element(document.root_element(), 0)?;
    let SvgParser { frame, outer, inside, .. } = reader;
    let [x, y, width, height] = frame.filter(|_| out.len() == known)?;
    // A nested picture is clipped at its own edges.
    let room = "x=\"-500\" y=\"-500\" width=\"1000\" height=\"1000\"";
    Some(format!("<svg {room} viewBox=\"{x} {y} {width} {height}\"{outer}>{inside}</svg>"))
}

struct SvgParser<'a, 'b> {
    source: &'a Arc<Source>,
    elements: usize,
    /// The numbers of the `viewBox`: left, top, width, height.
    frame: Option<[f64; 4]>,
    /// The attributes that the outermost element sets for all shapes.
    outer: String,
    inside: String,
    out: &'b mut Vec<Diagnostic>,
}

impl SvgParser<'_, '_> {
    fn refuse(&mut self, span: Range<usize>, message: impl Into<String>, help: &str) {
        let error = Diagnostic::at("E214", &SourceSpan { source: self.source.clone(), span }, message.into());
        self.out.push(if help.is_empty() { error } else { error.help(help) });
    }

    /// Reads an element and everything in it; returns `None` if there are too many elements or they are nested too
    /// deeply.
    fn element(&mut self, node: Node, depth: usize) -> Option<()> {
        let name = node.tag_name().name();
        let place = node.range().start..node.range().start + 1 + name.len();
        self.elements += 1;
        if self.elements > MAX_ELEMENTS || depth > MAX_DEPTH {
            self.refuse(
                place,
                format!(
                    "the picture is too complex: it can have at most {MAX_ELEMENTS} elements, nested at most \
                     {MAX_DEPTH} deep"
                ),
                "",
            );
            return None;
        }
        match (depth, name) {
            (0, "svg") => {}
            (0, name) => self.refuse(
                place.clone(),
                format!("`<{name}>` is outside the picture"),
                "a picture must be a single `<svg>`",
            ),
            (_, name) if ELEMENTS.contains(&name) => {}
            (_, name) => {
                let help =
                    format!("a picture can contain only {}: no scripts, links or references", ELEMENTS.join(", "));
                self.refuse(place.clone(), format!("`<{name}>` is not allowed in a picture"), &help);
            }
        }
        let kept = self.attributes(node, depth == 0);
        match depth {
            0 => {
                self.outer = kept;
                if self.frame.is_none() {
                    let help = "`viewBox=\"0 0 100 60\"`: left, top, width, height";
                    self.refuse(place, "a picture needs a `viewBox` with a width and a height", help);
                }
            }
            _ => self.inside += &format!("<{name}{kept}{}>", if node.has_children() { "" } else { "/" }),
        }
        for child in node.children() {
            if child.is_element() {
                self.element(child, depth + 1)?;
            } else if let Some(text) = child.text().filter(|text| child.is_text() && !text.trim().is_empty()) {
                let start = child.range().start + text.len() - text.trim_start().len();
                self.refuse(start..child.range().end, "there is text between the shapes", "draw letters as paths");
            }
        }
        if depth > 0 && node.has_children() {
            self.inside += &format!("</{name}>");
        }
        Some(())
    }

    /// Formats the allowed attributes, and reports all other attributes.
    fn attributes(&mut self, node: Node, is_outermost: bool) -> String {
        let (source, mut kept) = (self.source, String::new());
        for attribute in node.attributes() {
            let place = attribute.range();
            let [name, value] = [attribute.range_qname(), attribute.range_value()].map(|span| &source.text[span]);
            match (is_outermost, name) {
                (true, "viewBox") => self.frame = frame(value),
                (true, name) if OUTERMOST.contains(&name) => {}
                (_, name) if !ATTRIBUTES.contains(&name) => {
                    let help =
                        "write colours and lines as separate attributes: `fill=\"#2b2825\"`, `stroke-width=\"20\"`";
                    self.refuse(place, format!("`{name}` is not allowed in a picture"), help);
                }
                (_, _) if !is_harmless(value) => {
                    let message = format!("`{value}` is not allowed in a picture");
                    self.refuse(place, message, "use numbers, commands and colours such as `#2b2825`");
                }
                (_, name) => {
                    let value: Vec<&str> = value.split_whitespace().collect();
                    kept += &format!(" {name}=\"{}\"", value.join(" "));
                }
            }
        }
        kept
    }
}

/// Parses a `viewBox`: four numbers, the last two greater than zero.
fn frame(text: &str) -> Option<[f64; 4]> {
    let numbers: Vec<f64> =
        text.split([' ', ',']).filter(|part| !part.is_empty()).map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let frame: [f64; 4] = numbers.try_into().ok()?;
    let is_sound = frame.iter().all(|number| number.abs() <= 1e6) && frame[2] >= 0.01 && frame[3] >= 0.01;
    is_sound.then_some(frame)
}

/// Returns whether a value consists only of numbers, commands and keywords, and so cannot refer to anything else.
fn is_harmless(value: &str) -> bool {
    let plain = |c: char| {
        c.is_ascii_alphanumeric()
            || c.is_ascii_whitespace()
            || matches!(c, '.' | ',' | '+' | '-' | '#' | '(' | ')' | '%')
    };
    value.chars().all(plain) && !value.to_ascii_lowercase().contains("url")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<(String, (usize, usize))> {
        let mut out = Vec::new();
        assert_eq!(read(&Source::new("a.svg", text), &mut out), None, "{text}");
        out.into_iter().map(|error| (error.message.clone(), (error.line, error.column))).collect()
    }

    fn kept(text: &str) -> String {
        let mut out = Vec::new();
        let picture = read(&Source::new("a.svg", text), &mut out);
        assert!(out.is_empty(), "{out:?}");
        picture.unwrap()
    }

    #[test]
    fn shapes_come_back_in_a_square_around_the_origin() {
        let text = "<?xml version=\"1.0\"?>\n<!-- a tank -->\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \
            100 50\">\n\
                    <g fill='none'>\n  <path d=\"M0 0L10 10\" stroke=\"#2b2825\"/>\n</g></svg>\n";
        let inside = "<g fill=\"none\"><path d=\"M0 0L10 10\" stroke=\"#2b2825\"/></g>";
        let outer = "<svg x=\"-500\" y=\"-500\" width=\"1000\" height=\"1000\" viewBox=\"0 0 100 50\">";
        assert_eq!(kept(text), format!("{outer}{inside}</svg>"));
    }

    #[test]
    fn what_runs_fetches_or_refers_is_refused_where_it_stands() {
        let picture = |inside: &str| format!("<svg viewBox=\"0 0 9 9\">\n{inside}</svg>");
        let wrong = [
            "<script>alert(1)</script>",
            "<foreignObject/>",
            "<image href=\"http://evil/\"/>",
            "<use href=\"#a\"/>",
            "<style>*{}</style>",
            "<a/>",
            "<animate/>",
            "<path d=\"M0 0\" onclick=\"alert(1)\"/>",
            "<path style=\"fill:url(http://evil)\"/>",
            "<path fill=\"url(#a)\"/>",
            "<path fill=\"URL(x)\"/>",
            "<path d=\"&#x6a;\"/>",
            "<path xlink:href=\"x\"/>",
            "<path id=\"layer\"/>",
            "<text>a</text>",
            "<g>words</g>",
            "<path d=\"M0 0\"",
            "<!DOCTYPE svg>",
            "<![CDATA[x]]>",
            "<g>",
            "</svg><svg viewBox=\"0 0 9 9\">",
        ];
        for inside in wrong {
            let told = told(&picture(inside));
            assert!(!told.is_empty() && told.iter().all(|(_, (line, _))| *line == 2), "{inside}: {told:?}");
        }
        for text in [
            "",
            "words",
            "<g/>",
            "<svg/>",
            "<svg viewBox=\"0 0 0 9\"/>",
            "<svg viewBox=\"0 0 1e99 9\"/>",
            "<svg viewBox=\"0 0 NaN 1\"/>",
        ] {
            assert!(!told(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_picture_is_not_deep_and_not_long() {
        let deep = format!("<svg viewBox=\"0 0 9 9\">{}{}</svg>", "<g>".repeat(20), "</g>".repeat(20));
        let long = format!("<svg viewBox=\"0 0 9 9\">{}</svg>", "<path/>".repeat(1_001));
        for text in [deep, long] {
            assert!(told(&text)[0].0.contains("at most 1000 elements"));
        }
    }
}
