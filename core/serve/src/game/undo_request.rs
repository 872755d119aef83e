//! Undo requests, and the consent of opponents.

use crate::dto::{ConsentRequest, Fault, Notice, NoticeKind, UndoReply};
use crate::game::play::Play;
use crate::role::Role;
use crate::view::undo::{PendingUndo, Undo};
use grognard_engine::ids::SideId;

impl Play {
    /// Takes back the last decision made by a person, or asks the opponents for consent if it is needed.
    pub fn undo(&mut self, role: &Role, language: &str) -> Result<UndoReply, Fault> {
        let Undo { side, opponents } = Undo::possible_undo(&self.session, role)?;
        if opponents.is_empty() || self.session.may_undo(side).is_err() {
            self.take_back(role, language, side)?;
            return Ok(UndoReply { consent: Vec::new() });
        }
        let consent = opponents.iter().map(|side| self.session.battle.content.sides.name(*side).to_owned()).collect();
        self.pending_undo = Some(PendingUndo { side, opponents, entries: self.session.game.table.journal().len() });
        self.show();
        Ok(UndoReply { consent })
    }

    /// Grants or refuses another player's undo request, or withdraws the player's own.
    pub fn consent(&mut self, role: &Role, language: &str, consent: &ConsentRequest) -> Result<(), Fault> {
        self.drop_outdated_undo();
        let pending_undo =
            self.pending_undo.as_mut().ok_or_else(|| Fault::refused("nobody has asked to take back a decision"))?;
        let (side, waits) = (pending_undo.side, pending_undo.opponents.len());
        pending_undo.opponents.retain(|other| !role.plays(&self.session, *other));
        let is_asked = pending_undo.opponents.len() < waits;
        let is_agreed = pending_undo.opponents.is_empty();
        match consent.agree {
            true if is_agreed => return self.take_back(role, language, side),
            true if is_asked => {}
            false if is_asked => self.refuse_undo(side),
            false if role.plays(&self.session, side) => self.pending_undo = None,
            _ => return Err(Fault::forbidden("your consent is not needed")),
        }
        self.show();
        Ok(())
    }

    fn take_back(&mut self, role: &Role, language: &str, side: SideId) -> Result<(), Fault> {
        let was_secret = self.session.game.table.is_secret();
        let result = self.session.undo(side);
        if result.is_ok() {
            if was_secret {
                self.numbers.ask_again(side);
            }
            self.rewind();
        }
        self.after(role, language, result)
    }

    /// Drops the undo request and notifies the player who made it.
    fn refuse_undo(&mut self, side: SideId) {
        self.pending_undo = None;
        let session = &self.session;
        for audience in self.audiences.iter_mut().filter(|audience| audience.role.plays(session, side)) {
            let catalogue = self.languages.catalogue(&audience.language);
            audience.notify(&Notice::new(
                NoticeKind::Refusal,
                catalogue.say("The other side does not agree: the decision stands.", &[]),
            ));
        }
    }

    /// Drops the undo request if the game has changed since it was made.
    pub(crate) fn drop_outdated_undo(&mut self) {
        let entries = self.session.game.table.journal().len();
        self.pending_undo.take_if(|pending_undo| pending_undo.entries != entries);
    }
}
