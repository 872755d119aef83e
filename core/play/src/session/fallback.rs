//! Restores the previous rules if rules that were changed during a game fail.

use super::{Session, SessionError};
use crate::battle::Battle;
use grognard_engine::table::Misfit;
use grognard_packs::Diagnostic;

/// The maximum number of earlier versions of the rules. The first version of the session is always kept.
const MAX_RULE_VERSIONS: usize = 16;

/// The versions of the rules that were in force earlier in a session, and the rules that failed.
#[derive(Default)]
pub(super) struct EarlierRules {
    battles: Vec<Battle>,
    failed: Option<FailedRules>,
    told: Option<Fallback>,
}

/// Rules that failed.
struct FailedRules {
    rules: String,
    why: Vec<Diagnostic>,
}

/// The report of a fallback to earlier rules.
#[derive(Debug)]
pub struct Fallback {
    /// The errors in the changed rules.
    pub why: Vec<Diagnostic>,
    /// The first answer that does not fit the earlier rules; the game has continued from there.
    pub misfit: Option<Misfit>,
}

impl EarlierRules {
    /// Records rules that are about to be replaced.
    pub(super) fn add(&mut self, before: Battle) {
        if self.battles.len() == MAX_RULE_VERSIONS {
            self.battles.remove(1);
        }
        self.battles.push(before);
        self.failed = None;
    }

    /// Refuses rules that have failed before.
    pub(super) fn refuse(&self, battle: &Battle) -> Result<(), SessionError> {
        match &self.failed {
            Some(failed) if failed.rules == battle.lock.rules_hash => Err(SessionError::Broken(failed.why.clone())),
            _ => Ok(()),
        }
    }
}

impl Session {
    /// Takes the report of a fallback, if there is one.
    pub fn take_fallback(&mut self) -> Option<Fallback> {
        self.rules.told.take()
    }

    /// Performs an action under the current rules. If these rules fail, earlier rules are restored, and `again` is
    /// called under them. If the earlier rules fail too, the change is not at fault, and the current rules stay in
    /// force.
    pub(super) fn proven<T>(
        &mut self,
        once: impl FnOnce(&mut Session) -> Result<T, SessionError>,
        again: impl Fn(&mut Session) -> Result<T, SessionError>,
    ) -> Result<T, SessionError> {
        let why = match once(self) {
            Err(SessionError::Broken(why)) if !self.rules.battles.is_empty() => why,
            outcome => return outcome,
        };
        let failing = self.battle.clone();
        let mut misfit = None;
        for at in (0..self.rules.battles.len()).rev() {
            if self.replace_battle(self.rules.battles[at].clone()).is_err() {
                continue;
            }
            misfit = misfit.or(self.game.table.take_misfit());
            match again(self) {
                Err(SessionError::Broken(_)) => {}
                outcome => {
                    self.rules.battles.truncate(at);
                    self.rules.failed = Some(FailedRules { rules: failing.lock.rules_hash, why: why.clone() });
                    self.rules.told = Some(Fallback { why, misfit });
                    return outcome;
                }
            }
        }
        // Identical rules need not be restored.
        if self.battle.lock.rules_hash != failing.lock.rules_hash {
            let _ = self.replace_battle(failing);
        }
        Err(SessionError::Broken(why))
    }
}
