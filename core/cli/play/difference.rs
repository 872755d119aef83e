//! The effect of changed rules on the log so far.

use super::terminal::Terminal;
use grognard_play::log_difference;

/// Lines of the log: paragraph and message.
type Lines = [(String, String)];

impl Terminal<'_> {
    /// Lists the log lines that were taken back and those that replace them; empty if there is no difference.
    pub(super) fn difference(&self, before: &Lines, after: &Lines) -> String {
        let (gone, new) = log_difference(before, after);
        let list = |title: &str, lines: &Lines| match lines {
            [] => String::new(),
            _ => {
                self.tell(title, &[])
                    + "\n"
                    + &lines.iter().map(|(rule, text)| self.line(rule, text)).collect::<String>()
            }
        };
        list("Taken back:", gone) + &list("Under the new rules:", new)
    }
}
