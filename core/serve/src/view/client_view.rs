//! A role's view, kept as data so that only units that have changed are redrawn.

use crate::dto::{DiceRoll, ForcedAnswer, LogLine, SnapshotPart};
use crate::role::Role;
use crate::view::automatic;
use crate::view::changes::Changes;
use crate::view::counters;
use crate::view::fault_text;
use crate::view::question;
use crate::view::question_numbers::QuestionNumbers;
use crate::view::snapshot;
use crate::view::undo::{self, PendingUndo};
use grognard_board::svg::{self, SvgOptions};
use grognard_engine::catalogue::Catalogue;
use grognard_engine::content::Content;
use grognard_engine::reader::Reader;
use grognard_engine::view::{UnitView, View};
use grognard_play::{Session, SessionError};
use std::collections::BTreeMap;

/// A role's view of a game.
pub struct ClientView {
    board: View,
    off_map: BTreeMap<String, Vec<UnitView>>,
    /// The units on a table, by name.
    stands: BTreeMap<String, UnitView>,
    singles: Vec<(&'static str, SnapshotPart)>,
    log: Vec<LogLine>,
    forced: Vec<ForcedAnswer>,
    dice: Vec<DiceRoll>,
}

impl ClientView {
    /// Returns a role's view of a game.
    pub fn new(
        session: &Session,
        role: &Role,
        catalogue: &Catalogue,
        numbers: &QuestionNumbers,
        pending_undo: Option<&PendingUndo>,
        failure: Option<&SessionError>,
    ) -> ClientView {
        let reader = Reader::new(&session.game.table, role.viewer(session), catalogue);
        let mut view = View::read(&reader);
        let singles = vec![
            ("game", SnapshotPart::Game(Box::new(snapshot::game(session, role, &reader, &view)))),
            ("question", SnapshotPart::Question(question::question(session, role, &reader, numbers).map(Box::new))),
            ("links", SnapshotPart::Links(snapshot::links(&reader))),
            ("failure", SnapshotPart::Failure(failure.map(|error| fault_text::failure(session, role, error)))),
            ("undo_request", SnapshotPart::UndoRequest(undo::request_for(pending_undo, session, role))),
        ];
        let off_map = group_by_side(std::mem::take(&mut view.off_map));
        let stands = standing(&mut view);
        let (forced, dice) = (automatic::answers(session, role, &reader), snapshot::dice(&reader).collect());
        let log = snapshot::log(&reader, std::mem::take(&mut view.log));
        ClientView { board: view, off_map, stands, singles, log, forced, dice }
    }

