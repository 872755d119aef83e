//! Looking back: the game after any of its decisions, and other games that begin there.

use crate::allowed;
use crate::fault::Fault;
use crate::kept;
use crate::lobby::{Made, roles};
use crate::play::Play;
use crate::role::Role;
use crate::sheet::{self, Sheet};
use crate::store::Kept;
use crate::told;
use grognard_engine::catalogue::Catalogue;
use grognard_lab::Session;
use serde_json::{Value, json};

impl Play {
    /// How far the game has come, and where its phases began.
    pub fn history(&mut self, language: &str) -> Value {
        let (table, catalogue) = (&self.session.game.table, self.tongues.catalogue(language));
        let phase = |cursor| table.content.sequence.phase(cursor).map(|phase| catalogue.name(&phase.name));
        let marks = table.phases().map(|(n, cursor)| json!({ "n": n, "turn": cursor.turn, "phase": phase(cursor) }));
        json!({ "decisions": table.decisions, "marks": marks.collect::<Value>() })
    }

    /// The sheet as a role saw it after so many decisions.
    pub fn past(&mut self, role: &Role, language: &str, decisions: u64) -> Result<Sheet, Fault> {
        let number = self.number();
        self.looked_at(role, language, Some(decisions), |session, catalogue| sheet::sheet(session, role, catalogue, number))
    }

    /// What is made of the game as it is, or as it was after so many decisions.
    pub(crate) fn looked_at<T>(
        &mut self,
        role: &Role,
        language: &str,
        decisions: Option<u64>,
        look: impl FnOnce(&Session, &Catalogue) -> T,
    ) -> Result<T, Fault> {
        let now = self.session.game.table.decisions;
        let decisions = decisions.unwrap_or(now);
        if decisions > now {
            return Err(Fault::missing("the game has not come that far"));
        }
        let (session, catalogue) = (&mut self.session, self.tongues.catalogue(language));
        let seen = session.look_back(decisions, |session| look(session, catalogue));
        seen.map_err(|error| told::fault(&self.session, role, catalogue, &error))
    }

    /// Another game that begins after so many decisions of this one, with the same dice to come.
    pub fn fork(&mut self, role: &Role, decisions: u64) -> Result<Made, Fault> {
        allowed::fork(&self.session, role)?;
        if decisions > self.session.game.table.decisions {
            return Err(Fault::missing("the game has not come that far"));
        }
        let (session, table) = (&self.session, &self.session.game.table);
        let lines = kept::lines(&table.journal()[..table.entries_after(decisions)], &table.content)?;
        let title = session.battle.content.title.clone();
        let kept = Kept { title: title.clone(), header: kept::line(&session.header())?, lines, footer: None };
        let game = self.house.store.add_game(kept, decisions)?;
        let mut roles = roles(session);
        roles.sort_by_key(|other| other != role);
        let links = roles.into_iter().map(|role| self.house.link_to(game, role)).collect::<Result<_, _>>()?;
        Ok(Made { game, title, links })
    }
}
