//! Replays a game's decisions and dice under the rules on disk.

use crate::dto::{Divergence, Fault, LogDifference, RulesDifference, WhatIf};
use crate::queries::export::GameCopy;
use crate::role::Role;
use crate::state::AppState;
use crate::view::snapshot::snapshot_of;
use grognard_engine::reader::Reader;
use grognard_engine::table::Misfit;
use grognard_play::{Battle, Session, SessionError, log_difference};

/// Log lines, as pairs of a paragraph and a message.
type Lines = Vec<(String, String)>;

impl GameCopy {
    /// Compares the game with its replay under the rules on disk.
    pub fn what_if(&self, app: &AppState, role: &Role) -> Result<WhatIf, Fault> {
        let now = app
            .battles
            .battle(&self.battle.request)
            .map_err(|all| Fault::broken("the rules on disk contain errors", &all))?;
        if now.lock.rules_hash == self.battle.lock.rules_hash {
            return Ok(WhatIf::Same { same: true, rules: RulesDifference::Same });
        }
        let here = self.open_session(&self.battle, false)?;
        // The first replay finds where the states diverge. The second continues as long as the decisions are legal.
        let divergence = self.open_session(&now, true)?.game.table.take_misfit();
        let mut there = self.open_session(&now, false)?;
        let unfit = there.game.table.take_misfit();
        let (before, after) = (self.log(&here, role), self.log(&there, role));
        let (gone, new) = log_difference(&before, &after);
        let divergence = divergence.or(unfit.clone()).map(|divergence| divergence.decision);
        let text = unfit
            .as_ref()
            .filter(|unfit| Some(unfit.decision) == divergence)
            .map(|unfit| self.reason(&there, role, unfit));
        let line = || new.first().or(gone.first()).map(|(_, text)| text.clone());
        // If only the log differs, the difference is attributed to the end of the game.
        let decision = divergence.unwrap_or(here.game.table.decisions);
        let first =
            text.or_else(line).or_else(|| divergence.map(|_| String::new())).map(|text| Divergence { decision, text });
        if first.is_none() && gone.is_empty() && new.is_empty() {
            return Ok(WhatIf::Same { same: true, rules: RulesDifference::Other });
        }
        Ok(WhatIf::Different {
            first_difference: first,
            misfit: unfit
                .as_ref()
                .map(|unfit| Divergence { decision: unfit.decision, text: self.reason(&there, role, unfit) }),
            current: snapshot_of(&here, role, &self.catalogue),
            alternative: snapshot_of(&there, role, &self.catalogue),
            log: LogDifference { removed: gone.to_vec(), added: new.to_vec() },
        })
    }

    fn open_session(&self, battle: &Battle, check: bool) -> Result<Session, Fault> {
        self.open(battle.clone(), check).map_err(|error| match error {
            SessionError::Broken(all) => Fault::broken("the game cannot be played under the rules on disk", &all),
            SessionError::Refused(refusal) => Fault::refused(refusal.to_string()),
            SessionError::File(..) | SessionError::Held(_) => Fault::inside("the game cannot be copied"),
        })
    }

    fn log(&self, session: &Session, role: &Role) -> Lines {
        Reader::new(&session.game.table, role.viewer(session), &self.catalogue).log().collect()
    }

    fn reason(&self, session: &Session, role: &Role, misfit: &Misfit) -> String {
        Reader::new(&session.game.table, role.viewer(session), &self.catalogue).refusal(&misfit.refusal)
    }
}
