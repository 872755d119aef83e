//! Looks back at earlier moments, and starts games from them.

use crate::dto::{Fault, GameLinks, History, PhaseMark, Snapshot};
use crate::game::play::Play;
use crate::lobby::new_game::roles;
use crate::role::Role;
use crate::store::StoredGame;
use crate::store::sync;
use crate::view::fault_text;
use crate::view::moments::Moments;
use crate::view::permissions;
use crate::view::snapshot;
use grognard_engine::catalogue::Catalogue;
use grognard_play::Session;

impl Play {
    /// Returns the moments of the game that a role can tell apart.
    pub fn history(&mut self, role: &Role, language: &str) -> History {
        let moments = Moments::of(&self.session, role);
        let (table, catalogue) = (&self.session.game.table, self.languages.catalogue(language));
        let phase = |cursor| table.content.sequence.phase(cursor).map(|phase| catalogue.name(&phase.name).to_owned());
        let marks =
            moments.phases().map(|(n, cursor)| PhaseMark { moment: n, turn: cursor.turn, phase: phase(cursor) });
        History { moments: moments.last(), marks: marks.collect() }
    }

    /// Returns a role's snapshot at a moment.
    pub fn snapshot_at(&mut self, role: &Role, language: &str, moment: u64) -> Result<Snapshot, Fault> {
        self.at_moment(role, language, Some(moment), |session, catalogue| {
            snapshot::snapshot_of(session, role, catalogue)
        })
    }

    /// Applies a function to the current game, or to the game at an earlier moment.
    pub(crate) fn at_moment<T>(
        &mut self,
        role: &Role,
        language: &str,
        moment: Option<u64>,
        look: impl FnOnce(&Session, &Catalogue) -> T,
    ) -> Result<T, Fault> {
        let decisions = match moment {
            None => self.session.game.table.decisions,
            Some(moment) => self.decisions_at(role, moment)?,
        };
        let (session, catalogue) = (&mut self.session, self.languages.catalogue(language));
        let seen = session.look_back(decisions, |session| look(session, catalogue));
        seen.map_err(|error| fault_text::fault(&self.session, role, catalogue, &error))
    }

    fn decisions_at(&self, role: &Role, moment: u64) -> Result<u64, Fault> {
        let decisions = Moments::of(&self.session, role).decisions(moment);
        decisions.ok_or_else(|| Fault::missing("the game has not reached that point"))
    }

    /// Creates a new game that starts from a moment of this one and has the same future dice rolls.
    pub fn fork(&mut self, role: &Role, moment: u64) -> Result<GameLinks, Fault> {
        permissions::fork(&self.session, role)?;
        let decisions = self.decisions_at(role, moment)?;
        let (session, table) = (&self.session, &self.session.game.table);
        let lines = sync::lines(&table.journal()[..table.entries_after(decisions)], &table.content)?;
        let title = session.battle.content.title.clone();
        let stored = StoredGame { title: title.clone(), header: sync::line(&session.header())?, lines, footer: None };
        let game = self.app.store.add_game(stored, decisions)?;
        let mut roles = roles(session);
        roles.sort_by_key(|other| other != role);
        let links = roles.into_iter().map(|role| self.app.link_to(game, role)).collect::<Result<_, _>>()?;
        Ok(GameLinks { game, title, links })
    }
}
