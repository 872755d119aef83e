//! Finds what happened during a player's absence.

use crate::dto::{self, Move, Position};
use crate::game::play::Play;
use crate::role::Role;
use grognard_engine::catalogue::ENGLISH;
use grognard_engine::ids::SideId;
use grognard_engine::journal::Entry;
use grognard_engine::reader::Reader;
use grognard_engine::view::{UnitView, View};
use grognard_play::Session;
use std::collections::BTreeMap;

/// The moments that delimit an absence, each as a number of decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AbsenceSpan {
    /// The moment of the side's last question before the absence.
    question_moment: u64,
    /// The moment after the side's answer to that question.
    from: u64,
    /// The moment after the other sides' decisions.
    to: u64,
}

impl AbsenceSpan {
    /// Returns a side's latest absence, given the side that took each decision; `None` if no other side has decided.
    fn of(side: SideId, deciders: &[SideId]) -> Option<AbsenceSpan> {
        let to = deciders.iter().rposition(|decider| *decider != side)? + 1;
        let from = deciders[..to].iter().rposition(|decider| *decider == side).map_or(0, |last| last + 1);
        Some(AbsenceSpan { question_moment: from.saturating_sub(1) as u64, from: from as u64, to: to as u64 })
    }
}

impl Play {
    /// Returns a role's latest absence in which something visible happened. Returns `None` for spectators, or if
    /// nothing visible has happened yet or the rules of that time are no longer available.
    pub fn latest_absence(&mut self, role: &Role) -> Option<dto::Absence> {
        let side = role.viewer(&self.session).filter(|_| *role != Role::Spectator);
        side.and_then(|side| self.last_missed(side))
    }

    /// Returns a side's latest absence in which something visible happened. Other sides' hidden decisions are skipped,
    /// because the side may not know about them.
    fn last_missed(&mut self, side: SideId) -> Option<dto::Absence> {
        let mut deciders = deciders(&self.session);
        while let Some(absence) = AbsenceSpan::of(side, &deciders) {
            let [before, after] = [absence.from, absence.to]
                .map(|at| self.session.look_back(at, |session| VisibleState::to(session, side)));
            let (before, after) = (before.ok()?, after.ok()?);
            if before != after {
                return self.absence_of_span(side, absence, moves_between(&before.positions, &after.positions));
            }
            deciders.truncate(absence.from as usize);
        }
        None
    }

    fn absence_of_span(&mut self, side: SideId, absence: AbsenceSpan, moved: Vec<Move>) -> Option<dto::Absence> {
        let lines = match absence.from {
            0 => 0,
            _ => self.session.look_back(absence.question_moment, |session| lines(session, side)).ok()?,
        };
        Some(dto::Absence { log_lines: lines, moves: moved })
    }
}

/// What a side can see of the other sides.
#[derive(PartialEq)]
struct VisibleState {
    lines: usize,
    positions: BTreeMap<String, Position>,
}

impl VisibleState {
    fn to(session: &Session, side: SideId) -> VisibleState {
        VisibleState { lines: lines(session, side), positions: positions(session, side) }
    }
}

/// Returns the side that took each decision. Forced answers are left out.
fn deciders(session: &Session) -> Vec<SideId> {
    session.game.table.journal().iter().filter_map(Entry::decider).collect()
}

fn lines(session: &Session, side: SideId) -> usize {
    Reader::new(&session.game.table, Some(side), &ENGLISH).log().count()
}

/// Returns the positions of the other sides' units that `side` can tell apart.
fn positions(session: &Session, side: SideId) -> BTreeMap<String, Position> {
    let own = session.battle.content.sides.name(side);
    let View { spaces, .. } = View::new(&session.game.table, Some(side));
    let stand = |space: &str, unit: &UnitView| {
        let position = unit
            .stand
            .map_or_else(|| Position::Space(space.to_owned()), |stand| Position::Spot([stand.spot.x, stand.spot.y]));
        Some((name(unit)?, position))
    };
    let foreign = |units: Vec<UnitView>| units.into_iter().filter(|unit| unit.side != own);
    spaces.into_iter().flat_map(|(space, units)| foreign(units).filter_map(move |unit| stand(&space, &unit))).collect()
}

/// Returns a unit's name or token. A unit without either cannot be followed.
fn name(unit: &UnitView) -> Option<String> {
    let token = || unit.token.map(|token| format!("?{token}"));
    unit.known.as_ref().map(|known| known.name.clone()).or_else(token)
}

fn moves_between(before: &BTreeMap<String, Position>, after: &BTreeMap<String, Position>) -> Vec<Move> {
    let moved = |(unit, to): (&String, &Position)| {
        let from = before.get(unit).filter(|from| *from != to)?;
        // A unit that comes from a box onto a table has not moved across it.
        let is_arrival = matches!((from, to), (Position::Space(_), Position::Spot(_)));
        if is_arrival {
            return None;
        }
        Some(Move { unit: unit.clone(), from: from.clone(), to: to.clone() })
    };
    after.iter().filter_map(moved).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: SideId = SideId(0);
    const OTHER: SideId = SideId(1);

    #[test]
    fn an_absence_begins_with_the_last_decision_before_those_of_others() {
        let absence = |deciders: &[SideId]| {
            AbsenceSpan::of(OWN, deciders).map(|absence| [absence.question_moment, absence.from, absence.to])
        };
        assert_eq!(absence(&[]), None);
        assert_eq!(absence(&[OWN, OWN]), None);
        assert_eq!(absence(&[OTHER, OTHER]), Some([0, 0, 2]));
        assert_eq!(absence(&[OWN, OWN, OTHER]), Some([1, 2, 3]));
        assert_eq!(
            absence(&[OWN, OTHER, OTHER, OWN, OWN]),
            Some([0, 1, 3]),
            "the side's own later decisions change nothing"
        );
    }

    #[test]
    fn only_units_that_stand_elsewhere_have_moved() {
        let space = |name: &str| Position::Space(name.to_owned());
        let places = |all: &[(&str, Position)]| {
            all.iter().map(|(unit, position)| ((*unit).to_owned(), position.clone())).collect()
        };
        let before = places(&[("XX", space("0503")), ("?7", Position::Spot([40, 20])), ("gone", space("0101"))]);
        let after = places(&[("XX", space("0604")), ("?7", Position::Spot([40, 20])), ("new", space("0101"))]);
        assert_eq!(
            moves_between(&before, &after),
            [Move { unit: "XX".into(), from: space("0503"), to: space("0604") }]
        );
    }
}
