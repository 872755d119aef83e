//! Games forfeited by programs that violated the protocol.

use super::BotError;
use grognard_engine::catalogue::{Catalogue, Filling, TextKind};
use serde::{Deserialize, Serialize};

/// The loss of a game by a side whose program violated the protocol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forfeit {
    /// The side.
    pub side: String,
    /// The program's error.
    pub trouble: BotError,
}

impl Forfeit {
    /// Returns the reason for the loss, in the catalogue's language.
    pub fn reason(&self, catalogue: &Catalogue) -> String {
        let (text, about) = self.trouble.words(&self.side);
        let filling = |text: &String| Filling::from(catalogue.text(TextKind::Label, text));
        catalogue.fill(TextKind::Reason, text, &about.iter().map(filling).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::LineError;
    use crate::i18n::program;
    use grognard_engine::catalogue::ENGLISH;
    use std::time::Duration;

    #[test]
    fn all_that_programs_do_wrong_is_told_in_french_too() {
        let garbage = |which: Option<&str>| LineError { what: "missing key".into(), which: which.map(str::to_owned) };
        let all = [
            BotError::NotStarted("gone".into()),
            BotError::Silent(Duration::from_secs(10)),
            BotError::Gone,
            BotError::Garbage("{}".into(), garbage(None)),
            BotError::Garbage("{}".into(), garbage(Some("`type`"))),
            BotError::Endless,
            BotError::Illegal("7".into()),
            BotError::OutOfTurn(3),
            BotError::Stranger(2),
        ];
        let french = program("fr");
        for trouble in all {
            let (text, about) = trouble.words("red");
            assert!(french.entries.iter().any(|entry| entry.key == text), "{text}");
            let reason = Forfeit { side: "red".into(), trouble }.reason(&ENGLISH);
            assert!(
                reason.starts_with("the program that plays red ") && !reason.contains('{') || about[1] == "{}",
                "{reason}"
            );
        }
    }
}
