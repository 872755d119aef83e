//! Shapes and colours of SVG, and nothing else of it.

use crate::diagnostic::Diagnostic;
use crate::source::{Source, SourceSpan};
use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;

/// What may be drawn.
const ELEMENTS: [&str; 8] = ["circle", "ellipse", "g", "line", "path", "polygon", "polyline", "rect"];

/// How it may be drawn.
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

/// What the outermost element may have besides, and what does not count: a picture is as large as its counter.
const OUTERMOST: [&str; 9] = ["height", "preserveAspectRatio", "version", "viewBox", "width", "x", "xmlns", "xmlns:svg", "y"];

/// More than a counter can show.
const MAX_ELEMENTS: usize = 1_000;
const MAX_DEPTH: usize = 16;

/// A tag as it stands in the file.
struct XmlTag<'a> {
    name: &'a str,
    place: Range<usize>,
    attributes: Vec<(&'a str, Range<usize>, &'a str)>,
    /// Whether it ends an element, or is one by itself.
    closes: bool,
    is_empty: bool,
}

/// Reads a picture; its shapes come back in a square around the origin, in one line. All that is wrong is told at once.
pub fn read(source: &Arc<Source>, out: &mut Vec<Diagnostic>) -> Option<String> {
    let known = out.len();
    let mut reader =
        SvgParser { source, at: 0, open: Vec::new(), elements: 0, outer: String::new(), inside: String::new(), frame: None, out };
    let whole = reader.read_document();
    let SvgParser { frame, outer, inside, .. } = reader;
    if whole.is_none() || out.len() > known {
        return None;
    }
    let [x, y, width, height] = frame?;
    // A picture within a picture shows nothing beyond its own edges.
    let room = "x=\"-500\" y=\"-500\" width=\"1000\" height=\"1000\"";
    Some(format!("<svg {room} viewBox=\"{x} {y} {width} {height}\"{outer}>{inside}</svg>"))
}

struct SvgParser<'a, 'b> {
    source: &'a Arc<Source>,
    at: usize,
    open: Vec<&'a str>,
    elements: usize,
    /// What the outermost element says of all shapes.
    outer: String,
    inside: String,
    /// The part of its plane that a picture shows.
    frame: Option<[f64; 4]>,
    out: &'b mut Vec<Diagnostic>,
}

