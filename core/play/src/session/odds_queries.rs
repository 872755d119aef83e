//! Computes exact odds of battles in copies of the game. The host, who knows everything, sees all odds; a side sees
//! only the odds that it can know.

use super::queries::IMAGINED;
use super::{Session, SessionError, broken};
use crate::forecast::Forecast;
use crate::odds::{CaseEnumerator, CaseLimit, ExactOdds, NoOdds, OddsCache, Policy};
use grognard_engine::catalogue::Catalogue;
use grognard_engine::decision::{Choice, Refusal};
use grognard_engine::ids::{SideId, SpaceId, UnitId};
use grognard_engine::state::StateHash;
use grognard_engine::table::Table;
use grognard_script::Host;
use std::sync::Arc;

/// The maximum number of cases per imagined game.
const IN_EACH: CaseLimit = CaseLimit(600);

impl Session {
    /// Returns the outcomes of a battle, with full information; `None` if nothing can be attacked or no unit can
    /// attack.
    pub fn exact_odds(
        &mut self,
        space: SpaceId,
        attackers: Option<Vec<UnitId>>,
        policy: &Policy,
        limit: CaseLimit,
    ) -> Result<Option<Arc<ExactOdds>>, SessionError> {
        if self.battle.system.hooks.battle.is_none() {
            return Err(Refusal::plain(
                "this system does not define how a battle is fought, so there are no exact odds",
            )
            .into());
        }
        let attack = Attack { space, attackers, policy, limit };
        let table = &self.game.table;
        let found = attack.odds(&self.battle, &mut self.host, table, &mut self.odds);
        match found {
            Ok(odds) => Ok(Some(odds)),
            Err(NoOdds::NoBattle) => Ok(None),
            Err(NoOdds::Refused(refusal)) => Err(refusal.into()),
            Err(NoOdds::TooMany(most)) => {
                let most = Choice::Label(most.to_string().into());
                Err(Refusal::about(
                    "there are more than {1} cases, too many to compute",
                    vec![most],
                    &self.battle.content,
                )
                .into())
            }
            Err(NoOdds::TooFine) => Err(Refusal::plain("there are too many dice for exact odds").into()),
            Err(NoOdds::Failed(error)) => Err(broken(&self.battle, error)),
        }
    }

    /// Fights a battle once in a copy, with separate dice and with decisions taken as by [`Policy::Quiet`], to verify
    /// odds empirically. Returns the hash of the state afterwards; `None` if there is no such battle.
    pub fn fight_once(&mut self, space: SpaceId, attackers: Option<Vec<UnitId>>, seed: u64) -> Option<StateHash> {
        let rule = self.battle.system.hooks.battle.as_deref()?;
        CaseEnumerator::new(&mut self.host, &self.game.table, rule, space, attackers).sample(seed).ok()
    }

    /// Returns, as forecast lines, the outcomes of a battle that the viewer may know because they are the same in all
    /// imagined games. Empty if there are none.
    pub(super) fn odds_after(
        &mut self,
        viewer: Option<SideId>,
        space: SpaceId,
        attackers: Option<Vec<UnitId>>,
        catalogue: &Catalogue,
    ) -> Result<Vec<Forecast>, SessionError> {
        let policy = &Policy::Quiet;
        let Some(viewer) = viewer.filter(|viewer| self.game.table.keeps_secrets_from(*viewer)) else {
            let odds = match self.exact_odds(space, attackers, policy, CaseLimit::GLANCE) {
                Err(SessionError::Refused(_)) => None,
                result => result?,
            };
            return Ok(odds.map_or_else(Vec::new, |odds| odds.outcome_lines(&self.battle, catalogue)));
        };
        let attack = Attack { space, attackers, policy, limit: IN_EACH };
        let mut common: Option<Vec<Forecast>> = None;
        for seed in 0..IMAGINED {
            let Some((game, _)) = self.game.imagined(&mut self.host, viewer, seed) else { return Ok(Vec::new()) };
            let odds = match attack.odds(&self.battle, &mut self.host, &game.table, &mut self.odds) {
                Err(NoOdds::Failed(error)) => return Err(broken(&self.battle, error)),
                Err(_) => return Ok(Vec::new()),
                Ok(odds) => odds,
            };
            let told = odds.outcome_lines(&self.battle, catalogue);
            let same: Vec<Forecast> = common.into_iter().flatten().filter(|line| told.contains(line)).collect();
            let so_far = if seed == 0 { told } else { same };
            if so_far.is_empty() {
                return Ok(so_far);
            }
            common = Some(so_far);
        }
        Ok(common.unwrap_or_default())
    }
}

/// A battle whose odds are requested.
struct Attack<'a> {
    space: SpaceId,
    attackers: Option<Vec<UnitId>>,
    policy: &'a Policy,
    limit: CaseLimit,
}

impl Attack<'_> {
    fn odds(
        &self,
        battle: &crate::Battle,
        host: &mut Host,
        table: &Table,
        known: &mut OddsCache,
    ) -> Result<Arc<ExactOdds>, NoOdds> {
        let rule = battle.system.hooks.battle.as_deref().ok_or(NoOdds::NoBattle)?;
        let asked = self.asked(table.hash(), &battle.lock.rules_hash);
        if let Some(found) = known.get(&asked) {
            return found.ok_or(NoOdds::NoBattle);
        }
        let cases = CaseEnumerator::new(host, table, rule, self.space, self.attackers.clone());
        let odds = cases.by(self.policy, battle.system.hooks.evaluate.as_deref(), self.limit).odds().map(Arc::new);
        match &odds {
            Ok(odds) => known.keep(asked, Some(odds.clone())),
            Err(NoOdds::NoBattle) => known.keep(asked, None),
            Err(_) => {}
        }
        odds
    }

    fn asked(&self, state: StateHash, rules: &str) -> crate::odds::OddsKey {
        let (space, attackers) = (self.space, self.attackers.clone());
        crate::odds::OddsKey {
            state,
            rules: rules.to_owned(),
            space,
            attackers,
            policy: self.policy.clone(),
            limit: self.limit,
        }
    }
}
