//! The game log: the events of a game, each with its rule.

use crate::catalogue::{ENGLISH, TextKind};
use crate::content::Content;
use crate::decision::Choice;
use crate::ids::{SideId, SpaceId};
use crate::sequence::Cursor;

/// A line of the log, as data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// The paragraph.
    pub rule: String,
    /// What happened, with placeholders `{1}`, `{2}`…
    pub text: String,
    /// The fillings of the placeholders.
    pub fillings: Vec<Choice>,
    /// The spaces through which the unit moved, including both ends; empty if unknown or if nothing moved. For display
    /// only.
    pub path: Vec<SpaceId>,
    /// The only side that may read the line; `None` if everybody may.
    pub only: Option<SideId>,
    /// For each filling, the sides from which it was hidden at the time, one bit per side. The log must not reveal
    /// later what a side did not know then. The table sets this field.
    pub hidden_from: Vec<u8>,
    /// The turn and the phase in which it happened. The table sets this field.
    pub at: Cursor,
}

impl Event {
    /// Formats the line in full, with nothing hidden. Use a [`Reader`](crate::reader::Reader) to show only what a
    /// viewer may see.
    pub fn describe(&self, content: &Content) -> String {
        ENGLISH.fill(TextKind::Log, &self.text, &ENGLISH.fillings(&self.fillings, content))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_chooses_the_word_that_goes_with_a_number() {
        let line = |hits| {
            let about = vec![Choice::Label("artillery".into()), Choice::Number(hits)];
            let event = Event {
                rule: "4.2.2".into(),
                text: "{1}: {2} {2?hit|hits}".into(),
                fillings: about,
                ..Event::default()
            };
            event.describe(&Content::default())
        };
        assert_eq!([line(1), line(2)], ["artillery: 1 hit", "artillery: 2 hits"]);
    }
}
