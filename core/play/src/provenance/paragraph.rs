//! Parses numbers of rulebook paragraphs: `9.2`, `A2`, `G3.1`.

/// Returns whether a word is the number of a paragraph: `9.0`, `8.2.1`, `9.2a`; in rulebooks with lettered series also
/// `A2`, `G3.1`, `M.3`.
pub fn is_paragraph(word: &str) -> bool {
    let number = word.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(word);
    let series = number.strip_prefix(|c: char| c.is_ascii_uppercase());
    let parts = series.map_or(number, |rest| rest.strip_prefix('.').unwrap_or(rest));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.split('.').all(is_number) && (series.is_some() || parts.contains('.'))
}

/// Returns whether a word is the number of a paragraph or a chapter, for use where only such numbers are expected. A
/// chapter is a single letter or number: `M`, `12`, `11a`.
pub fn is_chapter(word: &str) -> bool {
    let number = word.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(word);
    let is_letter = word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    is_paragraph(word) || is_letter || (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

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
    fn paragraphs_have_a_point_or_a_letter_before_them() {
        for word in ["9.0", "8.2.1", "9.2a", "A4.2", "A2", "T1", "M.3", "G3.1", "G12.3b"] {
            assert!(is_paragraph(word), "{word}");
        }
        assert_eq!(["12.", "M.", "11a.", "9.0", "G3,"].map(leading), ["12", "M", "11a", "9.0", "G3"].map(Some));
        assert_eq!(["12", "M", "A", "units.", "is."].map(leading), [None; 5]);
        assert_eq!(["12", "M", "11a", "G3", "a", "Ms"].map(is_chapter), [true, true, true, true, false, false]);
        for word in ["12", "9.", "1st", "v1.2", "A", "A unit", "II", "AB2", "M..3", ".3", "A2.", "G3.x", "9a", ""] {
            assert!(!is_paragraph(word), "{word}");
        }
    }
}
