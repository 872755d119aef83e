//! Follows a guide through a game that is played without the page in the browser.

use grognard_engine::table::Table;
use grognard_packs::{GuideFile, GuideStep};

/// The steps of a guide that have been shown. Steps that the game has passed are skipped.
#[derive(Clone, Copy, Debug, Default)]
pub struct GuideFollower {
    /// The index of the first step that has been neither shown nor skipped.
    next: usize,
}

impl GuideFollower {
    /// Returns the steps to show now: the next one that fits the game and its question, and those after it, up to one
    /// that waits for something the game would show. Each step is returned once.
    pub fn steps<'a>(&mut self, guide: &'a GuideFile, table: &Table) -> &'a [GuideStep] {
        let rest = guide.step.get(self.next..).unwrap_or_default();
        let Some(first) = rest.iter().position(|step| fits(step, table)) else { return &[] };
        let found = &rest[first..];
        let same = found.iter().take_while(|step| fits(step, table)).count();
        let waiting = found[..same].iter().position(waits).map_or(same, |at| at + 1);
        self.next += first + waiting;
        &found[..waiting]
    }
}

/// Returns whether a step belongs to the current moment of a game.
fn fits(step: &GuideStep, table: &Table) -> bool {
    let cursor = table.state.cursor();
    let phase = table.content.sequence.phase(cursor).map(|phase| phase.name.as_str());
    let question = table.pending().map(|pending| &*table.questions[usize::from(pending.question.0)].key);
    step.over == table.state.ending().is_some()
        && step.turn.is_none_or(|turn| turn == cursor.turn)
        && step.phase.as_deref().is_none_or(|wanted| Some(wanted) == phase)
        && step.question.as_deref().is_none_or(|wanted| Some(wanted) == question)
}

/// Returns whether a step ends only when the game goes on.
fn waits(step: &GuideStep) -> bool {
    step.until.as_ref().is_some_and(|until| until.open.is_none() && until.rule.is_none())
}
