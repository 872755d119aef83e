//! The moments of a game that a role can tell apart. A role that may have the whole game has one moment per decision.
//! Any other role has one for each of its own decisions and for each visible change, so that counting moments does not
//! reveal hidden orders.

use crate::role::Role;
use grognard_engine::ids::SideId;
use grognard_engine::journal::Entry;
use grognard_engine::log::Event;
use grognard_engine::sequence::Cursor;
use grognard_play::Session;

/// A game's moments, from the beginning to the current one.
pub struct Moments(Vec<Moment>);

/// A moment of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The number of decisions before the moment.
    pub decisions: u64,
    /// The position of the moment in the sequence of play.
    pub cursor: Cursor,
    /// The number of log lines the role could read.
    lines: usize,
    /// Whether the role had to decide.
    is_asked: bool,
}

impl Moments {
    /// Returns a game's moments as seen by a role.
    pub fn of(session: &Session, role: &Role) -> Moments {
        let table = &session.game.table;
        let phases: Vec<(u64, Cursor)> = table.phases().collect();
        let cursor = |decisions: u64| {
            let begun = phases.partition_point(|(before, _)| *before <= decisions);
            begun.checked_sub(1).map_or_else(|| table.state.cursor(), |last| phases[last].1)
        };
        if role.may_have_all(session) {
            let moment = |decisions| Moment { decisions, cursor: cursor(decisions), lines: 0, is_asked: true };
            return Moments((0..=table.decisions).map(moment).collect());
        }
        let own = role.sides(session);
        let is_own =
            |entry: usize| matches!(table.journal().get(entry), Some(Entry::Answer { side, .. }) if own.contains(side));
        let lines = Lines::visible_lines(&own, table.events());
        let mut moments = Moments(Vec::new());
        for taken in table.decisions_taken() {
            let (decisions, lines) = (taken.decisions, lines.before(taken.events));
            moments.add(Moment { decisions, cursor: cursor(decisions), lines, is_asked: is_own(taken.entry) });
        }
        let is_asked = table.all_pending().iter().any(|pending| own.contains(&pending.side));
        let lines = lines.before(table.events().len());
        moments.end(Moment { decisions: table.decisions, cursor: table.state.cursor(), lines, is_asked });
        moments
    }

    /// Returns the number of a role's current moment.
    pub fn now(session: &Session, role: &Role) -> u64 {
        match role.may_have_all(session) {
            true => session.game.table.decisions,
            false => Moments::of(session, role).last(),
        }
    }

    /// Adds a moment. Moments that the role cannot tell apart are merged, keeping the last.
    fn add(&mut self, moment: Moment) {
        match self.0.last_mut() {
            Some(last) if last.looks_like(&moment) && !last.is_asked => *last = moment,
            Some(last) if last.looks_like(&moment) && !moment.is_asked => {}
            _ => self.0.push(moment),
        }
    }

    fn end(&mut self, now: Moment) {
        match self.0.last_mut() {
            Some(last) if last.looks_like(&now) && !last.is_asked => *last = now,
            _ => self.0.push(now),
        }
    }

    /// Returns the number of the latest moment.
    pub fn last(&self) -> u64 {
        self.0.len().saturating_sub(1) as u64
    }

    /// Returns the number of decisions before a moment, if the moment exists.
    pub fn decisions(&self, moment: u64) -> Option<u64> {
        self.0.get(usize::try_from(moment).ok()?).map(|moment| moment.decisions)
    }

    /// Returns the moments at which phases began, with their numbers.
    pub fn phases(&self) -> impl Iterator<Item = (usize, Cursor)> + '_ {
        let cursors = self.0.iter().map(|moment| moment.cursor).enumerate();
        cursors.filter(move |(at, cursor)| at.checked_sub(1).is_none_or(|before| self.0[before].cursor != *cursor))
    }
}

impl Moment {
    fn looks_like(&self, other: &Moment) -> bool {
        (self.cursor, self.lines) == (other.cursor, other.lines)
    }
}

/// For each event, by index: the number of earlier log lines that the role can read.
struct Lines(Vec<usize>);

impl Lines {
    fn visible_lines(sides: &[SideId], events: &[Event]) -> Lines {
        let is_read = |event: &Event| event.only.is_none_or(|only| sides.contains(&only));
        let counts = events.iter().scan(0, |count, event| {
            *count += usize::from(is_read(event));
            Some(*count)
        });
        Lines([0].into_iter().chain(counts).collect())
    }

    fn before(&self, events: usize) -> usize {
        self.0.get(events).copied().unwrap_or_default()
    }
}
