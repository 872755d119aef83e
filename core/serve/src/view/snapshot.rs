//! The snapshot for a role, and the parts of it that concern the game as a whole.

use crate::dto::{DiceRoll, Game, GameResult, LogLine, Snapshot, UnitLink, Viewer};
use crate::role::Role;
use crate::view::client_view::ClientView;
use crate::view::counters::unit_id;
use crate::view::moments::Moments;
use crate::view::permissions;
use crate::view::question_numbers::QuestionNumbers;
use crate::view::undo::Undo;
use grognard_engine::catalogue::Catalogue;
use grognard_engine::decision::Choice;
use grognard_engine::ids::{Id, SideId, UnitId};
use grognard_engine::journal::Entry;
use grognard_engine::log::Event;
use grognard_engine::reader::Reader;
use grognard_engine::sequence::Cursor;
use grognard_engine::view::{EndView, View};
use grognard_play::Session;
use std::collections::BTreeMap;

/// Returns a role's snapshot of a game that is not in a room.
pub fn snapshot_of(session: &Session, role: &Role, catalogue: &Catalogue) -> Snapshot {
    ClientView::new(session, role, catalogue, &QuestionNumbers::default(), None, None)
        .changes_since(None, &session.battle.content, catalogue)
        .set
}

/// Returns the general state of a game.
pub fn game(session: &Session, role: &Role, reader: &Reader, view: &View) -> Game {
    let content = &reader.table.content;
    let cursor = reader.table.state.cursor();
    let undo = Undo::possible(session, role);
    let name = |side: SideId| content.sides.name(side).to_owned();
    let seats = content.seats().zip(session.seats()).map(|((_, side), seat)| (side.to_owned(), seat.name().to_owned()));
    Game {
        id: content.id.clone(),
        system: session.battle.system.id.clone(),
        title: reader.catalogue.name(&content.title).to_owned(),
        turn: cursor.turn,
        turns: content.sequence.turns,
        date: grognard_board::svg::date(content, cursor.turn.into(), reader.catalogue),
        phase: reader.catalogue.name(&view.phase).to_owned(),
        rule: content.sequence.phase(cursor).and_then(|phase| phase.rule.clone()),
        setup: cursor.turn == 0,
        viewer: Viewer { role: role.kind().to_owned(), side: reader.viewer.map(name) },
        active_side: active_side(session, role, view),
        secret_choice: session.game.table.is_secret(),
        secret_answers: view.secret_answers.clone(),
        result: game_result(session, reader),
        moment: Moments::now(session, role),
        undo: undo.is_some(),
        consent: undo.iter().flat_map(|undo| &undo.opponents).copied().map(name).collect(),
        redo: session.game.may_redo() && !role.sides(session).is_empty() && !role.has_opponents(session),
        seats: seats.collect(),
        refusals: permissions::refused_actions(session, role, reader.catalogue),
    }
}

/// Returns the log as the viewer may read it, given its lines as text.
pub fn log(reader: &Reader, lines: Vec<(String, String)>) -> Vec<LogLine> {
    let names = &reader.table.content.map.names;
    let (sides, mut moments) = (&reader.table.content.sides, LogMoments::new(reader));
    let space = |choice: &Choice| match choice {
        Choice::Space(space) => Some(names.name(*space).to_owned()),
        _ => None,
    };
    let mut line = |(event, (rule, text)): (&Event, (String, String))| {
        let (phase, date) = moments.describe(event.at);
        let (unit, path) = reader.movement(event).unzip();
        LogLine {
            rule,
            text,
            turn: event.at.turn,
            phase,
            date,
            side: reader.side_of(event).map(|side| sides.name(side).to_owned()),
            spaces: event.fillings.iter().filter_map(space).collect(),
            // Not its present id, which would tell where it is if it has been hidden since.
            unit: unit.map(|unit| reader.table.content.units[unit.index()].name.clone()),
            path: path.into_iter().flatten().map(|space| names.name(*space).to_owned()).collect(),
        }
    };
    reader.events().zip(lines).map(&mut line).collect()
}

/// The phases and dates of lines, in the viewer's language. Many lines have the same turn.
pub struct LogMoments<'a> {
    reader: &'a Reader<'a>,
    dates: BTreeMap<u16, Option<String>>,
}

impl<'a> LogMoments<'a> {
    /// Creates an empty cache.
    pub fn new(reader: &'a Reader<'a>) -> LogMoments<'a> {
        LogMoments { reader, dates: BTreeMap::new() }
    }

    /// Returns the phase and the date of a moment.
    pub fn describe(&mut self, at: Cursor) -> (Option<String>, Option<String>) {
        let Reader { table, catalogue, .. } = *self.reader;
        let date = || grognard_board::svg::date(&table.content, at.turn.into(), catalogue);
        let phase = table.content.sequence.phase(at).map(|phase| catalogue.name(&phase.name).to_owned());
        (phase, self.dates.entry(at.turn).or_insert_with(date).clone())
    }
}

fn game_result(session: &Session, reader: &Reader) -> Option<GameResult> {
    let end = EndView::read(reader)?;
    let text = session.battle.outcome(reader.catalogue, &end);
    Some(GameResult { text, winners: end.winner.iter().cloned().collect() })
}

/// Returns the side that must decide, if the role may know. If units are hidden, neither spectators nor a side with
/// several opponents may know, because it would reveal which opponent has something to decide.
fn active_side(session: &Session, role: &Role, view: &View) -> Option<String> {
    let sides = &session.battle.content.sides;
    let [waiting] = &view.waiting_for[..] else { return None };
    if session.game.table.is_secret() {
        return None;
    }
    let is_own = sides.find(waiting).is_some_and(|side| role.plays(session, side));
    let is_plain = !role.sides(session).is_empty() && session.seats().len() < 3;
    (is_own || is_plain || !role.is_kept_from(session)).then(|| waiting.clone())
}

/// Returns the links that rules made between units, such as from attackers to their target, if both units are known.
pub fn links(reader: &Reader) -> Vec<UnitLink> {
    let (content, state) = (&reader.table.content, &reader.table.state);
    let units = || (0..content.units.len()).map(UnitId::from_index).filter(|unit| reader.knows(*unit));
    let of = |(at, name): (usize, &String)| {
        let linked = move |from: UnitId| Some((from, state.link(from, at).filter(|to| reader.knows(*to))?));
        let name = name.clone();
        let link =
            move |(from, to)| UnitLink { name: name.clone(), from: unit_id(reader, from), to: unit_id(reader, to) };
        units().filter_map(linked).map(link)
    };
    content.unit_links.iter().enumerate().flat_map(of).collect()
}

/// Returns all dice rolls, in order.
pub fn dice<'a>(reader: &'a Reader) -> impl Iterator<Item = DiceRoll> + 'a {
    reader.table.journal().iter().filter_map(Entry::roll).map(|roll| {
        let purpose = reader.name(&Choice::Label(roll.purpose.as_str().into()));
        DiceRoll { purpose, sides: roll.sides, results: roll.dice.clone(), hits_from: roll.hits_from }
    })
}
