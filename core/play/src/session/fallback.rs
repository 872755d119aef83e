//! Rules that were changed during a game and fail when they are reached: those in force before are put back.

use super::{Session, SessionError};
use crate::battle::Battle;
use grognard_engine::table::Misfit;
use grognard_packs::Diagnostic;

/// Most earlier rules that are kept; the first, with which the sitting began, always are.
const MAX_RULE_VERSIONS: usize = 16;

/// The rules that were in force earlier in a sitting, and those that failed.
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

/// What there is to tell when earlier rules were put back.
#[derive(Debug)]
pub struct Fallback {
    /// How the changed rules failed.
    pub why: Vec<Diagnostic>,
    /// The first answer that does not fit the earlier rules; the game has gone on from there.
    pub misfit: Option<Misfit>,
}

impl EarlierRules {
    /// Rules are followed by others.
    pub(super) fn add(&mut self, before: Battle) {
        if self.battles.len() == MAX_RULE_VERSIONS {
            self.battles.remove(1);
        }
        self.battles.push(before);
        self.failed = None;
    }

    /// Rules that have failed are not tried again.
    pub(super) fn refuse(&self, battle: &Battle) -> Result<(), SessionError> {
        match &self.failed {
            Some(failed) if failed.rules == battle.lock.rules_hash => Err(SessionError::Broken(failed.why.clone())),
            _ => Ok(()),
        }
    }
}

impl Session {
    /// What there is to tell of rules that failed and were replaced by those before them, once.
    pub fn take_fallback(&mut self) -> Option<Fallback> {
        self.rules.told.take()
    }

    /// Does something under the rules in force. When they fail and others were in force before, those come back, and it
    /// is done (by `again`) under them. Where no earlier rules do better, the change is not at fault: all stays as it
    /// was.
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
        // The very rules that are in force need not be put back.
        if self.battle.lock.rules_hash != failing.lock.rules_hash {
            let _ = self.replace_battle(failing);
        }
        Err(SessionError::Broken(why))
    }
}
