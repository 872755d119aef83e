//! The score of a game, as a role may know it.

use crate::dto::{ScoreLine, ScoreValue};
use crate::game::play::Play;
use crate::role::Role;

impl Play {
    /// Returns the score; empty if the system tells none.
    pub fn score(&mut self, role: &Role, language: &str) -> Vec<ScoreLine> {
        let viewer = role.viewer(&self.session);
        let lines = self.session.score(viewer).unwrap_or_default();
        let catalogue = self.languages.catalogue(language);
        let sides = &self.session.battle.content.sides;
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
        lines.into_iter().map(line).collect()
    }
}
