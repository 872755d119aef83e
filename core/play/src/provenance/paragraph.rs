//! Parses numbers of rulebook paragraphs: `9.2`, `A2`, `G3.1`.

pub use grognard_engine::paragraph_number::{is_chapter, is_paragraph};

/// Returns the number of a paragraph or chapter in `word`, the first word of a heading or a comment; `None` if the word
/// is not such a number. The number of a chapter must be followed by a full stop, a comma or a colon: `# M. Fog`.
pub fn leading(word: &str) -> Option<&str> {
    let number = word.trim_end_matches(['.', ',', ':']);
    (is_paragraph(number) || (number.len() < word.len() && is_chapter(number))).then_some(number)
}

/// Returns the numbers of the paragraphs named in a comment; none unless the comment begins with such a number.
pub fn paragraph_numbers(comment: &[&str]) -> Vec<String> {
    let text = comment.join(" ");
    let mut words = text.split_whitespace();
    let Some((first, number)) = words.next().and_then(|first| Some((first, leading(first)?))) else {
        return Vec::new();
    };
    let mut numbers = vec![number.to_owned()];
    // In the list at the beginning, chapters are recognised by their position.
    let mut in_list = first.ends_with(',');
    for word in words {
        let number = word.trim_matches([',', '.', ';', ':', '(', ')']);
        if is_paragraph(number) || (in_list && is_chapter(number)) {
            numbers.push(number.to_owned());
        }
        in_list &= word.ends_with(',');
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_name_paragraphs() {
        assert_eq!(paragraph_numbers(&["9.0 step 1, 12.2 Strengths are", "added up (9.1)."]), ["9.0", "12.2", "9.1"]);
        assert!(paragraph_numbers(&["Why a unit cannot go (8.3)."]).is_empty());
    }

    #[test]
    fn chapters_at_the_beginning_are_marked_by_punctuation() {
        assert_eq!(["12.", "M.", "11a.", "9.0", "G3,"].map(leading), ["12", "M", "11a", "9.0", "G3"].map(Some));
        assert_eq!(["12", "M", "A", "units.", "is."].map(leading), [None; 5]);
    }
}
