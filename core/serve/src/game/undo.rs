//! Undo: what a role may take back by itself, and for what it needs the consent of those who play against it.
//!
//! A decision goes back freely as long as nothing has come out since (see [`Game::has_come_out`]). Otherwise each person who plays
//! another side is asked.
//!
//! [`Game::has_come_out`]: grognard_engine::game::Game::has_come_out

use crate::dto::Fault;
use crate::role::Role;
use grognard_engine::ids::{Id, SideId};
use grognard_lab::{Seat, Session};

/// What undo does for a role.
pub struct Undo {
    /// The side whose last decision it takes back.
    pub side: SideId,
    /// The sides whose consent it needs.
    pub of: Vec<SideId>,
}

impl Undo {
    /// What undo does for a role now, or why it does nothing.
    pub fn of(session: &Session, role: &Role) -> Result<Undo, Fault> {
        let is_person = |side: &SideId| session.seats()[side.index()] == Seat::Person;
        let asked = session.game.table.pending().map(|pending| pending.side).filter(is_person);
        // Whoever waits learns nothing of what others have decided meanwhile.
        if asked.is_some_and(|asked| !role.plays(session, asked)) {
            return Err(Fault::refused("somebody else is asked"));
        }
        let side = session.last_person().ok_or_else(|| Fault::refused("there is nothing to take back"))?;
        if !role.plays(session, side) {
            return Err(Fault::refused("somebody else has decided since"));
        }
        if session.may_take_back().is_none() {
            return Err(Fault::refused("somebody else is asked"));
        }
        // When the game is over everybody may see everything; whoever plays on alone plays on.
        if role.has_opponents(session) && session.game.table.state.ending().is_some() {
            return Err(Fault::refused("the game is over"));
        }
        let others = opponents(session, role);
        let of = if session.game.has_come_out(side, &others) { others } else { Vec::new() };
        Ok(Undo { side, of })
    }

    /// The same where there is something to take back.
    pub fn possible(session: &Session, role: &Role) -> Option<Undo> {
        Undo::of(session, role).ok().filter(|undo| session.game.may_undo(undo.side).is_ok())
    }
}

/// The sides that other persons play.
fn opponents(session: &Session, role: &Role) -> Vec<SideId> {
    let sides = (0..session.seats().len()).map(SideId::from_index);
    sides.filter(|side| session.seats()[side.index()] == Seat::Person && !role.plays(session, *side)).collect()
}
