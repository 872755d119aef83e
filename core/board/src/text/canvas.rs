//! A grid of coloured characters.

use crate::terminal_text;
use std::fmt::Write;

/// The colours of a character, as colour numbers of a 256-colour terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellStyle {
    /// The colour of the character.
    pub ink: Option<u8>,
    /// The colour behind the character; `None` keeps the existing one.
    pub ground: Option<u8>,
    /// Whether the character is bold.
    pub bold: bool,
}

impl CellStyle {
    /// Creates a style with a text colour.
    pub fn ink(ink: u8) -> CellStyle {
        CellStyle { ink: Some(ink), ..CellStyle::default() }
    }

    /// Makes the style bold.
    pub fn bold(self) -> CellStyle {
        CellStyle { bold: true, ..self }
    }

    /// Sets the background colour.
    pub fn on(self, ground: u8) -> CellStyle {
        CellStyle { ground: Some(ground), ..self }
    }
}

/// A string and its style.
pub type StyledText = (String, CellStyle);

/// Returns the number of columns that spans occupy.
pub fn columns(spans: &[StyledText]) -> usize {
    spans.iter().map(|(text, _)| terminal_text::columns(text)).sum()
}

/// A grid of characters. Anything written outside it is lost.
pub struct Canvas {
    width: usize,
    /// A wide character is followed by a NUL in the next cell, which is not printed.
    cells: Vec<(char, CellStyle)>,
}

impl Canvas {
    /// Creates an empty grid.
    pub fn new(width: usize, height: usize) -> Canvas {
        Canvas { width, cells: vec![(' ', CellStyle::default()); width * height] }
    }

    /// Puts a character at a position.
    pub fn put(&mut self, x: usize, y: usize, character: char, style: CellStyle) {
        if x >= self.width {
            return;
        }
        if let Some(cell) = self.cells.get_mut(y * self.width + x) {
            let ground = style.ground.or(cell.1.ground);
            *cell = (character, CellStyle { ground, ..style });
        }
    }

    /// Sets the background colour of `length` columns of a line.
    pub fn fill(&mut self, x: usize, y: usize, length: usize, ground: u8) {
        for x in x..x + length {
            self.put(x, y, ' ', CellStyle::default().on(ground));
        }
    }

    /// Writes spans from left to right, using no more than the given number of columns.
    pub fn write(&mut self, x: usize, y: usize, most: usize, spans: &[StyledText]) {
        let mut at = 0;
        for (text, style) in spans {
            for character in text.chars() {
                let width = terminal_text::width(character);
                if at + width > most {
                    return;
                }
                self.put(x + at, y, character, *style);
                if width == 2 {
                    self.put(x + at + 1, y, '\0', *style);
                }
                at += width;
            }
        }
    }

    /// Formats the grid as lines. Without colour, they contain no escape codes.
    pub fn print(&self, colour: bool) -> String {
        let mut out = String::new();
        for row in self.cells.chunks(self.width.max(1)) {
            print_row(row, colour, &mut out);
            out.push('\n');
        }
        out
    }
}

fn print_row(row: &[(char, CellStyle)], colour: bool, out: &mut String) {
    let blank = |(character, style): &(char, CellStyle)| *character == ' ' && (!colour || style.ground.is_none());
    let length = row.iter().rposition(|cell| !blank(cell)).map_or(0, |last| last + 1);
    let mut current = CellStyle::default();
    for (character, style) in row[..length].iter().filter(|(character, _)| *character != '\0') {
        if colour && *style != current {
            change(*style, out);
            current = *style;
        }
        out.push(*character);
    }
    if current != CellStyle::default() {
        out.push_str("\x1b[0m");
    }
}

/// Writes the escape codes for a style. They always reset the style first, so that earlier styles have no effect.
fn change(style: CellStyle, out: &mut String) {
    out.push_str("\x1b[0");
    if style.bold {
        out.push_str(";1");
    }
    // Writing to a string cannot fail.
    if let Some(ink) = style.ink {
        let _ = write!(out, ";38;5;{ink}");
    }
    if let Some(ground) = style.ground {
        let _ = write!(out, ";48;5;{ground}");
    }
    out.push('m');
}

/// Formats spans as a line.
pub fn line(spans: &[StyledText], colour: bool) -> String {
    let mut canvas = Canvas::new(columns(spans), 1);
    canvas.write(0, 0, usize::MAX, spans);
    if columns(spans) == 0 { "\n".to_owned() } else { canvas.print(colour) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_change_only_where_they_differ() {
        let spans = [("ab".to_owned(), CellStyle::ink(1)), ("c".to_owned(), CellStyle::ink(2).bold().on(3))];
        assert_eq!(line(&spans, true), "\x1b[0;38;5;1mab\x1b[0;1;38;5;2;48;5;3mc\x1b[0m\n");
        assert_eq!(line(&spans, false), "abc\n");
    }

    #[test]
    fn what_does_not_fit_is_left_out() {
        let mut canvas = Canvas::new(4, 1);
        canvas.write(1, 0, 2, &[("旅順".to_owned(), CellStyle::default())]);
        canvas.put(9, 9, 'x', CellStyle::default());
        assert_eq!(canvas.print(false), " 旅\n");
    }
}
