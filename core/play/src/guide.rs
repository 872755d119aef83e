//! Follows a guide through a game that is played without the page in the browser.

use grognard_engine::ids::{SideId, SpaceId};
use grognard_engine::table::Table;
use grognard_packs::{GuideCondition, GuideFile, GuideStep};

/// The steps of a guide that have been shown. Steps that the game has passed are skipped.
#[derive(Clone, Debug, Default)]
pub struct GuideFollower {
    /// The index of the first step that has been neither shown nor skipped.
    next: usize,
    /// The last step that was shown, if it waits for something and has a hint.
    current: Option<CurrentStep>,
}

/// What a guide says at a moment of a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct GuideMoment<'a> {
    /// The hint of the current step, if the player has decided something else.
    pub hint: Option<&'a str>,
    /// The steps to show now. Each step is shown once.
    pub steps: &'a [GuideStep],
}

/// A step that waits, with the game as it was when the step was shown.
#[derive(Clone, Debug)]
struct CurrentStep {
    index: usize,
    decisions: usize,
    places: Vec<Option<SpaceId>>,
}

impl GuideFollower {
    /// Returns what the guide says now: the hint of the current step, which is given once, or the next step that fits
    /// the game and its question, and those after it, up to one that waits for something the game would show.
    pub fn follow<'a>(&mut self, guide: &'a GuideFile, table: &Table) -> GuideMoment<'a> {
        let side = table.content.sides.find(&guide.side);
        if let Some(current) = self.current.take_if(|current| decisions(table, side) > current.decisions) {
            let step = guide.step.get(current.index).filter(|step| in_phase(step, table));
            let is_done =
                |step: &GuideStep| step.until.as_ref().is_some_and(|until| current.is_done(until, table, side));
            if let Some(hint) = step.filter(|step| !is_done(step)).and_then(|step| step.hint.as_deref()) {
                return GuideMoment { hint: Some(hint), steps: &[] };
            }
        }
        let steps = self.steps(guide, table);
        if let Some(last) = steps.last() {
            self.current = (waits(last) && last.hint.is_some()).then(|| CurrentStep {
                index: self.next - 1,
                decisions: decisions(table, side),
                places: places(table, side),
            });
        }
        GuideMoment { hint: None, steps }
    }

    fn steps<'a>(&mut self, guide: &'a GuideFile, table: &Table) -> &'a [GuideStep] {
        let rest = guide.step.get(self.next..).unwrap_or_default();
        let Some(first) = rest.iter().position(|step| fits(step, table)) else { return &[] };
        let found = &rest[first..];
        let same = found.iter().take_while(|step| fits(step, table)).count();
        let waiting = found[..same].iter().position(waits).map_or(same, |at| at + 1);
        self.next += first + waiting;
        &found[..waiting]
    }
}

impl CurrentStep {
    /// Returns whether the player has done what the step waits for.
    fn is_done(&self, until: &GuideCondition, table: &Table, side: Option<SideId>) -> bool {
        let cursor = table.state.cursor();
        let phases = || table.content.sequence.turn.iter().flat_map(|turn| &turn.phases);
        let number = |name: &str| phases().position(|phase| phase.name == name);
        let now = table.content.sequence.phase(cursor).and_then(|phase| number(&phase.name));
        let wanted = until.phase.as_deref().and_then(number);
        let turn = until.turn.unwrap_or(cursor.turn);
        let is_later = cursor.turn > turn || (cursor.turn == turn && wanted.is_none_or(|wanted| now >= Some(wanted)));
        let is_there = |unit: &str| {
            let place = table.content.unit_names.find(unit).and_then(|unit| table.state.unit(unit).place);
            place.map(|space| table.content.map.names.name(space)) == until.at.as_deref()
        };
        is_later
            && until.unit.as_deref().is_none_or(is_there)
            && (!until.moved || places(table, side) != self.places)
            && (!until.answered || decisions(table, side) > self.decisions)
            && until.question.as_deref().is_none_or(|wanted| question(table) == Some(wanted))
            && (!until.over || table.state.ending().is_some())
    }
}

/// Returns the number of decisions that the reader of the guide has made.
fn decisions(table: &Table, side: Option<SideId>) -> usize {
    table.journal().iter().filter(|entry| side.is_some() && entry.decider() == side).count()
}

/// Returns the places of the reader's units.
fn places(table: &Table, side: Option<SideId>) -> Vec<Option<SpaceId>> {
    let units = table.content.units.iter().zip(table.state.units());
    units.filter(|(unit, _)| Some(unit.side) == side).map(|(_, state)| state.place).collect()
}

/// Returns the key of the pending question.
fn question(table: &Table) -> Option<&str> {
    table.pending().map(|pending| &*table.questions[usize::from(pending.question.0)].key)
}

/// Returns whether a step belongs to the current moment of a game.
fn fits(step: &GuideStep, table: &Table) -> bool {
    in_phase(step, table) && step.question.as_deref().is_none_or(|wanted| question(table) == Some(wanted))
}

/// Returns whether a step belongs to the current phase of a game.
fn in_phase(step: &GuideStep, table: &Table) -> bool {
    let cursor = table.state.cursor();
    let phase = table.content.sequence.phase(cursor).map(|phase| phase.name.as_str());
    step.over == table.state.ending().is_some()
        && step.turn.is_none_or(|turn| turn == cursor.turn)
        && step.phase.as_deref().is_none_or(|wanted| Some(wanted) == phase)
}

/// Returns whether a step ends only when the game goes on.
fn waits(step: &GuideStep) -> bool {
    step.until.as_ref().is_some_and(|until| until.open.is_none() && until.rule.is_none())
}
