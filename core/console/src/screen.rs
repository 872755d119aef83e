//! Standard output, with colours where supported.

use crate::failure::Failure;
use crate::spinner;
use anstream::{AutoStream, ColorChoice};
use serde::Serialize;
use std::io::{self, IsTerminal, Write};

/// Standard output.
pub struct Screen {
    /// Whether to use colours.
    pub colour: bool,
    /// The number of columns of the terminal.
    pub width: usize,
    /// The number of lines of the terminal; `None` if output is not a terminal.
    pub height: Option<usize>,
    out: io::Stdout,
}

impl Default for Screen {
    fn default() -> Screen {
        Screen::new()
    }
}

impl Screen {
    /// Creates a handle to the standard output of this process.
    pub fn new() -> Screen {
        let out = io::stdout();
        Screen { colour: AutoStream::choice(&out) != ColorChoice::Never, width: width(), height: height(&out), out }
    }

    /// Prints a message, adding a line break at its end if it has none.
    pub fn say(&mut self, text: &str) -> Result<(), Failure> {
        if text.is_empty() {
            return Ok(());
        }
        spinner::clear_command_time();
        let text = safe(text, self.colour);
        let end = if text.ends_with('\n') { "" } else { "\n" };
        write!(self.out, "{text}{end}").and_then(|()| self.out.flush()).map_err(Failure::Output)
    }

    /// Prints a prompt, without a line break.
    pub fn ask(&mut self, prompt: &str) -> Result<(), Failure> {
        spinner::clear_command_time();
        write!(self.out, "{}", safe(prompt, self.colour)).and_then(|()| self.out.flush()).map_err(Failure::Output)
    }

    /// Clears the terminal, including its scrollback.
    pub fn clear(&mut self) -> Result<(), Failure> {
        if !io::stdout().is_terminal() {
            return Ok(());
        }
        write!(self.out, "\x1b[H\x1b[2J\x1b[3J").and_then(|()| self.out.flush()).map_err(Failure::Output)
    }

    /// Prints a value as JSON.
    pub fn json<T: Serialize>(&mut self, value: &T) -> Result<(), Failure> {
        spinner::clear_command_time();
        let text = serde_json::to_string_pretty(value).map_err(|error| Failure::Output(error.into()))?;
        writeln!(self.out, "{text}").map_err(Failure::Output)
    }

    /// Prints a result: as JSON if `json` is set, or else as formatted by `describe`.
    pub fn report<T: Serialize>(
        &mut self,
        json: bool,
        result: &T,
        describe: impl FnOnce(&Screen) -> String,
    ) -> Result<(), Failure> {
        if json {
            return self.json(result);
        }
        let text = describe(self);
        self.say(&text)
    }

    /// Formats a string in bold.
    pub fn bold(&self, text: &str) -> String {
        self.style("1", text)
    }

    /// Formats a string in a dim style.
    pub fn dim(&self, text: &str) -> String {
        self.style("2", text)
    }

    /// Formats a string in italics.
    pub fn italic(&self, text: &str) -> String {
        self.style("3", text)
    }

    /// Formats a string as a warning.
    pub fn warn(&self, text: &str) -> String {
        self.style("33", text)
    }

    fn style(&self, code: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

fn height(out: &io::Stdout) -> Option<usize> {
    let size = out.is_terminal().then(terminal_size::terminal_size)?;
    size.map(|(_, height)| usize::from(height.0))
}

fn width() -> usize {
    let wished = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let given = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    wished.or_else(given).unwrap_or(100).clamp(40, 400)
}

/// Prints to standard error, ignoring failures. `text` receives whether colours are used.
pub fn complain(text: impl FnOnce(bool) -> String) {
    let mut err = io::stderr();
    let colour = AutoStream::choice(&err) != ColorChoice::Never;
    let text = safe(text(colour).trim_end(), colour);
    if !text.is_empty() {
        spinner::clear_command_time();
        let _ = writeln!(err, "{text}");
    }
}

/// Prints advice to standard error if that is a terminal, so that it does not end up in the files and pipes of scripts.
pub fn advise(text: Option<String>) {
    if let Some(text) = text.filter(|_| io::stderr().is_terminal()) {
        complain(|_| text);
    }
}

/// Removes control characters, so that names from packs cannot control the terminal. Only line breaks and colour codes
/// are kept.
pub fn safe(text: &str, colour: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let length = match colour_code(rest) {
            Some(length) => {
                out.push_str(if colour { &rest[..length] } else { "" });
                length
            }
            None => {
                if next == '\n' || !(next.is_control() || is_invisible(next)) {
                    out.push(next);
                }
                next.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    out
}

/// Returns the length of the colour code at the start of `text`, such as `ESC [ 1 ; 31 m`; `None` if there is none.
fn colour_code(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\x1b[")?;
    let length = numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    numbers[length..].starts_with('m').then_some(length + 3)
}

/// Returns whether a character changes the writing direction or has no width.
fn is_invisible(c: char) -> bool {
    matches!(c as u32, 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0xFEFF | 0xFFF0..=0xFFFB)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_packs_cannot_steer_the_terminal() {
        let nasty = "a\x1b[2Jb\x1b]0;title\x07c\u{202e}d\re\tf\x1b[31mg\x1b[";
        assert_eq!(safe(nasty, true), "a[2Jb]0;titlecdef\x1b[31mg[");
        assert_eq!(safe(nasty, false), "a[2Jb]0;titlecdefg[");
        assert_eq!(safe("two\nlines – Ряза́нь\n", false), "two\nlines – Ряза́нь\n");
    }
}
