//! Numbers of rulebook paragraphs: `9.2`, `A2`, `G3.1`.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_have_a_point_or_a_letter_before_them() {
        for word in ["9.0", "8.2.1", "9.2a", "A4.2", "A2", "T1", "M.3", "G3.1", "G12.3b"] {
            assert!(is_paragraph(word), "{word}");
        }
        assert_eq!(["12", "M", "11a", "G3", "a", "Ms"].map(is_chapter), [true, true, true, true, false, false]);
        for word in ["12", "9.", "1st", "v1.2", "A", "A unit", "II", "AB2", "M..3", ".3", "A2.", "G3.x", "9a", ""] {
            assert!(!is_paragraph(word), "{word}");
        }
    }
}
