//! A mirror of a stored game, so that only changes are written.

use crate::dto::Fault;
use crate::store::GameChange;
use grognard_engine::content::Content;
use grognard_engine::journal::Entry;
use grognard_play::Session;
use serde::Serialize;

/// The stored lines of a game, as known to its room.
#[derive(Default)]
pub struct StoreMirror {
    entries: Vec<Entry>,
    header: String,
    footer: Option<String>,
}

impl StoreMirror {
    /// Returns the change needed to update the store, if there is one.
    pub fn change(&self, session: &Session) -> Result<Option<GameChange>, Fault> {
        let journal = session.game.table.journal();
        let stay = self.entries.iter().zip(journal).take_while(|(kept, entry)| kept == entry).count();
        let (header, footer) = (line(&session.header())?, session.footer().map(|footer| line(&footer)).transpose()?);
        if stay == journal.len() && stay == self.entries.len() && header == self.header && footer == self.footer {
            return Ok(None);
        }
        let lines = lines(&journal[stay..], &session.battle.content)?;
        let header = (header != self.header).then_some(header);
        let table = &session.game.table;
        let cursor = table.state.cursor();
        let progress =
            (cursor.turn, table.content.sequence.phase(cursor).map_or_else(String::new, |phase| phase.name.clone()));
        Ok(Some(GameChange { stay, lines, header, footer, decisions: table.decisions, progress }))
    }

    /// Records that a change has been written.
    pub fn follow(&mut self, change: GameChange, session: &Session) {
        self.entries.truncate(change.stay);
        self.entries.extend_from_slice(&session.game.table.journal()[change.stay..]);
        self.footer = change.footer;
        self.header = change.header.unwrap_or_else(|| std::mem::take(&mut self.header));
    }
}

/// Returns journal entries as lines of a save.
pub fn lines(entries: &[Entry], content: &Content) -> Result<Vec<String>, Fault> {
    entries.iter().map(|entry| line(&entry.save(content))).collect()
}

/// Serializes a line of a save.
pub fn line<T: Serialize>(value: &T) -> Result<String, Fault> {
    serde_json::to_string(value).map_err(|error| Fault::inside(error.to_string()))
}
