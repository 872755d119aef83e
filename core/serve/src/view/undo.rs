//! Undo: decisions that a role may take back alone, and decisions for which it needs its opponents' consent.
//!
//! A decision may be taken back freely until it has revealed new information (see [`Game::has_come_out`]). After that,
//! all players of other sides must consent.
//!
//! [`Game::has_come_out`]: grognard_engine::game::Game::has_come_out

use crate::dto::{Fault, UndoRequest};
use crate::role::Role;
use grognard_engine::ids::{Id, SideId};
use grognard_engine::journal::Entry;
use grognard_play::{Seat, Session};

/// An undo that a role can make.
pub struct Undo {
    /// The side whose last decision is taken back.
    pub side: SideId,
    /// The sides whose consent is needed.
    pub opponents: Vec<SideId>,
}

impl Undo {
    /// Returns the undo available to a role, or the reason why there is none.
    pub fn possible_undo(session: &Session, role: &Role) -> Result<Undo, Fault> {
        let is_person = |side: &SideId| session.seats()[side.index()] == Seat::Person;
        if session.game.table.is_secret() {
            return Undo::of_secret_answer(session, role);
        }
        let asked = session.game.table.pending().map(|pending| pending.side).filter(is_person);
        // A waiting player must not learn what other players decide.
        if asked.is_some_and(|asked| !role.plays(session, asked)) {
            return Err(Fault::refused("another player must decide"));
        }
        let side = session.last_person().ok_or_else(|| Fault::refused("there is nothing to take back"))?;
        if !role.plays(session, side) {
            return Err(Fault::refused("another player has decided since"));
        }
        if session.may_take_back().is_none() {
            return Err(Fault::refused("another player must decide"));
        }
        // Once the game is over, everything is public. Only a player without opponents may continue.
        if role.has_opponents(session) && session.game.table.state.ending().is_some() {
            return Err(Fault::refused("the game is over"));
        }
        let others = opponents(session, role);
        let opponents = if session.game.has_come_out(side, &others) { others } else { Vec::new() };
        Ok(Undo { side, opponents })
    }

    /// Returns the undo of an answer that a role has just given in secret.
    fn of_secret_answer(session: &Session, role: &Role) -> Result<Undo, Fault> {
        let mut deciders = session.game.table.open_entries().iter().rev().filter_map(Entry::decider);
        let own = deciders.find(|side| session.seats()[side.index()] == Seat::Person && role.plays(session, *side));
        let side = own.ok_or_else(|| Fault::refused("there is nothing to take back"))?;
        Ok(Undo { side, opponents: Vec::new() })
    }

    /// Returns the undo available to a role, if there is one.
    pub fn possible(session: &Session, role: &Role) -> Option<Undo> {
        Undo::possible_undo(session, role).ok().filter(|undo| session.may_undo(undo.side).is_ok())
    }
}

/// Returns the sides played by other people.
fn opponents(session: &Session, role: &Role) -> Vec<SideId> {
    let sides = (0..session.seats().len()).map(SideId::from_index);
    sides.filter(|side| session.seats()[side.index()] == Seat::Person && !role.plays(session, *side)).collect()
}

/// A request for undo that awaits consent.
pub struct PendingUndo {
    /// The side that wants to take back a decision.
    pub(crate) side: SideId,
    /// The sides that have not consented yet.
    pub(crate) opponents: Vec<SideId>,
    /// The length of the journal when the request was made. Once the journal has a different length, the request is
    /// outdated.
    pub(crate) entries: usize,
}

/// Returns the pending undo request if it concerns the role.
pub fn request_for(pending_undo: Option<&PendingUndo>, session: &Session, role: &Role) -> Option<UndoRequest> {
    let name = |side: &SideId| session.battle.content.sides.name(*side).to_owned();
    let concerns = |pending_undo: &&PendingUndo| {
        [pending_undo.side].iter().chain(&pending_undo.opponents).any(|side| role.plays(session, *side))
    };
    pending_undo.filter(concerns).map(|pending_undo| UndoRequest {
        side: name(&pending_undo.side),
        own: role.plays(session, pending_undo.side),
        pending: pending_undo.opponents.iter().map(name).collect(),
    })
}
