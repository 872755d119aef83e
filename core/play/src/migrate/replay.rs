//! Replays a save without showing anything.

use super::{StoredSave, UnfitDecision};
use crate::battle::Battle;
use crate::save::Footer;
use grognard_engine::game::{Game, Rules};
use grognard_engine::ids::SideId;
use grognard_engine::journal::{Entry, SavedEntry};
use grognard_engine::state::{Ending, SavedState, Winners};
use grognard_engine::table::{Misfit, Service, Table};
use grognard_packs::Diagnostic;
use grognard_script::{Host, Pause};

/// A battle with a host for its scripts.
pub struct ReplayBattle {
    /// The battle.
    pub battle: Battle,
    host: Host,
}

/// The result of replaying a save under some rules.
pub struct ReplayResult {
    /// The entries.
    pub entries: Vec<SavedEntry>,
    /// The end of the game, if it was reached.
    pub footer: Option<Footer>,
    /// The first decision that does not fit.
    pub unfit: Option<UnfitDecision>,
    /// The state at that decision.
    pub state: Option<Box<SavedState>>,
}

impl ReplayResult {
    /// Returns whether everything recorded is reproduced. The roll or forced answer after the last answer may be
    /// missing, if the save was cut off before it.
    pub fn is(&self, stored: &StoredSave) -> bool {
        let save = &stored.save;
        self.unfit.is_none()
            && self.entries.starts_with(&save.entries)
            && (save.footer.is_none() || self.footer == save.footer)
    }
}

impl ReplayBattle {
    /// Prepares a battle for replays.
    pub fn new(battle: Battle) -> Result<ReplayBattle, Vec<Diagnostic>> {
        let host = battle.host().map_err(|error| crate::battle::diagnose(&[error], &battle.scripts))?;
        Ok(ReplayBattle { battle, host })
    }

    /// Replays a save. With `check`, a decision does not fit if its state differs from the recorded state.
    pub fn replay(&mut self, stored: &StoredSave, check: bool) -> ReplayResult {
        match stored.save.entries(&stored.name, &stored.text, &self.battle) {
            Ok(entries) => self.play(stored, entries, check),
            Err(error) => ReplayResult::nothing(UnfitDecision::unreadable(stored, &error)),
        }
    }

    /// Returns the state at an entry of a save.
    pub fn state_at(&mut self, stored: &StoredSave, at: usize) -> Option<Box<SavedState>> {
        let mut entries = stored.save.entries(&stored.name, &stored.text, &self.battle).ok()?;
        entries.truncate(at + 1);
        // The entry is changed so that it cannot fit, which ends the replay at that point.
        match entries.last_mut()? {
            Entry::Answer { question, .. } => *question = "".into(),
            Entry::Roll(roll) => roll.dice.clear(),
            Entry::Draw(draw) => draw.of = 0,
            Entry::Reveal { to, .. } | Entry::Tell { to, .. } => to.0 ^= 1,
            entry @ (Entry::Secret { .. } | Entry::Disclosed) => *entry = Entry::Secret { sides: Vec::new() },
            Entry::Reload(_) | Entry::Migrated { .. } => return None,
        }
        self.play(stored, entries, false).state
    }

    fn play(&mut self, stored: &StoredSave, entries: Vec<Entry>, check: bool) -> ReplayResult {
        let content = self.battle.content.clone();
        let service = Service { log: false, ..Service::FULL };
        let game: Game<Pause> = Game::new(content, self.host.questions(), stored.save.header.seed, service);
        let mut game = match game.resume(entries) {
            Ok(game) => game,
            Err(refusal) => return ReplayResult::nothing(UnfitDecision::whole(refusal.to_string())),
        };
        game.table.check = check;
        let result = game.advance(&mut self.host);
        let misfit = game.table.take_misfit().or_else(|| Some(fault(&game.table, &result.err()?.to_string())));
        let recorded = stored.save.footer.as_ref().filter(|_| misfit.is_none());
        let forfeited = recorded.and_then(|footer| footer.forfeit_again(&mut game.table));
        if forfeited.is_some() {
            game.leave();
        }
        ReplayResult {
            entries: game.table.journal().iter().map(|entry| entry.save(&self.battle.content)).collect(),
            footer: Footer::of(&game.table, forfeited),
            unfit: misfit
                .as_ref()
                .map(|misfit| UnfitDecision::new(stored, &self.battle, &game.table.questions, misfit, None)),
            state: misfit.map(|misfit| misfit.state),
        }
    }
}

/// Describes a failure of the rules during a replay, attributed to the last decision before it.
fn fault(table: &Table, why: &str) -> Misfit {
    table.misfit(grognard_engine::decision::Refusal::plain(format!("the rules fail: {why}")))
}

impl ReplayResult {
    fn nothing(unfit: UnfitDecision) -> ReplayResult {
        ReplayResult { entries: Vec::new(), footer: None, unfit: Some(unfit), state: None }
    }
}

impl Footer {
    /// Returns the footer of a game, including the side whose program forfeited it, if any; `None` while the game is in
    /// progress.
    pub fn of(table: &Table, forfeited: Option<SideId>) -> Option<Footer> {
        table.state.ending().map(|ending| Footer {
            winner: ending.winners.names(&table.content),
            grade: ending.grade.clone(),
            reason: ending.english(),
            end: table.hash().to_string(),
            forfeited: forfeited.map(|side| table.side_name(side).to_owned()),
        })
    }

    /// Ends a replayed game that was forfeited because a program violated the protocol. Returns the losing side, if
    /// any.
    pub fn forfeit_again(&self, table: &mut Table) -> Option<SideId> {
        let side = |name: &str| table.content.sides.find(name);
        let loser = side(self.forfeited.as_deref()?)?;
        let winners: Winners = self.winner.iter().filter_map(|winner| side(winner)).collect();
        if table.state.ending().is_some() {
            return None;
        }
        table.state.end(Ending::plain(winners, self.reason.clone()));
        Some(loser)
    }
}
