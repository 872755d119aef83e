//! Checks that what players may ask for during a decision can be shown without errors in the rules: the score, layers
//! over the map, and the odds of battles.

use super::{Breach, ConformanceTest, LOOKS};
use grognard_engine::catalogue::ENGLISH;
use grognard_engine::ids::{Id, SideId, SpaceId};
use grognard_packs::Diagnostic;
use grognard_play::{Session, SessionError};

impl ConformanceTest<'_> {
    /// Requests the score, a layer and the odds of a battle, for the side that must decide and for a spectator.
    pub(super) fn shows_without_errors(&mut self, asked: SideId) -> Result<(), Box<Breach>> {
        std::mem::swap(&mut self.onlooker.game, &mut self.game);
        let looks = self.onlooker.game.table.decisions / LOOKS;
        let found = look(self.onlooker, asked, looks as usize);
        std::mem::swap(&mut self.onlooker.game, &mut self.game);
        found.or_else(|errors| self.broken("the score, layers and odds must be shown without errors", errors))
    }
}

fn look(session: &mut Session, asked: SideId, at: usize) -> Result<(), Vec<Diagnostic>> {
    let content = session.battle.content.clone();
    let layers: Vec<String> = session.battle.system.layers.iter().map(|layer| layer.name.clone()).collect();
    let is_foe = |space: &SpaceId| {
        session.game.table.state.units_at(*space).any(|unit| content.units[unit.index()].side != asked)
    };
    let battles: Vec<SpaceId> = content.map.all().filter(is_foe).collect();
    for viewer in [None, Some(asked)] {
        unless_broken(session.score(viewer))?;
        if let Some(name) = layers.get(at % layers.len().max(1)) {
            for (side, _) in content.seats() {
                unless_broken(session.layer(viewer, name, side))?;
            }
        }
        if let Some(space) = battles.get(at % battles.len().max(1)) {
            unless_broken(session.forecasts(viewer, *space, None, &ENGLISH))?;
        }
    }
    Ok(())
}

/// A refusal is an answer, too.
fn unless_broken<T>(found: Result<T, SessionError>) -> Result<(), Vec<Diagnostic>> {
    match found {
        Err(SessionError::Broken(errors)) => Err(errors),
        _ => Ok(()),
    }
}
