//! Makes names safe to print in a terminal, by removing characters that control it, and determines their width.

/// Returns the number of terminal columns that a character takes.
pub fn width(character: char) -> usize {
    let wide = matches!(character as u32,
        0x1100..=0x115F | 0x2E80..=0xA4CF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF | 0xFE30..=0xFE6F
        | 0xFF00..=0xFF60 | 0xFFE0..=0xFFE6 | 0x1F300..=0x1FAFF | 0x20000..=0x3FFFD);
    if wide { 2 } else { 1 }
}

/// Returns the number of terminal columns that a string takes.
pub fn columns(text: &str) -> usize {
    text.chars().map(width).sum()
}

/// Returns whether a character has no width: combining marks, and characters that change the writing direction.
fn is_invisible(character: char) -> bool {
    matches!(character as u32,
        0x0300..=0x036F | 0x1AB0..=0x1AFF | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0x20D0..=0x20FF
        | 0xFE00..=0xFE0F | 0xFE20..=0xFE2F | 0xFEFF | 0xFFF0..=0xFFFB | 0xFFFE..=0xFFFF | 0xE0000..=0xE0FFF)
}

/// Returns a name without invisible characters, and with spaces in place of control characters.
pub fn clean(name: &str) -> String {
    let visible = name.chars().filter(|&character| !is_invisible(character));
    visible.map(|character| if character.is_control() { ' ' } else { character }).collect()
}

/// Returns a word from a pack as shown to players: `major-city` becomes `major city`.
pub fn words(name: &str) -> String {
    clean(name).replace(['_', '-'], " ")
}

/// Returns a string with a capital first letter.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns the longest prefix of a string that fits into a number of columns.
pub fn clip(text: &str, most: usize) -> String {
    let mut used = 0;
    let fits = |character: &char| {
        used += width(*character);
        used <= most
    };
    text.chars().take_while(fits).collect()
}

/// Shortens a string to a number of columns. A full stop replaces the missing part.
pub fn shorten(text: &str, most: usize) -> String {
    if columns(text) <= most || most == 0 { clip(text, most) } else { clip(text, most - 1).trim_end().to_owned() + "." }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_steers_a_terminal_is_left() {
        assert_eq!(clean("a\u{1b}[31m\nb\u{202e}c\u{301}"), "a [31m bc");
    }

    #[test]
    fn wide_characters_count_twice() {
        assert_eq!(columns("旅順 a"), 6);
        assert_eq!(clip("旅順", 3), "旅");
        assert_eq!(shorten("Smolensk", 6), "Smole.");
        assert_eq!(shorten("Orel", 4), "Orel");
    }
}
