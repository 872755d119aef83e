//! `score`: how the game is won, and how near each side is.

use super::terminal::Terminal;
use grognard_engine::catalogue::TextKind;
use grognard_packs::{Kind, Library};
use grognard_play::ScoreLine;

impl Terminal<'_> {
    /// Replies to `score`: the goal of the battle, and the score.
    pub(super) fn score(&mut self) -> String {
        let goal = self.goal();
        let lines = match self.session.score(self.viewer()) {
            Ok(lines) => lines,
            Err(error) => return self.trouble(error),
        };
        if goal.is_none() && lines.is_empty() {
            return self.tell("This system does not tell the score.", &[]);
        }
        let lines = lines.iter().map(|line| self.score_line(line));
        goal.into_iter().chain(lines).collect::<Vec<_>>().join("\n")
    }

    /// Returns the goal of the battle, if its pack states one.
    fn goal(&self) -> Option<String> {
        let battle = &self.session.battle;
        let library = Library::open(if battle.is_pinned() { &self.roots } else { &battle.request.roots });
        let goal = library.find(Kind::Scenario, &battle.request.scenario).ok()?.manifest.goal.clone()?;
        Some(self.catalogue.text(TextKind::Paragraph, &goal).to_owned())
    }

    /// Formats a line: `  cities (5.0): German 2, Soviet 9, of 11`.
    fn score_line(&self, line: &ScoreLine) -> String {
        let value = |value: &Option<i32>| value.map_or("?".to_owned(), |value| value.to_string());
        let values = line.values.iter().map(|(side, number)| format!("{} {}", self.side(*side), value(number)));
        let values = values.collect::<Vec<_>>().join(", ");
        let label = line.label_in(&self.catalogue);
        let rule = self.screen.dim(&format!("({})", line.rule));
        let values =
            line.limit.map_or(values.clone(), |limit| self.tell("{1}, of {2}", &[&values, &limit.to_string()]));
        format!("  {}", self.tell("{1}: {2}", &[&format!("{label} {rule}"), &values]))
    }
}
