//! The effect of changed rules on the log so far.

/// Lines of the log: the paragraph and the message of each.
type LogLines = [(String, String)];

/// Returns the lines that were removed and the lines that replace them: everything between the common beginning and the
/// common end.
pub fn log_difference<'a>(before: &'a LogLines, after: &'a LogLines) -> (&'a LogLines, &'a LogLines) {
    let same = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let (before, after) = (&before[same..], &after[same..]);
    let tail = before.iter().rev().zip(after.iter().rev()).take_while(|(a, b)| a == b).count();
    (&before[..before.len() - tail], &after[..after.len() - tail])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(texts: &[&str]) -> Vec<(String, String)> {
        texts.iter().map(|text| ("9.0".to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn what_both_have_is_not_told() {
        let (before, after) = (lines(&["a", "b", "c", "z"]), lines(&["a", "x", "z"]));
        assert_eq!(log_difference(&before, &after), (&lines(&["b", "c"])[..], &lines(&["x"])[..]));
        assert_eq!(log_difference(&before, &before), (&[][..], &[][..]));
        assert_eq!(log_difference(&lines(&["a", "a"]), &lines(&["a"])), (&lines(&["a"])[..], &[][..]));
    }
}
