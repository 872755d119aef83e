//! The game log: what happened, under which rule.

use crate::content::Content;
use crate::decision::Choice;
use crate::ids::SideId;

/// One line of the log, as facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The paragraph.
    pub rule: String,
    /// What happened; `{1}`, `{2}`… stand for what it is about.
    pub text: String,
    /// What it is about.
    pub about: Vec<Choice>,
    /// The only side that may read it; `None`: everybody.
    pub only: Option<SideId>,
}

impl Event {
    /// The line in words.
    pub fn describe(&self, content: &Content) -> String {
        let mut text = self.text.clone();
        for (at, choice) in self.about.iter().enumerate() {
            text = text.replace(&format!("{{{}}}", at + 1), &choice.describe(content));
        }
        text
    }
}
