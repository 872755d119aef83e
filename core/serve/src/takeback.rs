//! Undo: what a role may take back by itself, and for what it needs the consent of those who play against it.
//!
//! A decision goes back freely as long as nothing has come out since (see [`Game::has_come_out`]). Otherwise each person who plays
//! another side is asked.
//!
//! [`Game::has_come_out`]: grognard_engine::game::Game::has_come_out

use crate::dto::{ConsentRequest, Fault, Notice, NoticeKind, TakebackRequest, UndoReply};
use crate::play::Play;
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
pub struct Takeback {
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
        self.takeback = Some(Takeback { side, of, entries: self.session.game.table.journal().len() });
        self.show();
        Ok(UndoReply { asked })
    }

    /// Answers the wish of another to take a decision back, or gives up one's own.
    pub fn consent(&mut self, role: &Role, language: &str, consent: &ConsentRequest) -> Result<(), Fault> {
        self.drop_old_takeback();
        let takeback = self.takeback.as_mut().ok_or_else(|| Fault::refused("nobody asks to take a decision back"))?;
        let (side, waits) = (takeback.side, takeback.of.len());
        takeback.of.retain(|other| !role.plays(&self.session, *other));
        let is_asked = takeback.of.len() < waits;
        let is_agreed = takeback.of.is_empty();
        match consent.agree {
            true if is_agreed => return self.take_back(role, language, side),
            true if is_asked => {}
            false if is_asked => self.refuse_takeback(side),
            false if role.plays(&self.session, side) => self.takeback = None,
            _ => return Err(Fault::forbidden("your consent is not asked for")),
        }
        self.show();
        Ok(())
    }

    fn take_back(&mut self, role: &Role, language: &str, side: SideId) -> Result<(), Fault> {
        let result = self.session.undo(side);
        if result.is_ok() {
            self.turn_back();
        }
        self.after(role, language, result)
    }

    /// The decision stands, and who took it is told so.
    fn refuse_takeback(&mut self, side: SideId) {
        self.takeback = None;
        let session = &self.session;
        for audience in self.audiences.iter_mut().filter(|audience| audience.role.plays(session, side)) {
            let catalogue = self.tongues.catalogue(&audience.language);
            audience.tell(&Notice::new(NoticeKind::Stands, catalogue.say("The other side does not agree: the decision stands.", &[])));
        }
    }

    /// A wish lapses when something else happens.
    pub(crate) fn drop_old_takeback(&mut self) {
        let entries = self.session.game.table.journal().len();
        self.takeback.take_if(|takeback| takeback.entries != entries);
    }
}

/// A wish that waits, as those see it who have a part in it.
pub fn shown(takeback: Option<&Takeback>, session: &Session, role: &Role) -> Option<TakebackRequest> {
    let name = |side: &SideId| session.battle.content.sides.name(*side).to_owned();
    let concerns = |takeback: &&Takeback| [takeback.side].iter().chain(&takeback.of).any(|side| role.plays(session, *side));
    takeback.filter(concerns).map(|takeback| TakebackRequest {
        side: name(&takeback.side),
        mine: role.plays(session, takeback.side),
        of: takeback.of.iter().map(name).collect(),
    })
}