impl<'a> SvgParser<'a, '_> {
    fn read_document(&mut self) -> Option<()> {
        while let Some(tag) = self.tag()? {
            self.element(&tag);
            if self.elements > MAX_ELEMENTS || self.open.len() > MAX_DEPTH {
                let message = format!("a picture has at most {MAX_ELEMENTS} elements, {MAX_DEPTH} inside each other");
                self.refuse(tag.place, message, "");
                return None;
            }
        }
        match self.open.last() {
            Some(name) => self.refuse(self.at..self.at, format!("`<{name}>` is not closed"), ""),
            None if self.elements == 0 => self.refuse(0..0, "there is no `<svg>`", ""),
            None => {}
        }
        self.frame.map(drop)
    }

    fn refuse(&mut self, span: Range<usize>, message: impl Into<String>, help: &str) {
        let error = Diagnostic::at("E214", &SourceSpan { source: self.source.clone(), span }, message.into());
        self.out.push(if help.is_empty() { error } else { error.help(help) });
    }

    /// The next tag; `Some(None)` at the end, `None` where the text is no XML.
    fn tag(&mut self) -> Option<Option<XmlTag<'a>>> {
        let text: &'a str = &self.source.text;
        loop {
            let Some(start) = text[self.at..].find('<').map(|start| self.at + start) else {
                self.only_space(self.at..text.len());
                return Some(None);
            };
            self.only_space(self.at..start);
            let skipped = [("<?", "?>"), ("<!--", "-->")].iter().find(|(begin, _)| text[start..].starts_with(begin));
            let Some((_, end)) = skipped else { return self.tag_at(start).map(Some) };
            match text[start..].find(end) {
                Some(length) => self.at = start + length + end.len(),
                None => {
                    self.refuse(start..start + 1, format!("`{end}` is missing"), "");
                    return None;
                }
            }
        }
    }

    fn only_space(&mut self, span: Range<usize>) {
        let text = &self.source.text[span.clone()];
        let begin = span.start + text.len() - text.trim_start().len();
        if begin < span.end {
            self.refuse(begin..span.end, "text stands between the shapes", "letters are drawn as paths");
        }
    }

    fn tag_at(&mut self, start: usize) -> Option<XmlTag<'a>> {
        let text: &'a str = &self.source.text;
        let closes = text[start..].starts_with("</");
        let mut at = start + 1 + usize::from(closes);
        let name = word(text, &mut at);
        let mut attributes = Vec::new();
        loop {
            at += text[at..].len() - text[at..].trim_start().len();
            let rest = &text[at..];
            let end = if rest.starts_with("/>") { 2 } else { usize::from(rest.starts_with('>')) };
            if end > 0 {
                self.at = at + end;
                return Some(XmlTag { name, place: start..start + 1 + name.len(), attributes, closes, is_empty: end == 2 });
            }
            let begin = at;
            let key = word(text, &mut at);
            let quote = text[at..].strip_prefix('=').and_then(|rest| rest.chars().next()).filter(|quote| matches!(quote, '"' | '\''));
            let value = quote.and_then(|quote| Some((at + 2, text[at + 2..].find(quote)?)));
            let Some((from, length)) = value.filter(|_| !key.is_empty()) else {
                self.refuse(begin..(begin + 1).min(text.len()), "this is no XML: expected `name=\"value\"`, `>` or `/>`", "");
                return None;
            };
            attributes.push((key, begin..from + length + 1, &text[from..from + length]));
            at = from + length + 1;
        }
    }

    fn element(&mut self, tag: &XmlTag<'a>) {
        if tag.closes {
            match self.open.pop() {
                Some(name) if name == tag.name => {
                    if !self.open.is_empty() {
                        self.put(&format!("</{name}>"));
                    }
                }
                _ => self.refuse(tag.place.clone(), format!("`</{}>` closes nothing", tag.name), ""),
            }
            return;
        }
        let is_outermost = self.open.is_empty();
        self.elements += 1;
        match (is_outermost, tag.name) {
            (true, "svg") if self.elements == 1 => {}
            (true, name) => self.refuse(tag.place.clone(), format!("`<{name}>` stands outside of the picture"), "a picture is one `<svg>`"),
            (false, name) if ELEMENTS.contains(&name) => {}
            (false, name) => {
                let help = format!("a picture has only {}: nothing that runs, fetches or refers", ELEMENTS.join(", "));
                self.refuse(tag.place.clone(), format!("`<{name}>` cannot be in a picture"), &help);
            }
        }
        let kept = self.attributes(tag, is_outermost);
        match is_outermost {
            true => self.outer = kept,
            false => self.put(&format!("<{}{kept}{}>", tag.name, if tag.is_empty { "/" } else { "" })),
        }
        if !tag.is_empty {
            self.open.push(tag.name);
        }
    }

    /// The attributes that are kept, written anew.
    fn attributes(&mut self, tag: &XmlTag<'a>, is_outermost: bool) -> String {
        let mut kept = String::new();
        for (name, place, value) in &tag.attributes {
            match (is_outermost, *name) {
                (true, "viewBox") => self.frame = frame(value),
                (true, name) if OUTERMOST.contains(&name) => {}
                (_, name) if !ATTRIBUTES.contains(&name) => {
                    let help = "colours and lines are attributes of their own: `fill=\"#2b2825\"`, `stroke-width=\"20\"`";
                    self.refuse(place.clone(), format!("`{name}` cannot be in a picture"), help);
                }
                (_, _) if !is_harmless(value) => {
                    let message = format!("`{value}` cannot be in a picture");
                    self.refuse(place.clone(), message, "numbers, commands and colours such as `#2b2825` can");
                }
                (_, name) => {
                    let value: Vec<&str> = value.split_whitespace().collect();
                    // Writing to a string cannot fail.
                    let _ = write!(kept, " {name}=\"{}\"", value.join(" "));
                }
            }
        }
        if is_outermost && self.frame.is_none() {
            let help = "`viewBox=\"0 0 100 60\"`: left, top, width, height";
            self.refuse(tag.place.clone(), "a picture needs a `viewBox` with room in it", help);
        }
        kept
    }

    fn put(&mut self, element: &str) {
        self.inside += element;
    }
}

fn word<'a>(text: &'a str, at: &mut usize) -> &'a str {
    let start = *at;
    let length =
        text[start..].find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.'))).unwrap_or(text.len() - start);
    *at = start + length;
    &text[start..*at]
}

/// Four numbers, the last two larger than nothing.
fn frame(text: &str) -> Option<[f64; 4]> {
    let numbers: Vec<f64> = text.split([' ', ',']).filter(|part| !part.is_empty()).map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let frame: [f64; 4] = numbers.try_into().ok()?;
    let is_sound = frame.iter().all(|number| number.abs() <= 1e6) && frame[2] >= 0.01 && frame[3] >= 0.01;
    is_sound.then_some(frame)
}

/// Numbers, commands, names of colours and of ways to draw: nothing that can lead to another place.
fn is_harmless(value: &str) -> bool {
    let plain =
        |c: char| c.is_ascii_alphanumeric() || c.is_ascii_whitespace() || matches!(c, '.' | ',' | '+' | '-' | '#' | '(' | ')' | '%');
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
        let text = "<?xml version=\"1.0\"?>\n<!-- a tank -->\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 50\">\n\
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
        for text in
            ["", "words", "<g/>", "<svg/>", "<svg viewBox=\"0 0 0 9\"/>", "<svg viewBox=\"0 0 1e99 9\"/>", "<svg viewBox=\"0 0 NaN 1\"/>"]
        {
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