    /// Returns the changes since an earlier view of the same battle in the same language. Without an earlier view,
    /// everything is new.
    pub fn changes_since(&self, before: Option<&ClientView>, content: &Content, catalogue: &Catalogue) -> Changes {
        let mut changes = Changes::default();
        if before.is_none_or(|before| !same_ground(&before.board, &self.board)) {
            let options = SvgOptions { catalogue, ..SvgOptions::default() };
            changes.set.insert("front".into(), SnapshotPart::Text(svg::owner_layer(content, &self.board, &options)));
        }
        let single = |part: &SnapshotPart| Some(part.clone());
        let stack = |units: &Vec<UnitView>| Some(SnapshotPart::Stack(counters::stack(content, catalogue, units)));
        let stand = |unit: &UnitView| {
            counters::stand(content, catalogue, unit).map(|stand| SnapshotPart::Stand(Box::new(stand)))
        };
        let owner = |side: &String| Some(SnapshotPart::Text(side.clone()));
        let line = |line: &LogLine| Some(SnapshotPart::Log(line.clone()));
        let forced = |answer: &ForcedAnswer| Some(SnapshotPart::Forced(answer.clone()));
        let roll = |roll: &DiceRoll| Some(SnapshotPart::Dice(roll.clone()));
        changes.add("", before, self, |view| view.singles.iter().map(|(key, part)| (*key, part)), single);
        changes.add("stack/", before, self, |view| view.board.spaces.iter(), stack);
        changes.add("stand/", before, self, |view| view.stands.iter(), stand);
        changes.add("owner/", before, self, |view| view.board.owners.iter(), owner);
        changes.add("off/", before, self, |view| view.off_map.iter(), stack);
        changes.add("log/", before, self, |view| view.log.iter().enumerate(), line);
        changes.add("forced/", before, self, |view| view.forced.iter().enumerate(), forced);
        changes.add("dice/", before, self, |view| view.dice.iter().enumerate(), roll);
        changes
    }
}

/// Takes units on a table out of their space and returns them by name, so that a unit that moves is sent on its own.
fn standing(view: &mut View) -> BTreeMap<String, UnitView> {
    let mut stands = BTreeMap::new();
    for units in view.spaces.values_mut() {
        for unit in units.extract_if(.., |unit| unit.stand.is_some()) {
            let name = match (&unit.known, unit.token, unit.stand) {
                (Some(known), _, _) => known.name.clone(),
                (None, Some(token), _) => format!("?{token}"),
                (None, None, stand) => {
                    stand.map_or_else(String::new, |stand| format!("?.{}.{}", stand.spot.x, stand.spot.y))
                }
            };
            stands.insert(name, unit);
        }
    }
    view.spaces.retain(|_, units| !units.is_empty());
    stands
}

fn group_by_side(units: Vec<UnitView>) -> BTreeMap<String, Vec<UnitView>> {
    let mut sides: BTreeMap<String, Vec<UnitView>> = BTreeMap::new();
    units.into_iter().for_each(|unit| sides.entry(unit.side.clone()).or_default().push(unit));
    sides
}

/// Returns whether every space has the same owner and contains units of the same sides in both views. If so, the front
/// line is the same.
fn same_ground(before: &View, now: &View) -> bool {
    let sides = |units: &[UnitView]| units.iter().map(|unit| unit.side.clone()).collect::<Vec<_>>();
    let held = |(space, units): (&String, &Vec<UnitView>)| (space.clone(), sides(units));
    before.owners == now.owners && before.spaces.iter().map(held).eq(now.spaces.iter().map(held))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(owners: &[(&str, &str)], log: &[&str]) -> ClientView {
        let owners = owners.iter().map(|(space, side)| ((*space).to_owned(), (*side).to_owned())).collect();
        let line = |text: &&str| LogLine {
            rule: "1.0".to_owned(),
            text: (*text).to_owned(),
            turn: 1,
            phase: None,
            date: None,
            side: None,
            spaces: Vec::new(),
            unit: None,
            path: Vec::new(),
        };
        let log = log.iter().map(line).collect();
        let view = View {
            turn: 1,
            phase: String::new(),
            spaces: BTreeMap::new(),
            off_map: Vec::new(),
            owners,
            asked: None,
            secret_answers: Vec::new(),
            waiting_for: Vec::new(),
            ended: None,
            log: Vec::new(),
        };
        ClientView {
            board: view,
            off_map: BTreeMap::new(),
            stands: BTreeMap::new(),
            singles: Vec::new(),
            log,
            forced: Vec::new(),
            dice: Vec::new(),
        }
    }

    #[test]
    fn unchanged_entries_are_not_sent() {
        let before = view(&[("0101", "german"), ("0102", "soviet"), ("0103", "soviet")], &["one", "two"]);
        let now = view(&[("0101", "german"), ("0102", "german"), ("0104", "soviet")], &["one"]);
        let mut changes = Changes::default();
        let text = |text: &str| SnapshotPart::Text(text.to_owned());
        changes.add("owner/", Some(&before), &now, |view| view.board.owners.iter(), |side| Some(text(side)));
        changes.add("log/", Some(&before), &now, |view| view.log.iter().enumerate(), |line| Some(text(&line.text)));
        let set: Vec<(String, SnapshotPart)> = changes.set.into_iter().collect();
        assert_eq!(set, [("owner/0102".to_owned(), text("german")), ("owner/0104".to_owned(), text("soviet"))]);
        assert_eq!(changes.removed, ["owner/0103", "log/1"]);
        assert!(!same_ground(&before.board, &now.board) && same_ground(&now.board, &now.board));
    }
}
