//! What a change of rules did to what has happened already.

use super::terminal::Terminal;

/// Lines of the log: paragraph and text.
type Lines = [(String, String)];

impl Terminal<'_> {
    /// The lines that were taken back and those that stand in their place; empty when nothing is different.
    pub(super) fn difference(&self, before: &Lines, after: &Lines) -> String {
        let (gone, new) = changed(before, after);
        let list = |title: &str, lines: &Lines| match lines {
            [] => String::new(),
            _ => self.tell(title, &[]) + "\n" + &lines.iter().map(|(rule, text)| self.line(rule, text)).collect::<String>(),
        };
        list("Taken back:", gone) + &list("Under the new rules:", new)
    }
}

/// What is between the lines both begin with and the lines both end with.
fn changed<'a>(before: &'a Lines, after: &'a Lines) -> (&'a Lines, &'a Lines) {
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
        assert_eq!(changed(&before, &after), (&lines(&["b", "c"])[..], &lines(&["x"])[..]));
        assert_eq!(changed(&before, &before), (&[][..], &[][..]));
        assert_eq!(changed(&lines(&["a", "a"]), &lines(&["a"])), (&lines(&["a"])[..], &[][..]));
    }
}
