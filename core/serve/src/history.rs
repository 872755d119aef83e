//! Looking back: the game after any of its decisions, and other games that begin there.

use crate::fault::Fault;
use crate::kept;
use crate::lobby::{Made, roles};
use crate::play::Play;
use crate::role::Role;
use crate::sheet::{self, Sheet};
use crate::store::Kept;
use crate::told;
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
        if decisions > self.session.game.table.decisions {
            return Err(Fault::missing("the game has not come that far"));
        }
        let number = self.number();
        let (session, catalogue) = (&mut self.session, self.tongues.catalogue(language));
        let look = |session: &grognard_lab::Session| sheet::sheet(session, role, catalogue, number);
        session.look_back(decisions, look).map_err(|error| told::fault(&self.session, role, catalogue, &error))
    }

    /// Another game that begins after so many decisions of this one, with the same dice to come.
    pub fn fork(&mut self, role: &Role, decisions: u64) -> Result<Made, Fault> {
        if self.session.game.table.state.ending().is_none() && (role.has_opponents(&self.session) || *role == Role::Spectator) {
            return Err(Fault::forbidden(
                "while others play too, going on from here would show the dice to come; when the game is over anybody may",
            ));
        }
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
