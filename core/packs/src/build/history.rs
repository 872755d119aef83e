//! Checks the `[history]` of a scenario, the historical outcome with which games are compared.

use super::{Doc, find_id};
use crate::diagnostic::Diagnostic;
use crate::node::ValueStep;
use crate::schema::ScenarioFile;
use grognard_engine::content::Content;

/// Checks that the sides, spaces and turns of the history exist.
pub fn check(doc: &Doc<ScenarioFile>, content: &Content, out: &mut Vec<Diagnostic>) {
    let Some(history) = &doc.file.history else { return };
    let mut check = HistoryChecker { doc, content, out };
    for (at, taken) in history.taken.iter().enumerate() {
        check.side("taken", at, &taken.side);
        check.space("taken", at, &["space".into()], &taken.space);
        check.turn("taken", at, taken.turn);
    }
    for (at, kept) in history.kept.iter().enumerate() {
        check.side("kept", at, &kept.side);
        check.space("kept", at, &["space".into()], &kept.space);
    }
    for (at, front) in history.front.iter().enumerate() {
        check.side("front", at, &front.side);
        check.turn("front", at, front.turn);
        for (index, space) in front.spaces.iter().enumerate() {
            check.space("front", at, &["spaces".into(), index.into()], space);
        }
    }
    history.losses.iter().enumerate().for_each(|(at, losses)| check.side("losses", at, &losses.side));
}

struct HistoryChecker<'a> {
    doc: &'a Doc<'a, ScenarioFile>,
    content: &'a Content,
    out: &'a mut Vec<Diagnostic>,
}

impl HistoryChecker<'_> {
    fn side(&mut self, kind: &str, at: usize, side: &str) {
        let place = self.doc.place(&["history".into(), ValueStep::Name(kind), at.into(), "side".into()]);
        find_id(&self.content.sides, side, "side", place, self.out);
    }

    fn space(&mut self, kind: &str, at: usize, rest: &[ValueStep], space: &str) {
        let way: Vec<ValueStep> =
            ["history".into(), ValueStep::Name(kind), at.into()].into_iter().chain(rest.iter().copied()).collect();
        find_id(&self.content.map.names, space, "space", self.doc.place(&way), self.out);
    }

    fn turn(&mut self, kind: &str, at: usize, turn: u16) {
        let turns = self.doc.file.turns;
        if turn > turns {
            let place = self.doc.place(&["history".into(), ValueStep::Name(kind), at.into(), "turn".into()]);
            let error = Diagnostic::at("E206", place, format!("the battle has no turn {turn}"));
            self.out.push(error.expected(format!("expected a turn from 1 to {turns}")));
        }
    }
}
