//! A game being played in its room: what its viewers ask and answer, what is kept of it and shown to them.

use crate::agents::Haste;
use crate::audience::{Audience, Viewer};
use crate::dto::Fault;
use crate::dto::{Notice, NoticeKind};
use crate::house::House;
use crate::kept::Mirror;
use crate::numbers::Numbers;
use crate::opening;
use crate::role::Role;
use crate::seen::Seen;
use crate::store::GameId;
use crate::takeback::Takeback;
use crate::told;
use crate::tongues::Tongues;
use grognard_engine::catalogue::Catalogue;
use grognard_engine::decision::Pending;
use grognard_lab::{Session, SessionError};
use std::sync::Arc;
use std::time::Instant;

/// A game in its room.
pub struct Play {
    pub(crate) house: Arc<House>,
    pub(crate) id: GameId,
    pub(crate) session: Session,
    pub(crate) tongues: Tongues,
    pub(crate) audiences: Vec<Audience>,
    mirror: Mirror,
    pub(crate) numbers: Numbers,
    /// Somebody wishes to take a decision back, and waits for consent.
    pub(crate) takeback: Option<Takeback>,
    /// The rules fail where nobody is asked; the game goes on when they are mended, or from an earlier decision.
    pub(crate) is_stuck: bool,
    /// What is played here is not what the store has.
    is_lost: bool,
    pub(crate) moved: Instant,
    pub(crate) haste: Haste,
}

impl Play {
    /// Opens a game from the store and plays it again to where it was.
    pub fn open(house: &Arc<House>, id: GameId) -> Result<Play, Fault> {
        let kept = house.store.game(id)?.ok_or_else(|| Fault::missing("this game is gone"))?;
        let session = opening::open(house, id, &kept)?;
        let tongues = Tongues::new(&house.settings.roots, &session.battle);
        let mut play = Play {
            house: house.clone(),
            id,
            session,
            tongues,
            audiences: Vec::new(),
            mirror: Mirror::default(),
            numbers: Numbers::default(),
            takeback: None,
            is_stuck: false,
            is_lost: false,
            moved: Instant::now(),
            haste: Haste::default(),
        };
        play.settle();
        play.numbers.follow(&play.session);
        play.keep()?;
        Ok(play)
    }

    /// What is played here is not what the store has: the room must be left and opened again.
    pub fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.session.game.table.state.ending().is_some()
    }

    /// Whether anybody looks on.
    pub fn is_watched(&mut self) -> bool {
        self.audiences.retain_mut(Audience::is_there);
        !self.audiences.is_empty()
    }

    /// Somebody looks on from now on.
    pub fn watch(&mut self, role: &Role, language: &str, viewer: Viewer) {
        self.is_watched();
        let is_same = |audience: &&mut Audience| audience.role == *role && audience.language == language;
        if let Some(audience) = self.audiences.iter_mut().find(is_same) {
            return audience.welcome(viewer);
        }
        let mut audience = Audience::new(role.clone(), language.to_owned());
        self.show_to(&mut audience);
        audience.welcome(viewer);
        self.audiences.push(audience);
    }

    fn show_to(&mut self, audience: &mut Audience) {
        let (session, catalogue) = (&self.session, self.tongues.catalogue(&audience.language));
        let seen = Seen::look(session, &audience.role, catalogue, &self.numbers, self.takeback.as_ref());
        let delta = seen.since(audience.seen.as_ref(), &session.battle.content, catalogue);
        audience.show(seen, delta);
    }

    /// What a role reads, in a language.
    pub(crate) fn catalogue(&mut self, language: &str) -> &Catalogue {
        self.tongues.catalogue(language)
    }

    /// What is asked, for who may answer it.
    pub(crate) fn asked(&self, role: &Role) -> Result<&Pending, Fault> {
        let pending = self.session.game.table.pending().ok_or_else(|| Fault::refused("nothing is asked"))?;
        match role.plays(&self.session, pending.side) {
            true => Ok(pending),
            false => Err(Fault::refused("somebody else is asked")),
        }
    }

    /// The way the game had come is another now.
    pub(crate) fn turn_back(&mut self) {
        self.numbers.turn_back(&self.session);
        self.is_stuck = false;
    }

    /// Runs the rules up to the next question.
    pub(crate) fn settle(&mut self) {
        if let Err(error) = self.session.settle() {
            self.stick(&error);
        }
    }

    /// The rules fail where nobody is asked.
    pub(crate) fn stick(&mut self, error: &SessionError) {
        self.is_stuck = true;
        self.tell_all(|play, role, language| {
            let text = play.tongues.catalogue(language).say("The game cannot go on under these rules.", &[]);
            let diagnostic = told::diagnostic(&play.session, role, error);
            Notice { diagnostic, ..Notice::new(NoticeKind::Broken, text) }
        });
    }

    /// Writes down what is new, and then shows it. Where it cannot be written, it has not happened.
    pub(crate) fn publish(&mut self) -> Result<(), Fault> {
        self.tell_fallback();
        self.numbers.follow(&self.session);
        self.drop_old_takeback();
        self.keep()?;
        self.show();
        Ok(())
    }

    fn keep(&mut self) -> Result<(), Fault> {
        let change = self.mirror.change(&self.session)?;
        let Some(change) = change else { return Ok(()) };
        self.house.store.change(self.id, change.clone()).inspect_err(|_| self.is_lost = true)?;
        self.mirror.follow(change, &self.session);
        Ok(())
    }

    /// Shows everybody what is new.
    pub(crate) fn show(&mut self) {
        let mut audiences = std::mem::take(&mut self.audiences);
        audiences.retain_mut(Audience::is_there);
        for audience in &mut audiences {
            self.show_to(audience);
        }
        self.audiences = audiences;
    }

    /// The battle is another now, if only in its words and pictures: nothing that is shown stays as it was made.
    pub(crate) fn renew(&mut self) {
        self.tongues.renew(&self.house.settings.roots, &self.session.battle);
        self.audiences.iter_mut().for_each(|audience| audience.seen = None);
    }

    /// Tells everybody something, each in his language and as far as his role may know.
    pub(crate) fn tell_all(&mut self, notice: impl Fn(&mut Play, &Role, &str) -> Notice) {
        let mut audiences = std::mem::take(&mut self.audiences);
        for audience in &mut audiences {
            let notice = notice(self, &audience.role, &audience.language);
            audience.tell(&notice);
        }
        self.audiences = audiences;
    }

    /// Earlier rules were put back because those in force failed.
    fn tell_fallback(&mut self) {
        let Some(fallback) = self.session.take_fallback() else { return };
        self.turn_back();
        self.renew();
        let error = SessionError::Broken(fallback.why);
        self.tell_all(|play, role, language| {
            let text = play.tongues.catalogue(language).say("The changed rules failed; those before are in force again.", &[]);
            let diagnostic = told::diagnostic(&play.session, role, &error);
            Notice { diagnostic, ..Notice::new(NoticeKind::Fallback, text) }
        });
    }
}
