//! Looks back at earlier positions of a game.

use super::{Session, SessionError, broken};
use grognard_engine::decision::Refusal;

impl Session {
    /// Calls `look` on the game as it was after a number of decisions. Fails if the rules have changed since then,
    /// because the earlier decisions may not fit the current rules.
    pub fn look_back<T>(&mut self, decisions: u64, look: impl FnOnce(&Session) -> T) -> Result<T, SessionError> {
        if decisions >= self.game.table.decisions {
            return Ok(look(self));
        }
        let entries = self.game.table.entries_after(decisions);
        let unknown = || SessionError::Refused(Refusal::plain("the rules have changed since"));
        let mut past = self.game.past(entries).ok_or_else(unknown)?;
        past.advance(&mut self.host).map_err(|error| broken(&self.battle, error))?;
        if past.table.take_misfit().is_some() || past.table.decisions != decisions {
            return Err(unknown());
        }
        let now = std::mem::replace(&mut self.game, past);
        let seen = look(self);
        self.game = now;
        Ok(seen)
    }
}
