//! The score of a game, as a role may know it.

use crate::dto::{Fault, ScoreLine, ScoreValue};
use crate::game::play::Play;
use crate::role::Role;
use crate::view::fault_text;
use grognard_play::SessionError;

impl Play {
    /// Returns the score; empty if the system tells none, or none that the role may know.
    pub fn score(&mut self, role: &Role, language: &str) -> Result<Vec<ScoreLine>, Fault> {
        let viewer = role.viewer(&self.session);
        let found = self.session.score(viewer);
        let (session, catalogue) = (&self.session, self.languages.catalogue(language));
        let lines = match found {
            Err(SessionError::Refused(_)) => Vec::new(),
            result => result.map_err(|error| fault_text::fault(session, role, catalogue, &error))?,
        };
        let sides = &session.battle.content.sides;
        let line = |line: grognard_play::ScoreLine| ScoreLine {
            label: line.label_in(catalogue).to_owned(),
            rule: line.rule,
            values: line
                .values
                .iter()
                .map(|(side, value)| ScoreValue { side: sides.name(*side).to_owned(), value: *value })
                .collect(),
            limit: line.limit,
        };
        Ok(lines.into_iter().map(line).collect())
    }
}
