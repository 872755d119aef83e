//! Undo: what a role may take back by itself, and for what it needs the consent of those who play against it.
//!
//! A decision goes back freely as long as nothing has come out since (see [`Game::has_come_out`]). Otherwise each person who plays
//! another side is asked.
//!
//! [`Game::has_come_out`]: grognard_engine::game::Game::has_come_out

use crate::dto::{ConsentRequest, Fault, Notice, NoticeKind, TakebackRequest, UndoReply};
use crate::game::play::Play;
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

/// A wish to take a decision back that waits for consent.
pub struct PendingUndo {
    side: SideId,
    /// Those who have not consented yet.
    of: Vec<SideId>,
    /// How many entries the game had; when something else has happened, the wish is out of date.
    entries: usize,
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

impl Play {
    /// Takes the last decision of a person back, or asks those whose consent that needs. Returns the sides that are asked.
    pub fn undo(&mut self, role: &Role, language: &str) -> Result<UndoReply, Fault> {
        let Undo { side, of } = Undo::of(&self.session, role)?;
        if of.is_empty() || self.session.game.may_undo(side).is_err() {
            self.take_back(role, language, side)?;
            return Ok(UndoReply { asked: Vec::new() });
        }
        let asked = of.iter().map(|side| self.session.battle.content.sides.name(*side).to_owned()).collect();
        self.pending_undo = Some(PendingUndo { side, of, entries: self.session.game.table.journal().len() });
        self.show();
        Ok(UndoReply { asked })
    }

    /// Answers the wish of another to take a decision back, or gives up one's own.
    pub fn consent(&mut self, role: &Role, language: &str, consent: &ConsentRequest) -> Result<(), Fault> {
        self.drop_outdated_undo();
        let pending_undo = self.pending_undo.as_mut().ok_or_else(|| Fault::refused("nobody asks to take a decision back"))?;
        let (side, waits) = (pending_undo.side, pending_undo.of.len());
        pending_undo.of.retain(|other| !role.plays(&self.session, *other));
        let is_asked = pending_undo.of.len() < waits;
        let is_agreed = pending_undo.of.is_empty();
        match consent.agree {
            true if is_agreed => return self.take_back(role, language, side),
            true if is_asked => {}
            false if is_asked => self.refuse_undo(side),
            false if role.plays(&self.session, side) => self.pending_undo = None,
            _ => return Err(Fault::forbidden("your consent is not asked for")),
        }
        self.show();
        Ok(())
    }

    fn take_back(&mut self, role: &Role, language: &str, side: SideId) -> Result<(), Fault> {
        let result = self.session.undo(side);
        if result.is_ok() {
            self.rewind();
        }
        self.after(role, language, result)
    }

    /// The decision stands, and who took it is told so.
    fn refuse_undo(&mut self, side: SideId) {
        self.pending_undo = None;
        let session = &self.session;
        for audience in self.audiences.iter_mut().filter(|audience| audience.role.plays(session, side)) {
            let catalogue = self.languages.catalogue(&audience.language);
            audience.tell(&Notice::new(NoticeKind::Stands, catalogue.say("The other side does not agree: the decision stands.", &[])));
        }
    }

    /// A wish lapses when something else happens.
    pub(crate) fn drop_outdated_undo(&mut self) {
        let entries = self.session.game.table.journal().len();
        self.pending_undo.take_if(|pending_undo| pending_undo.entries != entries);
    }
}

/// A wish that waits, as those see it who have a part in it.
pub fn shown(pending_undo: Option<&PendingUndo>, session: &Session, role: &Role) -> Option<TakebackRequest> {
    let name = |side: &SideId| session.battle.content.sides.name(*side).to_owned();
    let concerns = |pending_undo: &&PendingUndo| [pending_undo.side].iter().chain(&pending_undo.of).any(|side| role.plays(session, *side));
    pending_undo.filter(concerns).map(|pending_undo| TakebackRequest {
        side: name(&pending_undo.side),
        mine: role.plays(session, pending_undo.side),
        of: pending_undo.of.iter().map(name).collect(),
    })
}
