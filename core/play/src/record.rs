//! Records of what one side saw and answered, and nothing else. A record can be published without revealing the other
//! side's secrets.

use crate::battle::{Battle, diagnose};
use crate::save::Save;
use crate::session::SessionError;
use grognard_engine::catalogue::Catalogue;
use grognard_engine::decision::Answer;
use grognard_engine::game::{AnswerError, Game, Rules, Status};
use grognard_engine::ids::SideId;
use grognard_engine::journal::Entry;
use grognard_engine::reader::Reader;
use grognard_engine::table::{Service, Table};
use grognard_engine::view::View;
use grognard_packs::Lock;
use grognard_script::{Pause, ScriptError};
use serde::Serialize;

/// The version of the record format.
const FORMAT: u32 = 1;

/// The first line of a record. It leaves out the seed, which would reveal the dice to come.
#[derive(Serialize)]
struct RecordHeader<'a> {
    grognard_record: u32,
    scenario: &'a str,
    side: &'a str,
    lock: &'a Lock,
}

/// A moment of the game: the view of the side, the log lines since the previous moment, and the answer.
#[derive(Serialize)]
struct RecordMoment {
    view: View,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
}

/// A record being written, line by line.
pub struct Record<'a> {
    side: SideId,
    catalogue: &'a Catalogue,
    /// The number of log lines written so far.
    told: usize,
}

impl<'a> Record<'a> {
    /// Creates a record for a side. It begins after the first `told` log lines that the side may read.
    pub fn new(side: SideId, catalogue: &'a Catalogue, told: usize) -> Record<'a> {
        Record { side, catalogue, told }
    }

    /// Returns a line for the current state of the game.
    pub fn line(&mut self, table: &Table, answer: Option<&Answer>) -> String {
        let reader = Reader::new(table, Some(self.side), self.catalogue);
        let mut view = View::read(&reader);
        let lines = view.log.len();
        view.log.drain(..self.told.min(lines));
        self.told = lines;
        json(&RecordMoment { view, answer: answer.map(|answer| reader.answer(answer)) })
    }
}

fn json<T: Serialize>(value: &T) -> String {
    // Views and headers consist of strings and numbers, which can always be serialized.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// Returns a side's record of a saved game: a line for each of its decisions, and a line for the end. If rules were
/// changed during the game, the record begins at the last change. The name and the text of the file are for messages.
pub fn record(
    battle: &Battle,
    save: &Save,
    file: (&str, &str),
    side: SideId,
    catalogue: &Catalogue,
) -> Result<String, SessionError> {
    let head = RecordHeader {
        grognard_record: FORMAT,
        scenario: &save.header.scenario,
        side: battle.content.sides.name(side),
        lock: &battle.lock,
    };
    let (mut text, mut record) = (json(&head), Record::new(side, catalogue, 0));
    look_back(battle, save, file, |table, answered| match answered {
        Some((who, answer)) if who == side => text += &record.line(table, Some(answer)),
        Some(_) => {}
        None => text += &record.line(table, None),
    })?;
    Ok(text)
}

/// Replays a saved game. Calls `show` before each decision, with the table, the side and its answer, and once at the
/// end, with the table alone. If rules were changed during the game, the first call is at the last change. `file` is
/// the name and the text of the file, for messages.
pub fn look_back(
    battle: &Battle,
    save: &Save,
    file: (&str, &str),
    mut show: impl FnMut(&Table, Option<(SideId, &Answer)>),
) -> Result<(), SessionError> {
    let entries = save.entries(file.0, file.1, battle).map_err(|error| SessionError::Broken(vec![error]))?;
    let broken = |error: ScriptError| SessionError::Broken(diagnose(&[error], &battle.scripts));
    let mut host = battle.host().map_err(broken)?;
    let begin = entries.iter().rposition(|entry| matches!(entry, Entry::Reload(_))).map_or(0, |at| at + 1);
    let fresh: Game<Pause> = Game::new(battle.content.clone(), host.questions(), save.header.seed, Service::FULL);
    let mut game = fresh.resume(entries[..begin].to_vec())?;
    let mut status = game.advance(&mut host).map_err(broken)?;
    for (who, answer) in entries[begin..].iter().filter_map(answered) {
        if status != Status::Waiting {
            break;
        }
        show(&game.table, Some((who, answer)));
        status = game.answer(&mut host, who, answer.clone()).map_err(|error| match error {
            AnswerError::Refused(refusal) => SessionError::Refused(refusal),
            AnswerError::Fault(error) => broken(error),
        })?;
    }
    show(&game.table, None);
    Ok(())
}

fn answered(entry: &Entry) -> Option<(SideId, &Answer)> {
    match entry {
        Entry::Answer { side, answer, forced: false, .. } => Some((*side, answer)),
        _ => None,
    }
}
